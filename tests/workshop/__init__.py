"""What tests are made with, wherever they stand: one room for all of them, and for the benchmarks too."""

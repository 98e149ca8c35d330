"""The rules: editions and their options, moves, and what is wrong with them."""

"""`python -m openkub`: the command line."""

from openkub.cli import main

if __name__ == "__main__":
    main()

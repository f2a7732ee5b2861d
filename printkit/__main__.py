"""Lets `python -m printkit` do what the console script does."""

from printkit.cli import main

if __name__ == "__main__":
    main(prog_name="printkit")

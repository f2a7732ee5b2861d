"""Mutation tests: change one operator of printkit, and run the tests that execute it.

`mutations` makes the changes, `touched` records which tests execute their lines, `choice` chooses
tests, and `trial` runs them against a mutant. `python -m tests.mutants` does all four.
"""

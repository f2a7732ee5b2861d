"""Mutation tests: change one operator of printkit, and run the tests that call its function.

`touched` records which tests call which functions, `mutations` makes the changes, `trial` runs the
tests against one of them. `python -m tests.mutants` does all three.
"""

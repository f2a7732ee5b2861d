"""The fuzzer: seeded, structure-aware cases of all untrusted input.

`python -m tests.fuzz --cases 100000` runs many by hand; `test_fuzz.py` runs some in the gate, with
every earlier finding (`found/`).
"""

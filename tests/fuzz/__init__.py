"""The fuzzer: seeded, structure-aware cases of all that a stranger may send.

`python -m tests.fuzz --cases 100000` runs many by hand; `test_fuzz.py` runs some in the gate, with
all that it has ever found (`found/`).
"""

"""Ways out of the house: print shops, virtual tables, cutting machines.

Content: `templates/targets.toml`, a row for each target.
"""

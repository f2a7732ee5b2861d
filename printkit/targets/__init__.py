"""Destinations of files: print shops, virtual tables and cutting machines.

Content: `templates/targets.toml`, a row for each target.
"""

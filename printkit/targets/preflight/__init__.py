"""Preflight: check files from any program against the requirements of a target."""

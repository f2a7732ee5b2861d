"""Preflight: check files of any program against the requirements of a target."""

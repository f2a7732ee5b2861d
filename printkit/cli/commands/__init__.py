"""One module a command; see `printkit.cli.discovered_group`."""

"""One module a command; see `printkit.cli.PluginGroup`."""

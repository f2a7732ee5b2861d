"""One module a command; see `printkit.cli.app.PluginGroup`."""

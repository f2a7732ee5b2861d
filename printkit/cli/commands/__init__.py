"""The commands, one per module; see `printkit.cli.app.PluginGroup`."""

"""The products: plug-ins that no other package imports; templates/plugins.toml lists them."""

"""Parts of the product `tuck-box`: its die line, which boxes a deck needs, and their art."""

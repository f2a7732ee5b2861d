"""The product `tuck-box`: its die line, the boxes that a deck needs, and their art."""

"""Tables and boards."""

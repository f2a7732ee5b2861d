"""Simple players at the tables of our games: what stakes last, and how long."""

"""Layout of places and tracks on a board."""

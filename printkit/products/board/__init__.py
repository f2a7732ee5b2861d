"""How places and tracks lie together on a board."""

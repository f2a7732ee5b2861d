"""How places and tracks lie together on a board. Part of the room pieces."""

"""Places and tracks as they are drawn on mats, tables and boards. Part of the room pieces."""

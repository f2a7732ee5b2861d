"""Places and tracks as they are drawn on mats, tables and boards."""

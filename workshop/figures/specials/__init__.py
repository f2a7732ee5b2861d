"""The programs of the specials."""

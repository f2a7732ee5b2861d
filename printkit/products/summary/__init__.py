"""A game on one page: its columns, its frame."""

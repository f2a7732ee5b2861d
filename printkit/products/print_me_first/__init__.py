"""The page that is printed first: what a kit is made of (no product of a deck)."""

"""The page that is printed first: what a kit is made of. It belongs to a kit, not to a deck."""

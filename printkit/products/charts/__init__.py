"""What a mapping is printed as: charts, pocket charts, stickers (no products of a deck)."""

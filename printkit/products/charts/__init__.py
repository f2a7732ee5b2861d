"""What a deck mapping is printed as: charts, pocket charts, stickers."""

"""Products of a deck mapping: charts, pocket charts and stickers."""

"""Programs of pip cards: one for each suit, for all counts."""

"""Draw the faces of cards."""

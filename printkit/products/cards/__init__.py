"""How the face of a card is put together: anatomy, corner index, body."""

"""From Pieces to Pages. Imports base, graphics, and of products the Piece type only."""

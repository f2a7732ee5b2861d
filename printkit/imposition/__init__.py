"""From Pieces to Pages. Imports base, drawing, and of pieces the Piece type only."""

"""Room 6: from Pieces to Pages. Imports base, drawing, and of pieces the Piece type only."""

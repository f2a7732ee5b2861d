"""Pieces to pages: grids, duplex, marks, tiles, labels, saddle stitch."""

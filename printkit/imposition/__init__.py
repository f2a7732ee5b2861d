"""Place pieces on pages: grids, duplex, marks, tiles, labels, saddle stitch."""

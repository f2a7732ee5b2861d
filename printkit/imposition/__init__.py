"""Place pieces on pages: grids, duplex, marks, tiles, labels and saddle stitch."""

"""Parts of the product `paper-die`: the net of a cube, and what its faces show."""

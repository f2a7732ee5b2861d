"""The product `paper-die`: the net of a cube and its faces."""

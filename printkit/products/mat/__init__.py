"""A mat: its shape, where things lie on it, the words round its rim, its ornament."""

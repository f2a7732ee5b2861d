"""The product `mat`: its shape, what is on it, the words round its rim, its ornament."""

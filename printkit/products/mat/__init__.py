"""The product `mat`: its shape, its places, the bands along its rim, and its ornament."""

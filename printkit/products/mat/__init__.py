"""The product `mat`: shape, places, bands along the rim, ornament."""

"""Define pieces, products and the options of products, and the registry of products."""

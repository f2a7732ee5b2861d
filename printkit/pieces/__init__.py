"""Define pieces, products and their options, and the registry of products."""

"""Pieces, products, their options, and the registry of products."""

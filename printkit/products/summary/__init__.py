"""The product `summary`: a game on one page."""

"""Card faces, large and small, and their parts."""

"""Write documents to files. Each format has a module."""

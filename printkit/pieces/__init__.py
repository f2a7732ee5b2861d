"""What every product is made of: pieces, options, the registry of products."""

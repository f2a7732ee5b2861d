"""The product `tokens`: shapes, faces and words of tokens."""

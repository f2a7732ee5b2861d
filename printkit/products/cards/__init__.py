"""The product `cards`: anatomy, corner index and body of a face."""

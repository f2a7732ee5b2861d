"""One module a format: from documents to files."""

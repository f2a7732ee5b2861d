"""Units, geometry, errors, content, files, paper sizes and messages. Imports no other package."""

"""Units, geometry, errors, content, files, paper sizes and messages. Imports nothing of ours."""

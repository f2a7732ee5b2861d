"""Compose rule booklets as pages, HTML and Markdown."""

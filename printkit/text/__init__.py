"""Texts of booklets: Markdown with places and directives, made into a Book."""

"""Rule booklets, from texts and definitions to pages, HTML and Markdown.

Imports base, definition, rules, graphics, art, products, imposition and the PDF writer.
"""

"""Rule booklets, from texts and definitions to pages, HTML and Markdown.

Imports base, definition, rules, drawing, art, pieces, pages and the PDF writer.
"""

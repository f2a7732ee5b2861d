"""Rule booklets, from texts and definitions to pages, HTML and Markdown."""

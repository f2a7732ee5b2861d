"""Turn the texts of booklets, Markdown with placeholders and directives, into a Book."""

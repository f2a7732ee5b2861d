"""A game in short: sections of entries, examples of hands, their blocks."""

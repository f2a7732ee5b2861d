"""Count cards and hands, judge hands, settle showdowns, and map decks to games.

Nothing here draws or prints.
"""

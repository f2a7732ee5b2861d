"""Values of cards and hands, and which decks stand in for which.

Nothing here draws or prints.
"""

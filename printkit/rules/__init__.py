"""What cards and hands are worth, and which decks stand in for which.

Imports base and definition. Nothing here draws or prints.
"""

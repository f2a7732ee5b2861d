"""The trumps of the tarot: one upright picture each."""

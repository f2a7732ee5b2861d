"""The sixteen courts of the tarot."""

"""Places of mats, tables and boards, and how each is drawn."""

"""A game, class by class: definitions are read, checked and merged here."""

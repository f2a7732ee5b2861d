"""Persons and beasts of the common deck."""

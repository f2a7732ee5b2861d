"""Texts of booklets."""

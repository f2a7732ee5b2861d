"""Tokens: their shapes, their faces, their words."""

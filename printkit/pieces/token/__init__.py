"""Tokens: their shapes, their faces, their words. Part of the room pieces."""

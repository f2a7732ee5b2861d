"""Sections of reference cards and summaries: what they say, and their blocks."""

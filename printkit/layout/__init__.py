"""The layout engine: it sets spans of text in lines, lines in blocks, and blocks in columns and
pages.
"""

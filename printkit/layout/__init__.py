"""The layout engine: spans of text to lines, lines to blocks, blocks to columns and pages."""

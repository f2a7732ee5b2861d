"""The display list, paths, fonts, fitted text, SVG art and pictures. Imports base."""

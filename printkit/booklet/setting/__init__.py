"""Setting a book: words to lines, lines and drawings to pages. All in millimetres."""

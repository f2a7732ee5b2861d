"""The product `score-sheet`: words, sizes, the head of a page, ledgers, matches."""

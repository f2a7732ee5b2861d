"""How a score sheet is put together: words, sizes, the head of a page, ledgers, matches."""

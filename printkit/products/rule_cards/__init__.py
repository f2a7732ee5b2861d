"""How a rule card is put together: values, the array's cards, words, layout."""

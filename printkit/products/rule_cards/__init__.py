"""The product `rule-cards`: values, the array's cards, words, layout."""

"""The start of every deck that tests make up."""

HEAD = """\
slug = "mine"
game = "sabacc"
name = { en = "Mine", fr = "Mien" }
summary = { en = "A deck.", fr = "Un jeu." }
players = { min = 2, max = 4 }

[families.deck]
name = { en = "Deck", fr = "Jeu" }
back = "rosette"
"""

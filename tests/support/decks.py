"""The start of every deck that tests make up, and the faces of ours, each of them once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import cache

from printkit.definition.load import load, slugs
from printkit.definition.variant import Card, Variant

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


@cache
def variant(slug: str) -> Variant:
    return load(slug)


def face_of(card: Card) -> Hashable:
    """All that a face is drawn from: two cards with the same of it look alike.

    `test_faces` holds that this is so.
    """
    return card.look, frozenset(card.name.items()), card.values


@cache
def distinct() -> dict[str, Variant]:
    """Our variants in order, each with those cards only whose face none before it has.

    Most decks share most of their faces: what is true of a face is tested once. A variant that
    brings no face of its own is left out; what is true of a deck is tested on whole decks.
    """
    seen: set[Hashable] = set()
    found = {}
    for slug in slugs():
        own = []
        for card in variant(slug).cards:
            if face_of(card) not in seen:
                seen.add(face_of(card))
                own.append(card)
        if own:
            found[slug] = replace(variant(slug), cards=tuple(own))
    return found

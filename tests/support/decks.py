"""Games made for tests, facts that tests compare with, and the faces of our decks."""

import tomllib
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Any

from printkit.model.cards import Card, CardStyle
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant


def made_up(*names: str) -> str:
    """Return the text of a definition made of files in `made_up`."""
    folder = Path(__file__).with_name("made_up")
    return "\n".join((folder / f"{name}.toml").read_text(encoding="utf-8") for name in names)


HEAD = made_up("head")


def own(folder: Path, text: str) -> Variant:
    """Write a user game into a folder and load it."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def facts(test: str, name: str = "") -> dict[str, Any]:
    """Return the figures and words that a test compares with.

    They are in a TOML file beside the test, with the same name unless another is given.
    """
    path = Path(test).with_stem(name or Path(test).stem).with_suffix(".toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def put(folder: Path, text: str, name: str = "deck.toml") -> str:
    """Write a definition into a folder, and return its path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


@cache
def variant(slug: str) -> Variant:
    return load(slug)


def face_of(card: Card) -> Hashable:
    """Return everything that determines the drawing of a face: equal values look alike.

    `test_faces` checks this.
    """
    style = [getattr(card, name) for name in (*CardStyle.__struct_fields__, "mark", "pips", "art")]
    return card.name, card.values, *style


@cache
def distinct() -> dict[str, Variant]:
    """Return our variants in order, each with only the cards whose face no earlier variant has.

    Most decks share most of their faces, so properties of a face are tested once. A variant without
    a new face is omitted; properties of a deck are tested on whole decks.
    """
    seen: set[Hashable] = set()
    found = {}
    for slug in variant_slugs():
        own = []
        for card in variant(slug).cards:
            if face_of(card) not in seen:
                seen.add(face_of(card))
                own.append(card)
        if own:
            found[slug] = variant(slug).with_cards(own)
    return found

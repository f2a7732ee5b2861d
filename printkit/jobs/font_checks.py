"""Find what the fonts of a definition cannot draw: each letter once, with all that needs it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from printkit.art.theme import theme
from printkit.base.content import KeyPath
from printkit.base.errors import DefinitionError
from printkit.base.sentences import Sentence, name_some, quote
from printkit.graphics.fonts import INDEX, TEXT, TITLE, MissingGlyph, font, lacking_styles
from printkit.model.fields import Fault, encoded_names
from printkit.model.text import Text, find_parts
from printkit.model.variant import Variant
from printkit.model.warnings import find_sound_part
from printkit.pieces.local_game import in_fonts_of
from printkit.pieces.options import THEME

# The number of letters, and of cards and keys, that are named.
_MAX_NAMED = 8
_KEYS = (TITLE, INDEX, TEXT)


def find_missing_glyphs(variant: Variant) -> list[Fault]:
    """Return the letters of a definition's texts that no font in use has: a fault for each script,
    and for each sign.

    A letter that only some roles lack is reported by what is set in it.
    """
    lacking: dict[str, dict[str, None]] = {}
    needed: dict[str, dict[str, KeyPath]] = {}
    for place, path, text in _texts(variant):
        for letter in dict.fromkeys(text):
            if not unicodedata.category(letter).startswith("C") and not _is_drawn(letter):
                script = _script(letter)
                lacking.setdefault(script, {})[letter] = None
                needed.setdefault(script, {}).setdefault(place, path)
    return [_fault(list(lacking[script]), needed[script]) for script in lacking]


def _script(letter: str) -> str:
    """Return the name of a letter's script; of a sign its own."""
    name = unicodedata.name(letter, letter)
    return name.split(" ")[0].split("-")[0] if letter.isalpha() else name


@contextmanager
def report_missing_glyphs(
    name: str, variant: Variant | None, values: Mapping[str, Any]
) -> Iterator[None]:
    """Context manager: turn the first missing glyph of a definition into all of them.

    Raises DefinitionError with their places.
    """
    try:
        yield
    except MissingGlyph:
        if variant is None:
            raise
        with in_fonts_of(variant, theme(values.get(THEME.name, THEME.default))):
            faults = find_sound_part(name).locate(find_missing_glyphs(variant))
        if not faults:
            raise
        raise DefinitionError(faults) from None


def _is_drawn(letter: str) -> bool:
    return any(font(key).has_glyph(letter) for key in _KEYS)


def _fault(letters: list[str], places: dict[str, KeyPath]) -> Fault:
    """Return the fault of some letters, at the first place that needs one."""
    named = [
        Sentence("{sign} (U+{code})", sign=quote(letter), code=f"{ord(letter):04X}")
        for letter in letters
    ]
    message = Sentence(
        "no font has {letters}, needed in {places}.",
        letters=name_some(named, _MAX_NAMED),
        places=name_some(list(places), _MAX_NAMED),
    )
    hint = "Name a font that has it: fallback = [ … ] below [fonts], or write without it."
    return Fault(next(iter(places.values())), message, hint)


def _texts(variant: Variant) -> Iterator[tuple[str, KeyPath, str]]:
    """Yield all texts of a definition in all their languages: the card or key, and the path."""
    for card in variant.cards:
        for name in _PRINTED:
            value = getattr(card, name)
            for line in _lines(value) if isinstance(value, Text) else filter(None, [value]):
                yield card.id, ("cards", card.id), line
    for name, key in encoded_names(Variant).items():
        if name not in ("listed_cards", "grids", "listed_ranks"):
            for _, text in find_parts(getattr(variant, name), Text):
                for line in _lines(text):
                    yield key, (key,), line


def _lines(text: Text) -> Iterator[str]:
    """Yield a text in each of its languages."""
    yield from (text[language] for language in text)


# The keys of a card that are printed on it.
_PRINTED = ("name", "caption", "code", "text", "kicker", "cost", "index", "credit")


def find_lacking_styles(variant: Variant) -> Iterator[Fault]:
    """Yield a warning for each bold or italic role that is set in another, as it has no font."""
    for role, other in lacking_styles(variant.fonts.own):
        message = Sentence(
            "“{role}” is not named, and its words are set in the font of “{other}”.",
            role=role,
            other=other,
        )
        yield Fault(("fonts", other), message, "That is fine if you mean it.")

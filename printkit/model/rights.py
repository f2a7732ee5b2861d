"""The rights in a game: its author and licence, those of its pictures, and the bundled parts.

Our licence and our disclaimer are printed only where our games, texts or drawings are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from printkit.base.content import content_path, load_content
from printkit.base.files import GENERATOR
from printkit.base.messages import in_language, join_words, translate
from printkit.base.plain_text import capitalise
from printkit.model.cards import CardEntry, Credited
from printkit.model.variant import BOTH, OURS, OWN, Variant

# The names of licences by their SPDX identifiers.
_LICENCES = "licences.toml"
_OUR_LICENCE = "CC-BY-4.0"
# The layouts of faces that have a bundled frame, unless a picture takes its place.
_FRAMED = ("pips", "court", "ace", "emblem", "number")
_ENDS = (".", "!", "?", "…")
# At most this many things are named beside the author of their pictures.
_MAX_NAMED = 8
# Author, words of credit, licence and address.
_Terms = tuple[str, ...]


class Rights(Struct, frozen=True):
    """What a print says of its rights, in one language.

    `subject` is the sentence of metadata, `author` the author for metadata, or "". `lines` are the
    sentences on a user's game and its drawings, that on the game first. `notice` is one line on
    a box or at the foot of a page, `statement` all there is to say; they may be empty.
    """

    subject: str
    author: str
    lines: tuple[str, ...] = ()
    notice: str = ""
    statement: str = ""


def rights_of(variant: Variant | None, language: str) -> Rights:
    """Return the rights in a game; without a game, those in what the program prints by itself."""
    origin = variant.origin if variant is not None else OWN
    subject = translate(language, f"rights.subject-{origin}")
    if variant is None or origin == OURS:
        return Rights(subject, GENERATOR, (), subject, subject)
    author = ", ".join(filter(None, (variant.author, GENERATOR if origin == BOTH else None)))
    game = list(_describe_game(variant, language))
    drawings = _describe_drawings(variant, language) if origin == OWN else ""
    lines = [*game, *filter(None, (_describe_pictures(variant, language), drawings))]
    disclaimer = [subject] if origin == BOTH else []
    notice = " · ".join(filter(None, (" ".join(game).rstrip("."), *disclaimer)))
    return Rights(subject, author, tuple(lines), notice, " ".join((*lines, *disclaimer)))


def joint_rights(variants: Iterable[Variant], language: str) -> Rights:
    """Return the rights in a print of several games."""
    all_rights = [rights_of(variant, language) for variant in variants]
    origins = {variant.origin for variant in variants}
    subject = translate(language, f"rights.subject-{origins.pop() if len(origins) == 1 else BOTH}")
    authors = ", ".join(dict.fromkeys(rights.author for rights in all_rights if rights.author))
    lines = dict.fromkeys(line for rights in all_rights for line in rights.lines)
    return Rights(subject, authors, tuple(lines), subject, " ".join((*lines, subject)))


def licence_name(licence: str, language: str) -> str:
    """Return the name of a licence: an SPDX identifier spelt out, any other words as they are."""
    names: Mapping[str, Mapping[str, str]] = load_content(_LICENCES)
    known = {key.lower(): name for key, name in names.items()}.get(licence.lower())
    return licence if known is None else in_language(known, language)


def _describe_game(variant: Variant, language: str) -> Iterator[str]:
    """Yield “Orbit, by Ada Moreau.” and “Licence: MIT. https://…”; nothing if neither is given."""
    name = variant.name[language]
    if variant.author:
        name = translate(language, "rights.by", name=name, author=variant.author)
    if any(_terms(variant)):
        yield " ".join(map(_ended, filter(None, (name, variant.credit))))
    terms = [variant.url or ""]
    if variant.licence:
        own = licence_name(variant.licence, language)
        terms.insert(0, _ended(translate(language, "rights.licence", licence=own)))
    if any(terms):
        yield " ".join(filter(None, terms))


def _ended(text: str) -> str:
    return text if text.endswith(_ENDS) else f"{text}."


def _describe_pictures(variant: Variant, language: str) -> str:
    """Return the authors of pictures, each with the names of what they have drawn."""
    groups: dict[_Terms, list[str]] = {}
    for name, part in _pictured(variant):
        groups.setdefault(_terms(part), []).append(name[language])
    credits = []
    for terms, names in groups.items():
        if any(terms):
            *who, licence, url = terms
            own = licence_name(licence, language) if licence else ""
            words = ", ".join(filter(None, (*who, own, url)))
            more = translate(language, "rights.things", count=len(names))
            shown = ", ".join(dict.fromkeys(names)) if len(names) <= _MAX_NAMED else more
            credits.append(f"{words} ({shown})" if len(groups) > 1 else words)
    return translate(language, "rights.pictures", credits="; ".join(credits)) if credits else ""


def _pictured(variant: Variant) -> Iterator[tuple[Mapping[str, str], Credited]]:
    """Yield each part with pictures of its own, with its name."""
    for family in variant.families.values():
        if isinstance(family.back.design, Path):
            yield family.name, family
    yield from ((suit.name, suit) for suit in variant.suits.values() if _is_own(suit.emblem))
    for card in variant.listed_cards:
        backs = card.back.design if card.back is not None else None
        if any(_is_own(path) for path in (card.emblem, card.art, backs)):
            yield card.name, card


def _terms(part: Credited) -> _Terms:
    return part.author or "", part.credit or "", part.licence or "", part.url or ""


@lru_cache(maxsize=1024)  # thousands of cards may share some emblems
def _is_own(drawing: Path | str | None) -> bool:
    """Return True for a picture that is not bundled."""
    return isinstance(drawing, Path) and not drawing.is_relative_to(content_path())


def _is_ours(drawing: Path | str | None) -> bool:
    """Return True for a bundled drawing: a file, or a back by its name."""
    return drawing is not None and not _is_own(drawing)


def _describe_drawings(variant: Variant, language: str) -> str:
    """Return which bundled drawings are on the cards, with our licence, or ""."""
    cards: list[CardEntry] = [*variant.cards]
    backs = [card.back or variant.families[card.family].back for card in variant.cards]
    emblems = [path for card in variant.cards for path in (card.emblem, card.mark)]
    emblems += [item.emblem for item in variant.tokens]
    emblems += [item.emblem for item in variant.materials]
    used = {
        "backs": any(_is_ours(back.design) for back in backs),
        "frames": any(card.layout in _FRAMED and card.art is None for card in cards),
        "emblems": any(map(_is_ours, emblems)),
    }
    kinds = [translate(language, f"rights.{kind}") for kind, is_there in used.items() if is_there]
    if not kinds:
        return ""
    words = join_words(language, kinds)
    licence = licence_name(_OUR_LICENCE, language)
    return translate(language, "rights.drawings", kinds=capitalise(words), licence=licence)

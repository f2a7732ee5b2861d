"""Recipes: digests of everything that can change a byte of a file.

A product is made again only if its recipe has changed. A recipe covers the program with its
templates and fonts, its libraries, the texts of the definition, the user's own pictures, the theme,
and every option that the product declares. It holds no path of a machine and no clock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from printkit.art.theme import Theme, edition, theme
from printkit.base.content import digest_texts, program_digest
from printkit.base.design import NO_FONTS
from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.limits import MAX_PICTURE_BYTES
from printkit.base.options import Option
from printkit.graphics.fonts import open_fonts
from printkit.jobs.subject import Subject, own_pictures
from printkit.pieces.options import EDITION, THEME


def subject_digest(subject: Subject) -> str:
    """Return the digest that all products of a job share: of the program and the subject."""
    parts = [program_digest(), subject.kind, subject.slug, subject.book, *subject.sources]
    variants = [subject.variant, subject.mapping.deck if subject.mapping else None]
    parts += [open_fonts(subject.variant.fonts.own)] if subject.variant is not None else []
    for variant in variants:
        for path in sorted(own_pictures(variant)) if variant is not None else ():
            parts += [f"{path.parent.name}/{path.name}", _file_digest(path)]
    return digest_texts(parts)


def product_recipe(
    shared: str,
    product: str,
    edition: str,
    options: Iterable[Option[Any]],
    values: Mapping[str, Any],
    *facts: object,
) -> str:
    """Return the recipe of a product in one edition.

    `shared` is the `subject_digest`; `options` are those that the product reads; `facts` are other
    things that it shows.
    """
    read = [(option.name, _recipe_value(option, values[option.name])) for option in options]
    return digest_texts([shared, product, edition, repr(sorted(read)), *map(repr, facts)])


def _recipe_value(option: Option[Any], value: Any) -> str:
    """Return a value for a recipe; a theme or an edition, which may be a file, by its content."""
    if option.name == EDITION.name and value is not None:
        own = edition(value)
        drawn = [_file_digest(path) for path in own.drawings]
        return repr((replace(own, picture=None, flora=None, sky=None), drawn))
    if option.name != THEME.name:
        return repr(value)
    chosen = theme(value)
    plain = theme(chosen.plain)
    # The fonts of a theme by their content, as their paths differ from machine to machine.
    return repr([(_describe_look(look), open_fonts(look.fonts)) for look in (chosen, plain)])


@cache
def _describe_look(look: Theme) -> str:
    """Return all that a theme says, without paths."""
    return repr(replace(look, fonts=NO_FONTS, plain=theme(look.plain).key))


def _file_digest(path: Path) -> str:
    """Return the digest of a file, or `unreadable`: drawing the file will report the error."""
    try:
        data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    except PrintkitError:
        return "unreadable"
    return hashlib.sha256(data).hexdigest()

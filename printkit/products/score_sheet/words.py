"""The words of a score sheet, in one language or in two side by side."""

from __future__ import annotations

from collections.abc import Iterable

from printkit.base.messages import translate
from printkit.products.product import RenderOptions

_DOT = "\u00a0· "


def translations(options: RenderOptions, key: str, **values: object) -> tuple[str, ...]:
    """Return the words for a key in each language of the edition, without repeating."""
    spoken = [item for item in (options.language, options.second_language) if item is not None]
    return tuple(dict.fromkeys(translate(item, f"score.{key}", **values) for item in spoken))


def join_languages(texts: Iterable[str]) -> str:
    """Return the words of both languages on one line."""
    return _DOT.join(texts)


def field_label(options: RenderOptions, key: str, **values: object) -> str:
    """Return what a program that fills in the form says of a field, in the first language."""
    return translate(options.language, f"score.field-{key}", **values)

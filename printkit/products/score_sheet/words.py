"""What a score sheet says, in one language or in two side by side.

In: a key of the strings, a Setting. Out: the words of the edition, each once; and, in its first
language, what a program that fills in the form says of a field.
"""

from __future__ import annotations

from collections.abc import Iterable

from printkit.base.messages import translate
from printkit.products.piece import RenderOptions

_DOT = "\u00a0· "


def words(setting: RenderOptions, key: str, **values: object) -> tuple[str, ...]:
    """The words for a key in each language of the edition, where they differ."""
    spoken = [item for item in (setting.language, setting.also) if item is not None]
    return tuple(dict.fromkeys(translate(item, f"score.{key}", **values) for item in spoken))


def joined(texts: Iterable[str]) -> str:
    """The words of both languages on one line."""
    return _DOT.join(texts)


def label(setting: RenderOptions, key: str, **values: object) -> str:
    """What is said of a field."""
    return translate(setting.language, f"score.field-{key}", **values)

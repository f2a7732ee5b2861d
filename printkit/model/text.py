"""Texts of a definition by language, and the coverage of each language."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import Meta

from printkit.base.limits import MAX_AIM, MAX_MOOD, MAX_REMARK, MAX_SHORT, Limit
from printkit.base.plain_text import strip_invisible
from printkit.model.fields import Home, Language, Line, NameLine, Part, Written, encoded_names
from printkit.model.figures import Figure, fill_figures, unknown_figure

# A sentence: up to its last mark, or the end of the line.
_SENTENCE = re.compile(r"\S.*?(?:[.!?…]+(?=\s|$)|$)")


class Text(Written, Mapping[str, str]):
    """A text by language: `{ en = "…", fr = "…" }`, or a plain string if there is one language.

    A missing language falls back to the definition's first, then to any other.
    """

    __slots__ = ("figures", "home", "words")
    limit: ClassVar[Limit | None] = None
    """of its length in each language, with figures filled in"""
    forms = {str: Line, dict: Annotated[dict[Language, Line], Meta(min_length=1)]}

    def __init__(
        self, words: Mapping[str, str], home: str, figures: Mapping[str, Figure] | None = None
    ) -> None:
        self.words, self.home, self.figures = words, home, figures or {}

    @classmethod
    def read(cls, form: str | dict[str, str], home: Home) -> Self:
        if isinstance(form, dict):
            for key in form:
                if key not in home.known_languages:
                    raise ValueError(f"“{key}” is not a language of this definition")
            declared = {key: form[key] for key in form if key in home.languages}
            own = declared or form if home.declared else form
        elif len(home.languages) > 1:
            raise ValueError("is not a text in each language")
        else:
            own = {home.languages[0]: form}
        words = {key: strip_invisible(line).strip() for key, line in own.items()}
        text = cls(words, home.languages[0], cls.known_figures(words, home))
        for language in words if cls.limit is not None else ():
            if fault := cls.length_fault(text[language]):
                raise ValueError(fault[0].rstrip("."))
        return text

    @classmethod
    def length_fault(cls, line: str) -> tuple[str, str] | None:
        """Return the message and hint for a line (figures filled in) that is too long, or None."""
        if cls.limit is None or (size := cls.size_of(line)) <= cls.limit:
            return None
        return cls.limit.refusal(size)

    @classmethod
    def size_of(cls, line: str) -> int:
        """Return the length that the limit applies to."""
        return len(line)

    @classmethod
    def known_figures(cls, words: Mapping[str, str], home: Home) -> Mapping[str, Figure]:
        """Return the figures that a text may name. Raises ValueError for an unknown figure."""
        for line in words.values():
            if fault := unknown_figure(line, home.figures):
                raise ValueError(fault[0].rstrip("."))
        return home.figures

    def __getitem__(self, language: str) -> str:
        words = self.words
        source = language
        if language not in words:
            source = next((key for key in (self.home, *words) if key in words), language)
        line = words[source]
        return fill_figures(line, source, self.figures) if "{" in line else line

    def __contains__(self, language: object) -> bool:
        return language in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self.words), self.home, self.figures)

    def __eq__(self, other: object) -> bool:
        return self.words == (other.words if isinstance(other, Text) else other)

    def __hash__(self) -> int:
        return hash(tuple(self.words.items()))

    def __repr__(self) -> str:
        return f"Text({self.words!r})"


class Name(Text):
    """A name in each language."""

    forms = {str: NameLine, dict: Annotated[dict[Language, NameLine], Meta(min_length=1)]}


class Short(Text):
    """A text below a small picture."""

    limit = MAX_SHORT


class Remark(Text):
    """A short remark on a material."""

    limit = MAX_REMARK


class Aim(Text):
    """The aim of the players, in a few sentences."""

    limit = MAX_AIM

    @classmethod
    def size_of(cls, line: str) -> int:
        return len(_SENTENCE.findall(line))


class Mood(Aim):
    """A sentence below the title of a game that sets its mood."""

    limit = MAX_MOOD


class GridName(Name):
    """The name of each card of a grid: `{rank} of {suit}`."""

    @classmethod
    def known_figures(cls, words: Mapping[str, str], home: Home) -> Mapping[str, Figure]:
        return {}

    def filled(self, **values: Text | str) -> Name:
        """Return the name with its `{name}` placeholders filled in every language."""
        words = dict(self.words)
        for name, value in values.items():
            place = f"{{{name}}}"
            for language, line in words.items():
                if place in line:
                    own = value if isinstance(value, str) else value[language]
                    words[language] = line.replace(place, own)
        return Name(words, self.home)


class Coverage(msgspec.Struct, frozen=True):
    """The texts of a definition in one language: their number, and the keys without a text."""

    language: str
    total: int
    missing: tuple[str, ...]

    @property
    def present(self) -> int:
        """The number of texts in the language."""
        return self.total - len(self.missing)


def coverage(definition: Part, language: str) -> Coverage:
    """Count the texts of a definition in a language."""
    texts = dict(find_texts(definition))
    missing = tuple(key for key, text in texts.items() if language not in text)
    return Coverage(language, len(texts), missing)


def find_texts(value: Any, path: str = "") -> Iterator[tuple[str, Text]]:
    """Yield every text below a value with its key: `cards.idiot.name`."""
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Text):
        yield path, value
    elif isinstance(value, msgspec.Struct):
        items = ((key, getattr(value, name)) for name, key in encoded_names(value).items())
    elif isinstance(value, dict):
        items = value.items()
    elif isinstance(value, tuple):
        items = ((getattr(item, "id", None) or f"[{i}]", item) for i, item in enumerate(value))
    for key, item in items:
        yield from find_texts(item, f"{path}.{key}".lstrip(".").replace(".[", "["))

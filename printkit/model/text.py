"""Define texts by language, and find the texts that a language lacks."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec
from msgspec import Meta

from printkit.base.errors import did_you_mean
from printkit.base.limits import MAX_AIM, MAX_MOOD, MAX_REMARK, MAX_SHORT, Limit
from printkit.base.records import Fault, Part, Written, encoded_names
from printkit.base.sentences import (
    SHAPING,
    Sentence,
    as_clause,
    join_sentences,
    quote,
    shorten,
    strip_invisible,
)
from printkit.model.fields import (
    Figure,
    Home,
    Id,
    Language,
    Line,
    Lines,
    NameLine,
    fill_figures,
    unknown_figure,
)

T = TypeVar("T")

_VARIANTS = re.compile("[\ufe0e\ufe0f]")
# A sentence: up to its last mark, or the end of the line.
_SENTENCE = re.compile(r"\S.*?(?:[.!?…]+(?=\s|$)|$)")


class Text(Written, Mapping[str, str]):
    """A text by language: `{ en = "…", fr = "…" }`, or a plain string if there is one language.

    A missing language falls back to the first language of the definition, then to any other.
    """

    __slots__ = ("figures", "home", "words")
    limit: ClassVar[Limit | None] = None
    """of its length in each language, with figures filled in"""
    has_figures: ClassVar[bool] = True
    is_name: ClassVar[bool] = False
    forms = {str: Line, dict: Annotated[dict[Language, Line], Meta(min_length=1)]}

    def __init__(
        self, words: Mapping[str, str], home: str, figures: Mapping[str, Figure] | None = None
    ) -> None:
        self.words, self.home, self.figures = words, home, figures or {}

    @classmethod
    def read(cls, form: str | dict[str, str], home: Home) -> Self:
        for fault in cls.find_faults(form, home):
            raise ValueError(as_clause(fault.message))
        if isinstance(form, dict):
            declared = {key: form[key] for key in form if key in home.languages}
            own = declared or form if home.declared else form
        elif len(home.languages) > 1:
            raise ValueError(Sentence("is not a text in each language"))
        else:
            own = {home.languages[0]: form}
        words = {key: cls.clean(line) for key, line in own.items()}
        return cls(words, home.languages[0], home.figures if cls.has_figures else {})

    @classmethod
    def refuse_form(cls, raw: Any, home: Home) -> Fault | None:
        """Return the error for raw data that is not a text in each language, or None."""
        if isinstance(raw, dict) or (isinstance(raw, str) and len(home.languages) == 1):
            return None
        example = ", ".join(f'{language} = "…"' for language in home.languages)
        main = shorten(home.languages[0])
        only = Sentence('With languages = ["{language}"] a text is plain words.', language=main)
        hint = join_sentences(Sentence("Write { {example} }.", example=shorten(example)), only)
        message = Sentence("{raw} is not a text in each language.", raw=quote(raw))
        return Fault((), message, hint)

    @classmethod
    def find_faults(cls, form: Any, home: Home) -> Iterator[Fault]:
        """Report unknown languages, unknown figures and lines that are too long."""
        lines = form.items() if isinstance(form, dict) else [(home.languages[0], form)]
        for language, line in lines:
            fault: tuple[str, str] | None = None
            if language not in home.known_languages:
                message = Sentence(
                    "“{language}” is not a language of this definition.", language=language
                )
                known = home.known_languages
                fault = message, did_you_mean(language, known, "languages", of_file=True)
            elif isinstance(line, str) and cls.has_figures:
                fault = None
                if "{" in line:
                    fault = unknown_figure(line, home.figures, is_name=cls.is_name)
                if fault is None and cls.limit is not None:
                    size = cls.size_of(fill_figures(cls.clean(line), language, home.figures))
                    fault = cls.limit.refusal(size) if size > cls.limit else None
            if fault is not None:
                yield Fault((language,) if isinstance(form, dict) else (), *fault)

    @classmethod
    def clean(cls, line: str) -> str:
        """Return the text of a language without invisible characters and outer spaces.

        Variation selectors are removed, because they would turn the sign before them into a
        pictogram.
        """
        return _VARIANTS.sub("", strip_invisible(line, keep=SHAPING)).strip()

    @classmethod
    def size_of(cls, line: str) -> int:
        """Return the length that the limit applies to."""
        return len(line)

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

    is_name = True
    forms = {str: NameLine, dict: Annotated[dict[Language, NameLine], Meta(min_length=1)]}


class CardText(Text):
    """The text of a card: several lines, each a paragraph."""

    has_figures = False
    forms = {str: Lines, dict: Annotated[dict[Language, Lines], Meta(min_length=1)]}

    @classmethod
    def clean(cls, line: str) -> str:
        clean = super().clean
        return "\n".join(clean(part) for part in line.strip().split("\n"))


class Named(Part):
    """A part with an id and a name."""

    id: Id
    name: Name


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

    has_figures = False

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


def missing_texts(definition: Part, language: str) -> tuple[int, list[str]]:
    """Return the number of texts in a definition, and the keys of the texts that a language
    lacks.
    """
    texts = dict(find_parts(definition, Text))
    return len(texts), [key for key, text in texts.items() if language not in text]


def find_parts(value: Any, kind: type[T], path: str = "") -> Iterator[tuple[str, T]]:
    """Yield every part of a kind inside a value, with its key: `cards.idiot.name`."""
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, kind):
        yield path, value
    elif isinstance(value, msgspec.Struct):
        items = ((key, getattr(value, name)) for name, key in encoded_names(value).items())
    elif isinstance(value, dict):
        items = value.items()
    elif isinstance(value, tuple):
        items = ((getattr(item, "id", None) or f"[{i}]", item) for i, item in enumerate(value))
    for key, item in items:
        yield from find_parts(item, kind, f"{path}.{key}".lstrip(".").replace(".[", "["))

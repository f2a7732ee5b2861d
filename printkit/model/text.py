"""A text of a definition, in one language or several."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from msgspec import Meta

from printkit.base.plain_text import strip_invisible
from printkit.model.fields import Home, Language, Line, NameLine, Written
from printkit.model.figures import Figure, fill_figures, unknown_figure


class Text(Written, Mapping[str, str]):
    """A text by language: `{ en = "…", fr = "…" }`, or plain words if there is one language.

    A language that it lacks falls back to the definition's first, then to any that it has.
    """

    __slots__ = ("figures", "home", "words")
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
            own = form
            if home.declared:
                own = {key: form[key] for key in form if key in home.languages} or form
        elif len(home.languages) > 1:
            raise ValueError("is not a text in each language")
        else:
            own = {home.languages[0]: form}
        words = {key: strip_invisible(line).strip() for key, line in own.items()}
        if not any("{" in line for line in words.values()):
            return cls(words, home.languages[0])
        return cls(words, home.languages[0], cls.known_figures(words, home))

    @classmethod
    def known_figures(cls, words: Mapping[str, str], home: Home) -> Mapping[str, Figure]:
        """Return the figures that a text may name. Raises ValueError for one that is not known."""
        for line in words.values():
            if fault := unknown_figure(line, home.figures):
                raise ValueError(fault[0].rstrip("."))
        return home.figures

    def __getitem__(self, language: str) -> str:
        words = self.words
        match = next((key for key in (language, self.home, *words) if key in words), language)
        line = words[match]
        return fill_figures(line, match, self.figures) if "{" in line else line

    def __contains__(self, language: object) -> bool:
        return language in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self.words), self.home, dict(self.figures))

    def __eq__(self, other: object) -> bool:
        return self.words == (other.words if isinstance(other, Text) else other)

    def __hash__(self) -> int:
        return hash(tuple(self.words.items()))

    def __repr__(self) -> str:
        return f"Text({self.words!r})"


class Name(Text):
    """A text that is a name."""

    __slots__ = ()
    forms = {str: NameLine, dict: Annotated[dict[Language, NameLine], Meta(min_length=1)]}


class GridName(Name):
    """The name of each card of a grid: `{rank} of {suit}`."""

    __slots__ = ()

    @classmethod
    def known_figures(cls, words: Mapping[str, str], home: Home) -> Mapping[str, Figure]:
        return {}

    def filled(self, **values: "Text | str") -> "Name":
        """Return the name with `{name}` places filled, each in its language."""
        words = dict(self.words)
        for name, value in values.items():
            place = f"{{{name}}}"
            for language, line in words.items():
                if place in line:
                    own = value if isinstance(value, str) else value[language]
                    words[language] = line.replace(place, own)
        return Name(words, self.home)

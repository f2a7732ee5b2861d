"""A text of a definition, in one language or several."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from msgspec import Meta

from printkit.model.fields import Home, Line, Written


class Text(Written, Mapping[str, str]):
    """A text by language: `{ en = "…", fr = "…" }`, or plain words if there is one language.

    A language that it lacks falls back to the definition's first, then to any that it has.
    """

    __slots__ = ("home", "words")
    forms = {str: Line, dict: Annotated[dict[str, Line], Meta(min_length=1)]}

    def __init__(self, words: Mapping[str, str], home: str) -> None:
        self.words, self.home = words, home

    @classmethod
    def read(cls, form: str | dict[str, str], home: Home) -> Self:
        if isinstance(form, dict):
            for key in form:
                if key not in home.known_languages:
                    raise ValueError(f"“{key}” is not a language of this definition")
            own = {key: form[key] for key in form if key in home.languages} or form
            return cls({key: line.strip() for key, line in own.items()}, home.languages[0])
        if len(home.languages) > 1:
            raise ValueError("is not a text in each language")
        return cls({home.languages[0]: form.strip()}, home.languages[0])

    def __getitem__(self, language: str) -> str:
        words = self.words
        for known in (language, self.home):
            if known in words:
                return words[known]
        return next(iter(words.values()))

    def __contains__(self, language: object) -> bool:
        return language in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def filled(self, **values: "Text | str") -> "Text":
        """Return the text with `{name}` places filled, each in its language."""
        words = dict(self.words)
        for name, value in values.items():
            place = f"{{{name}}}"
            for language, line in words.items():
                if place in line:
                    own = value if isinstance(value, str) else value[language]
                    words[language] = line.replace(place, own)
        return Text(words, self.home)

    def __eq__(self, other: object) -> bool:
        return self.words == (other.words if isinstance(other, Text) else other)

    def __hash__(self) -> int:
        return hash(tuple(self.words.items()))

    def __repr__(self) -> str:
        return f"Text({self.words!r})"

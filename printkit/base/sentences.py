"""Translate sentences, kept as template and arguments, and make text safe to print.

The translations are in `templates/locale/LANGUAGE/LC_MESSAGES/printkit.po`, in gettext format. A
key is an English sentence from the code, with placeholders: `There is no theme “{name}”.`

Only the template is translated. Its values may be words from a user's files, so they are kept
unless they are sentences themselves.

Help needs this module, which therefore imports little.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Sized
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

# --- plain text ----------------------------------------------------------------------------------

# Invisible characters that may control a terminal, a reader of metadata or a folder: control
# characters, marks of direction or without width, surrogates, separators of lines and paragraphs,
# blank letters. (Variation selectors, which suit signs need, and soft hyphens are allowed.)
INVISIBLE = (
    r"\x00-\x1f\x7f-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    r"\U000110bd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
# Invisible characters with a meaning in print: line-break opportunities, joiners and non-joiners,
# and the two direction marks.
SHAPING = "\u200b\u200c\u200d\u200e\u200f"
# The length of a text of a file in a message.
MAX_SHOWN = 200
# The length of a typed text in a message, of a quotation of a file, and of a number.
MAX_TYPED = _MAX_QUOTE = 40
_MAX_FIGURES = 24
# The length of the repr of a record.
_MAX_REPR = 600
_Item = TypeVar("_Item")
# The items of a listing in words; --json lists all.
MAX_LISTED = 10


def escape_invisible(text: str, *, keep: str = "") -> str:
    r"""Escape invisible characters as in JSON (`\u001b`), except those to `keep`.

    >>> escape_invisible("evil\x1b[2J")
    'evil\\u001b[2J'
    """

    def escape(match: re.Match[str]) -> str:
        if match[0] in keep:
            return match[0]
        import json  # few texts have any

        return json.dumps(match[0])[1:-1]

    return _INVISIBLE.sub(escape, text)


def strip_invisible(text: str, *, keep: str = "") -> str:
    """Return a text without invisible characters, except those to `keep`, for metadata and file
    names.
    """
    return _INVISIBLE.sub(lambda match: match[0] if match[0] in keep else "", text)


# Letters that become two in ASCII, or that have no decomposition in Unicode.
_LIGATURES = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


def fold(text: str) -> str:
    """Return a string in lower case without accents.

    >>> fold("Cœur d’Élan")
    'coeur d’elan'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def norm(text: str) -> str:
    """Return a heading, a key or a name in lower case without accents, spaces and signs.

    >>> norm("Cœur d’Élan")
    'coeurdelan'
    """
    return "".join(letter for letter in fold(text) if letter.isalnum())


def slugify(text: str, most: int | None = None) -> str:
    """Return a string as an id of at most `most` characters, in lower case without accents.

    The id is empty if the string has no ASCII letter or digit, even without accents.

    >>> slugify("Émile & le Fantôme")
    'emile-le-fantome'
    """
    return re.sub("[^a-z0-9]+", "-", fold(text))[:most].strip("-")


def shorten(text: str, most: int = MAX_SHOWN) -> str:
    """Escape invisible characters, and cut the text to `most` characters."""
    shown = escape_invisible(text, keep="\n")
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def capitalise(text: str) -> str:
    """Return a string with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def take_first(items: Sequence[_Item]) -> tuple[Sequence[_Item], int]:
    """Return the first ten items of a listing, and the number of those left out.

    >>> take_first("abcdefghijkl")
    ('abcdefghij', 2)
    """
    return items[:MAX_LISTED], max(len(items) - MAX_LISTED, 0)


def write_spans(numbers: Sequence[int]) -> list[str]:
    """Return ascending numbers as spans.

    >>> write_spans([1, 2, 3, 7])
    ['1–3', '7']
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ["–".join(map(str, dict.fromkeys(span))) for span in spans]


def name_some(words: Iterable[str]) -> str:
    """Return the first ten words, and the number of those left out.

    >>> name_some("abcdefghijkl")
    'a, b, c, d, e, f, g, h, i, j … (+ 2)'
    """
    shown, left = take_first([*words])
    named = list_words(shown)
    return Sentence("{words}{more}", words=named, more=f" … (+ {left})") if left else named


def quote(value: object) -> str:
    """Return a value of a file as a quotation for a message."""
    if isinstance(value, str):
        return Sentence("“{quoted}”", quoted=shorten(value, _MAX_QUOTE))
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, dict | list):
        return Sentence("this table" if isinstance(value, dict) else "this list")
    try:
        return shorten(str(value), _MAX_FIGURES)
    except ValueError:  # Python refuses to format a number of thousands of digits
        return Sentence("this number")


def brief_repr(record: Any) -> str:
    """Return a short repr of a large record.

    Nested records are shown as a name, collections as a length; empty fields are omitted.
    """

    def show(value: Any) -> str:
        if isinstance(value, str):
            return repr(shorten(value, _MAX_QUOTE))
        if value is None or isinstance(value, bool | int | float | Path):
            return repr(value)
        if isinstance(value, Sized):
            return f"<{len(value)}>"
        names = (getattr(value, name, None) for name in ("slug", "key", "id", "product"))
        name = next((name for name in names if isinstance(name, str)), "…")
        return f"{type(value).__name__}({name})"

    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    shown = [
        f"{name}={show(value)}"
        for name, value in fields.items()
        if not (value is None or (isinstance(value, Sized) and not len(value)))
    ]
    return shorten(f"{type(record).__name__}({', '.join(shown)})", _MAX_REPR)


# --- catalogue -----------------------------------------------------------------------------------

FOLDER, FILE = "locale", ("LC_MESSAGES", "printkit.po")
# Patterns, compiled on first use, because help in English uses none. The first matches an entry of
# a catalogue; commented entries are obsolete.
_ENTRY = r'(?m)^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)$'
_ESCAPED = r"\\(.)"
_HOLE = r"\{(\w+)\}"


class Sentence(str):
    """A sentence with its template and arguments, so that it can be translated.

    `Sentence("A hand of {game} has {count}.", game="casino", count=4)`. The template is its key in
    a catalogue. Arguments that are sentences are translated as well; other values are not. A
    sentence with `parts` is translated part by part, with `between` between them.
    """

    template: str
    arguments: dict[str, Any]
    parts: tuple[str, ...] = ()
    between: str = " "

    def __new__(cls, template: str, /, **arguments: Any) -> Sentence:
        if isinstance(template, Sentence):
            return template
        values = {
            name: value if isinstance(value, str | int | float) else str(value)
            for name, value in arguments.items()
        }
        sentence = super().__new__(cls, _fill(template, values))
        sentence.template, sentence.arguments = template, values
        return sentence

    def __str__(self) -> str:
        """Return the sentence itself, so that `str()` of an exception keeps its template."""
        return self


def _fill(template: str, values: Mapping[str, Any]) -> str:
    """Return a template with its placeholders filled in."""
    if not values:
        return template
    return re.sub(_HOLE, lambda hole: str(values.get(hole[1], hole[0])), template)


def join_sentences(*sentences: str, between: str = " ") -> Sentence:
    """Join sentences that are translated separately."""
    joined = Sentence(between.join(sentences))
    parsed = [parse_sentence(sentence) for sentence in sentences]
    joined.template = between.join(template for template, _ in parsed)
    for _, arguments in reversed(parsed):
        joined.arguments.update(arguments)
    joined.parts, joined.between = sentences, between
    return joined


def list_words(words: Sequence[str]) -> Sentence:
    """Return words joined by commas, with sentences among them translated."""
    kept = [word if isinstance(word, Sentence) else Sentence("{word}", word=word) for word in words]
    return join_sentences(*kept, between=", ")


def as_clause(sentence: str) -> Sentence:
    """Return a sentence without its full stop, for use in another sentence."""
    clause = Sentence(sentence.removesuffix("."))
    clause.parts = (sentence,)
    return clause


def parse_sentence(text: str) -> tuple[str, dict[str, Any]]:
    """Return the template and the arguments of a sentence.

    >>> parse_sentence(Sentence("“{name}” is not a format.", name="papre"))
    ('“{name}” is not a format.', {'name': 'papre'})
    """
    return (text.template, text.arguments) if isinstance(text, Sentence) else (text, {})


class Catalogue:
    """The translations of a language by English sentence."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known

    def translate(self, text: str) -> str:
        """Return a sentence in the language, or itself if the catalogue lacks it.

        Text without a template is only translated if the whole text is a key.
        """
        if not self.known:
            return text
        if not isinstance(text, Sentence):
            return self.known.get(text, text)
        if text.parts:
            joined = text.between.join(map(self.translate, text.parts))
            return joined if text.endswith(text.parts[-1]) else joined.removesuffix(".")
        values = {
            name: self.translate(value) if isinstance(value, Sentence) else value
            for name, value in text.arguments.items()
        }
        return _fill(self._find(text.template, text.arguments), values)

    def _find(self, template: str, arguments: Mapping[str, Any]) -> str:
        """Return the translation of a template, or the template itself.

        A sentence with certain words may have its own key: “There is no such theme.”
        """
        words = {name: word for name, word in arguments.items() if _is_plain(word)}
        for some in (words, *({name: words[name]} for name in words)):
            if some and (special := _fill(template, some)) in self.known:
                return self.known[special]
        return self.known.get(template, template)


def _is_plain(value: object) -> bool:
    """Return True for a sentence without arguments."""
    return isinstance(value, Sentence) and not (value.arguments or value.parts)


# --- files --------------------------------------------------------------------------------------


@cache
def content_root() -> Path | None:
    """Return the folder of `templates/` and `fonts/`, or None if they are missing."""
    # Not importlib.resources: our content is read as files, and that import costs 9 ms a command.
    package = Path(__file__).resolve().parents[1]
    roots = (package / "_content", package.parent)
    return next((root for root in roots if (root / "templates" / "papers.toml").is_file()), None)


@cache
def bundled_catalogue(language: str) -> Catalogue:
    """Return the bundled catalogue of a language; it is empty if there is none."""
    root = content_root()
    path = root and root.joinpath("templates", FOLDER, language, *FILE)
    return Catalogue(read_catalogue(path.read_text("utf-8")) if path and path.is_file() else {})


def read_catalogue(text: str) -> dict[str, str]:
    """Return the translations of a catalogue by English sentence."""
    entries = {_join(key): _join(words) for key, words in re.findall(_ENTRY, text)}
    return {key: words for key, words in entries.items() if key and words}


def _join(lines: str) -> str:
    """Return the text of lines in quotation marks."""
    text = lines[1:-1].replace('"\n"', "")
    if "\\" not in text:
        return text
    return re.sub(_ESCAPED, lambda match: "\n" if match[1] == "n" else match[1], text)

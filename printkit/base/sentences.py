"""Sentences as template and arguments, in the language of a user; text made safe to print.

In: `templates/locale/LANGUAGE/LC_MESSAGES/printkit.po`, in the form of gettext. A key is an English
sentence as it stands in the code, with holes for what differs: `There is no theme “{name}”.`

The sentences of errors have their values in them already, so the catalogue finds the key whose
words they have. Help needs this module, which therefore imports little.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence, Sized
from functools import cache, cached_property
from operator import ne
from pathlib import Path
from typing import Any

from printkit.base.limits import MAX_QUOTED

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
# Invisible characters that have a meaning in print: a place where a line may end, what joins or
# separates letters, and the two marks of direction.
SHAPING = "\u200b\u200c\u200d\u200e\u200f"
# The length of a typed text in a message, of a quotation of a file, and of a number.
MAX_TYPED = _MAX_QUOTE = 40
_MAX_FIGURES = 24
# The length of the repr of a record.
_MAX_REPR = 600


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
    """Remove invisible characters, for metadata and file names, except those to `keep`."""
    return _INVISIBLE.sub(lambda match: match[0] if match[0] in keep else "", text)


# Letters that are two in ASCII, or of which Unicode knows no plain form.
_LIGATURES = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


def fold(text: str) -> str:
    """Return a text in small letters without accents.

    >>> fold("Cœur d’Élan")
    'coeur d’elan'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def norm(text: str) -> str:
    """Return a heading, a key or a name without capitals, accents, spaces and signs.

    >>> norm("Cœur d’Élan")
    'coeurdelan'
    """
    return "".join(letter for letter in fold(text) if letter.isalnum())


def slugify(text: str, most: int | None = None) -> str:
    """Return a text as an id of at most `most` characters; empty without letters of ASCII.

    >>> slugify("Émile & le Fantôme")
    'emile-le-fantome'
    """
    return re.sub("[^a-z0-9]+", "-", fold(text))[:most].strip("-")


def shorten(text: str, most: int = MAX_QUOTED) -> str:
    """Escape invisible characters, and cut the text to `most` characters."""
    shown = escape_invisible(text, keep="\n")
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def capitalise(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def name_some(words: Sequence[str], most: int) -> str:
    """Return the first of some words, and the number of those left out.

    >>> name_some(["ace", "king", "queen"], 2)
    'ace, king … (+ 1)'
    """
    more = f" … (+ {len(words) - most})" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def quote(value: object) -> str:
    """Return a value of a file as a quotation for a message."""
    if isinstance(value, str):
        return f"“{shorten(value, _MAX_QUOTE)}”"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "this table" if isinstance(value, dict) else "this list"
    try:
        return shorten(str(value), _MAX_FIGURES)
    except ValueError:  # a number of thousands of digits, which Python refuses to write
        return "this number"


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
# Patterns, compiled on first use: help in English uses none.
# An entry of a catalogue. Commented ones are out of use.
_ENTRY = r'(?m)^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)$'
_ESCAPED = r"\\(.)"
_HOLE = r"\{(\w+)\}"
# The space between two sentences.
_BETWEEN = r"(?<=[.?!]) (?=\S)"
_HEAD = "{name}: {message}"
# A fault behind the key, the card or the element that has it.
_HEADED = r"(?s)(<\w+>|“[^“”]*”|\w[\w.:/\[\]-]*(?:, [\w-]+)*): (.+)"
_QUOTED_HOLE = r"“\{(\w+)\}"
# Holes that hold numbers alone.
_NUMBERS = ("count", "total")
# What a hole holds. It ends with no narrow space: such a sentence is in French already.
_ANY = r"(.*?)(?<![\xa0\u202f])"
_QUOTATION = r"“([^“”]*)”"
# The values in a plain sentence: quoted words, numbers.
_ARGUMENTS = r"“([^“”]*)”|\d+(?:[.,]\d+)*"


class Sentence(str):
    """A sentence with its template and arguments, so that it can be translated.

    `Sentence("A hand of {game} has {count}.", game="casino", count=4)`. The template is its key in
    a catalogue. A sentence with `parts` is translated part by part.
    """

    template: str
    arguments: dict[str, Any]
    parts: tuple[str, ...] = ()

    def __new__(cls, template: str, **arguments: Any) -> Sentence:
        sentence = super().__new__(cls, template.format(**arguments) if arguments else template)
        sentence.template, sentence.arguments = template, arguments
        return sentence


def join_sentences(first: str, second: str) -> Sentence:
    """Join two sentences that are translated separately."""
    (one, own), (other, others) = parse_sentence(first), parse_sentence(second)
    joined = Sentence(f"{first} {second}")
    joined.template, joined.arguments = f"{one} {other}", {**others, **own}
    joined.parts = (first, second)
    return joined


def parse_sentence(text: str) -> tuple[str, dict[str, Any]]:
    """Return the template and the arguments of a sentence.

    The arguments of a plain text are its quoted words and numbers, named 1, 2 …

    >>> parse_sentence("“papre” is not one of 3 formats.")
    ('“{1}” is not one of {2} formats.', {'1': 'papre', '2': '3'})
    """
    if isinstance(text, Sentence):
        return text.template, text.arguments
    arguments: dict[str, Any] = {}

    def take(match: re.Match[str]) -> str:
        name = str(len(arguments) + 1)
        arguments[name] = match[0] if match[1] is None else match[1]
        return f"{{{name}}}" if match[1] is None else f"“{{{name}}}”"

    return re.sub(_ARGUMENTS, take, text), arguments


class Catalogue:
    """The translations of a language by English sentence."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known

    @cached_property
    def _patterns(self) -> tuple[list[tuple[str, list[str]]], list[tuple[str, list[str]]]]:
        """The keys with holes and the words between these, those of most words first.

        Keys that begin with a word come before all others.
        """
        keys = [key for key in self.known if re.search(_HOLE, key)]
        patterns = [(key, re.sub(_HOLE, "\0", key).split("\0")) for key in keys]
        patterns.sort(key=lambda pattern: -sum(map(len, pattern[1])))
        leading = [pattern for pattern in patterns if pattern[1][0][:1].isalpha()]
        return leading, [pattern for pattern in patterns if pattern not in leading]

    def translate(self, text: str) -> str:
        """Return a sentence in the language, or itself if the catalogue lacks it."""
        if not self.known or not text.strip():
            return text
        if isinstance(text, Sentence) and text.parts:
            return " ".join(map(self.translate, text.parts))
        if isinstance(text, Sentence) and text.template in self.known:
            return self._fill(text.template, text.arguments)
        if text in self.known or " " not in text:
            return self.known.get(text, text)
        if "\n" in text:
            return "\n".join(map(self.translate, text.split("\n")))
        sentences = re.split(_BETWEEN, text)
        parts = list(map(self.translate, sentences)) if len(sentences) > 1 else []
        if parts and all(map(ne, parts, sentences)):
            return " ".join(parts)
        return self._find(text) or " ".join(parts) or text

    def _find(self, text: str) -> str:
        """Return the translation of a sentence that has its values in it, or an empty string."""
        # A clause at the end of a sentence has its key without the full stop.
        forms = [(text, ""), *([(text[:-1], ".")] if text[-1] == "." else ())]
        for clause, stop in forms[1:]:
            if clause in self.known:
                return f"{self.known[clause]}{stop}"
        if sentence := self._match(forms, self._patterns[0]):
            return sentence
        if match := re.fullmatch(_HEADED, text):
            message = self.translate(match[2])
            if message != match[2]:
                return self._fill(_HEAD, {"name": match[1], "message": message})
        return self._match(forms, self._patterns[1])

    def _match(
        self, forms: Sequence[tuple[str, str]], patterns: Sequence[tuple[str, list[str]]]
    ) -> str:
        """Return the translation of a clause, by the first pattern that it has."""
        for key, words in patterns:
            for clause, stop in forms:
                if not clause.startswith(words[0]) or any(word not in clause for word in words):
                    continue  # quicker than a pattern
                if match := _compile(key).fullmatch(clause):
                    values = dict(zip(re.findall(_HOLE, key), match.groups(), strict=True))
                    return f"{self._fill(key, values)}{stop}"
        return ""

    def _fill(self, key: str, values: Mapping[str, Any]) -> str:
        """Return the translation of a key with values, which may be sentences themselves."""
        typed = re.findall(_QUOTED_HOLE, key)

        def fill(hole: re.Match[str]) -> str:
            value = values[hole[1]]
            if not isinstance(value, str):
                return str(value)
            translated = value if hole[1] in typed else self.translate(value)
            return self._requote(value) if translated == value else translated

        return re.sub(_HOLE, fill, self.known[key])

    def _requote(self, value: str) -> str:
        """Return a value with the quotation marks of the language."""
        marks = self.known.get("“{quoted}”")
        return (
            re.sub(_QUOTATION, lambda match: marks.format(quoted=match[1]), value)
            if marks
            else value
        )


@cache
def _compile(key: str) -> re.Pattern[str]:
    """Return the pattern of the sentences of a key."""
    holes = iter(re.findall(_HOLE, key))
    words = [re.escape(word) for word in re.sub(_HOLE, "\0", key).split("\0")]
    pattern = words[0]
    for word in words[1:]:
        pattern += (r"([\d.,]+)" if next(holes) in _NUMBERS else _ANY) + word
    return re.compile(pattern, re.DOTALL)


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

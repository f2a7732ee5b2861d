"""Correct a command line that uses other words for commands, games, products and options. Only a
refused command line is read here. Content: templates/words.toml.
"""

from __future__ import annotations

import pkgutil
import re
import shlex
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path, PurePath

import click
import msgspec

from printkit.base.files import is_file
from printkit.base.sentences import fold, slugify
from printkit.base.words import find_meanings, meanings
from printkit.cli import commands
from printkit.model.definition_files import books, deck_slugs, variant_slugs
from printkit.pieces.kits import product_sets, products

_BUILD, _LIST, _MAP, _NEW, _HELP = "build", "list", "map", "new", "--help"
# The commands whose first argument is a game.
_OF_GAMES = (_BUILD, "show", "settle", "preview", "check")
# The option of `new` with a second word after some values.
_FROM, _WITH_SOURCE = "--from", ("spreadsheet", "images")
_TABLES = (".xlsx", ".ods", ".csv", ".tsv")
_PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
# `-players`; the options with one letter.
_ONE_HYPHEN = re.compile(r"-[a-z][a-z-]+")
_SHORT = ("-h", "-o")


def _any_game() -> str:
    """Return the placeholder for a game that was not named."""
    return find_meanings("games", "usual")[0]


def _find_known(word: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the known name that matches a typed one, ignoring case."""
    return next(((name,) for name in (word, fold(word)) if name in known), ())


def _find_value(word: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the option that was omitted before a value, and the meanings of the value, or None."""
    for option in find_meanings("omitted", "options"):
        if known_as := find_meanings("values", word, option):
            return option, known_as
        table = meanings("values", option).values()
        known = {name for one in table for name in ([one] if isinstance(one, str) else one)}
        if names := _find_known(word, known):
            return option, names
    return None


class Meant(msgspec.Struct):
    """A corrected command line; `certain` is True if no other correction is possible."""

    args: list[str]
    certain: bool = True

    def __str__(self) -> str:
        return shlex.join(["printkit", *self.args])


def _params(command: str) -> Sequence[click.Parameter]:
    """Return the parameters of a command."""
    loaded = import_module(f"{commands.__name__}.{command}").command
    params: Sequence[click.Parameter] = getattr(loaded, "every_param", lambda: loaded.params)()
    return params


def find_meant(args: Sequence[str]) -> Meant | None:
    """Return the corrected form of a refused command line, or None if it contains no synonyms of
    known words.
    """
    known = tuple(info.name for info in pkgutil.iter_modules(commands.__path__))
    reader = _LineReader(list(args), known)
    meant = reader.read()
    return None if meant.args == list(args) else meant


class _LineReader:
    """Reads one command line."""

    def __init__(self, args: list[str], commands: tuple[str, ...]) -> None:
        self.args, self.commands, self.certain = args, commands, True
        # The options of values that were typed without one.
        self.added: list[str] = []

    def read(self) -> Meant:
        first = self.args[0] if self.args else ""
        options = find_meanings("commands", first.lstrip("-")) if first.startswith("-") else ()
        if options:
            return Meant(self.choose(options).split())
        typed, flags, words = self._read_flags()
        line = self._read_command(words)
        if line is None or (line == words and flags == typed):
            return Meant(self.args)
        return Meant([*line, *flags, *self.added], self.certain)

    def choose(self, known_as: tuple[str, ...]) -> str:
        """Return the first meaning, and remember whether there were several."""
        self.certain &= len(known_as) == 1
        return known_as[0]

    def _read_flags(self) -> tuple[list[str], list[str], list[str]]:
        """Return the options with their values, as typed and as corrected, and all other words."""
        typed: list[str] = []
        flags: list[str] = []
        words: list[str] = []
        switches, own = self._list_switches(), self._list_options()
        rest = iter(self.args)
        for word in rest:
            if not word.startswith("-") or word == "-":
                words.append(word)
                continue
            flag, sign, value = word.partition("=")
            if _ONE_HYPHEN.fullmatch(flag) and flag[:2] not in _SHORT:
                flag = f"-{flag}"
            name = flag.lstrip("-")
            if flag not in (*_SHORT, *own) and (known_as := find_meanings("flags", name)):
                name = self.choose(known_as)
                flag = f"--{name}"
            values = [] if sign or flag in switches else [*islice(rest, 1)]
            if flag == _FROM and (value or "".join(values)) in _WITH_SOURCE:
                values += islice(rest, 1)
            typed += [word, *values]
            first = value if sign else "".join(values[:1])
            if meant := find_meanings("values", first, name) if first else ():
                flags += [flag, self.choose(meant), *(values if sign else values[1:])]
            else:
                flags += [f"{flag}={value}" if sign else flag, *values]
        return typed, flags, words

    def _list_switches(self) -> set[str]:
        """Return the options of the command that take no value; of `build` if the command is
        unknown.
        """
        name = next((word for word in self.args if word in self.commands), _BUILD)
        flags = [param for param in _params(name) if getattr(param, "is_flag", False)]
        return {_HELP, "-h", "--version", "--verbose"}.union(
            *((*flag.opts, *flag.secondary_opts) for flag in flags)
        )

    def _list_options(self) -> set[str]:
        """Return the options of the command that is named, if any."""
        name = next((word for word in self.args if word in self.commands), None)
        return {opt for param in _params(name) for opt in param.opts} if name else set()

    def _read_command(self, words: list[str]) -> list[str] | None:
        """Return the command with its arguments, without options, or None if it is not known."""
        if not words:
            return [] if self.args else None
        first, *rest = words
        if first not in self.commands:
            if known_as := find_meanings("commands", first):
                first, *more = self.choose(known_as).split()
                if first.startswith("-"):
                    known = [word for word in rest if word in self.commands]
                    return [*known[:1], first]
                rest = [*more, *rest]
            elif any(
                find(first)
                for find in (self._is_file, self._find_game, self._find_product, _find_value)
            ):
                self.certain = False
                first, rest = self._command_behind(words)
            else:
                return None
        if rest and find_meanings("commands", rest[0]) == (_HELP,):
            return [first, _HELP]
        readers: dict[str, Callable[[list[str]], list[str]]] = {_LIST: self._list, _MAP: self._map}
        if first in _OF_GAMES:
            return self._of_game(first, rest)
        return [first, *readers[first](rest)] if first in readers else [first, *rest]

    def _command_behind(self, words: list[str]) -> tuple[str, list[str]]:
        """Return the command that is named anywhere among the words, by default `build`, and all
        other words.
        """
        for i, word in enumerate(words):
            known_as = (word,) if word in self.commands else find_meanings("commands", word)
            if set(_OF_GAMES).intersection(known_as) and not self._find_product(word):
                return self.choose(known_as), [*words[:i], *words[i + 1 :]]
        return _BUILD, words

    def _list(self, words: list[str]) -> list[str]:
        return [
            part
            for word in words
            for part in (self.choose(find_meanings("lists", word) or (word,)),)
            if part
        ]

    def _map(self, words: list[str]) -> list[str]:
        """Return the deck, then the game."""
        decks = [word for word in words if word in deck_slugs() or find_meanings("decks", word)]
        games = [word for word in words if self._find_game(word)]
        if len(words) == 1 and decks:
            self.certain = False
            return [words[0], _any_game()]
        if len(words) == 1 and games:
            self.certain = False
            return [*find_meanings("decks", "usual"), self._game(words[0])]
        if len(words) != 2 or not decks or not games:
            return words
        deck, game = words if words[0] in decks else words[::-1]
        if deck not in decks or game not in games:
            return words
        if deck not in deck_slugs():
            deck = self.choose(find_meanings("decks", deck))
        return [deck, self._game(game)]

    def _of_game(self, command: str, words: list[str]) -> list[str]:
        """Return the corrected command line for a command about a game."""
        if words and (line := self._of_file(words[0], words[1:])):
            return line
        place = next((i for i, word in enumerate(words) if self._find_game(word)), None)
        if place is None and words and is_file(Path(f"{words[0]}.toml")):
            self.certain = False
            return [command, f"{words[0]}.toml", *words[1:]]
        others = [word for i, word in enumerate(words) if i != place]
        game = _any_game() if place is None else self._game(words[place])
        for word in others:
            if known_as := find_meanings("questions", word):
                self.certain = False
                return self.choose(known_as).format(game=game).split()
        others = [word for word in others if not self._add_value(command, word)]
        made = [self._product(word) for word in others]
        if place is None:
            if not words or not all(self._find_product(word) for word in others):
                self.added = []
                return [command, *words]
            self.certain = False
        if command != _BUILD and any(self._find_product(word) for word in others):
            self.certain = False
            command = _BUILD
        return [command, game, *filter(None, made)]

    def _add_value(self, command: str, word: str) -> bool:
        """Add the option of a value that was typed without its option. Return False for other
        words, or if the command does not have the option, or if the option was typed as well.
        """
        value = None if self._find_product(word) else _find_value(word)
        if not value:
            return False
        name, known_as = value
        flag = f"--{name}"
        typed = [arg.partition("=")[0] for arg in (*self.args, *self.added)]
        if flag in typed or not any(flag in param.opts for param in _params(command)):
            return False
        self.added += [flag, self.choose(known_as)]
        return True

    def _of_file(self, file: str, others: list[str]) -> list[str]:
        """Return the command for a file that is not a definition, or an empty list for any other
        word.
        """
        path = PurePath(file)
        suffix, stem = path.suffix.lower(), slugify(path.stem)
        if suffix in _TABLES:
            self.certain = False
            return [_NEW, stem or "my-deck", "--from", "spreadsheet", file]
        if suffix == ".pdf" and self._find_game(path.stem):
            self.certain = False
            return [_BUILD, self._game(path.stem), *others]
        if suffix in (".pdf", *_PICTURES):
            self.certain = False
            return ["preflight", file, "--for", "shop"]
        return []

    @staticmethod
    def _is_file(word: str) -> bool:
        return PurePath(word).suffix.lower() in (".toml", ".pdf", *_TABLES, *_PICTURES)

    @staticmethod
    def _find_game(word: str) -> tuple[str, ...]:
        known = (*variant_slugs(), *books(), "all")
        return _find_known(word, known) or find_meanings("games", word)

    def _game(self, word: str) -> str:
        return self.choose(self._find_game(word))

    @staticmethod
    def _find_product(word: str) -> tuple[str, ...]:
        known = (*products(), *product_sets())
        return _find_known(word, known) or find_meanings("products", word)

    def _product(self, word: str) -> str:
        return self.choose(self._find_product(word) or (word,))

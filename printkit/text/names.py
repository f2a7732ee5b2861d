"""What the texts of a game can name: figures, examples, words of its definition, drawings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from printkit import __version__
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import PLACE, join_words
from printkit.model.figures import LITERAL, Figure, add_up, write_figure
from printkit.model.notation import shown_values
from printkit.model.variant import Variant
from printkit.rules.ladder import JudgedExample, work_examples
from printkit.text.game_words import GameWords, escape_markdown

# What a place or a directive fills in stands between these until a text has been read, and a
# number that is no figure between the last two.
OPEN, CLOSE = "\ue000", "\ue001"
LITERAL_OPEN, LITERAL_CLOSE = "\ue002", "\ue003"
MARKS = OPEN + CLOSE + LITERAL_OPEN + LITERAL_CLOSE
_PLACE = re.compile(r"\{[^{}]*\}")
# A game and what it has: {poker/suit.spades}.
_OF = re.compile(r"([a-z0-9-]+)/(.+)")
_LISTED = ("hands", "phases", "penalties", "options", "materials", "tokens", "scores")
_SIDES = 6
_MAX_DRAWN = 8
_FORMER = ("{{", "{%")


def mark(text: str) -> str:
    """Return a text marked as filled in."""
    return f"{OPEN}{text}{CLOSE}" if text else ""


class Names:
    """What the texts of one game can name, in one language.

    `find` loads another game by its slug; `single` says that the booklet is of this game
    alone; `text` has the terms of its glossary, None all; `games` are those of a book of several.
    """

    def __init__(
        self,
        variant: Variant,
        language: str,
        find: Callable[[str], Variant],
        *,
        single: bool,
        text: str | None = None,
        games: tuple[str, ...] = (),
    ) -> None:
        self.variant, self.language, self.single = variant, language, single
        self.text, self.games = text, games
        self.game = GameWords(variant, language)
        self._find = find
        self._others: dict[str, Names] = {variant.slug: self}
        self.printed_notes: set[str] = set()
        """notes that were printed"""

    def of(self, slug: str) -> Names:
        """Return the names of another game. Raises PrintkitError."""
        if slug not in self._others:
            other = Names(self._find(slug), self.language, self._find, single=self.single)
            other._others, other.printed_notes = self._others, self.printed_notes
            self._others[slug] = other
        return self._others[slug]

    @cached_property
    def _worked(self) -> tuple[dict[str, JudgedExample], dict[str, PrintkitError]]:
        return work_examples(self.variant)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words that a text can name, by path."""
        return {key: text for key, text in _words(self.game, self.variant) if text} | {
            f"{key}.name": escape_markdown(hand.verdict.hand.name[self.language])
            for key, hand in self._worked[0].items()
            if hand.verdict.hand is not None
        }

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The figures that a text can name, by path; sums included."""
        result = {**self.variant.named_figures, **dict(_figures(self.variant))}
        for path in self.words.keys() & result.keys():  # “±8” is shown, not “−8 or 8”
            del result[path]
        for key, hand in self._worked[0].items():
            result[f"{key}.total"] = hand.verdict.best
            for number, total in enumerate(hand.verdict.totals, 1):
                result[f"{key}.{number}"] = total
        for key, line in self.variant.sums.items():
            try:
                result[key] = add_up(line, result)
            except ValueError as error:
                message = f"The sum “{key}” cannot be added up: {error}."
                self._broken_examples[key] = PrintkitError(message, hint="Mend the sum.")
        return result

    @cached_property
    def _broken_examples(self) -> dict[str, PrintkitError]:
        return dict(self._worked[1])

    @property
    def broken_examples(self) -> Mapping[str, PrintkitError]:
        """The examples and sums that do not hold, with their faults."""
        _ = self.figures
        return self._broken_examples

    @cached_property
    def _paths(self) -> frozenset[str]:
        """Every path and every beginning of one."""
        whole = (*self.figures, *self.words, *(["single"] if self.single else []))
        parts = (path.split(".") for path in whole)
        return frozenset(".".join(p[:i]) for p in parts for i in range(1, len(p) + 1))

    def has(self, path: str) -> bool:
        """Return True if the definition has something under a path: `suits.trump`."""
        return path in self._paths

    def fill(self, line: str, insert: str = "") -> str:
        """Return a line with its places filled in, each marked; `insert` stands for `{text}`.

        Raises PrintkitError.
        """
        if "{" not in line:
            return line
        if any(sign in line for sign in _FORMER):
            raise PrintkitError(
                "“{{” and “{%” are not read in a chapter.",
                hint="Write a place, {counting.limit}; a table, [[stakes]]; or a condition, "
                "“::: when suits.trump” … “:::”.",
            )
        return _PLACE.sub(self._fill_place, line.replace("{text}", insert))

    def _fill_place(self, match: re.Match[str]) -> str:
        place = match[0]
        if place[1] in ".#":  # an attribute of Markdown
            return place
        if place[1] == LITERAL:
            return f"{LITERAL_OPEN}{place[2:-1].strip()}{LITERAL_CLOSE}"
        parts = PLACE.fullmatch(place)
        if parts is None:
            raise PrintkitError(
                f"“{place}” cannot be read as a place.",
                hint="Write {path}, {path|words} or {path: one|many}.",
            )
        return mark(self._write(parts, parts[1].strip()))

    def _write(self, place: re.Match[str], path: str) -> str:
        if other := _OF.fullmatch(path):
            return self.of(other[1])._write(place, other[2])
        example, _, part = path.partition(".")
        if error := self.broken_examples.get(example):
            raise error
        if example in self.variant.example_hands and part in ("out", "takes"):
            ids = self.cards_of(path).split()
            return join_words(self.language, [self.game.face(card).name for card in ids])
        if path in self.figures:
            return write_figure(place, self.figures[path], self.language)
        if path in self.words:
            return self.words[path]
        kind, _, key = path.partition(".")
        if kind == "margin" and not key:
            known = {card.id for card in self.variant.cards}
            return self.game.margin(self.variant.face) if self.variant.face in known else ""
        drawn: Mapping[str, Callable[[str], str]] = {
            "card": self.game.card,
            "suit": self.game.suit,
            "token": self.game.token,
            "sign": self.game.sign,
            "margin": self.game.margin,
            "back": self.game.back,
        }
        if kind in drawn and key:
            return " ".join(drawn[kind](one) for one in self.cards_of(key).split())
        hint = did_you_mean(path, [*self.figures, *self.words], "names", of_file=True)
        raise PrintkitError(f"“{place[0]}” names nothing of {self.variant.slug}.", hint=hint)

    def cards_of(self, key: str) -> str:
        """Return the cards of an example, of a hand (`hands.first`) or of all specials, or the
        key itself. Raises PrintkitError for an example that does not hold.
        """
        name, _, part = key.partition(".")
        if error := self.broken_examples.get(name):
            raise error
        if key == "specials":
            return " ".join(card.id for card in self.game.specials[:_MAX_DRAWN])
        if name == "hands" and part:
            first = self.game.hands[0].id if self.game.hands else part
            return self.game.example(first if part == "first" else part)
        if (item := self.variant.example_hands.get(name)) is None:
            return key
        cards = {"": self._worked[0][name].cards, "out": item.out, "takes": item.takes}
        if part not in cards:
            raise PrintkitError(
                f"“{key}” names no cards.", hint=f"Write {name}, {name}.out or {name}.takes."
            )
        return cards[part] or ""

    def pictures(self, kind: str, keys: str) -> str:
        """Return the pictures of cards, each of the game or the rule set that a key names.

        Raises PrintkitError.
        """
        drawn = []
        for key in keys.split():
            names, own = self, key
            if other := _OF.fullmatch(key):
                names, own = self.of(other[1]), other[2]
            item = names.variant.example_hands.get(own.partition(".")[0])
            game = names.of(item.set).game if item and item.set else names.game
            drawn += [game.card(card, kind=kind) for card in names.cards_of(own).split()]
        return " ".join(drawn)


def _figures(variant: Variant) -> Iterator[tuple[str, Figure]]:
    """Yield the figures that follow from the cards and the counts of a definition."""
    counts: dict[str, int] = {}
    ranks: dict[str, Figure] = {}
    for card in variant.cards:
        for key in (f"families.{card.family}", f"suits.{card.suit}" if card.suit else "specials"):
            counts[key] = counts.get(key, 0) + card.copies
        yield f"cards.{card.id}.copies", card.copies
        if card.values and not _is_double(card.values):
            yield f"cards.{card.id}.value", tuple(card.values)
        if card.rank and card.values:
            ranks.setdefault(f"ranks.{card.rank}", tuple(card.values))
    yield from counts.items()
    yield from ranks.items()
    for key in ("hands", "notes", "sets", "tokens"):
        if entries := getattr(variant, key):
            yield key, len(entries)
    if 0 < (shift := variant.figures.get("shift", 0)) < _SIDES:
        yield "shift.on", tuple(range(1, shift + 1))
        yield "shift.not", tuple(range(shift + 1, _SIDES + 1))
    for key, rows in (("first", variant.stakes[:1]), ("last", variant.stakes[-1:])):
        for row in rows:
            yield f"stakes.{key}.minutes", row.minutes
    for key, time in zip(("first", "last"), variant.game_minutes or (), strict=False):
        yield f"minutes.{key}", time
    for material in variant.materials:
        if (count := material.count_for(variant.players.max)) is not None:
            yield f"materials.{material.id}.count", count


def _is_double(values: tuple[int, ...]) -> bool:
    """Return True for a value that a card shows with both signs."""
    return len(values) > 1 and {*values} == {-value for value in values}


def _words(game: GameWords, variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield the words of a definition."""
    yield from (("version", __version__), ("slug", game.slug), ("name", game.name))
    yield from (("summary", game.summary), ("line", game.line or game.summary))
    low, high = variant.players.min, variant.players.max
    yield "players.range", f"{low}–{high}" if high > low else f"{low}"
    yield "in-sentence", game.in_sentence
    yield "In-sentence", game.in_sentence[:1].upper() + game.in_sentence[1:]
    for kind in _LISTED:
        for entry in getattr(game, kind):
            yield f"{kind}.{entry.id}.name", entry.name
            yield f"{kind}.{entry.id}.how", getattr(entry, "how", "")
    for entry in game.hands[:1]:
        yield from (("hands.first.name", entry.name), ("hands.first.how", entry.how))
    for thing in game.materials:
        yield f"materials.{thing.id}.split", thing.split
        yield f"materials.{thing.id}.more", thing.more
    for suit in game.suits:
        yield f"suits.{suit.id}.name", suit.name
        yield f"hues.{suit.id}", game.hue(suit.id)
    for key, name in game.rank_names.items():
        yield f"ranks.{key}.name", name
    for card in variant.cards:
        yield f"cards.{card.id}.name", game.word(card.name)
        if _is_double(card.values):
            yield f"cards.{card.id}.value", shown_values(card.values)
    yield "exchange", " ".join(f"{words}." for words in game.exchange if words)
    yield from zip(("exchange.allowed", "exchange.further"), game.exchange, strict=True)
    for key, text in variant.texts.items():
        yield f"texts.{key}", game.word(text)

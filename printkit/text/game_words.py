"""A game in the words of one language, as the texts of booklets use it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from printkit.art.pictograms import pictogram_names
from printkit.base.content import load_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import in_language, translate
from printkit.model.cards import Card
from printkit.model.notation import shown_values
from printkit.model.play import OptionalRule, Token
from printkit.model.tabletop import Material, Penalty, Phase, Score, list_pieces
from printkit.model.variant import Variant, describe_exchange
from printkit.rules.examples import examples
from printkit.text.book import BACK, CARD, FACE, PICTOGRAM, SUIT, TOKEN
from printkit.text.traversal import sort_key

T = TypeVar("T", "NamedText", "MaterialView")
# What Markdown would not take for itself.
_SIGNS = re.compile(r"[\\`*_\[\]<&|]")


def escape_markdown(text: str) -> str:
    r"""Return Markdown that shows just this text.

    >>> escape_markdown("A [*] of 2&4")
    'A \\[\\*\\] of 2\\&4'
    """
    return _SIGNS.sub(r"\\\g<0>", text)


class NamedText(msgspec.Struct, frozen=True):
    """Anything that has a name and a sentence."""

    id: str
    name: str
    how: str = ""
    kind: str = ""


class QuestionView(msgspec.Struct, frozen=True):
    """A question of the table and its answer; `reading` says that it is not in the sources."""

    id: str
    ask: str
    answer: str
    reading: bool


class MaterialView(msgspec.Struct, frozen=True):
    """A material: `split` says how those of a player are made up, `more` how those of each player
    above a number are: “1 × 100”.
    """

    id: str
    name: str
    split: str
    more: str


class CardView(msgspec.Struct, frozen=True):
    """A card: `values` as it shows them (`7`, `−8`, `±2`), `copies` of it in the deck."""

    id: str
    name: str
    values: str
    copies: int
    suit: str | None


class GameWords:
    """A variant in one language, as escaped Markdown."""

    def __init__(self, variant: Variant, language: str) -> None:
        self._variant = variant
        self._language = language
        self.slug = variant.slug
        self.name = self.word(variant.name)
        # As it stands in a sentence: “le sabacc au tarot”.
        self.in_sentence = self.word(variant.in_sentence or variant.name)
        self.summary = self.word(variant.summary)
        self.line = self.word(variant.line) if variant.line is not None else ""
        self.families = tuple(
            NamedText(key, self.word(family.name)) for key, family in variant.families.items()
        )
        self.drawn_suits = tuple(key for key, suit in variant.suits.items() if suit.emblem)
        self.suits = tuple(
            NamedText(key, self.word(suit.name)) for key, suit in variant.suits.items()
        )

    def word(self, words: Mapping[str, str]) -> str:
        """Return words of the definition in the language, as escaped Markdown."""
        return escape_markdown(words[self._language])

    def _view_entry(
        self, entry: Phase | Penalty | OptionalRule | Token | Score, kind: str = ""
    ) -> NamedText:
        how = self.word(entry.how) if entry.how is not None else ""
        return NamedText(entry.id, self.word(entry.name), how, kind)

    @cached_property
    def hands(self) -> tuple[NamedText, ...]:
        """The hands that have a name, the best first."""
        return tuple(
            NamedText(h.id, self.word(h.name), self.word(h.how)) for h in self._variant.hands
        )

    @cached_property
    def phases(self) -> tuple[NamedText, ...]:
        """The steps of a turn or a round, in order."""
        return tuple(self._view_entry(entry) for entry in self._variant.phases)

    @cached_property
    def penalties(self) -> tuple[NamedText, ...]:
        """What costs something."""
        return tuple(self._view_entry(entry) for entry in self._variant.penalties)

    @cached_property
    def options(self) -> tuple[NamedText, ...]:
        """What a table may choose."""
        return tuple(self._view_entry(option, option.kind) for option in self._variant.options)

    @cached_property
    def tokens(self) -> tuple[NamedText, ...]:
        """The influence tokens."""
        return tuple(self._view_entry(entry) for entry in self._variant.tokens)

    @cached_property
    def scores(self) -> tuple[NamedText, ...]:
        """The score sheets."""
        return tuple(self._view_entry(score, score.kind) for score in self._variant.scores)

    @cached_property
    def materials(self) -> tuple[MaterialView, ...]:
        """The materials on the table."""
        return tuple(self._view_material(material) for material in self._variant.materials)

    def _view_material(self, material: Material) -> MaterialView:
        pieces = (list_pieces(material.heap), list_pieces(material.further))
        return MaterialView(material.id, self.word(material.name), *pieces)

    @cached_property
    def questions(self) -> tuple[QuestionView, ...]:
        """What a table asks, and the answers."""
        return tuple(
            QuestionView(q.id, self.word(q.ask), self.word(q.answer), q.reading)
            for q in self._variant.questions
        )

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Which source a figure follows."""
        return tuple(self.word(note) for note in self._variant.notes)

    @cached_property
    def cards(self) -> tuple[CardView, ...]:
        """All distinct cards."""
        return tuple(self._view_card(card) for card in self._variant.cards)

    @cached_property
    def specials(self) -> tuple[CardView, ...]:
        """The distinct cards that are of no suit."""
        return tuple(face for face in self.cards if face.suit is None)

    def _view_card(self, card: Card) -> CardView:
        values = shown_values(card.values)
        name = self.word(card.name)
        return CardView(card.id, name, values, card.copies, card.suit)

    @cached_property
    def ranks(self) -> tuple[NamedText, ...]:
        """The ranks of the suits with what they count, numbers that count themselves as one run:
        `name` is `1–11` or a name, `how` the values, empty where a card counts its number."""
        result: dict[str, NamedText] = {}
        run: list[int] = []
        for card in self._variant.cards:
            if card.suit is None or card.rank is None:
                continue
            key, rank = card.rank, self._variant.ranks[card.rank]
            if key.isdigit() and {abs(value) for value in card.values} == {int(key)}:
                run = sorted({*run, int(key)})
            elif key not in result:
                name = self.word(rank.name) if rank.name else key
                result[key] = NamedText(key, name, shown_values(card.values))
        first = (NamedText("run", f"{run[0]}–{run[-1]}"),) if run else ()
        return (*first, *result.values())

    @property
    def rank_names(self) -> Mapping[str, str]:
        """The names of ranks that have one, by id."""
        named = self._variant.ranks.items()
        return {key: self.word(rank.name) for key, rank in named if rank.name}

    @cached_property
    def by_suit(self) -> tuple[NamedText, ...]:
        """The suits; `how` is how many cards each has."""
        counts = Counter[str]()
        for card in self._variant.cards:
            counts[card.suit or ""] += card.copies
        return tuple(replace(suit, how=str(counts[suit.id])) for suit in self.suits)

    @cached_property
    def _examples(self) -> Mapping[str, tuple[Card, ...]]:
        return examples(self._variant)

    def example(self, hand: str) -> str:
        """Return cards that make a hand, by their ids; empty if none were found."""
        return " ".join(card.id for card in self._examples.get(self.hand(hand).id, ()))

    @cached_property
    def exchange(self) -> tuple[str, str]:
        """How many cards may be exchanged, and how many with certain cards, in words."""
        return describe_exchange(self._variant, self._language)

    def face(self, card: str) -> CardView:
        """Return a card by its id. Raises PrintkitError."""
        return self._view_card(self._card(card))

    def _card(self, key: str) -> Card:
        for card in self._variant.cards:
            if card.id == key:
                return card
        raise PrintkitError(
            f"{self.slug} has no card “{key}”.",
            hint=did_you_mean(
                key, (card.id for card in self._variant.cards), "cards", of_file=True
            ),
        )

    def hand(self, key: str) -> NamedText:
        """Return a hand by its id. Raises PrintkitError."""
        return _find_by_id(self.hands, key, self.slug, "hands")

    def hue(self, suit: str) -> str:
        """Return the name of the hue that a suit is of, or ""."""
        return next((self.word(h.name) for h in self._variant.counting.hues if suit in h.suits), "")

    def phase(self, key: str) -> NamedText:
        """Return a phase by its id. Raises PrintkitError."""
        return _find_by_id(self.phases, key, self.slug, "phases")

    # --- pictures ---------------------------------------------------------------------------

    def card(self, key: str, name: str = "", kind: str = CARD) -> str:
        """Return a drawn card, as Markdown; `name` replaces its own. Raises PrintkitError."""
        alt = name or self.word(self._card(key).name)
        return _picture_markdown(kind, self.slug, key, alt)

    def margin(self, key: str) -> str:
        """Return a drawn card in the margin beside the next paragraph. Raises PrintkitError."""
        return self.card(key, kind=FACE) + "{.margin}"

    def sign(self, key: str) -> str:
        """Return the pictogram of a phase in the margin; empty if it has none.

        Raises PrintkitError.
        """
        name = self.phase(key).name
        icon = next(phase.icon for phase in self._variant.phases if phase.id == key) or key
        if icon not in pictogram_names():
            return ""
        return _picture_markdown(PICTOGRAM, self.slug, icon, name) + "{.margin}"

    def back(self, family: str) -> str:
        """Return the back of a family's cards. Raises PrintkitError."""
        result = _find_by_id(self.families, family, self.slug, "families")
        return _picture_markdown(
            BACK, self.slug, family, translate(self._language, "booklet.back", name=result.name)
        )

    def suit(self, key: str) -> str:
        """Return the sign of a suit. Raises PrintkitError."""
        return _picture_markdown(
            SUIT, self.slug, key, _find_by_id(self.suits, key, self.slug, "suits").name
        )

    def token(self, key: str) -> str:
        """Return a drawn token: an influence token, or a material that has a drawing.

        Raises PrintkitError.
        """
        names = {token.id: token.name for token in self.tokens}
        names |= {thing.id: thing.name for thing in self.materials}
        if key not in names:
            raise PrintkitError(
                f"{self.slug} has no token “{key}”.",
                hint=did_you_mean(key, names, "tokens", of_file=True),
            )
        return _picture_markdown(TOKEN, self.slug, key, names[key])


def glossary_terms(language: str, text: str | None = None) -> tuple[NamedText, ...]:
    """Return the glossary, of the booklet that has this text or of all, in the order of the
    language.
    """
    result = [
        NamedText(
            key,
            in_language(item["name"], language),
            in_language(item["how"], language),
            in_language(item["in_game"], language) if "in_game" in item else "",
        )
        for key, item in load_content("rules/glossary.toml").items()
        if text is None or text in item.get("texts", (text,))
    ]
    return tuple(sorted(result, key=lambda term: sort_key(term.name)))


def _find_by_id(items: Iterable[T], key: str, slug: str, kind: str) -> T:
    known = {item.id: item for item in items}
    if key not in known:
        raise PrintkitError(
            f"{slug} has no “{key}”.", hint=did_you_mean(key, known, kind, of_file=True)
        )
    return known[key]


def _picture_markdown(kind: str, slug: str, key: str, alt: str) -> str:
    """Return a picture in Markdown; `alt` is Markdown as well."""
    return f"![{alt}]({kind}:{slug}/{key})"

"""A game in the words of one language, as the texts of booklets use it.

Frozen values with plain words and numbers: the `game` of a text.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from msgspec.structs import replace

from printkit.art.pictograms import pictogram_names
from printkit.base.content import load_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import in_language, translate
from printkit.booklet.book import BACK, CARD, FACE, PICTOGRAM, SUIT, TOKEN
from printkit.booklet.template_views import (
    CardView,
    MaterialView,
    NamedText,
    QuestionView,
    StakesView,
    ValueRange,
)
from printkit.model.cards import Card
from printkit.model.exchange_words import describe_exchange
from printkit.model.notation import shown_values
from printkit.model.play import OptionalRule, Token
from printkit.model.tabletop import Material, Penalty, Phase, Score, list_pieces
from printkit.model.variant import Variant
from printkit.rules.examples import examples

T = TypeVar("T", "NamedText", "MaterialView")
# What Markdown would not take for itself.
_SIGNS = re.compile(r"[\\`*_\[\]<&|]")


def escape_markdown(text: str) -> str:
    r"""Return Markdown that shows just this text.

    >>> escape_markdown("A [*] of 2&4")
    'A \\[\\*\\] of 2\\&4'
    """
    return _SIGNS.sub(r"\\\g<0>", text)


class GameContext:
    """A variant in one language. All that a text can use is an attribute here."""

    def __init__(self, variant: Variant, language: str) -> None:
        self._variant = variant
        self._language = language
        self.slug = variant.slug
        self.name = self._translate(variant.name)
        # As it stands in a sentence: “le sabacc au tarot”.
        self.in_sentence = self._translate(variant.in_sentence or variant.name)
        self.summary = self._translate(variant.summary)
        self.has_table = bool(variant.setup or variant.places)
        self.line = self._translate(variant.line) if variant.line is not None else ""
        self.kind = variant.game
        self.total = variant.total
        self.decks = variant.decks
        self.players = ValueRange(variant.players.min, variant.players.max)
        self.limit = variant.counting.limit
        self.floor = variant.counting.floor
        self.dealt = variant.counting.cards
        self.most = variant.counting.most_cards
        self.sets = variant.sets
        self.families = tuple(
            NamedText(key, self._translate(f.name)) for key, f in variant.families.items()
        )
        self.drawn_suits = tuple(key for key, suit in variant.suits.items() if suit.emblem)
        self.suits = tuple(
            NamedText(key, self._translate(s.name)) for key, s in variant.suits.items()
        )

    def _translate(self, words: Mapping[str, str]) -> str:
        """Return words of the definition in the language, as escaped Markdown."""
        return escape_markdown(words[self._language])

    def _view_entry(
        self, entry: Phase | Penalty | OptionalRule | Token | Score, kind: str = ""
    ) -> NamedText:
        how = self._translate(entry.how) if entry.how is not None else ""
        return NamedText(entry.id, self._translate(entry.name), how, kind)

    @cached_property
    def hands(self) -> tuple[NamedText, ...]:
        """The hands that have a name, the best first."""
        return tuple(
            NamedText(h.id, self._translate(h.name), self._translate(h.how), pot=h.pot)
            for h in self._variant.hands
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
        named = (material.id, self._translate(material.name))
        counts = (material.count_for(self._variant.players.max), material.per_player)
        pieces = (list_pieces(material.heap), list_pieces(material.further))
        return MaterialView(*named, *counts, material.worth, material.above, *pieces)

    @cached_property
    def minutes(self) -> tuple[int, int] | None:
        """How long a game takes, from and to."""
        return self._variant.game_minutes

    @cached_property
    def stakes(self) -> tuple[StakesView, ...]:
        """What to begin with, by the number of players."""
        return tuple(
            StakesView(s.players, s.credits, s.first, s.minutes, s.hands)
            for s in self._variant.stakes
        )

    @cached_property
    def figures(self) -> Mapping[str, int]:
        """The figures that texts name: antes, bets, what the dice do."""
        return self._variant.figures

    @cached_property
    def questions(self) -> tuple[QuestionView, ...]:
        """What a table asks, and the answers."""
        return tuple(
            QuestionView(q.id, self._translate(q.ask), self._translate(q.answer), q.reading)
            for q in self._variant.questions
        )

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Which source a figure follows."""
        return tuple(self._translate(note) for note in self._variant.notes)

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
        name = self._translate(card.name)
        return CardView(
            card.id, name, values, card.copies, card.suit, card.rank, card.kind, card.values
        )

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
                name = self._translate(rank.name) if rank.name else key
                result[key] = NamedText(key, name, shown_values(card.values))
        first = (NamedText("run", f"{run[0]}–{run[-1]}"),) if run else ()
        return (*first, *result.values())

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
    def glossary(self) -> tuple[NamedText, ...]:
        """The terms that the booklet of this game explains, in the order of the language."""
        return glossary_terms(self._language, self._variant.rules)

    @cached_property
    def exchange(self) -> tuple[str, str]:
        """How many cards may be exchanged, and how many with certain cards, in words."""
        return describe_exchange(self._variant, self._language)

    @cached_property
    def exchange_counts(self) -> tuple[int, ...]:
        """How many cards may be exchanged, whatever one holds, ascending."""
        exchange = self._variant.exchange
        return () if exchange is None else exchange.counts

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
        return next(
            (self._translate(h.name) for h in self._variant.counting.hues if suit in h.suits), ""
        )

    def phase(self, key: str) -> NamedText:
        """Return a phase by its id. Raises PrintkitError."""
        return _find_by_id(self.phases, key, self.slug, "phases")

    def penalty(self, key: str) -> NamedText:
        """Return a penalty by its id. Raises PrintkitError."""
        return _find_by_id(self.penalties, key, self.slug, "penalties")

    def option(self, key: str) -> NamedText:
        """Return an option by its id. Raises PrintkitError."""
        return _find_by_id(self.options, key, self.slug, "options")

    def material(self, key: str) -> MaterialView:
        """Return a material by its id. Raises PrintkitError."""
        return _find_by_id(self.materials, key, self.slug, "materials")

    # --- pictures ---------------------------------------------------------------------------

    def card(self, key: str, name: str = "", kind: str = CARD) -> str:
        """Return a drawn card, as Markdown; `name` replaces its own. Raises PrintkitError."""
        alt = name or self._translate(self._card(key).name)
        return _picture_markdown(kind, self.slug, key, alt)

    def pictures(self, keys: str, caption: str = "", kind: str = CARD) -> str:
        """Return small cards in a row, with a caption. Raises PrintkitError."""
        row = " ".join(self.card(key, kind=kind) for key in keys.split())
        return f"{row}\n*{caption}*" if caption else row

    def faces(self, keys: str, caption: str = "") -> str:
        """Return cards as they are printed, in a row with a caption. Raises PrintkitError."""
        return self.pictures(keys, caption, FACE)

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


def sort_key(word: str) -> str:
    """Return a word as a reader looks for it: without accents, case and punctuation."""
    plain = unicodedata.normalize("NFD", word.replace("œ", "oe").replace("Œ", "OE"))
    return "".join(c for c in plain.casefold() if c.isalnum() or c == " ")


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

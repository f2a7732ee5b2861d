"""Define a whole game with its rights and fonts.

Our licence and our disclaimer are only printed if our games, texts or drawings are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct, field

from printkit.base import limits
from printkit.base.content import content_path
from printkit.base.design import Fonts
from printkit.base.files import GENERATOR
from printkit.base.messages import DEFAULT_LANGUAGE, OR, in_language, join_words, translate
from printkit.base.record_faults import load_rows
from printkit.base.records import Fault, Part, evolve
from printkit.base.sentences import Sentence, brief_repr, capitalise
from printkit.model import play
from printkit.model.cards import (
    INK,
    ORBIT,
    Card,
    CardEntry,
    CardStyle,
    Credited,
    Design,
    Family,
    Grid,
    Rank,
    Suit,
    Turned,
    default_families,
)
from printkit.model.fields import (
    BY_SET,
    MINUS,
    NO_BACK,
    Chapters,
    Count,
    DeckCount,
    DeckShape,
    Figure,
    Id,
    Language,
    LargeNumber,
    Line,
    Provenance,
    Ref,
    ShapeName,
    Slug,
    Sum,
    Value,
    VariantId,
    shown_values,
)
from printkit.model.play import Clause, Due, Payment, Settlement
from printkit.model.tabletop import (
    Mat,
    Material,
    Penalty,
    Phase,
    Place,
    Ruling,
    Score,
    SetupStep,
    Tournament,
    Track,
)
from printkit.model.text import Aim, Mood, Name, Text

# --- variant -------------------------------------------------------------------------------------

# The size of cards whose definition names none.
DEFAULT_CARD_SIZE = "poker"

_PlayerCount = Annotated[int, Meta(ge=1, le=99)]
# Times of at least this many minutes are rounded to multiples of 10 min.
_LONG = 60
_MAX_PIPS = 11
# The name of the booklet text that fits all games, and the suffix of the files of booklet texts in
# templates/rules/.
RULES, RULES_FILE = "generic", ".md"
# The origin of a game: bundled, a user's own, or a bundled one that a user has changed.
OURS, OWN, BOTH = "ours", "own", "both"


def round_minutes(time: int) -> int:
    """Round a time as books and lists state it: to 5 min, or to 10 min from an hour on.

    >>> round_minutes(56), round_minutes(76), round_minutes(189)
    (55, 80, 190)
    """
    step = 5 if time < _LONG else 10
    return round(time / step) * step


class Players(Part):
    """The numbers of players."""

    min: _PlayerCount
    max: _PlayerCount

    def faults(self) -> Iterator[Fault]:
        if self.min > self.max:
            yield Fault(
                (), Sentence("from {min} to {max} is an empty range.", min=self.min, max=self.max)
            )


class Variant(Credited, dict=True):
    """A variant: its deck, hands, rules, materials and texts."""

    __repr__ = brief_repr

    extends: Ref | None = None
    """a slug, or a TOML file beside this one"""
    without: Annotated[tuple[Id, ...], limits.MAX_WITHOUT.meta] = ()
    """cards, payments and clauses of the base file that are left out"""
    adds: Annotated[tuple[Ref, ...], limits.MAX_LAYERS.meta] = ()
    """definitions whose cards, payments and clauses are added"""
    # Every definition has a slug and a name; `layers` derives the defaults from the file name.
    slug: Slug = field(default_factory=str)
    """the name of its folder; by default that of this file"""
    name: Name = field(default_factory=lambda: Name({}, DEFAULT_LANGUAGE))
    """its name; by default that of this file"""
    in_sentence: Name | None = None
    """the name inside a sentence, where that differs: “le sabacc au tarot”"""
    summary: Text | None = None
    """one or two sentences about it"""
    line: Mood | None = None
    """a sentence below the title that sets the mood"""
    aim: Aim | None = None
    """the aim of the players, in at most three sentences"""
    aim_hands: Annotated[tuple[Line, ...], Meta(max_length=2)] = ()
    """two hands in the syntax of `show --hand`, counted beside the aim"""
    minutes: Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)] | None = None
    """the shortest and longest duration of a game; by default it follows from the stakes"""
    game: Id | None = None
    """the family of games that `list` groups by"""
    languages: (
        Annotated[tuple[Language, ...], Meta(min_length=1), limits.MAX_LANGUAGES.meta] | None
    ) = None
    """the languages of its texts, the main one first; by default those of its name, and for plain
    words the language asked for"""
    players: Players | None = None
    """how many can play; without it, no product gives a number of players"""
    figures: Annotated[dict[Id, LargeNumber], limits.MAX_ENTRIES.meta] = {}
    """figures for texts: { ante = 1 } fills in {figures.ante}"""
    card_size: Ref = DEFAULT_CARD_SIZE
    """a card size by name, or 63.5x88.9mm"""
    shape: DeckShape | None = None
    """the shape of its cards: a name, or an SVG file beside this one with a closed outline; by
    default they have rounded corners"""
    shapes: Annotated[tuple[ShapeName, ...], limits.MAX_ENTRIES.meta] = ()
    """other shapes that suit its cards"""
    families: Annotated[dict[Id, Family], Meta(min_length=1), limits.MAX_FAMILIES.meta] = field(
        default_factory=default_families
    )
    """the families of cards, each with its back; by default there is one, with a bundled back"""
    suits: Annotated[dict[Id, Suit], limits.MAX_SUITS.meta] = {}
    listed_ranks: Annotated[tuple[Rank, ...], limits.MAX_RANKS.meta] = field(
        default=(), name="ranks"
    )
    grids: Annotated[tuple[Grid, ...], limits.MAX_GRIDS.meta] = ()
    listed_cards: Annotated[tuple[CardEntry, ...], limits.MAX_DISTINCT_CARDS.meta] = field(
        default=(), name="cards"
    )
    cards_table: Ref | None = None
    """a table of more cards beside this file: CSV, TSV, XLSX or ODS"""
    sheet: Ref | None = None
    """the sheet of its spreadsheet; by default the first with known headings"""
    encoding: Ref | None = None
    """the encoding of its text, such as cp1250; by default it is detected"""
    columns: Annotated[dict[Ref, str], limits.MAX_COLUMNS.meta] = {}
    """headings of the table with the keys of a card that they mean: { Flavour = "text" }; an empty
    key skips the column"""
    fonts: Fonts = Fonts()
    """fonts beside this file, by role"""
    signs: Annotated[dict[Id, Path], limits.MAX_SUITS.meta] = {}
    """drawings beside this file for texts of cards, by name: { water = "water.svg" } for {water}"""
    design: Design = Design()
    """the look of faces with a picture or a text"""
    counting: play.Counting = play.Counting(system="sum")
    """how a hand is counted; by default its sum"""
    hands: Annotated[tuple[play.Hand, ...], limits.MAX_HANDS.meta] = ()
    exchange: play.Exchange | None = None
    """how many cards a player may exchange"""
    sets: Annotated[tuple[VariantId, ...], limits.MAX_ENTRIES.meta] = ()
    """the rule sets that can be in use with this deck"""
    sets_rule: Literal["values", "all"] | None = None
    """whether the set in use decides card values only, or hands too"""
    tokens: Annotated[tuple[play.Token, ...], limits.MAX_TOKENS.meta] = ()
    groups: Annotated[dict[Id, play.TokenGroup], limits.MAX_ENTRIES.meta] = {}
    """the groups of tokens, in order"""
    options: Annotated[tuple[play.OptionalRule, ...], limits.MAX_ENTRIES.meta] = ()
    presets: Annotated[tuple[play.Preset, ...], limits.MAX_ENTRIES.meta] = ()
    """named sets of optional rules"""
    preset: Annotated[Id, Meta(extra={"names": "presets"})] | None = None
    """the preset by which the game is played; by default none"""
    decks: DeckCount = 1
    """how many of these decks you have"""
    standins: Annotated[tuple[play.StandIn, ...], limits.MAX_STANDINS.meta] = ()
    """the games that can be played with this deck"""
    materials: Annotated[tuple[Material, ...], limits.MAX_MATERIALS.meta] = ()
    setup: Annotated[tuple[SetupStep, ...], limits.MAX_ENTRIES.meta] = ()
    """the steps of setting up the table, in order"""
    phases: Annotated[tuple[Phase, ...], limits.MAX_ENTRIES.meta] = ()
    """the steps of a turn, in order"""
    penalties: Annotated[tuple[Penalty, ...], limits.MAX_ENTRIES.meta] = ()
    """the payments that players may owe before the showdown"""
    payments: Annotated[tuple[Payment, ...], limits.MAX_ENTRIES.meta] = ()
    """the payments of a showdown, in order"""
    clauses: Annotated[tuple[Clause, ...], limits.MAX_ENTRIES.meta] = ()
    """the sentences that change payments"""
    settlement: Settlement = Settlement()
    """how ties are decided"""
    places: Annotated[tuple[Place, ...], limits.MAX_PLACES.meta] = ()
    """the places of mat, boards and table"""
    tracks: Annotated[tuple[Track, ...], limits.MAX_TRACKS.meta] = ()
    mat: Mat = Mat()
    scores: Annotated[tuple[Score, ...], limits.MAX_SCORES.meta] = ()
    """the score sheets"""
    tournament: Tournament = Tournament()
    """the tables, the cut, the clock and the credits of a tournament"""
    rules: Annotated[Ref, Meta(extra={"names": "texts"})] = RULES
    """the text of its booklet: a file of templates/rules/"""
    chapters: Chapters = field(default_factory=Chapters)
    """Markdown beside this file, chapters of your own in its booklet: “rules.md”, or a file for
    each language"""
    stakes: Annotated[tuple[play.Stakes, ...], limits.MAX_ENTRIES.meta] = ()
    """recommended stakes by number of players"""
    chances: Annotated[tuple[play.Chance, ...], limits.MAX_ENTRIES.meta] = ()
    """chances of the hands; they are dropped if a figure that they depend on changes"""
    example_hands: Annotated[dict[Id, play.ExampleHand], limits.MAX_ENTRIES.meta] = {}
    """example hands of the rules"""
    sums: Annotated[dict[Id, Sum], limits.MAX_ENTRIES.meta] = {}
    """figures that follow from others: { pot = "3 figures.ante + 3 first-bet" }"""
    plays: Annotated[tuple[play.Play, ...], limits.MAX_ENTRIES.meta] = ()
    """turns that the booklet shows with the table before and after them"""
    texts: Annotated[dict[Id, Text], limits.MAX_ENTRIES.meta] = {}
    """sentences that the rules name: {texts.story}"""
    face: Id | None = None
    """the card beside the story"""
    questions: Annotated[tuple[play.Question, ...], limits.MAX_ENTRIES.meta] = ()
    """questions and answers: a chapter of the booklet"""
    notes: Annotated[tuple[Text, ...], limits.MAX_ENTRIES.meta] = ()
    """the source of a figure, and the reason for its choice"""

    @cached_property
    def ranks(self) -> Mapping[str, Rank]:
        """Every rank by its id, each rank of a run separately."""
        ranks: dict[str, Rank] = {}
        for entry in self.listed_ranks:
            if entry.id is not None:
                ranks[entry.id] = evolve(entry, kind=entry.kind or "ranked")
                continue
            kind = entry.kind or "numbered"
            for name in entry.ids:
                ranks[name] = evolve(entry, id=name, first=int(name), last=int(name), kind=kind)
        return ranks

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every distinct card of the deck: the cells of the grids, then the listed cards."""
        left_out = set(self.without)
        cards: list[Card] = []
        for grid in self.grids:
            for suit_id, rank_id in grid.cells:
                name = f"{suit_id}-{rank_id}"
                if name in left_out:
                    continue
                suit, rank = self.suits[suit_id], self.ranks[rank_id]
                shown = {
                    "rank": rank.name or rank_id,
                    "suit": suit.name,
                    "of": suit.of or suit.name,
                }
                value = rank.value
                if value is None and (number := rank.first) is not None:
                    signs = {-number if sign == "-" else number for sign in suit.signs}
                    value = Value(tuple(sorted(signs)))
                cell = CardEntry(
                    id=name,
                    name=grid.name.filled(**shown),
                    caption=rank.name,
                    value=value,
                    suit=suit_id,
                    rank=rank_id,
                    family=grid.family,
                    copies=grid.copies,
                    per_player=grid.per_player,
                )
                cards.append(_complete_card(self, cell, rank.kind))
        for listed in self.listed_cards:
            cards.append(listed if isinstance(listed, Card) else _complete_card(self, listed))
        return tuple(cards)

    @property
    def origin(self) -> str:
        """The origin of the game: OURS (bundled), OWN (a user's) or BOTH."""
        return OWN

    @property
    def named_figures(self) -> Mapping[str, Figure]:
        """The figures that texts may name, by path."""
        return (self.summary or self.name).figures

    @property
    def least_players(self) -> int:
        """The minimum number of players; 1 if none is given."""
        return self.players.min if self.players is not None else 1

    @property
    def most_players(self) -> int:
        """The maximum number of players; 1 if none is given."""
        return self.players.max if self.players is not None else 1

    @property
    def dealt_cards(self) -> int | None:
        """The number of cards in each hand at the start, or None if it is not fixed."""
        return self.counting.cards or self.figures.get("dealt")

    @property
    def game_minutes(self) -> tuple[int, int] | None:
        """The minimum and maximum duration of a game in minutes, or None if unknown.

        Without `minutes`, the duration is computed from the stakes: until the first player is out.
        """
        if self.minutes is not None:
            return self.minutes[0], self.minutes[-1]
        times = [row.minutes * hands for row in self.stakes for hands in row.hands]
        return (round_minutes(min(times)), round_minutes(max(times))) if times else None

    @property
    def tournament_figures(self) -> Mapping[str, int]:
        """The figures of a tournament: `seats`, `rounds` and `minutes`, `half` if half of a table
        goes on, and `credits` if the game has any.
        """
        cup, stake = self.tournament, self.stake_material
        hour = (self.game_minutes or (_LONG, _LONG))[1]
        credits = cup.credits or (stake.worth if stake is not None else 0)
        figures = {
            "seats": min(cup.seats, self.most_players),
            "rounds": cup.rounds,
            "minutes": cup.minutes or min(_LONG, hour),
        }
        half = {"half": 1} if 2 * cup.part[0] == cup.part[1] else {}
        return figures | half | ({"credits": credits} if credits else {})

    @property
    def stake_material(self) -> Material | None:
        """The tokens with which each player pays stakes, or None.

        Tokens of several worths come first; other tokens count only in a game with a reserve.
        """
        own = [m for m in self.materials if m.per_player and "tokens" in m.products]
        if not any(place.kind == "reserve" for place in self.places):
            own = [m for m in own if m.denominations]
        return max(own, key=lambda m: bool(m.denominations), default=None)

    @property
    def chosen_preset(self) -> play.Preset | None:
        """The preset by which the game is played, or None."""
        return next((preset for preset in self.presets if preset.id == self.preset), None)

    @property
    def agreed(self) -> tuple[play.OptionalRule, ...]:
        """The optional rules of the chosen preset."""
        chosen = self.chosen_preset.options if self.chosen_preset is not None else ()
        return tuple(option for option in self.options if option.id in chosen)

    @property
    def answers(self) -> Iterator[tuple[play.Question, Text, Provenance]]:
        """Each question with its answer (its own, or the sentence of its clause) and the answer's
        provenance.
        """
        clauses = {clause.id: clause for clause in self.clauses}
        for question in self.questions:
            if question.answer is not None:
                yield question, question.answer, question.provenance
            elif question.clause is not None:
                clause = clauses[question.clause]
                yield question, clause.how, clause.provenance

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All clauses of the rules: phases, penalties, payments and clauses, in this order."""
        return (*self.phases, *self.penalties, *self.payments, *self.clauses)

    @property
    def is_played(self) -> bool:
        """True for a game with rules, False for a deck of cards without rules."""
        return bool(self.hands or self.phases)

    @property
    def dues(self) -> tuple[Penalty | Payment, ...]:
        """The gains and losses of a player: penalties, and payments with a short form."""
        return (*self.penalties, *(paid for paid in self.payments if paid.short is not None))

    @property
    def cases(self) -> tuple[Clause, ...]:
        """The special cases on aids: clauses with a short form."""
        return tuple(clause for clause in self.clauses if clause.short is not None)

    @property
    def pictured_dues(self) -> tuple[Due, ...]:
        """The entries on panels and mats: dues, and cases with a pictogram."""
        return (*self.dues, *(case for case in self.cases if case.icon is not None))

    @property
    def total(self) -> int:
        """The number of cards of the deck, with copies."""
        return sum(card.copies for card in self.cards)

    def with_cards(self, cards: Iterable[Card]) -> Self:
        """Return the variant with only these cards."""
        return evolve(self, grids=(), listed_cards=tuple(cards))


class LoadedVariant(Variant):
    """A variant that was read, with its origin."""

    origin: str

    @classmethod
    def of(cls, variant: Variant, *, has_ours: bool, has_others: bool) -> Self:
        """Return a variant with its origin, from its bundled and user files.

        A bundled text counts as a bundled file.
        """
        has_ours = has_ours or variant.rules != RULES
        origin = OWN if not has_ours else BOTH if has_others else OURS
        known = {name: getattr(variant, name) for name in Variant.__struct_fields__}
        return cls(**known, origin=origin)


def _complete_card(variant: Variant, entry: CardEntry, kind: str | None = None) -> Card:
    """Return the card of an entry.

    A missing style comes from its rank, then its suit, then its family, then the default.
    """
    suit = variant.suits[entry.suit] if entry.suit else None
    rank = variant.ranks[entry.rank] if entry.rank else None
    family = entry.family or (suit and suit.family) or next(iter(variant.families))
    styles = [style for style in (entry, rank, suit, variant.families[family]) if style]
    merged: dict[str, Any] = {
        key: next((v for s in styles if (v := getattr(s, key)) is not None), None)
        for key in CardStyle.__struct_fields__
    }
    number = rank.first if rank else None
    colour, emblem, turned = merged["colour"] or INK, merged["emblem"], merged["turned"]
    mark = (suit.emblem if suit else None) or emblem
    has_pips = number is not None and 1 <= number <= _MAX_PIPS and mark
    own_layout = ""
    if entry.art is not None:
        own_layout = "art" if entry.text is None else "picture"
    else:  # a card that has only a name, a type and a cost is one of words
        is_played = entry.value or entry.index or entry.emblem or entry.rank
        words = entry.text or (None if is_played else entry.kicker or entry.cost)
        own_layout = "" if words is None else "text"
    layout = entry.layout or own_layout or merged["layout"]
    layout = layout or ("pips" if has_pips else "emblem" if emblem else "number")
    if turned is not None:
        index = _fill_index(turned.index or "", number)
        turned = Turned(colour=turned.colour or colour, index=index)
    if (corner := merged["index"]) is None:
        corner = shown_values(() if entry.rule == BY_SET else entry.values)
    else:
        corner = _fill_index(corner, number)
    own = {key: getattr(entry, key) for key in CardEntry.__struct_fields__}
    completed = {
        "family": family,
        "kind": kind,
        "colour": colour,
        "mark": mark,
        "frame": merged["frame"] or ORBIT,
        "layout": layout,
        "rail": merged["rail"] or "solid",
        "pips": (number or 0) if layout == "pips" else 0,
        "index": corner,
        "turned": turned,
        "kicker": entry.kicker or (suit.name if suit else None),
    }
    return Card(**own | merged | completed)


def _fill_index(index: str, number: int | None) -> str:
    return index.replace("{n}", "" if number is None else str(number)).replace("-", MINUS)


# --- rights --------------------------------------------------------------------------------------

# The names of licences by their SPDX identifiers.
_LICENCES = "licences.toml"
_OUR_LICENCE = "CC-BY-4.0"
# The layouts of faces that have a bundled frame, unless a picture takes its place.
_FRAMED = ("pips", "court", "ace", "emblem", "number")
_ENDS = (".", "!", "?", "…")
# The maximum number of names listed beside the author of their pictures.
_MAX_NAMED = 8
# Author, words of credit, licence and address.
_Terms = tuple[str, ...]


class Rights(Struct, frozen=True):
    """The statements of rights on a print, in one language.

    `subject` and `author` are for metadata; `author` may be empty. `lines` are the sentences on a
    user's game and its drawings, first the one on the game. `notice` is one line for a box or the
    foot of a page, and `statement` is the full text; they may be empty.
    """

    subject: str
    author: str
    lines: tuple[str, ...] = ()
    notice: str = ""
    statement: str = ""


def rights_of(variant: Variant | None, language: str) -> Rights:
    """Return the rights in a game or, without a game, in the program's own pages."""
    origin = variant.origin if variant is not None else OWN
    subject = translate(language, f"rights.subject-{origin}")
    if variant is None or origin == OURS:
        return Rights(subject, GENERATOR, (), subject, subject)
    author = ", ".join(filter(None, (variant.author, GENERATOR if origin == BOTH else None)))
    game = list(_describe_game(variant, language))
    drawings = _describe_drawings(variant, language) if origin == OWN else ""
    lines = [*game, *filter(None, (_describe_pictures(variant, language), drawings))]
    disclaimer = [subject] if origin == BOTH else []
    notice = " · ".join(filter(None, (" ".join(game).rstrip("."), *disclaimer)))
    return Rights(subject, author, tuple(lines), notice, " ".join((*lines, *disclaimer)))


def joint_rights(variants: Iterable[Variant], language: str) -> Rights:
    """Return the rights in a print of several games."""
    all_rights = [rights_of(variant, language) for variant in variants]
    origins = {variant.origin for variant in variants}
    subject = translate(language, f"rights.subject-{origins.pop() if len(origins) == 1 else BOTH}")
    authors = ", ".join(dict.fromkeys(rights.author for rights in all_rights if rights.author))
    lines = dict.fromkeys(line for rights in all_rights for line in rights.lines)
    return Rights(subject, authors, tuple(lines), subject, " ".join((*lines, subject)))


def licence_name(licence: str, language: str) -> str:
    """Return the name of a licence: an SPDX identifier in full, or any other text unchanged."""
    names = load_rows(_LICENCES, dict[str, str])
    known = {key.lower(): name for key, name in names.items()}.get(licence.lower())
    return licence if known is None else in_language(known, language)


def _describe_game(variant: Variant, language: str) -> Iterator[str]:
    """Yield “Orbit, by Ada Moreau.” and “Licence: MIT. https://…”; nothing if neither is given."""
    name = variant.name[language]
    if variant.author:
        name = translate(language, "rights.by", name=name, author=variant.author)
    if any(_terms(variant)):
        yield " ".join(map(_ended, filter(None, (name, variant.credit))))
    terms = [variant.url or ""]
    if variant.licence:
        own = licence_name(variant.licence, language)
        terms.insert(0, _ended(translate(language, "rights.licence", licence=own)))
    if any(terms):
        yield " ".join(filter(None, terms))


def _ended(text: str) -> str:
    return text if text.endswith(_ENDS) else f"{text}."


def _describe_pictures(variant: Variant, language: str) -> str:
    """Return the authors of pictures, each with the names of the parts that they have drawn."""
    groups: dict[_Terms, list[str]] = {}
    for name, part in _pictured(variant):
        groups.setdefault(_terms(part), []).append(name[language])
    credits = []
    for terms, names in groups.items():
        if any(terms):
            *who, licence, url = terms
            own = licence_name(licence, language) if licence else ""
            words = ", ".join(filter(None, (*who, own, url)))
            more = translate(language, "rights.things", count=len(names))
            shown = ", ".join(dict.fromkeys(names)) if len(names) <= _MAX_NAMED else more
            credits.append(f"{words} ({shown})" if len(groups) > 1 else words)
    return translate(language, "rights.pictures", credits="; ".join(credits)) if credits else ""


def _pictured(variant: Variant) -> Iterator[tuple[Mapping[str, str], Credited]]:
    """Yield the name of each part that has pictures of its own, and the part."""
    for family in variant.families.values():
        if isinstance(family.back.design, Path):
            yield family.name, family
    yield from ((suit.name, suit) for suit in variant.suits.values() if _is_own(suit.emblem))
    for card in variant.listed_cards:
        backs = card.back.design if card.back is not None else None
        if any(_is_own(path) for path in (card.emblem, card.art, backs)):
            yield card.name, card


def _terms(part: Credited) -> _Terms:
    return part.author or "", part.credit or "", part.licence or "", part.url or ""


@lru_cache(maxsize=1024)  # thousands of cards may share some emblems
def _is_own(drawing: Path | str | None) -> bool:
    """Return True for a picture that is not bundled."""
    return isinstance(drawing, Path) and not drawing.is_relative_to(content_path())


def _is_ours(drawing: Path | str | None) -> bool:
    """Return True for a bundled drawing: a file, or a back by its name."""
    return drawing not in (None, NO_BACK) and not _is_own(drawing)


def _describe_drawings(variant: Variant, language: str) -> str:
    """Return a sentence on the bundled drawings on the cards, with our licence, or ""."""
    cards: list[CardEntry] = [*variant.cards]
    backs = [card.back or variant.families[card.family].back for card in variant.cards]
    emblems = [path for card in variant.cards for path in (card.emblem, card.mark)]
    emblems += [item.emblem for item in variant.tokens]
    emblems += [item.emblem for item in variant.materials]
    used = {
        "backs": any(_is_ours(back.design) for back in backs),
        "frames": any(card.layout in _FRAMED and card.art is None for card in cards),
        "emblems": any(map(_is_ours, emblems)),
    }
    kinds = [translate(language, f"rights.{kind}") for kind, is_there in used.items() if is_there]
    if not kinds:
        return ""
    words = join_words(language, kinds)
    licence = licence_name(_OUR_LICENCE, language)
    return translate(language, "rights.drawings", kinds=capitalise(words), licence=licence)


# --- exchange ------------------------------------------------------------------------------------


def describe_exchange(rules: Variant, language: str) -> tuple[str, str]:
    """Return how many cards may be exchanged, and how many with certain cards in hand, as two
    texts.

    “0, 1 or 2”, “Jedi Master in hand: also 3 or 4”; a string is empty without such a rule.
    """
    if rules.exchange is None:
        return "", ""
    counts, more = rules.exchange.counts, rules.exchange.more
    allowed = join_words(language, [str(count) for count in counts], OR)
    if len(counts) == 1:
        allowed = translate(language, "rule-cards.only", count=allowed)
    if more is None:
        return allowed, ""
    names = {card.id: card.name[language] for card in rules.cards}
    others = join_words(language, [str(count) for count in more.counts], OR)
    if not set(counts) <= set(more.counts):  # the holder may also exchange as many as other players
        others = translate(language, "rule-cards.also", counts=others)
    # In a faulty definition, a card may not exist.
    held = join_words(language, [names.get(card, card) for card in more.holding], OR)
    return allowed, translate(language, "rule-cards.holding", cards=held, counts=others)

"""Provide the names that a text can use for figures, words, examples and chances."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit import __version__
from printkit.art.emblems import pictogram_names
from printkit.base.content import content_files
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import DEFAULT_LANGUAGE, PLACE, join_words, translate, with_article
from printkit.base.sentences import Sentence, capitalise
from printkit.model.cards import Card
from printkit.model.description import Description
from printkit.model.fields import (
    LITERAL,
    Figure,
    Provenance,
    add_up,
    shown_values,
    with_sign,
    write_figure,
    write_range,
)
from printkit.model.load import load
from printkit.model.play import Chance, Hand
from printkit.model.tabletop import Phase, list_pieces
from printkit.model.variant import (
    OURS,
    OWN,
    RULES,
    RULES_FILE,
    Variant,
    describe_exchange,
    round_minutes,
)
from printkit.rules.answers import name_loss
from printkit.rules.ladder import JudgedExample, examples, work_examples
from printkit.rules.plays import follows_phases
from printkit.text import book

# --- chances -------------------------------------------------------------------------------------

# If there are more situations than this, a table has a row for each, with the outcomes side by
# side.
_MANY = 4
_load_set = cache(load)
# The text of start sheets.
START_SHEET = "start"
# Simulated evenings stop at this number of hands.
MANY_HANDS = 40
# The players of the one table whose time a sentence states.
_USUAL_PLAYERS = 4
Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""The heads of the columns, and the rows."""


def prizes(chance: Chance, hands: Sequence[Hand]) -> int:
    """Return the number of cases with any hand except the last one of the ladder."""
    return sum(chance.hands.get(hand.id, 0) for hand in hands[:-1])


def write_share(part: int, of: int, language: str) -> str:
    """Return a share as a percentage, as “1 in 577” if it is below one in a hundred, or as “–” if
    it is 0.
    """
    if part * 100 >= of:
        whole, tenth = divmod(round(1000 * part / of), 10)
        return translate(language, "chances.share", whole=whole, tenth=tenth)
    if not part:
        return "–"
    return translate(language, "chances.one-in", count=group_digits(round(of / part), language))


def name_level_pots(variant: Variant, language: str) -> list[str]:
    """Return, for each number of players, the share of pots that the criteria for ties leave
    undecided, in words.

    The result is empty for a preset, because a preset may have other criteria.
    """
    rows = variant.stakes if variant.preset is None else ()
    shares: list[str] = []
    for row in rows:
        if row.level is not None:
            whole, tenth = divmod(row.level, 10)
            share = translate(language, "chances.share", whole=whole, tenth=tenth)
            shares.append(translate(language, "chances.level-of", players=row.players, share=share))
    return shares


def group_digits(number: int, language: str) -> str:
    """Return a number with the thousands separator of the language."""
    return f"{number:,}".replace(",", translate(language, "table.thousands")[1])


def name_situation(chance: Chance, language: str) -> str:
    """Return the name of the situation of chances: “as dealt”, “on 15”."""
    key = f"{chance.aim}-count" if chance.aim == "dealt" and chance.count else chance.aim
    count = with_sign(chance.count) if chance.aim == "select" else chance.count
    return translate(language, f"chances.{key}", count=count)


def chances_by_set(variant: Variant) -> dict[str, tuple[Chance, ...]]:
    """Return the chances for each rule set that can be in use.

    If no set has chances in the definition, the chances of the bundled sets are loaded.
    """
    own = {name: tuple(c for c in variant.chances if c.set == name) for name in variant.sets}
    by_set = own if any(own.values()) else {name: _load_set(name).chances for name in variant.sets}
    return {name: chances for name, chances in by_set.items() if chances}


def tabulate(
    variant: Variant, chances: Sequence[Chance], language: str, rule_set: str | None = None
) -> Table:
    """Return chances as a table of hands and situations.

    If the hands depend on the rule set in use, they are the hands of `rule_set`.
    """
    if rule_set is not None and variant.sets_rule == "all":
        variant = _load_set(rule_set)
    further = (hand for option in variant.options for hand in option.hands)
    known = {hand.id: hand for hand in variant.hands}
    known = known | {hand.id: hand for hand in further if hand.id not in known}
    columns = [(name_situation(chance, language), chance) for chance in chances]

    def shares(parts: Iterable[int]) -> list[str]:
        pairs = zip(parts, chances, strict=True)
        return [write_share(part, chance.of, language) for part, chance in pairs]

    outcomes = [
        (hand.name[language], shares(c.hands.get(hand.id, 0) for c in chances))
        for hand in known.values()
        if any(c.hands.get(hand.id) for c in chances)
    ]
    if any(c.lost for c in chances):
        outcomes.append((name_loss(variant, language), shares(c.lost for c in chances)))
    if any(c.wins for c in chances):
        # Of two hands as dealt each beats the other in half of the cases.
        wins = [write_share(5000 if c.wins is None else c.wins, 10_000, language) for c in chances]
        outcomes.append((translate(language, "chances.wins"), wins))
    if len(columns) > _MANY:
        heads = (translate(language, "chances.total"), *(name for name, _ in outcomes))
        return heads, [
            (name, *(shares[i] for _, shares in outcomes)) for i, (name, _) in enumerate(columns)
        ]
    heads = (translate(language, "chances.hand"), *(name for name, _ in columns))
    return heads, [(name, *shares) for name, shares in outcomes]


def tabulate_sets(variant: Variant, language: str) -> Table:
    """Return the chances of a prize and of a lost hand, as dealt and after the best exchange, for
    each set.
    """
    rows = []
    for name, chances in chances_by_set(variant).items():
        rules = _load_set(name)
        own = variant if chances[0].set else rules
        known = {chance.aim: chance for chance in chances}
        if not {"dealt", "pot", "safe"} <= known.keys():
            continue  # a definition may count some situations only
        dealt, pot, safe = (known[aim] for aim in ("dealt", "pot", "safe"))
        shares = [(prizes(c, own.hands), c.of) for c in (dealt, pot)]
        shares += [(c.lost, c.of) for c in (dealt, safe)]
        rows.append((rules.name[language], *(write_share(*share, language) for share in shares)))
    lost = name_loss(variant, language)
    heads = translate(language, "chances.sets", lost=lost[:1].lower() + lost[1:])
    return tuple(heads.split(" | ")), rows


def chance_words(variant: Variant, language: str) -> Iterator[tuple[str, str]]:
    """Yield shares by the path that names them: `chances.dealt.pure-sabacc`, `.prizes`, `.lost`."""
    for chance in variant.chances if variant.sets_rule is None else ():
        first = next((chance.hands[h.id] for h in variant.hands if h.id in chance.hands), 0)
        yield f"chances.{chance.key}.of", group_digits(chance.of, language)
        parts = {
            "first": first,
            **chance.hands,
            "lost": chance.lost,
            "prizes": prizes(chance, variant.hands),
        }
        for name, part in parts.items():
            yield f"chances.{chance.key}.{name}", write_share(part, chance.of, language)
        if chance.wins is not None:
            yield f"chances.{chance.key}.wins", write_share(chance.wins, 10_000, language)


def sectors(variant: Variant, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield each situation, its main share in words, and the sectors of its arc.

    The sectors are in thousandths: `21-563-416`. A situation whose chances differ by set has no
    sectors.
    """
    shown = variant.chances if variant.sets_rule is None else ()
    has_lost = any(chance.lost for chance in shown)
    for chance in shown:
        best = prizes(chance, variant.hands)
        cases = (best, chance.of - chance.lost - best, chance.lost)
        parts = "-".join(f"{round(1000 * case / chance.of)}" for case in cases)
        main = chance.lost if has_lost else best
        yield name_situation(chance, language), write_share(main, chance.of, language), parts


# --- names ---------------------------------------------------------------------------------------

# Until a text has been read, the first two of these signs enclose filled-in text, and the last two
# enclose a literal number.
OPEN, CLOSE = "\ue000", "\ue001"
LITERAL_OPEN, LITERAL_CLOSE = "\ue002", "\ue003"
MARKS = OPEN + CLOSE + LITERAL_OPEN + LITERAL_CLOSE
NAMED = re.compile(r"\{[^{}]*\}")
# A path in another game: {poker/suit.spades}.
_OF = re.compile(r"([a-z0-9-]+)/(.+)")
# Markdown syntax.
_SYNTAX = re.compile(r"[\\`*_\[\]<&|]")
_LISTED = (
    "hands",
    "phases",
    "penalties",
    "payments",
    "clauses",
    "places",
    "options",
    "materials",
    "tokens",
    "scores",
)
_DRAWN = (book.CARD, book.SUIT, book.TOKEN, book.BACK)
_IN_MARGIN = "{.margin}"
_SIDES = 6
_MAX_DRAWN = 8
_THE = "|the"
_FORMER = ("{{", "{%")


def value_beside_name(card: Card, name: str) -> str:
    """Return the value of a card that is called by its name, such as the Star, or an empty string.

    The names of suited and numbered cards already contain their values.
    """
    is_named = card.suit is None and not any(letter.isdigit() for letter in name)
    return shown_values(card.values) if is_named else ""


def escape_markdown(text: str) -> str:
    r"""Return Markdown that shows a text literally.

    >>> escape_markdown("A [*] of 2&4")
    'A \\[\\*\\] of 2\\&4'
    """
    return _SYNTAX.sub(r"\\\g<0>", text)


def mark(text: str) -> str:
    """Return a text marked as filled in."""
    return f"{OPEN}{text}{CLOSE}" if text else ""


class Names(msgspec.Struct, dict=True, eq=False):
    """The names that the texts of one game can use, in one language.

    `find` loads another game by its slug; `single` is True for the booklet of only this game;
    `text` is the text whose glossary is listed, or None for all terms; `games` are the parts of an
    anthology. `printed_notes` are the notes that the book has printed.
    """

    variant: Variant
    language: str
    find: Callable[[str], Variant]
    single: bool
    text: str | None = None
    games: tuple[str, ...] = ()
    printed_notes: set[str] = field(default_factory=set)
    others: dict[str, Names] = field(default_factory=dict)

    def of(self, slug: str) -> Names:
        """Return the Names of this or another game. Raises PrintkitError for an unknown game."""
        known = self.others
        known.setdefault(self.variant.slug, self)
        if slug not in known:
            other = replace(self, variant=self.find(slug), text=None, games=())
            known[slug] = other
        return known[slug]

    # --- words and figures ------------------------------------------------------------------

    def ruling(self, rule: object) -> str:
        """Return the sentence of an entry with the mark of its provenance."""
        provenance: Provenance | None = getattr(rule, "provenance", None)
        mark = provenance.mark if provenance is not None else ""
        return self.word(getattr(rule, "how", None)) + mark

    def word(self, text: Mapping[str, str] | None) -> str:
        """Return a text of the definition in the language, as escaped Markdown."""
        return escape_markdown(text[self.language]) if text is not None else ""

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.word(self.variant.name)

    @cached_property
    def exchange(self) -> tuple[str, str]:
        """How many cards may be exchanged, and how many with certain cards in hand, as two
        texts.
        """
        return describe_exchange(self.variant, self.language)

    @cached_property
    def _worked(self) -> tuple[dict[str, JudgedExample], dict[str, PrintkitError]]:
        return work_examples(self.variant)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words by path."""
        return {key: text for key, text in _words(self) if text} | {
            f"{key}.name": self.word(hand.verdict.hand.name)
            for key, hand in self._worked[0].items()
            if hand.verdict.hand is not None
        }

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The figures by path, with the sums."""
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
                message = Sentence(
                    "The sum “{key}” cannot be added up: {error}.", key=key, error=error
                )
                self._worked[1][key] = PrintkitError(message, hint="Correct the sum.")
        return result

    @property
    def broken_examples(self) -> Mapping[str, PrintkitError]:
        """The errors of wrong examples and sums, by name."""
        _ = self.figures  # adds the sums that cannot be added up
        return self._worked[1]

    @cached_property
    def _paths(self) -> frozenset[str]:
        """Every path, and every beginning of a path."""
        flags = {"single": self.single, "sheet": self.text == START_SHEET}
        whole = (*self.figures, *self.words, *(key for key, is_set in flags.items() if is_set))
        parts = (path.split(".") for path in whole)
        return frozenset(".".join(p[:i]) for p in parts for i in range(1, len(p) + 1))

    def has(self, path: str) -> bool:
        """Return True if the definition has an entry under a path, such as `suits.trump`, or for
        the flags `single` and `sheet` if they are set.
        """
        return path in self._paths

    # --- places -----------------------------------------------------------------------------

    def fill(self, line: str, insert: str = "") -> str:
        """Return a line with its placeholders filled in and marked; `insert` replaces `{text}`.

        Raises PrintkitError.
        """
        if "{" not in line:
            return line
        if any(sign in line for sign in _FORMER):
            raise PrintkitError(
                "Chapters do not support “{{” and “{%”.",
                hint="Write a placeholder, {counting.limit}; a table, [[stakes]]; or a "
                "condition, “::: when suits.trump” … “:::”.",
            )
        return NAMED.sub(self._fill_place, line.replace("{text}", insert))

    def _fill_place(self, match: re.Match[str]) -> str:
        place = match[0]
        if place[1] in ".#":  # an attribute of Markdown
            return place
        if place[1] == LITERAL:
            return f"{LITERAL_OPEN}{place[2:-1].strip()}{LITERAL_CLOSE}"
        parts = PLACE.fullmatch(place)
        if parts is None:
            raise PrintkitError(
                Sentence("“{place}” cannot be read as a placeholder.", place=place),
                hint="Write {path}, {path|words} or {path: one|many}.",
            )
        return mark(self._write(parts, parts[1].strip()))

    def _write(self, place: re.Match[str], path: str) -> str:
        if other := _OF.fullmatch(path):
            return self.of(other[1])._write(place, other[2])
        kind, _, key = path.partition(".")
        if error := self.broken_examples.get(kind):
            raise error
        if kind in self.variant.example_hands and key in ("out", "takes"):
            names = [self._alt(book.CARD, card) for card in self.cards_of(path).split()]
            if place[2] == _THE:
                names = ["".join(with_article(self.language, name)) for name in names]
            return join_words(self.language, names)
        if path in self.figures:
            return write_figure(place, self.figures[path], self.language)
        if path in self.words:
            return self.words[path]
        if kind == "margin" and not key:
            card = self.variant.face or ""
            return self._draw(kind, card) if card in self._alts[book.CARD] else ""
        if key and kind in (*_DRAWN, "sign", "margin"):
            keys = self.cards_of(key).split()
            if kind == book.CARD and place[2] == _THE:
                return join_words(self.language, [self._draw_with_article(one) for one in keys])
            drawn = [self._draw(kind, one) for one in keys]
            return join_words(self.language, drawn) if kind == book.CARD else " ".join(drawn)
        hint = did_you_mean(path, [*self.figures, *self.words], "names", of_file=True)
        raise PrintkitError(
            Sentence("“{place}” names nothing in {slug}.", place=place[0], slug=self.variant.slug),
            hint=hint,
        )

    # --- pictures ---------------------------------------------------------------------------

    @cached_property
    def _alts(self) -> Mapping[str, Mapping[str, str]]:
        """The descriptions of drawings by kind and id, with the names of hands and phases."""
        variant, described = self.variant, Description(self.variant)
        backs = {
            key: translate(self.language, "booklet.back", name=self.word(family.name))
            for key, family in variant.families.items()
        }
        cards = {card.id: self.word(card.name) for card in variant.cards}
        return {
            book.CARD: cards,
            book.FACE: cards,
            book.BACK: backs,
            book.SUIT: {key: self.word(suit.name) for key, suit in variant.suits.items()},
            book.TOKEN: {
                thing.id: self.word(thing.name)
                for thing in (*described.tokens, *described.materials)
            },
            "phase": {phase.id: self.word(phase.name) for phase in described.phases},
            "hand": {hand.id: self.word(hand.name) for hand in described.hands},
        }

    def _alt(self, kind: str, key: str) -> str:
        known = self._alts[kind]
        if key not in known:
            raise PrintkitError(
                Sentence(
                    "{slug} has no {kind} “{key}”.", slug=self.variant.slug, kind=kind, key=key
                ),
                hint=did_you_mean(key, known, f"{kind}s", of_file=True),
            )
        return known[key]

    def picture(self, kind: str, key: str) -> str:
        """Return a drawing as Markdown. Raises PrintkitError."""
        return f"![{self._alt(kind, key)}]({kind}:{self.variant.slug}/{key})"

    def _draw_with_article(self, key: str) -> str:
        article, name = with_article(self.language, self._alt(book.CARD, key))
        card = next(card for card in self.variant.cards if card.id == key)
        place = f"{book.CARD}:{self.variant.slug}/{key}"
        if value := value_beside_name(card, name):
            return f"{article}{name} (![{value}]({place}))"
        return f"{article}![{name}]({place})"

    def _draw(self, kind: str, key: str) -> str:
        """Return a drawing.

        The kind `margin` is the face of a card in the margin; `sign` is the pictogram of a phase
        there, or nothing if the phase has none.
        """
        if kind == "margin":
            return self.picture(book.FACE, key) + _IN_MARGIN
        if kind != "sign":
            return self.picture(kind, key)
        name = self._alt("phase", key)
        icon = next(phase.icon for phase in self.variant.phases if phase.id == key) or key
        picture = f"![{name}]({book.PICTOGRAM}:{self.variant.slug}/{icon}){_IN_MARGIN}"
        return picture if icon in pictogram_names() else ""

    def cards_of(self, key: str) -> str:
        """Return the cards of an example, of a hand (`hands.first`) or of all specials, or the key
        itself. Raises PrintkitError for a wrong example.
        """
        name, _, part = key.partition(".")
        if error := self.broken_examples.get(name):
            raise error
        if key == "specials":
            deck = self.variant.cards
            specials = [card.id for card in deck if card.suit is None and not card.is_blank]
            return " ".join(specials[:_MAX_DRAWN])
        if name == "hands" and part:
            if part == "first" and self.variant.hands:
                part = self.variant.hands[0].id
            self._alt("hand", part)
            return " ".join(card.id for card in examples(self.variant).get(part, ()))
        if (item := self.variant.example_hands.get(name)) is None:
            return key
        cards = {"": self._worked[0][name].cards, "out": item.out, "takes": item.takes}
        if part not in cards:
            raise PrintkitError(
                Sentence("“{key}” names no cards.", key=key),
                hint=Sentence(
                    "Write {name}, {name2}.out or {name3}.takes.", name=name, name2=name, name3=name
                ),
            )
        return cards[part] or ""

    def pictures(self, kind: str, keys: str) -> str:
        """Return the pictures of cards, each from the game or the rule set that its key names.

        Raises PrintkitError.
        """
        drawn = []
        for key in keys.split():
            names, own = self, key
            if other := _OF.fullmatch(key):
                names, own = self.of(other[1]), other[2]
            item = names.variant.example_hands.get(own.partition(".")[0])
            game = names.of(item.set) if item and item.set else names
            drawn += [game.picture(kind, card) for card in names.cards_of(own).split()]
        return " ".join(drawn)


def _figures(variant: Variant) -> Iterator[tuple[str, Figure]]:
    """Yield the figures that are computed from the cards and the counts of a definition."""
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
    for key in ("hands", "notes", "plays", "sets", "suits", "tokens"):
        if entries := getattr(variant, key):
            yield key, len(entries)
    if variant.most_players > 1:
        for key, number in variant.tournament_figures.items():
            yield f"tournament.{key}", number
    if 0 < (shift := variant.figures.get("shift", 0)) < _SIDES:
        yield "shift.on", tuple(range(1, shift + 1))
        yield "shift.not", tuple(range(shift + 1, _SIDES + 1))
    for key, rows in (("first", variant.stakes[:1]), ("last", variant.stakes[-1:])):
        for row in rows:
            yield f"stakes.{key}.minutes", row.minutes
    yield from _usual_time(variant)
    if tight := [row.tight for row in variant.stakes if row.tight is not None]:
        yield "stakes.tight", min(tight)
    for key, time in zip(("first", "last"), variant.game_minutes or (), strict=False):
        yield f"minutes.{key}", time
        if variant.stakes:  # the cover has the times of the table, or those of a whole game
            yield f"stakes.{'span' if variant.minutes is None else 'whole'}.{key}", time
    for thing in Description(variant).materials:
        yield f"materials.{thing.id}.count", thing.count


def _usual_time(variant: Variant) -> Iterator[tuple[str, Figure]]:
    """Yield the time until the first player is out at a table of the usual size.

    The latest time is missing if the simulated evenings were stopped before it. Equal times are
    yielded once.
    """
    rows = [row for row in variant.stakes if row.players <= _USUAL_PLAYERS] or variant.stakes[:1]
    for row in rows[-1:]:
        yield "stakes.usual.players", row.players
        minutes = [round_minutes(row.minutes * hands) for hands in row.hands]
        if minutes[0] == minutes[1] and row.hands[1] < MANY_HANDS:
            yield "stakes.usual.about", minutes[0]
            continue
        for key, hands, time in zip(("first", "last"), row.hands, minutes, strict=True):
            if hands < MANY_HANDS:
                yield f"stakes.usual.{key}", time


def _has_picture(phase: Phase) -> bool:
    return (phase.icon or phase.id) in pictogram_names()


def _is_double(values: tuple[int, ...]) -> bool:
    """Return True for a value that a card shows with both signs."""
    return len(values) > 1 and {*values} == {-value for value in values}


def _list_specials(names: Names) -> str:
    """Return the specials with their values.

    The text is empty if their pictures do not fit a row, if one has no value, if their copies
    differ, or if the game is a user's own.
    """
    entries = [
        entry
        for entry in Description(names.variant).cards
        if entry.card.suit is None and not entry.card.is_blank
    ]
    alike = len({entry.card.copies for entry in entries}) == 1 and names.variant.origin != OWN
    if not alike or len(entries) > _MAX_DRAWN or not all(entry.card.values for entry in entries):
        return ""
    counted = [f"{names.word(entry.name)} {entry.values}" for entry in entries]
    return join_words(names.language, counted)


def _words(names: Names) -> Iterator[tuple[str, str]]:
    """Yield the words of a definition by path; empty ones are left out by the caller."""
    variant, word, described = names.variant, names.word, Description(names.variant)
    if (preset := variant.chosen_preset) is not None:
        yield from (("preset.name", word(preset.name)), ("preset.how", word(preset.how)))
        yield from ((f"agreed.{option.id}", word(option.name)) for option in described.agreed)
    yield from ((f"presets.{one.id}", word(one.name)) for one in described.presets)
    yield from (("version", __version__), ("slug", variant.slug), ("name", names.name))
    yield from (("summary", word(variant.summary)), ("line", word(variant.line or variant.summary)))
    yield f"origin.{variant.origin}", variant.origin
    # A game of a user has its steps at a glance only if several of them have pictures.
    pictured = [phase for phase in variant.phases if _has_picture(phase)]
    if variant.origin != OWN or len(pictured) > 1:
        yield "glance", "glance"
    # The opening pages of our rules have all that the summary states.
    has_opening = variant.origin == OURS or variant.rules != RULES
    if not has_opening and (variant.origin != OWN or variant.hands or variant.dues):
        yield "summary-page", "summary-page"
    if variant.dues:
        yield "dues", "dues"
    if any(play.strip for play in variant.plays):
        yield "strip", "strip"
    parts = ["agree", "who-wins", "first-hand"]  # of the start sheet
    for part in parts if follows_phases(variant) else parts[:-1]:
        file = f"{part}-{variant.rules}"
        if file in content_files(f"rules/{DEFAULT_LANGUAGE}/parts", RULES_FILE):
            yield part, file
    if (players := variant.players) is not None:
        yield "players.range", write_range(players.min, players.max)
    in_sentence = word(variant.in_sentence or variant.name)
    yield "in-sentence", in_sentence
    yield "In-sentence", capitalise(in_sentence)
    yield "specials.listed", _list_specials(names)
    for kind in _LISTED:
        for entry in getattr(variant, kind):
            yield f"{kind}.{entry.id}.name", word(entry.name)
            yield f"{kind}.{entry.id}.how", names.ruling(entry)
    for hand in described.hands[:1]:
        yield from (("hands.first.name", word(hand.name)), ("hands.first.how", word(hand.how)))
    for thing in described.materials:
        yield f"materials.{thing.id}.split", list_pieces(thing.heap)
        yield f"materials.{thing.id}.more", list_pieces(thing.further)
    for key, suit in variant.suits.items():
        yield f"suits.{key}.name", word(suit.name)
        for hue in variant.counting.hues:
            if key in hue.suits:
                yield f"hues.{key}", word(hue.name)
    for key, rank in variant.ranks.items():
        yield f"ranks.{key}.name", word(rank.name)
    for card in variant.cards:
        yield f"cards.{card.id}.name", word(card.name)
        if _is_double(card.values):
            yield f"cards.{card.id}.value", shown_values(card.values)
    yield from chance_words(variant, names.language)
    yield "exchange", " ".join(f"{words}." for words in names.exchange if words)
    yield from zip(("exchange.allowed", "exchange.further"), names.exchange, strict=True)
    for key, text in variant.texts.items():
        yield f"texts.{key}", word(text)

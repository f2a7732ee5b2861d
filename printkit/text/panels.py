"""Write the words of panels and of turns.

There is no panel for a part that the definition lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.emblems import pictogram_names
from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_SHORT
from printkit.base.messages import DEFAULT_LANGUAGE, join_words, translate, with_article
from printkit.base.sentences import capitalise
from printkit.model.cards import Card
from printkit.model.description import Description, Entry, MaterialEntry, PhaseEntry
from printkit.model.fields import signed, write_range
from printkit.model.play import Hand, Move, Play
from printkit.model.tabletop import list_pieces
from printkit.model.variant import Variant
from printkit.rules.answers import name_loss
from printkit.rules.hands import rank_key
from printkit.rules.ladder import Example, Rung, examples, judge_examples, rank_ladder
from printkit.rules.plays import (
    OTHERS,
    Spots,
    State,
    banks_of,
    card_of,
    compare_hands,
    held_cards,
    judge_state,
    moved_cards,
    moved_chips,
    play_out,
)
from printkit.text import book
from printkit.text.book import (
    Inline,
    InlineText,
    Panel,
    PanelCell,
    PanelHand,
    PictureRef,
    RichText,
    space_line,
)
from printkit.text.names import sectors, value_beside_name

# --- panels --------------------------------------------------------------------------------------

# The greatest number of cells for materials; a sentence names the rest.
_MAX_NEEDS = 8
# The number of hands in an example of a first hand.
_FIRST_HANDS = 4
# The signs between the cards of an aim, by the system of counting.
_SIGNS = {"difference": "–", "sum": "+", "past": "+"}
_CARDS = "cards"
# Separates a material of several families from one of them.
OF_FAMILY = "/"


def make_panel(
    kind: str, variant: Variant, language: str, place: book.SourceLocation
) -> Panel | None:
    """Return a panel of a game, or None if its definition has no entries for it.

    The method that makes a panel has the name of its kind. Raises PrintkitError.
    """
    panel: Panel = getattr(_PanelMaker(kind, variant, language, place), f"make_{kind}")()
    return panel if panel.cells or panel.words else None


def make_dealt(
    kind: str,
    seats: Sequence[tuple[str, str]],
    variant: Variant,
    language: str,
    place: book.SourceLocation,
) -> Panel:
    """Return the panel with the open cards of each seat; a seat is a name and the codes of its
    cards.

    Raises PrintkitError.
    """
    maker = _PanelMaker(kind, variant, language, place)
    cells = []
    for name, codes in seats:
        (example,) = judge_examples(variant, (codes,))
        label = ""
        if kind == book.DEALT:
            hand = example.verdict.hand
            label = example.label(language) or (hand.name[language] if hand is not None else "")
        hands = (PanelHand(maker.small_cards(example), label),)
        cells.append(PanelCell(hands=hands, name=maker.line(name)))
    return maker.panel(cells)


def seats_drawn(variant: Variant) -> int:
    """Return the number of players that the pictures of the table and of a turn show: a suitable
    number for a first hand, within the limits of the game.
    """
    return max(variant.least_players, min(variant.most_players, _FIRST_HANDS))


class _PanelMaker(msgspec.Struct, frozen=True):
    """Makes a panel of one variant in one language."""

    kind: str
    variant: Variant
    language: str
    place: book.SourceLocation

    # --- parts of panels --------------------------------------------------------------------

    def panel(
        self,
        cells: Iterable[PanelCell],
        picture: PictureRef | None = None,
        note: RichText = (),
        words: RichText = (),
    ) -> Panel:
        slug = self.variant.slug
        return Panel(self.kind, slug, tuple(cells), self.place, picture, note, words)

    def line(self, text: str) -> RichText:
        """Return words with the spaces that the language requires."""
        return space_line((InlineText(text),), self.language) if text else ()

    def message(self, key: str, **values: object) -> str:
        return translate(self.language, f"booklet.panel.{key}", **values)

    def picture(self, kind: str, key: str, alt: str) -> PictureRef:
        return PictureRef(kind, self.variant.slug, key, alt)

    def pictogram(self, key: str, alt: str) -> tuple[PictureRef, ...]:
        """Return the pictogram of a name, if it exists."""
        known = key in pictogram_names()
        return (self.picture(book.PICTOGRAM, key, alt),) if known else ()

    def small_cards(self, example: Example) -> tuple[PictureRef, ...]:
        return self.pictures_of(held.card for held in example.cards)

    def pictures_of(self, cards: Iterable[Card]) -> tuple[PictureRef, ...]:
        return tuple(self.picture(book.CARD, c.id, c.name[self.language]) for c in cards)

    def cell(self, entry: Entry, pictures: tuple[PictureRef, ...] = (), **more: Any) -> PanelCell:
        """Return a cell with the name and the sentence of an entry."""
        name, words = entry.name[self.language], entry.sentence(self.language)
        return replace(PanelCell(pictures, name=self.line(name), words=self.line(words)), **more)

    # --- the facts and the aim --------------------------------------------------------------

    def make_facts(self) -> Panel:
        facts = []
        if (players := self.variant.players) is not None:
            count = write_range(players.min, players.max)
            facts.append(("players", count, self.message("players")))
        if (minutes := self.variant.game_minutes) is not None:
            time = self.message("minutes", count=write_range(*minutes))
            facts.append(("time", time, self.message("game")))
        if (stake := self.variant.stake_material) is not None:
            key = "worth" if stake.worth else "each"
            name = self.message(key, name=_in_sentence(stake.name[self.language]))
            figure = f"{stake.worth or stake.per_player}"
            if stake.further and players is not None:
                figure = write_range(stake.worth_for(players.min), stake.worth_for(players.max))
            facts.append(("chips", figure, name))
        return self.panel(
            PanelCell(self.pictogram(icon, name), figure=figure, name=self.line(name))
            for icon, figure, name in facts
        )

    def make_aim(self) -> Panel:
        variant, language = self.variant, self.language
        cells = []
        # Examples of a game that counts in another way do not hold.
        has_examples = any(rung.examples for rung in self._rungs())
        for example in judge_examples(variant, variant.aim_hands) if has_examples else ():
            hand = example.verdict.hand
            if example.verdict.bombed:
                name = name_loss(variant, language)
            else:
                name = hand.name[language] if hand is not None else self.message("counts")
            counted = hand is None or example.label(language)
            cells.append(
                PanelCell(
                    hands=(PanelHand(self.small_cards(example)),),
                    figure=signed(example.verdict.best) if counted else "",
                    name=self.line(name),
                    sign=_SIGNS.get(variant.counting.system, ""),
                )
            )
        words = self.line(variant.aim[language]) if variant.aim is not None else ()
        return self.panel(cells, words=words)

    # --- the materials ----------------------------------------------------------------------

    def make_needs(self) -> Panel:
        materials = Description(self.variant).materials
        cells = [cell for m in materials if not m.is_optional for cell in self._needed(m)]
        more = [m for m in materials if m.is_optional]
        if len(cells) % 4:
            free = max(0, min(4 - len(cells) % 4, _MAX_NEEDS - len(cells)))
            cells += [cell for m in more[:free] for cell in self._needed(m)]
            more = more[free:]
        names = [_in_sentence(m.name[self.language]) for m in more]
        words = self.message("more", names=join_words(self.language, names)) if more else ""
        return self.panel(cells, note=self.line(words))

    def _needed(self, entry: MaterialEntry) -> Iterator[PanelCell]:
        """Yield the cell of a material; for a deck of several families, yield a cell for each
        family.
        """
        variant, language = self.variant, self.language
        material, name = entry.material, entry.name[language]
        note = entry.note[language] if entry.note is not None else ""
        if not note and entry.is_optional:
            note = self.message("optional")
        decks = [m for m in variant.materials if _CARDS in m.products]
        if material in decks and len(decks) == 1 and len(variant.families) > 1:
            for key, family in variant.families.items():
                label = self.message("family", name=family.name[language])
                picture = self.picture(book.MATERIAL, f"{material.id}{OF_FAMILY}{key}", label)
                count = sum(card.copies for card in variant.cards if card.family == key)
                yield PanelCell((picture,), figure=str(count), name=self.line(label))
            return
        if (entry.heap or entry.further) and not note:
            note = list_pieces(entry.heap)
            if entry.further:
                more = list_pieces(entry.further)
                note = self.message("further", pieces=note, more=more, above=entry.above)
        figure, words = str(entry.count), _in_sentence(name)
        if entry.per_player is not None:
            figure = str(entry.per_player)
            words = self.message("each", name=words)
        picture = self.picture(book.MATERIAL, entry.id, name)
        yield PanelCell((picture,), figure=figure, name=self.line(words), words=self.line(note))

    # --- the table, the phases, the hands ---------------------------------------------------

    def make_setup(self) -> Panel:
        variant = self.variant
        steps = Description(variant).setup
        cells = [self.cell(step, figure=str(step.number)) for step in steps]
        varies = variant.most_players > variant.least_players
        note = self.message("seats", count=seats_drawn(variant)) if varies else ""
        picture = self.picture(book.TABLE, "", self.message("table"))
        return self.panel(cells, picture, self.line(note))

    def make_glance(self) -> Panel:
        cells = []
        for phase in Description(self.variant).phases:
            name, how = phase.name[self.language], phase.brief(self.language)
            if phase.short is None and len(how) - len(phase.mark) > MAX_SHORT:
                how = ""
            icon = self.pictogram(phase.icon, name)
            group = self._loop_tag(phase)
            cells.append(PanelCell(icon, name=self.line(name), words=self.line(how), group=group))
        return self.panel(cells)

    def _loop_tag(self, phase: PhaseEntry) -> str:
        """Return the tag of the box around repeated phases, or an empty string for a phase without
        a loop.
        """
        if phase.loop is None:
            return ""
        track = next((track for track in self.variant.tracks if track.id == phase.loop), None)
        if track is None:
            return self.message("round")
        count = track.last - track.first + 1
        return self.message("loop", name=track.name[self.language], count=count)

    def make_ladder(self) -> Panel:
        language, hand_examples = self.language, examples(self.variant)
        cells = []
        for rung, hand in zip(self._rungs(), Description(self.variant).hands, strict=True):
            hands = [PanelHand(self.small_cards(e), e.label(language)) for e in rung.examples]
            if not hands and hand.id in hand_examples:
                hands = [PanelHand(self.pictures_of(hand_examples[hand.id]))]
            name = (InlineText(hand.name[language], term=hand.name[language]),)
            how = self.line(hand.sentence(language))
            cells.append(
                PanelCell(hands=tuple(hands), figure=str(hand.number), name=name, words=how)
            )
        return self.panel(cells)

    def _rungs(self) -> tuple[Rung, ...]:
        """Return the ladder, without its examples if they are wrong for the game."""
        try:
            return rank_ladder(self.variant)
        except PrintkitError:
            return tuple(Rung(place, hand, ()) for place, hand in enumerate(self.variant.hands, 1))

    def make_paying(self) -> Panel:
        """Return the panel of payments, grouped into frequent and rare ones."""
        cells = [
            self.cell(
                due,
                self.pictogram(due.icon, due.name[self.language]),
                words=self.line(due.brief(self.language)),
                group=self.message("rarely" if due.is_rare else "often"),
                gets=due.is_gain,
            )
            for due in Description(self.variant).payments
        ]
        heads = (self.message("pay"), self.message("get"))
        return replace(self.panel(cells), heads=heads)

    def make_chances(self) -> Panel:
        cells = []
        for name, share, parts in sectors(self.variant, self.language):
            alt = self.message("dial", name=name, share=share)
            picture = self.picture(book.DIAL, parts, alt)
            cells.append(PanelCell((picture,), figure=share, name=self.line(name)))
        if not cells:
            return self.panel(())
        known = [chance.hands for chance in self.variant.chances]
        *best, rest = (
            self._quoted(hand.name[self.language])
            for hand in self.variant.hands
            if hand is self.variant.hands[-1] or any(hands.get(hand.id) for hands in known)
        )
        has_lost = any(chance.lost for chance in self.variant.chances)
        note = self.message(
            "dials-lost" if has_lost else "dials",
            prizes=join_words(self.language, best),
            rest=rest,
            lost=self._quoted(name_loss(self.variant, self.language)),
        )
        return self.panel(cells, note=self.line(note))

    def _quoted(self, name: str) -> str:
        """Return a name from a row of a table, in the form used within a sentence."""
        return translate(self.language, "words.title", title=name)

    def make_tokens(self) -> Panel:
        variant, language = self.variant, self.language
        groups = list(variant.groups)
        cells = []
        tokens = Description(variant).tokens
        for token in sorted(tokens, key=lambda t: groups.index(t.group) if t.group else -1):
            name = token.name[language]
            group = variant.groups[token.group] if token.group is not None else None
            picture = self.picture(book.TOKEN, token.id, name)
            cells.append(
                self.cell(
                    token,
                    (picture,) if token.emblem is not None else (),
                    group=group.name[language] if group is not None else "",
                    colour=group.colour if group is not None else "",
                    sign=self.message("holds") if token.is_held else "",
                )
            )
        return self.panel(cells)


def _in_sentence(name: str) -> str:
    return name[:1].lower() + name[1:]


# --- plays ---------------------------------------------------------------------------------------

# The words of a move by the kind of its end, else by the kinds of both.
_BY_END = {"discard": "discard", "field": "field", "lock": "lock", "pot": "pay", "dealer": "lose"}
_BY_BOTH = {
    ("stock", "hand"): "draw",
    ("discard", "hand"): "take",
    ("stock", "cells"): "turn-up",
    ("hand", "cells"): "play",
    ("dealer", "hand"): "get",
}
_PLAYS_CARDS = "\ue010"


def make_play(play: Play, variant: Variant, language: str, place: book.SourceLocation) -> Panel:
    """Return the panel of a turn: its picture, and a numbered sentence for each move.

    Raises ImpossibleMove.
    """
    states = play_out(variant, play)
    before, after = (judge_state(variant, play, states[i]) for i in (0, -1))
    writer = _Writer(variant, language, play)
    cells = [
        PanelCell(figure=str(i), words=writer.describe_move(move, first=i == 1))
        for i, move in enumerate(play.moves, 1)
    ]
    now = writer.write("result", what=_describe_outcome(after, variant, language))
    words = (*cells[-1].words, InlineText(f" {now}"))
    cells[-1] = PanelCell(figure=cells[-1].figure, words=words)
    alt = writer.write(
        "alt",
        who=play.seat[language],
        before=_describe(before, variant, language),
        after=_describe(after, variant, language),
    )
    picture = PictureRef(book.TURN, variant.slug, play.id, alt)
    spaced = tuple(PanelCell(figure=c.figure, words=space_line(c.words, language)) for c in cells)
    key = "title-for" if _varies_with_players(variant, states[-1]) else "title"
    text = writer.write(key, who=play.seat[language], count=seats_drawn(variant))
    title = space_line((InlineText(text),), language)
    return Panel(book.PLAYS, variant.slug, spaced, place, picture, words=title)


def _varies_with_players(variant: Variant, state: State) -> bool:
    """Return True if the chips of a turn depend on the number of players, as chips in shared pots
    do.
    """
    common = {place.id for place in variant.places if place.kind == "pot" and place.on != "board"}
    return variant.most_players > variant.least_players and bool(common & state.chips.keys())


# Separates a turn from the number of a panel of its strip.
PANEL_OF = "/"


def make_strip(play: Play, variant: Variant, language: str, place: book.SourceLocation) -> Panel:
    """Return the strip of a turn: a picture for each phase, with a sentence for each move.

    The last sentence states the outcome. Raises ImpossibleMove.
    """
    states = play_out(variant, play)
    after = judge_state(variant, play, states[-1])
    writer, phases = _Writer(variant, language, play), {phase.id: phase for phase in variant.phases}
    cells: list[PanelCell] = []
    moves, made = iter(play.moves), 0
    shown = [(i, panel) for i, panel in enumerate(play.strip) if panel.phase in phases]
    for i, panel in shown:
        words: list[Inline] = []
        for move in islice(moves, panel.moves):
            first = move is play.moves[0]
            words += [InlineText(" ")] if words else []
            words += writer.describe_move(move, first=first)
        phase = phases[panel.phase]
        if not words:
            text = (phase.short or phase.how)[language]
            words = [InlineText(text)]
        for j, move in enumerate(panel.example):
            words += [InlineText(" "), *writer.describe_move(move, first=j == 0, example=not j)]
        if writer.has_lost_cards(panel.example):  # the later panels show the hand as it was
            words.append(InlineText(f" {writer.write('kept')}"))
        if panel.against is not None:
            words.append(InlineText(f" {writer.compare(i)}"))
        elif i == shown[-1][0]:
            now = writer.write("result", what=_describe_outcome(after, variant, language))
            words.append(InlineText(f" {now}"))
        name = phase.name[language]
        alt = writer.describe_panel(i, name, held_cards(variant, states[made]))
        made += panel.moves
        picture = PictureRef(book.TURN, variant.slug, f"{play.id}{PANEL_OF}{i}", alt)
        cells.append(
            PanelCell(
                (picture,),
                name=space_line((InlineText(name),), language),
                words=space_line(tuple(words), language),
            )
        )
    return Panel(book.STRIP, variant.slug, tuple(cells), place)


def name_outcome(example: Example, variant: Variant, language: str) -> str:
    """Return the name of a hand, the word for a lost hand, or an empty string for the lowest hand
    of all.
    """
    if example.verdict.bombed:
        return name_loss(variant, language)
    hand = example.verdict.hand
    least = [known.id for known in variant.hands[-1:]]
    return hand.name[language] if hand is not None and hand.id not in least else ""


def _describe_outcome(example: Example, variant: Variant, language: str) -> str:
    """Return the total and the name of a hand, or only one of them if it lacks the other."""
    label, name = example.label(language), name_outcome(example, variant, language)
    if not (label and name):
        return label or (translate(language, "words.title", title=name) if name else "")
    if example.verdict.bombed:  # in French, a hand is « bombardée », but a player « bombardé »
        lost = variant.counting.lost
        name = lost[language] if lost is not None else translate(language, "booklet.play.lost")
    if example.verdict.bombed or _is_sentence_case(example.verdict.hand, variant):
        name = _in_sentence(name)
    return translate(language, "booklet.play.named", total=label, name=name)


def _is_sentence_case(hand: Hand | None, variant: Variant) -> bool:
    """Return True if running text writes the name of a hand with a small initial.

    The name in the default language decides for all languages: “Pure sabacc” loses its capital,
    “Idiot’s Array” does not. “Sabacc” loses it too, unless most names of several words in the game
    are titles, such as “Full Sabacc”.
    """
    names = [known.name[DEFAULT_LANGUAGE] for known in variant.hands]
    several = [name for name in names if " " in name]
    if hand is None or 2 * sum(map(_has_one_capital, several)) < max(1, len(several)):
        return False
    return _has_one_capital(hand.name[DEFAULT_LANGUAGE])


def _has_one_capital(name: str) -> bool:
    return name == name.capitalize()


class _Writer(msgspec.Struct, frozen=True):
    """Writes the sentences of one turn."""

    variant: Variant
    language: str
    play: Play

    def write(self, key: str, **values: object) -> str:
        """Return a sentence; its subject is the pronoun of the player unless `who` is given."""
        they = capitalise(self.play.they[self.language])
        return translate(self.language, f"booklet.play.{key}", **{"who": they} | values)

    def compare(self, number: int) -> str:
        """Return the sentence that compares the two hands of a panel, the better one first."""
        panel, language = self.play.strip[number], self.language
        assert panel.against is not None, "it compares hands"
        own, other = compare_hands(self.variant, self.play, number)
        sides = [(own, self.play.seat[language]), (other, panel.against.seat[language])]
        sides.sort(key=lambda side: rank_key(side[0].verdict))
        what = [_describe_outcome(hand, self.variant, language) for hand, _ in sides]
        return self.write(
            "compare", who=sides[0][1], what=what[0], other=sides[1][1], against=what[1]
        )

    def describe_panel(self, number: int, phase: str, held: Sequence[str]) -> str:
        """Return the alternative text of a panel: the cards of the hand, and the events of the
        panel.
        """
        panel, language = self.play.strip[number], self.language
        moves = panel.example
        if panel.moves:
            made = sum(earlier.moves for earlier in self.play.strip[:number])
            moves = self.play.moves[made : made + panel.moves]
        if panel.against is not None:
            hands = compare_hands(self.variant, self.play, number)
            names = self.play.seat[language], panel.against.seat[language]
            text = " ".join(
                self._list_hand(name, [held.card.id for held in hand.cards])
                for name, hand in zip(names, hands, strict=True)
            )
            return self.write("panel", phase=phase, what=f"{text} {self.compare(number)}")
        text = self._list_hand(self.play.seat[language], [*map(card_of, held)])
        for move in moves:
            text += f" {book.to_plain_text(self.describe_move(move, first=False))}"
        if self.has_lost_cards(panel.example):
            text += f" {self.write('kept')}"
        return self.write("panel", phase=phase, what=text)

    def has_lost_cards(self, moves: Iterable[Move]) -> bool:
        """Return True if a move takes a card from the hand."""
        kinds = Spots.of(self.variant).kinds
        return any(kinds[move.start] == "hand" for move in moves)

    def _list_hand(self, name: str, ids: Iterable[str]) -> str:
        return self.write("hand", who=name, cards=_list_cards(ids, self.variant, self.language))

    def describe_move(self, move: Move, *, first: bool, example: bool = False) -> RichText:
        """Return the sentence of a move, with pictures of its cards.

        The sentence of the `first` move names the player; the sentence of an `example` states that
        it is one.
        """
        spots, language = Spots.of(self.variant), self.language
        start, end = spots.kinds[move.start], spots.kinds[move.end]
        key = "others" if move.start == OTHERS else _BY_END.get(end, _BY_BOTH.get((start, end)))
        place = next((p for p in self.variant.places if p.id == move.end), None)
        name = place.name[language] if place is not None else ""
        if key == "pay" and place is not None and place.on == "board":
            key = "pay-own"  # each player has such a pot
        values: dict[str, object] = {"place": "".join(with_article(language, _in_sentence(name)))}
        if first:
            values["who"] = self.play.seat[language]
        if move.end in banks_of(self.variant):  # drawn by the bank, not by the player
            bank = "".join(with_article(language, name))
            values["who"] = bank if example else capitalise(bank)
        if example:
            values["who"] = self.write("example", who=values.get("who", ""))
        if move.chips is not None:
            values["chips"] = self._chips(moved_chips(self.variant, move))
        before, _, after = self.write(key or "move", cards=_PLAYS_CARDS, **values).partition(
            _PLAYS_CARDS
        )
        cards = self._cards(move) if after else ()
        return (InlineText(before), *cards, InlineText(after)) if cards else (InlineText(before),)

    def _chips(self, count: int) -> str:
        stake = self.variant.stake_material
        assert stake is not None, "there are chips"
        try:
            return translate(self.language, f"booklet.play.chips.{stake.id}", count=count)
        except PrintkitError:  # the chips of a game of others
            return f"{count} × {_in_sentence(stake.name[self.language])}"

    def _cards(self, move: Move) -> list[Inline]:
        """Return the cards of a move as pictures, each with its article."""
        cards = {card.id: card for card in self.variant.cards}
        line: list[Inline] = []
        ids = [card_of(code) for code in moved_cards(self.variant, move)]
        gaps = join_words(self.language, [_PLAYS_CARDS] * len(ids)).split(_PLAYS_CARDS)
        for card, gap in zip(ids, gaps, strict=False):
            article, name = with_article(self.language, cards[card].name[self.language])
            value = value_beside_name(cards[card], name)
            before = f"{gap}{article}{name} (" if value else f"{gap}{article}"
            line += [InlineText(before)] if before else []
            line.append(PictureRef(book.CARD, self.variant.slug, card, value or name))
            line += [InlineText(")")] if value else []
        return line


def _describe(example: Example, variant: Variant, language: str) -> str:
    """Return the cards of a hand and its total."""
    cards = _list_cards((held.card.id for held in example.cards), variant, language)
    return f"{cards} ({_describe_outcome(example, variant, language)})"


def _list_cards(ids: Iterable[str], variant: Variant, language: str) -> str:
    names = {card.id: card.name[language] for card in variant.cards}
    return join_words(language, [names[key] for key in ids])

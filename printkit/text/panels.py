"""Panels: what a game tells in pictures with few words, from its definition.

A definition that says nothing of a part has no panel of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from printkit.art.pictograms import pictogram_names
from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_SHORT
from printkit.base.messages import join_words, translate
from printkit.model.cards import Card
from printkit.model.notation import signed
from printkit.model.tabletop import Material, Phase, list_pieces
from printkit.model.variant import Variant
from printkit.rules.examples import examples
from printkit.rules.ladder import Example, Rung, judge_examples, rank_ladder
from printkit.text import book
from printkit.text.punctuation import space_line

# What is needed stands in this many cells at most; what is left over is named in a sentence.
_MAX_NEEDS = 8
# The signs between the cards of an aim, by the system of counting.
_SIGNS = {"difference": "–", "sum": "+", "past": "+"}
_CARDS = "cards"
# Between the material of several families and one of them.
OF_FAMILY = "/"


def make_panel(
    kind: str, variant: Variant, language: str, place: book.SourceLocation
) -> book.Panel | None:
    """Return a panel of a game, or None if its definition has nothing for it.

    Raises PrintkitError.
    """
    panel = _MAKERS[kind](_PanelMaker(variant, language), place)
    return panel if panel.cells or panel.words else None


def make_dealt(
    kind: str,
    seats: Sequence[tuple[str, str]],
    variant: Variant,
    language: str,
    place: book.SourceLocation,
) -> book.Panel:
    """Return the open cards of each seat, given by its name and their codes.

    Raises PrintkitError.
    """
    maker = _PanelMaker(variant, language)
    cells = []
    for name, codes in seats:
        (example,) = judge_examples(variant, (codes,))
        label = _result(example, maker) if kind == book.DEALT else ""
        hand = book.PanelHand(maker.small_cards(example), label)
        cells.append(book.PanelCell(hands=(hand,), name=maker.line(name)))
    return book.Panel(kind, variant.slug, tuple(cells), place)


def _result(example: Example, maker: _PanelMaker) -> str:
    """Return what a hand comes to: its name, or what it counts."""
    hand = example.verdict.hand
    label = example.label(maker.language)
    return label if hand is None or label else hand.name[maker.language]


class _PanelMaker:
    """Makes the panels of one variant in one language."""

    def __init__(self, variant: Variant, language: str) -> None:
        self.variant, self.language = variant, language

    def line(self, text: str) -> book.RichText:
        """Return words with the spaces of the language."""
        return space_line((book.InlineText(text),), self.language) if text else ()

    def message(self, key: str, **values: object) -> str:
        """Return a message of panels."""
        return translate(self.language, f"booklet.panel.{key}", **values)

    def picture(self, kind: str, key: str, alt: str) -> book.PictureRef:
        return book.PictureRef(kind, self.variant.slug, key, alt)

    def pictogram(self, key: str, alt: str) -> tuple[book.PictureRef, ...]:
        """Return a pictogram, if there is one of this name."""
        known = key in pictogram_names()
        return (self.picture(book.PICTOGRAM, key, alt),) if known else ()

    def small_cards(self, example: Example) -> tuple[book.PictureRef, ...]:
        return self.pictures_of(held.card for held in example.cards)

    def pictures_of(self, cards: Iterable[Card]) -> tuple[book.PictureRef, ...]:
        language = self.language
        return tuple(self.picture(book.CARD, c.id, c.name[language]) for c in cards)

    def short(self, entry: Phase) -> book.RichText:
        """Return the short sentence of an entry, or its own if that is short enough."""
        if entry.short is not None:
            return self.line(entry.short[self.language])
        how = entry.how[self.language]
        return self.line(how) if len(how) <= MAX_SHORT else ()


def _make_facts(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    variant, players = maker.variant, maker.variant.players
    cells = []

    def add(icon: str, figure: str, words: str) -> None:
        name = maker.line(words)
        cells.append(book.PanelCell(maker.pictogram(icon, words), figure=figure, name=name))

    count = f"{players.min}–{players.max}" if players.max > players.min else f"{players.min}"
    add("players", count, maker.message("players"))
    if (minutes := variant.game_minutes) is not None:
        low, high = minutes
        time = f"{low}–{high}" if high > low else f"{low}"
        add("time", maker.message("minutes", count=time), maker.message("game"))
    if (stake := variant.stake_material) is not None:
        name = maker.message("each-of", name=_in_sentence(stake.name[maker.language]))
        add("chips", f"{stake.worth or stake.per_player}", name)
    return book.Panel(book.FACTS, variant.slug, tuple(cells), place)


def _in_sentence(name: str) -> str:
    return name[:1].lower() + name[1:]


def _make_aim(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    variant, language = maker.variant, maker.language
    cells = []
    for example in _worked_hands(variant):
        hand = example.verdict.hand
        lost = variant.counting.lost
        if example.verdict.bombed:
            name = lost[language] if lost is not None else translate(language, "hand.bombed-out")
        else:
            name = hand.name[language] if hand is not None else maker.message("counts")
        counted = hand is None or example.label(language)
        cells.append(
            book.PanelCell(
                hands=(book.PanelHand(maker.small_cards(example)),),
                figure=signed(example.verdict.best) if counted else "",
                name=maker.line(name),
                sign=_SIGNS.get(variant.counting.system, ""),
            )
        )
    words = maker.line(variant.aim[language]) if variant.aim is not None else ()
    return book.Panel(book.AIM, variant.slug, tuple(cells), place, words=words)


# --- what you need --------------------------------------------------------------------------------


def _make_needs(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    variant = maker.variant
    wanted = [m for m in variant.materials if not m.optional]
    cells = [cell for material in wanted for cell in _needed(material, maker)]
    more = [m for m in variant.materials if m.optional]
    if len(cells) % 4:
        free = max(0, min(4 - len(cells) % 4, _MAX_NEEDS - len(cells)))
        cells += [cell for m in more[:free] for cell in _needed(m, maker)]
        more = more[free:]
    words: book.RichText = ()
    if more:
        names = [_in_sentence(m.name[maker.language]) for m in more]
        words = maker.line(maker.message("more", names=join_words(maker.language, names)))
    return book.Panel(book.NEEDS, variant.slug, tuple(cells), place, note=words)


def _needed(material: Material, maker: _PanelMaker) -> Iterator[book.PanelCell]:
    """Yield the cell of a material; of a deck of several families one for each."""
    variant, language = maker.variant, maker.language
    name = material.name[language]
    note = material.note[language] if material.note is not None else ""
    if not note and material.optional:
        note = maker.message("optional")
    decks = [m for m in variant.materials if _CARDS in m.products]
    if material in decks and len(decks) == 1 and len(variant.families) > 1:
        for key, family in variant.families.items():
            label = maker.message("family", name=family.name[language])
            picture = maker.picture(book.MATERIAL, f"{material.id}{OF_FAMILY}{key}", label)
            count = sum(card.copies for card in variant.cards if card.family == key)
            yield book.PanelCell((picture,), figure=str(count), name=maker.line(label))
        return
    if material.denominations and not note:
        note = list_pieces(material.heap)
    figure = str(material.count)
    if material.per_player is not None:
        figure = maker.message("each", count=material.per_player)
    picture = maker.picture(book.MATERIAL, material.id, name)
    yield book.PanelCell((picture,), figure=figure, name=maker.line(name), words=maker.line(note))


# --- the table, the phases, the hands -------------------------------------------------------------


def seats_drawn(variant: Variant) -> int:
    """Return for how many players the table is drawn."""
    players = variant.players
    return max(players.min, min(players.max, 4, (players.min + players.max) // 2))


def _make_setup(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    variant, language = maker.variant, maker.language
    steps: Sequence[tuple[str, str]] = [(s.name[language], s.how[language]) for s in variant.setup]
    if not steps:
        places = [(p.name[language], p.how) for p in variant.places]
        steps = [(name, how[language] if how is not None else "") for name, how in places]
    cells = tuple(
        book.PanelCell(figure=str(i), name=maker.line(name), words=maker.line(how))
        for i, (name, how) in enumerate(steps, 1)
    )
    players = variant.players
    varies = players.max > players.min
    note = maker.message("seats", count=seats_drawn(variant)) if varies else ""
    picture = maker.picture(book.TABLE, "", maker.message("table"))
    return book.Panel(book.SETUP, variant.slug, cells, place, picture, maker.line(note))


def _make_glance(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    cells = []
    for phase in maker.variant.phases:
        name = phase.name[maker.language]
        cells.append(
            book.PanelCell(
                maker.pictogram(phase.icon or phase.id, name),
                name=maker.line(name),
                words=maker.short(phase),
                group=_loop_tag(phase, maker),
            )
        )
    return book.Panel(book.GLANCE, maker.variant.slug, tuple(cells), place)


def _loop_tag(phase: Phase, maker: _PanelMaker) -> str:
    """Return what the box round phases that are repeated says."""
    if phase.loop is None:
        return ""
    track = next((track for track in maker.variant.tracks if track.id == phase.loop), None)
    if track is None:
        return maker.message("round")
    count = track.last - track.first + 1
    return maker.message("loop", name=track.name[maker.language], count=count)


def _make_ladder(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    language = maker.language
    cells = []
    examples_of = examples(maker.variant)
    for rung in _rungs(maker.variant):
        hand = rung.hand
        hands = tuple(
            book.PanelHand(maker.small_cards(example), example.label(language))
            for example in rung.examples
        )
        if not hands and hand.id in examples_of:
            hands = (book.PanelHand(maker.pictures_of(examples_of[hand.id])),)
        cells.append(
            book.PanelCell(
                hands=hands,
                figure=str(rung.place),
                name=(book.InlineText(name := hand.name[language], term=name),),
                words=maker.line(hand.how[language]),
            )
        )
    return book.Panel(book.LADDER, maker.variant.slug, tuple(cells), place)


def _worked_hands(variant: Variant) -> tuple[Example, ...]:
    """Return the hands of the aim; none if they are those of a game that counts otherwise."""
    has_examples = any(rung.examples for rung in _rungs(variant))
    return judge_examples(variant, variant.aim_hands) if has_examples else ()


def _rungs(variant: Variant) -> tuple[Rung, ...]:
    """Return the ladder; without examples if they are those of a game that counts otherwise."""
    try:
        return rank_ladder(variant)
    except PrintkitError:
        return tuple(Rung(place, hand, ()) for place, hand in enumerate(variant.hands, 1))


def _make_paying(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    cells = []
    for penalty in maker.variant.penalties:
        name = penalty.name[maker.language]
        pictures = maker.pictogram(penalty.icon or penalty.id, name)
        words = maker.line(penalty.how[maker.language])
        cells.append(book.PanelCell(pictures, name=maker.line(name), words=words))
    return book.Panel(book.PAYING, maker.variant.slug, tuple(cells), place)


def _make_tokens(maker: _PanelMaker, place: book.SourceLocation) -> book.Panel:
    variant, language = maker.variant, maker.language
    groups = list(variant.groups)
    tokens = sorted(variant.tokens, key=lambda t: groups.index(t.group) if t.group else -1)
    cells = []
    for token in tokens:
        name = token.name[language]
        group = variant.groups[token.group] if token.group is not None else None
        drawn = token.emblem is not None
        cells.append(
            book.PanelCell(
                (maker.picture(book.TOKEN, token.id, name),) if drawn else (),
                name=maker.line(name),
                words=maker.line(token.how[language]),
                group=group.name[language] if group is not None else "",
                colour=group.colour if group is not None else "",
                sign=maker.message("holds") if token.holds else "",
            )
        )
    return book.Panel(book.TOKENS, variant.slug, tuple(cells), place)


_MAKERS: Mapping[str, Callable[[_PanelMaker, book.SourceLocation], book.Panel]] = {
    book.FACTS: _make_facts,
    book.AIM: _make_aim,
    book.NEEDS: _make_needs,
    book.SETUP: _make_setup,
    book.GLANCE: _make_glance,
    book.LADDER: _make_ladder,
    book.PAYING: _make_paying,
    book.TOKENS: _make_tokens,
}

"""Make tables and lists from a definition: `[[suits]]`, `[[stakes hand]]`, `[[questions]]`.

Each function yields lines of Markdown, or nothing if the definition has no entries. Column heads
come from `[table]` in templates/strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from printkit.base.errors import PrintkitError
from printkit.base.messages import DEFAULT_LANGUAGE, as_lead, in_language, translate
from printkit.base.record_faults import load_rows
from printkit.base.records import Part
from printkit.base.sentences import Sentence, shorten
from printkit.model.description import Description, counts_its_number
from printkit.model.fields import AGAINST, write_range
from printkit.model.play import Stakes
from printkit.model.variant import OWN, rights_of
from printkit.rules.card_codes import BETWEEN_HANDS, read_hands
from printkit.rules.ladder import judge_examples
from printkit.text.book import CARD, DEALT, SUIT, sort_key
from printkit.text.names import (
    MANY_HANDS,
    Names,
    escape_markdown,
    tabulate,
    tabulate_sets,
    write_share,
)

# Ranks side by side in a table with one row, at most; more are below each other.
_MAX_ACROSS = 6


class GlossaryTerm(NamedTuple):
    """A term with its explanation; `game` names the game if the term has several senses."""

    id: str
    name: str
    how: str
    game: str


def make_table(names: Names, kind: str, words: Sequence[str]) -> Iterator[str]:
    """Return the lines of a table or a list.

    Raises PrintkitError for words that a table of this kind does not accept.
    """
    allowed = _WORDS.get(kind, ())
    if strange := [word for word in words[:1] if word not in allowed] or [*words[1:]]:
        forms = " or ".join(f"[[{kind}{word and ' '}{word}]]" for word in ("", *allowed))
        raise PrintkitError(
            Sentence(
                "“[[{kind}]]” does not accept “{strange}”.", kind=kind, strange=shorten(strange[0])
            ),
            hint=Sentence("Write {code}.", code=forms),
        )
    return TABLES[kind](names, *words)


def dealt(names: Names, kind: str, seats: str) -> str:
    """Return the directive of a panel for `seats` such as `Ana: ana; Bek: bek`, with the cards of
    each example in place of its name.

    Raises PrintkitError for a hand with a number of cards that the game neither deals nor allows.
    """
    pairs = [seat.partition(":")[::2] for seat in seats.split(";")]
    hands = [(name.strip(), names.cards_of(key.strip())) for name, key in pairs]
    count = names.variant.dealt_cards
    for name, cards in hands:
        if kind == DEALT and count is not None and len(cards.split()) != count:
            raise PrintkitError(
                Sentence(
                    "{name} is dealt {split} cards, but the game deals {count}.",
                    name=name,
                    split=len(cards.split()),
                    count=count,
                ),
                hint="Show as many cards as the game deals, or write [[shown …]].",
            )
        judge_examples(names.variant, (cards,))
    table = f" {BETWEEN_HANDS} ".join(cards for _, cards in hands)
    read_hands(names.variant, table, DEFAULT_LANGUAGE, at_one_table=True)
    return f"[[{kind} {'; '.join(f'{name}: {cards}' for name, cards in hands)}]]"


def _translate(names: Names, key: str, **values: object) -> str:
    return translate(names.language, f"table.{key}", **values)


def _table(heads: str, align: str, rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield a table; `heads` are separated by bars; `align` has a letter for each column."""
    if not rows:
        return
    yield f"| {heads} |"
    yield "|" + "|".join("--:" if letter == "r" else "---" for letter in align) + "|"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _suits(names: Names) -> Iterator[str]:
    rows = []
    for key, suit in names.variant.suits.items():
        sign = f"{names.picture(SUIT, key)} " if suit.emblem else ""
        rows.append((sign + names.word(suit.name), names.figures.get(f"suits.{key}", 0)))
    counts = {count for _, count in rows}
    if len(rows) > 1 and len(counts) == 1:
        listed = ", ".join(suit for suit, _ in rows)
        yield f"{listed}{_translate(names, 'suits-alike', count=counts.pop())}"
        return
    yield from _table(_translate(names, "suits"), "lr", rows)


def _ranks(names: Names) -> Iterator[str]:
    """Yield the values of the ranks; numbers whose value is the number itself form one run."""
    own, rules = _translate(names, "its-number"), _translate(names, "by-rules")
    rows: dict[str, tuple[str, str]] = {}
    run: set[int] = set()
    for entry in Description(names.variant).cards:
        card = entry.card
        if card.suit is None or (key := card.rank) is None:
            continue
        if card.values and counts_its_number(card):
            run.add(int(key))
        else:
            name = names.word(names.variant.ranks[key].name) or key
            rows.setdefault(key, (name, entry.values or rules))
    first = [(f"{min(run)}–{max(run)}", own)] if run else []
    pairs = [*first, *rows.values()]
    if len(pairs) > _MAX_ACROSS:
        yield from _table(_translate(names, "ranks"), "lr", pairs)
    elif pairs:
        heads, counts = zip(*pairs, strict=True)
        titles = _translate(names, "ranks").split(" | ")
        across = " | ".join((titles[0], *heads))
        yield from _table(across, f"l{'r' * len(pairs)}", [(titles[-1], *counts)])


def _specials(names: Names, form: str = "") -> Iterator[str]:
    """Yield the specials with their values and copies, or without copies in two columns (`pairs`);
    for a user's game, yield its list of cards instead.
    """
    cards = [
        (names.word(entry.name), entry.values, str(entry.card.copies))
        for entry in Description(names.variant).cards
        if entry.card.suit is None
    ]
    if form == "pairs" and names.variant.origin != OWN:
        half = (len(cards) + 1) // 2
        halves = zip_longest(cards[:half], cards[half:], fillvalue=("", "", ""))
        rows = [(*left[:2], *right[:2]) for left, right in halves]
        yield from _table(_translate(names, "special-pairs"), "lrlr", rows)
        return
    if names.variant.origin == OWN:
        yield from _card_list(names)
        return
    by_set = _translate(names, "by-set")
    counted = [(name, values or by_set, copies) for name, values, copies in cards]
    yield from _table(_translate(names, "specials"), "lrr", counted)


def _card_list(names: Names) -> Iterator[str]:
    """Yield the cards of a game without a suit: their names, their values if any card has one, and
    their copies if a card has several.
    """
    cards = [entry for entry in Description(names.variant).cards if entry.card.suit is None]
    heads, columns = [_translate(names, "card")], [[names.word(entry.name) for entry in cards]]
    if any(entry.card.values or entry.card.rule for entry in cards):
        by_set = _translate(names, "by-set")
        heads.append(_translate(names, "counts"))
        columns.append([by_set if entry.is_by_set else entry.values for entry in cards])
    if any(entry.card.copies > 1 for entry in cards):
        heads.append(_translate(names, "copies"))
        columns.append([str(entry.card.copies) for entry in cards])
    if len(columns) > 1:
        rows = list(zip(*columns, strict=True))
        yield from _table(" | ".join(heads), f"l{'r' * (len(heads) - 1)}", rows)


def _rights(names: Names) -> Iterator[str]:
    """Yield the rights in a user's game, in its pictures, and in bundled drawings on its cards."""
    for line in rights_of(names.variant, names.language).lines:
        yield names.word({names.language: line})
        yield ""


def _stakes(names: Names, unit: str = "hand") -> Iterator[str]:
    """Yield the stakes by number of players; neighbours with similar figures share a row."""
    groups: list[list[Stakes]] = []
    for row in names.variant.stakes:
        if groups and _is_like(groups[-1][0], row):
            groups[-1].append(row)
        else:
            groups.append([row])
    rows = [
        (
            _span(row.players for row in group),
            group[0].credits,
            _span(row.first for row in group),
            _translate(names, "minutes", count=_span(row.minutes for row in group)),
            *(
                _span(hands) + ("+" if max(hands) >= MANY_HANDS else "")
                for hands in (
                    [number for row in group for number in row.hands],
                    [row.bold or row.hands[0] for row in group],
                )
            ),
        )
        for group in groups
    ]
    yield from _table(_translate(names, f"stakes-{unit}"), "rrrrrr", rows)


def _is_like(one: Stakes, other: Stakes) -> bool:
    """Return True if the same credits give similar results."""
    figures, others = ((row.first, row.minutes, *row.hands) for row in (one, other))
    pairs = zip(figures, others, strict=True)
    return one.credits == other.credits and all(abs(a - b) <= max(1, a / 3) for a, b in pairs)


def _span(numbers: Iterable[int]) -> str:
    known = sorted(numbers)
    return write_range(known[0], known[-1])


def _hands(names: Names) -> Iterator[str]:
    rows = [
        (hand.number, f"**{as_lead(names.word(hand.name), names.language)}** {names.ruling(hand)}")
        for hand in Description(names.variant).hands
    ]
    yield from _table(_translate(names, "hands"), "rl", rows)


def _hand_list(names: Names, first: str = "1") -> Iterator[str]:
    """Yield the hands from the rank `first` on, each with an example, if it has one."""
    for hand in Description(names.variant).hands:
        if hand.number >= int(first):
            yield f"{hand.number}. **[{names.word(hand.name)}]{{.term}}**. {names.ruling(hand)}"
            yield ""
            if example := names.cards_of(f"hands.{hand.id}"):
                yield from (f"    {names.pictures(CARD, example)}", "")


def _penalties(names: Names, form: str = "") -> Iterator[str]:
    """Yield the penalties as a table, or as sentences (`lines`)."""
    dues = Description(names.variant).payments
    entries = [(names.word(due.name), names.word(due.how), due.is_gain) for due in dues]
    if form == "lines":
        yield from (f"**{name}.** {how}" for name, how, _ in entries)
        return
    rows = [
        (f"**{name}**", "" if gain else how, how if gain else "") for name, how, gain in entries
    ]
    yield from _table(_translate(names, "penalties"), "lll", rows)


def _phases(names: Names) -> Iterator[str]:
    for phase in Description(names.variant).phases:
        yield f"{phase.number}. **{names.word(phase.name)}.** {names.ruling(phase)}"


def _options(names: Names, kind: str = "") -> Iterator[str]:
    """Yield the optional rules that belong to no preset, or only the rules of a kind among them, or
    the rules of the chosen preset (`agreed`).
    """
    for option in Description(names.variant).options:
        # Rules with changes belong to presets, which are listed by themselves.
        own = not option.is_change and not option.is_agreed and kind in ("", option.kind)
        if option.is_agreed if kind == "agreed" else own:
            yield f"- **{names.word(option.name)}.** {names.ruling(option)}"


def _presets(names: Names) -> Iterator[str]:
    """Yield each preset with its optional rules, then the full text of the rules among them that
    the booklet does not list elsewhere.
    """
    described = Description(names.variant)
    known = {option.id: names.word(option.name) for option in described.options}
    for preset in described.presets:
        listed = "; ".join(known[key] for key in preset.options)
        tail = f" *{listed}.*" if listed else ""
        yield f"- **{names.word(preset.name)}.** {names.word(preset.how)}{tail}"
    used = {key for preset in described.presets for key in preset.options}
    # The booklet lists all other options of a preset by themselves.
    unlisted = [one for one in described.options if one.id in used and one.is_change]
    if others := [one for one in unlisted if not one.is_agreed]:
        yield from ("", _translate(names, "preset-options"), "")
        for one in others:
            yield f"- **{names.word(one.name)}.** {names.ruling(one)}"


def _questions(names: Names) -> Iterator[str]:
    questions = Description(names.variant).questions
    for question in questions:
        yield from (f"**{names.word(question.name)}** {names.ruling(question)}", "")
    marks = {question.mark: str(question.provenance) for question in questions if question.mark}
    yield from (_translate(names, f"marks.{marks[mark]}") for mark in sorted(marks))


def _against(names: Names) -> Iterator[str]:
    """Yield the rules that differ from the sources; a rule that several games share is
    listed once.
    """
    games = [names, *(names.of(slug) for slug in names.variant.sets)]
    differing = dict.fromkeys(
        (game.word(rule.name), game.ruling(rule), game.word(rule.why))
        for game in games
        for rule in game.variant.rulings
        if rule.provenance == AGAINST
    )
    if differing:
        yield from (_translate(names, "against"), "")
    yield from (f"- **{name}.** {how} {why}" for name, how, why in differing)


def _notes(names: Names, of: str = "") -> Iterator[str]:
    """Yield the notes of a game, the notes of all its sets (`sets`), or the notes not yet printed
    (`new`).
    """
    games = [names.of(slug) for slug in names.variant.sets] if of == "sets" else [names]
    notes = dict.fromkeys(game.word(note) for game in games for note in game.variant.notes)
    if of == "new":
        notes = {note: None for note in notes if note not in names.printed_notes}
        names.printed_notes.update(notes)
    yield from (f"- {note}" for note in notes)
    if of == "new" and not notes:
        yield _translate(names, "nothing-new")


class GlossaryRow(Part):
    """A term of templates/rules/glossary.toml; each text is by language."""

    name: dict[str, str]
    """the term"""
    how: dict[str, str]
    """what it means"""
    in_game: dict[str, str] = {}
    """the game, if other games have the term in another sense"""
    also: dict[str, dict[str, tuple[str, ...]]] = {}
    """other names in the sources, by the name that they stand for: `name`, or one that it lists"""
    texts: tuple[str, ...] | None = None
    """the booklets that use it, by their texts; by default all"""


def list_glossary(language: str, text: str | None = None) -> list[GlossaryTerm]:
    """Return the terms of the booklets that use the text `text`, or of all booklets, in the sort
    order of the language.

    Other names that the sources use are separate entries, each of which refers to the main name.
    """
    terms = []
    for key, item in load_rows("rules/glossary.toml", GlossaryRow).items():
        if text is not None and item.texts is not None and text not in item.texts:
            continue
        name = in_language(item.name, language)
        game = in_language(item.in_game, language) if item.in_game else ""
        terms.append(GlossaryTerm(key, name, in_language(item.how, language), game))
        for own, others in item.also.get(language, {}).items():
            here = translate(language, "table.also", name=own)
            terms += [GlossaryTerm(key, other, here, game) for other in others]
    return sorted(terms, key=lambda term: sort_key(term.name))


def _glossary(names: Names) -> Iterator[str]:
    for name, group in groupby(list_glossary(names.language, names.text), lambda term: term.name):
        terms = [*group]
        senses = [
            f" {_translate(names, 'sense', kind=term.game)} {term.how}"
            if len(terms) > 1 and term.game
            else f" {term.how}"
            for term in terms
        ]
        yield from (f"**[{name}]{{.term}}**.{' –'.join(senses)}", "")


def _sets(names: Names, form: str = "") -> Iterator[str]:
    """Yield the sets with the values of their specials.

    With `arrays`, yield the best hand of each set instead; with `ports`, its exchange, its best
    hand, and the chance that this hand is dealt.
    """
    sets = [names.of(slug) for slug in names.variant.sets]
    best = [game.variant.hands[0] for game in sets]
    rows: list[tuple[object, ...]]
    if form == "arrays":
        rows = [
            (f"**{game.word(hand.name)}** ({game.name})", game.word(hand.how))
            for game, hand in zip(sets, best, strict=True)
        ]
        yield from _table(_translate(names, "arrays"), "ll", rows)
    elif form == "ports":
        rows = [
            (
                f"[{game.name}](#{game.variant.slug})",
                game.exchange[0],
                game.word(hand.name),
                _first_dealt(game),
            )
            for game, hand in zip(sets, best, strict=True)
        ]
        yield from _table(_translate(names, "ports"), "lllr", rows)
    elif sets:
        yield from _set_values(names, sets)


def _first_dealt(names: Names) -> str:
    """Return the chance that the best hand of a game is dealt."""
    hand, chance = names.variant.hands[0].id, names.variant.chances[0]
    return write_share(chance.hands.get(hand, 0), chance.of, names.language)


def _set_values(names: Names, sets: Sequence[Names]) -> Iterator[str]:
    specials = [card for card in names.variant.cards if card.suit is None][1:]
    short = [_translate(names, f"short.{card.id}") for card in specials]
    rows = []
    for game in sets:
        values = {entry.id: entry.values for entry in Description(game.variant).cards}
        rows.append((game.name, *(values[card.id] for card in specials), game.exchange[0]))
    heads = " | ".join((_translate(names, "set"), *short, _translate(names, "exchange")))
    yield from _table(heads, f"l{'r' * len(specials)}l", rows)
    yield ""
    for i, (key, card) in enumerate(zip(short, specials, strict=True), 1):
        yield f"**{key}** {names.word(card.name)}{'.' if i == len(specials) else ','}"
    yield ""
    for game in sets:
        if further := game.exchange[1]:
            yield f"- **{game.name}.** {further}."


def _odds(names: Names, form: str = "") -> Iterator[str]:
    """Yield the chances of the hands, or the chances for each rule set."""
    variant, language = names.variant, names.language
    by_set = form == "sets"
    heads, rows = (
        tabulate_sets(variant, language) if by_set else tabulate(variant, variant.chances, language)
    )
    if rows:
        shown = [tuple(map(escape_markdown, row)) for row in rows]
        yield from _table(" | ".join(heads), "l" + "r" * (len(heads) - 1), shown)


TABLES: Mapping[str, Callable[..., Iterator[str]]] = {
    "suits": _suits,
    "ranks": _ranks,
    "specials": _specials,
    "rights": _rights,
    "stakes": _stakes,
    "hands": _hands,
    "hand-list": _hand_list,
    "penalties": _penalties,
    "phases": _phases,
    "options": _options,
    "presets": _presets,
    "questions": _questions,
    "notes": _notes,
    "against": _against,
    "glossary": _glossary,
    "sets": _sets,
    "odds": _odds,
}
# The words that may follow the name of a table.
_WORDS: Mapping[str, tuple[str, ...]] = {
    "specials": ("pairs",),
    "stakes": ("hand", "round", "set"),
    "hand-list": tuple("123456789"),
    "penalties": ("lines",),
    "options": ("deal", "rule", "form", "lore", "agreed"),
    "notes": ("sets", "new"),
    "sets": ("arrays", "ports"),
    "odds": ("sets",),
}

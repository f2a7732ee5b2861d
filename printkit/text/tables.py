"""Tables and lists that a definition fills: `[[suits]]`, `[[stakes hand]]`, `[[questions]]`.

Each gives lines of Markdown; a definition that has nothing of the kind gives none. Words come from
`[table]` of templates/strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.base.errors import PrintkitError
from printkit.base.messages import as_lead, translate
from printkit.base.plain_text import shorten
from printkit.rules.ladder import judge_examples
from printkit.text.book import DEALT
from printkit.text.game_words import NamedText, glossary_terms
from printkit.text.names import Names

# A number of hands that was not simulated further.
_MANY_HANDS = 40


def make_table(names: Names, kind: str, words: Sequence[str]) -> Iterator[str]:
    """Return the lines of a table or a list. Raises PrintkitError."""
    allowed = _WORDS.get(kind, ())
    if strange := [word for word in words[:1] if word not in allowed] or [*words[1:]]:
        forms = " or ".join(f"[[{kind}{word and ' '}{word}]]" for word in ("", *allowed))
        raise PrintkitError(
            f"“[[{kind}]]” does not take “{shorten(strange[0])}”.", hint=f"Write {forms}."
        )
    return TABLES[kind](names, *words)


def dealt(names: Names, kind: str, seats: str) -> str:
    """Return the panel of the open cards of each seat: `Ana: ana; Bek: bek`.

    Raises PrintkitError for a hand of another size than the game deals or allows.
    """
    pairs = [seat.partition(":")[::2] for seat in seats.split(";")]
    hands = [(name.strip(), names.cards_of(key.strip())) for name, key in pairs]
    count = names.variant.counting.cards or names.variant.figures.get("dealt")
    for name, cards in hands:
        if kind == DEALT and count is not None and len(cards.split()) != count:
            raise PrintkitError(
                f"{name} is dealt {len(cards.split())} cards, and the game deals {count}.",
                hint="Show as many cards as the game deals, or write [[shown …]].",
            )
        judge_examples(names.variant, (cards,))
    return f"[[{kind} {'; '.join(f'{name}: {cards}' for name, cards in hands)}]]"


def _translate(names: Names, key: str, **values: object) -> str:
    return translate(names.language, f"table.{key}", **values)


def _table(heads: str, align: str, rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield a table; `heads` have bars between them, `align` is one letter a column."""
    if not rows:
        return
    yield f"| {heads} |"
    yield "|" + "|".join("--:" if one == "r" else "---" for one in align) + "|"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _suits(names: Names) -> Iterator[str]:
    game = names.game
    rows = [
        (
            f"{game.suit(suit.id)} {suit.name}" if suit.id in game.drawn_suits else suit.name,
            suit.how,
        )
        for suit in game.by_suit
    ]
    yield from _table(_translate(names, "suits"), "lr", rows)


def _ranks(names: Names) -> Iterator[str]:
    own, rules = _translate(names, "its-number"), _translate(names, "by-rules")
    rows = [(r.name, own if r.id == "run" else r.how or rules) for r in names.game.ranks]
    yield from _table(_translate(names, "ranks"), "lr", rows)


def _specials(names: Names, form: str = "") -> Iterator[str]:
    """Yield the specials with their copies, or two by two (`pairs`)."""
    cards = names.game.specials
    if form == "pairs":
        half = (len(cards) + 1) // 2
        halves = zip(cards[:half], (*cards[half:], None), strict=False)
        rows = [
            (a.name, a.values, *((b.name, b.values) if b is not None else ("", "")))
            for a, b in halves
        ]
        yield from _table(_translate(names, "special-pairs"), "lrlr", rows)
        return
    by_set = _translate(names, "by-set")
    triples = [(c.name, c.values or by_set, c.copies) for c in cards]
    yield from _table(_translate(names, "specials"), "lrr", triples)


def _stakes(names: Names, unit: str = "hand") -> Iterator[str]:
    units = _translate(names, f"{unit}-units")
    rows = [
        (
            row.players,
            row.credits,
            row.first,
            _translate(names, "minutes", count=row.minutes),
            f"{row.hands}{'+' if row.hands >= _MANY_HANDS else ''} {units}",
        )
        for row in names.variant.stakes
    ]
    yield from _table(_translate(names, f"stakes-{unit}"), "rrrrr", rows)


def _hands(names: Names) -> Iterator[str]:
    rows = [
        (place, f"**{_lead(names, hand)}** {hand.how}")
        for place, hand in enumerate(names.game.hands, 1)
    ]
    yield from _table(_translate(names, "hands"), "rl", rows)


def _lead(names: Names, entry: NamedText) -> str:
    """Return the name of an entry as it leads into a sentence."""
    return as_lead(entry.name, names.language)


def _hand_list(names: Names, first: str = "1") -> Iterator[str]:
    """Yield the hands from a place on, an example with each."""
    for place, hand in enumerate(names.game.hands, 1):
        if place >= int(first):
            yield from (f"{place}. **[{hand.name}]{{.term}}**. {hand.how}", "")
            if example := names.game.example(hand.id):
                yield from (f"    {names.pictures('card', example)}", "")


def _penalties(names: Names, form: str = "") -> Iterator[str]:
    """Yield the penalties as a table, or as sentences (`lines`)."""
    if form == "lines":
        yield from (f"**{p.name}.** {p.how}" for p in names.game.penalties)
        return
    rows = [(f"**{p.name}**", p.how) for p in names.game.penalties]
    yield from _table(_translate(names, "penalties"), "ll", rows)


def _phases(names: Names) -> Iterator[str]:
    yield from (f"{i}. **{p.name}.** {p.how}" for i, p in enumerate(names.game.phases, 1))


def _options(names: Names, kind: str = "") -> Iterator[str]:
    listed = [option for option in names.game.options if kind in ("", option.kind)]
    yield from (f"- **{option.name}.** {option.how}" for option in listed)


def _questions(names: Names) -> Iterator[str]:
    listed = names.game.questions
    for one in listed:
        yield from (f"**{one.ask}** {one.answer}{' †' if one.reading else ''}", "")
    if any(one.reading for one in listed):
        yield _translate(names, "our-reading")


def _notes(names: Names, of: str = "") -> Iterator[str]:
    """Yield the notes of a game, of all its sets (`sets`), or those not yet printed (`new`)."""
    games = [names.of(slug) for slug in names.variant.sets] if of == "sets" else [names]
    notes = dict.fromkeys(note for one in games for note in one.game.notes)
    if of == "new":
        notes = {note: None for note in notes if note not in names.printed_notes}
        names.printed_notes.update(notes)
    yield from (f"- {note}" for note in notes)
    if of == "new" and not notes:
        yield _translate(names, "nothing-new")


def _glossary(names: Names) -> Iterator[str]:
    listed = glossary_terms(names.language, names.text)
    senses: dict[str, list[NamedText]] = {}
    for term in listed:
        senses.setdefault(term.name, []).append(term)
    for name, terms in senses.items():
        several = len(terms) > 1
        sentences = [
            f" {_translate(names, 'sense', kind=term.kind)} {term.how}"
            if several and term.kind
            else f" {term.how}"
            for term in terms
        ]
        yield from (f"**[{name}]{{.term}}**.{' –'.join(sentences)}", "")


def _sets(names: Names, form: str = "") -> Iterator[str]:
    """Yield the sets with the values of their specials and the exchange; their arrays (`arrays`);
    or what to choose one by (`ports`)."""
    sets = [names.of(slug) for slug in names.variant.sets]
    if form == "arrays":
        best = [(one.game.name, one.game.hands[0]) for one in sets]
        rows: list[tuple[object, ...]] = [(f"**{h.name}** ({name})", h.how) for name, h in best]
        yield from _table(_translate(names, "arrays"), "ll", rows)
    elif form == "ports":
        rows = [
            (
                f"[{one.game.name}](#{one.game.slug})",
                one.game.exchange[0],
                one.game.hands[0].name,
                _translate(names, "odds", count=_group(names, one.variant.figures.get("odds", 0))),
            )
            for one in sets
        ]
        yield from _table(_translate(names, "ports"), "lllr", rows)
    elif sets:
        yield from _set_values(names, sets)


def _set_values(names: Names, sets: Sequence[Names]) -> Iterator[str]:
    specials = names.game.specials[1:]
    short = [_translate(names, f"short.{card.id}") for card in specials]
    rows = [
        (one.game.name, *(one.game.face(c.id).values for c in specials), one.game.exchange[0])
        for one in sets
    ]
    heads = " | ".join((_translate(names, "set"), *short, _translate(names, "exchange")))
    yield from _table(heads, f"l{'r' * len(specials)}l", rows)
    yield ""
    for i, (key, card) in enumerate(zip(short, specials, strict=True), 1):
        yield f"**{key}** {card.name}{'.' if i == len(specials) else ','}"
    yield ""
    held = [(one.game.name, one.game.exchange[1]) for one in sets]
    yield from (f"- **{name}.** {words}." for name, words in held if words)


def _group(names: Names, number: int) -> str:
    """Return a number with its thousands apart, as the language writes 1,000."""
    return f"{number:,}".replace(",", _translate(names, "thousands")[1])


TABLES: Mapping[str, Callable[..., Iterator[str]]] = {
    "suits": _suits,
    "ranks": _ranks,
    "specials": _specials,
    "stakes": _stakes,
    "hands": _hands,
    "hand-list": _hand_list,
    "penalties": _penalties,
    "phases": _phases,
    "options": _options,
    "questions": _questions,
    "notes": _notes,
    "glossary": _glossary,
    "sets": _sets,
}
# What a table may be asked for beside its name.
_WORDS: Mapping[str, tuple[str, ...]] = {
    "specials": ("pairs",),
    "stakes": ("hand", "round"),
    "hand-list": tuple("123456789"),
    "penalties": ("lines",),
    "options": ("deal", "rule", "form", "lore"),
    "notes": ("sets", "new"),
    "sets": ("arrays", "ports"),
}

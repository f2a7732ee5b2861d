"""Check names and sizes that depend on the whole definition.

With grids and braces, a few lines can mean millions of cards. Therefore this module only counts
them, in raw data that may have the wrong form.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import inspect as types

from printkit.base import limits, paper_sizes
from printkit.base.card_shapes import CARD_SHAPES
from printkit.base.content import (
    KeyPath,
    bundled_rows,
    content_files,
    content_path,
    content_paths,
    digest_texts,
    find_record,
    keep_record,
)
from printkit.base.design import back_rows, frame_rows, layout_names
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import is_file, resolve_within
from printkit.base.limits import MAX_DECKS, MAX_FAULTS, Limit
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.base.record_faults import (
    Lookups,
    fields_of,
    find_faults,
    find_repeated,
    load_rows,
    look_up_among,
    unknown_name,
)
from printkit.base.records import Fault, Part, build, evolve
from printkit.base.sentences import Sentence, name_some, shorten
from printkit.model.definition_files import LEFT_OUT, DefinitionStack, bundled_slugs
from printkit.model.fields import (
    COLOURS,
    FIRST_WORDS,
    NO_BACK,
    Home,
    Raw,
    as_list,
    as_table,
    card_ids,
    count_expansion,
    count_ranks,
    drawing_file,
    expand_braces,
    expand_ranks,
    grid_cells,
    ids,
    is_picture,
    rank_ids,
    strings,
    tables,
)
from printkit.model.play import PURSES
from printkit.model.tabletop import ROUND, SPOTS, denomination_looks
from printkit.model.variant import RULES_FILE, LoadedVariant, Variant

# --- size checks ---------------------------------------------------------------------------------

_MAX_NUMBER = 1_000


def _entries(raw: Raw) -> Iterator[Fault]:
    """Report lists and tables with more entries than the model allows."""
    yield from _refuse(("name",), raw.get("name"), limits.MAX_LANGUAGES)
    for key, field in fields_of(Variant).items():
        match field.type:
            case (
                types.Metadata(extra={"limit": limit})
                | types.UnionType(types=(types.Metadata(extra={"limit": limit}), _))
            ):
                yield from _refuse((key,), raw.get(key), limit)


def _products(raw: Raw) -> Iterator[Fault]:
    """Report lists of permitted lengths whose product exceeds a limit."""
    players = _number(as_table(raw.get("players")).get("max"), 1)
    # Distinct cards, and all copies for the greatest number of players.
    distinct = total = 0
    listed = [(key, *row) for key in ("grids", "cards") for row in tables(raw.get(key))]
    for key, i, entry in listed:
        cells = 1
        if key == "grids":
            ranks = as_list(entry.get("ranks"))
            cells = _length(entry.get("suits")) * sum(map(count_ranks, ranks))
        copies = _number(entry.get("copies"), 1)
        distinct += cells
        total += cells * copies * (players if entry.get("per_player") is True else 1)
        too_many = [
            *_refuse((key, i), distinct, limits.MAX_DISTINCT_CARDS),
            *_refuse((key, i), total, limits.MAX_CARDS),
        ]
        if too_many:
            yield from too_many
            break
    for i, hand in tables(raw.get("hands")):
        picked = sum(_number(pick.get("count"), 1) for _, pick in tables(hand.get("cards")))
        yield from _refuse(("hands", i, "cards"), picked, limits.MAX_PICKED)
    pieces = 0
    for i, material in tables(raw.get("materials")):
        more = sum(
            _number(chip.get("count")) * max(players - _number(chip.get("above"), players), 0)
            for _, chip in tables(material.get("denominations"))
        )
        each = _number(material.get("per_player")) + more
        pieces += max(_number(material.get("count")), each * players)
        yield from _refuse(("materials", i), pieces, limits.MAX_PIECES)
    spaces = 0
    for i, place in tables(raw.get("places")):
        spaces += _number(place.get("count"), 1) * _number(place.get("rows"), 1)
        yield from _refuse(("places", i, "count"), spaces, limits.MAX_SPACES)
    for i, track in tables(raw.get("tracks")):
        steps = _number(track.get("to")) - _number(track.get("from")) + 1
        yield from _refuse(("tracks", i, "to"), steps, limits.MAX_STEPS)
    # The cards in the pairs of all stand-ins.
    paired = 0
    for i, standin in tables(raw.get("standins")):
        path: KeyPath = ("standins", i, "pairs")
        too_many = [*_refuse(path, standin.get("pairs"), limits.MAX_PAIRS)]
        for j, pair in tables(standin.get("pairs")) if not too_many else ():
            patterns = (pair.get("from"), pair.get("to"))
            paired += sum(count_expansion(p) for p in patterns if isinstance(p, str))
            if too_many := [*_refuse((*path, j), paired, limits.MAX_PAIRED)]:
                break
        if too_many:
            yield from too_many
            break


def _refuse(path: KeyPath, counted: object, limit: Limit) -> Iterator[Fault]:
    """Report a number, or the length of a list or table, that exceeds a limit."""
    if (count := counted if isinstance(counted, int) else _length(counted)) > limit:
        yield Fault(path, *limit.refusal(count))


def _length(value: object) -> int:
    return len(value) if isinstance(value, dict | list) else 0


def _number(value: Any, missing: int = 0) -> int:
    # Larger numbers are errors of form and are reported there.
    return value if isinstance(value, int) and abs(value) < _MAX_NUMBER else missing


# --- cross checks --------------------------------------------------------------------------------


class ProductRow(Part):
    """A row of templates/products.toml: the facts that people need for printing a product."""

    stock: str = ""
    """its paper: a key of `kit.stock` in the messages"""
    step: str = ""
    """the work after printing: a key of `kit.step`"""
    tools: tuple[str, ...] = ()
    """the tools for it: keys of `kit.tool`"""
    caliper: float = 0.0
    """the thickness of its paper in mm, if sheets are nested"""
    seconds: float | None = None
    """the seconds of work per piece; by default cuts are counted"""
    sets: tuple[str, ...] = ()
    """the named sets that contain it"""
    deck: Literal["printed", "own"] | None = None
    """whether it is for a printed deck or for an existing deck only"""
    sheet: str = ""
    """its default label sheet"""
    kit: bool = False
    """whether it is part of every kit, independent of the materials of a definition"""
    companions: tuple[str, ...] = msgspec.field(default=(), name="with")
    """the products that are always built with it"""
    instead: bool = False
    """whether it replaces an object that people may have, which is listed too"""
    decks: dict[str, tuple[str, ...]] = {}
    """the decks that it supports, by language"""


def product_rows() -> Mapping[str, ProductRow]:
    """Return the products in the order of printing."""
    return load_rows("products.toml", ProductRow)


_HEX = re.compile(r"#[0-9a-fA-F]{6}")
# The folder of the drawings of definitions without errors in the user's cache.
_PASSED = "passed"


def read_checked(
    stack: DefinitionStack, asked: str = DEFAULT_LANGUAGE
) -> tuple[Variant | None, list[Fault]]:
    """Convert raw data to a Variant, and report all errors of size, form and names.

    A definition with errors of form or size has no Variant; errors of size are reported alone. A
    definition without errors is not checked again until its data, its drawings or the program
    change.
    """
    home = _home_of(stack, asked)
    place = Path(_PASSED, digest_texts([os.path.abspath(stack.path)]))
    facts = _facts_of(stack, asked)
    drawings = find_record(place, facts, tuple[str, ...]) if facts else None
    is_known = drawings is not None and all(_is_drawing(name, home) for name in drawings)
    # A date and its letters have the same record, but a date is refused where a text is expected.
    if is_known and (variant := _convert(stack, home)):
        return variant, []
    # Products of lists are only counted if no list is too long.
    if faults := list(_entries(stack.data)) or list(_products(stack.data)):
        return None, faults
    variant = _convert(stack, home)
    checker = _Checker(stack, home)
    # One more than the limit, so that the report mentions that there are more.
    faults = [*islice(checker.faults(forms=variant is None), MAX_FAULTS + 1)]
    if facts and not faults:
        keep_record(place, facts, checker.drawings)
    return variant, faults


def read_passed(stack: DefinitionStack) -> Variant | None:
    """Convert data that passed all checks in this version of the program.

    Return None if the conversion fails.
    """
    return _convert(stack, _home_of(stack, DEFAULT_LANGUAGE))


def _home_of(stack: DefinitionStack, asked: str) -> Home:
    # Languages are declared, or taken from the name of the game. If none are declared, plain
    # strings are in the requested language.
    written = strings(stack.data.get("languages"))
    declared = bool(written) and written == stack.data["languages"]
    if not declared:
        written = [asked] if stack.is_plain else list(as_table(stack.data.get("name")))
        written = written or list(languages())
    return Home(stack.folder, tuple(dict.fromkeys(written)), stack.data, declared=declared)


def _facts_of(stack: DefinitionStack, asked: str) -> bytes:
    """Return everything that a check depends on except drawings, or an empty result for data whose
    check is not recorded.
    """
    # Some keys, such as `without`, are not in the merged data.
    own = [layer.data for layer in stack.layers]
    facts = stack.data, own, asked, stack.lacks_cards, layout_names()
    try:
        return msgspec.msgpack.encode(facts)
    except (OverflowError, UnicodeEncodeError):  # such values are errors
        return b""


def _is_drawing(name: str, home: Home) -> bool:
    file = drawing_file(name, home.resolved)
    return file is not None and is_file(file)


def _convert(stack: DefinitionStack, home: Home) -> Variant | None:
    """Return a Variant with its hands in order, or None if there are errors of form."""
    try:
        read = msgspec.convert(stack.data, Variant, dec_hook=partial(build, home=home))
    except (msgspec.ValidationError, ValueError):  # the first error only
        return None
    bundled = [layer.path.is_relative_to(content_path()) for layer in stack.layers]
    # From best to worst; a hand with `before` is moved before that hand.
    hands = [hand for hand in read.hands if hand.before is None]
    for hand in read.hands:
        if hand.before is not None:
            names = [other.id for other in hands]
            place = names.index(hand.before) if hand.before in names else len(names)
            hands.insert(place, hand)
    ordered = evolve(read, hands=tuple(hands))
    return LoadedVariant.of(ordered, has_ours=any(bundled), has_others=not all(bundled))


class _Checker:
    def __init__(self, stack: DefinitionStack, home: Home) -> None:
        self.stack, self.home, self.raw = stack, home, stack.data
        self.families, self.suits, self.groups = (
            as_table(self.raw.get(key)) for key in ("families", "suits", "groups")
        )
        listed = (
            "hands", "places", "tracks", "payments", "penalties", "clauses", "options", "presets",
        )  # fmt: skip
        (
            self.hands, self.places, self.tracks, self.payments, self.penalties, self.clauses,
            self.options, self.presets,
        ) = (ids(self.raw.get(key)) for key in listed)  # fmt: skip

        self.ranks = dict.fromkeys(rank_ids(self.raw.get("ranks")))
        self.left_out = set(strings(self.raw.get("without")))
        self.cells = [(i, name) for i, _, name in grid_cells(self.raw)]
        self.cards = card_ids(self.raw)
        self.drawings: list[str] = []  # those that were found

    def faults(self, *, forms: bool) -> Iterator[Fault]:
        yield from find_faults(Variant, self.raw, self.home, self._lookups(), forms=forms)
        yield from self._deck()
        yield from self._families()
        yield from self._materials()
        yield from self._grids()
        yield from self._hands()
        if not self.stack.lacks_cards:
            yield from self._without()
            yield from self._standins()
        yield from self._chapters()
        yield from self._examples()

    def _lookups(self) -> Lookups:
        colour = look_up_among(COLOURS, lambda: bundled_rows("themes/classic.toml")["colours"])
        back = look_up_among("backs", lambda: [*back_rows(), NO_BACK])
        shape = look_up_among("shapes", lambda: CARD_SHAPES)
        text = look_up_among("texts", _texts)
        drawing = cache(self._drawing)

        def text_fault(name: str) -> Fault | None:
            if (fault := text(name)) is None:
                return None
            return Fault(
                (), Sentence("There is no text “{name}” for booklets.", name=name), fault.hint
            )

        names: dict[str, tuple[str, Callable[[], Iterable[str]]]] = {
            "spots": ("places and tracks", lambda: [*self.places, *self.tracks, *SPOTS]),
            "loops": ("tracks", lambda: [*self.tracks, ROUND]),
        }
        names["purses"] = "places", lambda: [*self.places, *PURSES]
        own = "families", "suits", "ranks", "cards", "hands", "places", "groups"
        for kind in (*own, "payments", "penalties", "clauses", "options", "presets"):
            names[kind] = kind, partial(getattr, self, kind)
        bundled: dict[str, Callable[[], Iterable[str]]] = {
            "pictograms": lambda: content_files("art/pictograms", ".svg"),
            "variants": lambda: bundled_slugs("variants"),
            "products": lambda: [key for key, row in product_rows().items() if row.deck != "own"],
            "frames": frame_rows,
            "layouts": layout_names,
        }
        return {
            **{key: look_up_among(*own, of_file=True) for key, own in names.items()},
            **({"cards": lambda name: None} if self.stack.lacks_cards else {}),
            **{kind: look_up_among(kind, load_names) for kind, load_names in bundled.items()},
            "texts": text_fault,
            COLOURS: lambda name: None if _HEX.fullmatch(name) else colour(name),
            "backs": lambda name: drawing(name) if "." in name else back(name),
            "emblems": drawing,
            "shapes": lambda name: drawing(name) if "." in name else shape(name),
        }

    def _drawing(self, name: str) -> Fault | None:
        file = drawing_file(name, self.home.resolved)
        if file is None:
            message = Sentence("“{name}” is outside the definition's folder.", name=name)
            return Fault((), message, "Put it into that folder.")
        if is_file(file):
            self.drawings.append(name)
            return None
        if "." in name and not is_picture(name):
            return Fault(
                (),
                Sentence("“{name}” is not an SVG, PNG or JPEG file.", name=name),
                "Save it as one of them.",
            )
        if "." in name:
            return Fault(
                (), Sentence("“{name}” does not exist.", name=name), "Put it beside the definition."
            )
        known = self._emblems
        return Fault(
            (),
            Sentence("“{name}” does not exist.", name=name),
            did_you_mean(name, known, "emblems"),
        )

    @cached_property
    def _emblems(self) -> list[str]:
        """The names of the bundled drawings."""
        return [
            path.relative_to(art).with_suffix("").as_posix()
            for art in content_paths("art")
            for path in art.rglob("*.svg")
        ]

    def _deck(self) -> Iterator[Fault]:
        """Check that there are cards of a known size, that ids and ranks are unique, and that the
        number of players is given if anything is counted per player.
        """
        raw = self.raw
        if not (raw.get("grids") or raw.get("cards") or self.stack.lacks_cards):
            yield Fault(("cards",), "there are no cards.", "Add [[grids]] or [[cards]].")
        if isinstance(size := raw.get("card_size"), str):
            try:
                paper_sizes.card(size)
            except PrintkitError as error:
                yield Fault(("card_size",), error.message, error.hint or "")
        cards: list[tuple[KeyPath, str]]
        cards = [(("grids", i), name) for i, name in self.cells if name not in self.left_out]
        cards += [(("cards", i, "id"), str(card.get("id"))) for i, card in tables(raw.get("cards"))]
        grids = ((("grids", i, "id"), grid.get("id")) for i, grid in tables(raw.get("grids")))
        ranks = [
            (("ranks", i), x) for i, entry in tables(raw.get("ranks")) for x in rank_ids([entry])
        ]
        yield from find_repeated(cards)
        yield from find_repeated(grids)
        yield from find_repeated(ranks, "the rank")
        message = "is for each player, but the definition does not state the number of players."
        hint = "Write players = { min = 2, max = 4 }."
        for key in ("materials", "grids", "cards") if raw.get("players") is None else ():
            for i, entry in tables(raw.get(key)):
                if entry.get("per_player"):
                    yield Fault((key, i, "per_player"), message, hint)

    def _families(self) -> Iterator[Fault]:
        """Check that every family has a back, and that every card names its family if there are
        several.
        """
        for key, family in self.families.items():
            if as_table(family).get("back") == NO_BACK:
                yield Fault(
                    ("families", key, "back"),
                    "a family needs a back.",
                    "Set it for single cards, or build with --duplex none.",
                )
        if len(self.families) < 2:
            return
        named = {key for key, suit in self.suits.items() if as_table(suit).get("family")}
        message = "does not name its family, and there are several."
        hint = Sentence("Families: {sorted}.", sorted=shorten(name_some(sorted(self.families))))
        for i, card in tables(self.raw.get("cards")):
            if not card.get("family") and str(card.get("suit")) not in named:
                yield Fault(("cards", i), message, hint)
        for i, grid in tables(self.raw.get("grids")):
            if not grid.get("family") and not named.issuperset(strings(grid.get("suits"))):
                yield Fault(("grids", i), message, hint)

    def _without(self) -> Iterator[Fault]:
        """Check that `without` names parts of this file or of a file that it extends."""
        layers = self.stack.layers
        written = [x for layer in layers for key in LEFT_OUT for x in ids(layer.data.get(key))]
        known = dict.fromkeys([*(name for _, name in self.cells), *written])
        for i, name in enumerate(as_list(self.raw.get("without"))):
            if isinstance(name, str) and name not in known:
                yield unknown_name(name, known, "cards", ("without", i))

    def _materials(self) -> Iterator[Fault]:
        """Check that chips have a drawing, and that suits on dice have an emblem."""
        known = list(denomination_looks())
        for index, material in tables(self.raw.get("materials")):
            for i, chip in tables(material.get("denominations")):
                value = chip.get("value")
                if isinstance(value, int) and "emblem" not in chip and str(value) not in known:
                    message = Sentence("there is no drawing for chips of {value}.", value=value)
                    hint = Sentence(
                        "There are {known}; for others give an emblem.", known=name_some(known)
                    )
                    yield Fault(("materials", index, "denominations", i, "value"), message, hint)
            for i, name in enumerate(as_list(material.get("faces"))):
                suit = self.suits.get(name) if isinstance(name, str) else None
                if isinstance(suit, dict) and "emblem" not in suit:
                    message = Sentence(
                        "the suit “{name}” has no emblem for a die to show.", name=name
                    )
                    path = ("materials", index, "faces", i)
                    yield Fault(path, message, "Give the suit an emblem.")

    def _grids(self) -> Iterator[Fault]:
        """Check the ranks of grids, and the placeholders of their names."""
        for index, grid in tables(self.raw.get("grids")):
            for i, entry in enumerate(as_list(grid.get("ranks"))):
                names = expand_ranks(entry)
                if isinstance(entry, str) and not names:
                    yield Fault(
                        ("grids", index, "ranks", i),
                        Sentence("“{entry}” runs backwards.", entry=entry),
                    )
                for name in names:
                    if name not in self.ranks:
                        yield unknown_name(name, self.ranks, "ranks", ("grids", index, "ranks", i))
            text = grid.get("name")
            for language, line in text.items() if isinstance(text, dict) else [(None, text)]:
                path = ("grids", index, "name", *([language] if language else []))
                for place in re.findall(r"\{(.*?)\}", str(line)):
                    if place not in ("rank", "suit", "of"):
                        message = Sentence("“{place}” is not filled in.", place=f"{{{place}}}")
                        yield Fault(path, message, "Known: {rank}, {suit}, {of}.")

    def _hands(self) -> Iterator[Fault]:
        """Check that no hand is placed before itself, and that only hands of optional rules in
        games with several rule sets have `of_set`.
        """
        places: list[tuple[tuple[str | int, ...], Any]] = []
        places += [(("hands", i), hand) for i, hand in tables(self.raw.get("hands"))]
        if self.raw.get("sets_rule") is None:
            for k, option in tables(self.raw.get("options")):
                of = tables(option.get("hands"))
                places += [(("options", k, "hands", i), hand) for i, hand in of]
        for path, hand in places:
            if hand.get("of_set"):
                message = "is for a hand of an option, in a game of several rule sets."
                yield Fault((*path, "of_set"), message)
        for i, hand in tables(self.raw.get("hands")):
            if (before := hand.get("before")) is not None and before == hand.get("id"):
                others = [name for name in self.hands if name != before]
                yield unknown_name(before, others, "hands", ("hands", i, "before"))

    def _standins(self) -> Iterator[Fault]:
        """Check that the physical cards of stand-ins are cards of this deck."""
        decks = self.raw.get("decks", 1)
        known = set(self.cards)
        if isinstance(decks, int) and 1 < decks <= MAX_DECKS:
            known = {f"{n}:{card}" for n in range(1, decks + 1) for card in self.cards}
        for index, standin in tables(self.raw.get("standins")):
            for i, pair in tables(standin.get("pairs")):
                pattern = pair.get("from")
                try:
                    physical = expand_braces(pattern) if isinstance(pattern, str) else []
                except ValueError:  # an error of form
                    continue
                for name in physical:
                    if name not in known and not {name, name.partition(":")[2]} & self.left_out:
                        path = ("standins", index, "pairs", i, "from")
                        hint = did_you_mean(name, self.cards, "cards", of_file=True)
                        yield Fault(
                            path, Sentence("“{name}” is not a card of this deck.", name=name), hint
                        )
                        break

    def _chapters(self) -> Iterator[Fault]:
        """Check that the user's own chapters are files beside the definition."""
        known = self.home.known_languages
        written = self.raw.get("chapters")
        files = {(): written} if isinstance(written, str) else as_table(written)
        for language, name in files.items():
            path = ("chapters", *([language] if language else []))
            if language and language not in known:
                message = Sentence(
                    "“{language}” is not a language of this definition.", language=language
                )
                yield Fault(path, message, did_you_mean(language, known, "languages", of_file=True))
            if isinstance(name, str):
                file = resolve_within(self.stack.folder, name)
                if file is None or not is_file(file):
                    message = Sentence(
                        "“{name}” does not exist, or is outside the definition's folder.", name=name
                    )
                    yield Fault(path, message, "Put it beside the definition.")

    def _examples(self) -> Iterator[Fault]:
        """Check the names of examples and sums, references between examples, and `face`."""
        examples = as_table(self.raw.get("example_hands"))
        for key, table in (("example_hands", examples), ("sums", as_table(self.raw.get("sums")))):
            for name in table:
                if name in FIRST_WORDS or (key == "sums" and name in examples):
                    message = Sentence(
                        "“{name}” already names something else in a chapter.", name=name
                    )
                    yield Fault((key, name), message, "Choose another name.")
        noun = "examples above it"
        above: list[str] = []
        for name, example in examples.items():
            item = as_table(example)
            others: list[tuple[KeyPath, Any, Collection[str]]] = [
                ((key, i), other, examples)
                for key in ("beats", "ties")
                for i, other in enumerate(as_list(item.get(key)))
            ]
            others.append((("after",), item.get("after"), above))
            for path, other, known in others:
                if isinstance(other, str) and other not in known:
                    yield unknown_name(other, known, noun, ("example_hands", name, *path))
            above.append(name)
        face = self.stack.layers[0].data.get("face")
        if isinstance(face, str) and face not in self.cards and not self.stack.lacks_cards:
            yield unknown_name(face, self.cards, "cards", ("face",))


def _texts() -> set[str]:
    """Return the names of the booklet texts in all languages."""
    files = (file for folder in content_paths("rules") for file in folder.glob(f"*/*{RULES_FILE}"))
    return {file.name.removesuffix(RULES_FILE) for file in files}

"""What names a definition and our content know, and the rules that need the whole definition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, islice
from typing import Any

import msgspec

from printkit.base import paper_sizes
from printkit.base.content import content_files, content_paths, load_content
from printkit.base.errors import Diagnostic, PrintkitError, did_you_mean
from printkit.base.files import is_file, resolve_within
from printkit.base.limits import MAX_DECKS, MAX_FAULTS
from printkit.base.messages import languages
from printkit.base.plain_text import shorten
from printkit.model.brace_expansion import expand_braces
from printkit.model.diagnostics import form_faults
from printkit.model.fields import (
    COLOURS,
    PICTURES,
    Fault,
    Home,
    build,
    drawing_file,
)
from printkit.model.layers import DefinitionStack, bundled_slugs
from printkit.model.names import Lookups, name_faults
from printkit.model.play import example_faults
from printkit.model.rank_runs import expand_ranks
from printkit.model.size_checks import size_faults
from printkit.model.tabletop import DENOMINATIONS, ROUND, SPOTS
from printkit.model.toml_positions import KeyPath
from printkit.model.variant import RULES_FILE, Variant

# The products that a material may name.
PRODUCTS = "products.toml"
_MAX_RANK = 99
# This many of the cards that are gone are named.
_MAX_SHOWN = 8
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def home_of(stack: DefinitionStack) -> Home:
    """Return where a definition lives, with its languages: those it names, else its name's."""
    written = stack.data.get("languages")
    declared = (
        isinstance(written, list) and bool(written) and all(isinstance(x, str) for x in written)
    )
    if not isinstance(written, list) or not declared:
        name = stack.data.get("name")
        written = list(name) if isinstance(name, dict) and name else list(languages())
    return Home(stack.folder, tuple(dict.fromkeys(written)), stack.data, declared=declared)


def read_checked(stack: DefinitionStack) -> tuple[Variant | None, list[Diagnostic]]:
    """Read a definition, and report all its faults: of form, of names, of the whole.

    A definition with faults of form has no Variant.
    """
    variant = None
    faults = list(size_faults(stack.data))
    if not faults:
        home = home_of(stack)
        of_form: Iterator[Fault] = iter(())
        try:
            variant = msgspec.convert(stack.data, Variant, dec_hook=partial(build, home=home))
        except (msgspec.ValidationError, ValueError):
            of_form = form_faults(Variant, stack.data, home)
        # One more than are told, so that it is known that there are more.
        faults += islice(chain(of_form, _Checker(stack, home).faults()), MAX_FAULTS + 1)
    problems = [stack.problem(fault.path, fault.message, fault.hint) for fault in faults]
    return variant, problems


def _among(
    kind: str, load_names: Callable[[], Iterable[str]], *, of_file: bool = False
) -> Callable[[str], Fault | None]:
    """Return a look-up among names that are loaded when the first is asked for."""
    known = cache(lambda: dict.fromkeys(load_names()))

    def look_up(name: str) -> Fault | None:
        if name in known():
            return None
        hint = did_you_mean(name, known(), kind, of_file=of_file)
        return Fault((), f"“{name}” is not known.", hint)

    return look_up


class _Checker:
    def __init__(self, stack: DefinitionStack, home: Home) -> None:
        self.stack, self.home, self.raw = stack, home, stack.data
        self.families = _keys(self.raw.get("families"))
        self.suits = _keys(self.raw.get("suits"))
        self.left_out = {name for name in _list(self.raw.get("without")) if isinstance(name, str)}
        self.grid_ids = list(grid_card_ids(self.raw))
        of_grids = [name for _, name in self.grid_ids if name not in self.left_out]
        self.cards = dict.fromkeys([*of_grids, *_ids(self.raw.get("cards"))])

    def faults(self) -> Iterator[Fault]:
        yield from name_faults(Variant, self.raw, self._lookups(), self.home)
        yield from self._deck()
        yield from self._families()
        yield from self._without()
        yield from self._materials()
        yield from self._grids()
        yield from self._hands()
        yield from self._standins()
        yield from self._chapters()
        yield from self._examples()

    def _lookups(self) -> Lookups:
        colour = _among(COLOURS, lambda: load_content("themes/classic.toml")["colours"])
        back = _among("backs", lambda: load_content("backs.toml"))
        text = _among("texts", _texts)
        drawing = cache(self._drawing)

        def text_fault(name: str) -> Fault | None:
            if (fault := text(name)) is None:
                return None
            return Fault((), f"There is no text “{name}” for booklets.", fault.hint)

        return {
            "families": _among("families", lambda: self.families, of_file=True),
            "suits": _among("suits", lambda: self.suits, of_file=True),
            "ranks": _among("ranks", lambda: rank_ids(self.raw.get("ranks")), of_file=True),
            "cards": _among("cards", lambda: self.cards, of_file=True),
            "hands": _among("hands", lambda: _ids(self.raw.get("hands")), of_file=True),
            "places": _among("places", lambda: _ids(self.raw.get("places")), of_file=True),
            "spots": _among("places and tracks", self._spots, of_file=True),
            "loops": _among("tracks", lambda: [*_ids(self.raw.get("tracks")), ROUND], of_file=True),
            "groups": _among("groups", lambda: _keys(self.raw.get("groups")), of_file=True),
            "pictograms": _among("pictograms", lambda: content_files("art/pictograms", ".svg")),
            "variants": _among("variants", lambda: bundled_slugs("variants")),
            "products": _among("products", lambda: load_content(PRODUCTS)),
            "frames": _among("frames", lambda: load_content("frames.toml")),
            "texts": text_fault,
            COLOURS: lambda name: None if _HEX.fullmatch(name) else colour(name),
            "backs": lambda name: drawing(name) if name.lower().endswith(PICTURES) else back(name),
            "emblems": drawing,
        }

    def _spots(self) -> list[str]:
        return [*_ids(self.raw.get("places")), *_ids(self.raw.get("tracks")), *SPOTS]

    def _drawing(self, name: str) -> Fault | None:
        file = drawing_file(name, self.stack.folder)
        if file is None:
            message = f"“{name}” lies outside the definition's folder."
            return Fault((), message, "Put it into that folder.")
        if is_file(file):
            return None
        if "." in name:
            return Fault((), f"“{name}” does not exist.", "Put it beside the definition.")
        known = [
            path.relative_to(art).with_suffix("").as_posix()
            for art in content_paths("art")
            for path in art.rglob("*.svg")
        ]
        return Fault((), f"“{name}” does not exist.", did_you_mean(name, known, "emblems"))

    def _deck(self) -> Iterator[Fault]:
        """Check that there are cards of a known size, and that no card or rank is there twice."""
        raw = self.raw
        if not raw.get("grids") and not raw.get("cards"):
            yield Fault(("cards",), "there are no cards.", "Add [[grids]] or [[cards]].")
        if isinstance(size := raw.get("card_size"), str):
            try:
                paper_sizes.card(size)
            except PrintkitError as error:
                yield Fault(("card_size",), error.message, error.hint or "")
        of_grids = [(("grids", i), name) for i, name in self.grid_ids if name not in self.left_out]
        listed = [(("cards", i, "id"), str(card.get("id"))) for i, card in _items(raw.get("cards"))]
        yield from _find_repeated([*of_grids, *listed], "the id")
        named = [(("grids", i, "id"), grid.get("id")) for i, grid in _items(raw.get("grids"))]
        yield from _find_repeated([(path, x) for path, x in named if isinstance(x, str)], "the id")
        entries = _items(raw.get("ranks"))
        ranks = [(("ranks", i), name) for i, entry in entries for name in rank_ids([entry])]
        yield from _find_repeated(ranks, "the rank")

    def _families(self) -> Iterator[Fault]:
        """Check that every card says its family, if there are several."""
        if len(self.families) < 2:
            return
        suits = self.raw.get("suits")
        of_suit = {
            key: suit.get("family")
            for key, suit in (suits.items() if isinstance(suits, dict) else ())
            if isinstance(suit, dict)
        }
        message = "does not say its family, and there are several."
        hint = f"Families: {shorten(', '.join(sorted(self.families)))}."
        for i, card in _items(self.raw.get("cards")):
            if not card.get("family") and not of_suit.get(str(card.get("suit"))):
                yield Fault(("cards", i), message, hint)
        for i, grid in _items(self.raw.get("grids")):
            names = [name for name in _list(grid.get("suits")) if isinstance(name, str)]
            if not grid.get("family") and not all(of_suit.get(name) for name in names):
                yield Fault(("grids", i), message, hint)

    def _without(self) -> Iterator[Fault]:
        """Check that names in `without` are those of cards, here or in a file extended."""
        written = [name for layer in self.stack.layers for name in _ids(layer.data.get("cards"))]
        known = dict.fromkeys([*(name for _, name in self.grid_ids), *written])
        for i, name in enumerate(_list(self.raw.get("without"))):
            if isinstance(name, str) and name not in known:
                hint = did_you_mean(name, known, "cards", of_file=True)
                yield Fault(("without", i), f"“{name}” is not known.", hint)

    def _materials(self) -> Iterator[Fault]:
        """Check that chips have a drawing, and that suits on dice have an emblem."""
        suits = self.raw.get("suits")
        known = list(load_content(DENOMINATIONS))
        for index, thing in _items(self.raw.get("materials")):
            for i, chip in _items(thing.get("denominations")):
                value = chip.get("value")
                if isinstance(value, int) and "emblem" not in chip and str(value) not in known:
                    message = f"there is no drawing for chips of {value}."
                    hint = f"There are {', '.join(known)}; for others give an emblem."
                    yield Fault(("materials", index, "denominations", i, "value"), message, hint)
            for i, name in enumerate(_list(thing.get("faces"))):
                suit = (
                    suits.get(name) if isinstance(suits, dict) and isinstance(name, str) else None
                )
                if isinstance(suit, dict) and "emblem" not in suit:
                    message = f"the suit “{name}” has no emblem for a die to show."
                    yield Fault(
                        ("materials", index, "faces", i), message, "Give the suit an emblem."
                    )

    def _grids(self) -> Iterator[Fault]:
        """Check that the ranks of grids are known, and that their names can be filled in."""
        look_up = _among("ranks", lambda: rank_ids(self.raw.get("ranks")), of_file=True)
        for index, grid in _items(self.raw.get("grids")):
            for i, entry in enumerate(_list(grid.get("ranks"))):
                names = expand_ranks(entry)
                if isinstance(entry, str) and not names:
                    yield Fault(("grids", index, "ranks", i), f"“{entry}” runs backwards.")
                for name in names:
                    if (fault := look_up(name)) is not None:
                        yield Fault(("grids", index, "ranks", i), fault.message, fault.hint)
            text = grid.get("name")
            lines = text.items() if isinstance(text, dict) else [(None, text)]
            for language, line in lines:
                path: KeyPath = (
                    ("grids", index, "name", language) if language else ("grids", index, "name")
                )
                for place in re.findall(r"\{(.*?)\}", str(line)):
                    if place not in ("rank", "suit", "of"):
                        message = f"“{{{place}}}” is not filled in."
                        yield Fault(path, message, "Known: {rank}, {suit}, {of}.")

    def _hands(self) -> Iterator[Fault]:
        """Check that no hand comes before itself."""
        names = _ids(self.raw.get("hands"))
        for i, hand in _items(self.raw.get("hands")):
            if (before := hand.get("before")) is not None and before == hand.get("id"):
                others = [name for name in names if name != before]
                hint = did_you_mean(before, others, "hands", of_file=True)
                yield Fault(("hands", i, "before"), f"“{before}” is not known.", hint)

    def _standins(self) -> Iterator[Fault]:
        """Check that the cards at hand are cards of this deck."""
        decks = self.raw.get("decks", 1)
        known = set(self.cards)
        if isinstance(decks, int) and 1 < decks <= MAX_DECKS:
            known = {f"{n}:{card}" for n in range(1, decks + 1) for card in self.cards}
        for index, standin in _items(self.raw.get("standins")):
            for i, pair in _items(standin.get("pairs")):
                pattern = pair.get("from")
                try:
                    physical = expand_braces(pattern) if isinstance(pattern, str) else []
                except ValueError:  # a fault of form
                    continue
                for name in physical:
                    if name not in known and not {name, name.partition(":")[2]} & self.left_out:
                        message = f"“{name}” is not a card of this deck."
                        path = ("standins", index, "pairs", i, "from")
                        yield Fault(
                            path, message, did_you_mean(name, self.cards, "cards", of_file=True)
                        )
                        break

    def _examples(self) -> Iterator[Fault]:
        """Check examples and sums, and that a face written here is a card."""
        yield from example_faults(self.raw.get("example_hands"), self.raw.get("sums"))
        face = self.stack.layers[0].data.get("face")
        if isinstance(face, str) and face not in self.cards:
            hint = did_you_mean(face, self.cards, "cards", of_file=True)
            yield Fault(("face",), f"“{face}” is not known.", hint)

    def _chapters(self) -> Iterator[Fault]:
        """Check that the user's own chapters are files beside the definition."""
        chapters = self.raw.get("chapters")
        for language, name in chapters.items() if isinstance(chapters, dict) else ():
            if language not in self.home.known_languages:
                known = self.home.known_languages
                message = f"“{language}” is not a language of this definition."
                yield Fault(
                    ("chapters", language),
                    message,
                    did_you_mean(language, known, "languages", of_file=True),
                )
            if not isinstance(name, str):
                continue
            file = resolve_within(self.stack.folder, name)
            if file is None or not is_file(file):
                message = f"“{name}” does not exist, or lies outside the definition's folder."
                yield Fault(("chapters", language), message, "Put it beside the definition.")


def lost_cards(stack: DefinitionStack) -> list[Diagnostic]:
    """Report cards of the definition extended that are gone and not named in `without`."""
    left_out = _list(stack.data.get("without"))
    kept = {*_card_ids(stack.data), *(name for name in left_out if isinstance(name, str))}
    lost = [name for name in _card_ids(stack.inherited) if name not in kept]
    if not lost:
        return []
    shown = ", ".join(lost[:_MAX_SHOWN]) + (" …" if len(lost) > _MAX_SHOWN else "")
    count = "1 card" if len(lost) == 1 else f"{len(lost)} cards"
    message = f"{count} of the definition extended are gone: {shown}."
    hint = "If that is meant, name them in “without”; if not, add grids without replace = true."
    return [stack.problem(("grids",), message, hint)]


def _card_ids(raw: dict[str, Any]) -> list[str]:
    left_out = {name for name in _list(raw.get("without")) if isinstance(name, str)}
    names = [name for _, name in grid_card_ids(raw)] + _ids(raw.get("cards"))
    return [name for name in names if name not in left_out]


def grid_card_ids(raw: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Find the ids that grids spell out, those left out as well, each with its grid's index."""
    for i, grid in _items(raw.get("grids")):
        for suit in _list(grid.get("suits")):
            for entry in _list(grid.get("ranks")) if isinstance(suit, str) else ():
                for name in expand_ranks(entry):
                    yield i, f"{suit}-{name}"


def rank_ids(ranks: Any) -> Iterator[str]:
    """Find the ids of all declared ranks, runs spelt out; what is wrong in form is passed over."""
    for _, rank in _items(ranks):
        if isinstance(rank.get("id"), str):
            yield rank["id"]
            continue
        first, last = rank.get("from"), rank.get("to")
        if isinstance(first, int) and isinstance(last, int) and first >= 0 and last <= _MAX_RANK:
            yield from map(str, range(first, last + 1))


def _find_repeated(names: Iterable[tuple[KeyPath, str]], kind: str) -> Iterator[Fault]:
    """Report each place that repeats a name, once."""
    seen: set[str] = set()
    reported: set[KeyPath] = set()
    for path, name in names:
        if name in seen and path not in reported:
            reported.add(path)
            yield Fault(path, f"{kind} “{name}” is given twice.", "Ids are unique.")
        seen.add(name)


def _texts() -> set[str]:
    """Return the texts of booklets that are there, in whatever language."""
    files = (file for folder in content_paths("rules") for file in folder.glob(f"*/*{RULES_FILE}"))
    return {file.name.removesuffix(RULES_FILE) for file in files}


def _keys(value: Any) -> list[str]:
    return list(value) if isinstance(value, dict) else []


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _items(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((i, item) for i, item in enumerate(_list(value)) if isinstance(item, dict))


def _ids(value: Any) -> list[str]:
    return [item["id"] for _, item in _items(value) if isinstance(item.get("id"), str)]

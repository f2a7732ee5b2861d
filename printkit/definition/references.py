"""Names in a definition that must mean something.

In: the raw data (right or wrong in form: what cannot be judged is passed over, the schema tells
it). Out: Problems for every name that refers to nothing, every id that is given twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from printkit.base import paper_sizes
from printkit.base.content import content_path, load_content
from printkit.base.errors import Diagnostic, PrintkitError, did_you_mean
from printkit.base.files import is_file, resolve_within
from printkit.base.messages import languages
from printkit.definition.defaults import RULES, RULES_FILE
from printkit.definition.layers import PICTURES, Stack
from printkit.definition.references_play import Known, play_references
from printkit.definition.toml_source import KeyPath

MOST_RANK = 99
# How chips and credits of each worth look.
DENOMINATIONS = "tokens.toml"
# The products that a material may name.
PRODUCTS = "products.toml"
# Lists of tables whose ids are unique.
_WITH_IDS = (
    *("hands", "materials", "tokens", "options", "standins"),
    *("phases", "penalties", "places", "tracks", "scores"),
)
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def emblem_file(name: str, folder: Path) -> Path | None:
    """The file that an emblem, art or back reference means, or None if it would leave the folder.

    A name with a picture's ending lies beside the definition, any other in templates/art.
    """
    if name.lower().endswith(PICTURES):
        return resolve_within(folder, name)
    return resolve_within(content_path("art"), f"{name}.svg")


def references(stack: Stack) -> list[Diagnostic]:
    """All faults of reference in a definition."""
    return list(_Checker(stack).run())


class _Checker:
    """Walks the raw data once; each method checks one kind of table."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        raw = stack.data
        self.left_out = {name for name in _list(raw.get("without")) if isinstance(name, str)}
        self.families = _keys(raw.get("families"))
        self.suits = _keys(raw.get("suits"))
        self.ranks = list(rank_ids(raw.get("ranks")))
        self.colours = list(load_content("themes/classic.toml").get("colours", {}))
        self.frames = list(load_content("frames.toml"))
        self.cards = list(dict.fromkeys(name for _, name in self._ids()))
        self.known_files: dict[str, bool] = {}

    def run(self) -> Iterator[Diagnostic]:
        raw = self.stack.data
        yield from self._players(raw.get("players"))
        yield from self._card_size(raw.get("card_size"))
        for key, family in _items(raw.get("families")):
            yield from self._look(("families", key), family)
            yield from self._back(("families", key, "back"), family.get("back"))
        for key, suit in _items(raw.get("suits")):
            yield from self._look(("suits", key), suit)
            path = ("suits", key, "family")
            yield from self._known(path, suit.get("family"), self.families, "families")
        for at, rank in _items(raw.get("ranks")):
            yield from self._look(("ranks", at), rank)
            yield from self._rank(("ranks", at), rank)
        yield from self._without()
        yield from self._twice()
        for at, card in _items(raw.get("cards")):
            yield from self._card(("cards", at), card)
        for at, grid in _items(raw.get("grids")):
            yield from self._grid(("grids", at), grid)
        yield from play_references(self.stack, self._names())
        for at, place in _items(raw.get("places")):
            path = ("places", at, "family")
            yield from self._known(path, place.get("family"), self.families, "families")
        for at, track in _items(raw.get("tracks")):
            first, last = track.get("from"), track.get("to")
            if isinstance(first, int) and isinstance(last, int) and first >= last:
                what = "runs from the greater to the smaller."
                yield self.stack.problem(
                    ("tracks", at), what if first > last else "has one step only."
                )
        for key in ("materials", "tokens"):
            for at, thing in _items(raw.get(key)):
                if isinstance(name := thing.get("emblem"), str):
                    yield from self._file((key, at, "emblem"), name)
        for at, thing in _items(raw.get("materials")):
            yield from self._material(("materials", at), thing)
        yield from self._texts()

    def _texts(self) -> Iterator[Diagnostic]:
        """The text of the booklet is there in every language, and so are chapters of one's own."""
        name = self.stack.data.get("rules", RULES)
        shelves = [
            content_path("rules", language).glob(f"*{RULES_FILE}") for language in languages()
        ]
        known = set.intersection(*({p.name.removesuffix(RULES_FILE) for p in s} for s in shelves))
        if isinstance(name, str) and name not in known:
            hint = did_you_mean(name, known, "texts")
            yield self.stack.problem(("rules",), f"There is no text “{name}” for booklets.", hint)
        chapters = self.stack.data.get("chapters")
        for language, name in chapters.items() if isinstance(chapters, dict) else ():
            if not isinstance(name, str):
                continue
            file = resolve_within(self.stack.folder, name)
            if file is None or not is_file(file):
                hint = "Put it beside the definition."
                what = f"“{name}” does not exist, or lies outside the definition's folder."
                yield self.stack.problem(("chapters", language), what, hint)

    def _material(self, path: KeyPath, thing: dict[str, Any]) -> Iterator[Diagnostic]:
        if ("count" in thing) == ("per_player" in thing):
            what = "needs either “count” or “per_player”, not both."
            yield self.stack.problem(path, what)
        yield from self._colour((*path, "colour"), thing.get("colour"))
        yield from self._products((*path, "product"), thing.get("product"))
        yield from self._faces(path, thing)
        known = list(load_content(DENOMINATIONS))
        values: list[Any] = []
        counts: list[Any] = []
        for at, one in _items(thing.get("denominations")):
            here, value = (*path, "denominations", at), one.get("value")
            yield from self._colour((*here, "colour"), one.get("colour"))
            if isinstance(name := one.get("emblem"), str):
                yield from self._file((*here, "emblem"), name)
            elif isinstance(value, int) and str(value) not in known:
                what = f"there is no drawing for chips of {value}."
                hint = f"There are {', '.join(known)}; for others give an emblem."
                yield self.stack.problem((*here, "value"), what, hint)
            if value in values:
                yield self.stack.problem((*here, "value"), f"{value} is given twice.")
            values.append(value)
            counts.append(one.get("count"))
        total = thing.get("per_player", thing.get("count"))
        if counts and all(isinstance(n, int) for n in (*counts, total)) and sum(counts) != total:
            what = f"come to {sum(counts)} pieces, and there are {total}."
            yield self.stack.problem((*path, "denominations"), what)

    def _products(self, path: KeyPath, named: Any) -> Iterator[Diagnostic]:
        known = list(load_content(PRODUCTS))
        if not isinstance(named, list):
            yield from self._known(path, named, known, "products")
        for at, name in enumerate(_list(named)):
            yield from self._known((*path, at), name, known, "products")

    def _faces(self, path: KeyPath, thing: dict[str, Any]) -> Iterator[Diagnostic]:
        """The suits on a die: there are such, and each has an emblem."""
        for at, name in enumerate(_list(thing.get("faces"))):
            here = (*path, "faces", at)
            yield from self._known(here, name, self.suits, "suits")
            suit = dict(_items(self.stack.data.get("suits"))).get(name, {})
            if name in self.suits and "emblem" not in suit:
                what = f"the suit “{name}” has no emblem for a die to show."
                yield self.stack.problem(here, what, "Give the suit an emblem.")

    def _card_size(self, size: Any) -> Iterator[Diagnostic]:
        if isinstance(size, str):
            try:
                paper_sizes.card(size)
            except PrintkitError as error:
                yield self.stack.problem(("card_size",), error.message, error.hint or "")

    def _players(self, players: Any) -> Iterator[Diagnostic]:
        if isinstance(players, dict):
            least, most = players.get("min"), players.get("max")
            if isinstance(least, int) and isinstance(most, int) and least > most:
                yield self.stack.problem(("players",), f"from {least} to {most} holds nobody.")

    def _known(self, path: KeyPath, name: Any, known: list[str], kind: str) -> Iterator[Diagnostic]:
        if isinstance(name, str) and name not in known:
            yield self.stack.problem(
                path, f"“{name}” is not known.", did_you_mean(name, known, kind)
            )

    def _colour(self, path: KeyPath, name: Any) -> Iterator[Diagnostic]:
        if isinstance(name, str) and not _HEX.fullmatch(name):
            yield from self._known(path, name, self.colours, "colours (or write #rrggbb)")

    def _look(self, path: KeyPath, look: dict[str, Any]) -> Iterator[Diagnostic]:
        for key in ("colour", "ground"):
            yield from self._colour((*path, key), look.get(key))
        yield from self._known((*path, "frame"), look.get("frame"), self.frames, "frames")
        for key in ("emblem", "art"):
            if isinstance(name := look.get(key), str):
                yield from self._file((*path, key), name)
        if isinstance(turned := look.get("turned"), dict):
            yield from self._colour((*path, "turned", "colour"), turned.get("colour"))

    def _file(self, path: KeyPath, name: str) -> Iterator[Diagnostic]:
        if self.known_files.get(name):
            return
        file = emblem_file(name, self.stack.folder)
        if file is None:
            yield self.stack.problem(
                path, f"“{name}” lies outside the definition's folder.", "Put it into that folder."
            )
        elif not is_file(file):
            folder = content_path("art")
            known = [
                p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.svg")
            ]
            hint = (
                "Put it beside the definition."
                if "." in name
                else did_you_mean(name, known, "emblems")
            )
            yield self.stack.problem(path, f"“{name}” does not exist.", hint)
        else:
            self.known_files[name] = True

    def _back(self, path: KeyPath, name: Any) -> Iterator[Diagnostic]:
        if isinstance(name, str) and name.lower().endswith(PICTURES):
            yield from self._file(path, name)
        else:
            yield from self._known(path, name, list(load_content("backs.toml")), "backs")

    def _rank(self, path: KeyPath, rank: dict[str, Any]) -> Iterator[Diagnostic]:
        run = "from" in rank or "to" in rank
        if run == ("id" in rank):
            yield self.stack.problem(path, "needs either “id”, or “from” and “to”.")
        elif run and not ("from" in rank and "to" in rank):
            yield self.stack.problem(path, "needs both “from” and “to”.")
        elif run and isinstance(rank["from"], int) and isinstance(rank["to"], int):
            if rank["from"] > rank["to"]:
                yield self.stack.problem(path, "runs from the greater number to the smaller.")
        elif not run and "name" not in rank:
            yield self.stack.problem(path, "needs a “name”.")

    def _family(self, path: KeyPath, table: dict[str, Any], suit: Any) -> Iterator[Diagnostic]:
        yield from self._known((*path, "family"), table.get("family"), self.families, "families")
        suits = dict(_items(self.stack.data.get("suits")))
        of_suit = suits.get(suit, {}).get("family") if isinstance(suit, str) else None
        if len(self.families) > 1 and not table.get("family") and not of_suit:
            yield self.stack.problem(
                path,
                "does not say its family, and there are several.",
                f"Families: {', '.join(sorted(self.families))}.",
            )

    def _card(self, path: KeyPath, card: dict[str, Any]) -> Iterator[Diagnostic]:
        yield from self._look(path, card)
        yield from self._known((*path, "suit"), card.get("suit"), self.suits, "suits")
        yield from self._known((*path, "rank"), card.get("rank"), self.ranks, "ranks")
        yield from self._family(path, card, card.get("suit"))

    def _grid(self, path: KeyPath, grid: dict[str, Any]) -> Iterator[Diagnostic]:
        for at, suit in enumerate(_list(grid.get("suits"))):
            yield from self._known((*path, "suits", at), suit, self.suits, "suits")
            yield from self._family(path, grid, suit)
        for at, rank in enumerate(_list(grid.get("ranks"))):
            run = rank_run(rank)
            if not run and isinstance(rank, str):
                yield self.stack.problem((*path, "ranks", at), f"“{rank}” runs backwards.")
            for rank_id in run:
                yield from self._known((*path, "ranks", at), rank_id, self.ranks, "ranks")
        if isinstance(name := grid.get("name"), dict):
            for language, words in name.items():
                for place in re.findall(r"\{(.*?)\}", str(words)):
                    if place not in ("rank", "suit", "of"):
                        yield self.stack.problem(
                            (*path, "name", language),
                            f"“{{{place}}}” is not filled in.",
                            "Known: {rank}, {suit}, {of}.",
                        )

    def _twice(self) -> Iterator[Diagnostic]:
        """Ranks, cards, hands and materials that are there already."""
        ranks = (
            (("ranks", at), name)
            for at, rank in _items(self.stack.data.get("ranks"))
            for name in rank_ids([rank])
        )
        yield from self._repeated(ranks, "the rank")
        yield from self._repeated(self._ids(), "the id")
        for key in _WITH_IDS:
            ids = (
                ((key, at, "id"), item["id"])
                for at, item in _items(self.stack.data.get(key))
                if isinstance(item.get("id"), str)
            )
            yield from self._repeated(ids, "the id")

    def _repeated(self, names: Iterable[tuple[KeyPath, str]], kind: str) -> Iterator[Diagnostic]:
        """One Problem for each place that repeats a name."""
        seen: set[str] = set()
        told: set[KeyPath] = set()
        for path, name in names:
            if name in seen and path not in told:
                told.add(path)
                yield self.stack.problem(
                    path, f"{kind} “{name}” is given twice.", "Ids are unique."
                )
            seen.add(name)

    def _without(self) -> Iterator[Diagnostic]:
        """Names in `without` that are of no card, here or in a file extended."""
        written = {
            card.get("id") if isinstance(card.get("id"), str) else None
            for layer in self.stack.layers
            for _, card in _items(layer.data.get("cards"))
        }
        of_grids = [name for _, name in self._grid_ids()]
        known = [name for name in (*of_grids, *written) if name is not None]
        for at, name in enumerate(_list(self.stack.data.get("without"))):
            yield from self._known(("without", at), name, known, "cards")

    def _grid_ids(self) -> list[tuple[int, str]]:
        """The ids that grids spell out, those left out as well, each with its grid's index."""
        return [
            (at, f"{suit}-{name}")
            for at, grid in _items(self.stack.data.get("grids"))
            for suit in _list(grid.get("suits"))
            if isinstance(suit, str)
            for rank in _list(grid.get("ranks"))
            for name in rank_run(rank)
        ]

    def _ids(self) -> Iterator[tuple[KeyPath, str]]:
        """The ids of all cards of the deck, with the place that gives each."""
        for at, name in self._grid_ids():
            if name not in self.left_out:
                yield ("grids", at), name
        for at, card in _items(self.stack.data.get("cards")):
            if isinstance(card.get("id"), str):
                yield ("cards", at, "id"), card["id"]

    def _names(self) -> Known:
        return {
            "card": lambda: self.cards,
            "suit": lambda: self.suits,
            "rank": lambda: self.ranks,
        }


def rank_ids(ranks: Any) -> Iterator[str]:
    """The ids of all declared ranks, runs spelt out."""
    for _, rank in _items(ranks):
        if isinstance(rank.get("id"), str):
            yield rank["id"]
            continue
        first, last = rank.get("from"), rank.get("to")
        if not (isinstance(first, int) and isinstance(last, int)):
            continue
        if first >= 0 and last <= MOST_RANK:  # the schema refuses others
            yield from map(str, range(first, last + 1))


def rank_run(name: Any) -> list[str]:
    """The rank ids that an entry of a grid means: `1-11` is eleven of them."""
    if not isinstance(name, str):
        return []
    if match := re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", name):
        return [str(n) for n in range(int(match[1]), int(match[2]) + 1)]
    return [name]


def _keys(value: Any) -> list[str]:
    return list(value) if isinstance(value, dict) else []


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _items(value: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Keys (or indices) and tables of a table of tables or a list of tables; others passed over."""
    pairs = value.items() if isinstance(value, dict) else enumerate(_list(value))
    return ((key, item) for key, item in pairs if isinstance(item, dict))

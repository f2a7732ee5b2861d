"""Find definitions by name, read them with the files that they extend or add, and merge the raw
data.

Each key keeps its position: in the file itself, in a base file, or in a table of cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import field

from printkit.base.content import (
    KeyPath,
    TomlFile,
    content_files,
    content_folders,
    content_path,
    dotted,
    parse_bundled_toml,
    parse_toml,
)
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean, problems
from printkit.base.files import exists, is_file, read_text, resolve_within
from printkit.base.limits import MAX_DEFINITION_BYTES, MAX_FAULTS, MAX_LAYERS
from printkit.base.record_faults import load_rows
from printkit.base.records import DEVICES, Fault, Part
from printkit.base.sentences import Sentence, capitalise, join_sentences, slugify, strip_invisible
from printkit.model.fields import DRAWINGS, Raw, as_list, is_picture, strings, tables

if TYPE_CHECKING:
    from printkit.model.card_table import CardTable


# --- merging -------------------------------------------------------------------------------------

# The lists whose entries `without` can remove.
LEFT_OUT = ("cards", "payments", "clauses")
# The simulation of stakes depends on these keys.
_STAKED = ("figures", "counting", "materials")
# The count of chances depends on these.
_COUNTED = {"cards", "grids", "ranks", "suits", "counting", "hands", "exchange", "decks"}


def merge_layers(base: Raw, own: Raw) -> Raw:
    """Merge a layer into its base, without the entries in `without` and the keys that its changes
    make invalid.
    """
    lost = _not_inherited(base, own)
    base = {key: value for key, value in base.items() if key not in lost}
    if "chances" in lost and isinstance(options := base.get("options"), list):
        base["options"] = [_without_chances(option) for option in options]
    left_out = own.get("without", [])
    if not isinstance(left_out, list):
        return merge(base, own)
    gone = {name for name in left_out if isinstance(name, str)}
    for key in LEFT_OUT if gone else ():
        if isinstance(listed := base.get(key), list):
            base = {**base, key: [item for item in listed if id_of(item) not in gone]}
    merged = merge(base, own)
    before = base.get("without")
    if isinstance(before, list):
        merged["without"] = [*before, *left_out]
    return merged


def _without_chances(option: Any) -> Any:
    if not isinstance(option, dict):
        return option
    return {key: value for key, value in option.items() if key != "chances"}


def _not_inherited(base: Raw, own: Raw) -> set[str]:
    """Return the keys of a base that the changes of a definition make invalid.

    A new name invalidates the base's form of the name for use in sentences. Changed hands, changed
    or added phases, and another system of counting invalidate the base's chapters, which the
    general chapters then replace; an added hand does not, because the chapters list it with the
    others. Changed figures, materials or rules of counting invalidate simulated stakes. Removed
    cards, and any cards, grids, ranks, suits, hands, decks or rules of counting or exchange in the
    definition, invalidate the chances.
    """
    lost = {"in_sentence"} if "name" in own else set()
    known = {id_of(hand) for _, hand in tables(base.get("hands"))}
    changed = {
        "phases": own.get("phases"),
        "hands": [hand for _, hand in tables(own.get("hands")) if id_of(hand) in known] or None,
    }
    countings = (own.get("counting") or {}, base.get("counting") or {})
    systems = [counting.get("system") for counting in countings if isinstance(counting, dict)]
    if (None not in systems and len({*systems}) > 1) or any(
        _changes(base.get(key), value, lambda _, new: not isinstance(new, int))
        for key, value in changed.items()
    ):
        lost.add("rules")
    if any(
        _changes(base.get(key), own.get(key), lambda old, _: not isinstance(old, str | None))
        for key in _STAKED
    ):
        lost.add("stakes")
    gone = {*strings(own.get("without"))}
    fewer = any(id_of(card) in gone for _, card in tables(base.get("cards")))
    return lost | ({"chances"} if fewer or _COUNTED & own.keys() else set())


def _changes(base: Any, own: Any, is_change: Callable[[Any, Any], bool]) -> bool:
    """Return True if `is_change` is true for any changed value, except ids, names, short forms and
    icons.
    """
    if isinstance(own, dict) and isinstance(base, dict):
        keys = own.keys() - {"id", "name", "short", "icon"}
        return any(_changes(base.get(key), own[key], is_change) for key in keys)
    if isinstance(own, list) and isinstance(base, list) and has_ids(own):
        known = {id_of(item): item for item in base}
        return any(_changes(known.get(id_of(item)), item, is_change) for item in own)
    return own is not None and own != base and is_change(base, own)


def merge(base: Raw, own: Raw) -> Raw:
    """Merge tables by key and lists of tables by id; replace everything else.

    A grid changes the base grid with its id, or is added; if one grid has `replace = true`, all
    base grids are replaced.
    """
    merged = dict(base)
    for key, value in own.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            merged[key] = merge(before, value)
        elif key == "grids" and isinstance(before, list) and isinstance(value, list):
            replaces = any(grid.get("replace") is True for _, grid in tables(value))
            merged[key] = value if replaces else _merge_by_id(before, value)
        elif has_ids(before) and isinstance(value, list) and (has_ids(value) or key == "cards"):
            merged[key] = _merge_by_id(before, value)
        else:
            merged[key] = value
    return merged


def has_ids(value: Any) -> bool:
    """Return True for a list of tables that all have an id."""
    return (
        isinstance(value, list) and bool(value) and all(id_of(item) is not None for item in value)
    )


def _merge_by_id(base: Any, own: list[Any]) -> list[Any]:
    """Merge items into the base items with the same id, and append new items and repeated ids."""
    known = {id_of(item) for item in base} - {None}
    changed: dict[str | None, Any] = {}
    more: list[Any] = []
    for item in own:
        name = id_of(item)
        if name is not None and name in known and name not in changed:
            changed[name] = item
        else:
            more.append(item)
    kept = [
        merge(item, changed[name]) if (name := id_of(item)) in changed else item for item in base
    ]
    return kept + more


def id_of(item: Any) -> str | None:
    """Return the id of a table, or None; the id of a run of ranks consists of its ends: `1-11`."""
    if not isinstance(item, dict):
        return None
    result = item.get("id")
    if result is None and isinstance(item.get("from"), int) and isinstance(item.get("to"), int):
        result = f"{item['from']}-{item['to']}"
    return result if isinstance(result, str) else None


# --- shelves -------------------------------------------------------------------------------------

# Folders of definitions by slug: games, decks that people own.
VARIANTS, STANDINS = "variants", "standins"


def bundled_slugs(shelf: str) -> list[str]:
    """Return the slugs of a catalogue, in alphabetical order."""
    return list(content_files(shelf))


def variant_slugs() -> list[str]:
    """Return the slugs of the bundled variants in alphabetical order."""
    return bundled_slugs(VARIANTS)


def deck_slugs() -> list[str]:
    """Return the slugs of the bundled decks in alphabetical order."""
    return bundled_slugs(STANDINS)


class BookRow(Part):
    """A book of several games."""

    name: dict[str, str]
    """its title in each language"""
    subtitle: dict[str, str]
    """its subtitle in each language"""
    text: str
    """the name of its text"""
    cover: str
    """the game whose cards are on its cover"""
    games: tuple[str, ...]
    """the games of its parts, in order"""


def books() -> Mapping[str, BookRow]:
    """Return the books of several games by name."""
    return load_rows("rules/books.toml", BookRow)


# --- layers --------------------------------------------------------------------------------------

# All such folders, including the bases of games.
CATALOGUES = (VARIANTS, "bases", STANDINS)
# The maximum length of a slug made from a file name, and the slug of a name without ASCII letters.
_MAX_SLUG, _NAMELESS = 57, "deck"
# The keys that an add-on contributes.
_ADDED = (
    "families",
    "suits",
    "ranks",
    "grids",
    "cards",
    "notes",
    "payments",
    "clauses",
    "settlement",
)


class DefinitionFile(TomlFile):
    """One file of a definition, with the cards of its table."""

    table: CardTable | None = None
    table_problems: tuple[Diagnostic, ...] = ()
    """the faults of the table"""

    def error(self, key: str, message: str, hint: str = "") -> DefinitionError:
        """Return an error at a top-level key."""
        return DefinitionError([self.problem((key,), message, hint)])


class DefinitionStack(msgspec.Struct):
    """A definition and its base files, nearest first, with their merged data.

    `inherited` is the merged data without the nearest file.
    """

    layers: list[DefinitionFile]
    data: Raw
    inherited: Raw = field(default_factory=dict)
    _indices: dict[int, dict[object, int]] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.layers[0].path

    @property
    def folder(self) -> Path:
        return self.path.parent

    @property
    def is_plain(self) -> bool:
        """True if the name of the game is a plain string and no languages are declared."""
        return "languages" not in self.data and isinstance(self.data.get("name"), str)

    @property
    def lacks_cards(self) -> bool:
        """True if no card of a table can be read."""
        return any(
            layer.table_problems and (layer.table is None or not layer.table.cards)
            for layer in self.layers
        )

    def problems(self, faults: Iterable[Fault]) -> list[Diagnostic]:
        """Return a Diagnostic for each error in the merged data and in tables of cards.

        All keys that are missing from a table are reported together.
        """
        missing: dict[KeyPath, list[Fault]] = {}
        diagnostics = []
        faults = list(faults)
        alone = len(faults) > MAX_FAULTS  # then the last table may be incomplete
        for fault in faults:
            if fault.is_missing and not alone:
                missing.setdefault(fault.path[:-1], []).append(fault)
            else:
                diagnostics.append(self.problem(fault.path, fault.message, fault.hint))
        for path, lacking in missing.items():
            if len(lacking) == 1:
                diagnostics.append(
                    self.problem(lacking[0].path, lacking[0].message, lacking[0].hint)
                )
                continue
            keys = [str(fault.path[-1]) for fault in lacking]
            words = ", ".join(keys[:-1])
            message = Sentence("{words} and {last} are missing.", words=words, last=keys[-1])
            diagnostics.append(self.problem(path, message, "Add them."))
        positions = {(problem.file, problem.line, problem.column) for problem in diagnostics}
        tables = (problem for layer in self.layers for problem in layer.table_problems)
        return diagnostics + [
            one for one in tables if (one.file, one.line, one.column) not in positions
        ]

    def problem(self, path: KeyPath, message: str, hint: str = "") -> Diagnostic:
        """Return a Diagnostic at the position of a key path of the merged data."""
        # Use the nearest file with the longest part of the path.
        owned = [(layer, self.path_within(layer.data, path)) for layer in self.layers]
        layer, own = max(owned, key=lambda pair: len(pair[1]))
        of_cell = layer.table.problem(own, path, message, hint) if layer.table else None
        if of_cell is not None:
            return of_cell
        line, column = layer.positions.find(own)
        card = self._card_at(path)
        return Diagnostic(str(layer.path), line, column, dotted(path), message, hint, card=card)

    def _card_at(self, path: KeyPath) -> str:
        """Return the id of the card that a key path leads to, or an empty string."""
        match path:
            case ("cards", int(index), *_) if isinstance(listed := self.data.get("cards"), list):
                return id_of(listed[index]) or "" if index < len(listed) else ""
        return ""

    def with_data(self, data: Raw) -> DefinitionStack:
        """Return the stack with other merged data."""
        return DefinitionStack(self.layers, data, self.inherited)

    def path_within(self, data: Any, path: KeyPath) -> KeyPath:
        """Return the part of a merged key path that exists in a layer, with the indices of the
        layer.
        """
        merged: Any = self.data
        own: list[str | int] = []
        for key in path:
            if isinstance(key, int) and isinstance(merged, list) and isinstance(data, list):
                wanted = merged[key] if key < len(merged) else None
                index = self._own_index(wanted, key, data)
                if index is None:
                    break
                own.append(index)
                merged, data = wanted, data[index]
                continue
            try:
                merged, data = merged[key], data[key]
            except (KeyError, IndexError, TypeError):
                break
            own.append(key)
        return tuple(own)

    def _own_index(self, wanted: Any, index: int, data: list[Any]) -> int | None:
        """Find an item of a merged list in a layer's list, by identity or by id, and return its
        index there, or None.
        """
        if (known := self._indices.get(id(data))) is None:
            known = self._indices[id(data)] = {}
            for i, item in enumerate(data):
                known.setdefault(id(item), i)
                name = item if isinstance(item, str) else id_of(item)
                if name is not None:
                    known.setdefault(name, i)
        if isinstance(wanted, dict | list) and id(wanted) in known:
            return known[id(wanted)]
        name = wanted if isinstance(wanted, str) else id_of(wanted)
        if name is None:
            return index if index < len(data) else None
        return known.get(name)


def read_stack(path: Path, shelf: str = VARIANTS, *, tables: bool = True) -> DefinitionStack:
    """Read the definition at `path` with all files that it extends or adds, and their `tables`.

    Slugs are looked up on `shelf` first. Raises PrintkitError and DefinitionError.
    """
    layers = _find_chain(path, path.parent, shelf, tables=tables)
    data: Raw = {}
    added: list[DefinitionFile] = []
    inherited: Raw = {}
    for layer in reversed(layers):
        inherited = data
        for name in strings(layer.data.get("adds")):
            beside = _find_named(layer, "adds", name, shelf)
            chain = _find_chain(beside, path.parent, shelf, tables=tables)
            added += chain
            if (count := len(layers) + len(added)) > MAX_LAYERS:
                raise layer.error("adds", *MAX_LAYERS.refusal(count))
            data = _append_cards(data, chain)
        data = _merge_layer(data, layer)
    # Names of files that were read are dropped; values of a wrong type are left to the type check.
    if isinstance(data.get("extends"), str):
        del data["extends"]
    if isinstance(data.get("adds"), list):
        data["adds"] = [name for name in data["adds"] if not isinstance(name, str)]
    if "slug" not in layers[0].data:
        data["slug"] = slug_of(path.stem)
    data.setdefault("name", name_of(path.stem))
    return DefinitionStack([*layers, *added], data, inherited)


def slug_of(stem: str) -> str:
    """Return a slug made from the name of a file: “Ma dernière partie” becomes
    `ma-derniere-partie`.
    """
    slug = slugify(stem, _MAX_SLUG) or _NAMELESS
    return f"{slug}-{_NAMELESS}" if re.fullmatch(DEVICES, slug) else slug


def name_of(stem: str) -> str:
    """Return the name of a game made from the name of its file: `my-deck` becomes “My deck”."""
    name = " ".join(strip_invisible(stem).replace("-", " ").replace("_", " ").split())
    return capitalise(name)[:_MAX_SLUG] or _NAMELESS


def apply_addons(stack: DefinitionStack, names: Iterable[str]) -> DefinitionStack:
    """Return the definition with the cards of add-ons appended.

    Paths are relative to the working folder. Raises PrintkitError for an unknown add-on.
    """
    data, layers = stack.data, list(stack.layers)
    for name in names:
        chain = _find_chain(resolve_definition(name), stack.folder, VARIANTS)
        data = _append_cards(data, chain)
        layers += chain
    return DefinitionStack(layers, data, stack.inherited)


def split_preset(name: str) -> tuple[str, str]:
    """Return the name of a definition and the name of the preset after “@”, which may be empty.

    >>> split_preset("kessel@outlaws")
    ('kessel', 'outlaws')
    """
    match = re.fullmatch(r"(.+)@([a-z0-9]+(?:-[a-z0-9]+)*)", name, re.DOTALL)
    return (match[1], match[2]) if match else (name, "")


def read_definition(name: str, shelf: str = VARIANTS) -> DefinitionStack:
    """Read a definition by slug or file, and apply the preset in its name: `kessel@outlaws`.

    Raises PrintkitError and DefinitionError.
    """
    return apply_preset(read_stack(resolve_definition(name, shelf), shelf), split_preset(name)[1])


def apply_preset(stack: DefinitionStack, name: str = "") -> DefinitionStack:
    """Return a definition with the optional rules of a preset applied. The preset is `name` or,
    without a name, the one that the definition's key `preset` names. Raises PrintkitError for an
    unknown preset.
    """
    data = stack.data
    presets = {id_of(preset): preset for _, preset in tables(data.get("presets"))}
    own = data.get("preset")
    chosen = name or (own if isinstance(own, str) and own in presets else "")
    if not chosen:
        return stack
    if chosen not in presets:
        game = str(data.get("slug"))
        if not presets:
            message = Sentence("{game} has no presets.", game=game)
            raise PrintkitError(message, hint="Omit the preset.")
        message = Sentence("“{name}” is not a preset of {game}.", name=chosen[:60], game=game)
        known = [key for key in presets if isinstance(key, str)]
        raise PrintkitError(message, hint=did_you_mean(chosen, known, "presets", of_file=True))
    preset = presets[chosen]
    options = {id_of(option): option for _, option in tables(data.get("options"))}
    for key in strings(preset.get("options")):
        changes = options.get(key, {}).get("changes")
        if isinstance(changes, dict):
            data = _revise(data, changes)
    counted = [options[key] for key in strings(preset.get("options")) if key in options]
    own = [option["chances"] for option in counted if option.get("chances")]
    if len(own) == 1 and "chances" not in data and not any(map(_changes_hands, counted)):
        data = {**data, "chances": own[0]}
    return stack.with_data({**_name_after(data, preset), "preset": chosen})


def _changes_hands(option: Raw) -> bool:
    """Return True if an optional rule changes hands but does not give the new chances."""
    changes = option.get("changes")
    changed = {*changes} if isinstance(changes, dict) else set()
    return not option.get("chances") and bool("hands" in option or changed & {"hands", "ties"})


def _name_after(data: Raw, preset: Raw) -> Raw:
    """Return a definition with the name of a preset added to the name of the game, but not to the
    form used in sentences.
    """
    name, suffix = data.get("name"), preset.get("name")
    if not (isinstance(name, dict) and isinstance(suffix, dict)):
        return data
    named = {key: f"{name[key]} · {suffix[key]}" for key in name if key in suffix}
    return {**data, "name": {**name, **named}, "in_sentence": data.get("in_sentence", name)}


def _revise(data: Raw, changes: Raw) -> Raw:
    """Return a definition with the changes of an optional rule.

    Texts of the game are kept; results of simulations and examples that depend on the changes are
    removed.
    """
    own = {key: changes[key] for key in changes if key not in ("ties", "most_cards", "order")}
    if "most_cards" in changes:
        own["counting"] = {"most_cards": changes["most_cards"]}
    merged = merge_layers(data, own)
    gone = {*strings(changes.get("without"))}
    for key in ("setup", "penalties", "questions", "materials", "places") if gone else ():
        listed = (item for _, item in tables(merged.get(key)))
        kept = [item for item in listed if not gone & {id_of(item), item.get("clause")}]
        merged[key] = kept
    if gone & {id_of(item) for _, item in tables(data.get("materials"))}:
        merged.pop("stakes", None)
    if gone and "plays" in merged:  # turns that need what is left out
        plays = (play for _, play in tables(merged["plays"]))
        merged["plays"] = [play for play in plays if not gone & {*(play.get("before") or {})}]
    merged.pop("without", None)
    kept_keys = ("rules", "in_sentence", "without", "options")
    merged |= {key: data[key] for key in kept_keys if key in data}
    ties = changes.get("ties")
    if isinstance(ties, dict):
        merged["hands"] = [
            {**hand, "tie": ties[id_of(hand)]} if id_of(hand) in ties else hand
            for _, hand in tables(merged.get("hands"))
        ]
    order = changes.get("order")
    for key, wanted in order.items() if isinstance(order, dict) else ():
        known = {id_of(item): item for _, item in tables(merged.get(key))}
        merged[key] = [known[name] for name in strings(wanted) if name in known]
    ranked = isinstance(order, dict) and "hands" in order
    if ranked or ties or "hands" in changes or "settlement" in changes:
        merged.pop("chances", None)
        merged["example_hands"] = {
            key: {part: item[part] for part in item if part not in ("hand", "beats", "ties")}
            for key, item in (merged.get("example_hands") or {}).items()
        }
    return merged


def _find_chain(
    path: Path, folder: Path, shelf: str, *, tables: bool = True
) -> list[DefinitionFile]:
    """Return a file and all its base files, nearest first. Raises DefinitionError for a circular
    chain and for one that is too long.
    """
    layers: list[DefinitionFile] = []
    while True:
        if any(layer.path.resolve() == path.resolve() for layer in layers):
            names = " → ".join(layer.path.name for layer in layers)
            message = Sentence(
                "extends forms a circle: {names} → {name}.", names=names, name=path.name
            )
            raise layers[-1].error("extends", message)
        if len(layers) == MAX_LAYERS:
            message = Sentence(
                "extends more than {max_layers} files, one after the other.", max_layers=MAX_LAYERS
            )
            raise layers[-1].error("extends", message, MAX_LAYERS.allowed)
        layers.append(_read_layer(path, folder, tables=tables))
        name = layers[-1].data.get("extends")
        if not isinstance(name, str):  # missing, or of a wrong type, which the type check reports
            return layers
        path = _find_named(layers[-1], "extends", name, shelf)


def _merge_layer(below: Raw, layer: DefinitionFile, beside: Raw | None = None) -> Raw:
    """Merge a file into its base files, after completing its table from their declarations."""
    if layer.table is not None:
        layer.table.settle({**(beside or {}), **below}, layer.data)
    return merge_layers(below, layer.data)


def _append_cards(data: Raw, chain: list[DefinitionFile]) -> Raw:
    """Append the cards of an add-on; entries whose ids exist already are skipped.

    Raises DefinitionError for a rank whose id exists with another value, because cards show only
    one value.
    """
    brought: Raw = {}
    for layer in reversed(chain):
        brought = _merge_layer(brought, layer, data)
    if has_ids(data.get("ranks")) and has_ids(brought.get("ranks")):
        values = {id_of(rank): rank.get("value") for rank in data["ranks"]}
        for rank in brought["ranks"]:
            if (name := id_of(rank)) in values and values[name] != rank.get("value"):
                message = Sentence(
                    "its rank “{name}” has a different value in the deck it is added to.", name=name
                )
                raise chain[0].error("ranks", message, "Give the rank another id.")
    merged = dict(data)
    for key in _ADDED:
        known, new = data.get(key), brought.get(key)
        if isinstance(new, dict) and isinstance(known, dict | None):
            merged[key] = (known or {}) | {k: v for k, v in new.items() if k not in (known or {})}
        elif isinstance(new, list) and isinstance(known, list | None):
            taken = {id_of(item) for item in known or []} - {None}
            merged[key] = [*(known or []), *(item for item in new if id_of(item) not in taken)]
    return merged


def _read_layer(path: Path, folder: Path, *, tables: bool) -> DefinitionFile:
    """Read one file with the cards of its table, and make the file names in it relative to
    `folder`.
    """
    text = read_text(path, noun="definition", max_bytes=MAX_DEFINITION_BYTES)
    is_bundled = path.is_relative_to(content_path())
    data = parse_bundled_toml(text, path) if is_bundled else parse_toml(text, path)
    if not data:
        raise PrintkitError(
            "This definition is empty.",
            location=str(path),
            hint="Start from a copy of one in templates/variants/.",
        )
    layer = DefinitionFile(path, text, data)
    named = tables and isinstance(data.get("cards_table"), str)
    if named and isinstance(data.get("cards", []), list):
        from printkit.model.card_table import read_cards  # bundled games have no table

        try:
            layer.table = read_cards(path.parent, data, layer.problem)
        except PrintkitError as error:  # reported with the errors in the definition
            layer.table_problems = problems(error)
        else:
            layer.table_problems = tuple(layer.table.problems)
            data["cards"] = [*data.get("cards", []), *layer.table.cards]
    if path.parent != folder and path.parent.is_relative_to(folder):
        _prefix_files(path.parent.relative_to(folder), data)
    return layer


def _prefix_files(lead: Path, node: Any, *, are_files: bool = False) -> None:
    """Put the folder `lead` before the names of pictures, chapters and fonts, in place."""
    items = node.items() if isinstance(node, dict) else enumerate(as_list(node))
    for key, value in items:
        names_file = are_files or key == "chapters"
        names_picture = isinstance(value, str) and key in (*DRAWINGS, "shape") and is_picture(value)
        if isinstance(value, str) and (names_file or names_picture):
            node[key] = str(lead / value)
        else:
            of_files = are_files or key in ("chapters", "fonts", "signs")
            _prefix_files(lead, value, are_files=of_files)


def find_bundled(name: str, shelves: Iterable[str]) -> Path | None:
    """Return the bundled file with a slug from the first catalogue that has it, or None."""
    shelves = tuple(shelves)
    folders = [root / shelf for root in content_folders() for shelf in shelves]
    return next((folder / f"{name}.toml" for folder in folders if name in _stems(folder)), None)


@cache
def _stems(folder: Path) -> frozenset[str]:
    return frozenset(path.stem for path in folder.glob("*.toml"))


def resolve_definition(name: str, shelf: str = VARIANTS) -> Path:
    """Return the file of a variant or deck: a bundled file by slug, or else a path, which ends in
    .toml, contains a slash or exists.

    A preset after the name is ignored. Raises PrintkitError for an unknown slug.
    """
    name = split_preset(name)[0]
    if result := find_bundled(name, [shelf]):
        return result
    if name.endswith(".toml") or "/" in name or "\\" in name or (name and exists(Path(name))):
        return Path(name)
    kind = "variant" if shelf == VARIANTS else "deck"
    message = Sentence("There is no {kind} “{name}”.", kind=Sentence(kind), name=name[:60])
    if name and is_file(Path(f"{name}.toml")):
        hint = Sentence("For the file of this name, write {file}.", file=f"{name}.toml")
        raise PrintkitError(message, hint=hint)
    raise PrintkitError(
        message,
        hint=join_sentences(
            did_you_mean(name, bundled_slugs(shelf), f"{kind}s"),
            "For a file of your own, include the extension: my-deck.toml.",
        ),
    )


def _find_named(layer: DefinitionFile, key: str, name: str, shelf: str) -> Path:
    """Return the file that the key `key` of another file names: a bundled file by slug, or a file
    in the same folder.
    """
    shown = name[:80]
    if not name.endswith(".toml"):
        # For a bundled file its own catalogue comes first, and for a deck with stand-ins the
        # catalogue of decks, because the deck “tarot” is not the game “tarot”.
        own = [shelf for shelf in CATALOGUES if layer.path == content_path(shelf, layer.path.name)]
        decks = CATALOGUES[2:] if "standins" in layer.data else ()
        if result := find_bundled(name, [*own, *decks, shelf, *CATALOGUES]):
            return result
        known = sorted({slug for shelf in CATALOGUES for slug in bundled_slugs(shelf)})
        hint = did_you_mean(name, known, "variants")
        raise layer.error(key, Sentence(f"{key} “{{name}}”, which is not known.", name=shown), hint)
    beside = resolve_within(layer.path.parent, name)
    if beside is None:
        message = Sentence(
            f"{key} “{{name}}”, which is outside the definition's folder.", name=shown
        )
        raise layer.error(key, message, "Put it into that folder.")
    if not is_file(beside):
        message = Sentence(f"{key} “{{name}}”, but there is no such file.", name=shown)
        raise layer.error(key, message)
    return beside

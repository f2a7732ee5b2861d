"""Load variants: a slug or a file in, a checked Variant out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from printkit.base.content import content_path
from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    did_you_mean,
    join_sentences,
    warn,
)
from printkit.base.files import exists
from printkit.base.limits import MAX_SHORT
from printkit.model.cross_checks import grid_card_ids, lost_cards, read_checked
from printkit.model.fields import evolve
from printkit.model.layers import (
    DefinitionStack,
    apply_addons,
    bundled_slugs,
    find_bundled,
    read_stack,
)
from printkit.model.play import Hand
from printkit.model.tabletop import Penalty, Phase
from printkit.model.toml_positions import KeyPath
from printkit.model.variant import Variant

VARIANTS, STANDINS = "variants", "standins"


def variant_slugs() -> list[str]:
    """Return the variants that we bring, in alphabetical order."""
    return bundled_slugs(VARIANTS)


def deck_slugs() -> list[str]:
    """Return the decks that people own and we know, in alphabetical order."""
    return bundled_slugs(STANDINS)


def resolve_definition(name: str, shelf: str = VARIANTS) -> Path:
    """Find the file of a variant (or deck): a bundled one by its slug, or any path ending in .toml.

    Raises PrintkitError for a slug that is not known.
    """
    if result := find_bundled(name, [shelf]):
        return result
    if name.endswith(".toml") or "/" in name or "\\" in name or (name and exists(Path(name))):
        return Path(name)
    kind = "variant" if shelf == VARIANTS else "deck"
    raise PrintkitError(
        f"There is no {kind} “{name[:60]}”.",
        hint=join_sentences(
            did_you_mean(name, bundled_slugs(shelf), f"{kind}s"),
            "A file of your own is named with its ending: my-deck.toml.",
        ),
    )


def load(name: str, *, adds: Iterable[str] = (), shelf: str = VARIANTS) -> Variant:
    """Load the variant of a slug or a file, with the cards of add-ons.

    Raises PrintkitError if it cannot be read and DefinitionError with all its faults at once.
    """
    return load_with_sources(name, adds=adds, shelf=shelf)[0]


def load_all(shelf: str = VARIANTS) -> list[Variant]:
    """Load every variant or deck of a catalogue. Warn of those of plug-ins that have faults."""
    games: list[Variant] = []
    for slug in bundled_slugs(shelf):
        try:
            games.append(load(slug, shelf=shelf))
        except PrintkitError as error:
            if resolve_definition(slug, shelf).is_relative_to(content_path()):
                raise
            warn(error)
    return games


def load_with_sources(
    name: str, *, adds: Iterable[str] = (), shelf: str = VARIANTS
) -> tuple[Variant, tuple[str, ...]]:
    """Load a variant and the text of every file it came from. See `load` for errors."""
    path, names = resolve_definition(name, shelf), tuple(adds)
    if not names and path.is_relative_to(content_path()):
        return _load_bundled(path, shelf)
    return _load(path, names, shelf)


def _load(path: Path, adds: tuple[str, ...], shelf: str) -> tuple[Variant, tuple[str, ...]]:
    stack = apply_addons(read_stack(path, shelf), adds)
    variant = read_variant(stack)
    texts = [layer.text for layer in stack.layers]
    return variant, (*texts, *(layer.csv.text for layer in stack.layers if layer.csv is not None))


@cache
def _load_bundled(path: Path, shelf: str) -> tuple[Variant, tuple[str, ...]]:
    """Load what we bring once a process: its files do not change, and a Variant never does."""
    return _load(path, (), shelf)


def read_variant(stack: DefinitionStack) -> Variant:
    """Read a definition with all it extends. Raises DefinitionError with all its faults."""
    variant, problems = read_checked(stack)
    problems += [problem for layer in stack.layers if layer.csv for problem in layer.csv.problems]
    if problems or variant is None:
        raise DefinitionError(problems)
    return evolve(variant, hands=_order_hands(variant.hands))


def _order_hands(written: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Return the hands from best to worst, those with `before` moved to their place."""
    ordered = [hand for hand in written if hand.before is None]
    for hand in written:
        if hand.before is not None:
            names = [other.id for other in ordered]
            place = names.index(hand.before) if hand.before in names else len(names)
            ordered.insert(place, hand)
    return tuple(ordered)


def definition_warnings(name: str) -> list[Diagnostic]:
    """Return what is allowed in a definition, but hardly meant: cards that are lost, and sentences
    that are too long for a picture and have no short one."""
    stack = read_stack(resolve_definition(name))
    return [*lost_cards(stack), *_missing_shorts(stack)]


def _missing_shorts(stack: DefinitionStack) -> list[Diagnostic]:
    """Report what a strip of pictures leaves out, as its sentence is too long."""
    variant = read_variant(stack)
    hands = {hand.id: hand for hand in variant.hands}
    written = [hands[hand["id"]] for hand in stack.data.get("hands", [])]
    lists: dict[str, Iterable[Hand | Phase | Penalty]]
    lists = {"hands": written, "phases": variant.phases, "penalties": variant.penalties}
    message = "has no “short”, and its “how” is too long for a picture: the sentence is left out."
    return [
        stack.problem((key, i), message, MAX_SHORT.allowed)
        for key, entries in lists.items()
        for i, entry in enumerate(entries)
        if entry.short is None and any(len(entry.how[x]) > MAX_SHORT for x in entry.how)
    ]


def card_problems(name: str, faults: Iterable[tuple[str, str, str]]) -> list[Diagnostic]:
    """Return diagnostics at the places of cards; a fault is card id, what, accepted."""
    stack = read_stack(resolve_definition(name))
    places: dict[str, tuple[str, int]] = {
        card: ("grids", i) for i, card in grid_card_ids(stack.data)
    }
    for i, card in enumerate(stack.data.get("cards", [])):
        places[card["id"]] = ("cards", i)
    return [
        stack.problem(places[card], f"{card}: {message}", hint) for card, message, hint in faults
    ]


def standin_problems(name: str, faults: Iterable[tuple[int, str, str]]) -> list[Diagnostic]:
    """Return diagnostics at the places of stand-ins; a fault is its index, message, hint."""
    stack = read_stack(resolve_definition(name, STANDINS), STANDINS)
    return [stack.problem(("standins", i), message, hint) for i, message, hint in faults]


def example_problems(name: str, faults: Iterable[tuple[KeyPath, str, str]]) -> list[Diagnostic]:
    """Return diagnostics at the examples that a file itself writes.

    What it took over need not hold with its cards and its limit. A fault is a path, with the id of
    a hand in place of its index, a message and a hint.
    """
    stack = read_stack(resolve_definition(name))
    hands = [hand["id"] for hand in stack.data.get("hands", [])]
    result = [
        stack.problem(
            tuple(hands.index(key) if path[0] == "hands" and key in hands else key for key in path),
            message,
            hint,
        )
        for path, message, hint in faults
    ]
    return [problem for problem in result if problem.file == str(stack.path)]


def material_problems(name: str, faults: Iterable[tuple[int, str, str]]) -> list[Diagnostic]:
    """Return Problems of the products that a file itself names for materials.

    What it took over from another need not be made of it. A fault is the material's index, what,
    accepted.
    """
    stack = read_stack(resolve_definition(name))
    result = [
        stack.problem(("materials", i, "product"), message, hint) for i, message, hint in faults
    ]
    return [problem for problem in result if problem.file == str(stack.path)]

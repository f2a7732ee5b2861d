"""The door of the room: a slug or a file in, a Variant out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean
from printkit.base.files import exists
from printkit.definition.expand import expand
from printkit.definition.layers import Stack, on_shelf, read_stack, shelved, with_added
from printkit.definition.references import rank_run, references
from printkit.definition.seal import is_sealed
from printkit.definition.variant import Variant

VARIANTS, STANDINS = "variants", "standins"


def slugs() -> list[str]:
    """The variants that we bring, in alphabetical order."""
    return on_shelf(VARIANTS)


def owned() -> list[str]:
    """The decks that people own and we know, in alphabetical order."""
    return on_shelf(STANDINS)


def find(name: str, shelf: str = VARIANTS) -> Path:
    """The file of a variant (or deck): one of ours by its slug, or any path that ends in .toml.

    Raises PrintkitError for a slug that is not known.
    """
    if found := shelved(name, [shelf]):
        return found
    if name.endswith(".toml") or "/" in name or "\\" in name or (name and exists(Path(name))):
        return Path(name)
    kind = "variant" if shelf == VARIANTS else "deck"
    raise PrintkitError(
        f"There is no {kind} “{name[:60]}”.",
        hint=f"{did_you_mean(name, on_shelf(shelf), kind + 's')} "
        "A file of your own is named with its ending: my-deck.toml.",
    )


def load(
    name: str, *, strict: bool = False, adds: Iterable[str] = (), shelf: str = VARIANTS
) -> Variant:
    """The variant of a slug or a file, with the cards of add-ons.

    Raises PrintkitError where it cannot be read and DefinitionError with all its faults at once.
    A definition of ours whose content is sealed is known to be right and is not checked again,
    unless `strict`: a third of the time of a build would go into proving it anew.
    """
    return sourced(name, strict=strict, adds=adds, shelf=shelf)[0]


def sourced(
    name: str, *, strict: bool = False, adds: Iterable[str] = (), shelf: str = VARIANTS
) -> tuple[Variant, tuple[str, ...]]:
    """A variant as `load` gives it, with the texts of all files that it was read from.

    Raises PrintkitError.
    """
    added = tuple(adds)
    stack = with_added(read_stack(find(name, shelf), shelf), added)
    # A seal proves a file by itself, not what an add-on makes of it.
    if strict or added or not all(is_sealed(layer.path, layer.text) for layer in stack.layers):
        validate(stack)
    variant = expand(stack.data, stack.folder)
    texts = [layer.text for layer in stack.layers]
    return variant, (*texts, *(layer.csv.text for layer in stack.layers if layer.csv is not None))


def validate(stack: Stack) -> None:
    """Raises DefinitionError with all the faults of a definition."""
    from pydantic import ValidationError

    from printkit.definition.explain import explain
    from printkit.definition.schema import VariantFile

    problems = [p for layer in stack.layers if layer.csv for p in layer.csv.problems]
    problems += references(stack)
    try:
        VariantFile.model_validate(stack.data)
    except ValidationError as error:
        problems += explain(error, VariantFile, stack)
    else:
        if not stack.data.get("grids") and not stack.data.get("cards"):
            hint = "Add [[grids]] or [[cards]]."
            problems.append(stack.problem(("cards",), "there are no cards.", hint))
    if problems:
        raise DefinitionError(problems)


def card_problems(name: str, faults: Iterable[tuple[str, str, str]]) -> list[Diagnostic]:
    """Problems at the places where cards were written; a fault is card id, what, accepted."""
    stack = read_stack(find(name))
    places: dict[str, tuple[str, int]] = {}
    for at, grid in enumerate(stack.data.get("grids", [])):
        for suit in grid["suits"]:
            for rank in (rank for run in grid["ranks"] for rank in rank_run(run)):
                places[f"{suit}-{rank}"] = ("grids", at)
    for at, card in enumerate(stack.data.get("cards", [])):
        places[card["id"]] = ("cards", at)
    return [stack.problem(places[card], f"{card}: {what}", hint) for card, what, hint in faults]


def standin_problems(name: str, faults: Iterable[tuple[int, str, str]]) -> list[Diagnostic]:
    """Problems at the places of stand-ins; a fault is the stand-in's index, what, accepted."""
    stack = read_stack(find(name, STANDINS), STANDINS)
    return [stack.problem(("standins", at), what, hint) for at, what, hint in faults]


def material_problems(name: str, faults: Iterable[tuple[int, str, str]]) -> list[Diagnostic]:
    """Problems of the products that a file itself names for materials: what it took over from
    another need not be made of it. A fault is the material's index, what, accepted."""
    stack = read_stack(find(name))
    found = [stack.problem(("materials", at, "product"), what, hint) for at, what, hint in faults]
    return [problem for problem in found if problem.file == str(stack.path)]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a definition, for editors."""
    from printkit.definition.schema import VariantFile

    schema = VariantFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}

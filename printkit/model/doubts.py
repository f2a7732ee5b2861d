"""Warn of what is allowed in a definition, but doubtful."""

from __future__ import annotations

from printkit.base.errors import Diagnostic, Sentence
from printkit.base.limits import MAX_SHORT
from printkit.base.toml_positions import KeyPath
from printkit.model.actions import lost_actions
from printkit.model.layers import DefinitionStack, read_stack, resolve_definition
from printkit.model.load import read_variant
from printkit.model.lost_parts import lost_cards, lost_parts
from printkit.model.play import Hand
from printkit.model.raw_data import ids
from printkit.model.settlement import untold_cases
from printkit.model.tabletop import Penalty, Phase
from printkit.model.variant import Variant


def definition_warnings(name: str) -> list[Diagnostic]:
    """Return warnings about a definition: of lost cards and parts, columns of a table that are
    passed over, and too long sentences.
    """
    stack = read_stack(resolve_definition(name))
    remarks = [remark for layer in stack.layers if layer.table for remark in layer.table.remarks]
    variant = read_variant(stack)
    of_words = [
        warning
        for find in (_missing_shorts, _untold_cases, _lost_actions)
        for warning in find(stack, variant)
    ]
    return [*lost_cards(stack), *lost_parts(stack), *remarks, *of_words]


def _lost_actions(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Report sentences that do not name an action of their record."""
    hint = "Aids and mats print the short form alone: name it there too."
    return [
        stack.problem(
            (kind, ids(stack.data.get(kind)).index(name)),
            Sentence(
                "“{form}” ({language}) does not say “{what}”.",
                form=form,
                language=language,
                what=what,
            ),
            hint,
        )
        for (kind, name, form, language), what in lost_actions(variant)
    ]


def _untold_cases(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Report cases of a showdown that no clause tells."""
    untold = untold_cases(variant.payments, variant.clauses, variant.counting)
    message = "say nothing about a case that may occur."
    return [
        stack.problem(
            ("payments",), message, Sentence("Add [[clauses]] with tells = “{case}”.", case=case)
        )
        for case in untold
    ]


def _missing_shorts(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Report sentences that a strip of pictures leaves out because they are too long."""
    hands = {hand.id: hand for hand in variant.hands}
    entries: dict[KeyPath, Hand | Phase | Penalty] = {
        ("hands", i): hands[name] for i, name in enumerate(ids(stack.data.get("hands")))
    }
    entries |= {("phases", i): phase for i, phase in enumerate(variant.phases)}
    entries |= {("penalties", i): penalty for i, penalty in enumerate(variant.penalties)}
    message = "has no “short”, and its “how” is too long for a picture: the sentence is left out."
    return [
        stack.problem(path, message, MAX_SHORT.allowed)
        for path, entry in entries.items()
        if entry.short is None and any(len(entry.how[x]) > MAX_SHORT for x in entry.how)
    ]

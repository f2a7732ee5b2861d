"""Find the warnings of a definition, and the valid part of a definition with errors.

With the valid part, drawings, texts and examples can be checked in the same run as the form of the
definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.content import KeyPath
from printkit.base.errors import Diagnostic
from printkit.base.files import ResolvedFolder
from printkit.base.limits import MAX_FAULTS, MAX_SHORT
from printkit.base.messages import DEFAULT_LANGUAGE, languages, translate
from printkit.base.records import Fault
from printkit.base.sentences import Sentence, name_some
from printkit.model.checks import read_checked
from printkit.model.definition_files import VARIANTS, DefinitionStack, has_ids, read_definition
from printkit.model.fields import (
    DRAWINGS,
    Raw,
    as_list,
    as_table,
    card_ids,
    drawing_file,
    ids,
    is_picture,
    strings,
    tables,
)
from printkit.model.load import read_variant
from printkit.model.play import GONE, OWN, Hand, Payment, untold_cases
from printkit.model.tabletop import Penalty, Phase
from printkit.model.text import Text
from printkit.model.variant import Variant

# --- lost parts ----------------------------------------------------------------------------------

# Lists that are added to without ids.
_ADDED = ("grids", "cards")
# The parts that a definition loses through its changes, with the remedy.
_LEFT_OUT = {
    "rules": (
        "the chapters of the base definition are left out, because its phases or hands change.",
        "The general text takes their place. Write “rules” to keep them, or chapters of your own.",
    ),
    "stakes": (
        "the stakes of the base definition are left out, because they were simulated with its "
        "figures.",
        "Write stakes of your own, or leave them out.",
    ),
}


def lost_cards(stack: DefinitionStack) -> list[Diagnostic]:
    """Report cards of the base definition that are missing and not named in `without`."""
    kept = {*card_ids(stack.data), *strings(stack.data.get("without"))}
    lost = [name for name in card_ids(stack.inherited) if name not in kept]
    if not lost:
        return []
    count = Sentence("1 card") if len(lost) == 1 else Sentence("{number} cards", number=len(lost))
    shown = name_some(lost)
    message = Sentence(
        "{count} of the base definition are missing: {shown}.", count=count, shown=shown
    )
    hint = "If this is intended, name them in “without”; if not, add grids without replace = true."
    return [stack.problem(("grids",), message, hint)]


def lost_parts(stack: DefinitionStack) -> list[Diagnostic]:
    """Report chapters and stakes of the base definition that changes make invalid, and lists that
    are replaced because their entries have no ids.
    """
    own, base, warnings = stack.layers[0].data, stack.inherited, []
    for key, (message, hint) in _LEFT_OUT.items():
        if base.get(key) and key not in stack.data:
            warnings.append(stack.problem(("extends",), message, hint))
    for key, value in own.items():
        before = [entry for _, entry in tables(base.get(key))]
        gone = sum(entry not in value for entry in before) if isinstance(value, list) else 0
        if gone and key not in _ADDED and not has_ids(before):
            message = Sentence(
                "{count} of {total} entries of the base definition are missing.",
                count=gone,
                total=len(before),
            )
            hint = (
                "Entries without ids are replaced as a whole: repeat the entries that you want to "
                "keep."
            )
            warnings.append(stack.problem((key,), message, hint))
    return warnings


# --- actions -------------------------------------------------------------------------------------

FORMS = "how", "short"


def lost_actions(variant: Variant) -> Iterator[tuple[tuple[str, str, str, str], str]]:
    """Yield the path of each sentence of a payment or a step that lacks a word, and the missing
    word.

    Both the long and the short form of a payment should name its amount, and its pots if there are
    several. The short form of a step should have each choice of the long form.
    """
    for language in languages():
        for payment in variant.payments:
            for form in FORMS:
                text: Text | None = getattr(payment, form)
                if text is not None and language in text.words:
                    for what, words in _needs(variant, payment, language):
                        if _find(words, text[language]) is None:
                            yield ("payments", payment.id, form, language), what
        for kind in ("phases", "penalties"):
            for step in getattr(variant, kind):
                if step.short is not None and language in step.short.words:
                    for words in translate(language, "actions.choices").split(", "):
                        sentence = f"{step.name[language]}: {step.short[language]}"
                        choice = _find(words, step.how[language])
                        if choice is not None and _find(words, sentence) is None:
                            yield (kind, step.id, "short", language), choice


def _needs(variant: Variant, payment: Payment, language: str) -> Iterator[tuple[str, str]]:
    """Yield each item that a sentence of a payment should name, with the accepted words separated
    by bars.
    """
    pots = {p.id: p.name[language].casefold() for p in variant.places if p.kind == "pot"}
    amount = payment.amount
    if amount.part == (1, 2):
        yield _said(language, "half")
    number = amount.number if amount.times is None else amount.times
    if number == 1:
        yield _said(language, "one")
    elif number is not None:
        words = translate(language, "numbers.words").split()
        yield str(number), "|".join((str(number), *words[number : number + 1]))
    if amount.counts:
        yield _said(language, "counts")
    for place in dict.fromkeys((payment.source, payment.to, amount.of)):
        if place in pots and len(pots) > 1:
            yield pots[place], pots[place]
    if payment.source == OWN and payment.to != OWN:
        yield _said(language, "pay")
    if payment.to == OWN and payment.source != GONE:
        yield _said(language, "take")


def _said(language: str, key: str) -> tuple[str, str]:
    """Return the first of the words for an action, and all of them separated by bars."""
    words = translate(language, f"actions.{key}")
    return words.partition("|")[0], words


def _find(words: str, sentence: str) -> str | None:
    """Return the first match in a sentence, or None. `words` are beginnings of words, separated by
    bars.
    """
    match = re.search(rf"\b(?:{words})", sentence.casefold())
    return None if match is None else match.group()


# --- doubts --------------------------------------------------------------------------------------


def definition_warnings(name: str) -> list[Diagnostic]:
    """Return warnings about a definition; see `warnings_of`. Raises PrintkitError."""
    stack = read_definition(name)
    return warnings_of(stack, read_variant(stack))


def warnings_of(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Return warnings about a definition and its Variant: lost cards and parts, ignored columns of
    a table, families without cards, sentences that are too long or name no action, and cases
    without a clause.
    """
    remarks = [remark for layer in stack.layers if layer.table for remark in layer.table.remarks]
    of_words = [
        warning
        for find in (_empty_families, _missing_shorts, _untold_cases, _lost_actions)
        for warning in find(stack, variant)
    ]
    return [*lost_cards(stack), *lost_parts(stack), *remarks, *of_words]


def _empty_families(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Report families of the definition itself that have no cards."""
    used = {card.family for card in variant.cards}
    own = as_table(stack.layers[0].data.get("families"))
    message, hint = "has no cards.", "Name it as “family” of a card or a suit, or leave it out."
    return [
        stack.problem(("families", key), message, hint)
        for key in variant.families
        if key in own and key not in used
    ]


def _lost_actions(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Report sentences that do not name an action of their record."""
    hint = "Aids and mats print only the short form: name it there too."
    return [
        stack.problem(
            (kind, ids(stack.data.get(kind)).index(name)),
            Sentence(
                "“{form}” ({language}) does not contain “{what}”.",
                form=form,
                language=language,
                what=what,
            ),
            hint,
        )
        for (kind, name, form, language), what in lost_actions(variant)
    ]


def _untold_cases(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Report cases of a showdown without a clause."""
    untold = untold_cases(variant.payments, variant.clauses, variant.counting)
    message = "do not cover a case that may occur."
    return [
        stack.problem(
            ("payments",), message, Sentence("Add [[clauses]] with tells = “{case}”.", case=case)
        )
        for case in untold
    ]


def _missing_shorts(stack: DefinitionStack, variant: Variant) -> list[Diagnostic]:
    """Report sentences that a strip of pictures omits because they are too long."""
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


# --- sound part ----------------------------------------------------------------------------------

# The tables whose keys are names.
_TABLES = ("families", "suits", "figures", "groups", "sums", "example_hands", "texts", "signs")
# Keys that name the file of a picture; a text may be the name of a file, too.
_FILES = (*DRAWINGS, "mark", "shape")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
# A part may need one round for its value, one for its key and one for its entry.
_MAX_TURNS = 8
_WORD = {"en": "…"}
# The replacement of a required value that is missing or wrong.
_STANDS_FOR: dict[str, Any] = {
    "name": _WORD,
    "summary": _WORD,
    "slug": "unnamed",
    "game": "unnamed",
    "players": {"min": 2, "max": 2},
    "back": "rosette",
    "families": {"unnamed": {"name": _WORD, "back": "rosette"}},
    "cards": [{"id": "unnamed", "name": _WORD}],
}


class SoundPart(msgspec.Struct):
    """A definition with all its errors of form and of names, and the Variant of its valid part.

    `variant` is None if no Variant can be made; `sound` is the definition without the faulty keys.
    """

    stack: DefinitionStack
    problems: list[Diagnostic]
    variant: Variant | None
    sound: DefinitionStack
    language: str = DEFAULT_LANGUAGE

    @property
    def pictures(self) -> dict[Path, list[KeyPath]]:
        """The user's own pictures, each with the keys that name it."""
        files: dict[Path, list[KeyPath]] = {}
        folder = ResolvedFolder(self.stack.folder)
        for path, value in _strings(self.sound.data, ()):
            names_file = path[-1] in _FILES or path[0] == "signs"
            names_file = names_file and is_picture(value)
            file = drawing_file(value, folder) if names_file else None
            if file is not None:
                files.setdefault(file, []).append(path)
        return files

    def without(self, paths: Iterable[KeyPath]) -> SoundPart:
        """Return the valid part without some more keys that have errors."""
        sound = self.sound.with_data(_without(self.sound.data, paths))
        _, variant, sound = _find_sound(sound, self.language)
        return SoundPart(self.stack, self.problems, variant, sound, self.language)

    def locate(self, faults: Iterable[Fault], *, own_only: bool = False) -> list[Diagnostic]:
        """Return the diagnostics of errors found in the Variant.

        The path of a card is `("cards", id)`; the path of a hand has its id in place of an index.
        `own_only` drops errors in inherited parts.
        """
        cards, hands = card_ids(self.sound.data), ids(self.sound.data.get("hands"))
        result = []
        for fault in faults:
            path = fault.path
            match path:
                case ("cards", str(card), *rest):
                    path = (*cards[card], *rest) if cards[card][0] == "cards" else cards[card]
                case ("hands", str(hand), *rest):
                    path = ("hands", hands.index(hand), *rest)
            kept = self.sound.path_within(self.stack.data, path)
            whole = (*kept, *path[len(kept) :])
            result.append(self.stack.problem(whole, fault.message, fault.hint))
        own = {str(self.stack.path)}
        if (table := self.stack.layers[0].table) is not None:
            own.add(str(table.rows.path))
        return self.without_followers(
            problem for problem in result if not own_only or problem.file in own
        )

    def without_followers(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the errors without those caused by the removal of another faulty part."""
        lost = {*_names(self.stack.data)} - {*_names(self.sound.data)}
        return [
            problem
            for problem in diagnostics
            if lost.isdisjoint(_NAME.findall(f"{problem.key} {problem.message}"))
        ]


def find_sound_part(
    name: str, shelf: str = VARIANTS, language: str = DEFAULT_LANGUAGE
) -> SoundPart:
    """Find all errors of form and of names in a definition, and the part without them.

    Raises PrintkitError for a file that cannot be read.
    """
    stack = read_definition(name, shelf)
    faults, variant, sound = _find_sound(stack, language)
    return SoundPart(stack, stack.problems(faults), variant, sound, language)


def _find_sound(
    stack: DefinitionStack, language: str
) -> tuple[list[Fault], Variant | None, DefinitionStack]:
    """Return the errors in a definition, the Variant of its valid rest, and the rest as data."""
    variant, faults = read_checked(stack, language)
    left = faults
    for _ in range(_MAX_TURNS):
        if not left:
            return faults, variant, stack
        if len(left) > MAX_FAULTS:  # more than are reported, so the search ends
            break
        paths = [fault.path for fault in left if fault.path]
        # `name` is not required, because the file name provides a default; an invalid name is
        # therefore not reported as missing.
        stack = stack.with_data({"name": _WORD, **_without(stack.data, paths)})
        variant, left = read_checked(stack, language)
    return faults, None, stack


def _strings(node: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Yield the strings of raw data with their paths."""
    if isinstance(node, str):
        yield path, node
    items = node.items() if isinstance(node, dict) else enumerate(as_list(node))
    for key, value in items:
        yield from _strings(value, (*path, key))


def _without(node: Any, paths: Iterable[KeyPath]) -> Any:
    """Return raw data without the values at some paths; parts without errors keep their identity.

    A missing required key is filled in if possible; otherwise its table is removed.
    """
    below: dict[str | int, list[KeyPath]] = {}
    for first, *rest in paths:
        below.setdefault(first, []).append(tuple(rest))
    if isinstance(node, dict):
        kept = dict(_parts(node.items(), below))
        for key in below:
            if key not in node and key in _STANDS_FOR:
                kept[key] = _STANDS_FOR[key]
        return kept
    return [value for _, value in _parts(enumerate(node), below)]


def _parts(
    items: Iterable[tuple[Any, Any]], below: dict[str | int, list[KeyPath]]
) -> Iterator[tuple[Any, Any]]:
    for key, value in items:
        if key not in below:
            yield key, value
        elif all(_is_within(value, path) for path in below[key]):
            yield key, _without(value, below[key])


def _is_within(value: Any, path: KeyPath) -> bool:
    """Return True if a path leads to a part of a value, or to a key of it that can be filled in."""
    match value, path:
        case dict(), (key, *_):
            return key in value or key in _STANDS_FOR
        case list(), (int(index), *_):
            return index < len(value)
    return False


def _names(raw: Raw) -> Iterator[str]:
    """Yield the names that a definition declares: of cards, entries of lists, figures …"""
    yield from card_ids(raw)
    for key, value in raw.items():
        yield from ids(value) if key not in _TABLES else as_table(value)

"""Every fault of form in raw data, in plain words.

msgspec judges in C and stops at the first fault. Only when it refuses are the types walked here,
so that all faults are reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import ValidationError
from msgspec import inspect as types

from printkit.base.errors import Sentence, closest_match, did_you_mean
from printkit.base.plain_text import quote, shorten, strip_invisible
from printkit.model.fields import DEVICES, Fault, Home, Part, all_parts, build, dotted, forms_of
from printkit.model.figures import fill_figures, unknown_figure
from printkit.model.schema import help_texts
from printkit.model.text import GridName, Text
from printkit.model.toml_positions import KeyPath

_LISTS = (types.ListType, types.VarTupleType, types.FrozenSetType)
_EXPECTED: dict[Any, str] = {
    types.IntType: "a whole number",
    types.StrType: "a text in quotes",
    types.BoolType: "true or false",
    **dict.fromkeys(_LISTS, "a list in [ ]"),
    types.DictType: "a table",
    types.StructType: "a table",
}
_SCALARS: dict[Any, type] = {types.IntType: int, types.StrType: str, types.BoolType: bool}


def form_faults(kind: Any, raw: Any, home: Home) -> Iterator[Fault]:
    """Report all faults of form of raw data that should be of a type."""
    yield from _FaultWalk(home).faults(type_info(kind), raw, (), "")


@cache
def type_info(kind: Any) -> types.Type:
    """Return what msgspec knows of a type."""
    return types.type_info(kind)


class _FaultWalk:
    def __init__(self, home: Home) -> None:
        self.home = home

    def faults(self, kind: Any, raw: Any, path: KeyPath, text: str) -> Iterator[Fault]:
        match kind:
            case types.Metadata(type=inner, extra=extra):
                limit = (extra or {}).get("limit")
                if limit is not None and isinstance(raw, str | list) and len(raw) > limit:
                    yield Fault(path, *limit.refusal(len(raw)))
                else:
                    yield from self.faults(inner, raw, path, text)
            case types.UnionType(types=(*inner, types.NoneType())):
                yield from self.faults(inner[0], raw, path, text)
            case types.CustomType(cls=written):
                yield from self._check_written(written, raw, path, text)
            case types.LiteralType():
                yield from _check_literal(kind, raw, path)
            case types.StructType() if isinstance(raw, dict):
                yield from self._check_struct(kind, raw, path)
            case types.DictType(key_type=key_type, value_type=inner) if isinstance(raw, dict):
                yield from _check_length(kind, raw, path)
                for key, item in raw.items():
                    yield from self.faults(key_type, key, (*path, key), "")
                    yield from self.faults(inner, item, (*path, key), "")
            case _ if isinstance(kind, _LISTS) and isinstance(raw, list):
                yield from _check_length(kind, raw, path)
                for i, item in enumerate(raw):
                    yield from self.faults(kind.item_type, item, (*path, i), "")
            case _ if type(raw) is _SCALARS.get(type(kind)):
                yield from _check_limits(kind, raw, path)
            case _:
                accepted = f"Accepted: {text}." if text else ""
                yield Fault(path, f"{quote(raw)} is not {_EXPECTED[type(kind)]}.", accepted)

    def _check_struct(
        self, kind: types.StructType, raw: dict[str, Any], path: KeyPath
    ) -> Iterator[Fault]:
        fields = {field.encode_name: field for field in kind.fields}
        texts = help_texts(kind.cls)
        for key, item in raw.items():
            if (field := fields.get(key)) is None:
                hint = did_you_mean(key, fields, "keys")
                yield Fault((*path, key), "is not a key that is known here.", hint)
            else:
                yield from self.faults(field.type, item, (*path, key), texts.get(field.name, ""))
        for key, field in fields.items():
            if field.required and key not in raw:
                text = texts.get(field.name)
                accepted = f"Accepted: {text}." if text else ""
                holder = dotted(path) or "the definition"
                yield Fault(
                    (*path, key),
                    Sentence("is missing from {holder}.", holder=holder),
                    accepted,
                )

    def _check_written(self, kind: Any, raw: Any, path: KeyPath, text: str) -> Iterator[Fault]:
        forms = forms_of(kind)
        form = forms.get(type(raw))
        is_text = issubclass(kind, Text)
        if is_text and (form is None or (type(raw) is str and len(self.home.languages) > 1)):
            example = ", ".join(f'{language} = "…"' for language in self.home.languages)
            message = f"{quote(raw)} is not a text in each language."
            yield Fault(path, message, f"Write {{ {shorten(example)} }}.")
            return
        if is_text and isinstance(raw, dict):
            for key in raw:
                known = self.home.known_languages
                if key not in known:
                    message = f"“{key}” is not a language of this definition."
                    yield Fault(
                        (*path, key), message, did_you_mean(key, known, "languages", of_file=True)
                    )
        if is_text and kind is not GridName:
            lines = raw.items() if isinstance(raw, dict) else [(None, raw)]
            for key, line in lines:
                if isinstance(line, str) and (fault := self._text_fault(kind, key, line)):
                    yield Fault((*path, key) if key else path, *fault)
        if form is None:
            form = next(iter(forms.values()))
        faults = list(self.faults(type_info(form), raw, path, text))
        yield from faults
        is_named = needs_check(kind)  # the look-up of names reports what they mean
        if not faults and not is_text and not is_named:
            try:
                build(kind, raw, self.home)
            except ValidationError:
                raise AssertionError(f"{kind} was walked without a fault") from None
            except ValueError as error:
                yield Fault(path, f"{quote(raw)}: {error}.")

    def _text_fault(
        self, kind: type[Text], language: str | None, line: str
    ) -> tuple[str, str] | None:
        """Return what is wrong with one line of a text, and the cure, or None."""
        figures = self.home.figures
        if fault := unknown_figure(line, figures):
            return fault
        clean = strip_invisible(line).strip()
        filled = fill_figures(clean, language or self.home.languages[0], figures)
        return kind.length_fault(filled)


def _check_literal(kind: types.LiteralType, raw: Any, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(raw, str) or raw not in kind.values:
        values = tuple(map(str, kind.values))
        known = _as_written().get(frozenset(values), values)
        near = closest_match(str(raw), known)
        hint = f"Did you mean “{near}”?" if near else ""
        yield Fault(path, f"{quote(raw)} is not one of: {', '.join(known)}.", hint)


@cache
def _as_written() -> dict[frozenset[str], tuple[str, ...]]:
    """Return all choices of the model in the order they are written in: msgspec sorts them."""
    result: dict[frozenset[str], tuple[str, ...]] = {}

    def walk(annotation: Any) -> None:
        if get_origin(annotation) is Literal:
            choices_there = get_args(annotation)
            result.setdefault(frozenset(choices_there), choices_there)
        else:
            for inner in get_args(annotation):
                walk(inner)

    for part in all_parts():
        for annotation in part.__annotations__.values():
            walk(annotation)
    return result


def _check_length(kind: Any, raw: Any, path: KeyPath) -> Iterator[Fault]:
    if kind.min_length is not None and len(raw) < kind.min_length:
        noun = "entry" if kind.min_length == 1 else "entries"
        message = f"{quote(raw)} is refused: it needs at least {kind.min_length} {noun}."
        yield Fault(path, message)
    if kind.max_length is not None and len(raw) > kind.max_length:
        message = f"{quote(raw)} is refused: it takes at most {kind.max_length} entries."
        yield Fault(path, message)


def _check_limits(kind: Any, raw: Any, path: KeyPath) -> Iterator[Fault]:
    refused = f"{quote(raw)} is refused:"
    if isinstance(kind, types.IntType):
        if kind.ge is not None and raw < kind.ge:
            yield Fault(path, f"{refused} the least is {kind.ge}.")
        if kind.le is not None and raw > kind.le:
            yield Fault(path, f"{refused} the greatest is {kind.le}.")
    elif isinstance(kind, types.StrType):
        if kind.max_length is not None and len(raw) > kind.max_length:
            yield Fault(path, f"{refused} it takes at most {kind.max_length} characters.")
        elif kind.min_length is not None and len(raw) < kind.min_length:
            yield Fault(path, f"{refused} it is empty.")
        elif kind.pattern is not None and not _searcher(kind.pattern)(raw):
            yield _mismatch(kind.pattern, raw, path)


@cache
def _searcher(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).search


def _mismatch(pattern: str, raw: str, path: KeyPath) -> Fault:
    if pattern.startswith(f"^(?!{DEVICES}") and re.fullmatch(DEVICES, raw):
        message = f"{quote(raw)} is the name of a device on Windows, where no folder can have it."
        return Fault(path, message, f"Choose another: my-{raw}.")
    if "[a-z0-9]+(-" in pattern:
        hint = "Use lower-case letters, digits and hyphens: evil-one."
        return Fault(path, f"{quote(raw)} is not an id.", hint)
    if pattern.startswith("^[a-z]"):
        return Fault(path, f"{quote(raw)} is not a language.", "Write its code: en, fr.")
    if not strip_invisible(raw).strip():
        return Fault(path, f"{quote(raw)} is refused: it is empty.", "Write a text.")
    control = next(c for c in raw.strip() if ord(c) < 32 or ord(c) == 127)
    message = f"holds the control character U+{ord(control):04X}."
    return Fault(path, message, "Write the text in one line without it.")


# For each kind of name what is wrong with one, or None.
Lookups = dict[str, Callable[[str], Fault | None]]


class CheckPlan(msgspec.Struct, frozen=True):
    """What of a type must be looked at: names of things, parts with rules, lists with ids."""

    names: str | None = None
    part: Any = None
    keys: dict[str, CheckPlan] = {}
    items: CheckPlan | None = None
    has_ids: bool = False
    forms: dict[type, CheckPlan] = {}


def needs_check(kind: Any) -> bool:
    """Return True if values of a type are names of things."""
    return _plan_of(kind) is not None


@cache
def _plan_of(kind: Any) -> CheckPlan | None:
    return _plan(types.type_info(kind))


def _plan(kind: Any, names: str | None = None) -> CheckPlan | None:
    match kind:
        case types.Metadata(type=inner, extra=extra):
            return _plan(inner, (extra or {}).get("names", names))
        case types.UnionType(types=(*inner, types.NoneType())):
            return _plan(inner[0], names)
        case types.StrType():
            return CheckPlan(names=names) if names else None
        case types.CustomType(cls=written):
            forms = {
                raw: plan for raw, form in forms_of(written).items() if (plan := _plan_of(form))
            }
            return CheckPlan(forms=forms) if forms else None
        case types.ListType() | types.VarTupleType() | types.FrozenSetType():
            item = kind.item_type
            has_ids = isinstance(item, types.StructType) and any(
                f.name == "id" and f.required for f in item.fields
            )
            plan = _plan(item)
            return CheckPlan(items=plan, has_ids=has_ids) if plan or has_ids else None
        case types.DictType(value_type=inner):
            plan = _plan(inner)
            return CheckPlan(items=plan) if plan else None
        case types.StructType(fields=fields):
            part: Any = kind.cls
            keys = {f.encode_name: plan for f in fields if (plan := _plan(f.type))}
            has_rules = part.faults is not Part.faults
            return (
                CheckPlan(keys=keys, part=part if has_rules else None)
                if keys or has_rules
                else None
            )
    return None


def name_faults(kind: Any, raw: Any, lookups: Lookups, home: Home) -> Iterator[Fault]:
    """Report names that mean nothing, ids given twice, and what parts report of themselves."""
    if (plan := _plan_of(kind)) is not None:
        yield from _NameWalk(lookups, home).faults(plan, raw, ())


class _NameWalk:
    def __init__(self, lookups: Lookups, home: Home) -> None:
        self.lookups = lookups
        self.build = partial(build, home=home)

    def faults(self, plan: CheckPlan, raw: Any, path: KeyPath) -> Iterator[Fault]:
        if plan.names is not None:
            if isinstance(raw, str) and (fault := self.lookups[plan.names](raw)) is not None:
                yield Fault(path, fault.message, fault.hint)
        elif plan.forms:
            if (form := plan.forms.get(type(raw))) is not None:
                yield from self.faults(form, raw, path)
        elif plan.items is not None or plan.has_ids:
            yield from self._items(plan, raw, path)
        elif isinstance(raw, dict):
            for key, inner in plan.keys.items():
                if key in raw:
                    yield from self.faults(inner, raw[key], (*path, key))
            if plan.part is not None:
                yield from self._own_faults(plan.part, raw, path)

    def _items(self, plan: CheckPlan, raw: Any, path: KeyPath) -> Iterator[Fault]:
        if not isinstance(raw, dict | list):
            return
        seen: set[str] = set()
        for key, item in raw.items() if isinstance(raw, dict) else enumerate(raw):
            if plan.items is not None:
                yield from self.faults(plan.items, item, (*path, key))
            name = item.get("id") if plan.has_ids and isinstance(item, dict) else None
            if isinstance(name, str):
                if name in seen:
                    message = f"the id “{name}” is given twice."
                    yield Fault((*path, key, "id"), message, "Ids are unique.")
                seen.add(name)

    def _own_faults(self, kind: type[Part], raw: dict[str, Any], path: KeyPath) -> Iterator[Fault]:
        """Report what a part finds wrong with itself, if the keys that it knows have their form."""
        known = {key: raw[key] for key in kind.__struct_encode_fields__ if key in raw}
        try:
            part = msgspec.convert(known, kind, dec_hook=self.build)
        except (msgspec.ValidationError, ValueError):  # told as faults of form
            return
        for fault in part.faults():
            yield Fault((*path, *fault.path), fault.message, fault.hint)

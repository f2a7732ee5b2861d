"""Names that must mean something, ids that must be unique, and what parts report of themselves.

What of a type must be looked at is planned once; the plan is walked over the raw data, right or
wrong in form, so that these faults are told beside those of form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import msgspec
from msgspec import inspect as types

from printkit.model.fields import Fault, Home, Part, build, forms_of
from printkit.model.toml_positions import KeyPath

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

"""Report all errors in the form and the names of raw data.

The walk follows the types of the model. msgspec stops at the first error of form; if it finds one,
the walk reports all of them. Names, unique ids and the rules of parts are always checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast, get_type_hints

import msgspec
from msgspec import ValidationError
from msgspec import inspect as types

from printkit.base.content import (
    KeyPath,
    Positions,
    added_rows,
    bundled_rows,
    content_path,
    dotted,
    leave_out,
)
from printkit.base.errors import DefinitionError, Diagnostic, closest_match, did_you_mean, warn
from printkit.base.records import (
    DEVICES,
    Fault,
    FileHome,
    Part,
    Written,
    build,
    forms_of,
    help_texts,
)
from printkit.base.sentences import Sentence, name_some, norm, quote, strip_invisible

_LISTS = (types.ListType, types.VarTupleType, types.FrozenSetType)
_OTHER_WORDS = "toml-faults.toml"
_NUMBERS = (types.IntType, types.FloatType)
_EXPECTED: dict[Any, str] = {
    types.IntType: Sentence("a whole number"),
    types.StrType: Sentence("a text in quotes"),
    types.BoolType: Sentence("true or false"),
    types.FloatType: Sentence("a number"),
    **dict.fromkeys((*_LISTS, types.TupleType), Sentence("a list in [ ]")),
    types.DictType: Sentence("a table"),
    types.StructType: Sentence("a table"),
}
_SCALARS: dict[Any, tuple[type, ...]] = {
    types.IntType: (int,),
    types.FloatType: (int, float),
    types.StrType: (str,),
    types.BoolType: (bool,),
}


def _scalars_of(kind: types.Type) -> tuple[type, ...]:
    """Return the Python types of the TOML values that a type may have."""
    if isinstance(kind, types.Metadata):
        return _scalars_of(kind.type)
    return (str,) if isinstance(kind, types.LiteralType) else _SCALARS.get(type(kind), ())


def _fits(kind: types.Type, raw: Any) -> bool:
    """Return True if a value has the form of a type in a union."""
    is_list = isinstance(raw, list) and isinstance(kind, _LISTS)
    return is_list or type(raw) in _scalars_of(kind)


# For each kind of name, a function that returns the error for a name, or None.
Lookups = dict[str, Callable[[str], Fault | None]]


def unknown_name(
    name: str, known: Collection[str], kind: str, path: KeyPath = (), *, of_file: bool = True
) -> Fault:
    """Return the error for a name that is not among the known ones."""
    return Fault(
        path,
        Sentence("“{name}” is not known.", name=name),
        did_you_mean(name, known, kind, of_file=of_file),
    )


def look_up_among(
    kind: str, load_names: Callable[[], Iterable[str]], *, of_file: bool = False
) -> Callable[[str], Fault | None]:
    """Return a look-up function whose names are loaded on first use."""
    known = cache(lambda: dict.fromkeys(load_names()))

    def look_up(name: str) -> Fault | None:
        return None if name in known() else unknown_name(name, known(), kind, of_file=of_file)

    return look_up


def find_faults(
    kind: Any, raw: Any, home: FileHome, lookups: Lookups, *, forms: bool
) -> Iterator[Fault]:
    """Report unknown names, repeated ids, and errors found by the parts themselves.

    With `forms`, also report all errors of form.
    """
    walk = _FaultWalk(home, lookups, forms)
    if forms or not isinstance(raw, dict) or not hasattr(kind, "__struct_fields__"):
        yield from walk.faults(type_info(kind), raw, (), "")
        return
    # The types of the keys that a part lacks are not described: they are many.
    hints = _hints_of(kind)
    for name, key in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
        if key in raw and is_checked(info := type_info(hints[name])):
            yield from walk.faults(info, raw[key], (key,), "")
    if has_rules(kind):
        yield from walk.own_faults(kind, raw, ())


class RecordHome(msgspec.Struct, frozen=True):
    """The file of data that names no drawings: the words for the whole file, and its folder."""

    whole: str
    folder: Path = Path()
    languages: tuple[str, ...] = ()

    def drawing(self, name: str) -> Path:
        """Raise ValueError: this data cannot name drawings."""
        raise ValueError(Sentence("it is outside the definition's folder"))


_Record = TypeVar("_Record")
# The line and the column of a key path, (0, 0) if they are unknown.
FindPosition = Callable[[KeyPath], tuple[int, int]]


def _no_position(path: KeyPath) -> tuple[int, int]:
    return 0, 0


def read_record(
    kind: type[_Record],
    raw: Any,
    home: FileHome,
    lookups: Lookups | None = None,
    *,
    place: str = "",
    find: FindPosition = _no_position,
    below: KeyPath = (),
    error: type[DefinitionError] = DefinitionError,
) -> _Record:
    """Return raw data as a record.

    Raises an `error` with all errors of the data; `place` is its file, `below` its key there, and
    `find` returns the position of a key path.
    """
    if faults := [*find_faults(kind, raw, home, lookups or {}, forms=True)]:
        raise error(diagnose(faults, place, find, below))
    return msgspec.convert(raw, kind, dec_hook=partial(build, home=home))


def diagnose(
    faults: Iterable[Fault], place: str, find: FindPosition = _no_position, below: KeyPath = ()
) -> Iterator[Diagnostic]:
    """Yield the errors of a file with their places; their keys are below `below`."""
    for fault in faults:
        path = (*below, *fault.path)
        yield Diagnostic(place, *find(path), dotted(path), fault.message, fault.hint)


def load_rows(name: str, kind: type[_Record]) -> Mapping[str, _Record]:
    """Return the rows of a table of content as records: the bundled rows, then those of plug-ins.

    A row of a plug-in needs a new key. A row with errors is left out, with a warning that names all
    of them.
    """
    return load_table(name, dict[str, kind])  # type: ignore[valid-type]


def load_table(name: str, kind: type[_Record]) -> _Record:
    """Return a table of content as one record, whose parts may have different types.

    A plug-in adds rows to the parts that are tables, as in `load_rows`.
    """
    record: _Record = _read_table(name, cast(Any, kind))[1]
    return record


def load_raw_rows(name: str, kind: Any) -> Mapping[str, Any]:
    """Return the raw rows of a table of content; rows with errors are left out."""
    rows: Mapping[str, Any] = _read_table(name, dict[str, kind])[0]
    return rows


@cache
def _read_table(name: str, kind: Any) -> tuple[dict[str, Any], Any]:
    """Return a table with the additions of plug-ins, raw and as a record.

    Raises DefinitionError with all errors of a bundled table.
    """
    raw, info, home = dict(bundled_rows(name)), type_info(kind), RecordHome(_THE_ROW)
    for path, added in added_rows(name):
        find = Positions(path.read_text("utf-8")).find
        if isinstance(info, types.DictType):
            _add_rows(raw, added, info.value_type, path, find)
            continue
        fields = fields_of(kind)
        for key, rows in added.items():
            field = fields[key].type if key in fields else None
            if isinstance(field, types.DictType) and isinstance(rows, dict):
                raw[key] = dict(raw[key])
                _add_rows(raw[key], rows, field.value_type, path, find, (key,))
            elif field is not None:
                leave_out(path, Sentence("There is already a row {key}.", key=quote(key)))
            else:
                faults = find_faults(kind, {key: rows}, home, {}, forms=True)
                _leave_out_row((one for one in faults if one.path == (key,)), path, find)
    try:
        return raw, msgspec.convert(raw, kind, dec_hook=partial(build, home=home))
    except (ValidationError, ValueError):  # only in a table that is being written
        path = content_path(*name.split("/"))
        find = Positions(path.read_text("utf-8")).find
        return raw, read_record(kind, raw, home, place=str(path), find=find)


def _add_rows(
    rows: dict[str, Any],
    added: Mapping[str, Any],
    kind: types.Type,
    path: Path,
    find: FindPosition,
    below: KeyPath = (),
) -> None:
    """Add the rows of a plug-in that have a new key and no errors; warn of the others."""
    walk = _FaultWalk(RecordHome(_THE_ROW), {}, forms=True)
    for key, row in added.items():
        if key in rows:
            name = quote(dotted((*below, key)))
            leave_out(path, Sentence("There is already a row {key}.", key=name))
        elif faults := [*walk.faults(kind, row, (), "")]:
            _leave_out_row(faults, path, find, (*below, key))
        else:
            rows[key] = row


def _leave_out_row(
    faults: Iterable[Fault], path: Path, find: FindPosition, below: KeyPath = ()
) -> None:
    problems = [*faults, Fault((), "It is left out.")]
    warn(DefinitionError(diagnose(problems, str(path), find, below)))


_THE_ROW = Sentence("the row")


@cache
def type_info(kind: Any) -> types.Type:
    """Return msgspec's description of a type."""
    return types.type_info(kind)


@cache
def _hints_of(part: Any) -> dict[str, Any]:
    """Return the types of the fields of a part by name."""
    return get_type_hints(part, include_extras=True)


class _FaultWalk:
    """A walk through raw data along the types of the model.

    Without `forms` it skips types that have no references, rules or ids to check.
    """

    def __init__(self, home: FileHome, lookups: Lookups, forms: bool) -> None:
        self.home, self.lookups, self.forms = home, lookups, forms
        self.build = partial(build, home=home)

    def faults(self, kind: Any, raw: Any, path: KeyPath, text: str) -> Iterator[Fault]:
        match kind:
            case types.Metadata(type=inner, extra=extra):
                names, limit = (extra or {}).get("names"), (extra or {}).get("limit")
                if limit is not None and isinstance(raw, str | list) and len(raw) > limit:
                    yield Fault(path, *limit.refusal(len(raw)))
                    return
                yield from self.faults(inner, raw, path, text)
                if names and isinstance(raw, str) and (fault := self.lookups[names](raw)):
                    yield Fault(path, fault.message, fault.hint)
            case types.UnionType(types=(*inner, types.NoneType())):
                if raw is not None:  # the null of JSON; TOML has none
                    yield from self.faults(inner[0], raw, path, text)
            case types.UnionType(types=inner):
                fitting = (one for one in inner if _fits(one, raw))
                yield from self.faults(next(fitting, inner[0]), raw, path, text)
            case types.CustomType(cls=written):
                yield from self._check_written(written, raw, path, text)
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
                if _has_ids(kind):
                    yield from find_repeated(
                        ((*path, i, "id"), item.get("id"))
                        for i, item in enumerate(raw)
                        if isinstance(item, dict)
                    )
            case _ if not self.forms or isinstance(kind, types.AnyType):
                return
            case types.LiteralType():
                yield from _check_literal(kind, raw, path)
            case types.TupleType(item_types=inner) if isinstance(raw, list):
                if len(raw) != len(inner):
                    yield Fault(
                        path,
                        Sentence(
                            "{raw} is not valid: it needs {count} entries.",
                            raw=quote(raw),
                            count=len(inner),
                        ),
                    )
                for i, (part, item) in enumerate(zip(inner, raw, strict=False)):
                    yield from self.faults(part, item, (*path, i), text)
            case _ if type(raw) in _SCALARS.get(type(kind), ()):
                yield from _check_limits(kind, raw, path)
            case _:
                yield Fault(
                    path,
                    Sentence(
                        "{raw} is not {expected}.", raw=quote(raw), expected=_EXPECTED[type(kind)]
                    ),
                    _accepted(text),
                )

    def _check_struct(
        self, kind: types.StructType, raw: dict[str, Any], path: KeyPath
    ) -> Iterator[Fault]:
        fields = fields_of(kind.cls, checked=not self.forms)
        texts = help_texts(kind.cls) if self.forms else {}
        # Unknown keys with the keys that they mean: `Name`, `nom` and `title` are `name`.
        others = {key: _meant(key, fields) for key in raw if key not in fields and self.forms}
        for key, field in fields.items():
            accepted = texts.get(field.name, "")
            if key in raw:
                yield from self.faults(field.type, raw[key], (*path, key), accepted)
            elif field.required and self.forms and key not in others.values():
                holder = dotted(path) or Sentence(self.home.whole)
                message = Sentence("is missing from {holder}.", holder=holder)
                yield Fault((*path, key), message, _accepted(accepted), is_missing=True)
        for key, near in others.items():
            hint = (
                Sentence("Did you mean “{match}”?", match=near)
                if near
                else did_you_mean(key, fields, "keys")
            )
            yield Fault((*path, key), "is not a known key here.", hint)
        if has_rules(kind.cls):
            yield from self.own_faults(kind.cls, raw, path)

    def own_faults(self, kind: Any, raw: dict[str, Any], path: KeyPath) -> Iterator[Fault]:
        """Report the errors that a part finds by its own rules, if its known keys have the right
        form.
        """
        known = {key: raw[key] for key in kind.__struct_encode_fields__ if key in raw}
        try:
            part = msgspec.convert(known, kind, dec_hook=self.build)
        except (msgspec.ValidationError, ValueError):  # reported as errors of form
            return
        for fault in part.faults():
            yield Fault((*path, *fault.path), fault.message, fault.hint)

    def _check_written(self, kind: Any, raw: Any, path: KeyPath, text: str) -> Iterator[Fault]:
        forms = forms_of(kind)
        form = forms.get(type(raw))
        if not self.forms:
            if form is not None and is_checked(type_info(form)):
                yield from self.faults(type_info(form), raw, path, text)
            return
        own: list[Fault] = []
        if issubclass(kind, Written):
            if (refusal := kind.refuse_form(raw, self.home)) is not None:
                yield Fault((*path, *refusal.path), refusal.message, refusal.hint)
                return
            own += kind.find_faults(raw, self.home)
        form = form or next(iter(forms.values()))
        faults = [Fault((*path, *fault.path), fault.message, fault.hint) for fault in own]
        faults += self.faults(type_info(form), raw, path, text)
        yield from faults
        if not faults:
            try:
                build(kind, raw, self.home)
            except ValidationError:
                raise AssertionError(f"{kind} was walked without a fault") from None
            except ValueError as error:
                yield Fault(path, Sentence("{raw}: {fault}.", raw=quote(raw), fault=error))


def _meant(key: str, known: Collection[str]) -> str | None:
    """Return the known key that an unknown key probably means, or None."""
    meant = (word for word in _other_words().get(norm(key), ()) if word in known)
    return next(meant, None) or closest_match(key, known)


class TomlWords(Part):
    """The words in templates/toml-faults.toml. Plug-ins cannot add any, because the walk needs
    them.
    """

    starts: dict[str, str]
    """the errors of the parser in plain words, by the beginnings of its messages"""
    keys: dict[str, tuple[str, ...]]
    """the words of people for keys"""


@cache
def _other_words() -> dict[str, list[str]]:
    """Return the keys that an English or French word may mean."""
    words: dict[str, list[str]] = {}
    for key, others in msgspec.convert(bundled_rows(_OTHER_WORDS), TomlWords).keys.items():
        for word in (key, *others):
            words.setdefault(norm(word), []).append(key)
    return words


def _accepted(text: str) -> str:
    return Sentence("Accepted: {text}.", text=Sentence(text)) if text else ""


def _check_literal(kind: types.LiteralType, raw: Any, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(raw, str) or raw not in kind.values:
        known = tuple(map(str, kind.values))
        near = closest_match(str(raw), known)
        hint = Sentence("Did you mean “{match}”?", match=near) if near else ""
        yield Fault(
            path,
            Sentence("{raw} is not one of: {known}.", raw=quote(raw), known=name_some(known)),
            hint,
        )


def _check_length(kind: Any, raw: Any, path: KeyPath) -> Iterator[Fault]:
    if kind.min_length is not None and len(raw) < kind.min_length:
        noun = "entry" if kind.min_length == 1 else "entries"
        template = f"{{raw}} is not valid: it needs at least {{count}} {noun}."
        yield Fault(path, Sentence(template, raw=quote(raw), count=kind.min_length))
    if kind.max_length is not None and len(raw) > kind.max_length:
        template = "{raw} is not valid: it can have at most {count} entries."
        yield Fault(path, Sentence(template, raw=quote(raw), count=kind.max_length))


def _check_limits(kind: Any, raw: Any, path: KeyPath) -> Iterator[Fault]:
    shown = quote(raw)
    match kind:
        case _ if isinstance(kind, _NUMBERS):
            if kind.ge is not None and not raw >= kind.ge:
                template = "{raw} is not valid: the minimum is {least}."
                yield Fault(path, Sentence(template, raw=shown, least=f"{kind.ge:g}"))
            elif kind.le is not None and not raw <= kind.le:
                template = "{raw} is not valid: the maximum is {most}."
                yield Fault(path, Sentence(template, raw=shown, most=f"{kind.le:g}"))
        case types.StrType(max_length=most) if most is not None and len(raw) > most:
            template = "{raw} is not valid: it can have at most {most} characters."
            yield Fault(path, Sentence(template, raw=shown, most=most))
        case types.StrType(min_length=1) if not raw:
            yield Fault(path, Sentence("{raw} is not valid: it is empty.", raw=shown))
        case types.StrType(pattern=str(pattern)) if not _searcher(pattern)(raw):
            yield _mismatch(pattern, raw, path)


@cache
def _searcher(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).search


def _mismatch(pattern: str, raw: str, path: KeyPath) -> Fault:
    """Return the error for a string that does not match a pattern of the model."""
    if pattern.startswith(f"^(?!{DEVICES}") and re.fullmatch(DEVICES, raw):
        message = Sentence(
            "{raw} is the name of a device on Windows, so it cannot be the name of a folder there.",
            raw=quote(raw),
        )
        return Fault(path, message, Sentence("Choose another: my-{raw}.", raw=raw))
    if "[a-z0-9]+(-" in pattern:
        hint = "Use lower-case letters, digits and hyphens: evil-one."
        return Fault(path, Sentence("{raw} is not an id.", raw=quote(raw)), hint)
    if pattern.startswith("^[a-z]"):
        return Fault(
            path, Sentence("{raw} is not a language.", raw=quote(raw)), "Write its code: en, fr."
        )
    if pattern.startswith("^#"):
        hint = 'Write six hexadecimal digits: "#0072b2".'
        return Fault(path, Sentence("{srgb} is not a colour.", srgb=quote(raw)), hint)
    if pattern.startswith("^http"):
        return Fault(
            path,
            Sentence("{raw} is not an address.", raw=quote(raw)),
            "Write it in full: https://….",
        )
    if not strip_invisible(raw).strip():
        return Fault(
            path, Sentence("{raw} is not valid: it is empty.", raw=quote(raw)), "Write a text."
        )
    controls = (c for c in raw.strip() if ord(c) < 32 or ord(c) == 127)
    several = r"\x0b" in pattern  # a text of several lines
    control = next((c for c in controls if c != "\n" or not several), None)
    if control is None:
        return Fault(path, Sentence("{raw} is not in the right form.", raw=quote(raw)))
    message = Sentence("contains the control character U+{ord}.", ord=f"{ord(control):04X}")
    hint = "Write the text without it." if several else "Write the text in one line without it."
    return Fault(path, message, hint)


def find_repeated(names: Iterable[tuple[KeyPath, Any]], kind: str = "the id") -> Iterator[Fault]:
    """Report each place that repeats a name, once."""
    seen: set[str] = set()
    reported: set[KeyPath] = set()
    for path, name in names:
        if not isinstance(name, str):
            continue
        if name in seen and path not in reported:
            reported.add(path)
            yield Fault(
                path,
                Sentence("{kind} “{name}” appears twice.", kind=Sentence(kind), name=name),
                "Ids are unique.",
            )
        seen.add(name)


# --- types with references, rules or ids ----------------------------------------------------------


def has_rules(part: Any) -> bool:
    """Return True if a part has its own rules."""
    return getattr(part, "faults", Part.faults) is not Part.faults


def _has_ids(kind: Any) -> bool:
    """Return True for the type of a list whose parts must have an id."""
    item = kind.item_type
    return isinstance(item, types.StructType) and any(
        field.name == "id" and field.required for field in item.fields
    )


@cache
def fields_of(part: Any, *, checked: bool = False) -> dict[str, types.Field]:
    """Return the fields of a part by key; with `checked`, only the fields that need a check."""
    kind = type_info(part)
    assert isinstance(kind, types.StructType)
    return {f.encode_name: f for f in kind.fields if not checked or is_checked(f.type)}


def is_checked(kind: Any) -> bool:
    """Return True if a type has references, rules or ids to check."""
    match kind:
        case types.Metadata(type=inner, extra=extra):
            return "names" in (extra or {}) or is_checked(inner)
        case types.UnionType(types=(*inner, types.NoneType())):
            return is_checked(inner[0])
        case types.CustomType(cls=written):
            return any(is_checked(type_info(form)) for form in forms_of(written).values())
        case types.DictType(value_type=inner):
            return is_checked(inner)
        case types.StructType(cls=part):
            return has_rules(part) or bool(fields_of(part, checked=True))
    return isinstance(kind, _LISTS) and (_has_ids(kind) or is_checked(kind.item_type))

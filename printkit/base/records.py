"""Typed tables of TOML files: parts, values with short forms, help texts and JSON Schema.

A file is a tree of parts, and each part is a struct with typed fields. `record_faults` checks a
file against these types and reports all errors, and the JSON Schema is generated from them as well.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, dataclass_transform

import msgspec

from printkit.base.content import KeyPath
from printkit.base.sentences import Sentence

# --- parts ---------------------------------------------------------------------------------------


class FileHome(Protocol):
    """The file that raw data comes from."""

    @property
    def whole(self) -> str:
        """The words for the whole file, such as “the definition”."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages of its texts, the main one first."""

    @property
    def folder(self) -> Path:
        """Its folder."""

    def drawing(self, name: str) -> Path:
        """Return the file of a drawing. Raises ValueError if it is outside the folder."""


# The names of devices on Windows, as a pattern.
DEVICES = r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])"


class Fault(msgspec.Struct, frozen=True):
    """An error at a key path relative to the part that reports it, with a hint."""

    path: KeyPath
    message: str
    hint: str = ""
    is_missing: bool = False
    """True if a required key is missing: all that a table lacks are told together"""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class _PartMeta(msgspec.StructMeta):
    """Make every part frozen and keyword-only, which msgspec does not inherit."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        strict: dict[str, Any] = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
        return super().__new__(mcls, name, bases, namespace, **strict, **options)


def all_parts(kind: Any = None) -> list[Any]:
    """Return all direct and indirect subclasses of a part, by default of `Part`."""
    below = (kind or Part).__subclasses__()
    return [part for direct in below for part in (direct, *all_parts(direct))]


if TYPE_CHECKING:

    class _Struct:
        """Placeholder for mypy, which would apply msgspec's rules instead of `_PartMeta`'s."""

else:
    _Struct = msgspec.Struct


class Part(_Struct, metaclass=_PartMeta):
    """A table of a file. Values are not coerced, unknown keys are errors, and nothing changes after
    loading.
    """

    def faults(self) -> Iterator[Fault]:
        """Report errors in this table that types cannot express."""
        return iter(())


def encoded_names(part: Any) -> dict[str, str]:
    """Return the field names of a part, each with its key in the file."""
    return dict(zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True))


AnyPart = TypeVar("AnyPart", bound="Part")


def evolve(part: AnyPart, **changes: Any) -> AnyPart:
    """Return a copy of a part with some of its fields changed."""
    return msgspec.structs.replace(part, **changes)  # type: ignore[type-var]


class Written(ABC):
    """A value with short forms in the file.

    `forms` maps each TOML type to the type of its content. They are never a union: msgspec 0.22
    frees the wrong object for a union of a str with a pattern and a list or dict.
    """

    forms: ClassVar[dict[type, Any]]

    @classmethod
    @abstractmethod
    def read(cls, form: Any, home: Any) -> Any:
        """Return the value of a form. Raises ValueError; its message completes a sentence."""

    @classmethod
    def find_faults(cls, raw: Any, home: Any) -> Iterator[Fault]:
        """Report errors in raw data that its forms cannot express."""
        return iter(())

    @classmethod
    def refuse_form(cls, raw: Any, home: Any) -> Fault | None:
        """Return the error for raw data of a wrong form, or None if the walk is to name the known
        forms.
        """
        return None

    def _key(self) -> tuple[Any, ...]:
        names: tuple[str, ...] = self.__slots__
        return tuple(getattr(self, name) for name in names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()!r}"


# The forms of types of other libraries, by TOML type; the home of a file reads them.
_FORMS: dict[type, dict[type, Any]] = {}


def register_forms(kind: type, forms: dict[type, Any]) -> None:
    """Set the forms of a type that is not `Written`."""
    _FORMS[kind] = forms


def forms_of(kind: Any) -> dict[type, Any]:
    """Return the forms of a type that msgspec does not support, by TOML type."""
    forms: dict[type, Any] | None = _FORMS.get(kind)
    return kind.forms if forms is None else forms


def build(kind: Any, raw: Any, home: Any) -> Any:
    """Convert raw data to a value. Raises ValueError or msgspec.ValidationError if that is
    impossible.
    """
    raw_type: Any = type(raw)
    envelope = _envelope(kind, raw_type)
    form = msgspec.convert((raw,), envelope, dec_hook=partial(build, home=home)).form
    return home.drawing(form) if kind is Path else kind.read(form, home)


@cache
def _envelope(kind: Any, raw: Any) -> Any:
    """Return a struct whose only field has the form of `kind` for the TOML type `raw`.

    msgspec caches structs, but no other types. Raises ValueError for an unknown form.
    """
    if (form := forms_of(kind).get(raw)) is None:
        raise ValueError(Sentence("cannot be a {name}", name=raw.__name__))
    return msgspec.defstruct("Form", [("form", form)], array_like=True)


# --- help and schema -----------------------------------------------------------------------------


@cache
def help_texts(kind: type) -> dict[str, str]:
    """Return the help texts of a part by field: the strings below the fields in the source."""
    texts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        texts |= _of_module(base.__module__).get(base.__name__, {})
    return texts


@cache
def _of_module(module: str) -> dict[str, dict[str, str]]:
    import ast
    import inspect

    if not module.startswith("printkit."):
        return {}
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:  # distributed without sources: messages lack help texts
        return {}
    texts: dict[str, dict[str, str]] = {}
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        own = texts.setdefault(node.name, {})
        for line, below in zip(node.body, node.body[1:], strict=False):
            match line, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    own[name] = " ".join(text.split())
    return texts


DRAFT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"


def record_schema(kind: Any, drawing: str = "", more: Iterable[type] = ()) -> dict[str, Any]:
    """Return the JSON Schema of a file, with help texts as descriptions.

    `drawing` describes the name of a drawing; `more` are structs in it that are not parts.
    """
    definitions: dict[str, Any] = {}

    def schema_of(inner: Any) -> dict[str, Any]:
        name = "Drawing" if inner is Path else inner.__name__
        if name not in definitions:
            forms, parts = msgspec.json.schema_components(
                forms_of(inner).values(), schema_hook=schema_of, ref_template=REF
            )
            definitions.update(parts)
            text = drawing if inner is Path else inner.__doc__ or ""
            shape = dict(forms[0]) if len(forms) == 1 else {"anyOf": list(forms)}
            definitions[name] = {"description": text.partition("\n")[0], **shape}
        return {"$ref": REF.format(name=name)}

    _, parts = msgspec.json.schema_components([kind], schema_hook=schema_of, ref_template=REF)
    definitions |= parts
    add_help(definitions, more)
    root = definitions.pop(kind.__name__)
    return {"$schema": DRAFT, **root, "$defs": definitions}


def add_help(definitions: dict[str, Any], more: Iterable[type] = ()) -> None:
    """Add the help texts of fields to the schemas of parts and of other structs, by their names."""
    for part in (*all_parts(), *more):
        keys = definitions.get(part.__name__, {}).get("properties", {})
        names = encoded_names(part)
        for name, text in help_texts(part).items():
            if names.get(name) in keys:
                keys[names[name]]["description"] = text

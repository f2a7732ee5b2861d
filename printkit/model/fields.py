"""Building blocks of the model: ids, numbers, references by name, values with short forms."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    dataclass_transform,
)

import msgspec
from msgspec import Meta

from printkit.base.content import find_content
from printkit.base.files import resolve_within
from printkit.base.limits import MAX_DECKS, MAX_LANGUAGES, MAX_NAME, MAX_TEXT, MAX_VALUES
from printkit.base.messages import languages as our_languages
from printkit.base.plain_text import INVISIBLE
from printkit.base.toml_positions import KeyPath
from printkit.model.figures import BOUNDS, Figure, collect_figures, resolve_bound
from printkit.model.raw_data import count_cards, expand_braces, expand_ranks

_ID = r"[a-z0-9]+(-[a-z0-9]+)*$(?!\n)"
Id = Annotated[str, Meta(pattern=f"^{_ID}", min_length=1, max_length=64)]
# An id that names a folder.
DEVICES = r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])"
Slug = Annotated[str, Meta(pattern=f"^(?!{DEVICES}$){_ID}", min_length=1, max_length=64)]
# White space around a text is stripped; a text is one line.
_ONE_LINE = Meta(pattern=rf"^\s*(?=[^\n]*[^\s{INVISIBLE}])[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\s*$")
Line = Annotated[str, _ONE_LINE, MAX_TEXT.meta]
# A text of several lines: no control characters but line breaks.
_LINES = Meta(pattern=rf"^(?=[\s\S]*[^\s{INVISIBLE}])[^\x00-\x09\x0b-\x1f\x7f]*$(?!\n)")
Lines = Annotated[str, _LINES, MAX_TEXT.meta]
NameLine = Annotated[str, _ONE_LINE, MAX_NAME.meta]
Ref = Annotated[str, Meta(min_length=1, max_length=200)]
Address = Annotated[str, Meta(pattern=r"^https?://[!-~]{1,190}$(?!\n)")]
Count = Annotated[int, Meta(ge=1, le=999)]
DeckCount = Annotated[int, Meta(ge=1, le=int(MAX_DECKS))]
Number = Annotated[int, Meta(ge=-999, le=999)]
LargeNumber = Annotated[int, Meta(ge=-99_999, le=99_999)]
Corner = Annotated[str, Meta(max_length=8)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$(?!\n)", max_length=12)]

COLOURS = "colours (or write #rrggbb)"
# References: each is looked up among the names of the definition and of the bundled content.
FamilyId = Annotated[Id, Meta(extra={"names": "families"})]
SuitId = Annotated[Id, Meta(extra={"names": "suits"})]
RankId = Annotated[Id, Meta(extra={"names": "ranks"})]
CardId = Annotated[Id, Meta(extra={"names": "cards"})]
HandId = Annotated[Id, Meta(extra={"names": "hands"})]
ProductId = Annotated[Id, Meta(extra={"names": "products"})]
PlaceId = Annotated[Id, Meta(extra={"names": "places"})]
SpotId = Annotated[Id, Meta(extra={"names": "spots"})]
LoopId = Annotated[Id, Meta(extra={"names": "loops"})]
GroupId = Annotated[Id, Meta(extra={"names": "groups"})]
PictogramId = Annotated[Id, Meta(extra={"names": "pictograms"})]
VariantId = Annotated[Id, Meta(extra={"names": "variants"})]
FrameName = Annotated[Ref, Meta(extra={"names": "frames"})]
LayoutName = Annotated[Ref, Meta(extra={"names": "layouts"})]
ColourName = Annotated[Ref, Meta(extra={"names": COLOURS})]

# A name with one of these endings is a picture beside the definition.
PICTURES = (".svg", ".png", ".jpg", ".jpeg")
# The keys of a card that name a picture.
DRAWINGS = ("art", "back", "emblem")


class Fault(msgspec.Struct, frozen=True):
    """A fault at a key path relative to the part that reports it, with a hint."""

    path: KeyPath
    message: str
    hint: str = ""
    is_missing: bool = False
    """True if a required key is missing: all that a table lacks are told together"""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class _PartMeta(msgspec.StructMeta):
    """Make every part frozen and keyword-only (msgspec inherits neither)."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        strict: dict[str, Any] = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
        return super().__new__(mcls, name, bases, namespace, **strict, **options)


def all_parts(kind: Any = None) -> list[Any]:
    """Return every class of the model."""
    below = (kind or Part).__subclasses__()
    return [part for direct in below for part in (direct, *all_parts(direct))]


AnyPart = TypeVar("AnyPart", bound="Part")


if TYPE_CHECKING:

    class _Struct:
        """Stand-in for mypy, which would apply msgspec's rules instead of those of `_PartMeta`."""

else:
    _Struct = msgspec.Struct


class Part(_Struct, metaclass=_PartMeta):
    """A table of a definition. No coercion, no unknown key, no change after loading."""

    def faults(self) -> Iterator[Fault]:
        """Report faults of this table that types cannot express."""
        return iter(())


def encoded_names(part: Any) -> dict[str, str]:
    """Return the field names of a part, each with its key in the file."""
    return dict(zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True))


def evolve(part: AnyPart, **changes: Any) -> AnyPart:
    """Return a copy of a part with some of its fields changed."""
    return msgspec.structs.replace(part, **changes)  # type: ignore[type-var]


class Home(msgspec.Struct, frozen=True, dict=True):
    """The folder of a definition, its languages (the main one first) and its raw data.

    If the languages are `declared`, inherited texts in other languages are dropped.
    """

    folder: Path
    languages: tuple[str, ...]
    raw: Mapping[str, Any]
    declared: bool = False

    @cached_property
    def known_languages(self) -> tuple[str, ...]:
        """The languages that a text may have."""
        return tuple(dict.fromkeys((*self.languages, *our_languages())))

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures that texts may name."""
        return {**collect_figures(self.raw), **count_cards(self.raw)}

    def drawing(self, name: str) -> Path:
        """Return the file of a drawing. Raises ValueError if it is outside the folder."""
        if (file := drawing_file(name, self.folder)) is None:
            raise ValueError("it is outside the definition's folder")
        return file


def is_picture(name: str) -> bool:
    """Return True for the name of a picture that can be drawn."""
    return name.lower().endswith(PICTURES)


def drawing_file(name: str, folder: Path) -> Path | None:
    """Return the file of an emblem, art or back, or None if it is outside the folder.

    A name with a picture's ending is a file beside the definition, any other is in templates/art.
    """
    if is_picture(name):
        return resolve_within(folder, name)
    return _resolve_emblem(name)


@lru_cache(maxsize=1024)
def _resolve_emblem(name: str) -> Path | None:
    return find_content("art", f"{name}.svg")


class Written(ABC):
    """A value with short forms in the file.

    `forms` maps each TOML type to the type of its content. They are never a union: msgspec 0.22
    frees the wrong object for a union of a str with a pattern and a list or dict.
    """

    forms: ClassVar[dict[type, Any]]

    @classmethod
    @abstractmethod
    def read(cls, form: Any, home: Home) -> Any:
        """Return the value of a form. Raises ValueError with the end of a sentence."""

    def _key(self) -> tuple[Any, ...]:
        names: tuple[str, ...] = self.__slots__
        return tuple(getattr(self, name) for name in names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()!r}"


# A drawing is the Path of its file; an author writes the name of an emblem or a picture.
_DRAWING: dict[type, Any] = {str: Annotated[Ref, Meta(extra={"names": "emblems"})]}


def forms_of(kind: Any) -> dict[type, Any]:
    """Return the forms of a type that msgspec does not know, by TOML type."""
    forms: dict[type, Any] = _DRAWING if kind is Path else kind.forms
    return forms


def build(kind: Any, raw: Any, home: Home) -> Any:
    """Return the value of raw data. Raises ValueError, msgspec.ValidationError."""
    raw_type: Any = type(raw)
    envelope = _envelope(kind, raw_type)
    form = msgspec.convert((raw,), envelope, dec_hook=partial(build, home=home)).form
    return home.drawing(form) if kind is Path else kind.read(form, home)


@cache
def _envelope(kind: Any, raw: Any) -> Any:
    """Return a struct whose only field has the form of `kind` for the TOML type `raw`.

    msgspec caches structs, but no other types. Raises ValueError if there is no such form.
    """
    if (form := forms_of(kind).get(raw)) is None:
        raise ValueError(f"cannot be a {raw.__name__}")
    return msgspec.defstruct("Form", [("form", form)], array_like=True)


class BoundEnd(int, Written):
    """A number, or the name of a limit of the game: limit, floor, below-limit …"""

    forms = {int: Number, str: Literal[BOUNDS]}

    @classmethod
    def read(cls, form: int | str, home: Home) -> Self:
        if isinstance(form, int):
            return cls(form)
        if (number := resolve_bound(form, home.figures)) is None:
            raise ValueError("the game has no such limit")
        return cls(number)


class _Ends(Part):
    """Numbers from `min` to `max` inclusive; one end may be omitted."""

    min: BoundEnd | None = None
    max: BoundEnd | None = None


class Bounds(Written):
    """Whole numbers from `low` to `high` inclusive; a single number is both ends.

    An end may be the name of a limit of the game: limit, floor, below-limit, above-floor.
    """

    __slots__ = ("low", "high")  # noqa: RUF023 - the order of the arguments
    forms = {int: BoundEnd, str: BoundEnd, dict: _Ends}

    def __init__(self, low: int | None, high: int | None) -> None:
        self.low, self.high = low, high

    @classmethod
    def read(cls, form: BoundEnd | _Ends, home: Home) -> Self:
        low, high = (form, form) if isinstance(form, BoundEnd) else (form.min, form.max)
        return cls(None if low is None else int(low), None if high is None else int(high))

    def contains(self, number: int) -> bool:
        """Return True if a number is within the bounds."""
        above = self.low is None or number >= self.low
        return above and (self.high is None or number <= self.high)


# The rule set in use gives the value: the card's face cannot show it.
BY_SET = "set"


class _ByRule(Part):
    """A value determined in play by a rule; `choices` are its possible values."""

    rule: Literal["dice", "copy", "set"]
    """dice: chosen from the dice rolled; copy: that of another card; set: by the rule set in use"""
    choices: Annotated[list[Number], Meta(min_length=1), MAX_VALUES.meta]


class Value(Written):
    """The possible values of a card in ascending order, and the rule that chooses one, if any."""

    __slots__ = ("numbers", "rule")
    forms = {int: Number, list: Annotated[list[Number], MAX_VALUES.meta], dict: _ByRule}

    def __init__(self, numbers: tuple[int, ...] = (), rule: str | None = None) -> None:
        self.numbers, self.rule = numbers, rule

    @classmethod
    def read(cls, form: int | list[int] | _ByRule, home: Home) -> Self:
        if isinstance(form, _ByRule):
            return cls(tuple(sorted(set(form.choices))), form.rule)
        return cls((form,) if isinstance(form, int) else tuple(sorted(set(form))))


class NamePattern(tuple[str, ...], Written):
    """Names in braces, expanded as a shell does: `{swords,cups}-{2-10}`."""

    forms = {str: Line}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(expand_braces(form))


class RankRun(tuple[str, ...], Written):
    """Rank ids: one, or a run such as `1-11`."""

    forms = {str: Id}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(expand_ranks(form))


class _IdList(tuple[str, ...], Written):
    @classmethod
    def read(cls, form: str | list[str], home: Home) -> Self:
        return cls((form,) if isinstance(form, str) else dict.fromkeys(form))


class ProductIds(_IdList):
    """The products that make a material: one, or several in a list."""

    forms = {str: ProductId, list: Annotated[list[ProductId], Meta(min_length=1)]}


class SpotIds(_IdList):
    """The spots of the table for a step: one, or several in a list."""

    forms = {str: SpotId, list: Annotated[list[SpotId], Meta(min_length=1, max_length=4)]}


class Back(Written):
    """A back: `design` is a key of backs.toml or the file of a picture."""

    __slots__ = ("design",)
    forms = {str: Annotated[Ref, Meta(extra={"names": "backs"})]}

    def __init__(self, design: str | Path) -> None:
        self.design = design

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.drawing(form) if is_picture(form) else form)


class TextFile(Written):
    """A file of text beside the definition."""

    __slots__ = ("file",)
    forms = {str: Ref}

    def __init__(self, file: Path) -> None:
        self.file = file

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.folder / form)


class Chapters(dict[str, Path], Written):  # type: ignore[misc]
    """Files of chapters by language; a name alone is that of a file for all languages, under ""."""

    forms = {str: Ref, dict: Annotated[dict[Language, TextFile], MAX_LANGUAGES.meta]}

    @classmethod
    def read(cls, form: str | dict[str, TextFile], home: Home) -> Self:
        if isinstance(form, str):
            return cls({"": home.folder / form})
        return cls({language: entry.file for language, entry in form.items()})

    def of(self, language: str) -> Path | None:
        """Return the chapters of a language, or None."""
        return self.get(language, self.get(""))


class DeckName(str, Written):
    """A deck: the slug of a variant, or a definition beside this one."""

    forms = {str: Ref}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.folder / form if form.endswith(".toml") else form)

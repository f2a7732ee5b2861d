"""What the classes of the model are built of: ids, numbers, names of other things, short forms."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
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
from printkit.base.limits import MAX_DECKS, MAX_NAME, MAX_TEXT, MAX_VALUES
from printkit.base.messages import languages as our_languages
from printkit.base.plain_text import INVISIBLE
from printkit.model.brace_expansion import expand_braces
from printkit.model.figures import BOUNDS, Figure, collect_figures, resolve_bound
from printkit.model.rank_runs import count_cards, expand_ranks
from printkit.model.toml_positions import KeyPath

_ID = r"[a-z0-9]+(-[a-z0-9]+)*$(?!\n)"
Id = Annotated[str, Meta(pattern=f"^{_ID}", min_length=1, max_length=64)]
# An id that names a folder.
DEVICES = r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])"
Slug = Annotated[str, Meta(pattern=f"^(?!{DEVICES}$){_ID}", min_length=1, max_length=64)]
# White space around a text is no part of it; inside, a text is one line.
_ONE_LINE = Meta(pattern=rf"^\s*(?=[^\n]*[^\s{INVISIBLE}])[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\s*$")
Line = Annotated[str, _ONE_LINE, MAX_TEXT.meta]
NameLine = Annotated[str, _ONE_LINE, MAX_NAME.meta]
Ref = Annotated[str, Meta(min_length=1, max_length=200)]
Count = Annotated[int, Meta(ge=1, le=999)]
DeckCount = Annotated[int, Meta(ge=1, le=int(MAX_DECKS))]
Number = Annotated[int, Meta(ge=-999, le=999)]
LargeNumber = Annotated[int, Meta(ge=-99_999, le=99_999)]
Corner = Annotated[str, Meta(max_length=8)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$(?!\n)", max_length=12)]

COLOURS = "colours (or write #rrggbb)"
# Names of other things: each is looked up among those that the definition and our content know.
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
ColourName = Annotated[Ref, Meta(extra={"names": COLOURS})]

# A name with one of these endings is that of a picture beside the definition.
PICTURES = (".svg", ".png", ".jpg", ".jpeg")


def dotted(path: KeyPath) -> str:
    """Write a key path as an author does: `cards[2].name.fr`."""
    return "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path).removeprefix(".")


class Fault(msgspec.Struct, frozen=True):
    """Something wrong at a key path below the part that reports it, and what would be right."""

    path: KeyPath
    message: str
    hint: str = ""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class _PartMeta(msgspec.StructMeta):
    """Makes every part frozen and built by keywords (msgspec inherits neither)."""

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
        """To mypy a Struct would have other rules than those of `_PartMeta`."""

else:
    _Struct = msgspec.Struct


class Part(_Struct, metaclass=_PartMeta):
    """A table of a definition. No coercion, no unknown key, no change after loading."""

    def faults(self) -> Iterator[Fault]:
        """Report what no type can say of this table by itself."""
        return iter(())


def evolve(part: AnyPart, **changes: Any) -> AnyPart:
    """Return a copy of a part with some of its fields changed."""
    return msgspec.structs.replace(part, **changes)  # type: ignore[type-var]


class Home:
    """Where a definition lives: its folder, and its languages, the first of them its own.

    `known_languages` are those that a text may be in. If its languages are `declared`, texts in
    others that it took over are left out. Figures are found in the raw data.
    """

    __slots__ = (
        "_drawings",
        "_figures",
        "_raw",
        "declared",
        "folder",
        "known_languages",
        "languages",
    )

    def __init__(
        self,
        folder: Path,
        languages: tuple[str, ...],
        raw: Mapping[str, Any],
        *,
        declared: bool = False,
    ) -> None:
        self.folder, self.languages, self._raw, self.declared = folder, languages, raw, declared
        self._figures: dict[str, Figure] | None = None
        self.known_languages = tuple(dict.fromkeys((*languages, *our_languages())))
        self._drawings: dict[str, Path] = {}

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures that texts name."""
        if self._figures is None:
            self._figures = {**collect_figures(self._raw), **count_cards(self._raw)}
        return self._figures

    def drawing(self, name: str) -> Path:
        """Return the file that a name means. Raises ValueError if it is outside the folder."""
        if (file := self._drawings.get(name)) is None:
            if (file := drawing_file(name, self.folder)) is None:
                raise ValueError("it is outside the definition's folder")
            self._drawings[name] = file
        return file


def drawing_file(name: str, folder: Path) -> Path | None:
    """Return the file of an emblem, art or back, or None if it would leave the folder.

    A name with a picture's ending is beside the definition, any other in templates/art.
    """
    if name.lower().endswith(PICTURES):
        return resolve_within(folder, name)
    return _resolve_emblem(name)


@lru_cache(maxsize=1024)
def _resolve_emblem(name: str) -> Path | None:
    return find_content("art", f"{name}.svg")


class Written(ABC):
    """A value that may be written in a shorter form than it has in the program.

    `forms` are what the file may hold, by TOML type. They are never a union: msgspec 0.22 frees
    the wrong object for a union of a str that has a pattern with a list or dict.
    """

    __slots__ = ()
    forms: ClassVar[dict[type, Any]]

    @classmethod
    @abstractmethod
    def read(cls, form: Any, home: Home) -> Any:
        """Make the value of what was written. Raises ValueError, in words."""

    def _key(self) -> tuple[Any, ...]:
        names: tuple[str, ...] = self.__slots__
        return tuple(getattr(self, name) for name in names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()!r}"


# A drawing is the Path of its file; what an author writes is the name of an emblem or a picture.
_DRAWING: dict[type, Any] = {str: Annotated[Ref, Meta(extra={"names": "emblems"})]}


def forms_of(kind: Any) -> dict[type, Any]:
    """Return what may be written for a type that msgspec does not know, by TOML type."""
    forms: dict[type, Any] = _DRAWING if kind is Path else kind.forms
    return forms


def build(kind: Any, raw: Any, home: Home) -> Any:
    """Make a value of what was written for it. Raises ValueError, msgspec.ValidationError."""
    raw_type: Any = type(raw)
    envelope = _envelope(kind, raw_type)
    form = msgspec.convert((raw,), envelope, dec_hook=partial(build, home=home)).form
    return home.drawing(form) if kind is Path else kind.read(form, home)


@cache
def _envelope(kind: Any, raw: Any) -> Any:
    """Return a struct round one form: msgspec caches what it knows of structs, not of unions."""
    if (form := forms_of(kind).get(raw)) is None:
        raise ValueError(f"cannot be a {raw.__name__}")
    return msgspec.defstruct("Form", [("form", form)], array_like=True)


class BoundEnd(int, Written):
    """A number, or one of the limits of the game by name: limit, floor, below-limit …"""

    forms = {int: Number, str: Literal[BOUNDS]}

    @classmethod
    def read(cls, form: int | str, home: Home) -> Self:
        if isinstance(form, int):
            return cls(form)
        if (number := resolve_bound(form, home.figures)) is None:
            raise ValueError("the game has no such limit")
        return cls(number)


class _Ends(Part):
    """Numbers from `min` to `max`, ends included; one may be left out."""

    min: BoundEnd | None = None
    max: BoundEnd | None = None


class Bounds(Written):
    """Whole numbers from `low` to `high`, ends included; a number alone is both.

    Instead of a number the limits of the game may be named: limit, floor, below-limit, above-floor.
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


# The rule of a value that the set in use gives: no card can show it.
BY_SET = "set"


class _ByRule(Part):
    """A value that a rule sets in play; `choices` are all values it can come to."""

    rule: Literal["dice", "copy", "set"]
    """dice: chosen among dice rolled; copy: that of another card; set: by the rule set in use"""
    choices: Annotated[list[Number], Meta(min_length=1), MAX_VALUES.meta]


class Value(Written):
    """All numbers that a card may count, ascending, and the rule that chooses, if there is one."""

    __slots__ = ("numbers", "rule")
    forms = {int: Number, list: Annotated[list[Number], MAX_VALUES.meta], dict: _ByRule}

    def __init__(self, numbers: tuple[int, ...] = (), rule: str | None = None) -> None:
        self.numbers, self.rule = numbers, rule

    @classmethod
    def read(cls, form: int | list[int] | _ByRule, home: Home) -> Self:
        if isinstance(form, int):
            return cls((form,))
        if isinstance(form, list):
            return cls(tuple(sorted(set(form))))
        return cls(tuple(sorted(set(form.choices))), form.rule)


class NamePattern(tuple[str, ...], Written):
    """Names in braces, expanded as a shell does: `{swords,cups}-{2-10}`."""

    forms = {str: Line}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(expand_braces(form))


class RankRun(tuple[str, ...], Written):
    """Rank ids; `1-11` is eleven of them."""

    forms = {str: Id}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(expand_ranks(form))


class ProductIds(tuple[str, ...], Written):
    """The products that make a thing: one, or several in a list."""

    forms = {str: ProductId, list: Annotated[list[ProductId], Meta(min_length=1)]}

    @classmethod
    def read(cls, form: str | list[str], home: Home) -> Self:
        return cls((form,) if isinstance(form, str) else dict.fromkeys(form))


class SpotIds(tuple[str, ...], Written):
    """The spots on the table where a thing is done: one, or several in a list."""

    forms = {str: SpotId, list: Annotated[list[SpotId], Meta(min_length=1, max_length=4)]}

    @classmethod
    def read(cls, form: str | list[str], home: Home) -> Self:
        return cls((form,) if isinstance(form, str) else dict.fromkeys(form))


class Back(Written):
    """A back: `design` is a key of backs.toml, or the file of a picture."""

    __slots__ = ("design",)
    forms = {str: Annotated[Ref, Meta(extra={"names": "backs"})]}

    def __init__(self, design: str | Path) -> None:
        self.design = design

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.drawing(form) if form.lower().endswith(PICTURES) else form)


class TextFile(Written):
    """A file of text beside the definition."""

    __slots__ = ("file",)
    forms = {str: Ref}

    def __init__(self, file: Path) -> None:
        self.file = file

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.folder / form)


class DeckName(str, Written):
    """A deck: the slug of a variant, or the path of a definition beside this one."""

    __slots__ = ()
    forms = {str: Ref}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.folder / form if form.endswith(".toml") else form)

"""Find writers, impositions and destinations by name.

They are listed in `templates/plugins.toml` and in the entry points of other packages. A module is
imported only when its plug-in is needed, so that SVG builds do not load PDF libraries.

A writer is a function, or a module with a function `write`. `write(document, options)` yields the
files of a document. `options[OPTION]` is the value of an option that the format declares; a plug-in
lists its options as `OPTIONS`. `document.pieces` are the printed pieces, `page.cells` are those on
a page, and `document.bleed` is the requested bleed (mm). An imposition turns pieces into pages.
Destinations are provided by plug-ins of the kind `targets`, each of which maps names to targets. A
job uses only the interface of destinations, and depends on no particular target.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any, Protocol

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, did_you_mean, require_known, warn
from printkit.base.options import Option, OptionValues
from printkit.base.sentences import MAX_TYPED, Sentence, quote, shorten
from printkit.pieces.options import CONDITION, DPI, PDFX, PLATES, PRESS_OPTIONS, SMALL, TEXT_AS
from printkit.pieces.pages import Artifact, Document, Page, SlugLine
from printkit.pieces.product import Piece, Product, RenderOptions
from printkit.press.line_floors import LineFloors

# --- writers -------------------------------------------------------------------------------------

Writer = Callable[[Document, OptionValues], Iterator[Artifact]]
# The options of each format, declared here so that formats are imported only for writing.
_OPTIONS: dict[str, tuple[Option[Any], ...]] = {
    "pdf": (SMALL, PLATES),
    "pdfx": (PDFX, *PRESS_OPTIONS, TEXT_AS, CONDITION, PLATES),
    "png": (DPI,),
    "svg": (SMALL, PLATES),
    "tiff": (DPI, *PRESS_OPTIONS),
}


def formats() -> list[str]:
    """Return all formats, plug-ins included, in alphabetical order."""
    return sorted(plugins.names(plugins.WRITERS))


def require_format(name: str) -> None:
    """Check that a format has a writer. Raises UsageError."""
    if not plugins.is_known(plugins.WRITERS, name):
        require_known(
            name, formats(), Sentence("“{name}” is not a format.", name=name), "formats", UsageError
        )


def format_options(name: str) -> tuple[Option[Any], ...]:
    """Return the options of a format; a format without pages has none.

    If its plug-in cannot be loaded, a warning is shown, and the result is empty.
    """
    known = plugins.is_known(plugins.WRITERS, name)
    if not known or plugins.is_bundled(plugins.WRITERS, name):
        return _OPTIONS.get(name, ())
    try:
        return getattr(plugins.find(plugins.WRITERS, name), "OPTIONS", ())
    except PrintkitError as error:
        warn(error)
        return ()


def writer(name: str) -> Callable[..., Iterator[Artifact]]:
    """Return the writer of a format, which takes a document and option values by name.

    Missing values have the defaults of the format. Raises UsageError for an unknown format.
    """
    require_format(name)
    plugin = plugins.find(plugins.WRITERS, name)
    write: Writer = getattr(plugin, "write", plugin)
    return partial(_write, name, write, format_options(name))


def _write(
    name: str,
    write: Writer,
    options: tuple[Option[Any], ...],
    document: Document,
    values: Mapping[str, Any] | None = None,
) -> Iterator[Artifact]:
    chosen = {name: value for name, value in (values or {}).items() if value is not None}
    resolved = OptionValues(
        {option.name: chosen.get(option.name, option.default) for option in options}
    )
    with plugins.faults_of(plugins.WRITERS, name):
        yield from write(document, resolved)


# --- impositions ---------------------------------------------------------------------------------


class ImposedPages(Struct, frozen=True):
    """Pages with their number of sheets and straight cuts.

    `duplex` is the edge over which sheets are turned for their backs, or None; `folded` is True if
    fronts and backs are on one side, across a fold. `apart` is True if fronts and backs are
    separate files. `notices` are sentences for the user with hints on alternatives.
    """

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    duplex: str | None = None
    folded: bool = False
    apart: bool = False
    notices: tuple[tuple[str, str], ...] = ()


class Imposition(Struct, frozen=True):
    """A method of placing pieces on pages, and the `options` that it reads.

    `page_area` returns the width and height available to one drawing on a page; it is None if the
    page follows the size of the piece.
    """

    name: str
    impose: Callable[[list[Piece], RenderOptions, SlugLine], ImposedPages]
    options: tuple[Option[Any], ...]
    page_area: Callable[[RenderOptions], tuple[float, float]] | None = None


@cache
def find_imposition(name: str) -> Imposition:
    """Return an imposition by name; only its module is imported. Raises PrintkitError."""
    imposition = plugins.find(plugins.IMPOSITIONS, name)
    if not isinstance(imposition, Imposition) or imposition.name != name:
        cause = Sentence("it is not an imposition with the name {name}", name=quote(name))
        raise plugins.unusable(plugins.IMPOSITIONS, name, cause)
    return replace(imposition, impose=plugins.guard(plugins.IMPOSITIONS, name, imposition.impose))


def impositions() -> dict[str, Imposition]:
    """Return all impositions by name. Warn of faulty plug-ins."""
    result: dict[str, Imposition] = {}
    for name in plugins.names(plugins.IMPOSITIONS):
        try:
            result[name] = find_imposition(name)
        except PrintkitError as error:
            warn(error)
    return result


# --- targets -------------------------------------------------------------------------------------

# The shares of cyan, magenta, yellow and black in per cent.
Percent = Annotated[float, Meta(ge=0, le=100)]
Length = Annotated[float, Meta(ge=0, le=100)]


class SoldSize(Struct, frozen=True, forbid_unknown_fields=True):
    """A product that a target sells."""

    size: tuple[float, float]
    """the cut card in mm: width, height"""
    images: tuple[int, int] | None = None
    """the pixels of its picture"""


class TargetRow(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The requirements of a target; None or empty if it states none."""

    name: Mapping[str, str]
    """its name in each language"""
    format: str
    """the format of its files; empty if its packer makes all"""
    takes: tuple[str, ...]
    """the products that it takes, those that are made by default first"""
    colour: str
    """rgb or cmyk"""
    source: str
    """the source of the figures"""
    also: tuple[str, ...] = ()
    """more formats of its files"""
    packed: tuple[str, ...] = ()
    """the products whose files its packer makes"""
    formats_options: Mapping[str, Any] = field(default_factory=dict)
    """values of options that it fixes, besides those of the other keys"""
    folders: bool = False
    """whether the pictures of each component are in a folder of their own"""
    unread: tuple[str, ...] = ()
    """options without effect on its files, besides those of sheets of paper"""
    order: str = ""
    """the order of the pages of a deck"""
    pack: str = ""
    """the packer that makes its other files"""
    sizes: Mapping[str, SoldSize] = field(default_factory=dict)
    """the cards that it sells by its own names"""
    any_size: bool = False
    """whether it sells every other size, too"""
    bleed: Length | None = None
    """the bleed in mm"""
    safe: Length | None = None
    """the safe margin in mm"""
    dpi: Annotated[int, Meta(ge=36, le=1200)] | None = None
    """the resolution of pictures"""
    ink: Annotated[float, Meta(ge=100, le=400)] | None = None
    """the most total ink in per cent"""
    black: tuple[Percent, Percent, Percent, Percent] | None = None
    """rich black as cyan, magenta, yellow and black in per cent"""
    line: float | None = None
    """the least weight of lines in points"""
    line_negative: float | None = None
    """the least weight of light lines on dark in points"""
    text: float | None = None
    """the least size of text in points"""
    text_negative: float | None = None
    """the least size of light text on dark in points"""
    text_as: str = ""
    """live or outlines"""
    condition: str = ""
    """the output condition"""
    corner: Length | None = None
    """the radius of the corners in mm"""
    papers: tuple[str, ...] = ()
    """the papers that it takes, the first by default"""
    template: str = ""
    """the name of a cutting template, with `{paper}` and `{size}`"""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """figures that its packer or imposition alone reads"""
    lacks: tuple[str, ...] = ()
    """what it does not take: keys of `order.lacking` in templates/strings"""
    steps: tuple[str, ...] = ()
    """what to do there: keys of `order.steps` in templates/strings"""


# --- destinations --------------------------------------------------------------------------------

# The destination of a job that names no target.
HOME = "home"


class JobDestination(Protocol):
    """The interface of a destination of files, which jobs use.

    `takes` are the keys of the products that it accepts, beginning with those made by default;
    `formats` are the formats of its files. `companions` are the keys of products that it makes from
    the others, such as an order.
    """

    @property
    def takes(self) -> tuple[str, ...]:
        """The keys of the products that the destination accepts, or an empty tuple if it accepts
        all.
        """

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of the destination's files, or an empty tuple if it accepts all."""

    @property
    def companions(self) -> tuple[str, ...]:
        """The keys of products that the destination makes from the others."""

    def title(self, language: str) -> str:
        """Return the name of the destination in a language."""
        ...

    def describe(self, language: str) -> tuple[str, str]:
        """Return the files of the destination and the cards that it sells, in words."""
        ...

    def floors(self, options: Mapping[str, Any]) -> LineFloors:
        """Return the minimum widths of lines for the chosen options."""
        ...

    def settle_formats(self, asked: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
        """Return the formats to make, given the `asked` formats and the `usual` ones for home.
        Raises UsageError.
        """
        ...

    def fix(self, known: Mapping[str, Option[Any]], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of known options that the destination fixes, and the requested values
        that it permits.

        Raises UsageError for an option that contradicts the destination.
        """
        ...

    def layout(self, asked: str) -> str:
        """Return the layout that determines which options are read."""
        ...

    def reads(self, read: Collection[str], declared: Collection[str]) -> set[str]:
        """Return the names of the declared options that have an effect on the destination's
        files.
        """
        ...

    def refuse_option(self, name: str, layout: str) -> None:
        """Raise UsageError for an option that has no effect in a layout."""
        ...

    def take(self, asked: Sequence[str], kit: Sequence[str]) -> tuple[str, ...]:
        """Return the products of a kit that the destination accepts.

        Raises UsageError if it does not accept one of the `asked` products.
        """
        ...

    def check_values(self, values: Mapping[str, Any]) -> None:
        """Raise PrintkitError for a product that the destination does not sell, such as an unknown
        size.
        """
        ...

    def formats_of(self, product: Product, formats: Sequence[str]) -> tuple[str, ...]:
        """Return those of the given formats in which a product is made for this destination."""
        ...

    def page_folders(self, document: Any, product: str) -> Iterator[str]:
        """Yield the folder of each page of a product, or nothing if all pages are in one folder."""
        ...


def find_destination(name: str) -> JobDestination:
    """Return the destination with a name: a target, or home if the name is empty.

    Raises UsageError for an unknown name, and PrintkitError for a target that cannot be used.
    """
    key = name.strip().lower() or HOME
    for provider in _providers():
        if key in provider:
            return provider[key]
    raise UsageError(
        Sentence("“{name}” is not a target.", name=shorten(name, MAX_TYPED)),
        hint=did_you_mean(key, target_names(), "targets"),
    )


def target_names() -> list[str]:
    """Return the names of all targets, in the order of their plug-ins."""
    return [key for provider in _providers() for key in provider if key != HOME]


def companion_keys() -> set[str]:
    """Return the keys of all products that targets make from others."""
    return {key for name in target_names() for key in find_destination(name).companions}


@cache
def _providers() -> tuple[Mapping[str, JobDestination], ...]:
    """Return the targets of each plug-in by name. Warn of faulty plug-ins."""
    providers: list[Mapping[str, JobDestination]] = []
    for name in plugins.names(plugins.TARGETS):
        try:
            plugin = plugins.find(plugins.TARGETS, name)
        except PrintkitError as error:
            warn(error)
        else:
            providers.append(plugin if isinstance(plugin, Mapping) else {name: plugin})
    return tuple(providers)

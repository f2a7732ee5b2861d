"""A job: the products to build, with the values of all options.

Input: choices of a command line, a program or a file. Output: a `Job`, from which plans are made.

The value of an option comes from the first of these sources that has one: the request, the user's
settings, the printer profile, and the default of the declaration. A printer profile overrides the
settings for the method of turning sheets, because it was measured with one method only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypedDict, Unpack

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit.art.theme import Theme, theme
from printkit.base import plugins
from printkit.base.card_shapes import CIRCLE, OUTLINE, ROUNDED
from printkit.base.design import NONE as NO_TITLE
from printkit.base.design import RIBBON
from printkit.base.errors import PrintkitError, RequestError, UsageError, require_known, warn
from printkit.base.files import DEFAULT_OUT, refuse_foreign_links
from printkit.base.messages import DEFAULT_LANGUAGE, parse_edition
from printkit.base.options import (
    CHOICE,
    COUNT,
    GROUPS,
    LENGTH,
    NAME,
    PROFILE,
    SWITCH,
    Context,
    Option,
    unique_options,
)
from printkit.base.plugins import IMPOSITIONS, PRODUCTS, WRITERS
from printkit.base.printer_profile import TURNS, Profile, ProfileData
from printkit.base.record_faults import RecordHome, read_record
from printkit.base.records import REF, Fault, Part, record_schema
from printkit.base.sentences import Sentence, name_some, quote
from printkit.graphics.path import shape_kind
from printkit.jobs.staging import plain_value
from printkit.model.variant import Variant
from printkit.pieces.kits import find_product, product_sets, products
from printkit.pieces.options import (
    DECK,
    DUPLEX,
    EDITION,
    FILL,
    LAYOUT,
    NUMBER,
    OFF_PAPER,
    ORDER,
    PAPER,
    PRINTER,
    SHAPE,
    SHEETS,
    SINGLE,
    SITE,
    TEXT_FORMATS,
    THEME,
    URL,
)
from printkit.pieces.product import SINGLE_PIECES, VARIANT, WHOLE_DECK, Product, own_shape
from printkit.pieces.protocols import (
    companion_keys,
    find_destination,
    find_imposition,
    format_options,
    formats,
    impositions,
    require_format,
)

# --- options -------------------------------------------------------------------------------------

# Options that a manifest lists only if the user chose them.
_UNTOLD = (PRINTER.name, EDITION.name, NUMBER.name, SITE.name)

# The formats of a job that asks for none and names no destination.
_USUAL = ("pdf", *TEXT_FORMATS)


def settle_formats(names: Sequence[str]) -> tuple[str, ...]:
    """Return the requested formats: first formats with pages, then formats without.

    The default is PDF and the formats of texts. Raises UsageError for an unknown format.
    """
    pages = [name for name in names if name not in TEXT_FORMATS]
    texts = [name for name in names if name in TEXT_FORMATS]
    for name in pages:
        require_format(name)
    return (*pages, *texts) or _USUAL


def product_options(product: Product) -> tuple[Option[Any], ...]:
    """Return the options of a product, then those of its imposition.

    Raises PrintkitError for a plug-in whose options clash with others.
    """
    for kind, name in ((PRODUCTS, product.key), (IMPOSITIONS, product.imposition)):
        own = not name or plugins.is_bundled(kind, name)
        if not own and (error := _declarations()[1].get((kind, name))):
            raise error
    imposed = find_imposition(product.imposition).options if product.make is not None else ()
    return unique_options((*product.options, *imposed))


@cache
def all_options() -> dict[str, Option[Any]]:
    """Return all declared options by name, sorted by group, then by name.

    Warn of faulty plug-ins.
    """
    declared, errors = _declarations()
    for error in errors.values():
        warn(error)
    order = {group: i for i, group in enumerate(GROUPS)}
    ordered = sorted(
        declared.values(), key=lambda option: (order.get(option.group, len(order)), option.name)
    )
    return {option.name: option for option in ordered}


@cache
def _declarations() -> tuple[dict[str, Option[Any]], dict[tuple[str, str], PrintkitError]]:
    """Return all options by name, and the errors of plug-ins whose options clash with others, by
    kind and name."""
    # A product may narrow a shared option, whose general declaration is kept.
    in_order = sorted(products().values(), key=lambda product: product.subject != VARIANT)
    sources = [
        *((WRITERS, name, format_options(name)) for name in formats()),
        *((IMPOSITIONS, name, item.options) for name, item in impositions().items()),
        *((PRODUCTS, item.key, item.options) for item in in_order),
    ]
    declared: dict[str, Option[Any]] = {}
    errors: dict[tuple[str, str], PrintkitError] = {}
    for kind, name, options in sorted(sources, key=lambda one: not plugins.is_bundled(*one[:2])):
        checked = () if plugins.is_bundled(kind, name) else options
        faults = filter(None, (_find_clash(option, declared) for option in checked))
        if fault := next(faults, None):
            errors[kind, name] = plugins.unusable(kind, name, fault)
        else:
            for option in options:
                declared.setdefault(option.name, option)
    return declared, errors


def _find_clash(option: Option[Any], declared: Mapping[str, Option[Any]]) -> str | None:
    """Return the error in an option of a plug-in, such as a name that is already in use, or
    None.
    """
    if not isinstance(option, Option) or not option.help("en"):
        return Sentence("{option} is not an option with help text in English", option=quote(option))
    other = declared.get(option.name)
    if other is not None and other.kind != option.kind:
        return Sentence(
            "its option “{name}” ({kind}) is “{name}” ({other}) elsewhere",
            name=option.name,
            kind=option.kind,
            other=other.kind,
        )
    return None


def options_of(
    keys: Iterable[str], names: Iterable[str], layout: str = ""
) -> dict[str, Option[Any]]:
    """Return the options of these products and formats by name, importing only their modules.

    With `layout`, only the options that this layout reads. Unknown keys are ignored.
    """
    made = filter(None, map(find_product, keys))
    declared = [*(_read_options(one, layout) for one in made), *map(format_options, names)]
    return {option.name: option for option in unique_options(chain(*declared))}


def _read_options(product: Product, layout: str) -> tuple[Option[Any], ...]:
    """Return the options of a product that a layout reads; without a layout, return all of them."""
    options = product_options(product)
    own = find_imposition(product.imposition).options if product.make is not None else ()
    if not layout or LAYOUT not in own:
        return options
    if layout == SHEETS:
        return tuple(option for option in options if option not in (ORDER, FILL))
    pages = {SINGLE: SINGLE_PIECES, DECK: WHOLE_DECK}.get(layout)
    placed = find_imposition(pages).options if pages else ()
    return (*(option for option in options if option not in own), *placed)


def find_declared(name: str, keys: Iterable[str] = ()) -> Option[Any]:
    """Return an option by its name, as one of the products in `keys` declares it if any does."""
    known = options_of(keys, ())
    return known[name] if name in known else all_options()[name]


def manifest_values(options: Iterable[Option[Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options as plain data, without a printer, edition, number or site that
    is not set.
    """
    return {
        option.key: plain_value(values[option.name])
        for option in options
        if option.name not in _UNTOLD or values[option.name] is not None
    }


def accept_options(
    chosen: Mapping[str, Any], known: Mapping[str, Option[Any]] | None = None
) -> dict[str, Any]:
    """Check chosen values against the declarations of their options, and return them by name.

    The options of `known` take precedence over all others of the same name. Raises UsageError with
    the name, the error and the accepted values.
    """
    values: dict[str, Any] = {}
    for name, value in chosen.items():
        word = name.replace("_", "-")
        if (option := (known or {}).get(word)) is None:
            message = Sentence("There is no option “{name}”.", name=name)
            require_known(word, all_options(), message, "options", UsageError)
            option = all_options()[word]
        try:
            values[option.name] = option.accept(value)
        except RequestError as error:
            keyed = (replace(one, key=f"{option.name}.{one.key}") for one in error.problems)
            raise RequestError(keyed) from None
        except PrintkitError as error:
            raise UsageError(error.message, location=option.name, hint=error.hint) from None
    return values


# --- job -----------------------------------------------------------------------------------------

# From card to card where pictures run to the cut (mm).
_BLEED_GAP = 4.0


class Job(msgspec.Struct, frozen=True):
    """A request for a build. All fields are plain data, as `JobData` describes them."""

    variant: str = ""
    products: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    formats: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()
    deck: str = ""
    addons: tuple[str, ...] = ()
    target: str = ""
    measure_ink: bool = False
    rebuild: bool = False
    replace: bool = False
    out: Path = DEFAULT_OUT

    def choose(self, **options: Any) -> Job:
        """Return the job with more options chosen. Raises UsageError."""
        chosen = accept_options(options, options_of(self.products, self.formats))
        return replace(self, options={**self.options, **chosen})

    def folder(self, slug: str) -> Path:
        """Return the folder of the files of a game. Raises PrintkitError if a link leads out of
        `out`.

        Files for a destination other than home are in a subfolder of this folder.
        """
        if not self.target:
            return self.out / slug
        refuse_foreign_links(self.out / slug)
        return self.out / slug / self.target

    def as_data(self) -> dict[str, Any]:
        """Return the job as plain data, the inverse of `job_from_data`."""
        data = {name: getattr(self, name) for name in self.__struct_fields__}
        options = {
            name: value.as_data() if isinstance(value, Profile) else value
            for name, value in self.options.items()
        }
        lists = {name: list(value) for name, value in data.items() if isinstance(value, tuple)}
        return {**data, **lists, "options": options, "out": str(self.out)}


class JobKeywords(TypedDict, total=False):
    """Keywords for a job: its fields, then options. Options of plug-ins go into `options`."""

    languages: Iterable[str]
    formats: Iterable[str]
    options: Mapping[str, Any]
    defaults: tuple[str, ...]
    deck: str
    addons: tuple[str, ...]
    target: str
    measure_ink: bool
    rebuild: bool
    replace: bool
    out: str | Path

    blank_values: bool
    bleed: float | str
    booklet_duplex: str | None
    booklet_page: str
    caliper: float | str | None
    card_size: str | None
    columns: int | None
    condition: str
    copies: int
    corner_guides: bool
    corner_radius: float | str | None
    cut_tool: str
    die_size: float | str
    dpi: int
    duplex: str
    edition: str | None
    entrants: int
    fill: int | None
    gap: float | str | None
    index: str
    indices: str | None
    ink_limit: int
    label_sheet: str | None
    layout: str
    leave_free: str | None
    margin: float | str
    mark_length: float | str | None
    marks: str
    mat_shape: str
    nudge_x: float | str
    nudge_y: float | str
    number: str | None
    one: bool
    order: str | None
    outer_bleed: float | str | None
    paper: str
    pdfx: str
    peg_holes: bool
    plates: str
    players: int | None
    printer: Profile | None
    proof: bool
    rich_black: str | None
    safe: float | str
    shape: str
    site: str | None
    skip: int
    sleeves: str | None
    small: bool
    start_label: int
    surface: str | None
    text_as: str
    theme: str
    tile_overlap: float | str
    token_shape: str | None
    token_size: float | str | None
    url: str | None


def make_job(
    variant: str = "", products: Iterable[str] = (), **keywords: Unpack[JobKeywords]
) -> Job:
    """Return a job. Keywords are fields of `Job`, or options (`card_size="bridge"`).

    Raises UsageError for an unknown option or a value that is not accepted.
    """
    values: dict[str, Any] = dict(keywords)
    options = {**values.pop("options", {})}
    options |= {name: values.pop(name) for name in [*values] if name not in Job.__struct_fields__}
    for name in ("languages", "formats"):
        if name in values:
            values[name] = tuple(values[name])
    if "out" in values:
        values["out"] = Path(values["out"])
    return Job(variant, tuple(products), **values).choose(**options)


class JobData(Part):
    """A job as plain data, such as a JSON file."""

    variant: str = ""
    """the game: the name of a bundled one, a definition file or a book"""
    products: tuple[str, ...] = ()
    """the keys of products; without any, everything that the game needs"""
    languages: tuple[str, ...] = ("en",)
    """editions, each a language or two side by side (`fr+en`)"""
    formats: tuple[str, ...] = ()
    """file formats; by default those of the destination, or PDF and the texts of booklets"""
    options: dict[str, Any] = {}
    """the chosen values of options by their names"""
    defaults: tuple[str, ...] = ()
    """names of options that are only settings of the user: other options override them"""
    deck: str = ""
    """the user's deck that replaces the cards of the game"""
    addons: tuple[str, ...] = ()
    """definitions whose cards are added"""
    target: str = ""
    """the print shop, virtual table or cutting machine for which the files are made; its values of
    options take precedence over defaults"""
    measure_ink: bool = False
    """whether the ink coverage is recorded in the manifest"""
    rebuild: bool = False
    """whether unchanged files are made again"""
    replace: bool = False
    """whether files that were changed by hand are overwritten; each is kept as NAME.bak"""
    out: str = str(DEFAULT_OUT)
    """the output folder; the files go into a subfolder named after the game"""

    def faults(self) -> Iterator[Fault]:
        """Report unknown options, and values that they do not accept."""
        known = options_of(self.products, self.formats)
        for name, value in self.options.items():
            try:
                accept_options({name: value}, known)
            except RequestError as error:
                for problem in error.problems:
                    yield Fault(("options", problem.key), problem.message, problem.hint)
            except PrintkitError as error:
                yield Fault(("options", name), error.message, error.hint or "")


def job_from_data(data: Mapping[str, Any]) -> Job:
    """Return the job that plain data, such as parsed JSON, describes. Raises RequestError with all
    errors.
    """
    raw = {name: [*value] if isinstance(value, tuple) else value for name, value in data.items()}
    read = read_record(JobData, raw, RecordHome(Sentence("the job")), error=RequestError)
    values = {name: getattr(read, name) for name in Job.__struct_fields__}
    chosen = values.pop("options")
    return Job(**{**values, "out": Path(read.out)}).choose(**chosen)


def job_schema() -> dict[str, Any]:
    """Return the JSON Schema of a job, with all options."""
    schema = record_schema(JobData)
    profile = record_schema(ProfileData)
    schema["$defs"] |= profile.pop("$defs")
    profile.pop("$schema")
    schema["$defs"][ProfileData.__name__] = profile
    schema["properties"]["options"] |= {
        "properties": {name: _option_schema(option) for name, option in all_options().items()},
        "additionalProperties": False,
    }
    return schema


def _option_schema(option: Option[Any]) -> dict[str, Any]:
    """Return the JSON Schema of the value of an option."""
    kinds: dict[str, list[dict[str, Any]]] = {
        LENGTH: [{"type": "number"}, {"type": "string"}],
        COUNT: [{"type": "integer"}],
        SWITCH: [{"type": "boolean"}],
        CHOICE: [{"type": "string", "enum": [*option.known()]}],
        NAME: [{"type": "string"}],
        PROFILE: [{"$ref": REF.format(name=ProfileData.__name__)}],
    }
    none = [{"type": "null"}] if option.default is None else []
    return {"anyOf": [*kinds[option.kind], *none], "description": option.help(DEFAULT_LANGUAGE)}


def check_job(job: Job) -> Job:
    """Return the job with checked languages, formats and options. Raises UsageError."""
    for edition in job.languages:
        parse_edition(edition)
    destination = find_destination(job.target)
    formats = destination.settle_formats(job.formats, settle_formats(job.formats))
    # A set of products, such as `tonight`, contains the products that the destination accepts.
    named = not {*product_sets()} & {*job.products} and job.products
    known = options_of(named or destination.takes, formats)
    asked = {name: value for name, value in job.options.items() if name not in job.defaults}
    fixed = destination.fix(known, asked)
    # Products that do not read fixed values do not refuse them.
    defaults = (*job.defaults, *(name for name in fixed if name not in asked))
    job = replace(
        job,
        target=job.target.strip().lower(),
        formats=formats,
        options={**job.options, **fixed},
        defaults=tuple(dict.fromkeys(defaults)),
    )
    known = options_of(job.products, job.formats)
    checked = replace(job, options=accept_options(job.options, known))
    return replace(checked, options=_settle_options(checked))


def require_address(job: Job, slug: str) -> None:
    """Refuse files in memory that contain the address of the output folder. Raises UsageError."""
    if job.options.get(URL.name) == job.folder(slug).resolve().as_uri():
        raise UsageError(
            "“--url here” refers to the output folder, but no folder is written.",
            hint="Write the address of the folder that the files will be in, or omit --url.",
        )


# --- the values of options ------------------------------------------------------------------------


def _settle_options(job: Job) -> dict[str, Any]:
    """Return the chosen options without the settings that another option overrides.

    A printer profile of the settings does not apply to single images.
    """
    options = {name: value for name, value in job.options.items() if value is not None}
    if options.get(LAYOUT.name) in OFF_PAPER and PRINTER.name in job.defaults:
        options.pop(PRINTER.name, None)
    if DUPLEX.name in job.defaults and options.get(DUPLEX.name) in TURNS and _own_turn(options):
        del options[DUPLEX.name]
    return options


def option_values(
    options: Iterable[Option[Any]], job: Job, variant: Variant | None = None, *, whole: bool = False
) -> dict[str, Any]:
    """Return the value of each option: the chosen value, else the default.

    With `whole`, the job makes a kit, and the default number of players is the minimum.
    """
    chosen = _settle_options(job)
    asked = chosen.get(DUPLEX.name) if DUPLEX.name not in job.defaults else None
    context = Context(
        card_size=variant.card_size if variant is not None else None,
        shape=own_shape(variant) if variant is not None else ROUNDED,
        players=variant.least_players if variant is not None and whole else None,
        gap=_gap(variant, theme(chosen.get(THEME.name, THEME.default)), chosen.get(SHAPE.name)),
        edge=asked if asked in TURNS else _own_turn(chosen),
        duplex=chosen.get(DUPLEX.name),
        paper=chosen.get(PAPER.name, PAPER.default),
    )
    return {
        option.name: chosen[option.name] if option.name in chosen else option.default_in(context)
        for option in options
    }


def _gap(variant: Variant | None, look: Theme, shape: str | None) -> float:
    """Return the distance between cards on a sheet. The distance is larger if pictures extend to
    the cut, or if cards are cut along a curve: then each card needs its own bleed.
    """
    shape = shape or (own_shape(variant) if variant is not None else ROUNDED)
    if shape_kind(shape) in (CIRCLE, OUTLINE):
        return max(look.gap, _BLEED_GAP)
    if look.gap or variant is None:
        return look.gap
    title = variant.design.title or look.design.get("title")
    bleeds = any(
        card.art is not None and (card.layout == "art" or title in (RIBBON, NO_TITLE))
        for card in variant.cards
    )
    return _BLEED_GAP if bleeds else 0.0


def _own_turn(chosen: Mapping[str, Any]) -> str | None:
    """Return the method of turning sheets that the printer profile requires, or None."""
    printer: Profile | None = chosen.get(PRINTER.name)
    return printer.own_turn if printer is not None else None


def require_readers(
    job: Job, names: Collection[str], made: Collection[str], offered: Callable[[], Iterable[str]]
) -> None:
    """Refuse a chosen option that no product or format reads, in the layout of the job.

    `names` are the formats and `made` the products of the job. The error names the products among
    `offered` that read the option. Raises UsageError.
    """
    destination = find_destination(job.target)
    layout = destination.layout(job.options.get(LAYOUT.name, SHEETS))
    options = options_of(made, names, layout)
    followed = chain.from_iterable(option.follows for option in options.values())
    declared = options_of(made, names).keys()
    read = destination.reads({*options, *followed}, declared)
    for name in sorted((declared - read - {*job.defaults}) & job.options.keys()):
        destination.refuse_option(name, layout)
    refuse_unread(job, read, made, offered)


def refuse_unread(
    job: Job, read: Collection[str], made: Iterable[str], offered: Callable[[], Iterable[str]]
) -> None:
    """Refuse a chosen option that is not in `read`. Raises UsageError."""
    for name in job.options:
        if name in read or name in job.defaults:
            continue
        readers = [key for key in offered() if name in options_of((key,), ())]
        readers += [
            Sentence("the format {name}", name=key)
            for key in formats()
            if name in options_of((), (key,))
        ]
        readers = readers or [key for key in products() if name in options_of((key,), ())]
        hint: str = Sentence("It is an option of {products}.", products=name_some(readers))
        if {*readers} <= companion_keys():
            hint = (
                "It works only with --for, and only if the target accepts it; see “printkit "
                "list --targets”."
            )
        shown = name_some(key for key in made if key not in companion_keys())
        raise UsageError(
            Sentence("“{name}” has no effect on {products}.", name=name, products=shown), hint=hint
        )

"""The library: what the command line does, for programs.

Every function takes and returns plain, documented values; `Job`, `Plan` and faults go to JSON and
back. See `printkit` for how it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

from msgspec.structs import replace

from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    UsageError,
    parse_sentence,
    problems,
)
from printkit.base.messages import DEFAULT_LANGUAGE, translate_fault
from printkit.base.printer_profile import Profile
from printkit.base.progress import Progress, no_progress
from printkit.game import Game
from printkit.graphics.raster_image import DECODER, PictureDecoder
from printkit.imposition.page import Document
from printkit.jobs import job as jobs
from printkit.jobs.artifacts import BuildResult, BuiltFiles, render, write
from printkit.jobs.artifacts import build as build_job
from printkit.jobs.checks import check as check_definition
from printkit.jobs.checks import find_warnings
from printkit.jobs.job import Job
from printkit.jobs.plan import Plan
from printkit.jobs.plan import plan as plan_job
from printkit.jobs.preview import write_contact_sheets, write_gallery
from printkit.model.load import STANDINS
from printkit.model.load import load as load_definition
from printkit.model.variant import Variant
from printkit.pieces.page_products import CONTACT_SHEET
from printkit.rules import standins
from printkit.rules.answers import Judgement
from printkit.rules.standins import DeckMapping
from printkit.writers import Artifact, writer
from printkit.writers._ink import METER, InkCoverage


class Wishes(TypedDict, total=False):
    """Keywords of a job: its fields, then options. Those of plug-ins go into `options`."""

    languages: Iterable[str]
    formats: Iterable[str]
    options: Mapping[str, Any]
    defaults: tuple[str, ...]
    deck: str
    addons: tuple[str, ...]
    measure_ink: bool
    rebuild: bool
    replace: bool
    out: str | Path

    blank_values: bool
    bleed: float | str
    booklet_duplex: str | None
    booklet_page: str
    caliper: float | str
    card_size: str | None
    columns: int | None
    corner_guides: bool
    cut_tool: str
    die_size: float | str
    dpi: int
    duplex: str
    gap: float | str | None
    index: str
    indices: str | None
    label_sheet: str | None
    layout: str
    margin: float | str
    mat_shape: str
    nudge_x: float | str
    nudge_y: float | str
    paper: str
    peg_holes: bool
    players: int | None
    printer: Profile | None
    proof: bool
    shape: str
    sleeve_allowance: float | str | None
    sleeved: bool
    start_label: int
    surface: str | None
    theme: str
    tile_overlap: float | str
    token_shape: str | None
    token_size: float | str | None


def load(
    name: str, *, addons: Iterable[str] = (), language: str = "en", theme: str = "classic"
) -> Game:
    """Load and validate a variant: a slug, or the path of a definition file.

    `addons` are definitions whose cards are added; the pictures of cards are in a language and a
    theme. Raises DefinitionError with all faults of the definition (`.problems`, each with file,
    line and column), and PrintkitError if there is no such variant.
    """
    return Game(load_definition(name, adds=tuple(addons)), language, theme)


def check(name: str) -> tuple[Diagnostic, ...]:
    """Check a definition whole: form, names, drawings, texts, stand-ins.

    Returns all faults, none if it is fine; `list_warnings` returns what is allowed but doubtful.
    Raises PrintkitError if there is no such variant.
    """
    try:
        check_definition(name)
    except DefinitionError as error:
        return problems(error)
    return ()


def list_warnings(name: str) -> tuple[Diagnostic, ...]:
    """Return the doubtful entries of a valid definition: cards without an effect, sentences too
    long for a picture, and the boxes and chapters that its booklet leaves out.

    Raises DefinitionError for a definition with faults, PrintkitError if there is no such variant.
    """
    return tuple(find_warnings(name, load_definition(name)))


def explain(error: PrintkitError, language: str = DEFAULT_LANGUAGE) -> list[dict[str, Any]]:
    """Return the faults of an error as plain data, in a language if it has the words.

    Each has a `code` (what faults of one kind have in common), `arguments` (what differs),
    `message`, `hint`, and its place: `file` (or what else it is about), `line`, `column`, `key`.
    """
    faults = []
    for fault in problems(error):
        template, arguments = parse_sentence(fault.message)
        faults.append(
            {
                "code": template,
                "arguments": arguments,
                "message": translate_fault(language, fault.message),
                "hint": translate_fault(language, fault.hint),
                "file": fault.file,
                "line": fault.line,
                "column": fault.column,
                "key": fault.key,
            }
        )
    return faults


def make_job(variant: str = "", products: Iterable[str] = (), **wishes: Unpack[Wishes]) -> Job:
    """Return a job: keywords are its fields, all others are options (`card_size="bridge"`).

    Raises UsageError for what is not known or not accepted.
    """
    return _make_job(variant, products, wishes)


def plan(
    job: Job | str,
    products: Iterable[str] = (),
    *,
    progress: Progress = no_progress,
    **wishes: Unpack[Wishes],
) -> Plan:
    """Return what a job comes to, without writing anything: sheets, sides, cuts, supplies.

    Arguments as those of `build`.
    """
    return plan_job(_as_job(job, products, wishes), progress)


@overload
def build(
    job: Job | Plan | str,
    products: Iterable[str] = (),
    *,
    in_memory: Literal[True],
    progress: Progress = ...,
    **wishes: Unpack[Wishes],
) -> BuiltFiles: ...
@overload
def build(
    job: Job | Plan | str,
    products: Iterable[str] = (),
    *,
    in_memory: Literal[False] = ...,
    progress: Progress = ...,
    **wishes: Unpack[Wishes],
) -> BuildResult: ...
def build(
    job: Job | Plan | str,
    products: Iterable[str] = (),
    *,
    in_memory: bool = False,
    progress: Progress = no_progress,
    **wishes: Unpack[Wishes],
) -> BuildResult | BuiltFiles:
    """Make the files of a variant, or of a whole `Job`, and their manifest: all, or none.

    `products` are keys such as `"cards"`; without any, everything that the game needs. Keywords are
    fields of a `Job` (`languages`, `formats`, `addons`, `out` …) and options (`paper="letter"`,
    `bleed=3.0`; see `list_options`). A `Plan` is built as it is, without laying out again.
    `in_memory` writes nothing: `files` of the result have names and bytes. `progress(stage, done,
    total)` is called from the first page on. Unchanged files are left as they are. Raises
    UsageError for what is not known, and PrintkitError for what cannot be made.
    """
    if isinstance(job, Plan):
        if wishes or tuple(products):
            raise UsageError("A plan has all its wishes in it.", hint="Plan anew.")
        return render(job, progress) if in_memory else write(job, progress)
    wanted = _as_job(job, products, wishes)
    return (
        render(plan_job(wanted, progress), progress) if in_memory else build_job(wanted, progress)
    )


def draw_page(
    plan: Plan, product: str, number: int, *, format: str = "svg", language: str | None = None
) -> Artifact:
    """Draw one page of a plan, counted from 1, in a format that has pages.

    `language` is that of the product, by default the first that was planned. Raises UsageError for
    a product, a language or a page that the plan does not have.
    """
    parts = [part for part in plan.products if part.product == product]
    part = next((part for part in parts if language in (None, part.edition)), None)
    if part is None or part.document is None:
        raise UsageError(f"“{product}” is not laid out in this plan.")
    if not 1 <= number <= len(part.document.pages):
        raise UsageError(f"“{product}” has {len(part.document.pages)} pages, and no page {number}.")
    alone = replace(part.document, pages=(part.document.pages[number - 1],), outline=())
    return next(iter(writer(format)(alone, {**plan.job.options, **part.format_values})))


def preview(
    variant: str,
    *,
    html: bool = False,
    themes: Sequence[str] = ("classic",),
    progress: Progress = no_progress,
    **wishes: Unpack[Wishes],
) -> tuple[Path, ...]:
    """Write a contact sheet (PNG) for each theme and language, or a gallery with `html`.

    Keywords as those of `build`. Returns the paths of the files. Raises PrintkitError.
    """
    job = _make_job(variant, () if html else (CONTACT_SHEET.key,), wishes)
    if html:
        return write_gallery(job, themes)
    return write_contact_sheets(job, themes, progress)


def map_deck(deck: str, variant: str, *, stickers: bool = False) -> DeckMapping:
    """Assign the cards of a deck that people own (`"tarot"`, or a file) to those of a variant.

    With `stickers`, cards with identical faces may stand for different cards. Raises PrintkitError,
    with alternatives, if the deck cannot stand in.
    """
    owned = load_definition(deck, shelf=STANDINS)
    return standins.map_deck(owned, load_definition(variant), stickers=stickers)


def judge(
    variant: Game | Variant | str,
    hands: str,
    *,
    language: str = "en",
    decks: int = 1,
    rule_set: str | None = None,
    tokens: Sequence[str] = (),
    options: Sequence[str] = (),
) -> Judgement:
    """Say what hands are worth, and why: see `Game.judge`."""
    if isinstance(variant, str):
        variant = load_definition(variant)
    game = variant if isinstance(variant, Game) else Game(variant)
    game = replace(game, language=language)
    return game.judge(hands, decks=decks, rule_set=rule_set, tokens=tokens, options=options)


@contextmanager
def use_parts(
    *,
    decoder: PictureDecoder | None = None,
    ink_meter: Callable[[Document], InkCoverage] | None = None,
) -> Iterator[None]:
    """Hand in parts for the calls inside the `with` block.

    `decoder` reads PNG and JPEG files in place of Pillow (see `printkit.graphics.raster_image`),
    `ink_meter` measures ink in place of rendering our pages with PDFium. A program without those
    libraries, such as a page in a browser, brings its own.
    """
    decoding, metering = DECODER.set(decoder), METER.set(ink_meter)
    try:
        yield
    finally:
        DECODER.reset(decoding)
        METER.reset(metering)


def _as_job(job: Job | str, products: Iterable[str], wishes: Mapping[str, Any]) -> Job:
    if isinstance(job, str):
        return _make_job(job, products, wishes)
    if wishes or tuple(products):
        raise UsageError(
            "A job has all its wishes in it.", hint="Use job.choose(…), or make another job."
        )
    return job


def _make_job(variant: str, products: Iterable[str], wishes: Mapping[str, Any]) -> Job:
    """Return a job, with its folder as a path."""
    place = {"out": Path(wishes["out"])} if "out" in wishes else {}
    return jobs.make_job(variant, products, **{**wishes, **place})

"""The library: what the command line does, for programs.

Every function takes and returns plain, documented values; `Job`, `Plan` and faults go to JSON and
back. See `printkit` for how it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, problems
from printkit.graphics.raster_image import DECODER, PictureDecoder
from printkit.imposition.page import Document
from printkit.jobs.artifacts import BuildResult
from printkit.jobs.artifacts import build as build_job
from printkit.jobs.checks import check as check_definition
from printkit.jobs.contact_sheet import write_contact_sheets
from printkit.jobs.gallery import write_gallery
from printkit.jobs.job import Job, make_job
from printkit.jobs.options import all_options, options_of
from printkit.jobs.plan import Plan, Progress, no_progress
from printkit.jobs.plan import plan as plan_job
from printkit.model.load import STANDINS
from printkit.model.load import load as load_definition
from printkit.model.variant import Variant
from printkit.pieces.page_products import CONTACT_SHEET
from printkit.rules import standins
from printkit.rules.answers import read_table_state, require_hand_sizes, verdicts_as_data
from printkit.rules.card_codes import read_hands
from printkit.rules.hands import judge_all
from printkit.rules.standins import DeckMapping
from printkit.writers._ink import METER, InkCoverage


def load(name: str, *, addons: Iterable[str] = ()) -> Variant:
    """Load and validate a variant: a slug, or the path of a definition file.

    `addons` are definitions whose cards are added. Raises DefinitionError with all faults of the
    definition (`.problems`, each with file, line and column), and PrintkitError if there is no
    such variant.
    """
    return load_definition(name, adds=tuple(addons))


def check(name: str) -> tuple[Diagnostic, ...]:
    """Check a definition whole: form, names, drawings, texts, stand-ins.

    Returns all faults, none if it is fine. Raises PrintkitError if there is no such variant.
    """
    try:
        check_definition(name)
    except DefinitionError as error:
        return problems(error)
    return ()


def plan(
    job: Job | str,
    products: Iterable[str] = (),
    *,
    progress: Progress = no_progress,
    **wishes: Any,
) -> Plan:
    """Return what a job comes to, without writing anything: sheets, sides, cuts, supplies.

    Arguments as those of `build`.
    """
    return plan_job(_job(job, products, wishes), progress)


def build(
    job: Job | str,
    products: Iterable[str] = (),
    *,
    progress: Progress = no_progress,
    **wishes: Any,
) -> BuildResult:
    """Make the files of a variant, or of a whole `Job`, and their manifest: all, or none.

    `products` are keys such as `"cards"`; without any, everything that the game needs. Keywords are
    fields of a `Job` (`languages`, `formats`, `addons`, `out` …) and options (`paper="letter"`,
    `bleed=3.0`; see `list_options`). `progress(stage, done, total)` is called from the first page
    on. Unchanged files are left as they are. Raises UsageError for what is not known, and
    PrintkitError for what cannot be made.
    """
    return build_job(_job(job, products, wishes), progress)


def preview(
    variant: str,
    *,
    html: bool = False,
    themes: Sequence[str] = ("classic",),
    progress: Progress = no_progress,
    **wishes: Any,
) -> tuple[Path, ...]:
    """Write a contact sheet (PNG) for each theme and language, or a gallery with `html`.

    Keywords as those of `build`. Returns the paths of the files. Raises PrintkitError.
    """
    job = make_job(variant, () if html else (CONTACT_SHEET.key,), **_with_path(wishes))
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
    variant: Variant | str,
    hands: str,
    *,
    language: str = "en",
    decks: int = 1,
    rule_set: str | None = None,
    tokens: Sequence[str] = (),
    options: Sequence[str] = (),
) -> dict[str, Any]:
    """Say what hands are worth: cards separated by spaces, `/` between hands.

    Returns plain data: `{"variant", "hands": [{"cards", "totals", "best", "hand", "bombed",
    "rank"}]}`; rank 1 is best. Raises PrintkitError for unknown cards, rule sets, tokens and
    options, and for hands of a size that the game does not know.
    """
    game = load_definition(variant) if isinstance(variant, str) else variant
    table = read_table_state(game, decks, rule_set, tokens, options)
    held = read_hands(game, hands, language, decks)
    require_hand_sizes(game, held)
    verdicts = judge_all(game, held, table)
    return verdicts_as_data(game, verdicts, language)


def list_options(products: Iterable[str] = ()) -> list[Mapping[str, Any]]:
    """Return the options that these products (all: without any) can be asked, as plain data."""
    keys = tuple(products)
    known = options_of(keys, ("pdf", "png")) if keys else all_options()
    return [option.describe() for option in known.values()]


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


def _job(job: Job | str, products: Iterable[str], wishes: Mapping[str, Any]) -> Job:
    if isinstance(job, str):
        return make_job(job, products, **_with_path(wishes))
    if wishes or tuple(products):
        raise PrintkitError(
            "A job has all its wishes in it.", hint="Use job.choose(…), or make another job."
        )
    return job


def _with_path(wishes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the wishes with the folder as a path."""
    return {**wishes, "out": Path(wishes["out"])} if "out" in wishes else dict(wishes)

"""The library: the functions behind the command line, for use by programs.

All arguments and results are plain, documented values; jobs, plans and errors can be converted to
JSON. See `printkit` for an example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Unpack, overload

from msgspec.structs import asdict, replace

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, UsageError, problems
from printkit.base.messages import DEFAULT_LANGUAGE, known_language, translate, translate_fault
from printkit.base.processes import Progress, no_progress
from printkit.base.sentences import Sentence, parse_sentence
from printkit.graphics.picture_file import DECODER, PictureDecoder
from printkit.jobs.build import BuildResult, BuiltFiles, render, write
from printkit.jobs.job import Job, JobKeywords, all_options, make_job
from printkit.jobs.plan import Plan, join_folder
from printkit.library.builds import build as build_job
from printkit.library.builds import plan as plan_job
from printkit.library.checks import check as check_definition
from printkit.library.checks import find_warnings
from printkit.library.gallery import write_gallery
from printkit.library.game import Game
from printkit.library.previews import CONTACT_SHEET, write_contact_sheets
from printkit.model.definition_files import STANDINS
from printkit.model.load import load as load_definition
from printkit.model.variant import Variant
from printkit.pieces.pages import Artifact, Document
from printkit.pieces.protocols import writer
from printkit.rules import standins
from printkit.rules.answers import Judgement
from printkit.rules.showdown import SettledShowdown, ShowdownKeywords
from printkit.rules.standins import DeckMapping
from printkit.writers.png import METER, InkCoverage


def load(
    name: str, *, addons: Iterable[str] = (), language: str = "en", theme: str = "classic"
) -> Game:
    """Load a variant, by its slug or the path of a definition file.

    A preset follows the name after “@”: `kessel@outlaws`. `addons` are definitions whose cards are
    added. `language` and `theme` are used for pictures of cards. Raises DefinitionError with all
    errors of the definition in `problems`, each with file, line and column. Raises PrintkitError
    for an unknown variant.
    """
    return Game(load_definition(name, adds=tuple(addons), language=language), language, theme)


def check(name: str) -> tuple[Diagnostic, ...]:
    """Check a definition: its form, references, drawings, texts and stand-ins.

    Returns all errors; `list_warnings` returns the warnings. Raises PrintkitError for an unknown
    variant.
    """
    try:
        check_definition(name)
    except DefinitionError as error:
        return problems(error)
    return ()


def list_warnings(name: str) -> tuple[Diagnostic, ...]:
    """Return warnings about a valid definition, such as pictures that print badly, sentences that
    are too long for a picture, keys that no face prints, and chapters that the booklet omits.

    Raises DefinitionError for a definition with errors, and PrintkitError for an unknown variant.
    """
    return tuple(find_warnings(name, load_definition(name)))


def explain(error: PrintkitError, language: str = DEFAULT_LANGUAGE) -> list[dict[str, Any]]:
    """Return each error in an exception as plain data, translated where possible.

    Each one has `code` (the template of its message), `arguments` (the values in the template),
    `message` and `hint`, and a place: `file` (or a card or an option), `line`, `column` and `key`.
    Options are named by their titles (“Paper”) instead of their flags (`--paper`).
    """
    return [
        {
            "code": (sentence := parse_sentence(fault.message))[0],
            "arguments": sentence[1],
            **asdict(fault),
            "message": _explain_sentence(fault.message, language),
            "hint": _explain_sentence(fault.hint, language),
        }
        for fault in problems(error)
    ]


def _explain_sentence(text: str, language: str) -> str:
    """Translate a sentence, and replace the flags of options by their titles."""
    translated = translate_fault(language, text)
    language = DEFAULT_LANGUAGE if translated == text else known_language(language)

    def name(flag: re.Match[str]) -> str:
        option = all_options().get(flag[1])
        if option is None:
            return flag[0]
        return translate(language, "words.title", title=option.title(language))

    return re.sub(r"--([a-z-]+[a-z])", name, translated)


def plan(
    job: Job | str,
    products: Iterable[str] = (),
    *,
    progress: Progress = no_progress,
    **keywords: Unpack[JobKeywords],
) -> Plan:
    """Lay out a job without writing anything, and count its sheets and cuts.

    The arguments are those of `build`, but a plan and `in_memory` are not accepted. Raises
    PrintkitError.
    """
    return plan_job(_as_job(job, products, keywords), progress)


@overload
def build(
    job: Job | Plan | str,
    products: Iterable[str] = (),
    *,
    in_memory: Literal[True],
    progress: Progress = ...,
    **keywords: Unpack[JobKeywords],
) -> BuiltFiles: ...
@overload
def build(
    job: Job | Plan | str,
    products: Iterable[str] = (),
    *,
    in_memory: Literal[False] = ...,
    progress: Progress = ...,
    **keywords: Unpack[JobKeywords],
) -> BuildResult: ...
def build(
    job: Job | Plan | str,
    products: Iterable[str] = (),
    *,
    in_memory: bool = False,
    progress: Progress = no_progress,
    **keywords: Unpack[JobKeywords],
) -> BuildResult | BuiltFiles:
    """Build the files of a variant, a `Job` or a `Plan`, and their manifest: all, or none.

    `products` are keys such as `"cards"`; without any, everything that the game needs is built.
    Keywords are fields of a `Job` (`languages`, `formats`, `addons`, `out` …) or options
    (`paper="letter"`, `bleed=3.0`; see `list_options`). A `Plan` is written without being laid out
    again. With `in_memory` nothing is written: the files of the result have names and bytes.
    Unchanged files stay as they are. `progress(stage, done, total)` is called for each step. Raises
    UsageError for an unknown name or a wrong value, and PrintkitError for any other failure.
    """
    if isinstance(job, Plan):
        if keywords or tuple(products):
            raise UsageError("A plan accepts no products or keywords.", hint="Make another plan.")
        return render(job, progress) if in_memory else write(join_folder(job, progress), progress)
    wanted = _as_job(job, products, keywords)
    if in_memory:
        return render(plan_job(wanted, progress), progress)
    return build_job(wanted, progress)


def draw_page(
    plan: Plan, product: str, number: int, *, format: str = "svg", language: str | None = None
) -> Artifact:
    """Return one page of a plan, counted from 1, as a file in a format that has pages.

    `language` selects an edition of the product, by default the first. Raises UsageError for a
    product, language or page that the plan does not have.
    """
    parts = [part for part in plan.products if part.product == product]
    part = next((part for part in parts if language in (None, part.edition)), None)
    if part is None or part.document is None:
        raise UsageError(Sentence("“{product}” is not laid out in this plan.", product=product))
    if not 1 <= number <= len(part.document.pages):
        raise UsageError(
            Sentence(
                "“{product}” has {pages} pages; there is no page {number}.",
                product=product,
                pages=len(part.document.pages),
                number=number,
            )
        )
    alone = replace(part.document, pages=(part.document.pages[number - 1],), outline=())
    return next(iter(writer(format)(alone, {**plan.job.options, **part.format_values})))


def preview(
    variant: str,
    *,
    html: bool = False,
    themes: Sequence[str] = ("classic",),
    progress: Progress = no_progress,
    **keywords: Unpack[JobKeywords],
) -> tuple[Path, ...]:
    """Write a contact sheet (PNG) for each theme and language, or with `html` a gallery (HTML).

    Keywords are those of `build`. Return the paths of the files. Raises PrintkitError, also for an
    option that has no effect.
    """
    job = make_job(variant, () if html else (CONTACT_SHEET,), **keywords)
    if html:
        return write_gallery(job, themes)
    return write_contact_sheets(job, themes, progress)


def map_deck(deck: str, variant: str, *, stickers: bool = False) -> DeckMapping:
    """Map the cards of an owned deck (`"tarot"`, or a file) to the cards of a variant.

    With `stickers`, cards with identical faces may represent different cards. Raises PrintkitError
    with alternatives if the deck cannot stand in for the game.
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
    common: str = "",
    target: str | None = None,
) -> Judgement:
    """Return the values and the ranking of hands, with reasons. See `Game.judge`."""
    return _as_game(variant, language).judge(
        hands,
        decks=decks,
        rule_set=rule_set,
        tokens=tokens,
        options=options,
        common=common,
        target=target,
    )


def settle(
    variant: Game | Variant | str,
    hands: str,
    *,
    language: str = "en",
    paged: bool = True,
    **known: Unpack[ShowdownKeywords],
) -> SettledShowdown:
    """Return the payments at a showdown, with their payers and receivers. See `Game.settle`."""
    return _as_game(variant, language).settle(hands, paged=paged, **known)


@contextmanager
def replace_backends(
    *,
    decoder: PictureDecoder | None = None,
    ink_meter: Callable[[Document], InkCoverage] | None = None,
) -> Iterator[None]:
    """Context manager: replace the picture decoder and the ink meter of printkit.

    `decoder` reads PNG and JPEG files instead of Pillow (see `printkit.graphics.pictures`), and
    `ink_meter` measures ink instead of PDFium. They are for programs without these libraries, such
    as a page in a browser.
    """
    decoding, metering = DECODER.set(decoder), METER.set(ink_meter)
    try:
        yield
    finally:
        DECODER.reset(decoding)
        METER.reset(metering)


def _as_game(variant: Game | Variant | str, language: str) -> Game:
    if isinstance(variant, str):
        variant = load_definition(variant)
    return replace(variant if isinstance(variant, Game) else Game(variant), language=language)


def _as_job(job: Job | str, products: Iterable[str], keywords: JobKeywords) -> Job:
    if isinstance(job, str):
        return make_job(job, products, **keywords)
    if keywords or tuple(products):
        raise UsageError(
            "A job accepts no products or keywords.", hint="Use job.choose(…), or make another job."
        )
    return job

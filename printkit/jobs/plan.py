"""A plan: what a job comes to (sheets, sides, cuts, supplies) without writing anything.

In: a Job. Out: a Plan with a document for each product and edition. What an earlier build left,
made by the same recipe and unchanged since, is not laid out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit.art.theme import theme as load_theme
from printkit.base.errors import UsageError, did_you_mean
from printkit.base.messages import parse_edition
from printkit.base.options import Option
from printkit.base.plugins import PRODUCTS, plugin_digest
from printkit.base.printer_profile import Profile
from printkit.imposition.duplex import SHORT
from printkit.imposition.page import Document
from printkit.jobs.documents import check_labels, make_document
from printkit.jobs.job import Job, check_job
from printkit.jobs.manifest import (
    FileEntry,
    InkEntry,
    MadeEntry,
    Manifest,
    PreviousBuild,
    generator,
    plain_value,
)
from printkit.jobs.options import find_declared, product_options
from printkit.jobs.recipe import make_recipe
from printkit.jobs.subject import Subject, load_subject
from printkit.model.variant import Variant
from printkit.pieces.kit import (
    PrintedKit,
    PrintedPart,
    Supply,
    default_products,
    needed_supplies,
    with_companions,
)
from printkit.pieces.options import (
    CARD_SIZE,
    DUPLEX,
    GAP,
    LABEL_SHEET,
    LAYOUT,
    PLAYERS,
    PRINTER,
    SINGLE,
    THEME,
)
from printkit.pieces.page_products import BOOKLET_DUPLEX
from printkit.pieces.product import CUTOUTS, JOB, NOTHING, SCREEN, VARIANT, Product
from printkit.pieces.registry import find_product, is_bundled, products, require_product
from printkit.writers import Artifact, format_options

# What a book of several games has, and the page before a whole kit.
BOOKLET, PRINT_FIRST = "booklet", "print-me-first"
# The format whose files a user prints, if it is among those that are made.
_PRINTED = "pdf"
# Told of a stage and of how much of it is done: plain data.
Progress = Callable[[str, int, int], None]
LAYOUT_STAGE, WRITE_STAGE = "layout", "write"


def no_progress(stage: str, done: int, total: int) -> None:
    """Tell nobody."""


class ProductPlan(msgspec.Struct, frozen=True):
    """A product in one edition, laid out or kept: what printing it takes, and its recipe.

    `document` is None if the build before has all of it; `kept` are its files by format, `ink`
    what was measured then. `texts` are formats without pages, made when they are written.
    `format_values` are values of options of formats that the product has settled.
    """

    product: str
    edition: str
    file_stem: str
    sheets: int
    cuts: int
    sides: str
    recipe: str
    document: Document | None
    kept: Mapping[str, list[FileEntry]] = field(default_factory=dict)
    ink: InkEntry | None = None
    texts: Mapping[str, Callable[[], Artifact]] = field(default_factory=dict)
    format_values: Mapping[str, Any] = field(default_factory=dict)

    def costs(self) -> MadeEntry:
        """Return what printing it takes, as a manifest has it."""
        return MadeEntry(
            product=self.product,
            language=self.edition,
            sheets=self.sheets,
            cuts=self.cuts,
            sides=self.sides,
            recipe=self.recipe,
        )


class Plan(msgspec.Struct, frozen=True):
    """What a job comes to. `options` are the values that its products and formats read, and all
    that were chosen, as a manifest has them; `format_options` are those of each format."""

    job: Job
    subject: Subject
    products: tuple[ProductPlan, ...]
    options: Mapping[str, Any]
    format_options: Mapping[str, Mapping[str, Any]]

    @property
    def sheets(self) -> int:
        """Sheets of paper of one language: each language is a deck of its own."""
        return sum(part.sheets for part in self._one_edition_each())

    @property
    def cuts(self) -> int:
        """Straight cuts of one language."""
        return sum(part.cuts for part in self._one_edition_each())

    @property
    def supplies(self) -> list[Supply]:
        """What a player brings, since no product of the job makes it."""
        if self.subject.kind != VARIANT or self.subject.variant is None:
            return []
        return needed_supplies(self.subject.variant, [part.product for part in self.products])

    def _one_edition_each(self) -> Iterable[ProductPlan]:
        return {part.product: part for part in reversed(self.products)}.values()

    def manifest(self) -> Manifest:
        """Return what a manifest says of the plan, before any file is there."""
        return replace(
            describe_subject(self.subject),
            products=tuple(dict.fromkeys(part.product for part in self.products)),
            options=dict(self.options),
            sheets=self.sheets,
            cuts=self.cuts,
            made=tuple(part.costs() for part in self.products),
        )

    def as_data(self) -> dict[str, Any]:
        """Return the plan as plain data: what a manifest says before its files."""
        data = self.manifest().as_data()
        return {name: value for name, value in data.items() if name not in ("ink_percent", "files")}


def describe_subject(subject: Subject) -> Manifest:
    """Return a manifest that says what a folder is about, and lists nothing."""
    mapping = subject.mapping
    variant = "" if subject.kind == NOTHING else subject.slug
    return Manifest(
        generator=generator(),
        deck=mapping.deck.slug if mapping is not None else "",
        variant=mapping.requested_slug if mapping is not None else variant,
        name=dict(subject.name),
        products=(),
        options={},
        sheets=0,
        cuts=0,
        ink_percent=None,
        made=(),
        files=(),
    )


def plan(job: Job, progress: Progress = no_progress) -> Plan:
    """Return what a job comes to, without writing anything. Raises PrintkitError."""
    checked = check_job(job)
    return make_plan(checked, load_subject(checked), None, progress)


def make_plan(
    job: Job,
    subject: Subject,
    previous: PreviousBuild | None = None,
    progress: Progress = no_progress,
) -> Plan:
    """Return the plan of a checked job; what `previous` has of it is kept. Raises PrintkitError."""
    return _Planner(job, subject, previous, progress).plan()


def plan_product(job: Job, subject: Subject, key: str, edition: str) -> ProductPlan:
    """Return the plan of one product in one edition, laid out. Raises PrintkitError."""
    planner = _Planner(job, subject, None, no_progress)
    return planner.plan_product(_known_product(key, subject), edition)


def editions(made: Product, asked: Iterable[str]) -> tuple[str, ...]:
    """Return the editions of a product: of two languages side by side each, if it is not bilingual.

    Raises PrintkitError.
    """
    if made.bilingual:
        return tuple(dict.fromkeys(asked))
    return tuple(
        dict.fromkeys(language for edition in asked for language in parse_edition(edition))
    )


def option_values(
    options: Iterable[Option[Any]], job: Job, variant: Variant | None = None, *, whole: bool = False
) -> dict[str, Any]:
    """Return the value of each option: what was chosen, else what the printer or the game asks for,
    else the default. `whole`: all that the game asks for is made, for its least players."""
    chosen = {name: value for name, value in job.options.items() if value is not None}
    printer: Profile | None = chosen.get(PRINTER.name)
    edge = printer.duplex if printer is not None and printer.shifts_backs else None
    by_printer = {DUPLEX.name: edge} if edge else {}
    # Where the declaration leaves it open.
    look = load_theme(chosen.get(THEME.name, THEME.default))
    fallbacks: dict[str, Any] = {BOOKLET_DUPLEX.name: edge or SHORT, GAP.name: look.gap}
    if variant is not None:
        fallbacks[CARD_SIZE.name] = variant.card_size
        if whole:
            fallbacks[PLAYERS.name] = variant.players.min
    values: dict[str, Any] = {}
    for option in options:
        default = option.default
        if default is None:
            default = fallbacks.get(option.name)
        values[option.name] = chosen.get(option.name, by_printer.get(option.name, default))
    return values


def manifest_values(options: Iterable[Option[Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options as a manifest has them; no printer where there is none."""
    return {
        option.key: plain_value(values[option.name])
        for option in options
        if option.name != PRINTER.name or values[option.name] is not None
    }


def _known_product(key: str, subject: Subject) -> Product:
    """Return a product that the subject has. Raises UsageError."""
    product = find_product(key)
    if subject.book and key not in with_companions((BOOKLET,)):
        raise UsageError(
            f"“{key}” is not a product of {subject.book}.",
            hint=f"It is a book: leave that out, or write {BOOKLET}.",
        )
    if product is not None and (subject.book or product.subject == SCREEN):
        return product
    if subject.kind == VARIANT and subject.variant is not None:
        return require_product(key, subject.variant)
    if product is not None and product.subject == subject.kind:
        return product
    known = tuple(name for name, product in products().items() if product.subject == subject.kind)
    raise UsageError(f"“{key}” is not made here.", hint=did_you_mean(key, known, "products"))


class _Planner:
    """One plan in the making."""

    def __init__(
        self, job: Job, subject: Subject, previous: PreviousBuild | None, progress: Progress
    ) -> None:
        self.job, self.subject, self.progress = job, subject, progress
        self.previous = None if job.rebuild else previous
        self.recipe = make_recipe(subject)
        self.whole = False
        self.format_options = {
            name: manifest_values(format_options(name), option_values(format_options(name), job))
            for name in job.formats
        }
        # What is read of all options, as a manifest has it.
        self.read: dict[str, Any] = {}
        for values in self.format_options.values():
            self.read.update(values)

    def plan(self) -> Plan:
        """Lay out all products, then the page before a whole kit."""
        wanted = [
            (made, edition)
            for made in self._products()
            for edition in editions(made, self.job.languages)
        ]
        single = self.job.options.get(LAYOUT.name) == SINGLE
        first = find_product(PRINT_FIRST) if self.whole and not single else None
        languages = editions(first, self.job.languages) if first is not None else ()
        total = len(wanted) + len(languages)
        plans: dict[tuple[str, str], ProductPlan] = {}
        # What is composed of one text is made one after the other, language by language.
        for made, edition in sorted(
            wanted, key=lambda item: item[1] if item[0].make is None else ""
        ):
            self.progress(LAYOUT_STAGE, len(plans), total)
            plans[made.key, edition] = self.plan_product(made, edition)
        parts = [plans[made.key, edition] for made, edition in wanted]
        head: list[ProductPlan] = []
        for language in languages:
            self.progress(LAYOUT_STAGE, len(plans) + len(head), total)
            head.append(self.plan_product(cast(Product, first), language, parts))
        self.progress(LAYOUT_STAGE, total, total)
        return Plan(self.job, self.subject, (*head, *parts), self._options(), self.format_options)

    def _products(self) -> list[Product]:
        """Return the products of the job in their order. Raises UsageError."""
        keys = with_companions(self.job.products)
        subject, variant = self.subject, self.subject.variant
        if not keys and subject.book:
            keys = with_companions((BOOKLET,))
        elif not keys and subject.kind == VARIANT and variant is not None:
            self.whole = True
            keys = default_products(variant)
        return [_known_product(key, subject) for key in keys]

    def _options(self) -> dict[str, Any]:
        """Return all values that were read or chosen, as a manifest has them."""
        chosen = [find_declared(name, self.job.products) for name in self.job.options]
        values = {**manifest_values(chosen, self.job.options), **self.read}
        return {**dict(sorted(values.items())), "addons": list(self.job.addons)}

    def plan_product(
        self, made: Product, edition: str, parts: Sequence[ProductPlan] = ()
    ) -> ProductPlan:
        """Plan a product: what the build before has of it by the same recipe is kept."""
        job, subject = self.job, self.subject
        options = product_options(made)
        values = option_values(options, job, subject.variant, whole=self.whole)
        self.read.update(manifest_values(options, values))
        # In a whole kit what is not printed on labels is printed on paper.
        labelled = made.imposition == CUTOUTS or made.key in job.products
        if job.options.get(LABEL_SHEET.name) and subject.kind == VARIANT and labelled:
            check_labels(made, values)
        made_of: Any = subject.of(made)
        facts: tuple[object, ...] = ()
        if not is_bundled(made.key):
            facts = (plugin_digest(PRODUCTS, made.key),)
        if made.subject == JOB:
            # Those of another language do not bear on the page.
            languages = set(parse_edition(edition))
            own = [part for part in parts if languages & set(parse_edition(part.edition))]
            facts = tuple(map(self._printed_part, own))
            made_of = PrintedKit(cast(Variant, subject.variant), cast(Any, facts))
        stem = subject.file_stem(made, edition)
        recipe = self.recipe.of(made.key, edition, options, values, *facts)
        kept = self._find_kept(made, edition, stem, recipe)
        if kept is not None and kept.document is None and self._is_complete(made, kept):
            return kept
        layout = make_document(made, edition, subject, made_of, values)
        return ProductPlan(
            *(made.key, edition, stem, layout.sheets, layout.cuts, layout.sides, recipe),
            document=layout.document,
            kept=kept.kept if kept is not None else {},
            texts=layout.texts,
            format_values=layout.format_values,
        )

    def _find_kept(self, made: Product, edition: str, stem: str, recipe: str) -> ProductPlan | None:
        """Return what the build before has of a product by the same recipe, or None."""
        previous = self.previous
        costs = previous and previous.reusable_costs(made.key, edition, recipe)
        if previous is None or not costs:
            return None
        kept: dict[str, list[FileEntry]] = {}
        for name in (*self.job.formats, *made.texts):
            options = self.format_options.get(name, {})
            if entries := previous.entries((made.key, edition, name), options):
                kept[name] = entries
        return ProductPlan(
            *(made.key, edition, stem, costs.sheets, costs.cuts, costs.sides, recipe),
            document=None,
            kept=kept,
            ink=previous.ink(made.key, edition),
            texts=dict.fromkeys(made.texts, _never),
        )

    def _is_complete(self, made: Product, kept: ProductPlan) -> bool:
        """Return True if nothing of a product has to be laid out again."""
        whole = set(kept.kept) == {*self.job.formats, *made.texts}
        return whole and (kept.ink is not None or not measures_ink(self.job))

    def _printed_part(self, part: ProductPlan) -> PrintedPart:
        """Return what the page before a kit says of a product."""
        names = self.job.formats
        tail = f".{_PRINTED}" if _PRINTED in names else f"-*.{names[0]}"
        costs = (part.sheets, part.cuts, part.sides)
        return PrintedPart(part.product, part.edition, *costs, f"{part.file_stem}{tail}")


def measures_ink(job: Job) -> bool:
    """Return True if the ink of a job is measured: by wish, or since its theme promises little."""
    look = load_theme(job.options.get(THEME.name) or THEME.default)
    return job.measure_ink or look.measured


def _never() -> Artifact:
    raise AssertionError("what is kept is not made")

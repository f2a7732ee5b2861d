"""A plan: what a job comes to (sheets, sides, cuts, supplies) without writing anything.

In: a Job. Out: a Plan with a document for each product and edition. What an earlier build left,
made by the same recipe and unchanged since, is not laid out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit.art.theme import theme as load_theme
from printkit.base.errors import Diagnostic
from printkit.base.messages import parse_edition
from printkit.base.plain_text import brief_repr
from printkit.base.plugins import PRODUCTS, plugin_digest
from printkit.base.progress import LAYOUT_STAGE, Progress, no_progress
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
)
from printkit.jobs.options import (
    find_declared,
    manifest_values,
    option_values,
    product_options,
    require_readers,
)
from printkit.jobs.recipe import make_recipe
from printkit.jobs.subject import (
    PRINT_FIRST,
    Subject,
    is_whole_kit,
    known_product,
    load_subject,
    offered_products,
    wanted_products,
)
from printkit.model.variant import Variant
from printkit.pieces.kit import (
    PrintedKit,
    PrintedPart,
    Supply,
    needed_supplies,
)
from printkit.pieces.options import LABEL_SHEET, THEME
from printkit.pieces.product import CUTOUTS, JOB, NOTHING, VARIANT, Product
from printkit.pieces.registry import (
    find_product,
    is_bundled,
)
from printkit.writers import Artifact, format_options

# The format whose files a user prints, if it is among those that are made.
_PRINTED = "pdf"


class ProductPlan(msgspec.Struct, frozen=True):
    """A product in one edition, laid out or kept: what printing it takes, and its recipe.

    `document` is None if the build before has all of it; `kept` are its files by format, `ink`
    what was measured then. `texts` are formats without pages, made when they are written.
    `format_values` are values of options of formats that the product has settled.
    """

    __repr__ = brief_repr

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
    notices: tuple[Diagnostic, ...] = ()
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

    __repr__ = brief_repr

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
        """Return the plan as plain data: what a manifest says before its files, with titles of the
        products, sizes of their pages in mm, and what a player brings.
        """
        data = self.manifest().as_data()
        made = [
            {**entry, **self._describe(part)}
            for entry, part in zip(data["made"], self.products, strict=True)
        ]
        language = parse_edition(self.job.languages[0])[0]
        supplies = [
            {
                "id": supply.thing.id,
                "name": supply.thing.name[language],
                "instead": supply.instead,
            }
            for supply in self.supplies
        ]
        rest = {name: data[name] for name in data if name not in ("ink_percent", "files")}
        return {**rest, "made": made, "supplies": supplies}

    def _describe(self, part: ProductPlan) -> dict[str, Any]:
        """Return the title and the pages of a product as plain data."""
        product = find_product(part.product)
        language = parse_edition(part.edition)[0]
        name = self.subject.product_name(product, language) if product is not None else part.product
        pages = part.document.pages if part.document is not None else ()
        return {
            "title": name[:1].upper() + name[1:],
            "pages": [
                {
                    "name": page.name,
                    "width": page.media.w,
                    "height": page.media.h,
                    "back": page.back,
                }
                for page in pages
            ],
        }


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
    return planner.plan_product(known_product(key, subject), edition)


def editions(made: Product, asked: Iterable[str]) -> tuple[str, ...]:
    """Return the editions of a product: of two languages side by side each, if it is not bilingual.

    Raises PrintkitError.
    """
    if made.bilingual:
        return tuple(dict.fromkeys(asked))
    return tuple(
        dict.fromkeys(language for edition in asked for language in parse_edition(edition))
    )


class _Planner:
    """One plan in the making."""

    def __init__(
        self, job: Job, subject: Subject, previous: PreviousBuild | None, progress: Progress
    ) -> None:
        self.job, self.subject, self.progress = job, subject, progress
        self.previous = None if job.rebuild else previous
        self.recipe = make_recipe(subject)
        self.whole = is_whole_kit(job, subject)
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
        keys = wanted_products(self.job, self.subject)
        first = find_product(PRINT_FIRST) if self.whole and PRINT_FIRST in keys else None
        every = [known_product(key, self.subject) for key in keys[first is not None :]]
        require_readers(self.job, self.job.formats, keys, partial(offered_products, self.subject))
        wanted = [
            (made, edition) for made in every for edition in editions(made, self.job.languages)
        ]
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
        layout = make_document(made, edition, subject, made_of, values, self.progress)
        return ProductPlan(
            *(made.key, edition, stem, layout.sheets, layout.cuts, layout.sides, recipe),
            document=layout.document,
            kept=kept.kept if kept is not None else {},
            texts=layout.texts,
            notices=layout.notices,
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

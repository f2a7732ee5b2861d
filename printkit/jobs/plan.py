"""Plan a job: lay out its products, and count sheets, sides and cuts, without writing anything.

In: a Job. Out: a Plan with a document for each product and edition. Unchanged files of an earlier
build with the same recipe are kept: their product is not laid out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

import msgspec
from msgspec import field
from msgspec.structs import asdict, replace

from printkit.art.theme import theme as load_theme
from printkit.base.errors import Diagnostic
from printkit.base.files import generator
from printkit.base.messages import parse_edition
from printkit.base.plugins import FACES, PRODUCTS, digest
from printkit.base.processes import LAYOUT_STAGE, Progress, no_progress
from printkit.base.sentences import brief_repr, capitalise
from printkit.jobs.documents import check_labels, editions, make_document
from printkit.jobs.font_checks import report_missing_glyphs
from printkit.jobs.job import Job, check_job, option_values, require_readers
from printkit.jobs.manifest import FileEntry, InkEntry, MadeEntry, Manifest, PreviousBuild
from printkit.jobs.options import find_declared, manifest_values, product_options
from printkit.jobs.recipe import product_recipe, subject_digest
from printkit.jobs.subject import (
    PRINT_FIRST,
    Subject,
    is_kit,
    known_product,
    load_subject,
    named_set,
    offered_products,
    read_pictures,
    wanted_products,
)
from printkit.pieces.destinations import find_destination
from printkit.pieces.kit import Supply, handwork, needed_supplies
from printkit.pieces.options import COPIES, LABEL_SHEET, THEME
from printkit.pieces.pages import Artifact, Gathering, ProductDocument, Source
from printkit.pieces.product import CUTOUTS, JOB, NOTHING, VARIANT, Product
from printkit.pieces.registry import find_product
from printkit.writers import format_options


class ProductPlan(ProductDocument, frozen=True, kw_only=True):
    """A product in one edition: its pages, its numbers of sheets and cuts, and its recipe.

    `formats` are the formats of its files, and `copies` is how often it is printed. `document` is
    None if all files of an earlier build are kept. `kept` are these files by format, and `ink` is
    their measured ink.
    """

    __repr__ = brief_repr

    product: str
    edition: str
    file_stem: str
    recipe: str
    formats: tuple[str, ...]
    copies: int = 1
    kept: Mapping[str, list[FileEntry]] = field(default_factory=dict)
    ink: InkEntry | None = None

    def costs(self) -> MadeEntry:
        """Return the entry of the product in a manifest."""
        return MadeEntry(
            product=self.product,
            language=self.edition,
            sheets=self.sheets,
            cuts=self.cuts,
            sides=self.sides,
            recipe=self.recipe,
            copies=self.copies,
            pieces=self.pieces,
        )


class Plan(msgspec.Struct, frozen=True):
    """The products of a job, laid out, with their sheets, cuts and supplies.

    `products` has a `ProductPlan` for each product and edition. `options` are the values of all
    options that were read or chosen, and `format_options` those of each format, both as in a
    manifest. A plan can be passed to `build` and `draw_page`.
    """

    __repr__ = brief_repr

    job: Job
    subject: Subject
    products: tuple[ProductPlan, ...]
    options: Mapping[str, Any]
    format_options: Mapping[str, Mapping[str, Any]]

    @property
    def sheets(self) -> int:
        """The number of sheets of paper in one language, for all copies."""
        return sum(part.sheets * part.copies for part in self._one_edition_each())

    @property
    def cuts(self) -> int:
        """The number of straight cuts in one language, for all copies."""
        return sum(part.cuts * part.copies for part in self._one_edition_each())

    @property
    def supplies(self) -> list[Supply]:
        """The materials that no product of the job provides, so a player brings them."""
        if self.subject.kind != VARIANT or self.subject.variant is None:
            return []
        return needed_supplies(self.subject.variant, [part.product for part in self.products])

    def _one_edition_each(self) -> Iterable[ProductPlan]:
        return {part.product: part for part in reversed(self.products)}.values()

    def manifest(self) -> Manifest:
        """Return the manifest of the plan, without files."""
        return replace(
            describe_subject(self.subject),
            products=tuple(dict.fromkeys(part.product for part in self.products)),
            options=dict(self.options),
            sheets=self.sheets,
            cuts=self.cuts,
            made=tuple(part.costs() for part in self.products),
        )

    def as_data(self) -> dict[str, Any]:
        """Return the plan as plain data.

        It is a manifest without files, with the title, the pages (in mm) and the work by hand of
        each product in `made`, and the `supplies` that a player brings.
        """
        data = self.manifest().as_data()
        made = [
            {**entry, **self._describe(part)}
            for entry, part in zip(data["made"], self.products, strict=True)
        ]
        language = parse_edition(self.job.languages[0])[0]
        supplies = [
            {"id": item.material.id, "name": item.material.name[language], "instead": item.instead}
            for item in self.supplies
        ]
        del data["files"], data["ink_percent"]
        return {**data, "made": made, "supplies": supplies}

    def _describe(self, part: ProductPlan) -> dict[str, Any]:
        """Return the title and the pages of a product as plain data."""
        product = find_product(part.product)
        language = parse_edition(part.edition)[0]
        name = self.subject.product_name(product, language) if product is not None else part.product
        pages = part.document.pages if part.document is not None else ()
        return {
            "title": capitalise(name),
            "work": handwork(part.product, part.cuts, part.pieces, part.copies).as_data(language),
            "pages": [
                {"name": page.name, "width": size.w, "height": size.h, "back": page.back}
                for page, size in ((page, page.media) for page in pages)
            ],
        }


def describe_subject(subject: Subject) -> Manifest:
    """Return a manifest with the names of a subject, and no products or files."""
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
    """Plan a job without writing anything. Raises PrintkitError."""
    checked = check_job(job)
    return make_plan(checked, load_subject(checked), None, progress)


def make_plan(
    job: Job, subject: Subject, previous: PreviousBuild | None, progress: Progress
) -> Plan:
    """Plan a checked job, and keep unchanged files of `previous`. Raises PrintkitError."""
    return _Planner(job, subject, previous, progress).plan()


def plan_product(job: Job, subject: Subject, key: str, edition: str) -> ProductPlan:
    """Plan one product in one edition. Raises PrintkitError."""
    return _Planner(job, subject, None, no_progress).plan_product(
        known_product(key, subject), edition
    )


class _Planner:
    """The state of a plan while its products are laid out."""

    def __init__(
        self, job: Job, subject: Subject, previous: PreviousBuild | None, progress: Progress
    ) -> None:
        self.job, self.subject, self.progress = job, subject, progress
        self.previous = None if job.rebuild else previous
        self.digest = subject_digest(subject)
        # A shop gets the kit of the least number of players, too.
        self.whole = is_kit(job, subject) or (bool(job.target) and not job.products)
        self.destination = find_destination(job.target)
        self.companions = [*filter(None, map(find_product, self.destination.companions))]
        self.floors = self.destination.floors(job.options)
        self.format_options = {
            name: manifest_values(format_options(name), option_values(format_options(name), job))
            for name in job.formats
        }
        # The values of all options that were read, as in a manifest.
        self.read: dict[str, Any] = {}
        self.notices: tuple[Diagnostic, ...] | None = None
        for values in self.format_options.values():
            self.read.update(values)

    def plan(self) -> Plan:
        """Lay out all products, then the first page of a kit, which lists them."""
        keys = wanted_products(self.job, self.subject)
        first = find_product(PRINT_FIRST) if self.whole and PRINT_FIRST in keys else None
        every = [known_product(key, self.subject) for key in keys[first is not None :]]
        readers = (*keys, *self.destination.companions)
        require_readers(
            self.job, self.job.formats, readers, partial(offered_products, self.subject)
        )
        wanted = [
            (made, edition) for made in every for edition in editions(made, self.job.languages)
        ]
        languages = editions(first, self.job.languages) if first is not None else ()
        total = len(wanted) + len(languages)
        plans: dict[tuple[str, str], ProductPlan] = {}
        # Booklet and sheets to fold share their pages: language by language they follow each other.
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
        parts += [
            self.plan_product(made, language, parts)
            for made in self.companions
            for language in editions(made, self.job.languages)
        ]
        self.progress(LAYOUT_STAGE, total, total)
        chosen = [find_declared(name, self.job.products) for name in self.job.options]
        values = {**manifest_values(chosen, self.job.options), **self.read}
        options = {**dict(sorted(values.items())), "addons": list(self.job.addons)}
        return Plan(self.job, self.subject, (*head, *parts), options, self.format_options)

    def plan_product(
        self, made: Product, edition: str, parts: Sequence[ProductPlan] = ()
    ) -> ProductPlan:
        """Plan a product in one edition; files with the same recipe are kept.

        `parts` are those of which a product of a whole job is made.
        """
        job, subject = self.job, self.subject
        options = product_options(made)
        values = option_values(options, job, subject.variant, whole=self.whole)
        self.read.update(manifest_values(options, values))
        self.destination.check_values(values)
        self._check_labels(made, values)
        source = self._gather(made, edition, parts)
        recipe = product_recipe(
            self.digest, made.key, edition, options, values, *source.facts, *self._facts_of(made)
        )
        formats = self.destination.formats_of(made, job.formats)
        costs, kept, ink = self._find_kept(made, edition, recipe, formats)
        if costs is not None and {*kept} == {*formats} and (ink or not measures_ink(job)):
            texts = dict.fromkeys(made.texts, _never)
            known = (costs.sheets, costs.cuts, costs.sides)
            layout = ProductDocument(None, *known, texts, pieces=costs.pieces)
        else:
            pictures = self._read_pictures() if made.diagnosable_per_card else ()
            made_of = source.made_of()
            with report_missing_glyphs(job.variant, subject.variant, values):
                layout = make_document(
                    made, edition, subject, made_of, values, self.progress, self.floors
                )
            layout = replace(layout, notices=(*layout.notices, *pictures))
        return ProductPlan(
            **asdict(layout),
            product=made.key,
            edition=edition,
            # Files of companions have names of their own.
            file_stem="" if made in self.companions else subject.file_stem(made, edition),
            recipe=recipe,
            formats=formats,
            copies=1 if made.subject == JOB else job.options.get(COPIES.name) or 1,
            kept=kept,
            ink=ink if layout.document is None else None,
        )

    def _check_labels(self, made: Product, values: Mapping[str, Any]) -> None:
        """Raise UsageError for a product that is not printed on labels, if they are asked for.

        In a whole kit, products that do not fit labels are printed on paper.
        """
        labelled = made.imposition == CUTOUTS or made.key in self.job.products
        if self.job.options.get(LABEL_SHEET.name) and self.subject.kind == VARIANT and labelled:
            check_labels(made, values)

    def _gather(self, made: Product, edition: str, parts: Sequence[ProductPlan]) -> Source:
        """Return the source of a product; one of a whole job is made of its other products."""
        if made.gather is None:
            made_of = self.subject.of(made)
            return Source(lambda: made_of)
        # A page lists the products in its own language.
        languages = set(parse_edition(edition))
        own = tuple(part for part in parts if languages & set(parse_edition(part.edition)))
        job = self.job
        gathering = Gathering(
            made,
            edition,
            editions(made, job.languages),
            self.subject,
            own,
            job.formats,
            named_set(job),
            self.destination,
            self._lay_out_again,
        )
        source: Source = made.gather(gathering)
        return source

    def _facts_of(self, made: Product) -> Iterator[object]:
        """Yield the facts of a recipe that are neither options nor the source of a product."""
        cards = self.subject.variant.cards if self.subject.variant is not None else ()
        layouts = sorted({card.layout for card in cards})
        yield digest(PRODUCTS, made.key)
        yield from (digest(FACES, layout) for layout in layouts)
        yield self.floors

    def _lay_out_again(self, part: ProductPlan) -> ProductPlan:
        """Return the plan of a product with its pages, also if its files are kept."""
        if part.document is not None:
            return part
        return plan_product(self.job, self.subject, part.product, part.edition)

    def _read_pictures(self) -> tuple[Diagnostic, ...]:
        """Read the pictures of the cards before the first of them is drawn."""
        if self.notices is None:
            variant = self.subject.variant
            self.notices = read_pictures(variant, self.progress) if variant is not None else ()
        return self.notices

    def _find_kept(
        self, made: Product, edition: str, recipe: str, formats: Iterable[str]
    ) -> tuple[MadeEntry | None, dict[str, list[FileEntry]], InkEntry | None]:
        """Return the costs, the files by format and the ink of an earlier build of the recipe."""
        previous = self.previous
        costs = previous and previous.reusable_costs(made.key, edition, recipe)
        if previous is None or not costs:
            return None, {}, None
        kept: dict[str, list[FileEntry]] = {}
        for name in formats:
            options = self.format_options.get(name, {})
            if entries := previous.entries((made.key, edition, name), options):
                kept[name] = entries
        return costs, kept, previous.ink(made.key, edition)


def measures_ink(job: Job) -> bool:
    """Return True if the ink of a job is measured: on request, or because its theme requires it."""
    look = load_theme(job.options.get(THEME.name) or THEME.default)
    return job.measure_ink or look.measured


def _never(made: object) -> Iterable[Artifact]:
    raise AssertionError("kept files are not made again")

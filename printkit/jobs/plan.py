"""Plan a job: lay out its products, and count sheets, sides and cuts, without writing anything.

In: a Job. Out: a Plan with a document for each product and edition. Unchanged files of an earlier
build with the same recipe are kept: their product is not laid out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import msgspec
from msgspec import field
from msgspec.structs import asdict, replace

from printkit.art.theme import theme as load_theme
from printkit.base import paper_sizes
from printkit.base.errors import Diagnostic
from printkit.base.files import generator
from printkit.base.messages import parse_edition
from printkit.base.plugins import FACES, PRODUCTS, digest
from printkit.base.printer_profile import MANUAL
from printkit.base.processes import LAYOUT_STAGE, Progress, no_progress
from printkit.base.sentences import brief_repr, capitalise
from printkit.jobs.documents import ProductDocument, check_labels, make_document
from printkit.jobs.font_checks import report_missing_glyphs
from printkit.jobs.job import Job, check_job, option_values, require_readers
from printkit.jobs.manifest import FileEntry, InkEntry, MadeEntry, Manifest, PreviousBuild
from printkit.jobs.options import file_formats, find_declared, manifest_values, product_options
from printkit.jobs.orders import compose_order, editions
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
from printkit.model.variant import Variant
from printkit.outlets.packs import OrderPart
from printkit.outlets.target import find_target
from printkit.pieces.kit import PrintedKit, PrintedPart, Supply, handwork, needed_supplies
from printkit.pieces.options import CARD_SIZE, COPIES, LABEL_SHEET, NO_PLATES, PLATES, THEME
from printkit.pieces.page_products import MARKDOWN, ORDER
from printkit.pieces.product import CUTOUTS, JOB, NOTHING, VARIANT, Product
from printkit.pieces.registry import find_product
from printkit.press.line_floors import FOIL_GAP, FOIL_LINE, HOME_FLOORS
from printkit.writers import Artifact, format_options

# The format that a user prints, if a job has it.
_PRINTED = "pdf"


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
        # A target gets the kit of the least number of players, too.
        self.whole = is_kit(job, subject) or (bool(job.target) and not job.products)
        self.target = find_target(job.target) if job.target else None
        self.floors = HOME_FLOORS if self.target is None else self.target.floors
        if job.options.get(PLATES.name, NO_PLATES) != NO_PLATES:
            self.floors = self.floors._replace(foil=FOIL_LINE, gap=FOIL_GAP)
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
        readers = (*keys, ORDER.key) if self.target is not None else keys
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
        if self.target is not None:
            parts += [
                self.plan_product(ORDER, language, parts)
                for language in editions(ORDER, self.job.languages)
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

        `parts` are the products that the first page of a kit or an order lists.
        """
        job, subject = self.job, self.subject
        options = product_options(made)
        values = option_values(options, job, subject.variant, whole=self.whole)
        self.read.update(manifest_values(options, values))
        if self.target is not None and (size := values.get(CARD_SIZE.name)):
            self.target.sold_as(*paper_sizes.card(size)[1:])
        # In a whole kit, products that do not fit labels are printed on paper.
        labelled = made.imposition == CUTOUTS or made.key in job.products
        if job.options.get(LABEL_SHEET.name) and subject.kind == VARIANT and labelled:
            check_labels(made, values)
        made_of: Any = subject.of(made)
        facts: tuple[object, ...] = tuple(filter(None, (digest(PRODUCTS, made.key),)))
        if self.floors != HOME_FLOORS:
            facts += (self.floors,)
        # A page lists the products in its own language.
        languages = set(parse_edition(edition))
        own = [part for part in parts if languages & set(parse_edition(part.edition))]
        stem = subject.file_stem(made, edition)
        formats = file_formats(made, job.formats, texts=self.target is not None)
        if made.key == ORDER.key:  # its files have names of their own
            stem, formats = "", made.texts
            recipes = [(part.product, part.edition, part.recipe) for part in own]
            facts = (self.target, recipes, editions(ORDER, job.languages))
        elif made.subject == JOB:
            facts = tuple(map(self._printed_part, own))
            printed, named = cast(Any, facts), named_set(job)
            deck = subject.mapping.deck.name if subject.mapping is not None else {}
            made_of = PrintedKit(cast(Variant, subject.variant), printed, named, deck)
            facts += (named,)
        if self.target is not None and made.key in self.target.packed:
            formats = ()
        cards = subject.variant.cards if subject.variant is not None else ()
        layouts = sorted({card.layout for card in cards})
        facts += tuple(filter(None, (digest(FACES, layout) for layout in layouts)))
        recipe = product_recipe(self.digest, made.key, edition, options, values, *facts)
        costs, kept, ink = self._find_kept(made, edition, recipe, formats)
        whole = set(kept) == {*formats}
        if costs is not None and whole and (ink is not None or not measures_ink(job)):
            texts = dict.fromkeys(made.texts, _never)
            known = (costs.sheets, costs.cuts, costs.sides)
            layout = ProductDocument(None, *known, texts, pieces=costs.pieces)
        else:
            pictures = self._read_pictures() if made.diagnosable_per_card else ()
            if made.key == ORDER.key:
                ordered = [self._part_of(part, edition) for part in own]
                made_of = compose_order(job, subject, ordered, edition)
            with report_missing_glyphs(job.variant, subject.variant, values):
                layout = make_document(
                    made, edition, subject, made_of, values, self.progress, self.floors
                )
            layout = replace(layout, notices=(*layout.notices, *pictures))
        return ProductPlan(
            **asdict(layout),
            product=made.key,
            edition=edition,
            file_stem=stem,
            recipe=recipe,
            formats=formats,
            copies=1 if made.subject == JOB else job.options.get(COPIES.name) or 1,
            kept=kept,
            ink=ink if layout.document is None else None,
        )

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

    def _part_of(self, part: ProductPlan, language: str) -> OrderPart:
        """Return a part of an order; a product whose files are kept is laid out again."""
        made, stem = known_product(part.product, self.subject), part.file_stem
        if part.document is None:
            part = plan_product(self.job, self.subject, part.product, part.edition)
        assert part.document is not None, "what a target takes has pages"
        title = self.subject.product_name(made, language)
        rules = next(iter(part.texts[MARKDOWN](()))).data if MARKDOWN in part.texts else None
        return OrderPart(part.product, part.edition, title, stem, part.document, rules)

    def _printed_part(self, part: ProductPlan) -> PrintedPart:
        """Return the line of a product on the first page of a kit."""
        names = self.job.formats
        tail = f".{_PRINTED}" if _PRINTED in names else f"-*.{names[0]}"
        if part.sides == MANUAL and _PRINTED in names:
            tail = f"-1.{_PRINTED}, -2.{_PRINTED}"
        costs = (part.sheets, part.cuts, part.sides)
        file = f"{part.file_stem}{tail}"
        return PrintedPart(part.product, part.edition, *costs, file, part.pieces)


def measures_ink(job: Job) -> bool:
    """Return True if the ink of a job is measured: on request, or because its theme requires it."""
    look = load_theme(job.options.get(THEME.name) or THEME.default)
    return job.measure_ink or look.measured


def _never(made: object) -> Iterable[Artifact]:
    raise AssertionError("kept files are not made again")

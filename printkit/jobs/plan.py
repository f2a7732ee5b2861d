"""Plan a job: lay out its products, and count sheets, sides and cuts, without writing anything.

Input: a Job. Output: a Plan with a document for each product and edition. Unchanged files of an
earlier build with the same recipe are kept: their product is not laid out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, NamedTuple, NotRequired, TypedDict, cast

import msgspec
from msgspec import field
from msgspec.structs import asdict, replace

from printkit.art.theme import theme as load_theme
from printkit.base import paper_sizes
from printkit.base.content import keeps_choices, layout_digest, program_digest
from printkit.base.errors import Diagnostic, PrintkitError, UsageError
from printkit.base.files import generator
from printkit.base.messages import languages, parse_edition, translate
from printkit.base.options import Option
from printkit.base.plugins import FACES, PRODUCTS, digest
from printkit.base.printer_profile import EDGES, LONG, MANUAL, SHORT
from printkit.base.processes import LAYOUT_STAGE, Progress, no_progress
from printkit.base.sentences import Sentence, brief_repr, capitalise, name_some
from printkit.jobs.job import (
    Job,
    check_job,
    find_declared,
    manifest_values,
    option_values,
    options_of,
    product_options,
    require_readers,
)
from printkit.jobs.layout import check_labels, editions, make_document, report_missing_glyphs
from printkit.jobs.staging import (
    DIGEST_DIGITS,
    PRINTED_FORMAT,
    FileEntry,
    InkEntry,
    MadeEntry,
    MadeFormats,
    Manifest,
    PreviousBuild,
    plain_value,
    printed_in,
    printed_products,
)
from printkit.jobs.subject import (
    Subject,
    is_kit,
    known_product,
    load_subject,
    offered_products,
    product_recipe,
    read_pictures,
    subject_digest,
    wanted_products,
)
from printkit.model.checks import product_rows
from printkit.model.load import Sourced
from printkit.model.variant import OURS, Variant
from printkit.pieces.kits import (
    FIRST_PAGE,
    ONE_FILE,
    HandworkData,
    PrintedKit,
    PrintedPart,
    Supply,
    find_product,
    find_set,
    handwork,
    needed_supplies,
    product_info,
)
from printkit.pieces.options import (
    CARD_SIZE,
    COPIES,
    HERE,
    LABEL_SHEET,
    MARGIN,
    ONE,
    PAPER,
    PLAYERS,
    SHAPE,
    TEXT_FORMATS,
    THEME,
    URL,
)
from printkit.pieces.pages import Artifact, Document, Gathering, ProductDocument, Source
from printkit.pieces.product import CUTOUTS, JOB, MAPPING, NOTHING, VARIANT, Product
from printkit.pieces.protocols import find_destination, format_options

# The options that all products of a folder must share, because otherwise they do not fit together.
_ALIKE = (PAPER, CARD_SIZE, SHAPE, PLAYERS)
# The name of added definitions in a manifest; the names for products of a printed deck, and of a
# deck that the user owns.
_ADDONS, _DECK, _OWN_DECK = "addons", "printed", "own"
# The ways of printing in the names of files with all sheets of a kit.
_WAYS = {LONG: "long-edge", SHORT: "short-edge", MANUAL: "by-hand"}
_ONE_SIDED = "single-sided"


class ProductPlan(ProductDocument, frozen=True, kw_only=True):
    """A product in one edition: its pages, its numbers of sheets and cuts, and its recipe.

    `formats` are the formats of its files, and `copies` is how often it is printed. `document` is
    None if all files of an earlier build are kept: `kept` are these files by format, and `ink` is
    their measured ink. `options` are the values that the product was made with; `source` is the
    digest of the definition. `format_options` are the options of formats that the job does not
    request.
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
    options: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    format_options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

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
            options=dict(self.options),
            program=_program(),
            source=self.source[:DIGEST_DIGITS],
        )


def _program() -> str:
    """Return the digest of the program, as in a manifest."""
    return program_digest()[:DIGEST_DIGITS]


class PlannedPage(TypedDict):
    """A page: its name, its size in mm, and whether it is printed on backs."""

    name: str
    width: float
    height: float
    back: bool


class PlannedProduct(TypedDict):
    """A product in one language: its sheets, cuts, pieces and printed sides, and its pages.

    `copies` and `pieces` are absent if they are 1 and 0. `recipe` is the digest of everything that
    the files depend on; `options` are the values that it was made with, by their names in a
    manifest; `program` and `source` are the digests of the program and of the definition. `pages`
    is empty if unchanged files are kept.
    """

    product: str
    language: str
    sheets: int
    cuts: int
    sides: str
    recipe: str
    copies: NotRequired[int]
    pieces: NotRequired[int]
    options: NotRequired[dict[str, Any]]
    program: NotRequired[str]
    source: NotRequired[str]
    title: str
    work: HandworkData
    pages: list[PlannedPage]


class PlannedSupply(TypedDict):
    """A material that a player brings; `instead` is a product that can replace it, or null."""

    id: str
    name: str
    instead: str | None


class PlanData(TypedDict):
    """A plan: a manifest without files, the pages of each product, and the supplies.

    `variant` is absent for a sheet that belongs to no game, and `deck` if no owned deck is mapped.
    `options` are the values of all options by their names in a manifest. `sheets` and `cuts` are
    the totals in one language.
    """

    generator: str
    deck: NotRequired[str]
    variant: NotRequired[str]
    name: dict[str, str]
    products: list[str]
    options: dict[str, Any]
    sheets: int
    cuts: int
    made: list[PlannedProduct]
    supplies: list[PlannedSupply]


class SharedFile(NamedTuple):
    """A file with the sheets of several products, in printing order.

    `way` is how it is printed. `places` has the pages of each product and edition, as `3–12`.
    """

    stem: str
    way: str
    places: tuple[tuple[tuple[str, str], str], ...]


class Plan(msgspec.Struct, frozen=True):
    """The products of a job, laid out, with their sheets, cuts and supplies.

    `products` has a `ProductPlan` for each product and edition. `options` are the values of all
    options that were read or chosen, and `format_options` those of each format, both as in a
    manifest. `notices` are the warnings of the definition, and the contradictions between files in
    the folder. A plan can be passed to `build` and `draw_page`.
    """

    __repr__ = brief_repr

    job: Job
    subject: Subject
    products: tuple[ProductPlan, ...]
    options: Mapping[str, Any]
    format_options: Mapping[str, Mapping[str, Any]]
    notices: tuple[Diagnostic, ...] = ()

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

    @property
    def outdated(self) -> set[tuple[str, str]]:
        """The products and editions whose files the build will make out of date.

        These are the kits in one file, in each language in which another product is made again.
        """
        return {(ONE_FILE, language) for language in _outdated_languages(self.products)}

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

    def as_data(self) -> PlanData:
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
        return cast(PlanData, {**data, "made": made, "supplies": supplies})

    def _describe(self, part: ProductPlan) -> dict[str, Any]:
        """Return the title, the work by hand and the pages of a product as plain data."""
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


# A product and an edition.
PartKey = tuple[str, str]


class PlannedParts(NamedTuple):
    """Products of a job that were planned by themselves, without their documents, and the values of
    the options that were read.
    """

    parts: Sequence[ProductPlan]
    read: Mapping[str, Any]


class OtherParts(NamedTuple):
    """Products of a job that another process plans, which `receive` awaits.

    `start` is called when this process has laid out its first product, because then most of the
    content that the other products need is in memory.
    """

    keys: tuple[PartKey, ...] = ()
    start: Callable[[], None] = lambda: None
    receive: Callable[[], PlannedParts] = lambda: PlannedParts((), {})


def describe_subject(subject: Subject) -> Manifest:
    """Return a manifest with the names of a subject, and no products or files."""
    mapping = subject.mapping
    variant = "" if subject.kind == NOTHING else subject.slug
    if subject.variant is not None and subject.variant.preset and mapping is None:
        variant = f"{subject.variant.slug}@{subject.variant.preset}"
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


def plan(job: Job, progress: Progress = no_progress, read: Sourced | None = None) -> Plan:
    """Plan a job without writing anything. `read` is its definition if it has been read.

    Raises PrintkitError.
    """
    checked = check_job(job)
    return make_plan(checked, load_subject(checked, read), None, progress)


def _with_address(job: Job, slug: str) -> Job:
    """Return the job; if its address option is `here`, replace it by the address of the output
    folder.

    The files contain a path of this machine only with this option. Raises PrintkitError.
    """
    if job.options.get(URL.name) != HERE:
        return job
    address = job.folder(slug).resolve().as_uri()
    return replace(job, options={**job.options, URL.name: address})


def make_plan(
    job: Job,
    subject: Subject,
    previous: PreviousBuild | None,
    progress: Progress,
    others: OtherParts | None = None,
) -> Plan:
    """Plan a checked job, and keep unchanged files of `previous`.

    `others` are the products that another process plans. Raises PrintkitError.
    """
    planner = _Planner(_with_address(job, subject.slug), subject, previous, progress)
    return planner.plan(others or OtherParts())


def plan_parts(
    job: Job, subject: Subject, previous: PreviousBuild | None, keys: Iterable[PartKey]
) -> tuple[Plan, PlannedParts]:
    """Plan some products of a checked job, for its plan in another process. Raises PrintkitError.

    The first result includes the documents of these products.
    """
    planner = _Planner(_with_address(job, subject.slug), subject, previous, no_progress)
    parts = tuple(
        planner.plan_product(known_product(key, subject), edition) for key, edition in keys
    )
    plan = Plan(planner.job, subject, parts, {}, planner.format_options)
    sent = [replace(part, document=None, texts={}) for part in parts]
    return plan, PlannedParts(sent, planner.read)


def divide_parts(job: Job, subject: Subject, previous: PreviousBuild | None) -> tuple[PartKey, ...]:
    """Return about half of the products and editions of a checked job, for another process to make.

    The result is empty if two processes would not be faster, or if products depend on each other.

    If the job has several languages, the products are those in the last languages; otherwise, they
    are the products that lay out pages themselves.
    """
    is_ours = subject.kind == VARIANT and cast(Variant, subject.variant).origin == OURS
    joins = job.target or job.options.get(ONE.name) or measures_ink(job)
    on_paper = set(job.formats) <= {PRINTED_FORMAT, *TEXT_FORMATS}
    is_new = job.rebuild or previous is None or not previous.is_of(_program())
    if joins or not (is_ours and on_paper and is_new):
        return ()
    keys = wanted_products(job, subject)
    every = [known_product(key, subject) for key in keys if key != FIRST_PAGE]
    wanted = [(made, edition) for made in every for edition in editions(made, job.languages)]
    spoken = [*dict.fromkeys(edition for _, edition in wanted)]
    last = set(spoken[(len(spoken) + 1) // 2 :])
    part = [
        (made.key, edition)
        for made, edition in wanted
        if (edition in last if last else made.make is None)
    ]
    return tuple(part) if len(part) < len(wanted) else ()


def join_folder(plan: Plan, progress: Progress = no_progress) -> Plan:
    """Return the plan with first pages that list all products that its folder will contain.

    Raises PrintkitError.
    """
    job, subject = plan.job, plan.subject
    folder = PreviousBuild(job.folder(subject.slug), replace=job.replace)
    return _Planner(job, subject, folder, progress).join(plan)


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
        self.folder = previous
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

    @cached_property
    def layout_digest(self) -> str:
        """The digest that the layouts of all products depend on."""
        return subject_digest(self.subject, layout_digest())

    def plan(self, others: OtherParts) -> Plan:
        """Lay out all products except `others`, then the first page of a kit, which lists all
        products.
        """
        keys = wanted_products(self.job, self.subject)
        first = find_product(FIRST_PAGE) if self.whole and FIRST_PAGE in keys else None
        every = [known_product(key, self.subject) for key in keys[first is not None :]]
        readers = (*keys, *self.destination.companions)
        require_readers(
            self.job, self.job.formats, readers, partial(offered_products, self.subject)
        )
        wanted = [
            (made, edition) for made in every for edition in editions(made, self.job.languages)
        ]
        asked = editions(first, self.job.languages) if first is not None else ()
        total = len(wanted) + len(asked)
        plans: dict[tuple[str, str], ProductPlan] = {}
        # Booklet and sheets to fold share their pages: language by language they follow each other.
        for made, edition in sorted(
            wanted, key=lambda item: item[1] if item[0].make is None else ""
        ):
            if (made.key, edition) not in others.keys:
                self.progress(LAYOUT_STAGE, len(plans), total)
                plans[made.key, edition] = self.plan_product(made, edition)
                if len(plans) == 1:
                    others.start()
        received = others.receive()
        self.read.update(received.read)
        plans |= {(part.product, part.edition): part for part in received.parts}
        parts = [plans[made.key, edition] for made, edition in wanted]
        head, notices = self._plan_first_pages(parts, asked)
        parts += [
            self.plan_product(made, language, parts)
            for made in self.companions
            for language in editions(made, self.job.languages)
        ]
        self.progress(LAYOUT_STAGE, total, total)
        chosen = [find_declared(name, self.job.products) for name in self.job.options]
        values = {**manifest_values(chosen, self.job.options), **self.read}
        options = {**dict(sorted(values.items())), _ADDONS: list(self.job.addons)}
        every_part = (*head, *parts)
        return Plan(self.job, self.subject, every_part, options, self.format_options, notices)

    def join(self, plan: Plan) -> Plan:
        """Return the plan with first pages that list all products that the folder will contain."""
        again = (FIRST_PAGE, ONE_FILE)
        parts = [part for part in plan.products if part.product not in again]
        asked = [part.edition for part in plan.products if part.product == FIRST_PAGE]
        head, notices = self._plan_first_pages(parts, asked)
        notices = tuple(dict.fromkeys((*plan.notices, *notices)))
        return replace(plan, products=(*head, *parts), notices=notices)

    # --- the first page of a folder -------------------------------------------------------------

    def _plan_first_pages(
        self, parts: Sequence[ProductPlan], asked: Sequence[str]
    ) -> tuple[list[ProductPlan], tuple[Diagnostic, ...]]:
        """Plan the first page of each language that is `asked` for, or whose page the folder has or
        needs.

        Also return the notices about the folder.
        """
        if self.job.target or self.subject.variant is None or self.subject.book:
            return [], ()
        made = self._list_printed(parts)
        notices = [*self._find_contradictions(parts, made)]
        pages: list[ProductPlan] = []
        for language in (*asked, *(code for code in languages() if code not in asked)):
            is_asked = language in asked
            own = printed_in(made, language)
            if not is_asked and not self._has_page(own, language, parts):
                continue
            first = cast(Product, find_product(FIRST_PAGE))
            if is_asked:
                self.progress(LAYOUT_STAGE, len(parts) + len(pages), len(parts) + len(asked))
            elif changed := self._find_changed_page(first, language):
                notices.append(changed)
                continue
            if is_asked and self.job.options.get(ONE.name):
                pages += self._plan_in_one(first, language, own, parts)
                continue
            page = self._plan_first_page(first, language, own, is_asked=is_asked)
            if is_asked or set(page.kept) != {*page.formats}:
                pages.append(page)
        for language in sorted(_outdated_languages([*pages, *parts])):
            notices += self._tell_dropped(language)
        return pages, tuple(notices)

    def _tell_dropped(self, language: str) -> Iterator[Diagnostic]:
        """Yield a notice that the kit in one file will be removed, if the folder contains one that
        the user has not changed.
        """
        if self.folder is None or not self.folder.page_formats(ONE_FILE, language):
            return
        if self.folder.find_changed(ONE_FILE, language) is None:
            yield Diagnostic(
                str(self.folder.folder),
                *(0, 0, ""),
                Sentence(
                    "The kit in one file is removed, because it no longer matches the other files."
                ),
                "Build the whole kit with --one to make it again.",
            )

    def _plan_in_one(
        self,
        first: Product,
        language: str,
        made: Sequence[MadeFormats],
        parts: Sequence[ProductPlan],
    ) -> Iterator[ProductPlan]:
        """Plan the first page, and as few files as possible that combine it with the sheets of
        `parts`.

        Raises UsageError if no PDF is asked for.
        """
        if PRINTED_FORMAT not in self.job.formats:
            raise UsageError("--one writes a PDF.", hint="Add pdf to --format, or omit --one.")
        order = [one.key for one, _ in made]
        own = [
            part
            for part in parts
            if part.costs().key in order and language in parse_edition(part.edition)
        ]
        own.sort(key=lambda part: order.index(part.costs().key))
        sheets = 1
        while True:  # the page counts its own sheets
            files = self._group_sheets(first, language, own, made, sheets)
            plan_page = partial(
                self._plan_first_page, first, language, made, is_asked=True, in_one=files
            )
            page = plan_page()
            if page.sheets == sheets:
                break
            sheets = page.sheets
        yield page
        in_one = cast(Product, find_product(ONE_FILE))
        shared = {(part.product, part.edition): part for part in (page, *own)}
        for file in files:
            inside = [shared[key] for key, _ in file.places]

            def gather(inside: Sequence[ProductPlan] = inside) -> list[tuple[str, Document]]:
                return [
                    (
                        capitalise(translate(language, f"product.{part.product}")),
                        self._document_of(part, plan_page),
                    )
                    for part in inside
                ]

            source = Source(gather, (file.stem, tuple(part.recipe for part in inside)))
            values = {ONE.name: True}
            plan = self._lay_out(in_one, language, source, values, (PRINTED_FORMAT,))
            yield replace(plan, file_stem=file.stem)

    def _group_sheets(
        self,
        first: Product,
        language: str,
        parts: Sequence[ProductPlan],
        made: Sequence[MadeFormats],
        sheets: int,
    ) -> list[SharedFile]:
        """Return the files that combine the first page (with its `sheets`) and all parts: one file
        for each paper and way of printing.
        """
        options = product_options(first)
        values = option_values(options, self.job, whole=self.whole)
        values |= self._page_values(options, [one.options for one, _ in made])
        groups: dict[tuple[str, str], list[tuple[tuple[str, str], int]]] = {
            (paper_sizes.paper(values[PAPER.name]).name, _ONE_SIDED): [
                ((first.key, language), sheets)
            ]
        }
        for part in parts:
            labels = part.options.get(LABEL_SHEET.key)
            paper = part.options.get(PAPER.key, PAPER.default)
            size = paper_sizes.label_sheet(labels).paper if labels else paper_sizes.paper(paper)
            group = groups.setdefault((size.name, _WAYS.get(part.sides, _ONE_SIDED)), [])
            group.append(((part.product, part.edition), _count_pages(part)))
        in_one = cast(Product, find_product(ONE_FILE))
        papers, ways = ({key[i] for key in groups} for i in (0, 1))
        files: list[SharedFile] = []
        for (paper, way), items in groups.items():
            shown = ([paper] if len(papers) > 1 else []) + ([way] if len(ways) > 1 else [])
            stem = "-".join((self.subject.file_stem(in_one, language), *shown))
            places: list[tuple[tuple[str, str], str]] = []
            start = 1
            for key, count in items:
                places.append((key, str(start) if count == 1 else f"{start}–{start + count - 1}"))
                start += count
            files.append(SharedFile(stem, way, tuple(places)))
        return files

    def _document_of(self, part: ProductPlan, plan_page: Callable[[], ProductPlan]) -> Document:
        """Return the pages of a product; lay it out again if its files are kept."""
        if part.document is None:
            previous, self.previous = self.previous, None
            try:
                if part.product == FIRST_PAGE:
                    part = plan_page()
                else:
                    made = known_product(part.product, self.subject)
                    part = self.plan_product(made, part.edition)
            finally:
                self.previous = previous
        assert part.document is not None, "what is printed has pages"
        return part.document

    def _list_printed(self, parts: Sequence[ProductPlan]) -> list[MadeFormats]:
        """Return the printed products that the folder will contain, in the order of printing."""
        made = [(part.costs(), part.formats) for part in parts]
        if self.folder is not None:
            replaced = {(p.product, p.edition, name) for p in parts for name in p.formats}
            made += self.folder.formats_left(replaced)
        united: dict[tuple[str, str, str], MadeFormats] = {}
        for one, formats in made:
            known, others = united.get(one.key, (one, ()))
            united[one.key] = known, tuple(dict.fromkeys((*others, *formats)))
        # A manifest may be untrusted: its products and languages may not exist.
        keys = {
            one.product
            for one, _ in united.values()
            if one.sheets and {*one.languages} <= {*languages()} and find_product(one.product)
        }
        rows = list(product_rows())  # in the order of printing; plug-ins come last
        order = sorted(
            keys - {FIRST_PAGE}, key=lambda key: rows.index(key) if key in rows else len(rows)
        )
        printed = (item for item in printed_products([*united.values()]) if item[0].product in keys)
        return sorted(
            (item for item in printed if item[0].sheets and item[0].product in order),
            key=lambda item: (order.index(item[0].product), item[0].language),
        )

    def _has_page(
        self, made: Sequence[MadeFormats], language: str, parts: Sequence[ProductPlan]
    ) -> bool:
        """Return True if the folder has a first page of these products, or needs one.

        If no language has several products, the page is needed only in the language of the new
        `parts`.
        """
        own = [one for one, _ in made if language in one.languages]
        if not own or self.folder is None:
            return False
        if self.folder.page_formats(FIRST_PAGE, language):
            return True
        kinds = {one.product: find_product(one.product) for one in own}
        if self.subject.kind == MAPPING:
            return any(kind is not None and kind.subject == VARIANT for kind in kinds.values())
        if len(kinds) > 1 or any(one.copies > 1 for one in own):
            return True
        is_new = any(language in parse_edition(part.edition) for part in parts)
        has_page = any(self.folder.page_formats(FIRST_PAGE, code) for code in languages())
        return len({one.product for one, _ in made}) > 1 and is_new and not has_page

    def _find_changed_page(self, first: Product, language: str) -> Diagnostic | None:
        """Return the notice that the user has changed a page, so that it is not overwritten, or
        None.
        """
        assert self.folder is not None, "only the page of a folder can be there"
        stem = self.subject.file_stem(first, language)
        file = self.folder.find_changed(FIRST_PAGE, language, f"{stem}.{PRINTED_FORMAT}")
        if file is None or self.job.replace:
            return None
        message = "This file has been edited, so it is left unchanged."
        if self.folder.is_unlisted(file):
            message = "The manifest of this folder does not list this, so it is left unchanged."
        hint = Sentence(
            "With --replace, it is made again, and your version is kept as {name}.bak.", name=file
        )
        return Diagnostic(str(self.folder.folder / file), 0, 0, "", Sentence(message), hint)

    def _plan_first_page(
        self,
        first: Product,
        language: str,
        made: Sequence[MadeFormats],
        *,
        is_asked: bool,
        in_one: Sequence[SharedFile] = (),
    ) -> ProductPlan:
        """Plan a page that lists these products, with the options that they were made with.

        `in_one` are the files that several products share.
        """
        options = product_options(first)
        values = option_values(options, self.job, self.subject.variant, whole=self.whole)
        if is_asked:
            self.read.update(manifest_values(options, values))
        shown = [one for one in options if one not in (THEME, MARGIN, PLAYERS)]
        parts = tuple(self._printed_part(one, names, shown, in_one) for one, names in made)
        before = (
            {}
            if is_asked or self.folder is None
            else self.folder.page_options(FIRST_PAGE, language)
        )
        values |= self._page_values(options, [*(one.options for one, _ in made), before])
        values[COPIES.name] = max((one.copies for one, _ in made), default=1)
        values[ONE.name] = bool(in_one)
        known = self.folder.page_formats(FIRST_PAGE, language) if self.folder is not None else {}
        formats = dict.fromkeys(self.destination.formats_of(first, self.job.formats))
        if not is_asked and (known or any(PRINTED_FORMAT in names for _, names in made)):
            formats = {} if known else {PRINTED_FORMAT: None}
        others = {name: data for name, data in known.items() if name not in formats}
        variant = cast(Variant, self.subject.variant)
        is_game = self.subject.kind == VARIANT
        named = find_set((one.product for one, _ in made), variant) if is_game else ""
        deck = self.subject.mapping.deck.name if self.subject.mapping is not None else {}
        kit = PrintedKit(variant, parts, named, deck)
        source = Source(lambda: kit, (*parts, named))
        return self._lay_out(first, language, source, values, (*formats, *others), others)

    def _page_values(
        self, options: Iterable[Option[Any]], made: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return the values of page options that differ from the values of the job.

        For each option, the first value that a product was made with is used.
        """
        values: dict[str, Any] = {}
        for option in options:
            recorded = next((one for one in made if option.key in one), {})
            own = self.job.options.get(option.name)
            if recorded and recorded[option.key] != plain_value(own):
                # A theme of a user's own is a file, of which a manifest has the name alone.
                values |= _read_options([option], recorded)
        return values

    def _find_contradictions(
        self, parts: Sequence[ProductPlan], made: Sequence[MadeFormats]
    ) -> Iterator[Diagnostic]:
        """Yield a notice for each option for which new and old files have different values."""
        new = {(part.product, part.edition, part.recipe) for part in parts}
        editions = Counter(one.product for one, _ in made)
        for option in (*_ALIKE, None):
            values: dict[bool, dict[str, None]] = {True: {}, False: {}}
            makers: dict[str, dict[str, None]] = {}
            for one, _ in made:
                if (value := self._value_of(one, option)) is not None:
                    values[one.key in new][value] = None
                    several = editions[one.product] > 1
                    maker = f"{one.product} ({one.language})" if several else one.product
                    makers.setdefault(value, {})[maker] = None
            if values[True] and values[False] and len(makers) > 1:
                listed = "; ".join(f"{value} ({name_some(keys)})" for value, keys in makers.items())
                name = option.name if option is not None else "with"
                message = "This folder has files with different values of --{name}: {values}."
                yield Diagnostic(
                    str(self.job.folder(self.subject.slug)),
                    *(0, 0, ""),
                    Sentence(message, name=name, values=listed),
                    "Build all of them with one value, or keep them apart with -o.",
                )

    def _value_of(self, made: MadeEntry, option: Option[Any] | None) -> str | None:
        """Return the value of an option that all products of a folder share, as it is typed on the
        command line.

        The result is None if the option does not matter for the product. Without an option, return
        the added definitions.
        """
        if option is None:
            added = made.options.get(_ADDONS)
            return ", ".join(map(str, added)) if isinstance(added, list) else "–"
        value = made.options.get(option.key)
        variant, info = cast(Variant, self.subject.variant), product_info(made.product)
        if option == PLAYERS and PLAYERS.name in options_of([made.product], ()):
            each = any(card.copies_for(2) != card.copies_for(1) for card in variant.cards)
            # Most decks, and so their boxes, are the same for any number.
            of_all = info.deck == _DECK and not each
            value = None if of_all else value or variant.least_players
        on_labels = option == PAPER and made.options.get(LABEL_SHEET.key)
        # A chart of a deck that people have is in the size of that deck.
        of_own_deck = option in (CARD_SIZE, SHAPE) and info.deck == _OWN_DECK
        if value is None or on_labels or of_own_deck:
            return None
        return str(value).partition("#")[0]  # an outline is named by its file

    def plan_product(
        self, made: Product, edition: str, parts: Sequence[ProductPlan] = ()
    ) -> ProductPlan:
        """Plan a product in one edition; files with the same recipe are kept.

        `parts` are the plans from which a product of the whole job is made.
        """
        job, subject = self.job, self.subject
        options = product_options(made)
        values = option_values(options, job, subject.variant, whole=self.whole)
        self.read.update(manifest_values(options, values))
        self.destination.check_values(values)
        # In a whole kit, products that do not fit labels are printed on paper.
        labelled = made.imposition == CUTOUTS or made.key in job.products
        if job.options.get(LABEL_SHEET.name) and subject.kind == VARIANT and labelled:
            check_labels(made, values)
        formats = self.destination.formats_of(made, job.formats)
        if made.gather is None:
            made_of = subject.of(made)
            source = Source(lambda: made_of)
        else:  # a product of the whole job lists the products in its own language
            spoken = set(parse_edition(edition))
            own = tuple(part for part in parts if spoken & set(parse_edition(part.edition)))
            asked = editions(made, job.languages)
            gathering = Gathering(
                made, edition, asked, subject, own, self.destination, self._lay_out_again
            )
            source = made.gather(gathering)
        plan = self._lay_out(made, edition, source, values, formats)
        # Companions name their files themselves.
        return replace(plan, file_stem="") if made in self.companions else plan

    def _lay_out_again(self, part: ProductPlan) -> ProductPlan:
        """Return the plan of a product with its pages, even if its files are kept."""
        if part.document is not None:
            return part
        return plan_product(self.job, self.subject, part.product, part.edition)

    def _lay_out(
        self,
        made: Product,
        edition: str,
        source: Source,
        values: Mapping[str, Any],
        formats: tuple[str, ...],
        format_options: Mapping[str, Mapping[str, Any]] = {},
    ) -> ProductPlan:
        """Lay out a product with these values, unless its files are kept.

        `format_options` are the options of formats that the job does not request.
        """
        job, subject, options = self.job, self.subject, product_options(made)
        cards = subject.variant.cards if subject.variant is not None else ()
        layouts = sorted({card.layout for card in cards})
        drawers = [digest(FACES, layout) for layout in layouts]
        facts = (*source.facts, digest(PRODUCTS, made.key), *drawers, self.floors)
        recipe = product_recipe(self.digest, made.key, edition, options, values, *facts)
        every_format = {**self.format_options, **format_options}
        # The costs, the files by format and the ink of an earlier build of the recipe.
        previous = self.previous
        costs = previous.reusable_costs(made.key, edition, recipe) if previous is not None else None
        kept: dict[str, list[FileEntry]] = {}
        ink: InkEntry | None = None
        if previous is not None and costs is not None:
            ink = previous.ink(made.key, edition)
            for name in formats:
                chosen = every_format.get(name, {})
                if entries := previous.entries((made.key, edition, name), recipe, chosen):
                    kept[name] = entries
        whole = set(kept) == {*formats}
        measured = ink is not None or not measures_ink(job) or made.key == ONE_FILE
        if costs is not None and whole and measured:
            texts = dict.fromkeys(made.texts, _never)
            known = (costs.sheets, costs.cuts, costs.sides)
            layout = ProductDocument(None, *known, texts, pieces=costs.pieces)
        else:
            if made.diagnosable_per_card and self.notices is None:
                # All pictures of the cards are read before the first of them is drawn.
                variant = subject.variant
                self.notices = read_pictures(variant, self.progress) if variant is not None else ()
            pictures = (self.notices or ()) if made.diagnosable_per_card else ()
            made_of = source.made_of()
            own = ""
            if subject.variant is not None and subject.variant.origin == OURS and keeps_choices():
                # The choices do not depend on the options of an imposition.
                shared = self.layout_digest
                own = product_recipe(shared, made.key, edition, made.options, values, *facts)
            with report_missing_glyphs(job.variant, subject.variant, values):
                layout = make_document(
                    made, edition, subject, made_of, values, self.progress, self.floors, own
                )
            layout = replace(layout, notices=(*layout.notices, *pictures))
        recorded = manifest_values(options, values)
        recorded = {name: value for name, value in recorded.items() if value is not None}
        added = {_ADDONS: [plain_value(name) for name in job.addons]} if job.addons else {}
        return ProductPlan(
            **asdict(layout),
            product=made.key,
            edition=edition,
            file_stem=subject.file_stem(made, edition),
            recipe=recipe,
            formats=formats,
            copies=1 if made.subject == JOB else job.options.get(COPIES.name) or 1,
            kept=kept,
            ink=ink if layout.document is None else None,
            options={**recorded, **added},
            source=self.digest,
            format_options=format_options,
        )

    def _printed_part(
        self,
        made: MadeEntry,
        formats: Sequence[str],
        shown: Iterable[Option[Any]],
        in_one: Sequence[SharedFile],
    ) -> PrintedPart:
        """Return the entry of a product on the first page of a kit, with the `shown` options."""
        stem = self.subject.file_stem(cast(Product, find_product(made.product)), made.language)
        tail = f".{PRINTED_FORMAT}" if PRINTED_FORMAT in formats else f"-*.{formats[0]}"
        if made.sides == MANUAL and PRINTED_FORMAT in formats:
            tail = f"-1.{PRINTED_FORMAT}, -2.{PRINTED_FORMAT}"
        pages = ""
        for file in in_one:
            if place := dict(file.places).get((made.product, made.language)):
                stem, pages = file.stem, place
        return PrintedPart(
            made.product,
            made.language,
            made.sheets,
            made.cuts,
            made.sides,
            f"{stem}{tail}",
            made.pieces,
            made.copies,
            _read_options(shown, made.options),
            pages,
        )


def _outdated_languages(parts: Sequence[ProductPlan]) -> set[str]:
    """Return the languages in which products are made, but not the kit in one file."""
    made = (part for part in parts if set(part.kept) != {*part.formats})
    again = {part.edition for part in parts if part.product == ONE_FILE}
    return {code for part in made for code in parse_edition(part.edition)} - again


def _count_pages(part: ProductPlan) -> int:
    """Return the number of pages of a product in a shared file; with manual duplex, count fronts
    only.

    A product printed on both sides begins on a new sheet.
    """
    if part.document is not None:
        count = sum(not (page.back and part.sides == MANUAL) for page in part.document.pages)
    else:
        count = sum(
            entry.pages
            for entry in part.kept[PRINTED_FORMAT][: 1 if part.sides == MANUAL else None]
        )
    return count + count % 2 if part.sides in EDGES else count


def _read_options(options: Iterable[Option[Any]], recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options in a manifest, without values that are now rejected."""
    values: dict[str, Any] = {}
    for option in options:
        if option.key in recorded:
            with suppress(PrintkitError):
                values[option.name] = option.accept(recorded[option.key])
    return values


def measures_ink(job: Job) -> bool:
    """Return True if the ink of a job is measured: on request, or because its theme requires it."""
    look = load_theme(job.options.get(THEME.name) or THEME.default)
    return job.measure_ink or look.measured


def _never(made: object) -> Iterable[Artifact]:
    raise AssertionError("kept files are not made again")

"""Make orders: `ORDER.md` and `cards.csv`, which list the files for a target, and the files of the
target's packer.

Input: the parts of an order with the names of their files. Output: the files of the packer, the
table and the text. Words: `order` in `templates/strings`.

A row of `templates/targets.toml` names its packer, which `templates/plugins.toml` or an entry point
of the group `printkit.packers` lists. A packer is a function of parts, target and game that yields
files. The suffix of each file is its whole name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.csv_cells import write_csv
from printkit.base.errors import UsageError
from printkit.base.geometry import format_size
from printkit.base.messages import DEFAULT_LANGUAGE, translate
from printkit.base.sentences import Sentence, brief_repr, capitalise, write_spans
from printkit.graphics.display_list import Symbol
from printkit.graphics.path import RECTANGLE, ROUNDED, shape_kind
from printkit.pieces.kits import default_products, find_product
from printkit.pieces.options import COPIES, MARKDOWN, THEME, URL
from printkit.pieces.pages import (
    Artifact,
    Document,
    Gathering,
    PageRequest,
    ProductDocument,
    Source,
)
from printkit.pieces.product import JOB, LocalGame, Piece, Product, of_no_game
from printkit.targets.target import ORDER, Target

# --- parts and packers ---------------------------------------------------------------------------


class Slot(NamedTuple):
    """A distinct card of a deck: its files, its number of copies, and its place in the deck.

    `back` is the number of its back in `OrderPart.backs`, from 1, or 0 without a back. `back_file`
    is empty if the back has no file. `first` is the number of its first copy, from 1.
    """

    piece: Piece
    first: int
    front_file: str
    back_file: str
    back: int

    @property
    def numbers(self) -> range:
        """The numbers of its copies in the deck, from 1."""
        return range(self.first, self.first + self.piece.copies)


class OrderPart(Struct, frozen=True, dict=True):
    """A product of an order in one edition.

    `stem` is the beginning of the names of its files. `files` are the names: one for each page, or
    one or two for all pages. `rules` is the text of a booklet as Markdown.
    """

    __repr__ = brief_repr

    product: str
    edition: str
    title: str
    stem: str
    document: Document
    rules: bytes | None = None
    files: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The different pieces, each with its number of copies."""
        return self.document.pieces

    @property
    def count(self) -> int:
        """The number of pieces, including all copies."""
        return sum(piece.copies for piece in self.pieces)

    @cached_property
    def backs(self) -> tuple[Symbol, ...]:
        """The different backs, in the order of the pieces."""
        return tuple({id(piece.back): piece.back for piece in self.pieces if piece.back}.values())

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The different pieces with their files and places."""
        ends = (self.files[0], self.files[-1]) if self.files else ("", "")
        drawn: dict[int, str] = {}
        if len(self.files) == len(self.document.pages):
            ends = ("", "")
            for page, file in zip(self.document.pages, self.files, strict=True):
                for cell in page.cells:
                    drawn.setdefault(id(cell.symbol), file)
        numbers = {id(back): number for number, back in enumerate(self.backs, 1)}
        slots: list[Slot] = []
        first = 1
        for piece in self.pieces:
            front = drawn.get(id(piece.front), ends[0])
            back = drawn.get(id(piece.back), ends[1]) if piece.back else ""
            slots.append(Slot(piece, first, front, back, numbers.get(id(piece.back), 0)))
            first += piece.copies
        return tuple(slots)


Packer = Callable[[Sequence[OrderPart], Target, LocalGame], Iterator[Artifact]]


def packer(name: str) -> Packer:
    """Return a packer by name.

    Raises PrintkitError for an unknown name. Errors in the code of a plug-in are raised as
    PrintkitError too.
    """
    pack: Packer = plugins.find(plugins.PACKERS, name)
    if plugins.is_bundled(plugins.PACKERS, name):
        return pack

    def guarded(parts: Sequence[OrderPart], target: Target, game: LocalGame) -> Iterator[Artifact]:
        with plugins.faults_of(plugins.PACKERS, name):
            yield from pack(parts, target, game)

    return guarded


# --- the product ---------------------------------------------------------------------------------

# With more files than this, only the first and the last are named.
_MAX_NAMED = 6
# How the address of a folder on this computer begins.
_LOCAL = "file:"


class Order(Struct, frozen=True):
    """An order for a target, in one language.

    `copies` is the number of decks; `left_out` are the products of the game that the target does
    not accept; `alone` is True if the folder has no other language.
    """

    target: Target
    parts: tuple[OrderPart, ...]
    copies: int = 1
    left_out: tuple[str, ...] = ()
    alone: bool = True


def _gather(job: Gathering) -> Source:
    """Return a source of the order of a job in one language, with the facts on which its recipe
    depends.
    """
    recipes = [(part.product, part.edition, part.recipe) for part in job.parts]
    return Source(lambda: _compose(job), (job.destination, recipes, job.editions))


def _compose(job: Gathering) -> Order:
    kit = map(find_product, default_products(job.subject.variant))
    left_out = (made for made in kit if made is not None and made.key not in job.destination.takes)
    return Order(
        job.destination,
        tuple(_part_of(job, part) for part in job.parts),
        left_out=tuple(made.title(job.edition) for made in left_out),
        alone=len(job.editions) == 1,
    )


def _part_of(job: Gathering, part: Any) -> OrderPart:
    """Return a part of an order with its layout; a product whose files are cached is laid out
    again.
    """
    made = find_product(part.product)
    assert made is not None, "it was planned"
    laid_out = job.lay_out(part)
    title = job.subject.product_name(made, job.edition)
    texts = laid_out.texts
    rules = next(iter(texts[MARKDOWN](()))).data if MARKDOWN in texts else None
    edition, document = part.edition, laid_out.document
    return OrderPart(part.product, edition, title, part.file_stem, document, rules)


def _lay_out(request: PageRequest) -> ProductDocument:
    """Make the files of an order, which are written after those of its parts."""
    order: Order = replace(request.made_of, copies=request.options[COPIES])
    if url := request.options[URL]:
        order = replace(order, target=_hosted(order.target, url))
    game = request.options.localize(request.subject.variant)
    fonts = copy_context()  # files are made later, outside the context of their fonts

    def make_files(made: Sequence[Any]) -> list[Artifact]:
        parts = tuple(_with_files(part, made, order.target.format) for part in order.parts)
        return fonts.run(lambda: list(order_files(replace(order, parts=parts), game)))

    return ProductDocument(None, 0, 0, texts={PRODUCT.texts[0]: make_files})


def _hosted(target: Target, url: str) -> Target:
    """Return a target with the address of its pictures, and the instructions for hosting them.

    Raises UsageError if the target does not accept addresses.
    """
    if "url" not in target.figures:
        raise UsageError(
            Sentence(
                "{target} accepts files, not addresses.",
                target=Sentence(target.title(DEFAULT_LANGUAGE)),
            ),
            hint="Omit --url.",
        )
    figures = {**target.figures, "url": f"{url.rstrip('/')}/"}
    steps = figures["local-steps" if url.startswith(_LOCAL) else "hosted-steps"]
    return replace(target, figures=figures, steps=tuple(steps))


def _with_files(part: OrderPart, made: Sequence[Any], name: str) -> OrderPart:
    """Return a part with the names of its files in a format."""
    key = (part.product, part.edition, name)
    return replace(part, files=tuple(entry.file for entry in made if entry.key == key))


# The files of a target besides the files of its formats: the text of the order, tables, files of
# virtual tables. Their names do not follow the pattern of other products.
PRODUCT = Product(
    ORDER,
    None,
    of_no_game,
    (THEME, COPIES, URL),
    subject=JOB,
    texts=("order",),
    gather=_gather,
    lay_out=_lay_out,
)


def order_files(order: Order, game: LocalGame) -> Iterator[Artifact]:
    """Yield the files of the packer, `cards.csv` if the target has a format for cards, and the text
    of the order, such as `ORDER-en.md`.
    """
    packed: list[str] = []
    if order.target.pack:
        for artifact in packer(order.target.pack)(order.parts, order.target, game):
            packed.append(artifact.suffix)
            yield artifact
    decks = [part for part in order.parts if part.product not in order.target.packed]
    if order.target.format:
        yield Artifact(_table_name(order, game), _cards_table(decks), 0, 0)
    text = "\n".join(_order_lines(order, game, packed))
    yield Artifact(f"ORDER-{game.language}.md", text.encode(), 0, 0)


def _table_name(order: Order, game: LocalGame) -> str:
    return "cards.csv" if order.alone else f"cards-{game.language}.csv"


def _cards_table(parts: Sequence[OrderPart]) -> bytes:
    """Return a table (CSV) with a row for each different piece: its file, title, quantity and
    back.
    """
    rows = [
        (slot.front_file, slot.piece.title, slot.piece.copies, slot.back_file)
        for part in parts
        for slot in part.slots
    ]
    return table_of(("file", "title", "quantity", "back"), rows)


def table_of(head: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    """Return a table as CSV, in UTF-8."""
    return write_csv([head, *rows]).encode()


def _order_lines(order: Order, game: LocalGame, others: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the text, in Markdown."""
    language, target = game.language, order.target

    def tell(key: str, **values: object) -> str:
        return translate(language, f"order.{key}", **values)

    name = target.title(language)
    yield f"# {tell('head', game=game.name, target=name)}"
    if not target.prints:
        yield from ("", f"## {tell('on-table')}", "")
        yield from (f"- {_count(part, language)}" for part in order.parts)
        if any(_has_corners(part, target) for part in order.parts):
            yield f"- {tell('corners', target=name)}"
    for part in order.parts if target.prints else ():
        yield from ("", f"## {capitalise(part.title)}", "")
        yield from _choices(part, order, game)
        yield from (f"- {line}" for line in _files(part, target, language))
    yield from ("", f"## {tell('other-files' if target.prints else 'all-files')}", "")
    yield from (f"- {file}" for file in _named(others))
    if target.prints:
        yield f"- {tell('cards-table', file=f'`{_table_name(order, game)}`')}"
    if target.steps:
        yield from ("", f"## {tell('to-do')}", "")
        values = {"slug": game.variant.slug, "url": target.figures.get("url", "")}
        words = (tell(f"steps.{key}", **values) for key in target.steps)
        yield from (f"{i}. {text}" for i, text in enumerate(words, 1))
    yield from ("", f"## {tell('facts')}", "", *(f"- {line}" for line in _facts(target, language)))
    if target.lacks:
        words = (tell(f"lacking.{key}") for key in target.lacks)
        yield from ("", tell("lacks", target=name, things=", ".join(words)))
    if order.left_out:
        yield from ("", tell("left-out", products=" · ".join(order.left_out)))
    yield from ("", tell(_promise_of(target)), "")


def _promise_of(target: Target) -> str:
    """Return the message key of the note that the files are not certified."""
    if not target.prints:
        return "promise-table"
    return "promise" if target.formats_options.get("layout") else "promise-cut"


def _count(part: OrderPart, language: str) -> str:
    """Return the name of a part with the number of its pieces, if it has any."""
    if not part.pieces or part.pieces[0].folds:
        return capitalise(part.title)
    return translate(language, "words.pair", name=capitalise(part.title), text=part.count)


def _choices(part: OrderPart, order: Order, game: LocalGame) -> Iterator[str]:
    """Yield a list of the options that the user must choose for a part on the web page of the
    target.
    """

    def tell(key: str, **values: object) -> str:
        return f"- {translate(game.language, f'order.{key}', **values)}"

    if part.product in order.target.packed:
        yield tell("quantity", count=order.copies)
        return
    piece = part.pieces[0]
    size = format_size(piece.width, piece.height)
    name, _ = order.target.sold_as(piece.width, piece.height)
    shown = _decimal(size, game.language)
    named = name != size and not order.target.template  # a machine cuts, and sells nothing
    yield tell("product", name=name, size=shown) if named else tell("size-of", size=shown)
    if order.target.formats_options.get("layout") and _is_die_cut(piece):
        yield tell("shape")
    backs = len(part.backs) if any(page.back for page in part.document.pages) else 0
    yield tell("cards", count=part.count, different=len(part.pieces))
    if spare := _spare(part):
        yield tell("filled", count=part.count + spare, spare=spare)
    yield tell(("back-none", "single-back", "backs")[min(backs, 2)], count=backs)
    for number in range(1, backs + 1) if backs > 1 else ():
        spans = ", ".join(
            write_spans([n for s in part.slots if s.back == number for n in s.numbers])
        )
        file = next(slot.back_file for slot in part.slots if slot.back == number)
        key = "back-of" if len(part.files) == len(part.document.pages) else "back-for"
        yield f"  {tell(key, number=number, cards=spans, file=f'`{file}`')}"
    yield tell("quantity", count=order.copies)


def _is_die_cut(piece: Piece) -> bool:
    """Return True if a piece has a shape for which the shop needs a special die."""
    return shape_kind(piece.shape) not in (RECTANGLE, ROUNDED)


def _has_corners(part: OrderPart, target: Target) -> bool:
    """Return True for cards of a shape that a virtual table can show only inside a rectangle."""
    kinds = target.figures.get("cards")
    if kinds is None or not part.pieces or part.pieces[0].outline is not None:
        return False
    return _is_die_cut(part.pieces[0]) and shape_kind(part.pieces[0].shape) not in kinds


def _spare(part: OrderPart) -> int:
    """Return the number of blank cards that fill up a deck."""
    pages = part.document.pages if part.pieces and not part.pieces[0].folds else ()
    return sum(not page.cells and not page.back for page in pages)


def _files(part: OrderPart, target: Target, language: str) -> Iterator[str]:
    """Yield sentences about the files of a part, its sheets and their cutting template, and the
    order of its pages.
    """
    pages = part.document.pages
    if not part.files:
        return
    key = "order.files" if len(part.files) > 1 else "order.file"
    yield translate(language, key, files=", ".join(_named(part.files)))
    sheets = [page for page in pages if len(page.cells) > 1 and not page.back]
    if sheets:
        size = _decimal(format_size(*sheets[0].media[2:]), language)
        yield translate(language, "order.sheets", count=len(sheets), size=size)
        card = part.pieces[0]
        name = target.template_for(sheets[0].media[2:], (card.width, card.height))
        if name and card.shape == ROUNDED:
            yield translate(language, "order.template", name=f"`{name}`")
    if len(part.files) != len(pages):
        if not sheets:
            yield translate(language, "order.pages", count=len(pages))
        if not part.document.apart and len(pages) > 1:
            sides = "back-front" if pages[0].back else "front-back"
            yield translate(
                language, f"order.sides.{sides if any(page.back for page in pages) else 'fronts'}"
            )


def _named(files: Sequence[str]) -> Sequence[str]:
    """Return the names of files; if there are many, the first and the last."""
    named = [f"`{file}`" for file in files]
    return named if len(named) <= _MAX_NAMED else (named[0], "…", named[-1])


def _facts(target: Target, language: str) -> Iterator[str]:
    """Yield the sentences on the properties of the files."""
    values = {
        "bleed": target.bleed,
        "safe": target.safe,
        "dpi": target.dpi,
        "ink": target.ink,
        "condition": target.condition,
    }
    for key, value in values.items():
        if value:
            shown = f"{value:g}" if isinstance(value, float) else value
            yield translate(language, f"order.fact.{key}", value=_decimal(str(shown), language))
    yield translate(language, f"order.fact.{target.colour}")


def _decimal(figures: str, language: str) -> str:
    """Return figures with the decimal sign of a language and no-break spaces."""
    return figures.replace(".", translate(language, "tiling.point")).replace(" ", "\u00a0")

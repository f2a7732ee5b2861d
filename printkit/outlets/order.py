"""What is ordered: `ORDER-en.md`, which says what to choose and which file goes where, and
`cards.csv`, which lists every card.

In: the parts of an order with the names of their files. Out: the files of the packer, the table and
the text. Words: `order` in `templates/strings`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from printkit.base.messages import translate
from printkit.base.plain_text import capitalise
from printkit.base.units import format_size
from printkit.graphics.path import ROUNDED
from printkit.outlets.packs import OrderPart, packer
from printkit.outlets.target import Target
from printkit.pieces.local_game import LocalGame
from printkit.writers import Artifact

# More names of files than these are told by the first and the last.
_MAX_NAMED = 6


class Order(Struct, frozen=True):
    """What a target is to make, in one language.

    `copies` is the number of decks, `left_out` are products of the game that the target does not
    take; `alone` is True if there is no other language in the folder.
    """

    target: Target
    parts: tuple[OrderPart, ...]
    copies: int = 1
    left_out: tuple[str, ...] = ()
    alone: bool = True


def order_files(order: Order, game: LocalGame) -> Iterator[Artifact]:
    """Yield the files of the packer, `cards.csv` for files of cards, and `ORDER-en.md`."""
    packed: list[str] = []
    if order.target.pack:
        for artifact in packer(order.target.pack)(order.parts, order.target, game):
            packed.append(artifact.suffix)
            yield artifact
    decks = [part for part in order.parts if part.product not in order.target.packed]
    if order.target.format:
        packed.append("cards.csv" if order.alone else f"cards-{game.language}.csv")
        yield Artifact(packed[-1], _cards_table(decks), 0, 0)
    text = "\n".join(_OrderText(order, game).lines(packed))
    yield Artifact(f"ORDER-{game.language}.md", text.encode(), 0, 0)


def _cards_table(parts: Sequence[OrderPart]) -> bytes:
    """Return a row for each different piece: file, title, quantity, back."""
    rows = [
        (slot.front_file, slot.piece.title, slot.piece.copies, slot.back_file)
        for part in parts
        for slot in part.slots
    ]
    return table_of(("file", "title", "quantity", "back"), rows)


def table_of(head: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    """Return a table as CSV (RFC 4180), in UTF-8."""
    out = io.StringIO()
    csv.writer(out).writerows([head, *rows])
    return out.getvalue().encode()


class _OrderText(Struct, frozen=True):
    """The text of an order in the language of a game, in Markdown."""

    order: Order
    game: LocalGame

    def tell(self, key: str, **values: object) -> str:
        return translate(self.game.language, f"order.{key}", **values)

    def lines(self, others: Sequence[str]) -> Iterator[str]:
        """Yield the lines; `others` are the files that are no part's."""
        order, target, tell = self.order, self.order.target, self.tell
        name = target.title(self.game.language)
        yield f"# {tell('head', game=self.game.name, target=name)}"
        if target.format:
            for part in order.parts:
                lines = (*self._choices(part), *self._files(part))
                yield from _section(capitalise(part.title), lines)
        else:
            yield from _section(tell("on-table"), map(self._count, order.parts))
        yield from _section(tell("other-files"), _named(others))
        if target.steps:
            values = {"target": name, "count": max((part.count for part in order.parts), default=0)}
            values["url"] = target.figures.get("url", "")
            steps = (tell(f"steps.{key}", **values) for key in target.steps)
            yield from ("", f"## {tell('to-do')}", "")
            yield from (f"{i}. {text}" for i, text in enumerate(steps, 1))
        yield from _section(tell("facts"), self._facts())
        if target.lacks:
            things = ", ".join(tell(f"lacking.{key}") for key in target.lacks)
            yield from ("", tell("lacks", target=name, things=things))
        if order.left_out:
            yield from ("", tell("left-out", products=" · ".join(order.left_out)))
        # Nobody has certified the files.
        kind = "" if target.formats_options.get("layout") else "-cut"
        yield from ("", tell(f"promise{kind if target.format else '-table'}"), "")

    def _count(self, part: OrderPart) -> str:
        """Return the name of a part with the number of its pieces, if it has any."""
        name = capitalise(part.title)
        if not part.pieces or part.pieces[0].folds:
            return name
        return translate(self.game.language, "words.pair", name=name, text=part.count)

    def _choices(self, part: OrderPart) -> Iterator[str]:
        """Yield what to choose on the page of the target for a part."""
        target, tell = self.order.target, self.tell
        if part.product not in target.packed:
            piece, pages = part.pieces[0], part.document.pages
            size = format_size(piece.width, piece.height)
            name, _ = target.sold_as(piece.width, piece.height)
            shown = self._decimal(size)
            yield tell("size-of" if name == size else "product", name=name, size=shown)
            backs = len(part.backs) if any(page.back for page in pages) else 0
            yield tell("cards", count=part.count, different=len(part.pieces))
            if spare := sum(not page.cells and not page.back for page in pages):
                yield tell("filled", count=part.count + spare, spare=spare)
            yield tell(("back-none", "back-one", "backs")[min(backs, 2)], count=backs)
            for number in range(1, backs + 1) if backs > 1 else ():
                slots = [slot for slot in part.slots if slot.back == number]
                cards = ", ".join(_spans([n for slot in slots for n in slot.numbers]))
                key = "back-of" if len(part.files) == len(pages) else "back-for"
                yield tell(key, number=number, cards=cards, file=f"`{slots[0].back_file}`")
        yield tell("quantity", count=self.order.copies)

    def _files(self, part: OrderPart) -> Iterator[str]:
        """Yield the files of a part, the order of their pages, and what cuts its sheets."""
        pages, tell = part.document.pages, self.tell
        if not part.files:
            return
        yield tell("files", files=", ".join(_named(part.files)))
        sheets = [page for page in pages if len(page.cells) > 1 and not page.back]
        if sheets:
            size, card = sheets[0].media[2:], part.pieces[0]
            yield tell("sheets", count=len(sheets), size=self._decimal(format_size(*size)))
            name = self.order.target.template_for(size, (card.width, card.height))
            if name and card.shape == ROUNDED:
                yield tell("template", name=f"`{name}`")
        if len(part.files) != len(pages):
            if not sheets:
                yield tell("pages", count=len(pages))
            if not part.document.apart and len(pages) > 1:
                sides = "back-front" if pages[0].back else "front-back"
                yield tell(f"sides.{sides if part.backs else 'fronts'}")

    def _facts(self) -> Iterator[str]:
        """Yield what the files are."""
        target = self.order.target
        for key in ("bleed", "safe", "dpi", "ink", "condition"):
            if value := getattr(target, key):
                shown = f"{value:g}" if isinstance(value, float) else str(value)
                yield self.tell(f"fact.{key}", value=self._decimal(shown))
        yield self.tell(f"fact.{target.colour}")

    def _decimal(self, figures: str) -> str:
        """Return figures with the decimal sign of the language, which do not break."""
        point = translate(self.game.language, "tiling.point")
        return figures.replace(".", point).replace(" ", "\u00a0")


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a list under its heading."""
    yield from ("", f"## {title}", "", *(f"- {line}" for line in lines))


def _spans(numbers: Sequence[int]) -> list[str]:
    """Return numbers as spans: `1–22`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ["–".join(map(str, dict.fromkeys(span))) for span in spans]


def _named(files: Sequence[str]) -> Sequence[str]:
    """Return the names of files, of many the first and the last."""
    named = [f"`{file}`" for file in files]
    return named if len(named) <= _MAX_NAMED else (named[0], "…", named[-1])

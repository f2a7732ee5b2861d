"""The order of a target: the product `order`, made of the products of a job."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import copy_context
from typing import cast

from msgspec.structs import replace

from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.jobs.job import Job
from printkit.jobs.manifest import FileEntry
from printkit.jobs.subject import Subject, left_out_products
from printkit.model.variant import Variant
from printkit.outlets.order import Order, order_files
from printkit.outlets.packs import OrderPart
from printkit.outlets.target import find_target
from printkit.pieces.options import COPIES
from printkit.pieces.page_products import ORDER
from printkit.pieces.registry import find_product
from printkit.writers import Artifact


def compose_order(job: Job, subject: Subject, parts: Sequence[OrderPart], language: str) -> Order:
    """Return the order of a job with a target, in a language."""
    left_out = filter(None, map(find_product, left_out_products(job, subject)))
    return Order(
        find_target(job.target),
        tuple(parts),
        job.options.get(COPIES.name) or 1,
        tuple(product.title(language) for product in left_out),
        len(job.languages) == 1,
    )


def make_order(request: PageRequest) -> ProductDocument:
    """Make the files of an order, which are written after those of its parts."""
    order = cast(Order, request.made_of)
    game = request.options.localize(cast(Variant, request.subject.variant))
    fonts = copy_context()  # files are made when their fonts are no longer in use

    def make_files(made: Sequence[FileEntry]) -> list[Artifact]:
        parts = tuple(_with_files(part, made, order.target.format) for part in order.parts)
        return fonts.run(lambda: list(order_files(replace(order, parts=parts), game)))

    return ProductDocument(None, 0, 0, texts={ORDER.texts[0]: make_files})


def _with_files(part: OrderPart, made: Sequence[FileEntry], name: str) -> OrderPart:
    """Return a part with the names of its files in a format."""
    key = (part.product, part.edition, name)
    return replace(part, files=tuple(entry.file for entry in made if entry.key == key))

"""The order of a target: the product `order`, made of the products of a job."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextvars import copy_context
from typing import cast

from msgspec.structs import replace

from printkit.base.errors import UsageError
from printkit.base.messages import DEFAULT_LANGUAGE, parse_edition
from printkit.base.sentences import Sentence
from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.jobs.job import Job
from printkit.jobs.manifest import FileEntry
from printkit.jobs.subject import Subject, left_out_products
from printkit.model.variant import Variant
from printkit.outlets.order import Order, order_files
from printkit.outlets.packs import OrderPart
from printkit.outlets.target import Target, find_target
from printkit.pieces.options import COPIES, HERE, URL
from printkit.pieces.page_products import ORDER
from printkit.pieces.product import Product
from printkit.pieces.registry import find_product
from printkit.writers import Artifact

# How the address of a folder on this computer begins.
_LOCAL = "file:"


def editions(made: Product, asked: Iterable[str]) -> tuple[str, ...]:
    """Return the editions of a product: single languages, unless the product is bilingual.

    Raises PrintkitError.
    """
    if made.bilingual:
        return tuple(dict.fromkeys(asked))
    return tuple(
        dict.fromkeys(language for edition in asked for language in parse_edition(edition))
    )


def compose_order(job: Job, subject: Subject, parts: Sequence[OrderPart], language: str) -> Order:
    """Return the order of a job with a target, in a language."""
    left_out = filter(None, map(find_product, left_out_products(job, subject)))
    return Order(
        find_target(job.target),
        tuple(parts),
        left_out=tuple(product.title(language) for product in left_out),
        alone=len(editions(ORDER, job.languages)) == 1,
    )


def make_order(request: PageRequest) -> ProductDocument:
    """Make the files of an order, which are written after those of its parts."""
    order = replace(cast(Order, request.made_of), copies=request.options[COPIES])
    if url := request.options[URL]:
        order = replace(order, target=_hosted(order.target, url))
    game = request.options.localize(cast(Variant, request.subject.variant))
    fonts = copy_context()  # files are made when their fonts are no longer in use

    def make_files(made: Sequence[FileEntry]) -> list[Artifact]:
        parts = tuple(_with_files(part, made, order.target.format) for part in order.parts)
        return fonts.run(lambda: list(order_files(replace(order, parts=parts), game)))

    return ProductDocument(None, 0, 0, texts={ORDER.texts[0]: make_files})


def _hosted(target: Target, url: str) -> Target:
    """Return a target with the address of its pictures, and what to do with them.

    Raises UsageError if it has none.
    """
    if "url" not in target.figures:
        raise UsageError(
            Sentence(
                "{target} takes files, not addresses.",
                target=Sentence(target.title(DEFAULT_LANGUAGE)),
            ),
            hint="Leave --url out.",
        )
    figures = {**target.figures, "url": f"{url.rstrip('/')}/"}
    steps = figures["local-steps" if url.startswith(_LOCAL) else "hosted-steps"]
    return replace(target, figures=figures, steps=tuple(steps))


def with_address(job: Job, slug: str) -> Job:
    """Return a job with the address of its output folder, if it asks for it by `here`.

    A file names a folder of this machine only then. Raises PrintkitError.
    """
    if job.options.get(URL.name) != HERE:
        return job
    address = job.folder(slug).resolve().as_uri()
    return replace(job, options={**job.options, URL.name: address})


def require_address(job: Job, slug: str) -> None:
    """Refuse the address of the output folder for files in memory. Raises UsageError."""
    if job.options.get(URL.name) == job.folder(slug).resolve().as_uri():
        raise UsageError(
            "“--url here” names the output folder, and here no folder is written.",
            hint="Write the address of the folder that the files will be in, or leave --url out.",
        )


def _with_files(part: OrderPart, made: Sequence[FileEntry], name: str) -> OrderPart:
    """Return a part with the names of its files in a format."""
    key = (part.product, part.edition, name)
    return replace(part, files=tuple(entry.file for entry in made if entry.key == key))

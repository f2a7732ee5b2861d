from msgspec.structs import replace

from printkit.base.options import LENGTH, Option
from printkit.pieces.product import Product
from printkit.products.cards import PRODUCT as CARDS

BORDER = Option(
    "border-width",
    LENGTH,
    "cards",
    2.0,
    0.0,
    9.0,
    words={"en": {"title": "Border", "help": "Width of a made-up border."}},
)


def make(variant, options):
    (first, *_) = CARDS.make(variant, options)
    front = replace(first.front, title=f"border {options[BORDER]:g}")
    return [replace(first, front=front)]


PRODUCT = Product(
    "made-up",
    make,
    lambda variant: True,
    (*CARDS.options, BORDER),
    name={"en": "made-up thing", "fr": "chose inventée"},
)

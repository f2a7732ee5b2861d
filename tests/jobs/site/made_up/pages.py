"""An imposition of another package, with an option, and a product that uses it."""

from printkit.base.geometry import Rect, translation
from printkit.base.options import COUNT, Option
from printkit.graphics.display_list import Use
from printkit.pieces.pages import ART, Layer, Page
from printkit.pieces.product import Product
from printkit.pieces.protocols import ImposedPages, Imposition
from printkit.products.cards import PRODUCT as CARDS

EACH = Option(
    "made-up-each",
    COUNT,
    "cards",
    2,
    minimum=1,
    maximum=4,
    words={"en": {"title": "Each", "help": "Cards on a made-up page."}},
)


def impose(pieces, options, slug):
    count = options[EACH]
    width, height = (max(getattr(piece, side) for piece in pieces) for side in ("width", "height"))
    media = Rect(0, 0, width * count, height)
    pages = []
    for start in range(0, len(pieces), count):
        drawn = [
            Use(piece.front, translation((i + 0.5) * width, height / 2))
            for i, piece in enumerate(pieces[start : start + count])
        ]
        layers = (Layer(ART, tuple(drawn)),)
        pages.append(Page(media, media, media, layers, str(start // count + 1), slug.game))
    return ImposedPages(tuple(pages), len(pages), 0)


PAIRS = Imposition("made-up-pairs", impose, (EACH,))
PAIR = Product(
    "made-up-pair",
    lambda variant, options: CARDS.make(variant, options)[:4],
    lambda variant: bool(variant.cards),
    CARDS.options,
    "made-up-pairs",
    name={"en": "made-up pair", "fr": "paire inventée"},
)

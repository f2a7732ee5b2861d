"""The product `make_pocket_chart`: the chart of a deck at hand on cards, for a pocket."""

from __future__ import annotations

from msgspec.structs import replace

from printkit.products.charts.pocket_chart import make_pocket_chart
from printkit.products.common_options import BLEED, CARD_SIZE, THEME
from printkit.products.product import MAPPING, Product

PRODUCT = Product(
    "pocket",
    make_pocket_chart,
    lambda variant: False,
    subject=MAPPING,
    options=(THEME, replace(CARD_SIZE, default="poker", derive=None), BLEED),
)

"""The product `calibration`: a sheet that tells how far off a printer is; it belongs to no game."""

from __future__ import annotations

from msgspec.structs import replace

from printkit.base.printer_profile import EDGES
from printkit.products.common_options import DUPLEX, MARGIN, PAPER, PRINTER
from printkit.products.product import NOTHING, Product

KEY = "calibration"
PRODUCT = Product(
    KEY,
    None,
    lambda variant: False,
    subject=NOTHING,
    options=(PAPER, MARGIN, replace(DUPLEX, choices=EDGES), PRINTER),
    page_maker="printkit.jobs.calibration:make_calibration",
    file_stem="sheet",
)

"""The products: leaves that no other room imports by name.

A module has the products that it makes in `PRODUCTS`; a folder has them in its `product.py`.
"""

# Products that share the module of others. The module of any other has its name, with `_` for `-`.
SHARED_MODULES = {
    "chart": "charts",
    "conversion-chart": "charts",
    "half-table": "boards",
    "labels": "charts",
    "player-board": "boards",
    "pocket": "charts",
    "table": "boards",
}

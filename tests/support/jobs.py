"""Jobs, plans and options for tests."""

from typing import Any

from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.options import Context
from printkit.base.paper_sizes import Size
from printkit.jobs import layout
from printkit.jobs.job import Job, all_options, make_job, option_values, product_options
from printkit.jobs.plan import ProductPlan, plan_product
from printkit.jobs.subject import variant_subject
from printkit.model.variant import Variant
from printkit.pieces.kits import find_product, require_product
from printkit.pieces.options import BLEED, CARD_SIZE, PLAYERS, THEME
from printkit.pieces.product import Piece, RenderOptions
from tests.support.decks import variant

_FIELDS = ("page_area", "second_language", "language")


def lay_out_product(variant: Variant, key: str, edition: str, job: Job) -> ProductPlan:
    """Lay out one product of a variant in one edition."""
    return plan_product(job, variant_subject(job, variant), key, edition)


def options_for(variant: Variant, key: str, edition: str = "en", **wishes: Any) -> RenderOptions:
    """Return the options of a product of a variant, as a job with these options sets them."""
    product = find_product(key)
    assert product is not None
    values = option_values(product_options(product), make_job(**wishes), variant)
    return layout.render_options(product, edition, values)


def pieces_of(key: str, game: Variant | str, edition: str = "en", **wishes: Any) -> list[Piece]:
    """Return the pieces of a product, as a job with these options makes them."""
    found = variant(game) if isinstance(game, str) else game
    make = require_product(key, found).make
    assert make is not None
    return make(found, options_for(found, key, edition, **wishes))


def piece_of(key: str, game: Variant | str, edition: str = "en", **wishes: Any) -> Piece:
    """Return the piece of a product that has only one."""
    (piece,) = pieces_of(key, game, edition, **wishes)
    return piece


def render_options(
    language: str, theme: Theme, size: Size, reach: float = 3.0, players: int = 1, **wishes: Any
) -> RenderOptions:
    """Return options with a value for every existing option."""
    values = {name: option.default_in(Context()) for name, option in all_options().items()}
    bleed = reach - 0.5 if reach > 3 else BLEED.default
    known = {THEME.name: theme, CARD_SIZE.name: size, BLEED.name: bleed, PLAYERS.name: players}
    return choose(RenderOptions({**values, **known}, language=language), **wishes)


def choose(options: RenderOptions, **wishes: Any) -> RenderOptions:
    """Return options with other values; `theme` and `size` may be objects."""
    fields = {name: wishes.pop(name) for name in _FIELDS if name in wishes}
    values = dict(options.values)
    for name, value in wishes.items():
        values[all_options()[name.replace("_", "-")].name] = value
    return replace(options, values=values, **fields)

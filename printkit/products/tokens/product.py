"""The product `tokens`: chips, markers and influence tokens.

In: a Variant, a Setting with the shape of its tokens. Out: one Piece a distinct token, in the order
of the definition: influence tokens with their effect on the back, then every material that has a
drawing, as many as so many players need.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from printkit.base.errors import PrintkitError
from printkit.layout.fit_text import TextOverflow
from printkit.model.play import Token
from printkit.model.tabletop import TOKEN_COLOUR, Denomination, Material
from printkit.model.variant import Variant
from printkit.products.piece import CUTOUT_FORM, Piece, Product, RenderOptions
from printkit.products.tokens.disc import TokenSide, TokenWords, draw_side
from printkit.products.tokens.shape import token_shape

# Larger tokens than this (mm) are not proposed.
_MAX_SIZE = 60


def make(variant: Variant, setting: RenderOptions) -> list[Piece]:
    """The pieces. Raises PrintkitError, which names the token, where one has no room."""
    try:
        return _made(variant, setting)
    except TextOverflow as error:
        raise TextOverflow(
            error.message, location=error.location, hint=_cure(variant, setting)
        ) from None


def _made(variant: Variant, setting: RenderOptions) -> list[Piece]:
    pieces = [_influence(token, setting) for token in variant.tokens if token.emblem is not None]
    for thing in variant.materials:
        pieces += _material(thing, setting)
    return pieces


def _cure(variant: Variant, setting: RenderOptions) -> str:
    """What makes room for all that is too long: a larger label, or the least size that will do."""
    shape = setting.token
    if shape.label:
        return "Take a sheet with larger labels."
    for size in range(math.floor(shape.height) + 1, _MAX_SIZE + 1):
        try:
            _made(variant, replace(setting, token=token_shape(shape.kind, float(size))))
        except TextOverflow:
            continue
        return f"Take --token-size {size}mm."
    return "Shorten it."


def offered(variant: Variant) -> bool:
    """Whether anything has a drawing."""
    things = any(thing.emblem is not None or thing.denominations for thing in variant.materials)
    return things or any(token.emblem is not None for token in variant.tokens)


def _influence(token: Token, setting: RenderOptions) -> Piece:
    """An influence token: its glyph, and behind it its name and what it does."""
    name, how = token.name[setting.language], token.how[setting.language]
    front = TokenSide(f"token-{token.id}", name, token.emblem)
    back = TokenSide(f"token-{token.id}-back", name, words=TokenWords(name, how, setting.language))
    return _piece(token.id, (front, back), TOKEN_COLOUR, 1, setting)


def _material(thing: Material, setting: RenderOptions) -> Iterator[Piece]:
    """The pieces of a material: those of each worth, or all alike; none without a drawing."""
    for denomination in sorted(thing.denominations, key=lambda item: item.value):
        yield _chip(thing, denomination, setting)
    if thing.emblem is None or thing.denominations:
        return
    name = thing.name[setting.language]
    front = TokenSide(f"token-{thing.id}", name, thing.emblem)
    back = front
    if thing.word is not None:
        word = thing.word[setting.language]
        words = TokenWords(word, "", setting.language)
        back = TokenSide(f"token-{thing.id}-back", word, words=words)
    count = thing.count_for(setting.players)
    yield _piece(thing.id, (front, back), thing.colour, count, setting)


def _chip(thing: Material, one: Denomination, setting: RenderOptions) -> Piece:
    """Chips of one worth, the same on both sides."""
    name = f"{thing.name[setting.language]}, {one.value}"
    side = TokenSide(f"token-{thing.id}-{one.value}", name, one.emblem, one.value)
    count = one.count if thing.per_player is None else one.count * setting.players
    return _piece(f"{thing.id}-{one.value}", (side, side), one.colour, count, setting)


def _piece(
    key: str, sides: tuple[TokenSide, TokenSide], colour: str, copies: int, setting: RenderOptions
) -> Piece:
    shape = setting.token
    try:
        front = draw_side(sides[0], shape, setting.theme, colour, setting.reach)
        back = front
        if sides[1] is not sides[0]:
            back = draw_side(sides[1], shape, setting.theme, colour, setting.reach)
    except PrintkitError as error:
        place = error.location or f"token {key} ({setting.language})"
        raise type(error)(error.message, location=place, hint=error.hint) from None
    return Piece(
        id=key,
        title=sides[0].title,
        width=shape.width,
        height=shape.height,
        bleed_extent=setting.reach,
        radius=shape.inner,
        front=front,
        back=back,
        copies=copies,
        outline=shape.outline(),
        safe_margin=shape.safe,
    )


PRODUCT = Product("tokens", make, offered, form=CUTOUT_FORM)

"""The product `tokens`: chips, markers and influence tokens.

There is one Piece a distinct token, in the order of the definition: influence tokens with their
effect on the back, then every material that has a drawing, as many as the players need.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from printkit.base.errors import PrintkitError
from printkit.layout.fit_text import TextOverflow
from printkit.layout.fitting import find_largest
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.play import Token
from printkit.model.tabletop import TOKEN_COLOUR, Denomination, Material
from printkit.model.variant import Variant
from printkit.products.common_options import (
    BLANK_VALUES,
    BLEED,
    LABEL_SHEET,
    PLAYERS,
    THEME,
    TOKEN_SHAPE,
    TOKEN_SIZE,
)
from printkit.products.piece import Piece
from printkit.products.product import CUTOUTS, Product, RenderOptions, table_size
from printkit.products.tokens.disc import TokenSide, TokenWords, draw_side
from printkit.products.tokens.options import printed_token_shape
from printkit.products.tokens.shape import TokenShape, token_shape

# Larger tokens than this (mm) are not proposed.
_MAX_SIZE = 60


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pieces. Raises PrintkitError, which names the token, if one does not fit."""
    try:
        return _make_pieces(variant, options, printed_token_shape(options))
    except TextOverflow as error:
        raise TextOverflow(
            error.message, location=error.location, hint=_overflow_hint(variant, options)
        ) from None


def _make_pieces(variant: Variant, options: RenderOptions, shape: TokenShape) -> list[Piece]:
    players = table_size(variant, options)
    pieces = [
        _make_influence(token, shape, options)
        for token in variant.tokens
        if token.emblem is not None
    ]
    for thing in variant.materials:
        pieces += _make_material(thing, players, shape, options)
    return pieces


def _overflow_hint(variant: Variant, options: RenderOptions) -> str:
    """Return what makes too long texts fit: a larger label, or the least size that is enough."""
    shape = printed_token_shape(options)
    if shape.label:
        return "Take a sheet with larger labels."

    def attempt(size: float) -> float | Overflow:
        try:
            _make_pieces(variant, options, token_shape(shape.kind, float(size)))
        except TextOverflow:
            return Overflow(TOLERANCE, "words", size)
        return size

    size = find_largest(attempt, range(_MAX_SIZE, math.floor(shape.height), -1))
    return "Shorten it." if isinstance(size, Overflow) else f"Take --token-size {size}mm."


def offered(variant: Variant) -> bool:
    """Return True if anything has a drawing."""
    things = any(thing.emblem is not None or thing.denominations for thing in variant.materials)
    return things or any(token.emblem is not None for token in variant.tokens)


def _make_influence(token: Token, shape: TokenShape, options: RenderOptions) -> Piece:
    """Make an influence token: its drawing, and on the back its name and what it does."""
    name, how = token.name[options.language], token.how[options.language]
    front = TokenSide(f"token-{token.id}", name, token.emblem)
    back = TokenSide(f"token-{token.id}-back", name, words=TokenWords(name, how, options.language))
    return _make_piece(token.id, (front, back), TOKEN_COLOUR, 1, shape, options)


def _make_material(
    material: Material, players: int, shape: TokenShape, options: RenderOptions
) -> Iterator[Piece]:
    """Yield the pieces of a material: those of each worth, or all alike; none without a drawing."""
    for denomination in sorted(material.denominations, key=lambda item: item.value):
        if denomination.count_for(players):
            yield _make_chip(material, denomination, players, shape, options)
    if material.emblem is None or material.denominations:
        return
    name = material.name[options.language]
    front = TokenSide(f"token-{material.id}", name, material.emblem)
    back = front
    if material.word is not None:
        word = material.word[options.language]
        words = TokenWords(word, "", options.language)
        back = TokenSide(f"token-{material.id}-back", word, words=words)
    count = material.count_for(players)
    yield _make_piece(material.id, (front, back), material.colour, count, shape, options)


def _make_chip(
    material: Material,
    denomination: Denomination,
    players: int,
    shape: TokenShape,
    options: RenderOptions,
) -> Piece:
    """Make chips of one worth, the same on both sides."""
    name = f"{material.name[options.language]}, {denomination.value}"
    side = TokenSide(
        f"token-{material.id}-{denomination.value}", name, denomination.emblem, denomination.value
    )
    count = denomination.count
    if material.per_player is not None:
        count = denomination.count_for(players) * players
    return _make_piece(
        f"{material.id}-{denomination.value}",
        (side, side),
        denomination.colour,
        count,
        shape,
        options,
    )


def _make_piece(
    key: str,
    sides: tuple[TokenSide, TokenSide],
    colour: str,
    copies: int,
    shape: TokenShape,
    options: RenderOptions,
) -> Piece:
    try:
        front = draw_side(sides[0], shape, options.theme, colour, options.bleed_extent)
        back = front
        if sides[1] is not sides[0]:
            back = draw_side(sides[1], shape, options.theme, colour, options.bleed_extent)
    except PrintkitError as error:
        place = error.location or f"token {key} ({options.language})"
        raise type(error)(error.message, location=place, hint=error.hint) from None
    return Piece(
        id=key,
        title=sides[0].title,
        width=shape.width,
        height=shape.height,
        bleed_extent=options.bleed_extent,
        front=front,
        back=back,
        copies=copies,
        outline=shape.outline(),
        safe_margin=shape.safe,
    )


PRODUCT = Product(
    "tokens",
    make,
    offered,
    imposition=CUTOUTS,
    options=(THEME, BLEED, PLAYERS, TOKEN_SIZE, TOKEN_SHAPE, LABEL_SHEET, BLANK_VALUES),
)

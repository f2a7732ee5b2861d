"""The product `tokens`: chips, markers and influence tokens.

There is one Piece per distinct token, in the order of the definition: first influence tokens, with
their effect on the back, then all materials with a drawing. Each has as many copies as the players
need.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from printkit.base.errors import locate_errors
from printkit.base.sentences import Sentence
from printkit.components.tokens import (
    TokenShape,
    TokenSide,
    TokenWords,
    draw_side,
    printed_token_shape,
    side_fits,
    token_shape,
)
from printkit.graphics.display_list import Symbol
from printkit.layout.fit_text import TextOverflow
from printkit.layout.fitting import find_largest
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.description import Description
from printkit.model.tabletop import TOKEN_COLOUR, Material
from printkit.model.variant import Variant
from printkit.pieces.options import (
    BLANK_VALUES,
    BLEED,
    LABEL_SHEET,
    PLAYERS,
    THEME,
    TOKEN_SHAPE,
    TOKEN_SIZE,
)
from printkit.pieces.product import CUTOUTS, Piece, Product, RenderOptions, table_size

# The largest size that a hint proposes (mm).
_MAX_SIZE = 60


class _Token(Struct, frozen=True):
    """A token to be drawn: its sides, the name of its colour, and its copies."""

    key: str
    front: TokenSide
    back: TokenSide
    colour: str
    copies: int = 1


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pieces. Raises PrintkitError, which names the token, if one does not fit."""
    shape, tokens = printed_token_shape(options), _list_tokens(variant, options)
    try:
        return [_make_piece(token, shape, options) for token in tokens]
    except TextOverflow as error:
        hint = _overflow_hint(tokens, shape, options)
        raise TextOverflow(error.message, location=error.location, hint=hint) from None


def _list_tokens(variant: Variant, options: RenderOptions) -> list[_Token]:
    """Return the tokens that players need, influence tokens first."""
    players, language, tokens = table_size(variant, options), options.language, list[_Token]()
    for token in Description(variant).tokens:
        if token.emblem is not None:  # the back has its name and effect
            name, how = token.name[language], token.sentence(language)
            front = TokenSide(f"token-{token.id}", name, token.emblem)
            words = TokenWords(name, how, language)
            back = TokenSide(f"{front.key}-back", name, words=words)
            tokens.append(_Token(token.id, front, back, TOKEN_COLOUR))
    for material in variant.materials:
        tokens += _material_tokens(material, players, language)
    return tokens


def _overflow_hint(tokens: list[_Token], shape: TokenShape, options: RenderOptions) -> str:
    """Return the hint for text that does not fit: use larger labels or the smallest sufficient
    --token-size, or shorten the text if no size is sufficient.
    """
    if shape.label:
        return "Use a sheet with larger labels."

    def attempt(size: float) -> float | Overflow:
        larger = token_shape(shape.kind, float(size))
        for token in tokens:
            palette = options.theme.palette(token.colour)
            if not all(side_fits(side, larger, palette) for side in (token.front, token.back)):
                return Overflow(TOLERANCE, "words", size)
        return size

    size = find_largest(attempt, range(_MAX_SIZE, math.floor(shape.height), -1))
    return (
        "Shorten it."
        if isinstance(size, Overflow)
        else Sentence("Use --token-size {size}mm.", size=size)
    )


def offered(variant: Variant) -> bool:
    """Return True if a token has a drawing, or a material has a drawing or values."""
    materials = any(item.emblem is not None or item.denominations for item in variant.materials)
    return materials or any(token.emblem is not None for token in variant.tokens)


def _material_tokens(material: Material, players: int, language: str) -> Iterator[_Token]:
    """Yield the tokens of a material: one for each value or, for a material without values, one
    with its drawing, if any.
    """
    name = material.name[language]
    for chip in sorted(material.denominations, key=lambda item: item.value):
        count = chip.count_for(players)
        if count:
            key, title = f"{material.id}-{chip.value}", f"{name}, {chip.value}"
            side = TokenSide(f"token-{key}", title, chip.emblem, chip.value)
            copies = chip.count if material.per_player is None else count * players
            yield _Token(key, side, side, chip.colour, copies)
    if material.emblem is None or material.denominations:
        return
    front = back = TokenSide(f"token-{material.id}", name, material.emblem)
    if material.word is not None:
        word = material.word[language]
        back = TokenSide(f"token-{material.id}-back", word, words=TokenWords(word, "", language))
    yield _Token(material.id, front, back, material.colour, material.count_for(players))


def _make_piece(token: _Token, shape: TokenShape, options: RenderOptions) -> Piece:
    def draw(side: TokenSide) -> Symbol:
        return draw_side(side, shape, options.theme, token.colour, options.bleed_extent)

    with locate_errors(
        Sentence("token {key} ({language})", key=token.key, language=options.language)
    ):
        front = draw(token.front)
        back = front if token.back is token.front else draw(token.back)
    return Piece(
        token.key,
        token.front.title,
        shape.width,
        shape.height,
        front,
        bleed_extent=options.bleed_extent,
        back=back,
        copies=token.copies,
        outline=shape.outline(),
        safe_margin=shape.safe,
    )


_OPTIONS = (THEME, BLEED, PLAYERS, TOKEN_SIZE, TOKEN_SHAPE, LABEL_SHEET, BLANK_VALUES)
PRODUCT = Product("tokens", make, offered, _OPTIONS, CUTOUTS)

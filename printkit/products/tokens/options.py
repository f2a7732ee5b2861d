"""The shape of tokens, as the options of a job ask for it."""

from __future__ import annotations

from printkit.base.label_stock import label_sheet
from printkit.products.common_options import LABEL_SHEET, TOKEN_SHAPE, TOKEN_SIZE
from printkit.products.product import RenderOptions
from printkit.products.tokens.shape import ROUND, SIZE, TOKEN, TokenShape, label_shape, token_shape


def printed_token_shape(options: RenderOptions) -> TokenShape:
    """Return the shape in which tokens are printed: on labels, what a label leaves.

    Raises PrintkitError for tokens that are larger than their label.
    """
    name, shape, size = options[LABEL_SHEET], options[TOKEN_SHAPE], options[TOKEN_SIZE]
    if name is not None:
        return label_shape(label_sheet(name), shape, size)
    return token_shape(shape or ROUND, size or SIZE)


def table_token_shape(options: RenderOptions) -> TokenShape:
    """Return the shape that places for tokens are drawn for: the common one for stickers."""
    if options[LABEL_SHEET] is not None:
        return TOKEN
    return token_shape(options[TOKEN_SHAPE] or ROUND, options[TOKEN_SIZE] or SIZE)

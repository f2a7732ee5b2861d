"""The words that all parts of the schema are built of.

Out: a strict base model, and the kinds of ids, texts and numbers that an author may write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    create_model,
)

from printkit.base.messages import languages


class Strict(BaseModel):
    """No coercion, no unknown key, no change after loading."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


Id = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", min_length=1, max_length=64)
]
# White space around a text is no part of it; inside, a text is one line.
Line = Annotated[
    str,
    StringConstraints(pattern=r"^\s*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\s*$", max_length=2000),
]
Ref = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=1, le=999)]
Number = Annotated[int, Field(ge=-999, le=999)]

if TYPE_CHECKING:

    class Text(Strict):
        """A text in every language."""

else:
    # One field per strings file: a new language is asked for here without a change of code.
    Text = create_model(
        "Text",
        __base__=Strict,
        __doc__="A text in every language.",
        **dict.fromkeys(languages(), (Line, ...)),
    )


if TYPE_CHECKING:

    class Files(Strict):
        """A file for every language, or for some."""

else:
    Files = create_model(
        "Files",
        __base__=Strict,
        __doc__="A file for every language, or for some.",
        **dict.fromkeys(languages(), (Ref | None, None)),
    )


class Range(Strict):
    """Numbers from `min` to `max`, ends included; one may be left out."""

    min: Number | None = None
    max: Number | None = None


def _range_kind(value: Any) -> str:
    return "<range>" if isinstance(value, dict) else "<one>"


Bounds = Annotated[
    Annotated[Number, Tag("<one>")] | Annotated[Range, Tag("<range>")], Discriminator(_range_kind)
]

"""Sheets of sticky labels by the number on their packet. Content: templates/labels.toml."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from printkit.base.content import load_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size, paper

_SOURCE = "labels.toml"
# The maker's name is on the packet and often typed along: “Avery 5160”, “avery-L7651”.
_MAKER = re.compile(r"avery[\s_-]+", re.IGNORECASE)


class LabelSheet(Struct, frozen=True):
    """A sheet of equal labels, `columns` × `rows`; `round` ones are circles.

    `left` and `top` are those of the first label, `pitch_x` and `pitch_y` the steps to the next.
    """

    name: str
    paper: Size
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    round: bool

    @property
    def capacity(self) -> int:
        """The number of labels on a sheet."""
        return self.columns * self.rows

    def cell(self, index: int) -> Rect:
        """Return the label of an index, counted from 0, row by row."""
        row, column = divmod(index, self.columns)
        return Rect(
            self.left + column * self.pitch_x,
            self.top + row * self.pitch_y,
            self.width,
            self.height,
        )


def label_sheet_names() -> list[str]:
    """Return the names of the known label sheets, in the order of the table."""
    return list(load_content(_SOURCE))


def label_sheet(name: str) -> LabelSheet:
    """Return the label sheet of a packet number. Raises PrintkitError."""
    key = _MAKER.sub("", name.strip(), count=1).lower()
    sheets = load_content(_SOURCE)
    if key not in sheets:
        raise PrintkitError(
            f"“{name[:40]}” is not a label sheet that we know.",
            hint=did_you_mean(key, sheets, "label sheets"),
        )
    try:
        sheet = _read_stock(key, sheets[key])
    except (KeyError, TypeError, ValueError):
        raise PrintkitError(
            f"The label sheet “{key}” cannot be read.",
            location=_SOURCE,
            hint="It takes paper, columns, rows, size, left, top, pitch, and round = true.",
        ) from None
    if fault := _find_fault(sheet):
        raise PrintkitError(f"The label sheet “{key}” cannot be: {fault}.", location=_SOURCE)
    return sheet


def _read_stock(key: str, raw: dict[str, Any]) -> LabelSheet:
    """Read one row of the table."""
    width, height = map(float, raw["size"])
    pitch_x, pitch_y = map(float, raw["pitch"])
    return LabelSheet(
        name=key,
        paper=paper(raw["paper"]),
        columns=int(raw["columns"]),
        rows=int(raw["rows"]),
        width=width,
        height=height,
        left=float(raw["left"]),
        top=float(raw["top"]),
        pitch_x=pitch_x,
        pitch_y=pitch_y,
        round=bool(raw.get("round", False)),
    )


def _find_fault(sheet: LabelSheet) -> str | None:
    """Return what is wrong with the labels of a sheet: they overlap, or leave the paper."""
    if min(sheet.columns, sheet.rows) < 1 or min(sheet.width, sheet.height) <= 0:
        return "it has no labels"
    if sheet.round and sheet.width != sheet.height:
        return "round labels are as wide as they are high"
    # A tenth of a micrometre: what is left of inches in floating point.
    close = 1e-4
    across = sheet.columns > 1 and sheet.pitch_x < sheet.width - close
    down = sheet.rows > 1 and sheet.pitch_y < sheet.height - close
    if across or down:
        return "its labels overlap"
    if not Rect(0, 0, sheet.paper.w, sheet.paper.h).contains(
        sheet.cell(0).union(sheet.cell(sheet.capacity - 1)), close
    ):
        return f"its labels run off the paper, {sheet.paper}"
    return None

"""Kinds of option values (lengths with a unit, lists with commas), and options that commands share.

Room: cli.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from printkit import kit_request
from printkit.art.theme import themes
from printkit.base.errors import PrintkitError, choices
from printkit.base.units import format_mm, parse_length


class Length(click.ParamType[float]):
    """A length with its unit, in millimetres inside the program, from 0 to `most`.

    `least` is the lower end as a share of the upper one.
    """

    name = "length"
    least = 0.0

    def __init__(self, most: float) -> None:
        self.most = most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        try:
            length = parse_length(str(value))
        except PrintkitError as error:
            self.fail(str(error), param, ctx)
        least = self.least * self.most
        if not least <= length <= self.most:
            bounds = f"{format_mm(least)} to {format_mm(self.most)} mm"
            self.fail(f"{value} is outside {bounds}.", param, ctx)
        return length


class SignedLength(Length):
    """A length to either side of where a thing is."""

    least = -1.0


class SizeName(click.ParamType[str]):
    """A paper or a card size, by name or as a size; kept as it was typed."""

    name = "size"

    def __init__(self, look_up: Callable[[str], object]) -> None:
        self.look_up = look_up

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        try:
            self.look_up(str(value))
        except PrintkitError as error:
            self.fail(str(error), param, ctx)
        return str(value)


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between, out of those that a registry knows."""

    name = "names"

    def __init__(self, known: Callable[[], Sequence[str]], kind: str) -> None:
        self.known = known
        self.kind = kind

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"{'|'.join(self.known())}[,…]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(n.strip() for n in str(value).split(",") if n.strip()))
        for name in names:
            if name not in self.known():
                self.fail(
                    f"“{name}” is not known. {choices(name, self.known(), self.kind)}", param, ctx
                )
        if not names:
            self.fail(f"Name at least one of: {', '.join(self.known())}.", param, ctx)
        return names


class ThemeName(click.ParamType[str]):
    """A theme by name, or the TOML file of one; kept as it was typed."""

    name = "theme"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"{'|'.join(themes())}|FILE.toml"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        name = str(value)
        if not name.lower().endswith(".toml") and name not in themes():
            self.fail(f"“{name}” is not known. {choices(name, themes(), 'themes')}", param, ctx)
        return name


theme_option = click.option(
    "--theme",
    type=ThemeName(),
    default="classic",
    show_default=True,
    help="The palette, and how heavy the drawing is: one of ours, or a file of your own.",
)
index_option = click.option(
    "--index",
    type=click.Choice(kit_request.INDICES),
    default=kit_request.NORMAL,
    show_default=True,
    help="Figures in the corners: large ones are at least 11 mm high.",
)
margin_option = click.option(
    "--margin",
    type=Length(50),
    default="5mm",
    show_default=True,
    help="What the printer cannot reach.",
)
dpi_option = click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=300,
    show_default=True,
    help="Resolution of PNG.",
)

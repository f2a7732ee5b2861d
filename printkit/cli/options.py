"""Kinds of option values (lengths with a unit, lists), and options that commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
from click.core import ParameterSource

from printkit import kit_request
from printkit.art.theme import theme_names
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import EDITION_SEPARATOR, languages, parse_edition
from printkit.base.printer_profile import EDGES, NONE, SHORT, Profile
from printkit.base.units import format_mm, parse_length
from printkit.cli import config

# How far stickers may be moved (mm).
_NUDGE = 5.0
Command = Callable[..., None]


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


class TokenSize(Length):
    """A size that fingers hold: no less than a tenth of the most."""

    least = 0.1


class Thickness(Length):
    """What a gauge can tell: no less than a fortieth of the most."""

    least = 0.025


class DieSize(Length):
    """The edge of a cube that can be folded: no less than a quarter of the most."""

    least = 0.25


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
                    f"“{name}” is not known. {did_you_mean(name, self.known(), self.kind)}",
                    param,
                    ctx,
                )
        if not names:
            self.fail(f"Name at least one of: {', '.join(self.known())}.", param, ctx)
        return names


class Editions(Names):
    """Languages with commas between; two with a plus are printed side by side."""

    def __init__(self) -> None:
        super().__init__(languages, "languages")

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"{super().get_metavar(param, ctx)} or fr{EDITION_SEPARATOR}en"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(n.strip() for n in str(value).split(",") if n.strip()))
        try:
            return tuple(
                EDITION_SEPARATOR.join(parse_edition(n)) for n in names
            ) or super().convert(value, param, ctx)
        except PrintkitError as error:
            self.fail(str(error), param, ctx)


class ThemeName(click.ParamType[str]):
    """A theme by name, or the TOML file of one; kept as it was typed."""

    name = "theme"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"{'|'.join(theme_names())}|FILE.toml"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        name = str(value)
        if not name.lower().endswith(".toml") and name not in theme_names():
            self.fail(
                f"“{name}” is not known. {did_you_mean(name, theme_names(), 'themes')}", param, ctx
            )
        return name


class PrinterName(click.ParamType[Profile | None]):
    """A printer profile by its name, out of those that are kept; “none” for none."""

    name = "printer"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "NAME"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Profile | None:
        if isinstance(value, Profile):
            return value
        if value == NONE:
            return None
        known = config.printers()
        if str(value) not in known:
            told = did_you_mean(str(value), known, "printers")
            self.fail(
                f"“{value}” is no printer profile. {told} “printkit calibrate” makes one.",
                param,
                ctx,
            )
        return known[str(value)][0]


def from_command_line(name: str) -> bool:
    """Whether a parameter of the command that runs was typed, and is no default."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def was_given(name: str) -> bool:
    """Whether a person chose a parameter: typed it, or has it in printkit.toml."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (ParameterSource.DEFAULT, None)


def resolve_duplex(duplex: str, printer: Profile | None) -> str:
    """The edge to turn sheets over: that of the printer's profile, unless another was typed."""
    if (
        printer is None
        or not printer.shifts_backs
        or duplex not in EDGES
        or from_command_line("duplex")
    ):
        return duplex
    return printer.duplex


def booklet_duplex(duplex: str, printer: Profile | None) -> str:
    """The edge to turn the sheets of a booklet over: what was typed, that of the printer's profile,
    else the short one, as for all that lies on its side."""
    if from_command_line("duplex") and duplex in EDGES:
        return duplex
    return printer.duplex if printer is not None and printer.shifts_backs else SHORT


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
printer_option = click.option(
    "--printer",
    type=PrinterName(),
    default=None,
    help="Sets all pages right for a printer: a profile kept by “printkit calibrate”, or none.",
)
margin_option = click.option(
    "--margin",
    type=Length(50),
    default="5mm",
    show_default=True,
    help="What the printer cannot reach.",
)
first_option = click.option(
    "--first",
    type=click.IntRange(1, 999),
    default=1,
    show_default=True,
    help="First free label of a sheet that is begun.",
)


def nudge_options(command: Command) -> Command:
    """Two options that move stickers on their labels."""
    for name, words in (
        ("--nudge-y", "Moves the stickers down (or up)."),
        ("--nudge-x", "Moves the stickers right (or left: -0.5mm)."),
    ):
        command = click.option(
            name, type=SignedLength(_NUDGE), default="0mm", show_default=True, help=words
        )(command)
    return command


dpi_option = click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=300,
    show_default=True,
    help="Resolution of PNG.",
)

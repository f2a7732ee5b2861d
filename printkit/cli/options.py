"""Kinds of option values (lengths with a unit, lists), and options that commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import EDITION_SEPARATOR, languages, parse_edition
from printkit.base.printer_profile import EDGES, NONE, Profile
from printkit.cli import config
from printkit.products.common_options import SINGLE


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between, out of those that a registry knows."""

    name = "names"

    def __init__(
        self,
        known: Callable[[], Sequence[str]],
        kind: str,
        bundled: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        self.known = known
        self.kind = kind
        self.bundled = bundled or known  # looked among first: plug-ins take time to look for

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"{'|'.join(self.known())}[,…]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(n.strip() for n in str(value).split(",") if n.strip()))
        for name in names:
            if name not in self.bundled() and name not in self.known():
                self.fail(
                    f"“{name}” is not known. {did_you_mean(name, self.known(), self.kind)}",
                    param,
                    ctx,
                )
        if not names:
            self.fail(f"Name at least one of: {', '.join(self.known())}.", param, ctx)
        return names


class LanguageName(click.ParamType[str]):
    """A language by its code, out of those that are there when it is asked for."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(languages())}]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if value not in languages():
            hint = did_you_mean(str(value), languages(), "languages")
            self.fail(f"“{value}” is not known. {hint}", param, ctx)
        return str(value)

    def known(self) -> tuple[str, ...]:
        """Return the words that are accepted."""
        return tuple(languages())


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
        known = config.load_profiles()
        if str(value) not in known:
            text = did_you_mean(str(value), known, "printers")
            self.fail(
                f"“{value}” is no printer profile. {text} “printkit calibrate” makes one.",
                param,
                ctx,
            )
        return known[str(value)][0]


def from_command_line(name: str) -> bool:
    """Return True if a parameter of the running command was typed, and is no default."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def was_given(name: str) -> bool:
    """Return True if a parameter was typed or is in printkit.toml."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (ParameterSource.DEFAULT, None)


def settle_options(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return chosen options with what was typed before what a profile or a file of settings says.

    Sheets are turned over the edge that the backs of a profile were measured on, unless another was
    typed; so are those of a booklet. The default profile is not for single images.
    """
    options = dict(chosen)
    typed = "duplex" in options and from_command_line("duplex")
    printer: Profile | None = options.get("printer")
    if options.get("layout") == SINGLE and not from_command_line("printer"):
        options.pop("printer", None)
    if typed and options["duplex"] in EDGES:
        options.setdefault("booklet-duplex", options["duplex"])
    if (
        not typed
        and printer is not None
        and printer.shifts_backs
        and options.get("duplex") in EDGES
    ):
        del options["duplex"]
    return options


out_option = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    show_default=True,
    help="Folder; the files go into a folder of it named by what is made.",
)
replace_option = click.option(
    "--replace/--no-replace",
    "replace_files",
    help="Put new files also in the place of those that were changed by hand or are not "
    "printkit's; each of these is kept as NAME.bak.",
)
addons_option = click.option(
    "--with",
    "addons",
    multiple=True,
    metavar="VARIANT",
    help="Add the cards of another definition, such as expansion. Repeatable.",
)

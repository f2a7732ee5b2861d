"""Flags of the command line, made from what products, impositions and formats declare.

In: declarations, the words that were typed. Out: click options, grouped as the declarations say,
and the values that were chosen. Nothing is listed here a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import click

from printkit.base.errors import UsageError, warn
from printkit.base.options import CHOICE, COUNT, GROUPS, LENGTH, NAME, PROFILE, SWITCH, Option
from printkit.base.units import format_mm
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import PRINTER, TypedValue
from printkit.jobs.options import all_options, find_option, options_of
from printkit.pieces.kit import with_companions
from printkit.pieces.registry import is_bundled
from printkit.writers import bundled_formats

# What was a flag with a value once and is a switch today.
_OLD_VALUES = {
    ("--values", "blank"): ["--blank-values"],
    ("--values", "printed"): ["--no-blank-values"],
}
_METAVARS = {LENGTH: "LENGTH", COUNT: "NUMBER", NAME: "NAME"}


class Flag(click.Option):
    """The flag of a declared option; its value is None if nothing was chosen."""

    def __init__(self, option: Option[Any]) -> None:
        name = f"--{option.name}"
        switch = option.kind == SWITCH
        value = TypedValue(option.accept, partial(_metavar, option))
        if option.kind == PROFILE:
            value = PRINTER
        super().__init__(
            [f"{name}/--no-{option.name}" if switch else name, parameter_name(option)],
            type=None if switch else value,
            default=None,
            help=_help_text(option),
        )
        self.declared = option


def _metavar(option: Option[Any]) -> str:
    return f"[{'|'.join(option.known())}]" if option.kind == CHOICE else _METAVARS[option.kind]


def parameter_name(option: Option[Any]) -> str:
    """Return the name by which a command gets the value of an option."""
    return option.name.replace("-", "_")


def _help_text(option: Option[Any]) -> str:
    """Return the help of an option, with its choices and its default."""
    text = option.help["en"]
    known = option.known() if option.kind == NAME else ()
    if known:
        text = f"{text[:-1]} ({', '.join(known)})."
    if option.kind == SWITCH:
        return text
    default = option.default_help.get("en", _format_default(option, option.default))
    return f"{text}  [default: {default}]"


def _format_default(option: Option[Any], value: Any) -> str:
    return f"{format_mm(value)}mm" if option.kind == LENGTH and value is not None else str(value)


class JobCommand(ConfiguredCommand):
    """A command with the flags of what it makes.

    `makes` are the products whose options it takes; without it, those that are named on the command
    line, or all.
    """

    def __init__(self, *args: Any, makes: Iterable[str] = (), **wishes: Any) -> None:
        super().__init__(*args, **wishes)
        self.makes = tuple(makes)
        self.fixed = list(self.params)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        args = self.respell(args)
        known = self._options_meant(args)
        self.params = [*self.fixed, *self._flags(known)]
        return super().make_context(info_name, _respell_flags(args, known), parent, **extra)

    def every_param(self) -> list[click.Parameter]:
        """Return all parameters that the command may have, whatever it makes."""
        return [*self.fixed, *self._flags(self._declared_options())]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options group by group."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                group = param.declared.group if isinstance(param, Flag) else ""
                groups.setdefault(group, []).append(record)
        for group in ("", *GROUPS, *(name for name in groups if name not in ("", *GROUPS))):
            if group in groups:
                title = f"{group.capitalize()} options" if group else "Options"
                with formatter.section(title):
                    formatter.write_dl(groups[group])

    def _flags(self, known: Mapping[str, Option[Any]]) -> list[Flag]:
        """Return the flags of options that the command does not take in a way of its own."""
        fixed = {name for param in self.fixed for name in param.opts}
        for name in known if not self.makes else ():
            if f"--{name}" in fixed:
                message = f"The option “{name}” of a plug-in is one of this command’s own."
                warn(UsageError(message, hint="Its product gets the default."))
        return [Flag(option) for name, option in known.items() if f"--{name}" not in fixed]

    def _declared_options(self) -> Mapping[str, Option[Any]]:
        return options_of(self.makes, bundled_formats()) if self.makes else all_options()

    def _options_meant(self, args: list[str]) -> Mapping[str, Option[Any]]:
        """Return the options that these words may mean, importing no more products than needed."""
        named = [word for word in args if not word.startswith("-") and is_bundled(word)]
        if self.makes or not named or {"--help", "-h"} & set(args):
            return self._declared_options()
        known = options_of(with_companions(named), bundled_formats())
        fixed = {name for param in self.fixed for name in (*param.opts, *param.secondary_opts)}
        for word in args:
            name = word.partition("=")[0]
            if name.startswith("--") and name not in fixed and not _find_option(name, known):
                return all_options()
        return known


def chosen_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were chosen, by their names."""
    return {name.replace("_", "-"): value for name, value in values.items() if value is not None}


def _find_option(name: str, known: Mapping[str, Option[Any]]) -> Option[Any] | None:
    """Return the option that a word with dashes means."""
    word = name.removeprefix("--")
    option = find_option(word, known)
    if option is None and word.startswith("no-"):
        option = find_option(word.removeprefix("no-"), known)
        return option if option is not None and option.kind == SWITCH else None
    return option


def _respell_flags(args: list[str], known: Mapping[str, Option[Any]]) -> list[str]:
    """Return the words with today's spelling of every flag."""
    result: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            return [*result, word, *words]
        name, sign, value = word.partition("=")
        option = _find_option(name, known) if name.startswith("--") else None
        if option is not None:
            negated = name.startswith("--no-") and find_option(name[2:], known) is None
            word = f"--{'no-' if negated else ''}{option.name}{sign}{value}"
        elif name == "--values":
            value = value if sign else next(words, "")
            result += _OLD_VALUES.get((name, value), [name, value])
            continue
        result.append(word)
    return result

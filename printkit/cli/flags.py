"""Flags of the command line, made from the options of products, impositions and formats.

In: declarations of options, the typed words. Out: click options in the groups of the declarations,
and the chosen values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import click

from printkit.base.errors import Sentence, UsageError, warn
from printkit.base.options import (
    CHOICE,
    COUNT,
    GROUPS,
    LENGTH,
    NAME,
    PROFILE,
    SWITCH,
    Option,
    group_title,
)
from printkit.base.units import format_mm
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import PRINTER, TypedValue, from_command_line
from printkit.cli.speech import language, spoken_content
from printkit.jobs.job import Job
from printkit.jobs.options import all_options, options_of
from printkit.model.load import language_of
from printkit.pieces.kit import with_companions
from printkit.pieces.options import EDITION, THEME
from printkit.pieces.registry import is_bundled
from printkit.writers import bundled_formats

_METAVARS = {LENGTH: "LENGTH", COUNT: "NUMBER", NAME: "NAME"}


class Flag(click.Option):
    """The flag of a declared option; its value is None if nothing was chosen."""

    def __init__(self, option: Option[Any]) -> None:
        flag = f"--{option.name}"
        is_file = option.name in (THEME.name, EDITION.name)
        value: TypedValue | None = TypedValue(
            option.accept, partial(_metavar, option), option.known, files=is_file
        )
        if option.kind == SWITCH:
            flag, value = f"{flag}/--no-{option.name}", None
        elif option.kind == PROFILE:
            value = PRINTER
        names = [flag, option.name.replace("-", "_")]
        super().__init__(names, type=value, default=None, help=_help_text(option))
        self.declared = option


def _metavar(option: Option[Any]) -> str:
    return f"[{'|'.join(option.known())}]" if option.kind == CHOICE else _METAVARS[option.kind]


def _help_text(option: Option[Any]) -> str:
    """Return the help of an option, with its choices and its default."""
    text = option.help(language())
    known = option.known() if option.kind == NAME else ()
    if known:
        text = f"{text[:-1]} ({', '.join(known)})."
    if option.kind == SWITCH:
        return text
    default = option.default_help(language()) or str(option.default)
    if option.kind == LENGTH and option.default is not None:
        default = f"{format_mm(option.default)}mm"
    return f"{text}  [default: {default}]"


class JobCommand(ConfiguredCommand):
    """A command with the flags of its products.

    `makes` are the keys of these products. Without it, the flags are those of the products on the
    command line, or of all.
    """

    def __init__(self, *args: Any, makes: Iterable[str] = (), **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.makes = tuple(makes)
        self.fixed = list(self.params)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        self.params = [*self.fixed, *self._flags(self._options_meant(args))]
        return super().make_context(info_name, args, parent, **extra)

    def every_param(self) -> list[click.Parameter]:
        """Return all parameters that the command may have, for any products."""
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
                title = "Options"
                if group:
                    title = Sentence("{group} options", group=group_title(group, language()))
                with formatter.section(title):
                    formatter.write_dl(groups[group])

    def _flags(self, known: Mapping[str, Option[Any]]) -> list[Flag]:
        """Return the flags of options, except those that the command defines itself."""
        fixed = {name for param in self.fixed for name in param.opts}
        for name in known if not self.makes else ():
            if f"--{name}" in fixed:
                message = (
                    f"The option “{name}” of a plug-in has the name of one of this command’s own."
                )
                warn(UsageError(message, hint="Its product gets the default."))
        return [Flag(option) for name, option in known.items() if f"--{name}" not in fixed]

    def _declared_options(self) -> Mapping[str, Option[Any]]:
        return options_of(self.makes, bundled_formats()) if self.makes else all_options()

    def _options_meant(self, args: list[str]) -> Mapping[str, Option[Any]]:
        """Return the options that a command line may name, with few imports of products."""
        named = [word for word in args if not word.startswith("-") and is_bundled(word)]
        if self.makes or not named or {"--help", "-h"} & set(args):
            return self._declared_options()
        known = options_of(with_companions(named), bundled_formats())
        fixed = {name for param in self.fixed for name in (*param.opts, *param.secondary_opts)}
        for word in args:
            name = word.partition("=")[0]
            if name.startswith("--") and name not in fixed and not _is_flag(name, known):
                return all_options()
        return known


def job_of(parameters: Mapping[str, Any], **fields: Any) -> Job:
    """Return the job of a command: its parameters are fields or options; `fields` take precedence.

    Options that were not typed are settings. Pages are in the language that is spoken unless
    others are asked for, or the definition declares others.
    """
    given = {name: value for name, value in parameters.items() if value is not None}
    own = {name: value for name, value in given.items() if name in Job.__struct_fields__}
    own |= fields
    if not own.get("languages"):
        own["languages"] = (language_of(own.get("variant", ""), spoken_content()[0]),)
    chosen = {name: value for name, value in given.items() if name not in own}
    settings = [name for name in chosen if not from_command_line(name)]
    return Job(
        **own,
        options={name.replace("_", "-"): value for name, value in chosen.items()},
        defaults=tuple(name.replace("_", "-") for name in settings),
    )


def _is_flag(word: str, known: Mapping[str, Option[Any]]) -> bool:
    """Return True if a word is the flag of one of these options."""
    name = word.removeprefix("--")
    if name in known:
        return True
    switch = known.get(name.removeprefix("no-"))
    return switch is not None and switch.kind == SWITCH

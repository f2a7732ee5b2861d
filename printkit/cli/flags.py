"""Flags of the command line, made from the options of products, impositions and formats.

Input: declarations of options, the typed words. Output: click options in the groups of the
declarations, and the chosen values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import click

from printkit.base.errors import UsageError, warn
from printkit.base.geometry import format_mm
from printkit.base.options import CHOICE, COUNT, LENGTH, NAME, PROFILE, SWITCH, Option
from printkit.base.plugins import PRODUCTS, WRITERS, bundled, is_bundled
from printkit.base.sentences import Sentence
from printkit.cli.options import PRINTER, TypedValue, from_command_line, names_type
from printkit.cli.speech import language, spoken_content
from printkit.jobs.job import Job, all_options, options_of
from printkit.model.load import language_of
from printkit.pieces.kits import with_companions
from printkit.pieces.options import EDITION, SHAPE, TEXT_FORMATS, THEME
from printkit.pieces.protocols import formats

format_option = click.option(
    "--format",
    "formats",
    type=names_type(
        lambda: sorted([*formats(), *TEXT_FORMATS]),
        "formats",
        lambda: (*bundled(WRITERS), *TEXT_FORMATS),
    ),
    default=None,
    help="Formats to write.  [default: pdf; for booklets, also html and markdown]",
)
_METAVARS = {LENGTH: "LENGTH", COUNT: "NUMBER", NAME: "NAME"}


class Flag(click.Option):
    """The flag of a declared option. Its value is None unless the user gives one.

    Its help text is made on first use, because few command lines need it.
    """

    def __init__(self, option: Option[Any]) -> None:
        self.declared = option
        flag = f"--{option.name}"
        is_file = option.name in (THEME.name, EDITION.name, SHAPE.name)
        value: TypedValue | None = TypedValue(
            option.accept, partial(_metavar, option), option.known, files=is_file
        )
        if option.kind == SWITCH:
            flag, value = f"{flag}/--no-{option.name}", None
        elif option.kind == PROFILE:
            value = PRINTER
        names = [flag, option.name.replace("-", "_")]
        super().__init__(names, type=value, default=None)

    @property
    def help(self) -> str | None:
        """The help of the option, with its choices and its default."""
        option = self.declared
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

    @help.setter
    def help(self, text: str | None) -> None:
        """Ignore the text of click, which is always None here."""


def _metavar(option: Option[Any]) -> str:
    return f"[{'|'.join(option.known())}]" if option.kind == CHOICE else _METAVARS[option.kind]


def declared_options(makes: Collection[str]) -> Mapping[str, Option[Any]]:
    """Return the options of the products `makes`, or of all products if it is empty."""
    return options_of(makes, bundled(WRITERS)) if makes else all_options()


def options_meant(args: Sequence[str], fixed: Collection[str]) -> Mapping[str, Option[Any]]:
    """Return the options that a command line may contain, importing as few products as possible.

    `fixed` are the flags of the command itself.
    """
    named = [word for word in args if not word.startswith("-") and is_bundled(PRODUCTS, word)]
    if not named or {"--help", "-h"} & set(args):
        return all_options()
    known = options_of(with_companions(named), bundled(WRITERS))
    for word in args:
        name = word.partition("=")[0]
        if name.startswith("--") and name not in fixed and not _is_flag(name, known):
            return all_options()
    return known


def warn_of_clashes(names: Iterable[str], fixed: Collection[str]) -> None:
    """Warn of options of plug-ins that have the name of a flag of the command itself."""
    for name in names:
        if f"--{name}" in fixed:
            message = Sentence(
                "The option “{name}” of a plug-in has the same name as an option of this command.",
                name=name,
            )
            warn(UsageError(message, hint="Its product uses the default."))


def job_of(parameters: Mapping[str, Any], **fields: Any) -> Job:
    """Return the job of a command: its parameters are fields or options; `fields` take precedence.

    Options that were not typed are settings. Pages are in the language of the command line, unless
    other languages are requested or the definition declares others.
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

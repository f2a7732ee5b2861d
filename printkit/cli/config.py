"""printkit.toml: the user's own defaults and printer profiles.

The file of the working folder takes precedence over the file in the user's settings folder; both
are optional. All errors in a file are reported at once, each with its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import click
import msgspec
from msgspec import Meta

from printkit.base.content import TomlFile, parse_toml
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError
from printkit.base.files import exists, read_text, resolve_within
from printkit.base.limits import MAX_SETTINGS_BYTES
from printkit.base.paper_sizes import USUAL_PAPER, usual_paper
from printkit.base.printer_profile import Profile, ProfileName, ProfileTable
from printkit.base.record_faults import RecordHome, diagnose, find_faults, look_up_among
from printkit.base.records import Fault, Part, build, record_schema
from printkit.base.sentences import Sentence, quote
from printkit.cli.speech import DEFAULTS as DEFAULTS
from printkit.cli.speech import PROJECT_CONFIG as PROJECT_CONFIG
from printkit.cli.speech import Command, of_click, system_locale
from printkit.cli.speech import user_config_path as user_config_path

PRINTERS = "printers"
# The noun for such a file in errors.
NOUN = "settings file"
# `[defaults]` may hold the options of this command.
_BUILD = "build"
# Where the files of one build go: no default.
_FOR = "for"
# The option of the paper, and the variables of its locale; the first variable set wins.
_PAPER, _PAPER_LOCALE = "paper", ("LC_ALL", "LC_PAPER", "LANG")
# The option of the output folder.
_OUT = "out"


# --- files --------------------------------------------------------------------------------------

_OptionName = Annotated[str, Meta(extra={"names": "defaults"})]
_PrinterName = Annotated[str, Meta(extra={"names": "printers"})]


class SettingsFile(Part):
    """A printkit.toml."""

    defaults: dict[_OptionName, Any] = {}
    """the values of options, by their names on the command line"""
    printers: dict[_PrinterName, ProfileTable] = {}
    """the profiles of printers by name; “printkit calibrate” saves them"""


class Settings(TomlFile, dict=True):
    """A printkit.toml of a user, with its errors of form."""

    @cached_property
    def faults(self) -> list[Fault]:
        """The errors of tables, names and profiles; errors in default values are found later."""
        names = look_up_among("defaults", lambda: self.options)
        lookups = {"defaults": names, "printers": _check_name}
        home = RecordHome(Sentence("the settings"))
        return [*find_faults(SettingsFile, self.data, home, lookups, forms=True)]

    @cached_property
    def options(self) -> dict[str, click.Option]:
        """The options that may have a default, by name; none if the file has no defaults."""
        return default_options() if self.defaults else {}

    @property
    def defaults(self) -> dict[str, Any]:
        """The values of `[defaults]` as they are written."""
        values = self.data.get(DEFAULTS)
        return values if isinstance(values, dict) else {}

    def profiles(self) -> dict[str, Profile]:
        """Return the profiles by name. Raises DefinitionError with all errors of the file."""
        self.refuse(self.faults)
        if PRINTERS not in self.data:
            return {}
        read = msgspec.convert(self.data, SettingsFile, dec_hook=partial(build, home=None))
        return {name: table.profile(name) for name, table in read.printers.items()}

    def refuse(self, faults: Sequence[Fault], others: Sequence[Diagnostic] = ()) -> None:
        """Raise DefinitionError for errors, if there are any; `others` are the errors of other
        files.
        """
        if faults or others:
            own = diagnose(faults, str(self.path), self.positions.find)
            raise DefinitionError((*own, *others))


def _check_name(name: str) -> Fault | None:
    return ProfileName.refuse_form(name, None)


def read_settings(path: Path) -> Settings:
    """Read a printkit.toml. Raises PrintkitError if it cannot be read."""
    text = read_text(path, noun=NOUN, max_bytes=MAX_SETTINGS_BYTES)
    return Settings(path, text, parse_toml(text, path))


def settings_files() -> list[Settings]:
    """Return the existing files; the file of the working folder comes first.

    Raises PrintkitError if one cannot be read.
    """
    paths = [path for path in (PROJECT_CONFIG, user_config_path()) if exists(path)]
    if len(paths) == 2 and paths[0].samefile(paths[1]):
        paths.pop()
    return [read_settings(path) for path in paths]


def load_profiles() -> dict[str, tuple[Profile, Settings]]:
    """Return all profiles by name, each with its file. Raises PrintkitError if a file has
    errors.
    """
    result: dict[str, tuple[Profile, Settings]] = {}
    for settings in settings_files():
        for name, profile in settings.profiles().items():
            result.setdefault(name, (profile, settings))
    return result


# --- defaults -----------------------------------------------------------------------------------


class ConfiguredCommand(Command):
    """A command whose options take their defaults from printkit.toml.

    `takes` names these options (without --); None means all options of `[defaults]`. With
    `ignores_faults` the command ignores errors in the file, which a build reports.
    """

    def __init__(
        self,
        *args: Any,
        takes: Sequence[str] | None = None,
        ignores_faults: bool = False,
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self.takes = takes
        self.ignored = (PrintkitError,) if ignores_faults else ()

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        if not {"--help", "-h"} & set(args):  # help works with any file
            # A shell that completes a command hears of no faults.
            ignored = (PrintkitError,) if extra.get("resilient_parsing") else self.ignored
            with suppress(*ignored):
                # The paper of the user's country, if it is not the usual one.
                reads_paper = self.takes is None or _PAPER in self.takes
                local = usual_paper(system_locale(_PAPER_LOCALE)) if reads_paper else USUAL_PAPER
                defaults = {} if local == USUAL_PAPER else {_PAPER: local}
                extra.setdefault("default_map", defaults | _find_defaults(self))
        return super().make_context(info_name, args, parent, **extra)


def _find_defaults(command: ConfiguredCommand) -> dict[str | None, Any]:
    """Return the defaults of printkit.toml for a command, by the names of its parameters.

    Raises DefinitionError with all errors of a file. In a file without errors of form, only the
    values that the command uses are checked.
    """
    result: dict[str | None, Any] = {}
    for settings in settings_files():
        values = _DefaultValues(settings)
        own_options = _options_by_name(command) if values.words else {}
        for word in list(values.words):
            if word not in own_options or word not in (command.takes or settings.options):
                continue
            if (typed := values.read(word)) is None:
                continue
            with suppress(click.BadParameter):  # a value for builds only
                own_options[word].type_cast_value(click.Context(command), typed)
                result.setdefault(own_options[word].name, typed)
        with suppress(*command.ignored):
            values.refuse()
    return result


class _DefaultValues:
    """The default values of a file, and all errors of the file."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.words = [word for word in settings.defaults if word in settings.options]
        self.faults, self.others = [*settings.faults], list[Diagnostic]()

    def read(self, word: str) -> Any:
        """Return the value of an option as it is typed, or None if it has an error."""
        self.words.remove(word)
        option = self.settings.options[word]
        try:
            typed = _as_typed(option, self.settings.defaults[word])
            if option.name == _OUT:
                _check_out(self.settings, typed)
            _check_value(option, typed)
        except DefinitionError as error:  # those of a file with its own place
            self.others += error.problems
        except PrintkitError as error:
            self.faults.append(Fault((DEFAULTS, word), error.message, error.hint or ""))
        else:
            return typed
        return None

    def refuse(self) -> None:
        """Raise DefinitionError if there are errors, after checking the values that have not been
        read.
        """
        if self.faults or self.others:
            for word in list(self.words):
                self.read(word)
        self.settings.refuse(self.faults, self.others)


def default_options() -> dict[str, click.Option]:
    """Return the options that may have a default, by name."""
    options = _options_by_name(_build_command())
    options.pop(_FOR)
    return options


def _build_command() -> click.Command:
    command: click.Command = import_module(f"printkit.cli.commands.{_BUILD}").command
    return command


def _check_value(option: click.Option, typed: Any) -> None:
    """Raise PrintkitError for a value that a build does not accept."""
    try:
        option.type_cast_value(click.Context(_build_command()), typed)
    except click.BadParameter as error:
        cause = error.__cause__
        if not isinstance(cause, PrintkitError):
            raise PrintkitError(of_click(error.message)) from None
        raise cause from None


def _check_out(settings: TomlFile, out: str) -> None:
    """Refuse an output folder outside the working folder if the settings file of the working folder
    names it.

    That file may be untrusted. Raises PrintkitError.
    """
    user = user_config_path()
    is_users = exists(user) and settings.path.samefile(user)
    if not is_users and resolve_within(Path(), out) is None:
        raise PrintkitError(
            "This leads out of the folder of this file.",
            hint=Sentence(
                "Name a folder inside it. With -o or in your own settings ({user}), you can "
                "name any folder.",
                user=user,
            ),
        )


def _options_by_name(command: click.Command) -> dict[str, click.Option]:
    """Return all options of a command by their long names, without the dashes."""
    params = getattr(command, "every_param", lambda: command.params)()
    options = [param for param in params if isinstance(param, click.Option)]
    return {name[2:]: option for option in options for name in option.opts if name.startswith("--")}


def _as_typed(option: click.Option, value: Any) -> Any:
    """Return a TOML value as it is typed on a command line. Raises PrintkitError."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise PrintkitError(
                Sentence("{value} is neither yes nor no.", value=quote(value)),
                hint="Write true or false.",
            )
        return value
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, str | int | float):
            raise PrintkitError(
                Sentence("{part} is not a text in quotes.", part=quote(part)),
                hint="Write it as on the command line.",
            )
    words = [_expand_home(str(part)) for part in parts]
    return words if option.multiple else ",".join(words)


def _expand_home(word: str) -> str:
    """Expand `~/` at the start of a path."""
    return str(Path(word).expanduser()) if word.startswith("~/") else word


# --- schema --------------------------------------------------------------------------------------


def settings_schema() -> dict[str, Any]:
    """Return the JSON Schema of a printkit.toml, with the options that may have a default."""
    schema = record_schema(SettingsFile)
    parts: list[dict[str, Any]] = [{"type": kind} for kind in ("string", "number", "integer")]
    typed = {"anyOf": [*parts, {"type": "array", "items": {"anyOf": parts}}]}
    schema["properties"][DEFAULTS] |= {
        "properties": {
            name: {
                **({"type": "boolean"} if option.is_flag else typed),
                "description": option.help or "",
            }
            for name, option in default_options().items()
        },
        "additionalProperties": False,
    }
    return schema

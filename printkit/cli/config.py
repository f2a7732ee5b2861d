"""printkit.toml: the user's own defaults and printer profiles.

The file of the working folder takes precedence over that of the user's folder of settings; both are
optional. All errors in a file are reported at once, each with its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import field

from printkit.base.content import KeyPath, TomlFile, dotted, parse_toml
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean
from printkit.base.files import exists, read_text, resolve_within
from printkit.base.limits import MAX_SETTINGS_BYTES
from printkit.base.paper_sizes import USUAL_PAPER, usual_paper
from printkit.base.printer_profile import READINGS, Profile, parse_name
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


class _Faults(msgspec.Struct):
    """The errors in a file, which are reported all at once."""

    settings: TomlFile
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def add(self, key: KeyPath, message: str, accepted: str = "") -> None:
        """Add an error about the value of a key, with its place."""
        self.diagnostics.append(self.settings.problem(key, message, accepted))

    @contextmanager
    def collected(self, key: KeyPath) -> Iterator[None]:
        """Context manager: add a PrintkitError as an error about a key."""
        try:
            yield
        except DefinitionError:  # the error of a file with its own place
            raise
        except PrintkitError as error:
            self.add(key, error.message, error.hint or "")

    def require_table(self, key: KeyPath, value: Any) -> dict[str, Any]:
        """Return the value if it is a table; otherwise add an error and return an empty table."""
        if isinstance(value, dict):
            return value
        self.add(key, "This is not a table.", Sentence("Write [{dotted}].", dotted=dotted(key)))
        return {}

    def check_known(self, key: KeyPath, names: Sequence[str], kind: str) -> bool:
        """Return True if the last part of the key is known here; otherwise add an error."""
        if key[-1] in names:
            return True
        self.add(
            key,
            Sentence("“{key}” is not known here.", key=key[-1]),
            did_you_mean(str(key[-1]), names, kind),
        )
        return False

    def raise_all(self) -> None:
        """Raise DefinitionError if there are any errors."""
        if self.diagnostics:
            raise DefinitionError(self.diagnostics)


# --- files --------------------------------------------------------------------------------------


def read_settings(path: Path) -> TomlFile:
    """Read a printkit.toml. Raises PrintkitError."""
    text = read_text(path, noun=NOUN, max_bytes=MAX_SETTINGS_BYTES)
    settings = TomlFile(path, text, parse_toml(text, path))
    faults = _Faults(settings)
    for key, value in settings.data.items():
        if faults.check_known((key,), (DEFAULTS, PRINTERS), "tables"):
            faults.require_table((key,), value)
    faults.raise_all()
    return settings


def settings_files() -> list[TomlFile]:
    """Return the existing files, that of the working folder first. Raises PrintkitError."""
    paths = [path for path in (PROJECT_CONFIG, user_config_path()) if exists(path)]
    if len(paths) == 2 and paths[0].samefile(paths[1]):
        paths.pop()
    return [read_settings(path) for path in paths]


# --- printer profiles ---------------------------------------------------------------------------


def load_profiles() -> dict[str, tuple[Profile, TomlFile]]:
    """Return all profiles by name, each with its file. Raises PrintkitError."""
    result: dict[str, tuple[Profile, TomlFile]] = {}
    for settings in settings_files():
        faults = _Faults(settings)
        for name, raw in settings.data.get(PRINTERS, {}).items():
            result.setdefault(name, (_parse_profile(faults, name, raw), settings))
        faults.raise_all()
    return result


def _parse_profile(faults: _Faults, name: str, raw: Any) -> Profile:
    """Parse the table of a profile, and add its errors."""
    key = (PRINTERS, name)
    with faults.collected(key):
        parse_name(name)
    values: dict[str, Any] = {}
    for word, value in faults.require_table(key, raw).items():
        if faults.check_known((*key, word), list(READINGS), "readings"):
            with faults.collected((*key, word)):
                values[word.replace("-", "_")] = READINGS[word](str(value))
    return Profile(name, **values)


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
                extra.setdefault("default_map", self._local_defaults() | _find_defaults(self))
        return super().make_context(info_name, args, parent, **extra)

    def _local_defaults(self) -> dict[str | None, Any]:
        """Return the paper of the user's country, if it is not the usual one."""
        if self.takes is not None and _PAPER not in self.takes:
            return {}
        usual = usual_paper(system_locale(_PAPER_LOCALE))
        return {} if usual == USUAL_PAPER else {_PAPER: usual}


def _find_defaults(command: ConfiguredCommand) -> dict[str | None, Any]:
    """Return the defaults of printkit.toml for a command, by the names of its parameters."""
    files = settings_files()
    if not any(settings.data.get(DEFAULTS) for settings in files):
        return {}
    build = import_module(f"printkit.cli.commands.{_BUILD}").command
    known, own_options = _options_by_name(build), _options_by_name(command)
    known.pop(_FOR)
    result: dict[str | None, Any] = {}
    for settings in files:
        faults = _Faults(settings)
        for word, value in settings.data.get(DEFAULTS, {}).items():
            key = (DEFAULTS, word)
            if not faults.check_known(key, list(known), "defaults"):
                continue
            if word not in own_options or word not in (command.takes or known):
                continue
            with faults.collected(key):
                typed = _as_typed(known[word], value)
                if known[word].name == _OUT:
                    _check_out(settings, typed)
                try:
                    known[word].type_cast_value(click.Context(build), typed)
                except click.BadParameter as error:
                    cause = error.__cause__
                    if not isinstance(cause, PrintkitError):
                        raise PrintkitError(of_click(error.message)) from None
                    raise PrintkitError(cause.message, hint=cause.hint) from None
                with suppress(click.BadParameter):  # a value for builds only
                    own_options[word].type_cast_value(click.Context(command), typed)
                    result.setdefault(own_options[word].name, typed)
        with suppress(*command.ignored):
            faults.raise_all()
    return result


def _check_out(settings: TomlFile, out: str) -> None:
    """Refuse an output folder outside the working folder in the file of the working folder.

    The file of the working folder may be untrusted. Raises PrintkitError.
    """
    user = user_config_path()
    is_users = exists(user) and settings.path.samefile(user)
    if not is_users and resolve_within(Path(), out) is None:
        raise PrintkitError(
            "This leads out of the folder of this file.",
            hint=Sentence(
                "Name a folder in it; -o and your own settings ({user}) may name any.", user=user
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
    """Expand `~` at the start of a path as a shell does."""
    return str(Path(word).expanduser()) if word.startswith("~/") else word

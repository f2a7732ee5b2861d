"""Print text, sentences and JSON on the terminal in the language of the command line.

The language is set by `--lang`, else by `lang` in printkit.toml, else by the locale. The code
contains English sentences, and `tell` translates them. Pages built without `--lang` use the same
language.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printkit.base.limits import MAX_SETTINGS_BYTES
from printkit.base.sentences import (
    FOLDER,
    Sentence,
    bundled_catalogue,
    content_root,
    escape_invisible,
    shorten,
    take_first,
)

if TYPE_CHECKING:
    from printkit.base.errors import Diagnostic, PrintkitError


# --- speech --------------------------------------------------------------------------------------

FILE = "printkit.toml"
PROJECT_CONFIG = Path(FILE)
DEFAULTS = "defaults"
ENGLISH = "en"
# The variables of a locale; the first variable set wins.
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_CODE = r"[a-z]{2,3}(?![a-z])"
# A name of a value in help: VARIANT, LENGTH.
_PLACEHOLDER = r"[A-Z]{3,}(?: RANGE)?"
# The mark of a paragraph of help that is not wrapped.
_AS_IT_STANDS = "\b"
# Click wraps help with `textwrap`, which breaks lines at hyphens. It does not break at this one.
_HYPHEN, _NON_BREAKING_HYPHEN = "-", "\u2011"

_language = ENGLISH


def choose_language(args: Sequence[str]) -> None:
    """Select the language from the command line, else from the settings, else from the locale."""
    global _language
    _language = next(filter(None, _languages_asked(args)), ENGLISH)


def language() -> str:
    """Return the language of the command line."""
    return _language


def spoken_content() -> tuple[str, ...]:
    """Return the language of the command line if games have texts in it, else the default
    language.
    """
    from printkit.base.messages import known_language  # help does not need it

    return (known_language(_language),)


def spoken_languages() -> list[str]:
    """Return the languages of the command line: English, and those of the catalogues."""
    folder = (content_root() or Path()) / "templates" / FOLDER
    return sorted({ENGLISH, *(path.name for path in folder.glob("*"))})


def tell(text: str) -> str:
    """Return a sentence translated into the language of the command line."""
    return bundled_catalogue(_language).translate(text)


def tell_fault(fault: PrintkitError | Diagnostic) -> str:
    """Return an error in the language of the command line."""
    from printkit.base.messages import translate_fault  # help does not need it

    return fault.translated(partial(translate_fault, _language))


def _languages_asked(args: Sequence[str]) -> Iterator[str]:
    """Yield the requested languages in order of precedence; unknown languages are yielded as empty
    strings.
    """
    for word, value in zip(args[::-1], ("", *args[::-1]), strict=False):
        flag, _, joined = word.partition("=")
        if flag == "--lang":
            yield _known(joined or value)
    yield _known(_of_settings())
    yield _code(system_locale(_LOCALE))


def _known(name: str) -> str:
    """Return the first language of a list or an edition if it is English or has a catalogue, else
    an empty string.
    """
    code = _code(name)
    return code if code == ENGLISH or bundled_catalogue(code).known else ""


def _code(name: str) -> str:
    """Return the language code with which the name of a locale begins, or an empty string."""
    match = re.match(_CODE, name)
    return match[0] if match else ""


def system_locale(variables: Sequence[str]) -> str:
    """Return the value of the first variable that is set, or else the locale of Windows."""
    locale = next(filter(None, map(os.environ.get, variables)), "")
    if locale or sys.platform != "win32":
        return locale
    import ctypes
    from locale import windows_locale

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


# --- wrong usage --------------------------------------------------------------------------------

# The sentences of click. They have their values in them: those with most words come first.
_OF_CLICK = (
    "Invalid value for '{name}': {message}",
    "Invalid value: {message}",
    "Missing argument '{name}'.",
    "Missing option '{name}'.",
    "No such option '{name}'. (Did you mean one of: {near}?)",
    "No such option '{name}'. Did you mean '{near}'?",
    "No such option '{name}'.",
    "No such option: {name}",
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    "Option '{name}' requires an argument.",
    "Option '{name}' does not take a value.",
    "'{value}' is not a valid integer range.",
    "'{value}' is not a valid integer.",
    "{value} is not in the range {range}.",
    "'{value}' is not one of {choices}.",
)


def of_click(text: str) -> str:
    """Return a message of click with its template and values; other texts are unchanged."""
    if isinstance(text, Sentence):
        return text
    for template in _OF_CLICK:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(template))
        if match := re.fullmatch(pattern, text, re.DOTALL):
            values = match.groupdict()
            for name, value in values.items():
                values[name] = of_click(value) if name == "message" else shorten(value)
            return Sentence(template, **values)
    return text


def tell_click(error: click.ClickException) -> list[str]:
    """Return the lines of an error of click in the language of the command line."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    lines: list[str] = []
    if context is not None:
        lines += context.get_usage().split("\n")
        if context.command.get_help_option(context) is not None:
            way = Sentence("Try '{command} --help' for help.", command=context.command_path)
            lines.append(tell(way))
        lines.append("")
    fault = Sentence("Error: {message}", message=of_click(error.format_message()))
    return [*lines, *tell(fault).split("\n")]


# --- settings -----------------------------------------------------------------------------------


def user_config_path() -> Path:
    """Return the path of printkit.toml in the user's folder of settings."""
    return Path(click.get_app_dir("printkit")) / FILE


def _of_settings() -> str:
    """Return `lang` of printkit.toml. A faulty file is reported by the commands that use it."""
    for path in (PROJECT_CONFIG, user_config_path()):
        with suppress(OSError, ValueError, LookupError, TypeError):
            if path.is_file() and path.stat().st_size <= MAX_SETTINGS_BYTES:
                # Most people have no such file.
                from printkit.base.content import parse_toml
                from printkit.base.errors import PrintkitError

                with suppress(PrintkitError):
                    lang = parse_toml(path.read_text("utf-8"), path)[DEFAULTS]["lang"]
                    return str(lang[0] if isinstance(lang, list) else lang)
    return ""


# --- help ---------------------------------------------------------------------------------------


def _tell_placeholders(text: str) -> str:
    """Return a metavar in the language of the command line."""
    if _language == ENGLISH:
        return text
    languages, sign, edition = text.partition(" or ")
    if sign:
        text = tell(Sentence(f"{{languages}} or {edition}", languages=languages))
    return re.sub(_PLACEHOLDER, lambda match: tell(match[0]), text)


def _tell_help(text: str) -> str:
    """Return the help of an option, followed by its default."""
    words, *extras = text.split("  [")
    parts = [tell(words)]
    for extra in extras:
        name, colon, value = extra[:-1].partition(": ")
        value = Sentence(value) if " " in value else value  # words of ours, or a value as typed
        parts.append(tell(Sentence(f"[{name}: {{value}}]", value=value) if colon else f"[{extra}"))
    return "  ".join(parts)


def _tell_paragraph(paragraph: str) -> str:
    """Return a paragraph of help; in examples, only the title and the remarks are translated."""
    if not paragraph.startswith(_AS_IT_STANDS):
        return tell(" ".join(paragraph.split()))
    return "\n".join(tell(line) for line in paragraph.splitlines())


def _bind(text: str) -> str:
    """Return help in which no line ends inside a name with hyphens, such as --card-size."""
    return text.replace(_HYPHEN, _NON_BREAKING_HYPHEN)


class _Formatter(click.HelpFormatter):
    """Writes help in the language of the command line. Names with hyphens stay on one line, so that
    they can be copied.
    """

    def write(self, string: str) -> None:
        super().write(string.replace(_NON_BREAKING_HYPHEN, _HYPHEN))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        prefix = f"{tell('Usage:')} " if prefix is None else prefix
        super().write_usage(prog, _bind(_tell_placeholders(args)), prefix)

    def write_heading(self, heading: str) -> None:
        title = tell(Sentence("{heading}:", heading=tell(heading)))
        self.write(f"{'':>{self.current_indent}}{title}\n")

    def write_text(self, text: str) -> None:
        paragraphs = inspect.cleandoc(text).split("\n\n")
        super().write_text(_bind("\n\n".join(map(_tell_paragraph, paragraphs))))

    def write_dl(self, rows: Iterable[tuple[str, str]], *args: Any, **settings: Any) -> None:
        rows = [(_tell_placeholders(name), _bind(_tell_help(text))) for name, text in rows]
        super().write_dl(rows, *args, **settings)


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """A command whose help is in the language of the command line."""

    context_class = _Context

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if isinstance(self.epilog, Sentence):
            formatter.write_paragraph()
            with formatter.indentation():
                click.HelpFormatter.write_text(formatter, _bind(tell(self.epilog)))
        else:
            super().format_epilog(ctx, formatter)


class SpokenGroup(click.Group):
    """A group whose help is in the language of the command line."""

    context_class = _Context


# --- output --------------------------------------------------------------------------------------


def echo(text: str, *, err: bool = False) -> None:
    """Print text with its invisible characters escaped, because a terminal might interpret them.

    In JSON an escaped character means the same.
    """
    click.echo(escape_invisible(text, keep="\n"), err=err)


def print_sentence(template: str, *, err: bool = False, **values: Any) -> None:
    """Print a translated sentence with values in its placeholders."""
    echo(tell(Sentence(template, **values)), err=err)


def echo_some(
    lines: Sequence[str],
    more: str = "  … and {count} more; --json lists all.",
    *,
    err: bool = False,
) -> None:
    """Print the first lines of a listing, and the number of those left out."""
    shown, left = take_first(lines)
    for line in shown:
        echo(line, err=err)
    if left:
        print_sentence(more, err=err, count=left)


def echo_json(data: Any) -> None:
    """Print plain data as JSON."""
    import json  # most commands print words

    text = json.dumps(data, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # an escaped letter is the same letter, a replaced one is another
        text = json.dumps(data, indent=2)
    echo(text)


def shows_progress() -> bool:
    """Return True if standard error is a terminal that can move its cursor."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

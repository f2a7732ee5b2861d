"""Generate the tables of the manual and the library's keywords from the code and `templates/`.

A page has its tables between `<!-- table: NAME -->` and `<!-- end -->`. Input: the text of a page
and its language. Output: the same text with all its tables updated. A test fails if one is
outdated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from printkit.base.geometry import format_mm
from printkit.base.messages import count_players, in_language
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
from printkit.base.paper_sizes import cards, label_sheet, label_sheet_names, papers
from printkit.cli.app import cli
from printkit.cli.flags import Flag
from printkit.jobs.job import all_options
from printkit.library.answers import ANSWERS, answer_schema
from printkit.library.listings import list_decks, list_products
from printkit.model.load import load_all
from printkit.model.schema import json_schema

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
LIBRARY = ROOT / "printkit" / "jobs" / "job.py"
PLACE = re.compile(r"(<!-- table: ([\w -]+) -->\n)(.*?)(<!-- end -->)", re.S)
# The types of the library's keywords, by the kind of option.
TYPES = {
    LENGTH: "float | str",
    COUNT: "int",
    CHOICE: "str",
    NAME: "str",
    SWITCH: "bool",
    PROFILE: "Profile",
}
# The words of the tables.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "option": "option", "default": "default", "meaning": "meaning", "off": "off",
        "range": "{least} to {most} mm", "name": "name", "what": "description", "game": "game",
        "players": "players", "cards": "cards", "size": "size in mm", "games": "replaces",
        "paper": "paper", "labels": "labels", "recipe": "recipe", "commands": "commands",
        "takes": "time", "lines": "summary",
    },
    "fr": {
        "option": "option", "default": "par défaut", "meaning": "effet", "off": "non",
        "range": "de {least} à {most} mm", "name": "nom", "what": "description", "game": "jeu",
        "players": "joueurs", "cards": "cartes", "size": "taille en mm", "games": "remplace",
        "paper": "papier", "labels": "étiquettes", "recipe": "recette", "commands": "commandes",
        "takes": "durée", "lines": "résumé",
    },
}  # fmt: skip


def write_tables() -> None:
    """Update all tables of the manual and the keywords of the library."""
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        path.write_text(with_tables(text, language_of(path)), encoding="utf-8")
    LIBRARY.write_text(with_keywords(LIBRARY.read_text(encoding="utf-8")), encoding="utf-8")


def language_of(path: Path) -> str:
    """Return the language of a page."""
    return "fr" if path.is_relative_to(DOCS / "fr") else "en"


def with_tables(text: str, language: str) -> str:
    """Return a page with its tables updated."""
    return PLACE.sub(lambda place: f"{place[1]}{make_table(place[2], language)}{place[4]}", text)


def make_table(name: str, language: str) -> str:
    """Return a table by its name: “options build”, “papers” …"""
    kind, _, subject = name.partition(" ")
    return TABLES[kind](subject, language)


def with_keywords(text: str) -> str:
    """Return the source of jobs with the keywords of all options updated."""
    lines = sorted(
        f"    {option.name.replace('-', '_')}: {TYPES[option.kind]}"
        f"{' | None' if option.default is None else ''}\n"
        for option in all_options().values()
    )
    match = re.search(r"^class JobKeywords(?:.*\n)+?\n(?:    .+\n)+\n((?:    .+\n)+)", text, re.M)
    assert match, "no keywords of options"
    return text.replace(match[1], "".join(lines))


def count_commands(text: str) -> int:
    """Return the number of printkit commands on a page."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    return sum(line.startswith("printkit ") for block in blocks for line in block.splitlines())


def _table(language: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table with translated headings."""
    names = [WORDS[language][head] for head in heads]
    lines = [names, ["---"] * len(names), *([str(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


# --- options ------------------------------------------------------------------------------------


def _options_of_command(name: str, language: str) -> str:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    params: list[click.Parameter] = getattr(command, "every_param", lambda: command.params)()
    rows = [_flag_row(param, language) for param in params if isinstance(param, click.Option)]
    return _table(language, ("option", "default", "meaning"), rows)


def _options_by_group(_: str, language: str) -> str:
    parts = []
    for group in GROUPS:
        rows = [
            (f"`--{option.name}`", *_option_texts(option, language))
            for option in all_options().values()
            if option.group == group
        ]
        head = f"\n### {group_title(group, language).capitalize()}\n\n"
        parts.append(head + _table(language, ("option", "default", "meaning"), rows))
    return "".join(parts)


def _flag_row(param: click.Option, language: str) -> tuple[str, str, str]:
    names = ", ".join(f"`{name}`" for name in param.opts)
    texts = _option_texts(param.declared, language) if isinstance(param, Flag) else _texts(param)
    return names, texts[0], texts[1].replace("[default: ", "(default: ")


def _option_texts(option: Option[Any], language: str) -> tuple[str, str]:
    """Return the default and the meaning of a declared option."""
    point = "\u00a0:" if language == "fr" else ":"
    text = option.help(language).rstrip(".")
    known = option.known()
    if known and option.kind in (CHOICE, NAME):
        text += f"{point} {_words(known)}"
    if option.kind == LENGTH and option.maximum is not None:
        ends = (option.minimum or 0, option.maximum)
        least, most = (_decimal(format_mm(end), language) for end in ends)
        bounds = WORDS[language]["range"].format(least=least, most=most)
        separator = "\u202f;" if language == "fr" else ";"
        # One pair of brackets, not two in a row.
        text = f"{text[:-1]}{separator} {bounds})" if text.endswith(")") else f"{text} ({bounds})"
    if default := option.default_help(language):
        return default, f"{text}."
    if option.kind == SWITCH:
        return WORDS[language]["off"], f"{text}."
    value = option.default
    shown = "" if value is None else f"{format_mm(value)}mm" if option.kind == LENGTH else value
    return f"`{shown}`" if shown != "" else "", f"{text}."


def _texts(param: click.Option) -> tuple[str, str]:
    """Return the default and the meaning of an option that a command handles itself."""
    text, _, wording = (param.help or "").partition("  [")
    default = wording.removeprefix("default: ").rstrip("]")
    kind = param.type
    known = getattr(kind, "known", lambda: getattr(kind, "choices", ()))()
    if known:
        text = f"{text.rstrip('.')}: {_words(known)}."
    if not default and param.is_flag:
        default = "off"
    elif not default and isinstance(param.default, str | int | float | Path):
        default = f"`{param.default}`"
    return default, text


def _decimal(number: str, language: str) -> str:
    """Return a number of mm for a reader: French has a decimal comma."""
    return number.replace(".", ",") if language == "fr" else number


def _words(known: Iterable[object]) -> str:
    return " ".join(f"`{word}`" for word in known)


# --- content ------------------------------------------------------------------------------------


def _games(_: str, language: str) -> str:
    rows = (
        (
            f"`{game.slug}`",
            game.name[language],
            count_players(language, game.least_players, game.most_players),
            game.total,
            game.summary[language] if game.summary is not None else "",
        )
        for game in load_all()
    )
    return _table(language, ("game", "name", "players", "cards", "lines"), rows)


def _decks(_: str, language: str) -> str:
    rows = (
        (
            f"`{deck['slug']}`",
            in_language(deck["name"], language),
            deck["cards"],
            " ".join(f"`{game}`" for game in deck["games"]),
        )
        for deck in list_decks()
    )
    return _table(language, ("name", "what", "cards", "games"), rows)


def _products(_: str, language: str) -> str:
    rows = ((f"`{row['key']}`", row["title"][language]) for row in list_products())
    return _table(language, ("name", "what"), rows)


def _sizes(file: str, language: str) -> str:
    rows = (
        (f"`{name}`", " × ".join(_decimal(f"{length:g}", language) for length in row.size))
        for name, row in (papers if file == "papers" else cards)().items()
    )
    return _table(language, ("name", "size"), rows)


def _labels(_: str, language: str) -> str:
    rows = (
        (
            f"`{name}`",
            f"`{sheet.paper.name}`",
            f"{sheet.columns} × {sheet.rows}",
            " × ".join(_decimal(f"{side:g}", language) for side in (sheet.width, sheet.height)),
        )
        for name, sheet in ((name, label_sheet(name)) for name in label_sheet_names())
    )
    return _table(language, ("name", "paper", "labels", "size"), rows)


def _recipes(_: str, language: str) -> str:
    folder = (DOCS if language == "en" else DOCS / language) / "recipes"
    rows = []
    for path in sorted(folder.glob("*.md")):
        if path.stem != "index":
            text = path.read_text(encoding="utf-8")
            title, time = (
                re.search(pattern, text, re.M) for pattern in (r"\A# (.+)", r"(\d+ \w+)\.\*\*$")
            )
            assert title, path
            assert time, path
            rows.append((f"[{title[1]}]({path.name})", count_commands(text), time[1]))
    return _table(language, ("recipe", "commands", "takes"), rows)


# --- definitions --------------------------------------------------------------------------------


def _definition(_: str, language: str) -> str:
    schema = json_schema()
    kinds = schema["$defs"]
    parts = [_keys(schema, kinds)]
    tables = {name: part for name, part in kinds.items() if "properties" in part}
    for name in sorted(tables):
        about = tables[name].get("description", "")
        parts.append(f"\n### {_shown(name)}\n\n{about}\n\n{_keys(tables[name], kinds)}")
    parts.append("\n## Kinds of values\n\n| kind | description |\n|---|---|\n")
    for name in sorted(set(kinds) - set(tables)):
        parts.append(f"| {_shown(name)} | {kinds[name].get('description', '')} |\n")
    return "".join(parts)


def _answers(_: str, language: str) -> str:
    """Return each answer with its keys, then the records in them."""
    parts: list[str] = []
    kinds: dict[str, Any] = {}
    for name, (_kind_of_answer, source) in ANSWERS.items():
        schema = answer_schema(name)
        kinds |= schema["$defs"]
        root, words = schema, "an object"
        if schema.get("type") == "array":
            root, words = schema["items"], "a list; of each entry"
        record = kinds.pop(root["$ref"].rpartition("/")[2])
        about = " ".join(record["description"].split())
        parts.append(f"\n### {name}\n\n`{source}`: {words}. {about}\n\n{_record(record, kinds)}")
    parts.append("\n## Records in answers\n")
    for name in sorted(kinds):
        about = " ".join(kinds[name]["description"].split())
        parts.append(f"\n### {_shown(name)}\n\n{about}\n\n{_record(kinds[name], kinds)}")
    return "".join(parts)


def _record(record: Mapping[str, Any], kinds: Mapping[str, Any]) -> str:
    """Return a table of the keys of a record, with their descriptions, if any."""
    if any("description" in schema for schema in record["properties"].values()):
        return _keys(record, kinds)
    lines = ["| key | value |\n|---|---|\n"]
    for key, schema in record["properties"].items():
        must = " **required**" if key in record.get("required", ()) else ""
        null = " or null" if {"type": "null"} in schema.get("anyOf", ()) else ""
        lines.append(f"| `{key}`{must} | {_kind(schema)}{null} |\n")
    return "".join(lines)


def _keys(table: Mapping[str, Any], kinds: Mapping[str, Any]) -> str:
    """Return the keys of a table of a definition."""
    lines = ["| key | value | meaning |\n|---|---|---|\n"]
    for key, schema in table["properties"].items():
        must = " **required**" if key in table.get("required", ()) else ""
        kind = kinds.get(schema.get("$ref", "").rpartition("/")[2], {})
        text = schema.get("description", kind.get("description", "")).replace("|", "\\|")
        lines.append(f"| `{key}`{must} | {_kind(schema)} | {text} |\n")
    return "".join(lines)


def _kind(schema: Mapping[str, Any]) -> str:
    """Return a description of the values of a key."""
    if "$ref" in schema:
        return _shown(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        forms = [form for form in schema["anyOf"] if form.get("type") != "null"]
        return " or ".join(dict.fromkeys(map(_kind, forms)))
    if "enum" in schema:
        return " ".join(f"`{word}`" for word in schema["enum"])
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {_kind(items)}" if items else "list"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"table of {_kind(values)}" if isinstance(values, Mapping) and values else "table"
    names = {"string": "text", "integer": "number", "number": "number", "boolean": "yes or no"}
    return names.get(schema.get("type", ""), "any")


def _shown(name: str) -> str:
    """Return the name of a kind of value as words: “ExampleHand” → “example hand”."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.strip("_").removesuffix("Data")).lower()


TABLES: Mapping[str, Callable[[str, str], str]] = {
    "options": _options_of_command,
    "groups": _options_by_group,
    "games": _games,
    "decks": _decks,
    "products": _products,
    "sizes": _sizes,
    "labels": _labels,
    "recipes": _recipes,
    "definition": _definition,
    "answers": _answers,
}

"""Build the manual: `python web/docs.py` writes `web/dist/docs/en/` and `web/dist/docs/fr/`.

Zensical (a development dependency) builds the pages of `docs/`. This module adds the pages of the
root folder and adapts the result to the content security policy of the site, which forbids scripts
and styles inside a page. `--write` updates the tables in `docs/` from the code.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import reference

ROOT = reference.ROOT
DOCS = reference.DOCS
LANGUAGES = ("en", "fr")
HERE = Path(__file__).resolve().parent
# Pages from other folders of the source, by their names in the manual.
ROOT_PAGES = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md",
              "security.md": "SECURITY.md"}  # fmt: skip
# The table of contents: a page, or the title of a group with its pages.
RECIPES = ("index", "no-duplex", "sleeves", "shop", "tabletop-simulator", "cutter", "club", "tarot",
           "settle", "own-deck", "face", "plug-in", "language")  # fmt: skip
CONTENTS: dict[str, list[str | tuple[str, list[str]]]] = {
    "en": [
        "index.md",
        "install.md",
        ("Recipes", [f"recipes/{name}.md" for name in RECIPES]),
        ("Guide", ["build.md", "printers.md", "decks.md", "definitions.md", "themes.md",
                   "windows.md"]),
        ("Reference", ["reference/commands.md", "reference/lists.md", "reference/definitions.md",
                       "reference/answers.md", "cookbook.md", "limits.md"]),
        ("Project", ["architecture.md", "contributing.md", "security.md", "benchmarks.md",
                     "changelog.md"]),
    ],
    "fr": [
        "index.md",
        "install.md",
        ("Recettes", [f"recipes/{name}.md" for name in RECIPES]),
        ("Guide", ["build.md", "printers.md", "decks.md", "definitions.md", "themes.md"]),
        ("Référence", ["reference/commands.md", "reference/lists.md"]),
    ],
}  # fmt: skip
TEXTS = {
    "en": {"light": "Light colours", "dark": "Dark colours", "system": "Colours of the system",
           "about": "Sabacc, Kessel Sabacc and Pazaak to print at home",
           "note": "Unofficial fan work · code MIT, texts and art CC BY 4.0"},
    "fr": {"light": "Couleurs claires",
           "dark": "Couleurs sombres", "system": "Couleurs du système",
           "about": "Le sabacc, le sabacc de Kessel et le pazaak, à imprimer chez soi",
           "note": "Création de fans non officielle · code MIT, textes et images CC BY 4.0"},
}  # fmt: skip
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
INLINE = re.compile(r"<script>(.*?)</script>", re.S)
# A row of buttons beside each block of code is not a landmark.
BUTTONS = '"nav",{class:"md-code__nav"', '"div",{class:"md-code__nav"'
# The search puts its styles into its own tree; the policy allows them as a sheet made by a script.
STYLES = re.compile(r"appendChild\(\w+\(\"style\",\{\},(\w+)\.toString\(\)\)\)")
SHEET = r"adoptedStyleSheets=[(s=>(s.replaceSync(\1.toString()),s))(new CSSStyleSheet)]"


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the manual, or update its tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="make the tables of docs/ anew")
    parser.add_argument("--out", type=Path, default=HERE / "dist/docs", help="the folder to make")
    asked = parser.parse_args(arguments)
    if asked.write:
        reference.write_tables()
        return
    build(asked.out)
    print(f"{asked.out}: {sum(1 for _ in asked.out.rglob('*.html'))} pages")


def build(out: Path) -> None:
    """Build the manual in all languages into a folder.

    Raises RuntimeError with Zensical's message if it refuses the manual, for example for a broken
    link.
    """
    shutil.rmtree(out, ignore_errors=True)
    for language in LANGUAGES:
        stage = out / f".stage-{language}"
        gather(language, stage / "pages")
        (stage / "zensical.toml").write_text(settings(language), encoding="utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "zensical.toml"]
        done = subprocess.run(command, cwd=stage, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"Zensical refuses the manual.\n{done.stdout}{done.stderr}")
        (stage / "site").rename(out / language)
        shutil.rmtree(stage)
        for page in (out / language).rglob("*.html"):
            page.write_text(fit_policy(page, out / language), encoding="utf-8")
        for script in (out / language).glob("assets/javascripts/bundle.*.js"):
            text = STYLES.sub(SHEET, script.read_text(encoding="utf-8")).replace(*BUTTONS)
            script.write_text(text, encoding="utf-8")


# --- pages --------------------------------------------------------------------------------------


def pages_of(language: str) -> dict[Path, str]:
    """Return the pages of a language: the source of each, and its name in the manual."""
    folder = DOCS if language == "en" else DOCS / language
    found = {
        path: path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*.md"))
        if reference.language_of(path) == language
    }
    if language == "en":
        found |= {ROOT / source: name for name, source in ROOT_PAGES.items()}
    return found


def gather(language: str, folder: Path) -> None:
    """Copy the pages of a language and their pictures into a folder, and adjust their links."""
    for source, name in pages_of(language).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
        for number in range(0, len(parts), 2):
            parts[number] = _with_links(parts[number], source, name, language)
            for picture in re.findall(r"\]\([./]*pictures/([\w-]+\.png)\)", parts[number]):
                (folder / "pictures").mkdir(exist_ok=True)
                shutil.copy(ROOT / "output/readme" / picture, folder / "pictures")
        target.write_text("".join(parts), encoding="utf-8")
    shutil.copytree(HERE / "manual", folder / "manual")


def _with_links(text: str, source: Path, name: str, language: str) -> str:
    """Return a text with its links changed to links within the manual."""
    up = "../" * name.count("/")

    def place(match: re.Match[str]) -> str:
        address, _, anchor = match[1].partition("#")
        if ":" in address or not address:
            return match[1]
        wanted = Path(os.path.normpath(source.parent / address))
        tail = f"#{anchor}" if anchor else ""
        if wanted.suffix == ".png":
            return f"{up}pictures/{wanted.name}"
        for other in (language, *LANGUAGES):
            if found := pages_of(other).get(wanted):
                if other == language:
                    return f"{up}{found}{tail}"
                return f"{up}../{other}/{found.removesuffix('.md')}.html{tail}"
        return "#"

    # GitHub and Zensical name the headings of a changelog differently, so links to it have no
    # anchor.
    changed = LINK.sub(place, re.sub(r"^\[[^\]]+\]: #.*$", "", text, flags=re.M))
    return re.sub(r"(?<!!)\[([^\]]+)\]\(#\)", r"\1", changed)


def settings(language: str) -> str:
    """Return the settings of Zensical for a language, as TOML."""
    words = TEXTS[language]

    def toml(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    nav = ", ".join(
        toml(entry) if isinstance(entry, str) else f"{{ {toml(entry[0])} = {toml(entry[1])} }}"
        for entry in CONTENTS[language]
    )
    # First the colours of the system; readers may choose light or dark ones.
    schemes = (("", "default", "light", "brightness-auto"),
               (": light", "default", "dark", "white-balance-sunny"),
               (": dark", "slate", "system", "moon-waning-crescent"))  # fmt: skip
    palettes = "".join(
        f"""
[[project.theme.palette]]
media = "(prefers-color-scheme{kind})"
scheme = "{scheme}"
toggle = {{ icon = "material/{icon}", name = {toml(words[other])} }}
"""
        for kind, scheme, other, icon in schemes
    )
    alternates = "".join(
        f"""
[[project.extra.alternate]]
name = {toml({"en": "English", "fr": "Français"}[other])}
link = "../{other}/index.html"
lang = "{other}"
"""
        for other in LANGUAGES
    )
    return f"""[project]
site_name = "printkit"
site_description = {toml(words["about"])}
copyright = {toml(words["note"])}
docs_dir = "pages"
site_dir = "site"
use_directory_urls = false
extra_css = ["manual/manual.css"]
nav = [{nav}]

[project.extra]
generator = false
homepage = "../../index.html"

[project.theme]
language = "{language}"
font = false
logo = "manual/icon.svg"
favicon = "manual/icon.svg"
features = ["navigation.sections", "navigation.footer", "navigation.top", "content.code.copy"]
{palettes}{alternates}
[project.markdown_extensions.admonition]
[project.markdown_extensions.attr_list]
[project.markdown_extensions.tables]
[project.markdown_extensions.toc]
permalink = true
[project.markdown_extensions.pymdownx.superfences]
[project.markdown_extensions.pymdownx.highlight]
pygments_lang_class = true
"""


# --- the policy of the site ---------------------------------------------------------------------


def fit_policy(page: Path, site: Path) -> str:
    """Move the scripts of a page to files, and its styles to classes; return the page."""
    up = "../" * (len(page.relative_to(site).parts) - 1)

    def move(match: re.Match[str]) -> str:
        name = f"assets/{hashlib.sha256(match[1].encode()).hexdigest()[:12]}.js"
        (site / name).write_text(match[1], encoding="utf-8")
        return f'<script src="{up}{name}"></script>'

    text = INLINE.sub(move, page.read_text(encoding="utf-8"))
    return re.sub(r' style="text-align: (left|right|center);?"', r' class="to-\1"', text)


def links_of(page: Path) -> Iterator[str]:
    """Yield the addresses that a page of the manual leads to or loads."""
    text = page.read_text(encoding="utf-8")
    yield from re.findall(r'<[^>]*\s(?:href|src)="?([^"\s>]+)', text)


if __name__ == "__main__":
    main()

"""The pages of the manual, their commands, and the files that readers create."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
READMES = (ROOT / "README.md", ROOT / "README.fr.md")
PAGES = sorted(DOCS.rglob("*.md"))
ENGLISH = [page for page in PAGES if not page.is_relative_to(DOCS / "fr")]
FRENCH = [page for page in PAGES if page not in ENGLISH]


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def shell_blocks(text: str) -> list[str]:
    """Return the blocks to paste into a shell."""
    return re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)


def commands(text: str) -> list[str]:
    """Return the printkit commands in these blocks, without comments."""
    lines = (line for block in shell_blocks(text) for line in block.splitlines())
    return [line.split(" #")[0].strip() for line in lines if line.startswith("printkit ")]


def files(text: str) -> dict[str, str]:
    """Return the files that a reader creates: a line with the name of each, then its block."""
    found = re.findall(r"^`([\w./-]+)`[ \u202f\u00a0]?:\n\n```\w+\n(.*?)^```$", text, re.M | re.S)
    return dict(found)


def definition(slug: str) -> str:
    """Return the definition with a slug, as printed in the manual."""
    found = re.findall(r"^```toml\n(.*?)^```$", read(DOCS / "definitions.md"), re.M | re.S)
    found += re.findall(r"^```toml\n(.*?)^```$", read(DOCS / "decks.md"), re.M | re.S)
    (one,) = (text for text in found if f'slug = "{slug}"' in text)
    return str(one)


def prose(text: str) -> str:
    """Return a page without code, links and comments."""
    for pattern in (r"```.*?```", r"^    [^\n]*$", r"`[^`]*`", r"\]\([^)]*\)", r"<!--.*?-->"):
        text = re.sub(pattern, "", text, flags=re.M | re.S)
    return text


def linked_files(page: Path) -> list[Path]:
    """Return the linked files beside a page."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", read(page), flags=re.S)
    addresses = re.findall(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)", text)
    return [page.parent / address for address in addresses if ":" not in address]

"""Draw sentences at random for a reader: `python -m tests.lots booklets en --count 100 --seed 1`.

Readers who did not write a text count the sentences of a lot that need a rewrite; LOTS lists the
lots that were counted. The same seed draws the same sentences as long as the texts stay the same.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from printkit import list_variants
from tests.support.processes import ROOT, environment, printkit, run

LANGUAGES = ("en", "fr")
LOCALES = {"en": "en_GB.UTF-8", "fr": "fr_FR.UTF-8"}
# A shorter text is a label.
_LEAST_WORDS = 5
_WORDS_JS = ROOT / "web" / "src" / "words.js"


def booklets(language: str) -> Iterator[str]:
    """Yield the lines of the rule booklets of all games."""
    with tempfile.TemporaryDirectory() as folder:
        for game in sorted(entry["slug"] for entry in list_variants()):
            target = Path(folder) / game
            command = ("build", game, "booklet", "--format", "markdown", "--lang", language)
            run(printkit(*command, "-o", target), check=True)
            for path in sorted(target.rglob("*.md")):
                yield from path.read_text("utf-8").splitlines()


def manual(language: str) -> Iterator[str]:
    """Yield the lines of the README and of the pages of the manual that are written by hand."""
    suffix = "" if language == "en" else f".{language}"
    folder = ROOT / "docs" if language == "en" else ROOT / "docs" / language
    for path in (ROOT / f"README{suffix}.md", *sorted(folder.glob("*.md"))):
        text = path.read_text("utf-8")
        yield from re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()


def page(language: str) -> Iterator[str]:
    """Yield the texts of the web page."""
    text = _WORDS_JS.read_text("utf-8")
    starts = [text.index(f"\n  {name}: {{") for name in LANGUAGES] + [len(text)]
    place = LANGUAGES.index(language)
    texts = r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`'
    for found in re.finditer(texts, text[starts[place] : starts[place + 1]]):
        yield (found[1] or found[2] or "").replace('\\"', '"')


def helps(language: str) -> Iterator[str]:
    """Yield the help of all commands, one paragraph or option a line."""
    env = environment(LANG=LOCALES[language], LC_ALL=LOCALES[language], COLUMNS="2000")
    names = run(printkit("--help"), check=True, env=env).stdout
    for name in re.findall(r"^  ([a-z][a-z-]+)  +\S", names, re.MULTILINE):
        done = run(printkit(name, "--help"), env=env)
        for block in re.split(r"\n\n|\n  (?=-)", done.stdout):
            # An option is followed by two blanks or more, then by its text.
            text = re.sub(r"^ *-\S.*?\s{2,}", "", " ".join(block.split("\n")))
            yield " ".join(text.split())


AREAS = {"booklets": booklets, "manual": manual, "page": page, "help": helps}


def sentences(lines: Iterator[str]) -> list[str]:
    """Return the different sentences of some lines in order, without marks of Markdown."""
    found: dict[str, None] = {}
    for line in lines:
        plain = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"<!--.*?-->", "", line))
        for cell in re.sub(r"(?<!\w)[*_`]{1,3}(\S)", r"\1", plain).split("|"):
            bare = re.sub(r"(?<=\S)[*_`]{1,3}(?!\w)", "", cell).strip(" #>-")
            for sentence in re.split(r"(?<=[.!?…])\s+(?=[A-ZÀÉÊÎÔ«“0-9])", bare):
                if len(sentence.split()) >= _LEAST_WORDS:
                    found.setdefault(sentence)
    return list(found)


def draw(area: str, language: str, count: int, seed: int) -> list[str]:
    """Return `count` sentences of an area, drawn with a seed."""
    every = sentences(AREAS[area](language))
    lot = random.Random(f"{area} {language} {seed}")
    return lot.sample(every, min(count, len(every)))


def main() -> None:
    """Print a lot, one numbered sentence per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("area", choices=AREAS)
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    lot = draw(chosen.area, chosen.language, chosen.count, chosen.seed)
    for place, sentence in enumerate(lot, start=1):
        sys.stdout.write(f"{place}. {sentence}\n")


if __name__ == "__main__":
    main()

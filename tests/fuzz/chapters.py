"""Chapters: Markdown with places, directives and boxes, some of them endless."""

from __future__ import annotations

from random import Random

from tests.fuzz.values import WORDS, damage

_BLOCKS = (
    "# Title {#anchor}\n\nWords.",
    "# The house\n\n## Below\n\nWords of *this* and **that**, [term]{.term}.",
    "::: tip A word\nWords.\n:::",
    "::: when single\nWords {deck}.\n:::",
    "::: unless nothing.at.all\n::: example\n[[cards joker]]\n:::\n:::",
    "| a | b |\n|---|---|\n| 1 | {deck} |",
    "- one\n- two\n  - three\n    - four",
    "1. one\n\n    [[cards joker | {deck}]]\n2. two",
    "> quoted",
    "```\ncode\n```",
    "![](../x.png) <b>html</b> [link](javascript:alert(1)) https://example.org",
    "<!-- a comment -->",
    "<!--",
    "::: tip",
    "::: when",
    ":::: note\n::: lore\nx\n:::\n::::",
    "[" * 60 + "]" * 60,
    "*" * 200,
    "\\" * 99,
    "{%",
    "{{ game.name }}",
    "{#",
)
_PLACES = (
    "{name}",
    "{deck|words}",
    "{deck: card|cards}",
    "{deck|Words: card}",
    "{=6}",
    "{=}",
    "{ }",
    "{}",
    "{.term}",
    "{#anchor}",
    "{#{slug}}",
    "{card.joker}",
    "{card.nobody}",
    "{card.}",
    "{margin.}",
    "{sign.deal}",
    "{casino/name}",
    "{casino/ana.total}",
    "{/etc/passwd}",
    "{../fifo/name}",
    "{text}",
    "{__class__}",
    "{name.__class__}",
    "{hands.first.name}",
    "{stakes.first.minutes}",
    "{" * 999,
)
_DIRECTIVES = (
    "contents",
    "facts",
    "ladder",
    "setup",
    "suits",
    "stakes week",
    "hand-list 2",
    "hand-list x",
    "cards joker casino/idiot | {name}",
    "cards specials",
    "cards hands.first",
    "faces",
    "dealt Ana: joker; Bek",
    "shown :",
    "part glossary",
    "part ../../../../etc/passwd",
    "part",
    "each set port",
    "each game game-row",
    "glossary",
    "questions x y",
    "|",
    "",
    "[[",
)


def make(random: Random) -> bytes:
    """Return a chapter, sometimes a damaged one."""
    parts = [_make_part(random) for _ in range(random.choice((1, 1, 2, 4)))]
    if random.random() < 0.8:
        parts.insert(0, _BLOCKS[0])
    text = "\n\n".join(parts)
    return (damage(random, text) if random.random() < 0.3 else text).encode("utf-8", "replace")


def _make_part(random: Random) -> str:
    kind = random.random()
    if kind < 0.3:
        return random.choice(_BLOCKS)
    if kind < 0.4:
        return f"Words {{{random.choice(WORDS)}}} and more."
    if kind < 0.7:
        return f"Words {random.choice(_PLACES)} and more."
    repeats = random.choice((1, 1, 1, 600))
    return f"[[{random.choice(_DIRECTIVES)}]]\n\n" * repeats

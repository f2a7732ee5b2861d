"""Chapters: Markdown with expressions, loops and boxes, some of them endless."""

from __future__ import annotations

from random import Random

from tests.fuzz.values import WORDS, damage

_BLOCKS = (
    "# Title {#anchor}\n\nWords.",
    "# The house\n\n## Below\n\nWords of *this* and **that**, [term]{.term}.",
    "::: tip A word\nWords.\n:::",
    "::: example\n{{ worth('joker').total }}\n:::",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "- one\n- two\n  - three\n    - four",
    "1. one\n2. two",
    "> quoted",
    "```\ncode\n```",
    "![](../x.png) <b>html</b> [link](javascript:alert(1)) https://example.org",
    "::: tip",
    ":::: note\n::: lore\nx\n:::\n::::",
    "[" * 60 + "]" * 60,
    "*" * 200,
    "\\" * 99,
    "{%",
    "{{",
    "{#",
)
_EXPRESSIONS = (
    "game.name",
    "game.hands",
    "game.penalties[0].how",
    "game.nothing.at.all",
    "game.__class__.__mro__",
    "''.__class__",
    "num(3)",
    "num('x')",
    "num()",
    "card('joker')",
    "card('nobody')",
    "card(None)",
    "cards('joker', 'sabers-1')",
    "suit('sabers')",
    "token(1)",
    "worth('joker sabers-1').total",
    "worth('nobody')",
    "worth(3)",
    "winner('joker / sabers-1')",
    "of('casino').name",
    "of('/etc/passwd').name",
    "of('../fifo')",
    "judge_of('kessel').worth('b1 s1')",
    "judge_of('/etc/passwd')",
    "expect(false, '\\x1b[2J')",
    "expect()",
    "joined(3)",
    "joined(['a', 'b'])",
    "either([])",
    "'a' * 10 ** 9",
    "'a' * 999",
    "10 ** (10 ** 8)",
    "9 * 9 * 9",
    "[0] * 10 ** 9",
    "'a'.center(2000000000) | length",
    "'%1000000000d' | format(1)",
    "'{:>1000000000}'.format(1)",
    "range(99999) | list",
    "range(3) | join(', ')",
    "'a' | attr('__class__')",
    "'x' | upper | nothing",
    "1 / 0",
    "1 if",
    "'a' + 1",
    "{}['x']",
    "[1, 2][9]",
    "none.x",
    "self",
    "loop.index",
    "namespace(a=1).a",
    "lipsum()",
    "cycler()",
    "('a' * 9000) | wordwrap(1)",
    "game | string | length",
    "-game",
)
_STATEMENTS = (
    "{%% for i in range(99999) %%}{%% for j in range(99999) %%}%s{%% endfor %%}{%% endfor %%}",
    "{%% for i in range(3) %%}%s{%% endfor %%}",
    "{%% for i in %s %%}x{%% else %%}y{%% endfor %%}",
    "{%% if %s %%}yes{%% endif %%}",
    "{%% set ns = namespace(s='aaaa') %%}{%% for i in range(60) %%}"
    "{%% set ns.s = ns.s + ns.s %%}{%% endfor %%}%s",
    "{%% macro m() %%}{{ m() }}{%% endmacro %%}{{ m() }}%s",
    "{%% include '%s' %%}",
    "{%% include '/etc/passwd' %%}%s",
    "{%% import 'parts/x' as x %%}%s",
    "{%% extends 'generic.md.j2' %%}%s",
    "{%% raw %%}%s",
    "{%% set a, b = %s %%}",
    "{%% filter upper %%}%s{%% endfilter %%}",
    "{%% call x() %%}%s{%% endcall %%}",
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
    expression = random.choice(_EXPRESSIONS)
    if kind < 0.4:
        expression = random.choice(WORDS)
    if kind < 0.8:
        return f"Words {{{{ {expression} }}}} and more."
    return random.choice(_STATEMENTS) % expression

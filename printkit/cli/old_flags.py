"""Spellings of flags from before 0.2: still taken, on the command line and in printkit.toml.

Those of options that products declare are aliases of the option.
"""

from __future__ import annotations

from typing import Any

import click

# Old spelling, without dashes, and the one of today.
OLD_FLAGS = {
    "ink": "measure-ink",
    "no-ink": "no-measure-ink",
    "fresh": "rebuild",
    "no-fresh": "no-rebuild",
    "set": "rule-set",
    "forget": "remove",
}


class AliasedCommand(click.Command):
    """A command that takes old spellings of its flags, and does not show them."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        return super().make_context(info_name, self.respell(args), parent, **extra)

    def respell(self, args: list[str]) -> list[str]:
        """Return the words with today's spelling of each flag that this command has."""
        own = {flag for param in self.params for flag in (*param.opts, *param.secondary_opts)}
        end = args.index("--") if "--" in args else len(args)
        words = []
        for word in args[:end]:
            name, sign, value = word.partition("=")
            today = f"--{OLD_FLAGS.get(name.removeprefix('--'), '')}"
            is_old = name.startswith("--") and name not in own and today in own
            words.append(f"{today}{sign}{value}" if is_old else word)
        return [*words, *args[end:]]

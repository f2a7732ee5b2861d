"""Commands with the flags of products. A product is imported only if a command line may use its
flags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

from printkit.base.options import GROUPS, Option, group_title
from printkit.cli.config import ConfiguredCommand
from printkit.cli.speech import language


class JobCommand(ConfiguredCommand):
    """A command with the flags of its products.

    `makes` are the keys of these products. Without it, the command has the flags of the products on
    its command line, or of all products. A command with `files` makes files only if one of these
    flags is given; otherwise it prints its answer, and the flags of products are not loaded.
    """

    def __init__(
        self, *args: Any, makes: Iterable[str] = (), files: Iterable[str] = (), **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.makes, self.files = tuple(makes), frozenset(files)
        self.fixed = list(self.params)
        self.own = {name for param in self.fixed for name in (*param.opts, *param.secondary_opts)}

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        self.params = list(self.fixed)
        # A line that requests no files, and has only flags of the command itself, prints.
        flags = {word.partition("=")[0] for word in args if word.startswith("-")}
        prints = bool(self.files) and flags <= self.own - self.files
        if extra.get("resilient_parsing") or not prints:
            from printkit.cli.flags import declared_options, options_meant

            named = declared_options(self.makes) if self.makes else options_meant(args, self.own)
            self.params += self._flags(named)
        return super().make_context(info_name, args, parent, **extra)

    def every_param(self) -> list[click.Parameter]:
        """Return all parameters that the command may have, for any products."""
        from printkit.cli.flags import declared_options

        return [*self.fixed, *self._flags(declared_options(self.makes))]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options group by group."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                declared: Option[Any] | None = getattr(param, "declared", None)
                groups.setdefault("" if declared is None else declared.group, []).append(record)
        for group in ("", *GROUPS, *(name for name in groups if name not in ("", *GROUPS))):
            if group in groups:
                title = group_title(group, language()) if group else "Options"
                with formatter.section(title):
                    formatter.write_dl(groups[group])

    def _flags(self, known: Mapping[str, Option[Any]]) -> list[click.Option]:
        """Return the flags of options, except those that the command defines itself."""
        from printkit.cli.flags import Flag, warn_of_clashes

        if not self.makes:
            warn_of_clashes(known, self.own)
        return [Flag(option) for name, option in known.items() if f"--{name}" not in self.own]

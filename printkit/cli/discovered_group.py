"""Commands found by their files; one is imported only when it is called."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from printkit.cli import commands

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_QUOTES = '"""'


class DiscoveredGroup(click.Group):
    """A module of `commands` with a `command` is a command; its file's name is its name.

    The first line of the module says what the command does: help and completion read that line and
    import no command.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(info.name for info in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return cast(click.Command, import_module(f"{commands.__name__}.{cmd_name}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(name)) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only a shell that completes pays for it

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=summary(name)) for name in names]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            from printkit.base.errors import closest_match  # only who mistypes pays for it

            near = closest_match(args[0], names)
            hint = f" Did you mean “{near}”?" if near else ""
            ctx.fail(f"There is no command “{args[0]}”.{hint} Commands: {', '.join(names)}.")
        return super().resolve_command(ctx, args)


def summary(name: str) -> str:
    """Return what a command does: the first line of its module, or of its help where there are no
    sources."""
    source = Path(commands.__path__[0], f"{name}.py")
    if source.is_file():
        with source.open(encoding="utf-8") as lines:
            line = lines.readline()
        if line.startswith(_QUOTES):
            return line.strip().strip('"')
    module = import_module(f"{commands.__name__}.{name}")
    return (module.__doc__ or "").partition("\n")[0]

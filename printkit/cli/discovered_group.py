"""Finds commands by their files and imports one only when it is called."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import cast

import click

from printkit.base.errors import closest_match
from printkit.cli import commands


class DiscoveredGroup(click.Group):
    """A module of `commands` with a `command` is a command; its file's name is its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(info.name for info in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return cast(click.Command, import_module(f"{commands.__name__}.{cmd_name}").command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            near = closest_match(args[0], self.list_commands(ctx))
            hint = f" Did you mean “{near}”?" if near else ""
            ctx.fail(
                f"There is no command “{args[0]}”.{hint} "
                f"Commands: {', '.join(self.list_commands(ctx))}."
            )
        return super().resolve_command(ctx, args)

"""Print a completion script for your shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from printkit.base.errors import require_known
from printkit.base.sentences import Sentence
from printkit.cli.app import COMPLETION, cli
from printkit.cli.options import TypedValue
from printkit.cli.speech import Command, echo

SHELLS = ("bash", "zsh", "fish")


def _parse_shell(text: str) -> str:
    require_known(
        text,
        SHELLS,
        Sentence("Completion does not work in the shell “{text}”.", text=text),
        "shells",
    )
    return text


@click.command(cls=Command)
@click.argument("shell", type=TypedValue(_parse_shell, lambda: "|".join(SHELLS), lambda: SHELLS))
def command(shell: str) -> None:
    """Print a script for SHELL that completes commands, options and their values.

    \b
    Examples:
      printkit completion bash >> ~/.bashrc
      printkit completion zsh >> ~/.zshrc
      printkit completion fish > ~/.config/fish/completions/printkit.fish
    """
    kind = get_completion_class(shell)
    if kind is not None:
        script = kind(cli, {}, "printkit", COMPLETION)
        # Not `source()`, which starts a shell to ask for its version.
        echo(script.source_template % script.source_vars())

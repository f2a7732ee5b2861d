"""Count the cards of a made-up game."""

import click

from printkit import load


@click.command()
@click.argument("variant")
@click.option("--each", type=int, default=1, help="Copies of each card.")
def command(variant, each):
    """Count the cards of VARIANT."""
    if each > 9:
        raise click.UsageError("That is too many.")
    click.echo(each * len(load(variant).cards))

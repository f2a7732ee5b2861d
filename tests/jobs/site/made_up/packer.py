"""A packer of another package: the number of cards of each deck, for a target in targets.toml."""

from printkit.pieces.pages import Artifact


def pack(parts, target, game):
    lines = [f"{part.product} {part.count}" for part in parts]
    name = f"{game.variant.slug}-lots-{game.language}.txt"
    yield Artifact(name, "\n".join(lines).encode(), 0, 0)

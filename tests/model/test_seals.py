"""The seals of our own definitions are true: each sealed text passes all checks."""

from __future__ import annotations

import os

import pytest

from printkit.base.content import content_path, load_content
from printkit.definition.layers import SHELVES, on_shelf
from printkit.definition.load import STANDINS, find, load, owned, slugs
from printkit.definition.seal import digest, is_sealed

HEAD = (
    "# SHA-256 of each definition that has passed all checks (see printkit/definition/seal.py).\n"
)


def test_seals_are_current(request: pytest.FixtureRequest) -> None:
    for slug in slugs():
        load(slug, strict=True)
    for deck in owned():
        load(deck, strict=True, shelf=STANDINS)
    now = {
        shelf: {
            slug: digest(content_path(shelf, f"{slug}.toml").read_text(encoding="utf-8-sig"))
            for slug in on_shelf(shelf)
        }
        for shelf in SHELVES
    }
    if request.config.getoption("--update-golden") and not os.environ.get("CI"):
        text = HEAD
        for shelf, seals in now.items():
            text += f"\n[{shelf}]\n" + "".join(f'{k} = "{v}"\n' for k, v in seals.items())
        content_path("seals.toml").write_text(text, encoding="utf-8")
        return
    assert load_content("seals.toml") == now, "pytest --update-golden writes the seals anew"


def test_a_changed_text_has_no_seal() -> None:
    path = find("casino")
    text = path.read_text(encoding="utf-8-sig")
    assert is_sealed(path, text)
    assert not is_sealed(path, text + "\n")
    assert not is_sealed(path.with_name("other.toml"), text)


def test_schema_and_expansion_have_the_same_defaults() -> None:
    from printkit.definition import defaults
    from printkit.definition.schema import Card, Grid, Suit, VariantFile
    from printkit.definition.schema_play import Counting, Option, Pick

    assert VariantFile.model_fields["card_size"].default == defaults.CARD_SIZE
    assert tuple(Suit.model_fields["signs"].default) == defaults.SIGNS
    assert Pick.model_fields["count"].default == defaults.COUNT
    assert Counting.model_fields["sign"].default == defaults.SIGN
    assert Option.model_fields["kind"].default == defaults.OPTION
    for model in (Card, Grid):
        assert model.model_fields["copies"].default == defaults.COPIES
        assert model.model_fields["per_player"].default is False

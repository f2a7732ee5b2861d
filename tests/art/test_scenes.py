"""Scenes: picture palettes that also colour the card, and their outlines."""

from pathlib import Path

import pytest

from printkit.art.card_style import SPECIAL, dress, dress_scene
from printkit.art.emblems import emblem
from printkit.art.theme import theme, theme_names
from printkit.base.content import content_path
from printkit.base.errors import PrintkitError
from printkit.graphics.colour import (
    EDGE,
    GOLD,
    INDEX,
    LIGHT,
    MIN_TEXT_CONTRAST,
    _with_shadows,
    contrast,
    scene_of,
    scenes,
)
from printkit.graphics.display_list import Path as Drawn
from printkit.graphics.svg import read_art

PICTURES = sorted(content_path("art", "editions").glob("*-cover.svg"))
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="{root}" viewBox="0 0 9 9">'
    '<path class="fill-{role}" d="M1 1H8V8Z"/></svg>'
)


def svg(folder: Path, root: str, role: str) -> Path:
    """Write a drawing of one shape."""
    path = folder / f"{root or 'plain'}-{role}.svg"
    path.write_text(DRAWING.format(root=root, role=role), encoding="utf-8")
    return path


@pytest.mark.parametrize("look", theme_names())
def test_index_contrasts_with_the_card_of_every_scene(look: str) -> None:
    for name in scenes():
        own = dress_scene(theme(look), dress(theme(look), SPECIAL, "indigo"), name)
        assert contrast(own.text, own.ground) >= MIN_TEXT_CONTRAST, name
        assert contrast(own.line, own.ground) >= 3, name


@pytest.mark.parametrize("name", scenes())
def test_scene_palette_separates_figures_from_the_background(name: str) -> None:
    """Skin contrasts with its line, cloth with the sky in grey, a shadow with its own colour."""
    roles = scenes()[name]
    assert contrast(roles["skin"], roles["line"]) >= 7
    assert min(contrast(roles[role], roles["sky"]) for role in ("cloth", "robe")) >= 1.8
    for role in ("skin", "light", "gold", "beast", "cloth"):
        assert contrast(roles[role], roles[f"{role}2"]) >= 1.2, role
    assert all(colour.inks is not None and colour.inks.total <= 240 for colour in roles.values())


def test_pictures_of_editions_show_scenes() -> None:
    shown = {scene_of(read_art(path).root_classes) for path in PICTURES}
    assert len(PICTURES) == 4
    assert shown - {""} <= {name for name, roles in scenes().items() if EDGE in roles}


def test_scene_colours_depend_on_the_theme() -> None:
    for path in PICTURES:
        fills = {look: painted(path, look) for look in ("gala", "classic", "ink-saver")}
        own = scenes()[scene_of(read_art(path).root_classes)]
        assert own["line"].hex in fills["gala"], path
        assert scenes()[LIGHT]["line"].hex in fills["classic"], path
        assert len(fills["ink-saver"]) <= 2, path


def painted(path: Path, look: str) -> set[str]:
    """Return the colours of a drawing in a theme."""
    (group,) = emblem(path, theme(look).palette("indigo"), 80, field=False).items
    found: set[str] = set()
    for item in group.items:  # type: ignore[union-attr]
        assert isinstance(item, Drawn)
        found |= {c.hex for c in (item.fill, item.stroke and item.stroke.colour) if c}
    return found


def test_scene_gold_is_foil_in_gold_themes(tmp_path: Path) -> None:
    for look, role in (("gala", GOLD), ("noir", "")):
        symbol = emblem(svg(tmp_path, "scene-day", "gold"), theme(look).palette("indigo"), 60)
        (group,) = symbol.items
        assert [item.fill.role for item in group.items] == [role]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("root", "role", "said"),
    [
        ("scene-days", "sky", "no scene “days”"),
        ("", "sky", "is not a role"),
        ("scene-day", "skies", "is not a role"),
    ],
)
def test_unknown_scenes_and_roles_are_rejected(
    root: str, role: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(PrintkitError, match=said):
        read_art(svg(tmp_path, root, role))


def test_scene_palette_without_a_role_is_rejected() -> None:
    tables = {LIGHT: {"sky": "#ffffff", "skin": "#ffffff"}, "dusk": {"sky": "#224466"}}
    with pytest.raises(PrintkitError, match="“dusk” lacks roles: skin"):
        _with_shadows("dusk", tables)
    assert {EDGE, INDEX} <= set(scenes()["night"]) - set(scenes()[LIGHT])

"""Covers have the colour of an edition’s back, and dresses the grounds of their theme."""

import pytest

from printkit.art.card_style import PIPS, cover_theme, dress
from printkit.art.ornaments import _Corner
from printkit.art.theme import edition, edition_names, in_edition, theme

BACK = "blood"


@pytest.mark.parametrize("name", edition_names())
def test_cover_takes_colour_of_edition_back(name: str) -> None:
    """The dark ground of a theme gives way to the back of an edition, for this colour alone."""
    look = in_edition(theme("gala"), edition(name))
    bound = cover_theme(look, BACK)
    assert set(look.grounds) - set(bound.grounds) == {BACK}
    assert bound.roles_of["paper"] != look.grounds[BACK]
    # Another colour, which the edition does not change, keeps the ground of the theme.
    (other, *_) = (key for key in look.grounds if key not in edition(name).backs)
    assert cover_theme(look, other).roles_of["paper"] == look.grounds[other]


def test_covers_of_editions_differ() -> None:
    backs = {name: in_edition(theme("gala"), edition(name)) for name in edition_names()}
    papers = {cover_theme(look, BACK).roles_of["paper"].hex for look in backs.values()}
    assert len(papers) == len({edition(name).backs[BACK].hex for name in backs})


@pytest.mark.parametrize("name", ["classic", "gala", "noir", "ink-saver"])
def test_dress_has_grounds_that_theme_asks_for(name: str) -> None:
    """A share of 0 leaves a ground out; a whole one is the colour itself."""
    look = theme(name)
    own = dress(look, PIPS, BACK)
    for ground in ("disc", "rim", "rays"):
        assert (getattr(own, ground) is None) == (getattr(look.face, ground) == 0), ground
    if look.face.rim == 1:
        assert own.rim == look.tones.get(BACK, look.palette(BACK).main)


def test_point_of_ornament_is_measured_into_the_field() -> None:
    """Half of a reach of 5 mm, and 1 mm on a card twice as large: 4.5 mm from the corner."""
    assert _Corner(10, 20, 1, -1, 5, 2).point(0.5, 0.5, 1, 1) == (14.5, 15.5)
    assert _Corner(10, 20, -1, 1, 5, 2).point(0.0, 1.0, 0, 0) == (10.0, 25.0)

"""The lock-up of each game stays within its width and height and is legible."""

import pytest

from printkit.art.theme import theme, theme_names
from printkit.base.geometry import Rect
from printkit.faces.anatomy import draw_lock_up
from printkit.graphics.display_list import ShapedText, Use
from printkit.graphics.fonts import UNITS, font
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.fit_text import TextOverflow
from printkit.model.definition_files import variant_slugs
from printkit.pieces.product import MAX_MARKS, LocalGame
from tests.support.decks import variant
from tests.support.prints import faults_of_print, text_of
from tests.support.walk import leaves

WIDTHS = ((52.0, 3.0, 2), (180.0, 10.0, 1))


@pytest.mark.parametrize("key", theme_names())
def test_lock_up_is_legible_inside_its_box(key: str) -> None:
    for slug in variant_slugs():
        game = LocalGame(variant(slug), "fr", theme(key))
        assert 1 <= len(game.marks) <= MAX_MARKS, slug
        for width, size, lines in WIDTHS:
            for centred in (False, True):
                note = "" if centred else "1/2"
                wishes = {"centred": centred, "max_lines": lines, "note": note}
                result = draw_lock_up(game, width, size, **wishes)
                box = Rect(0, 0, width, result.height).inset(-0.6)
                drawn = list(leaves(result.items))
                assert faults_of_print(drawn, box, smallest=MIN_TEXT_SIZE) == [], (slug, width)
                assert text_of(result.items) == f"{game.name} {note}".strip()


def test_lock_up_marks_are_centred_over_the_name() -> None:
    for slug in variant_slugs():
        game = LocalGame(variant(slug), "en", theme("classic"))
        made = draw_lock_up(game, 180.0, 10.0, centred=True)
        marks = [item.matrix.e for item in made.items if isinstance(item, Use)]
        assert len(marks) == len(game.marks)
        assert sum(marks) / len(marks) == pytest.approx(90.0), slug


@pytest.mark.parametrize("slug", ["black-knight", "casino"])
def test_many_marks_stay_within_the_width(slug: str) -> None:
    game = LocalGame(variant(slug), "en", theme("classic"))
    made = draw_lock_up(game, 60.0, 10.0, centred=True, max_lines=3)
    used = [item.matrix for item in made.items if isinstance(item, Use)]
    pitch = used[1].e - used[0].e
    assert used[0].e - 0.4 * pitch >= 0
    assert used[-1].e + 0.4 * pitch <= 60.0


def test_name_without_space_is_rejected() -> None:
    with pytest.raises(TextOverflow, match="no room"):
        draw_lock_up(LocalGame(variant("casino"), "en", theme("classic")), 3.0, 3.0)


@pytest.mark.parametrize("slug", variant_slugs())
def test_lock_up_marks_and_name_have_one_middle(slug: str) -> None:
    """Beside each other, the marks begin at the top and the name is level with their middle."""
    game = LocalGame(variant(slug), "en", theme("classic"))
    made = draw_lock_up(game, 180.0, 10.0)
    (name,) = (item for item in made.items if isinstance(item, ShapedText))
    capitals = font(name.run.font).cap_height / UNITS * name.size
    marks = [item.matrix for item in made.items if isinstance(item, Use)]
    assert {round(mark.f, 6) for mark in marks} == {round(name.y - capitals / 2, 6)}
    assert all(0 < mark.f < made.height / 2 for mark in marks)


@pytest.mark.parametrize("slug", ["casino", "kessel"])
def test_mark_over_the_name_keeps_its_distance(slug: str) -> None:
    """The space between mark and name is a share of the size."""
    game = LocalGame(variant(slug), "en", theme("classic"))

    def head(size: float) -> float:
        items = draw_lock_up(game, 20 * size, size, centred=True).items
        name = next(item for item in items if isinstance(item, ShapedText))
        return name.y / size

    assert head(12.0) == pytest.approx(head(6.0), abs=0.01)

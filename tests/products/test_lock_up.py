"""The lock-up of each game stays within its width and height and is legible."""

import pytest

from printkit.art.theme import theme, theme_names
from printkit.base.geometry import Rect
from printkit.faces.anatomy import draw_lock_up
from printkit.graphics.display_list import Use
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

"""The grounds of a theme: to the edge of each page, cover, card, token and panel, and read."""

from collections.abc import Iterable, Sequence

import pytest
from msgspec.structs import replace

from printkit.art.card_style import cover_theme, ground_of
from printkit.art.theme import Theme, plain_paper_theme, theme, theme_names
from printkit.base.geometry import Rect
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, contrast
from printkit.graphics.display_list import Item, Path, ShapedText
from printkit.jobs.job import make_job
from printkit.model.tabletop import TOKEN_COLOUR
from printkit.pieces.local_game import game_colour
from printkit.pieces.pages import ART, Page
from tests.support.decks import variant
from tests.support.jobs import lay_out_product, pieces_of
from tests.support.walk import leaves, tight

GAME = "kessel"
PAGES = ("booklet", "summary", "score-sheet")
LOOKS = theme_names()


def ground_at_edge(items: Iterable[Item], box: Rect) -> Colour | None:
    """The colour of the first shape that covers a box, corners included."""
    for leaf in leaves(items):
        item = leaf.item
        if isinstance(item, Path) and item.fill and len(item.data.steps) <= 6:
            drawn = leaf.matrix.bounds(tight(item.data))
            if drawn.contains(box, 1e-3) and (leaf.clip is None or leaf.clip.contains(box, 1e-3)):
                return item.fill
    return None


def bare_pages(pages: Sequence[Page], ground: Colour) -> list[str]:
    """The pages that a ground does not cover; white paper has none."""
    wanted = None if ground.is_white else ground
    return [
        page.name
        for page in pages
        for layer in page.layers
        if layer.name == ART and ground_at_edge(layer.items, page.media) != wanted
    ]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("key", PAGES)
def test_pages_are_covered_by_the_paper_of_their_theme(key: str, look: str) -> None:
    done = lay_out_product(variant(GAME), key, "en", make_job(GAME, theme=look)).document
    pages, page_theme = list(done.pages), plain_paper_theme(theme(look))
    if key == "booklet":
        cover = pages.pop(0)
        bound = cover_theme(page_theme, game_colour(variant(GAME)))
        assert bare_pages([cover], bound.roles_of["paper"]) == []
        pages = [page for page in pages if page.links or len([*page.items]) > 6]
    ground = page_theme.roles_of["paper"]
    assert pages
    assert bare_pages(pages, ground) == []
    if not ground.is_white:  # it is not read aloud, and a page without it is found
        (page, *_) = pages
        art = page.layers[0]
        assert art.tags
        assert all(tag.start > 0 for tag in art.tags)
        bare = replace(page, layers=(replace(art, items=art.items[1:]), *page.layers[1:]))
        assert bare_pages([bare], ground) == [page.name]


def expected_edge(look: Theme, key: str, colours: Iterable[str]) -> set[Colour | None]:
    """The grounds that the pieces of a product may have at their edge."""
    if key == "tokens" and look.solid:
        return {ground_of(look, look.face.token, colour) for colour in colours}
    paper = cover_theme(look, game_colour(variant(GAME))).roles_of["paper"]
    paper = look.roles_of["paper"] if key == "tokens" else paper
    return {None if paper.is_white else paper}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("key", ["reference-cards", "tokens"])
def test_pieces_have_the_ground_of_their_theme_to_the_cut(key: str, look: str) -> None:
    own = [thing.colour for thing in variant(GAME).materials]
    wanted = expected_edge(theme(look), key, [TOKEN_COLOUR, *own])
    for piece in pieces_of(key, GAME, theme=look):
        for side in (piece.front, piece.back):
            if side is not None and not side.key.startswith("back-"):
                assert ground_at_edge(side.items, side.box) in wanted, side.key
                assert ground_at_edge(side.items[side.ground :], side.box) is None


@pytest.mark.parametrize("look", LOOKS)
def test_words_on_a_box_are_read_on_its_plates(look: str) -> None:
    """Where covers have a ground no plate is of paper, and each word is read on it."""
    chosen = theme(look)
    ground = cover_theme(chosen, game_colour(variant("casino"))).roles_of["paper"]
    for piece in pieces_of("tuck-box", "casino", theme=look):
        drawn = [leaf.item for leaf in leaves(piece.front.items)]
        inks = {item.fill for item in drawn if isinstance(item, ShapedText)}
        assert inks
        assert all(contrast(ink, ground) >= MIN_TEXT_CONTRAST for ink in inks)
        plates = {item.fill for item in drawn if isinstance(item, Path)}
        assert ground in plates
        if ground != chosen.roles_of["paper"]:
            assert chosen.roles_of["paper"] not in plates


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_for_the_screen_are_read(look: str, scheme: str) -> None:
    colours = theme(look).screen[scheme]
    for ground in ("ground", "panel"):
        for ink in ("ink", "quiet", "brass"):
            assert contrast(colours[ink], colours[ground]) >= MIN_TEXT_CONTRAST, (ink, ground)
    # A subtitle is paler than its title.
    assert contrast(colours["head"], colours["cover"]) >= 7

"""Theme grounds.

They cover every page of a booklet, cover, card, token and panel to its edge, and text on them is
legible. Sheets for plain paper have no ground.
"""

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
from printkit.pieces.pages import ART, Page
from printkit.pieces.product import game_colour
from tests.support.decks import variant
from tests.support.jobs import lay_out_product, pieces_of
from tests.support.sample import cases
from tests.support.walk import leaves, tight

GAME = "kessel"
SHEETS = ("summary", "score-sheet", "start")
LOOKS = theme_names()


def ground_at_edge(items: Iterable[Item], box: Rect) -> Colour | None:
    """Return the colour of the first shape that covers a box including its corners."""
    for leaf in leaves(items):
        item = leaf.item
        if isinstance(item, Path) and item.fill and len(item.data.steps) <= 6:
            drawn = leaf.matrix.bounds(tight(item.data))
            if drawn.contains(box, 1e-3) and (leaf.clip is None or leaf.clip.contains(box, 1e-3)):
                return item.fill
    return None


def bare_pages(pages: Sequence[Page], ground: Colour) -> list[str]:
    """Return the pages without a ground; white paper needs none."""
    wanted = None if ground.is_white else ground
    return [
        page.name
        for page in pages
        for layer in page.layers
        if layer.name == ART and ground_at_edge(layer.items, page.media) != wanted
    ]


# No plate of words on a box is as high (mm).
MIN_PICTURE = 60.0


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("key", SHEETS)
def test_sheets_for_plain_paper_are_white(key: str, look: str) -> None:
    done = lay_out_product(variant(GAME), key, "en", make_job(GAME, theme=look)).document
    assert bare_pages(done.pages, theme("classic").roles_of["paper"]) == []


@pytest.mark.sampled
@pytest.mark.parametrize("look", cases(LOOKS, ["classic", "noir"]))
def test_theme_paper_covers_booklet_pages(look: str) -> None:
    done = lay_out_product(variant(GAME), "booklet", "en", make_job(GAME, theme=look)).document
    pages, page_theme = list(done.pages), plain_paper_theme(theme(look))
    cover = pages.pop(0)
    bound = cover_theme(page_theme, game_colour(variant(GAME)))
    assert bare_pages([cover], bound.roles_of["paper"]) == []
    pages = [page for page in pages if page.links or len([*page.items]) > 6]
    ground = page_theme.roles_of["paper"]
    assert pages
    assert bare_pages(pages, ground) == []
    if not ground.is_white:  # readers skip it, and a page without it is detected
        (page, *_) = pages
        art = page.layers[0]
        assert art.tags
        assert all(tag.start > 0 for tag in art.tags)
        bare = replace(page, layers=(replace(art, items=art.items[1:]), *page.layers[1:]))
        assert bare_pages([bare], ground) == [page.name]


def expected_edge(look: Theme, key: str, colours: Iterable[str]) -> set[Colour | None]:
    """Return the grounds that the pieces of a product may have at their edge."""
    if key == "tokens" and look.solid:
        return {ground_of(look, look.face.token, colour) for colour in colours}
    paper = cover_theme(look, game_colour(variant(GAME))).roles_of["paper"]
    paper = look.roles_of["paper"] if key == "tokens" else paper
    return {None if paper.is_white else paper}


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("key", ["reference-cards", "tokens"])
def test_theme_ground_covers_pieces_to_the_cut(key: str, look: str) -> None:
    own = [thing.colour for thing in variant(GAME).materials]
    wanted = expected_edge(theme(look), key, [TOKEN_COLOUR, *own])
    for piece in pieces_of(key, GAME, theme=look):
        for side in (piece.front, piece.back):
            if side is not None and not side.key.startswith("back-"):
                assert ground_at_edge(side.items, side.box) in wanted, side.key
                assert ground_at_edge(side.items[side.ground :], side.box) is None


@pytest.mark.parametrize("look", LOOKS)
def test_box_words_contrast_with_their_plates(look: str) -> None:
    """If covers have a ground, no plate is paper-coloured, and each word contrasts with the
    ground.
    """
    chosen = theme(look)
    ground = cover_theme(chosen, game_colour(variant("casino"))).roles_of["paper"]
    for piece in pieces_of("tuck-box", "casino", theme=look):
        drawn = [leaf.item for leaf in leaves(piece.front.items)]
        inks = {item.fill for item in drawn if isinstance(item, ShapedText)}
        assert inks
        assert all(contrast(ink, ground) >= MIN_TEXT_CONTRAST for ink in inks)
        # The picture on the front is clipped to it and may show the colour of paper, as may the
        # paper it is drawn on, which is as large as a card.
        bare = [leaf.item for leaf in leaves(piece.front.items) if leaf.clip is None]
        fills = [item for item in bare if isinstance(item, Path)]
        assert ground in {item.fill for item in fills}
        plates = {item.fill for item in fills if item.data.box().h < MIN_PICTURE}
        if ground != chosen.roles_of["paper"]:
            assert chosen.roles_of["paper"] not in plates


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screen_pages_are_legible(look: str, scheme: str) -> None:
    colours = theme(look).screen[scheme]
    for ground in ("ground", "panel"):
        for ink in ("ink", "quiet", "brass"):
            assert contrast(colours[ink], colours[ground]) >= MIN_TEXT_CONTRAST, (ink, ground)
    # A subtitle is paler than its title.
    assert contrast(colours["head"], colours["cover"]) >= 7

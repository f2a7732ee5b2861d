"""“When something goes wrong” covers the mishaps that each game can have, in half a page."""

import pytest

from printkit.art.theme import theme
from printkit.booklet.compose import open_chapter
from printkit.booklet.contents import IndexBuilder
from printkit.booklet.page_style import BookSpec, make_palette, type_area_for
from printkit.booklet.pictures import Pictures
from printkit.booklet.text_formats import write_markdown
from printkit.booklet.typesetting import BlockTypesetter
from printkit.layout.records import height_of
from printkit.model.load import load
from tests.support.builds import LANGUAGES, WITH_BOOKLET, read_book
from tests.support.decks import variant

# The first words of the entries, by mishap. French has one entry for bets out of turn and in parts.
ENTRIES: dict[str, dict[str, tuple[str, ...]]] = {
    "misdeal": {"en": ("Misdeal",), "fr": ("Fausse donne",)},
    "exposed": {"en": ("Exposed card",), "fr": ("Carte dévoilée",)},
    "number": {"en": ("Wrong number of cards",), "fr": ("Mauvais nombre de cartes",)},
    "turn": {
        "en": ("Card out of turn",),
        "fr": ("Carte prise hors de son tour", "Carte jouée hors de son tour"),
    },
    "stock": {
        "en": ("No stock left", "No main card left", "No card left"),
        "fr": ("Plus de talon", "Plus de carte principale", "Plus de cartes"),
    },
    "leaves": {"en": ("A player leaves",), "fr": ("Un joueur s’en va",)},
    "all-in": {"en": ("All-in",), "fr": ("Tapis",)},
    "string-bet": {"en": ("String bet",), "fr": ("Pari ou retrait",)},
}
ALL = set(ENTRIES)
BETS = {"all-in", "string-bet"}
# The mishaps that a game cannot have: games without bets, games in which nobody deals hands, and
# the one game whose stock cannot run out.
IMPOSSIBLE = {
    "black-knight": BETS,
    "black-knight-54": BETS,
    "corellian-spike@parks-box": BETS,
    "kessel": BETS,
    "pazaak": {"misdeal", *BETS},
    "pazaak-round": {"misdeal", *BETS},
    "theory": {"stock"},
}
BOOKS = [
    name
    for slug in WITH_BOOKLET
    for name in (slug, *(f"{slug}@{preset.id}" for preset in load(slug).presets))
    if slug != "expansion"
]
TITLES = {"en": "# When something goes wrong\n", "fr": "# En cas d’incident\n"}
# The sides of an A5 page (mm).
A5 = (148.0, 210.0)


def part_of(name: str, language: str) -> str:
    """Return the part on mishaps of a booklet as plain Markdown without emphasis."""
    text = write_markdown(read_book(name, language)).replace("**", "").replace("\xa0", " ")
    _, _, after = text.partition(TITLES[language])
    return after.partition("\n#")[0]


def missing(part: str, language: str, wanted: set[str]) -> set[str]:
    """Return the mishaps without an entry in a part."""
    return {
        mishap
        for mishap in wanted
        if not any(f"- {entry}" in part for entry in ENTRIES[mishap][language])
    }


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_booklet_covers_each_possible_mishap(name: str, language: str) -> None:
    impossible = IMPOSSIBLE.get(name) or IMPOSSIBLE.get(name.partition("@")[0], set())
    part = part_of(name, language)
    assert missing(part, language, ALL - impossible) == set()
    assert missing(part, language, impossible) == impossible


def height(name: str, language: str, *, small: bool = True) -> float:
    """Return the height of the part with its title (mm) on an A5 page, in small type or in the
    type of the text.
    """
    book, spec = read_book(name, language), BookSpec(theme("classic"), *A5)
    (chapter,) = (one for one in book.chapters if one.anchor == "wrong")
    area = type_area_for(spec, from_right=False)
    palette = make_palette(spec.theme, book.first_variant)
    pictures = Pictures(book.variants, book.language, palette)
    typesetter = BlockTypesetter(book, area, pictures, IndexBuilder())
    body = typesetter.lay_out(chapter.blocks, fine=chapter.fine, small=chapter.small and small)
    return height_of([open_chapter(typesetter, chapter, run_on=True), *body])


@pytest.mark.sampled
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_part_is_half_a_page(name: str, language: str) -> None:
    assert height(name, language) <= A5[1] / 2


def test_part_in_the_type_of_the_text_is_longer() -> None:
    assert height("classic", "fr", small=False) > A5[1] / 2


def test_missing_entry_is_found() -> None:
    part = part_of("casino", "en").replace("- No stock left", "- Stock")
    assert missing(part, "en", ALL) == {"stock"}


def test_stock_of_theory_cannot_run_out() -> None:
    one = variant("theory")
    assert one.players is not None
    assert one.counting.cards == 4
    # Everyone exchanges a whole hand, once.
    assert one.players.max * 2 * 4 <= sum(card.copies for card in one.cards)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["expansion", "local-rules"])
def test_book_without_the_part_refers_to_it(name: str, language: str) -> None:
    assert {"en": "goes wrong", "fr": "En cas d’incident"}[language] in write_markdown(
        read_book(name, language)
    )
    assert TITLES[language] not in write_markdown(read_book(name, language))

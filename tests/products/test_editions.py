"""Editions: their changes to a deck, their additional cards, and the errors of their files."""

import math
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from msgspec.structs import astuple

import printkit
from printkit.art.theme import Edition, edition, edition_names, in_edition, theme, theme_names
from printkit.base.errors import PrintkitError
from printkit.base.messages import languages, translate
from printkit.faces.anatomy import Anatomy
from printkit.faces.edition_cards import EXTRA_CARDS, EditionSetting
from printkit.faces.posters import edition_poster, poster_of
from printkit.graphics.colour import EDGE, INDEX, MIN_TEXT_CONTRAST, contrast, scenes
from printkit.graphics.display_list import Path as PathItem
from printkit.library.listings import list_editions
from printkit.model.definition_files import variant_slugs
from printkit.model.variant import rights_of
from printkit.pieces.options import EDITION
from printkit.pieces.product import LocalGame, Piece
from printkit.targets.orders import OrderPart
from printkit.targets.virtual_tables import lay_table
from tests.art.test_vision import coloured, confused
from tests.support import limits
from tests.support.decks import variant
from tests.support.faces import Face, uses
from tests.support.jobs import pieces_of
from tests.support.prints import text_of
from tests.support.walk import leaves

OURS = edition_names()
MOST_INK = 300
RULES = (
    limits.text_in_the_safe_area,
    limits.text_is_large_enough,
    limits.texts_stand_apart,
    limits.only_the_ground_is_near_the_cut,
    limits.lines_are_seen,
    limits.symbols_hold_their_ink,
)
SHAPES = ("poker", "rounded"), ("poker", "hexagon"), ("44x68mm", "rounded"), ("tarot", "octagon")


def deck_of(game: str, language: str = "en", **wishes: object) -> list[Piece]:
    """Return the first card of a game, and the additional cards of an edition."""
    whole = variant(game)
    return pieces_of("cards", whole.with_cards(whole.cards[:1]), language, **wishes)


def cases() -> Iterator[tuple[str, str, str, tuple[str, str], str]]:
    """Yield every game with each edition, theme, shape and language in turn."""
    turns = map(cycle, (OURS, theme_names(), SHAPES, languages()))
    names, looks, shapes, spoken = turns
    for number, game in enumerate(variant_slugs()):
        if number % len(OURS) == 0:
            next(looks)  # so that each edition meets all themes
        yield game, next(names), next(looks), next(shapes), next(spoken)


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(("game", "name", "look", "form", "language"), list(cases()))
def test_edition_adds_its_cards(
    game: str, name: str, look: str, form: tuple[str, str], language: str
) -> None:
    size, shape = form
    first, *extra = deck_of(
        game, language, theme=look, card_size=size, shape=shape, options={"edition": name}
    )
    assert first.dealt
    assert [piece.id for piece in extra] == list(EXTRA_CARDS)
    dressed = in_edition(theme(look), edition(name))
    for piece in extra:
        assert (piece.dealt, piece.copies, piece.back) == (False, 1, first.back)
        assert (piece.width, piece.height, piece.shape) == (first.width, first.height, shape)
        anatomy = Anatomy(piece.width, piece.height, shape=shape)
        face = Face(piece.id, variant(game).cards[0], piece, anatomy, dressed, language)
        found = [f"{rule.__name__}: {fault}" for rule in RULES for fault in rule(face)]
        assert found == [], piece.id


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("language", languages())
def test_extra_cards_name_edition_number_and_game(name: str, language: str) -> None:
    own = edition(name)
    wishes = {"edition": name, "number": "12/50"}
    _, *extra = deck_of("casino", language, theme="gala", options=wishes)
    seal, honour, title, _ = (text_of(piece.front.items) for piece in extra)
    known = f"{own.name[language]} · {own.year}"
    for words in (seal, honour, title):
        assert known.upper() in words
    assert translate(language, "edition.number-of", number=12, count=50) in seal
    assert "PRINTKIT" in honour
    assert rights_of(variant("casino"), language).subject in honour
    assert own.motto[language] in title


def test_unnumbered_seal_has_a_line_for_writing() -> None:
    def seal(**wishes: str) -> Piece:
        return deck_of("casino", options={"edition": "winter", **wishes})[1]

    bare, numbered = seal(), seal(number="12")
    assert "No. 12" in text_of(numbered.front.items)
    assert "12" not in text_of(bare.front.items)
    assert len(bare.front.items) == len(numbered.front.items) + 1


def test_deck_without_edition_is_unchanged() -> None:
    assert all(piece.dealt for piece in deck_of("casino"))
    for look in map(theme, theme_names()):
        assert in_edition(look, None) is look
        assert look.edition is None is look.palette("indigo").edition


@pytest.mark.parametrize("look", theme_names())
def test_editions_differ_in_sky_flora_and_back(look: str) -> None:
    known: list[Edition] = [edition(name) for name in OURS]
    looks = [theme(look), *(in_edition(theme(look), own) for own in known)]
    for colour in ("indigo", "purple", "blue", "green", "blood", "sand-deep"):
        assert len({one.back(colour) for one in looks}) == len(looks), colour
    palettes = [scenes(), *(own.scenes for own in known)]
    for name in scenes():
        for role in ("sky2" if name == "light" else "sky", "leaf", "near", "bloom"):
            assert len({one[name][role] for one in palettes}) == len(palettes), (name, role)
    assert len({own.drawings for own in known}) == len(known)


def colours_drawn(card: str, game: str, look: str, name: str | None) -> frozenset[str]:
    """Return the colours on the face of a card in a theme and an edition."""
    whole = variant(game)
    own = whole.with_cards(tuple(one for one in whole.cards if one.id == card))
    options = {"edition": name} if name else {}
    face = pieces_of("cards", own, theme=look, options=options)[0].front
    items = [leaf.item for leaf in leaves(face.items)]
    return frozenset(
        colour.hex
        for item in items
        if isinstance(item, PathItem)
        for colour in (item.fill, item.stroke.colour if item.stroke else None)
        if colour is not None
    )


@pytest.mark.sampled
@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize(
    ("game", "card"),
    [
        ("casino", "sabers-7"),
        ("casino", "coins-7"),
        ("casino", "staves-mistress"),
        ("casino", "star"),
        ("tarot", "cups-4"),
        ("tarot", "trump-4"),
        ("kessel", "sand-3"),
        ("poker", "hearts-5"),
    ],
)
def test_editions_change_faces(look: str, game: str, card: str) -> None:
    """Pips, courts, trumps and specials have other colours than in the theme and in each other."""
    drawn = [colours_drawn(card, game, look, name) for name in (None, *OURS)]
    assert all(drawn)
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("name", OURS)
def test_suits_of_editions_are_distinct(name: str, look: str) -> None:
    """For each kind of vision, as in the themes."""
    dressed = in_edition(theme(look), edition(name))
    assert {
        slug: found for slug, own in coloured().items() if (found := confused(own, dressed))
    } == {}


@pytest.mark.parametrize("look", theme_names())
@pytest.mark.parametrize("name", OURS)
def test_colours_of_editions_are_legible(name: str, look: str) -> None:
    dressed = in_edition(theme(look), edition(name))
    for colour in edition(name).colours:
        ratio = contrast(dressed.colour(colour), dressed.roles_of["paper"])
        assert ratio >= MIN_TEXT_CONTRAST, colour
    for ground in edition(name).grounds.values():
        assert contrast(ground, dressed.light) >= MIN_TEXT_CONTRAST, ground


def test_edition_colour_replaces_tone_of_theme() -> None:
    """Grounds of black are gold in gala, but have the colour of the edition."""
    plain = theme("gala")
    dressed = in_edition(plain, edition("winter"))
    assert "black" in plain.tones
    assert "black" not in dressed.tones


@pytest.mark.parametrize("name", OURS)
def test_edition_is_read_and_can_be_printed(name: str) -> None:
    own = edition(name)
    for palette in own.scenes.values():
        if EDGE in palette:
            assert contrast(palette[INDEX], palette[EDGE]) >= MIN_TEXT_CONTRAST
    everywhere = [*own.backs.values(), *own.colours.values(), *own.grounds.values()]
    everywhere += [colour for palette in own.scenes.values() for colour in palette.values()]
    for colour in everywhere:
        assert colour.inks is not None
        assert math.fsum(astuple(colour.inks)) <= MOST_INK, colour
    for colour in own.backs.values():
        assert contrast(colour, theme("classic").roles_of["paper"]) >= MIN_TEXT_CONTRAST, colour


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("look", theme_names())
def test_words_of_extra_cards_are_legible(name: str, look: str) -> None:
    own = edition(name)
    game = LocalGame(variant("casino"), "en", in_edition(theme(look), own))
    anatomy = Anatomy(63.5, 88.9)
    setting = EditionSetting(game, own, anatomy, anatomy.trim)
    pairs = [(one, setting.dress.ground) for one in (setting.words_colour, setting.dress.text)]
    for one, ground in (*pairs, (setting.dark_line, game.theme.light)):
        assert contrast(one, ground) >= MIN_TEXT_CONTRAST, (one, ground)


def test_editions_are_listed_and_completed() -> None:
    assert [row["edition"] for row in list_editions()] == OURS
    assert list(EDITION.known()) == OURS


def test_extra_card_is_ordered_but_never_dealt() -> None:
    plain, more = (
        printkit.plan("casino", ["cards"], target="mpc", options=options).products[0].document
        for options in ({}, {"edition": "winter"})
    )
    assert plain is not None
    assert more is not None
    assert len(more.pieces) == len(plain.pieces) + len(EXTRA_CARDS)
    game = LocalGame(variant("casino"), "en", in_edition(theme("classic"), edition("winter")))
    part = OrderPart("cards", "en", "cards", "casino-cards-en", more)
    assert part.count == variant("casino").total + len(EXTRA_CARDS)
    on_table = [piece for deck in lay_table([part], game).decks for piece in deck.pieces]
    assert [piece.id for piece in on_table] == [piece.id for piece in plain.pieces]
    bare, dressed = (
        pieces_of("tuck-box", "casino", options=options)[0]
        for options in ({}, {"edition": "winter"})
    )
    assert "76 cards + 4 of the edition" in text_of(dressed.front.items)
    assert "edition" not in text_of(bare.front.items).replace("English edition", "")
    assert dressed.width > bare.width, "a thicker stack"
    pair = pieces_of("tuck-box", "pazaak", options={"edition": "winter"})
    assert ["MAIN DECK" in text_of(box.front.items) for box in pair] == [True, False]
    keys = {symbol.key for symbol, _ in uses(dressed.front.items)}
    engraved = "engraved-specials-queen-of-air-and-darkness-"
    assert any(key.startswith(engraved) for key in keys), "a card is its front"
    keys = {symbol.key for symbol, _ in uses(pair[0].front.items)}
    assert any(key.startswith("engraved-pazaak-") for key in keys), "a number is its front"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("casino", "76 cartes + 4 de l’édition + 8 aide-mémoire"),
        ("corellian", "97 cartes"),  # the parts do not fit beside each other
    ],
)
def test_edition_box_counts_its_cards(game: str, words: str) -> None:
    (box,) = pieces_of("tuck-box", game, "fr", options={"edition": "winter"})
    assert words in text_of(box.front.items)


OWN = 'name = { en = "Wedding", fr = "Noces" }\nyear = 2031\n'
DRAWN = '<svg class="scene-day" viewBox="0 0 10 10"><path class="fill-leaf" d="M0 0h10v10z"/></svg>'


def test_user_edition_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "heart.svg").write_text(DRAWN)
    file = tmp_path / "wedding.toml"
    file.write_text(f'{OWN}flora = "heart.svg"\nsky = "petal"\n[backs]\nindigo = "#6a2440"\n')
    own = edition(str(file))
    assert own.flora == tmp_path / "heart.svg"
    _, *extra = deck_of("casino", options={"edition": str(file)})
    assert "WEDDING · 2031" in text_of(extra[0].front.items)
    file.write_text(OWN.replace("2031", "2032"))
    assert edition(str(file)).year == 2032, "an edited file is read again"


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("", "mine.toml", "name: is missing from the edition", "its name in each language"),
        (OWN.replace("2031", '"soon"'), "mine.toml:2:1", "is not a whole number", "its year"),
        (f"{OWN}flor = 'oak'", "mine.toml:3:1", "is not a known key", "Did you mean “flora”?"),
        (f"{OWN}flora = 'ook'", "mine.toml:3:1", "no drawing “ook”", "Did you mean “oak”?"),
        (f"{OWN}sky = 'own.svg'", "mine.toml:3:1", "no drawing “own.svg”", "beside the file"),
        (f"{OWN}picture = 7", "mine.toml:3:1", "7 is not a text", "the drawing of boxes"),
        (f"{OWN}motto = 7", "mine.toml:3:1", "7 is not a table", "its motto in each language"),
        (f"{OWN}[backs]\nindgo = '#000000'", "mine.toml:4:1", "is not known", "“indigo”"),
        (f"{OWN}[backs]\nindigo = 'blue'", "mine.toml:4:1", "not a colour", "six hexadecimal"),
        (f"{OWN}[scenes.dya]\nsky = '#000000'", "mine.toml:3:1", "is not known", "“day”"),
        (f"{OWN}[scenes.day]\nskyy = '#000000'", "mine.toml:4:1", "No scene has", "“sky”"),
        (f"{OWN}[scenes.day]\nedge = '#f0c060'", "mine.toml:4:1", "it is illegible", "4.5"),
    ],
)
def test_invalid_edition_file_is_rejected(
    tmp_path: Path, text: str, place: str, message: str, hint: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(PrintkitError) as caught:
        edition(str(file))
    told = str(caught.value)
    assert f"{place}: " in told
    assert message in told
    assert hint in told


@pytest.mark.parametrize(
    ("wishes", "message", "hint"),
    [
        ({"edition": "wintr"}, "no edition “wintr”", "Did you mean “winter”?"),
        ({"edition": "winter", "number": "twelve"}, "not the number", "12/50"),
        ({"edition": "winter", "number": "0"}, "not the number", "12/50"),
        ({"edition": "winter", "number": "51/50"}, "no deck 51 among 50", "12/50"),
        ({"number": "12"}, "on the seal of its edition", "Add --edition"),
    ],
)
def test_invalid_edition_or_number_is_rejected(
    wishes: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(PrintkitError) as caught:
        deck_of("casino", options=wishes)
    assert message in caught.value.message
    assert hint in str(caught.value.hint)


def test_editions_have_posters_of_their_own() -> None:
    """Each names a trump and a special with engraved drawings; no two editions share one."""
    found: dict[str, dict[str, str]] = {}
    for slug in ("tarot", "casino"):
        cards = variant(slug).cards
        for name in edition_names():
            card = edition_poster(cards, edition(name).posters)
            assert card is not None
            found.setdefault(slug, {})[name] = card.id
        assert len(set(found[slug].values())) == len(edition_names())
    assert found["tarot"]["winter"] == "trump-18"
    assert found["casino"]["winter"] == "queen-of-air-and-darkness"
    assert edition_poster(variant("casino").cards, ("trumps/18",)) == poster_of(
        variant("casino").cards
    )
    numbers = variant("pazaak").cards
    assert edition_poster(numbers, ("trumps/18",)) == poster_of(numbers)
    assert edition_poster(variant("pazaak-round").cards[:0], ("trumps/18",)) is None


@pytest.mark.parametrize("shape", ["hexagon", "octagon"])
def test_ace_of_honour_names_edition_in_each_shape(shape: str) -> None:
    _, _, honour, *_ = deck_of("casino", shape=shape, options={"edition": "winter"})
    words = text_of(honour.front.items)
    own = edition("winter")
    assert f"{own.name['en']} · {own.year}".upper() in words
    assert rights_of(variant("casino"), "en").subject in words

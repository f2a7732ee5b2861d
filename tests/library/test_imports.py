"""Orders, saved objects and lists of other programs become decks, with a receipt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from printkit.base.errors import PrintkitError
from printkit.cli.app import run
from printkit.library.deck_lists import parse_list, read_deck_list
from printkit.library.imports import FaceSource, ImportedDeck
from printkit.library.new_deck import start_deck
from printkit.library.order_files import read_order
from printkit.library.saved_objects import read_saved_object
from printkit.model.load import load
from tests.support.decks import facts

FACTS = facts(__file__)
DRIVE = "1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-123"
COLOURS = ("red", "green", "blue", "black", "white", "yellow")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    return tmp_path / "src"


def paint(path: Path, colour: str = "teal", size: tuple[int, int] = (816, 1110)) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)


def said(deck: ImportedDeck) -> str:
    return "\n".join(map(str, (*deck.skipped, *deck.notes)))


# --- orders ---------------------------------------------------------------------------------------


def order(fronts: str, backs: str = "", cardback: str = "", quantity: int = 4) -> str:
    return (
        f"<order><details><quantity>{quantity}</quantity><stock>S30</stock></details>"
        f"<fronts>{fronts}</fronts><backs>{backs}</backs><cardback>{cardback}</cardback></order>"
    )


def entry(name: str, slots: str, id: str = "") -> str:
    return (
        f"<card><id>{id or name}</id><slots>{slots}</slots><name>{name}</name>"
        f"<query>{name.lower()}</query></card>"
    )


def read(folder: Path, text: str, name: str = "cards.xml") -> ImportedDeck:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    reader = {".xml": read_order, ".json": read_saved_object, ".txt": read_deck_list}
    return reader[path.suffix](path, folder / "deck")


def test_order_gives_copies_and_backs(folder: Path) -> None:
    for name in ("Wave (Ann).png", f"Isle ({DRIVE}).png", "moon.png", "own.jpg"):
        paint(folder / "cards" / name)
    fronts = entry("Wave (Ann).png", "0,2") + entry("Isle.png", "1, 3", DRIVE)
    deck = read(folder, order(fronts, entry("own.jpg", "3", "./own.jpg"), "moon.png"))
    rows = [(c.name, c.copies, c.art and c.art.source.name, c.back) for c in deck.cards]
    own = FaceSource(folder / "cards/own.jpg")
    isle = f"Isle ({DRIVE}).png"
    assert rows == [
        ("Wave", 2, "Wave (Ann).png", None),
        ("Isle", 1, isle, None),
        ("Isle", 1, isle, own),
    ]
    assert deck.back == FaceSource(folder / "cards/moon.png")
    assert (deck.total, len(deck.used), deck.skipped, deck.has_bleed) == (4, 4, [], True)


def test_order_accounts_for_every_slot(folder: Path) -> None:
    paint(folder / "a.png", size=(750, 1050))
    paint(folder / "left.png")
    fronts = entry("a.png", "0,x,1") + entry("b.png", "1,2", "../b.png") + entry("c.png", "")
    deck = read(folder, order(fronts, entry("a.png", "9"), quantity=6))
    for words in (
        "“x” is not a slot",
        "Slot 1 has two pictures: “b.png” is skipped.",
        "“c.png” has no slot",
        "The picture “b.png” is missing. Put it into the folder of the order",
        "Slots without a front are skipped: 3–5.",
        "Backs without a front are skipped: 9.",
        "Pictures that belong to no card are skipped: left.png.",
        "Cards without a picture show their name (1): B.",
    ):
        assert words in said(deck)
    assert (deck.total, deck.has_bleed) == (3, False)


def test_order_of_several_decks_keeps_their_backs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The slots of each deck begin at 0; a deck with another back has it on each of its cards."""
    for name in ("a.png", "b.png", "c.png", "moon.png", "sun.png", "own.png", "left.png"):
        paint(folder / name)
    decks = (
        order(entry("a.png", "0,1"), "", "moon.png", 2),
        order(entry("b.png", "0,2") + entry("c.png", "1"), entry("own.png", "1"), "sun.png", 5),
    )
    inside = "".join(one.replace("order>", "deck>") for one in decks).replace("details>", "x>")
    text = f"<order><details><total>5</total></details><decks>{inside}</decks></order>"
    (folder / "cards.xml").write_text(text.replace("<x>", "").replace("</x>", ""), "utf-8")
    assert run(["--lang", "en", "new", "isle", "--from", "order", "src/cards.xml"]) == 0
    told = capsys.readouterr()
    assert "Files: 8 found, 7 used, 1 skipped." in told.out
    assert "Cards: 3 different, 5 in all; backs: 3." in told.out
    assert "Slots without a front are skipped: 3–4." in told.err
    game = load("isle/isle.toml")
    rows = [(card.id, card.copies, card.back and card.back.design) for card in game.cards]
    assert [(name, copies) for name, copies, _ in rows] == [("a", 2), ("b", 2), ("c", 1)]
    backs = [str(back).rpartition("/")[2][:7] for *_, back in rows]
    assert backs == ["None", "sun.png", "own.png"]


def card_of_sheet(number: int, sheets: dict[str, Any]) -> dict[str, Any]:
    return card(number, f"N{number}", CustomDeck=sheets)


def test_saved_object_of_several_decks_keeps_their_backs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two decks of two sheets and two backs in one file: each card keeps its back."""
    for name in ("one.png", "two.png", "moon.png", "sun.png", "left.png"):
        paint(folder / name, size=(600, 840))
    decks = []
    for number, (face, back) in enumerate((("one.png", "moon.png"), ("two.png", "sun.png")), 1):
        sheets = {str(number): sheet(face, back, 2, 2)}
        inside = [card_of_sheet(100 * number + cell, sheets) for cell in (0, 0, 3)]
        decks.append({"Name": "DeckCustom", "CustomDeck": sheets, "ContainedObjects": inside})
    (folder / "deck.json").write_text(saved(*decks), encoding="utf-8")
    assert run(["--lang", "en", "new", "isle", "--from", "tts", "src/deck.json"]) == 0
    told = capsys.readouterr().out
    assert "Files: 6 found, 5 used, 1 skipped." in told
    assert "  Skipped, is not named by the list of cards: left.png" in told
    assert "Cards: 4 different, 6 in all; backs: 2." in told
    game = load("isle/isle.toml")
    backs = [str(game.cards[i].back and game.cards[i].back.design) for i in range(4)]
    assert len({*backs}) == 2
    assert backs[0] == backs[1] != backs[2] == backs[3]
    assert [one.copies for one in game.cards] == [2, 1, 2, 1]


def test_deck_list_beside_pictures_has_a_receipt(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("Lightning Bolt.png", "art/island.jpg", "left.png"):
        paint(folder / name)
    (folder / "deck.txt").write_text("4 Lightning Bolt\n20 Island\n1 Opt\n", encoding="utf-8")
    assert run(["--lang", "en", "new", "isle", "--from", "list", "src/deck.txt"]) == 0
    told = capsys.readouterr()
    assert "Files: 4 found, 3 used, 1 skipped." in told.out
    assert "Cards: 3 different, 25 in all; backs: 1." in told.out
    assert "There is no picture of “Opt”." in told.err


def test_one_file_for_two_ids_is_reported(folder: Path) -> None:
    paint(folder / "Isle.png")
    fronts = entry("Isle.png", "0", DRIVE) + entry("Isle.png", "1", DRIVE[::-1])
    assert "Isle.png: One file is the picture of 2 entries." in said(read(folder, order(fronts)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<svg/>", "This is a file of “svg”, not an order."),
        ("<order>", "This order is not XML"),
        ("", "This order is not XML"),
        ("<!DOCTYPE order [<!ENTITY a 'b'>]><order>&a;</order>", "declares a document type"),
        ("<order/>", "This file contains no cards."),
        ("<order>" + "<a>" * 200 + "</a>" * 200 + "</order>", "This order is damaged."),
        (
            order(entry("a.png", "0", "/etc/a.png")),
            "None of the pictures of this order are next to it: “a.png”",
        ),
    ],
)
def test_wrong_orders_are_refused(folder: Path, text: str, words: str) -> None:
    with pytest.raises(PrintkitError, match=r"cards\.xml") as caught:
        read(folder, text)
    assert words in str(caught.value)


def test_pictures_outside_folder_are_never_read(folder: Path) -> None:
    paint(folder.parent / "secret.png")
    (folder / "linked.png").symlink_to(folder.parent / "secret.png")
    paint(folder / "a.png")
    names = ("../secret.png", str(folder.parent / "secret.png"), "linked.png")
    fronts = "".join(entry(f"n{i}", str(i), name) for i, name in enumerate(names))
    deck = read(folder, order(entry("a.png", "3") + fronts))
    assert [card.name for card in deck.cards if card.art] == ["A"]
    assert "linked.png: This link leads out of the folder" in said(deck)
    assert deck.used == ["a.png"]


# --- saved objects --------------------------------------------------------------------------------


def sheet(face: str, back: str, columns: int = 3, rows: int = 2, **more: Any) -> dict[str, Any]:
    return {"FaceURL": face, "BackURL": back, "NumWidth": columns, "NumHeight": rows, **more}


def card(number: int, name: str = "", **more: Any) -> dict[str, Any]:
    return {"Name": "Card", "Nickname": name, "CardID": number, **more}


def saved(*things: dict[str, Any]) -> str:
    return json.dumps({"SaveName": "", "ObjectStates": things})


@pytest.fixture
def sheets(folder: Path) -> Path:
    """Return the folder with a sheet of six colours, as its copy of an address is named."""
    image = Image.new("RGB", (301, 281))
    for number, colour in enumerate(COLOURS):
        row, column = divmod(number, 3)
        box = [round(301 * column / 3), round(281 * row / 2)]
        box += [round(301 * (column + 1) / 3), round(281 * (row + 1) / 2)]
        image.paste(colour, tuple(box))
    (folder / "Images").mkdir()
    image.save(folder / "Images" / "httpscloudexampleugc12AbC.png")
    paint(folder / "back.png", "purple", (300, 420))
    return folder


ADDRESS = "https://cloud.example/ugc/12/AbC/"


def test_saved_object_is_cut_into_faces(sheets: Path) -> None:
    """Each face has its own colour alone, up to its edges."""
    deck = {"1": sheet(ADDRESS, "file:///C:\\Users\\me\\back.png")}
    inside = [card(100, "Red", CustomDeck=deck), card(105), card(100, "Red"), card(102, "Blue")]
    thing = {"Name": "DeckCustom", "CustomDeck": deck, "ContainedObjects": inside}
    text = saved({"Name": "Bag", "ContainedObjects": [thing]})
    (sheets / "deck.json").write_text(text, encoding="utf-8")
    assert run(["--lang", "en", "new", "isle", "--from", "tts", "src/deck.json"]) == 0
    game = load("isle/isle.toml")
    cards = [(card.name["en"], card.copies) for card in game.cards]
    assert cards == [("Red", 2), ("#2", 1), ("Blue", 1)]
    for name, colour in (("red", "red"), ("2", "yellow"), ("blue", "blue")):
        with Image.open(f"isle/images/{name}.png") as image:
            assert image.size == (image.width, image.height)
            assert min(image.size) >= 100
            expected = Image.new("RGB", (1, 1), colour).getpixel((0, 0))
            assert image.convert("RGB").getcolors() == [(image.width * image.height, expected)]
    assert str(game.families["deck"].back).endswith("back.png'),)")
    assert run(["check", "isle/isle.toml"]) == 0


def test_saved_object_accounts_for_all_objects(sheets: Path) -> None:
    deck = {"1": sheet(ADDRESS, ""), "2": sheet("https://example.org/lost.jpg", "", Type=3)}
    things = (
        card(101, "A", CustomDeck=deck, Description="[b]Draw[/b] *one*.", States={"2": {}}),
        card(200, "B", CustomDeck=deck, Description="[b]Draw[/b] *one*."),
        card(106, "Beyond", CustomDeck=deck),
        card(300, "No sheet"),
        {"Name": "Die_6"},
        {"Name": "Die_6"},
    )
    found = read(sheets, saved(*things), "deck.json")
    for words in (
        "The picture “lost.jpg” is missing (cards: 1). Nothing is fetched",
        "Cards whose sheet is not in the file: Beyond, No sheet.",
        "Objects that are not cards are skipped: Die_6 × 2.",
        "Other states of objects are skipped: 1.",
        "Descriptions are not printed, because the pictures show whole cards: 1.",
        "Some cards are hexagons or circles",
        "1 of the 6 cells of this sheet are cards of the file; the other 5 are not printed.",
        "Pictures that belong to no card are skipped: back.png.",
    ):
        assert words in said(found)
    assert [one.text for one in found.cards] == ["", "**Draw** \u2217one\u2217.", "", ""]


def test_old_saves_and_own_backs_are_read(sheets: Path) -> None:
    deck = {"1": sheet(ADDRESS, ADDRESS, UniqueBack=True)}
    text = saved({"Name": "Deck", "CustomDeck": deck, "DeckIDs": [100, 101.0, 100]})
    found = read(sheets, text, "deck.json")
    numbers = [(one.copies, one.art and one.art.number, one.back) for one in found.cards]
    path = sheets / "Images" / "httpscloudexampleugc12AbC.png"
    assert numbers[0] == (1, 0, FaceSource(path, 3, 2, 0))
    assert (found.total, found.back) == (3, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This is not JSON"),
        ("{]", "deck.json:1:2: This is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        (json.dumps({"Name": "x"}).replace('"x"', "9" * 5000), "This is not JSON"),
        ("[1]", "it has no ObjectStates"),
        ('{"ObjectStates": 3}', "it has no ObjectStates"),
        ('{"ObjectStates": [3, {"Name": 4, "CustomDeck": []}]}', "This file contains no cards."),
        (saved(card(100, CustomDeck={"1": sheet(ADDRESS, "")})), "“AbC.png”"),
        (saved(card(100, CustomDeck={"1": sheet("a", "", 0)})), "have no sheets of faces"),
        (saved(card(100, CustomDeck={"1": sheet("a", "", 10**9, 10**9)})), "have no sheets"),
    ],
)
def test_wrong_saved_objects_are_refused(folder: Path, text: str, words: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        read(folder, text, "deck.json")
    assert words in str(caught.value)


def test_bags_nested_too_deeply_are_refused(folder: Path) -> None:
    thing: dict[str, Any] = card(100)
    for _ in range(50):
        thing = {"Name": "Bag", "ContainedObjects": [thing]}
    with pytest.raises(PrintkitError, match="nested too deeply"):
        read(folder, saved(thing), "deck.json")


def test_sheet_smaller_than_grid_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paint(folder / "a.png", size=(2, 2))
    text = saved(card(100, CustomDeck={"1": sheet("a.png", "", 10, 7)}))
    (folder / "deck.json").write_text(text, encoding="utf-8")
    assert run(["--lang", "en", "new", "isle", "--from", "tts", "src/deck.json"]) == 1
    assert "This picture is too small for 70 faces." in capsys.readouterr().err
    assert not Path("isle").exists()


# --- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FACTS["lists"])
def test_deck_list_gives_names_and_copies(name: str) -> None:
    case = FACTS["lists"][name]
    lines = parse_list(case["text"]).lines
    assert [[line.name, line.copies, line.part] for line in lines] == case["cards"]


def test_list_finds_pictures_by_name(folder: Path) -> None:
    case = FACTS["pictures"]
    for name in case["names"]:
        paint(folder / "art" / name, size=(30, 42))
    for line, picture in case["lines"]:
        (found,) = read(folder, f"{line}\n", "deck.txt").cards
        assert (found.art.source.name if found.art else "") == picture, line
        assert bool(found.back) == (picture == "king_front.png")


def test_list_accounts_for_lines_and_pictures(folder: Path) -> None:
    for name in ("Lightning Bolt.png", "unused.png"):
        paint(folder / name)
    text = "4 Lightnig Bolt\n2 Lightning Bolt\nLightning Bolt\n0 Zero\n1 !!!\nMaybeboard\n9 Idea\n"
    deck = read(folder, text, "deck.txt")
    for words in (
        "deck.txt:1: There is no picture of “Lightnig Bolt”. Did you mean “Lightning Bolt.png”?",
        "deck.txt:4: This line is not a card.",
        "deck.txt:5: This line is not a card.",
        "Cards in parts that are not played are skipped: Idea.",
        "Lines without a number are one card each: Lightning Bolt.",
        "Pictures that belong to no card are skipped: unused.png.",
    ):
        assert words in said(deck)
    assert [(card.name, card.copies) for card in deck.cards] == [
        ("Lightnig Bolt", 4),
        ("Lightning Bolt", 3),
    ]


def test_list_without_pictures_prints_names(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "deck.txt").write_text("4 Élan\n1 Wave {1}\n", encoding="cp1252")
    assert run(["--lang", "fr", "new", "isle", "--from", "list", "src/deck.txt"]) == 0
    said = capsys.readouterr()
    assert "Cartes\xa0: 2 différentes, 5 en tout" in said.out
    assert "Des cartes sans image montrent leur nom" in said.err
    assert run(["check", "isle/isle.toml"]) == 0
    assert load("isle/isle.toml").total == 5


@pytest.mark.parametrize(
    "data",
    [
        *(
            b"PK\x03\x04",
            b"%PDF-1.4",
            b"<order/>",
            b"{}",
            b"\x01\x02\x03",
            b"<deck",
            b"<!DOCTYPE a><deck/>",
        ),
        b"<deck><!ENTITY a 'b'></deck>",
    ],
)
def test_other_files_are_refused_as_lists(folder: Path, data: bytes) -> None:
    path = folder / "deck.txt"
    path.write_bytes(data)
    with pytest.raises(PrintkitError, match="This is not a list of cards"):
        read_deck_list(path, folder / "deck")


@pytest.mark.parametrize("kind", ["order", "tts", "list"])
def test_kinds_of_source_need_a_file(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "new", "deck", "--from", kind]) == 1
    assert f"--from {kind} needs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "kind"), [("a.xml", "order"), ("a.json", "tts"), ("a.txt", "list")]
)
def test_file_without_kind_names_the_kind(
    folder: Path, name: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name).write_text("1 A", encoding="utf-8")
    assert run(["--lang", "en", "new", "deck", "--from", f"src/{name}"]) == 1
    assert f"Write --from {kind} src/{name}." in capsys.readouterr().err


# --- tables of the internet -----------------------------------------------------------------------


def test_google_sheets_download_starts_a_deck(folder: Path) -> None:
    """Its lines end with CR LF, its cells have line breaks and quotation marks."""
    Image.new("RGB", (30, 42)).save(folder / "wave.png")
    table = 'Name,Quantity,Text,Image\r\n"Wave, big",3,"One\nsays ""two""",wave.png\r\nIsle,1,,\r\n'
    (folder / "My deck - Sheet1.csv").write_text(table, encoding="utf-8", newline="")
    assert run(["new", "isle", "--from", "spreadsheet", "src/My deck - Sheet1.csv"]) == 0
    assert run(["check", "isle/isle.toml"]) == 0
    cards = load("isle/isle.toml").cards
    assert [(card.name["en"], card.copies) for card in cards] == [("Wave, big", 3), ("Isle", 1)]
    assert cards[0].text is not None
    assert cards[0].text["en"] == 'One\nsays "two"'


@pytest.mark.parametrize(
    "name", ["https://docs.google.com/spreadsheets/d/1a/edit", "deck.gsheet", "Deck.URL"]
)
def test_addresses_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "new", "isle", "--from", "spreadsheet", name]) == 1
    assert "nothing is fetched from the internet" in capsys.readouterr().err


def test_address_of_picture_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "deck.csv").write_text("Name,Image\nA,https://example.org/a.png\n", encoding="utf-8")
    run(["--lang", "en", "new", "isle", "--from", "spreadsheet", "src/deck.csv"])
    assert "2:2: Image: This is an address" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("| qty | name |\n|---|---|\n| 4 | Wolf |\n", "This is a table, not a list of cards"),
        (
            "+-----+\n Name | Wolf\n  qty | 4\n Name | Fox\n  qty | 1\n+-----+\n",
            "This is a table, not a list of cards",
        ),
        (
            "LINK = cards.csv\nFONT = Arial, 24, ,\nTEXT = 1-{ }, , 5%, 0, 75%, 15%, left\n",
            "This is a script of nanDECK",
        ),
        (
            '[art] = "a.png"\nIF = [art] = ""\nIMAGE = 1, [art], 0, 0, 6, 9\nENDIF\n',
            "This is a script of nanDECK",
        ),
    ],
)
def test_file_that_is_no_list_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
    with pytest.raises(PrintkitError, match=message):
        start_deck(str(tmp_path / "deck"), "list", tmp_path / "deck.txt", "en")


XML_LISTS = {
    "a.cod": """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1"><deckname>Waves</deckname><zone name="main">
<card number="4" name="Tide &amp; Foam"/><card number="1" name="Isle"/></zone>
<zone name="side"><card number="2" name="Reef"/><card number="0" name="Gone"/></zone>
</cockatrice_deck>""",
    "a.o8d": """<deck game="x"><section name="Main"><card qty="4" id="1">Tide &amp; Foam</card>
<card qty="1" id="2"> Isle </card></section>
<section name="Side"><card qty="2" id="3">Reef</card><card qty="many" id="4">Gone</card></section>
<section name="Considering"><card qty="3" id="5">Later</card></section></deck>""",
    "a.dek": """\ufeff<?xml version="1.0"?><Deck><NetDeckID>0</NetDeckID>
<Cards CatID="1" Quantity="4" Sideboard="false" Name="Tide &amp; Foam"/>
<Cards CatID="2" Quantity="1" Sideboard="false" Name="Isle"/>
<Cards CatID="3" Quantity="2" Sideboard="true" Name="Reef"/>
<Cards CatID="4" Quantity="" Sideboard="true" Name="Gone"/></Deck>""",
}


@pytest.mark.parametrize("name", XML_LISTS)
def test_deck_in_xml_is_read(name: str, tmp_path: Path) -> None:
    """Decks of Cockatrice, OCTGN and Magic Online."""
    Image.new("RGB", (10, 14), "teal").save(tmp_path / "Isle.png")
    (tmp_path / name).write_text(XML_LISTS[name], encoding="utf-8")
    deck = read_deck_list(tmp_path / name, tmp_path / "deck")
    cards = [(card.name, card.copies, card.art is not None) for card in deck.cards]
    assert cards == [("Tide & Foam", 4, False), ("Isle", 1, True), ("Reef", 2, False)]
    skipped = [one.message for one in deck.skipped]
    assert "This line is not a card." in skipped
    assert any("Later" in message for message in skipped) == (name == "a.o8d")


def test_slot_without_picture_is_reported(tmp_path: Path) -> None:
    """As in report 128 of mpc-autofill: the card is kept, with a name of its own."""
    Image.new("RGB", (10, 14), "teal").save(tmp_path / "Wave.png")
    (tmp_path / "cards.xml").write_text(
        "<order><details><quantity>2</quantity></details><fronts>"
        "<card><id></id><slots>0</slots><name>Wave.png</name></card>"
        "<card><id></id><slots>1</slots><name></name></card></fronts></order>",
        encoding="utf-8",
    )
    deck = read_order(tmp_path / "cards.xml", tmp_path / "deck")
    assert [(card.name, card.art is not None) for card in deck.cards] == [
        ("Wave", True),
        ("#1", False),
    ]
    assert [one.message for one in deck.skipped] == ["Slot 1 does not name a picture."]


def test_list_with_some_lines_like_commands_is_read(tmp_path: Path) -> None:
    """A card may be called “For …”: a script has commands in more than half of its lines."""
    (tmp_path / "deck.txt").write_text("1 Wolf\nFOR ever\n2 Fox\nIF only\n1 Bear\n", "utf-8")
    deck = read_deck_list(tmp_path / "deck.txt", tmp_path / "new")
    assert len(deck.cards) == 5

"""`printkit map`: the table, the JSON, the files, hands of the owned deck, and rejected input."""

import json
import re
from pathlib import Path

import pikepdf
import pytest

from printkit.base.messages import languages
from printkit.cli.app import run
from printkit.model.definition_files import STANDINS, deck_slugs
from printkit.model.load import load
from printkit.rules.standins import STICKERS

PAIRS = [
    (deck, slug)
    for deck in deck_slugs()
    for standin in load(deck, shelf=STANDINS).standins
    for slug in standin.variants
    if standin.disambiguation != STICKERS
]
# One of each deck: all charts are laid out in products/test_chart.py.
SAMPLES = list(dict(reversed(PAIRS)).items())
Capture = pytest.CaptureFixture[str]


def run_map(capsys: Capture, *words: str) -> str:
    """Return the output of a command that succeeds."""
    status = run(["map", *words])
    captured = capsys.readouterr()
    assert status == 0, captured.err
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize("language", languages())
def test_the_table_is_one_page_of_eighty_columns(language: str, capsys: Capture) -> None:
    for deck, slug in PAIRS:
        lines = run_map(capsys, deck, slug, "--lang", language).splitlines()
        assert len(lines) <= 60, (deck, slug)
        assert max(map(len, lines)) <= 80, (deck, slug)
        assert "→" in lines[0]


def test_map_table_of_tarot_is_complete(capsys: Capture) -> None:
    text = " ".join(run_map(capsys, "tarot", "casino").split())
    assert "76 of 76 cards are covered. 36 show their value; 40 have to" in text
    assert "Take out of the box (76):" in text
    assert "Stays in the box (2): T19, T20." in text
    assert "Nothing is missing." in text
    assert "SwN → Commander 12" in text
    assert "T9 T11 → Balance −11" in text


def test_the_table_in_french(capsys: Capture) -> None:
    text = run_map(capsys, "poker54", "kessel", "--lang", "fr")
    assert "Reste dans la boîte (10)\u00a0: ♦7–♦V, ♣7–♣V." in text
    assert "♥R ♦D ♦R → Imposteur" in text
    assert not re.search(r"\b(cards|deck|box)\b", text)


@pytest.mark.parametrize("deck", deck_slugs())
def test_json_names_every_card_once(deck: str, capsys: Capture) -> None:
    own = load(deck, shelf=STANDINS)
    prefixes = [f"{n}:" for n in range(1, own.decks + 1)] if own.decks > 1 else [""]
    for slug in (slug for name, slug in PAIRS if name == deck):
        data = json.loads(run_map(capsys, deck, slug, "--json"))
        assert list(data) == ["deck", "variant", "cards", "unused", "missing"]
        held = [card["from"] for card in data["cards"]] + data["unused"]
        assert sorted(held) == sorted(prefix + card.id for prefix in prefixes for card in own.cards)
        assert data["missing"] == []
        assert data["variant"] == slug
        meant = next(s.deck for s in own.standins if slug in s.variants) or slug
        values = {card.id: list(card.values) for card in load(meant).cards}
        assert all(card["values"] == values[card["to"]] for card in data["cards"])
        keys = ["from", "from_name", "to", "to_name", "values"]
        assert all(list(card) == keys for card in data["cards"])


def test_json_ids_and_names(capsys: Capture) -> None:
    def names(*words: str) -> dict[str, tuple[str, str]]:
        data = json.loads(run_map(capsys, *words, "--json"))
        return {card["from"]: (card["from_name"], card["to_name"]) for card in data["cards"]}

    english, french = names("tarot", "casino"), names("tarot", "casino", "--lang", "fr")
    assert english["swords-ace"] == ("Ace of Swords", "1 of Sabers")
    assert french["swords-ace"] == ("As d’Épée", "1 de Sabre")
    assert english["excuse"] == ("The Excuse", "The Idiot")
    assert french["trump-8"] == ("Atout 8", "L’Endurance")
    assert names("marseille", "casino")["trump-8"] == ("VIII Justice", "Endurance")
    assert names("tarot-en", "casino")["trump-8"] == ("VIII Strength", "Endurance")
    assert names("tarot-en", "casino")["batons-2"][0] == "2 of Wands"
    assert names("two-tarot", "classic")["2:swords-ace"][0] == "Ace of Swords (deck 2)"


def test_format_json_is_the_same_as_json(capsys: Capture) -> None:
    one = run_map(capsys, "tarot", "casino", "--json")
    assert run_map(capsys, "tarot", "casino", "--format", "json") == one


def test_variant_with_second_deck_is_mapped(capsys: Capture) -> None:
    data = json.loads(run_map(capsys, "poker54", "black-knight", "--json"))
    assert data["variant"] == "black-knight"
    values = {card["from"]: card["values"] for card in data["cards"]}
    assert values["spades-queen"] == [12]
    assert values["spades-ace"] == [1, 14]


def manifest(folder: Path) -> dict[str, object]:
    return dict(json.loads((folder / "manifest.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(("deck", "slug"), SAMPLES)
def test_charts_are_one_or_two_pages(deck: str, slug: str, tmp_path: Path, capsys: Capture) -> None:
    run_map(capsys, deck, slug, "--format", "pdf", "--lang", "en,fr", "-o", str(tmp_path))
    (folder,) = tmp_path.iterdir()
    files = {path.name for path in folder.iterdir()}
    stem = folder.name
    assert stem.startswith(f"{deck}-")
    wanted = {f"{stem}-{kind}-{lang}.pdf" for kind in ("chart", "pocket") for lang in ("en", "fr")}
    assert files == wanted | {"manifest.json"}
    for language in ("en", "fr"):
        with pikepdf.open(folder / f"{stem}-chart-{language}.pdf") as pdf:
            assert 1 <= len(pdf.pages) <= 2
            assert str(pdf.Root.Lang) == language
            width, height = (float(x) for x in list(pdf.pages[0].mediabox)[2:])
            assert (round(width), round(height)) in ((595, 842), (842, 595))
            assert str(pdf.Root.ViewerPreferences.Duplex) == "/Simplex"
        with pikepdf.open(folder / f"{stem}-pocket-{language}.pdf") as pdf:  # it has backs
            assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"


def test_labels_in_the_order_of_the_deck(tmp_path: Path, capsys: Capture) -> None:
    words = "two-poker54 casino --format labels --label-sheet L7651 --start-label 64"
    nudge = ("--nudge-x", "0.5mm", "--nudge-y=-0.25mm")
    run_map(capsys, *words.split(), *nudge, "-o", str(tmp_path))
    folder = tmp_path / "two-poker54-casino"
    result = manifest(folder)
    assert result["products"] == ["labels"]
    assert result["options"] == {
        **{"label_sheet": "L7651", "nudge_x_mm": 0.5, "nudge_y_mm": -0.25},
        **{"plates": "none", "proof": False, "small": False, "start_label": 64},
        **{"theme": "classic"},
        "addons": [],
    }
    with pikepdf.open(folder / "two-poker54-casino-labels-en.pdf") as pdf:
        assert len(pdf.pages) == 3  # 2 + 65 + 9
    run_map(capsys, "tarot", "casino", "--format", "labels,svg", "-o", str(tmp_path))
    assert len(list((tmp_path / "tarot-casino").glob("*labels*.svg"))) == 2


def test_the_hand_in_words_in_french(capsys: Capture) -> None:
    text = run_map(capsys, "tarot", "kessel", "--hand", "C♥=2,5 T14", "--lang", "fr")
    assert "Imposteur de Sang (2/5), 4 de Sable" in text
    assert "5 et 4\u00a0: différence de 1." in text


def test_the_english_reading_changes_the_letters(capsys: Capture) -> None:
    for deck, code in (("tarot", "D7 X T1"), ("tarot-en", "Wa7 X T1")):
        data = json.loads(run_map(capsys, deck, "tarot", "--hand", code, "--json"))
        assert data["hands"][0]["from"][0] == "batons-7"


def test_a_code_of_two_cards_takes_the_one_that_the_hand_needs(capsys: Capture) -> None:
    for words, jokers in (("X H3", "joker-2"), ("S3 X", "joker-1"), ("X2 H3", "joker-2")):
        (hand,) = json.loads(run_map(capsys, "poker54", "kessel", "--hand", words, "--json"))[
            "hands"
        ]
        assert jokers in hand["from"]
        assert hand["best"] == 0


def own_deck(tmp_path: Path, left_out: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'extends = "tarot"\nslug = "mine"\nwithout = ["{left_out}"]\n'
        'name = { en = "Mine", fr = "Le mien" }\n',
        encoding="utf-8",
    )
    return str(path)


@pytest.mark.nightly
def test_a_deck_that_lost_a_card_serves_where_the_card_is_not_needed(
    tmp_path: Path, capsys: Capture
) -> None:
    deck = own_deck(tmp_path, "trump-20")
    data = json.loads(run_map(capsys, deck, "casino", "--json"))
    assert (len(data["cards"]), data["unused"]) == (76, ["trump-19"])
    assert run(["check", deck]) == 0


# --- charts and stickers, and all that a game needs beside a deck ---------------------------------


def made(folder: Path) -> list[str]:
    return [str(key) for key in manifest(folder)["products"]]  # type: ignore[attr-defined]


def test_no_format_drops_another(tmp_path: Path, capsys: Capture) -> None:
    run_map(capsys, "tarot", "casino", "--format", "pdf,labels,dump", "-o", str(tmp_path))
    (folder,) = tmp_path.iterdir()
    assert made(folder) == ["chart", "pocket", "labels"]
    names = {path.stem.partition("-en")[0] for path in folder.glob("*.txt")}
    assert names == {f"tarot-casino-{kind}" for kind in ("chart", "pocket", "labels")}


def test_a_kit_has_all_that_the_game_needs_beside_the_deck(tmp_path: Path, capsys: Capture) -> None:
    words = ("--kit", "--format", "dump", "--players", "4", "-o", str(tmp_path))
    run_map(capsys, "tarot", "casino", *words)
    (folder,) = tmp_path.iterdir()
    keys = made(folder)
    assert keys[:3] == ["print-me-first", "chart", "pocket"]
    assert {"mat", "tokens", "reference-cards", "booklet-imposed"} <= set(keys)
    assert not {"cards", "tuck-box", "labels"} & set(keys)
    (page,) = folder.glob("*print-me-first-en.txt")
    text = page.read_text(encoding="utf-8")
    assert "Tarot deck (78)" in text
    assert "Sabacc deck" not in text  # the tarot replaces it
    assert "for 4 players" in text


def test_kit_has_stickers_for_identical_faces(tmp_path: Path, capsys: Capture) -> None:
    run_map(capsys, "two-poker54", "casino", "--kit", "--format", "dump", "-o", str(tmp_path))
    (folder,) = tmp_path.iterdir()
    assert made(folder)[:2] == ["print-me-first", "labels"]
    assert "chart" not in made(folder)
    assert "labels l7651" in next(folder.glob("*print-me-first-en.txt")).read_text(encoding="utf-8")

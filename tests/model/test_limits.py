"""Limits: oversized definitions are rejected quickly, in a sentence, before any work."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from printkit.base import limits
from printkit.base.errors import PrintkitError
from printkit.library.checks import check
from printkit.model.checks import _products
from printkit.model.load import load
from printkit.pieces.pages import Document
from tests.bench import made
from tests.fuzz.trial import judge_words
from tests.support.decks import HEAD, put

DOCS = Path(__file__).resolve().parents[2] / "docs" / "limits.md"
CARD = '\n[[cards]]\nid = "odd"\nname = { en = "Odd", fr = "Drôle" }\nvalue = 7\n'
NAMED = '\nid = "a{n}"\nname = {{ en = "A", fr = "A" }}\n'
HOSTS = HEAD.replace("max = 4", "max = 99")


def many(table: str, count: int, more: str = "") -> str:
    """Return that many tables of a list."""
    return "".join(f"\n[[{table}]]" + NAMED.format(n=n) + more for n in range(count))


def listed(count: int, entry: str) -> str:
    """Return that many entries; # is replaced by the number of each."""
    return ",".join(entry.replace("#", str(n + 100)) for n in range(count))


SUITS = "\n[suits]\n" + "\n".join(f's{n} = {{ name = "S" }}' for n in range(5000))
GRID = "\n[[grids]]\nsuits = [" + listed(190, '"s#"') + ']\nname = "{rank}"\n'
THRICE = 'ranks = ["0-99", "0-99", "0-99"]\n'
PAIRS = '[[standins.pairs]]\nfrom = "{0-999}{0-1}"\nto = "{0-999}{0-1}"\n'
STANDIN = '\n[[standins]]\nid = "a"\nvariants = ["casino"]\n'
VALUES = "value = [" + listed(1999, "#") + "]"
WITHOUT = "without = [" + listed(60_000, '"a#"') + "]\n"
LANGUAGES = "name = { " + listed(999, 'a# = "x"') + ","
LONG = "W W " * 250
# A definition, and the expected message with its place.
TOO_LARGE = {
    "names": (HEAD + CARD.replace("Odd", LONG), "cards[0].name.en: 1,000 characters in a name"),
    "texts": (HEAD.replace("A deck.", "x" * 5001) + CARD, "summary.en: 5,001 characters in a text"),
    "tracks": (HEAD + CARD + many("tracks", 30, "from = -999\nto = 999"), "tracks: 30 tracks"),
    "steps": (HEAD + CARD + many("tracks", 1, "from = -999\nto = 999"), "1,999 steps on a track"),
    "suits": (HEAD + SUITS + CARD, "suits: 5,000 suits"),
    "grids": (HEAD + GRID + THRICE, "grids[0]: 57,000 distinct cards"),
    "copies": (HOSTS + (CARD + "copies = 999\nper_player = true\n") * 2, "cards[1]: 197,802 cards"),
    "cards": (HEAD + "[[cards]]\n" * 60_000, "cards: 60,000 distinct cards"),
    "without": (WITHOUT + HEAD + CARD, "without: 60,000 names"),
    "values": (HEAD + CARD.replace("value = 7", VALUES), "cards[0].value: 1,999 values"),
    "pieces": (HOSTS + CARD + many("materials", 1, "per_player = 999"), "98,901 pieces"),
    "pieces above": (
        HOSTS
        + CARD
        + many(
            "materials", 1, "per_player = 1\ndenominations = [{ value = 1, count = 1, above = 1 }]"
        ),
        "9,801 pieces",
    ),
    "spaces": (HEAD + CARD + many("places", 1, 'kind = "pot"\ncount = 999'), "999 spaces"),
    "pattern": (HEAD + CARD + many("hands", 1, 'how = "x"\ncards = [{ count = 41 }]'), "41 cards"),
    "pairs": (HEAD + CARD + STANDIN + PAIRS * 10_000, "standins[0].pairs: 10,000 pairs"),
    "paired": (HEAD + CARD + (STANDIN + PAIRS * 390) * 20, "cards in all stand-ins"),
    "languages": (HEAD.replace("name = {", LANGUAGES, 1) + CARD, "name: 1,001 languages"),
}


def refusal(tmp_path: Path, text: str) -> str:
    """Return the error of a definition that cannot be loaded."""
    with pytest.raises(PrintkitError) as caught:
        load(put(tmp_path, text))
    return str(caught.value)


def test_oversized_definition_error_has_place_and_reason(tmp_path: Path) -> None:
    start = time.process_time()
    for key, (text, wording) in TOO_LARGE.items():
        words = refusal(tmp_path, text)
        assert wording in words, key
        assert re.search(r"deck\.toml:\d+:\d+: .* At most [\d,]+ are allowed: .*\.", words), key
        assert len(words) < 1200, key
    assert time.process_time() - start < 8


def test_layers_columns_rows_and_files_have_limits(tmp_path: Path) -> None:
    start = time.process_time()
    (tmp_path / "l0.toml").write_text(HEAD + CARD, encoding="utf-8")
    for n in range(1, 40):
        (tmp_path / f"l{n}.toml").write_text(f'extends = "l{n - 1}.toml"\n', encoding="utf-8")
    for n in (15, 39):
        assert "extends more than 16 files" in refusal(tmp_path, f'extends = "l{n}.toml"\n')
    assert load(put(tmp_path, 'extends = "l14.toml"\n')).total == 1
    table = 'cards_table = "cards.csv"\n' + HEAD
    (tmp_path / "cards.csv").write_text("id" + ",a" * 200_000, encoding="utf-8")
    assert "cards.csv:1:1: 200,001 columns" in refusal(tmp_path, table)
    (tmp_path / "cards.csv").write_text("id\n" + "a\n" * 90_000, encoding="utf-8")
    assert "cards.csv:50010:1: 90,001 rows" in refusal(tmp_path, table)
    with pytest.raises(PrintkitError, match=r"This definition is 1\.0 MB; the limit is 1 MB,"):
        load(put(tmp_path, HEAD + CARD + "#" * 1_000_000))
    assert time.process_time() - start < 3


def test_many_errors_are_reported_briefly(tmp_path: Path) -> None:
    """The file has as many errors as are allowed, each with unique words."""
    start = time.process_time()
    bad = "".join(f'\n[[cards]]\nid = "C {n}"\nnam = "x"\nsuit = "s{n}"\n' for n in range(1900))
    for text in (bad, "\n[[cards]]" * 1900, "".join(f"key{n} = 1\n" for n in range(50_000))):
        words = refusal(tmp_path, HEAD + text)
        assert len(words.split("\n")) <= 11
        assert len(words) < 20_000
        assert words.endswith("… and at least 1 more error.") or "more errors." in words
    assert time.process_time() - start < 8


FLOOD, EVIL = "x" * 5000, r"\u001b]0;x\u0007\u001b[2J\u202e"
# Long texts and cursor controls in every place: keys, ids, names, languages, files.
HOSTILE = [
    *(f"{flood} = 1\n{HEAD}{CARD}" for flood in (FLOOD, f'"{EVIL}"')),
    *(HEAD.replace(word, flood) + CARD for word in ("mine", "rosette") for flood in (FLOOD, EVIL)),
    *(f"{HEAD}{CARD}{key} = '{FLOOD}'\n" for key in ("suit", "layout", "emblem", "value")),
    *(f"{HEAD}{CARD}[suits.{key}]\nname = 'S'\n" for key in (FLOOD, f'"{EVIL}"')),
    *(
        f'{key} = "{FLOOD}{end}"\n{HEAD}'
        for key in ("extends", "cards_table")
        for end in ("", ".csv")
    ),
    HEAD.replace("{ en =", f"{{ {FLOOD} =", 1) + CARD,
    f"{HEAD}{CARD}copies = {'1' * 4000}\n",
    f'{HEAD}{CARD}suit = "{EVIL}"\n',
    f"{HEAD}{CARD}code = '{{{FLOOD}}}'\n",
    f"without = ['{FLOOD}']\nchapters = {{ {FLOOD} = 'a' }}\n{HEAD}{CARD}",
    *(
        f"{odd}\n"
        for odd in ("[[", "a = ", 'a = "', "a = {b = 1", "a.b = 1\na = 2", "[a]\n[a]", "é = 1")
    ),
    *(
        f"{key} = {odd}\n[families.a]\n"
        for odd in ("{ a = 1 }", "[1, [2]]", "1979-05-27", "nan", "9" * 4000, "[" * 900 + "]" * 900)
        for key in ("slug", "name", "players", "card_size", "cards", "suits", "x")
    ),
]
PYTHONIC = re.compile(
    r"\{'|\['|None|recursion|object|iterable|argument|Error|delimiter|field|namespace|Expected"
    r"|Invalid|Cannot|datetime"
)


def test_message_about_hostile_definition_is_safe(tmp_path: Path) -> None:
    """It contains no Python words and no terminal sequence, and repeats at most 200 letters."""
    for text in HOSTILE:
        words = refusal(tmp_path, text).replace(str(tmp_path), "")
        assert judge_words(words, text.encode()) is None, text[:200]
        assert not PYTHONIC.search(words), text[:200]


def test_longest_names_are_drawn_or_rejected_quickly(tmp_path: Path) -> None:
    """“W W W …” is the hardest to break into lines, because every word may end one."""
    start = time.process_time()
    name = ("W W " * 50).strip()
    assert len(name) == limits.MAX_NAME - 1
    places = many("places", 3, 'kind = "pile"').replace('"A"', f'"{name}"')
    with pytest.raises(PrintkitError, match="does not fit"):
        check(put(tmp_path, HEAD + CARD + places))
    assert time.process_time() - start < 8


def test_invisible_characters_are_removed_from_text(tmp_path: Path) -> None:
    """They reach neither metadata nor pages; ids and file names cannot contain them."""
    seen = load(put(tmp_path, HEAD.replace("Mine", "M\u202ei\u2060n\x9be") + CARD))
    assert dict(seen.name) == {"en": "Mine", "fr": "Mien"}
    assert "“\\u200b” is not valid: it is empty." in refusal(
        tmp_path, HEAD.replace("Mine", "\u200b") + CARD
    )
    assert "is not an id" in refusal(tmp_path, HEAD.replace('"mine"', '"mine\\n"') + CARD)


def test_shaping_marks_stay_in_text(tmp_path: Path) -> None:
    """These are line-break opportunities, joiners, direction marks, and a card's line breaks."""
    words = r"a\u200bb\u200cc\u200dd \u200e1\u200f \n second\u202e "
    text = f'text = {{ en = "{words}", fr = "x" }}\n'
    (card,) = load(put(tmp_path, HEAD + CARD + text)).cards
    assert card.text is not None
    assert card.text["en"] == "a\u200bb\u200cc\u200dd \u200e1\u200f\nsecond"


def test_windows_device_name_is_rejected_as_slug(tmp_path: Path) -> None:
    """Windows cannot create such a folder; other ids, and longer slugs, are allowed."""
    for slug in ("con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9"):
        error = refusal(tmp_path, HEAD.replace('"mine"', f'"{slug}"') + CARD)
        assert f"“{slug}” is the name of a device on Windows" in error
    for slug in ("com", "com10", "con-game", "my-con", "console"):
        assert load(put(tmp_path, HEAD.replace('"mine"', f'"{slug}"') + CARD)).slug == slug
    document = Document("a\u202eb", "en", ())
    assert document.title == "ab"


def test_every_limit_is_documented(request: pytest.FixtureRequest) -> None:
    """The table of docs/limits.md is generated from the module; `--update-golden` rewrites it."""
    rows = []
    for name, limit in vars(limits).items():
        if isinstance(limit, limits.Limit):
            rows.append(f"| `{name}` | {int(limit):,} | {limit.unit} | {limit.why} |")
    text = DOCS.read_text(encoding="utf-8")
    head, _, tail = text.partition("| `")
    if request.config.getoption("--update-golden"):
        after = tail[tail.rindex("|\n") + 2 :]
        DOCS.write_text(head + "\n".join(rows) + "\n" + after, encoding="utf-8")
    table = [row for row in DOCS.read_text(encoding="utf-8").split("\n") if row.startswith("| `")]
    assert table == rows


@pytest.mark.nightly
def test_largest_allowed_deck_is_read(tmp_path: Path) -> None:
    most = int(limits.MAX_DISTINCT_CARDS)
    assert len(load(str(made.deck(tmp_path, most))).cards) == most


@pytest.mark.parametrize(
    ("most", "allowed", "refused"),
    [
        (limits.MAX_SPACES, {"places": [{"count": "N-1"}, {}]}, {"places": [{"count": "N"}, {}]}),
        (
            limits.MAX_STEPS,
            {"tracks": [{"from": 1, "to": "N"}]},
            {"tracks": [{"from": 0, "to": "N"}]},
        ),
        (
            limits.MAX_PICKED,
            {"hands": [{"cards": [{"count": "N-1"}, {}]}]},
            {"hands": [{"cards": [{"count": "N"}, {}]}]},
        ),
        (
            limits.MAX_PIECES,
            {"materials": [{"per_player": "N/10"}] * 10},
            {"materials": [*[{"per_player": "N/10"}] * 10, {"count": 1}]},
        ),
        (
            limits.MAX_PIECES,
            {"materials": [{"denominations": [{"count": "N/10", "above": 0}]}] * 10},
            {"players": {"max": 2}, "materials": [{"per_player": "N/10"}] * 5 + [{"count": 1}]},
        ),
    ],
)
def test_products_of_lengths_reach_their_limit(
    most: limits.Limit, allowed: dict[str, Any], refused: dict[str, Any]
) -> None:
    """`N` is the limit; a list without a count has one entry."""

    def faults(raw: dict[str, Any]) -> int:
        text = json.dumps(raw)
        for name, value in (("N", most), ("N-1", most - 1), ("N/10", most // 10)):
            text = text.replace(f'"{name}"', str(int(value)))
        return len([*_products(json.loads(text))])

    assert (faults(allowed), faults(refused)) == (0, 1)

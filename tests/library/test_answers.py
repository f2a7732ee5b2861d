"""Every answer is JSON: it matches its schema, survives a round trip, and agrees with the text.

Each game is tested with random hands, showdowns and mappings, besides the examples of its
definition.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import printkit
from printkit.base.errors import PrintkitError
from printkit.cli.app import run
from printkit.library.answers import ANSWERS, answer_schema
from printkit.model.definition_files import STANDINS, deck_slugs, variant_slugs
from printkit.model.fields import signed
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.rules.showdown import Pages
from printkit.rules.standins import can_stand_in
from tests.support.builds import GATE_KITS
from tests.support.json_schema import schema_faults
from tests.support.sample import cases
from tests.support.shop_files import PNG
from tests.support.showdowns import CASES, deck

# The games whose cards have values; those of an expansion get theirs at the table.
JUDGED = [slug for slug in variant_slugs() if any(card.values for card in load(slug).cards)]
# Tables of hands of each game that are drawn at random, and showdowns in the gate and at night.
TABLES, SHOWDOWNS = 6, (2, 20)
PAIRS = [
    (own, slug)
    for own in deck_slugs()
    for slug in variant_slugs()
    if can_stand_in(load(own, shelf=STANDINS), load(slug))
]


@cache
def schema_of(name: str) -> dict[str, Any]:
    return answer_schema(name)


def require_schema(name: str, data: Any) -> Any:
    """Return plain data after a round trip; it must be unchanged and keep its schema."""
    read = json.loads(json.dumps(data))
    assert json.loads(msgspec.json.encode(data)) == read
    assert schema_faults(schema_of(name), read) == []
    return read


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the output of a command that must succeed."""
    status = run([*args])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def asked(capsys: pytest.CaptureFixture[str], name: str, *args: str) -> tuple[Any, str]:
    """Return an answer as JSON that matches its schema, and the same answer as text."""
    data = require_schema(name, json.loads(printed(capsys, *args, "--json")))
    return data, printed(capsys, *args)


# --- hands ---------------------------------------------------------------------------------------


def hand_sizes(game: Variant) -> list[int]:
    counting = game.counting
    if counting.cards:
        return [counting.cards]
    return [*range(counting.fewest_cards or 1, (counting.most_cards or 5) + 1)]


def draw_tables(slug: str) -> Iterator[str]:
    """Hands drawn at random from one deck, and the examples of each named hand."""
    game, dice = load(slug), Random(slug)
    for _ in range(TABLES):
        size, count = dice.choice(hand_sizes(game)), dice.randint(1, 3)
        if game.counting.each_family:
            piles = [
                dice.sample([c for c in deck(slug, key) if c.values], count)
                for key in game.families
            ]
            hands = [[pile[i].id for pile in piles] for i in range(count)]
        else:
            drawn = dice.sample([c.id for c in deck(slug) if c.values], size * count)
            hands = [drawn[i * size : (i + 1) * size] for i in range(count)]
        yield " / ".join(" ".join(hand) for hand in hands)
    for hand in game.hands:
        if hand.decks == 1:
            yield from hand.ladder[:2]


def compare_judgement(data: Any, text: str) -> None:
    """Assert that the text of an answer contains its names, ranks, totals and winners."""
    lines = text.splitlines()
    heads = [line for line in lines if line and not line.startswith(" ")]
    numbers = [i for i, hand in enumerate(data["hands"], 1) if hand["rank"] == 1]
    for number, hand in enumerate(data["hands"], 1):
        names = ", ".join(hand["card_names"])
        several = len(data["hands"]) > 1
        rank = "" if hand["rank"] is None else f" (Rank {hand['rank']})"
        head = f"{number}. {names}{rank}" if several else names
        place = lines.index(head) + 1
        said = lines[place : place + len(hand["why"])]
        assert said == [f"   {line}" for line in hand["why"]]
        if hand["best"] is None:  # an Impostor whose dice are not known
            assert all(str(total) in said[0] for total in hand["totals"])
            continue
        assert hand["best"] in hand["totals"]
        figures = {int(n) for n in re.findall(r"-?\d+", " ".join(said).replace("−", "-"))}
        assert {hand["best"], abs(hand["best"])} & figures, (hand, said)
        if hand["hand"] is not None:
            assert hand["hand"]["name"].lower() in " ".join(said).lower()
    assert [line for line in data["outcome"] if line not in heads] == []
    if len(data["hands"]) > 1 and numbers and not all(hand["bombed"] for hand in data["hands"]):
        (first, *_) = [line for line in data["outcome"] if re.search(r"\d", line)]
        assert [int(n) for n in re.findall(r"\d+", first)] == numbers


def target_flags(slug: str) -> list[str]:
    """Return the target of the examples, for a game that is judged against one."""
    target = load(slug).counting.target
    return [] if target is None else [f"--target={target.shown}"]


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("slug", JUDGED)
def test_show_hand_json_agrees_with_text(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    for hands in draw_tables(slug):
        data, text = asked(capsys, "hands", "show", slug, "--hand", hands, *target_flags(slug))
        assert [" ".join(hand["cards"]) for hand in data["hands"]] != []
        compare_judgement(data, text)


def test_show_hand_writes_counted_hand() -> None:
    """The three cards of the array add up to 22, and count as 23."""
    answer = printkit.judge("tarot", "T21 T1 X").as_data()
    (hand,) = require_schema("hands", answer)["hands"]
    assert (hand["best"], type(answer["hands"][0]["best"])) == (23, int)


# --- showdowns -----------------------------------------------------------------------------------


def flags_of(known: dict[str, Any]) -> list[str]:
    """The options of `settle` for the facts of a showdown."""
    flags: list[str] = []
    for key, value in known.items():
        flag = "--" + key.replace("_", "-").removesuffix("s")
        match key:
            case "pots":
                for place, held in value.items():
                    numbers = [held] if isinstance(held, int) else held
                    flags += ["--pot", f"{place}={','.join(map(str, numbers))}"]
            case "chips" | "names":
                flags += [f"--{key}", ",".join(map(str, value))]
            case "first_hand" | "alone":
                flags += [flag] if value else []
            case "again" | "false" | "options" | "tokens":
                for item in value:
                    flags += [flag, str(item)]
            case _:
                flags += [flag, str(value)] if value is not None else []
    return flags


@pytest.fixture
def without_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose no booklet for the pages of sentences, which takes seconds a game."""
    monkeypatch.setattr("printkit.booklet.compose.find_pages", lambda game, language: Pages())


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("count", cases(SHOWDOWNS, gate=SHOWDOWNS[:1]))
@pytest.mark.parametrize("key", CASES)
@pytest.mark.usefixtures("without_pages")
def test_settle_json_agrees_with_text(
    key: str, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    slug = key.partition(" ")[0]
    for told, counted in CASES[key](slug, count):
        args = ("settle", slug, "--hand", told.hands, *flags_of(told.known))
        data, text = asked(capsys, "settle", *args)
        lines = text.splitlines()
        steps = [step for step in data["steps"] if step["text"]]
        said = [line for line in lines if re.match(r"\d+\. ", line)]
        assert said == [f"{i}. {step['text']}" for i, step in enumerate(steps, 1)]
        for step in steps:
            assert signed(step["amount"]) in step["text"] or str(step["amount"]) in step["text"]
            assert not step["hand"] or step["name"] in step["text"]
        assert [line for line in data["outcome"] if line not in lines] == []
        for hand in data["hands"]:
            if hand["hand_name"]:
                (head,) = [line for line in lines if line.startswith(f"{hand['name']}: ")][:1]
                assert hand["hand_name"] in head
                assert signed(hand["best"]) in head
        # The count of the test, written from the prose of the booklets.
        assert [hand["purse"][counted.purse] for hand in data["hands"]] == counted.own
        assert {place: data["pots"][place] for place in counted.pots} == counted.pots
        assert (data["out"], data["pending"]) == (counted.out, counted.level)


# --- mappings ------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize(("own", "slug"), PAIRS)
def test_map_json_agrees_with_text(own: str, slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    data, text = asked(capsys, "map", "map", own, slug)
    words = " ".join(text.split())
    assert (data["deck"], data["variant"]) == (own, slug)
    assert re.search(rf"\b{len(data['cards'])}\b", words)
    assert not data["unused"] or re.search(rf"\b{len(data['unused'])}\b", words)
    deck_size = load(own, shelf=STANDINS).total * load(own, shelf=STANDINS).decks
    assert len(data["cards"]) + len(data["unused"]) == deck_size
    cards = {card.id: card for card in printkit.map_deck(own, slug).variant.cards}
    for entry in data["cards"]:
        assert entry["values"] == [*cards[entry["to"]].values]
        assert entry["to_name"] == cards[entry["to"]].name["en"]
    for name in {cards[key].name["en"] for key in data["missing"]}:
        assert name in words


@pytest.mark.sampled
@pytest.mark.parametrize(("own", "slug"), PAIRS)
def test_map_hand_json_agrees_with_text(
    own: str, slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data, dice = printkit.map_deck(own, slug).as_data("en"), Random(own + slug)
    game = load(slug)
    entries = [entry for entry in data["cards"] if entry["values"]]
    if game.counting.each_family:
        families = {card.id: card.family for card in game.cards}
        hand = [
            dice.choice([e for e in entries if families[e["to"]] == key]) for key in game.families
        ]
    else:
        hand = dice.sample(entries, hand_sizes(game)[0])
    typed = " ".join(entry["from"] for entry in hand)
    words = ("map", own, slug, "--hand", typed, *target_flags(slug))
    answer, text = asked(capsys, "map-hands", *words)
    (judged,) = answer["hands"]
    assert sorted(judged["from"]) == sorted(entry["from"] for entry in hand)
    assert sorted(judged["cards"]) == sorted(entry["to"] for entry in hand)
    assert all(entry["from_name"] in text for entry in hand)
    compare_judgement(answer, text)


# --- cards, odds, plans --------------------------------------------------------------------------


@pytest.mark.parametrize("slug", variant_slugs())
def test_show_json_agrees_with_text(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    data, text = asked(capsys, "show", "show", slug)
    counts = {
        name: int(count) for count, name in re.findall(r"^  (\d+)× (\S+) ", text, re.MULTILINE)
    }
    assert counts == {card["id"]: card["copies"] for card in data["cards"]}
    for entry in (*data["cards"], *data["hands"], *data["materials"]):
        assert entry["name"]["en"] in text
    assert [hand["order"] for hand in data["hands"]] == [*range(1, len(data["hands"]) + 1)]


@pytest.mark.parametrize("slug", [slug for slug in variant_slugs() if load(slug).chances])
def test_odds_json_keeps_its_schema(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    sets = {chance.set for chance in load(slug).chances if chance.set}
    rules = [f"--rule-set={name}" for name in sorted(sets)[:1]]
    data, text = asked(capsys, "odds", "show", slug, "--odds", *rules)
    names = {hand.id: hand.name["en"] for hand in load(slug).hands}
    assert data["slug"] == slug
    for chance in data["chances"]:
        assert sum(chance["hands"].values()) + chance["lost"] <= chance["of"]
        for key in chance["hands"]:
            assert not names.get(key) or names[key] in text


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", cases(variant_slugs(), GATE_KITS))
def test_plan_json_has_totals(slug: str) -> None:
    products = [row["key"] for row in printkit.list_products(slug)]
    wanted = [key for key in ("score-sheet", "calibrate", "cards") if key in products][:1]
    plan = printkit.plan(slug, wanted, copies=2)
    data = require_schema("plan", plan.as_data())
    assert (data["variant"], data["sheets"], data["cuts"]) == (slug, plan.sheets, plan.cuts)
    for entry, part in zip(data["made"], plan.products, strict=True):
        assert part.document is not None
        sizes = [(page["width"], page["height"]) for page in entry["pages"]]
        assert sizes == [(page.media.w, page.media.h) for page in part.document.pages]
        assert not entry["work"]["cuts"] or str(entry["work"]["cuts"]) in entry["work"]["words"]
    copies = {entry["product"]: entry.get("copies", 1) for entry in data["made"]}
    assert data["sheets"] == sum(
        entry["sheets"] * copies[entry["product"]] for entry in data["made"]
    )


# --- lists ---------------------------------------------------------------------------------------


def test_list_json_agrees_with_text(capsys: pytest.CaptureFixture[str]) -> None:
    data, text = asked(capsys, "list", "list")
    assert [row["slug"] for row in data] == variant_slugs()
    words = " ".join(text.split())
    for row in data:
        assert f" {row['slug']} {row['name']['en']} " in words
        assert f"{row['cards']} card" in words


def test_list_sizes_json_agrees_with_text(capsys: pytest.CaptureFixture[str]) -> None:
    data, text = asked(capsys, "sizes", "list", "--sizes")
    words = " ".join(text.split())
    for row in (*data["papers"], *data["cards"]):
        width, height = (f"{side:g}" for side in row["mm"])
        assert f"{row['name']} {width} × {height} mm" in words


def test_list_targets_json_agrees_with_text(capsys: pytest.CaptureFixture[str]) -> None:
    data, text = asked(capsys, "targets", "list", "--targets")
    words = " ".join(text.split())
    for row in data:
        assert f"{row['target']} {row['name']['en']}" in words


def test_list_editions_json_agrees_with_text(capsys: pytest.CaptureFixture[str]) -> None:
    data, text = asked(capsys, "editions", "list", "--editions")
    for row in data:
        assert f"{row['edition']} " in text
        assert f"{row['name']['en']} · {row['year']}" in text


def test_library_lists_keep_their_schemas() -> None:
    require_schema("decks", printkit.list_decks())
    require_schema("products", printkit.list_products())
    require_schema("options", printkit.list_options())


# --- files ---------------------------------------------------------------------------------------


def test_status_json_keeps_its_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printkit.build("kessel", ["summary"], out=tmp_path, languages=["en"], paper="a5")
    (row,), _ = asked(capsys, "status", "status", str(tmp_path / "kessel"))
    assert (row["variant"], row["current"], row["sheets"]) == ("kessel", True, 1)
    assert row["products"][0]["options"]["paper"] == "a5"


def test_check_json_keeps_its_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deck.toml"
    path.write_text('name = "Deck"\nnothing = 1\n', encoding="utf-8")
    assert run(["check", str(path), "kessel", "--lang", "de", "--json"]) == 1
    rows = require_schema("check", json.loads(capsys.readouterr().out))
    assert {row["severity"] for row in rows} == {"error", "missing", "receipt"}
    assert {"nothing", "name"} & {row["key"] for row in rows}


def test_preflight_json_keeps_its_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "001.png").write_bytes(PNG)
    (tmp_path / "003.png").write_bytes(PNG[:200])
    assert run(["preflight", str(tmp_path), "--for", "mpc", "--json"]) == 1
    rows = require_schema("preflight", json.loads(capsys.readouterr().out))
    assert {("refused", "003.png"), ("number", "….png")} <= {(r["rule"], r["file"]) for r in rows}
    assert all(row["message"] and row["hint"] for row in rows)


# --- schemas -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ANSWERS)
def test_schema_command_prints_each_answer(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads(printed(capsys, "schema", name))
    assert schema == json.loads(json.dumps(answer_schema(name)))
    assert all(part["description"] for part in schema["$defs"].values())
    assert re.search(rf"\b{name}\b", " ".join(printed(capsys, "schema", "--help").split()))


def test_schema_command_refuses_unknown_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "setle"]) == 1
    assert "Did you mean “settle”?" in capsys.readouterr().err
    with pytest.raises(PrintkitError, match="is not an answer"):
        answer_schema("setle")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"variant": 5}, "$.variant: 5 is not of type string"),
        ({"outcome": None}, "$.outcome: None is not of type array"),
        ({"winner": "1"}, "$: winner is not documented"),
        ({"hands": [{}]}, "$.hands[0]: lacks best"),
    ],
)
def test_schema_faults_finds_wrong_answer(change: dict[str, Any], fault: str) -> None:
    data = json.loads(json.dumps(printkit.judge("tarot", "T21 T1 X").as_data()))
    assert fault in schema_faults(schema_of("hands"), {**data, **change})

"""Command lines, hands and manifests, each written as JSON."""

import json
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import printkit
from printkit.jobs.job import all_options
from printkit.model.load import load
from tests.fuzz.definitions import BASE
from tests.fuzz.trees import change_tree
from tests.fuzz.values import INTEGERS, SEEDS, WORDS, damage, spoil

# Files of a case that a command line may name.
FILES = ("mine.toml", "mine.toml", "x.svg", "theme.toml", "nothing.toml", "out")
_VARIANTS = ("casino", "kessel", "pazaak", "poker54", "tarot", "random", *FILES, "", "x\x1b[2J")
_COMMANDS = SEEDS["commands"]
_VALUES = ("en", "fr", "fr+en", "de", "pdf", "svg", "3mm", "0", "-1", "210x297mm", "a4", "1e9mm")
_CODES = ("joker", "sabers-1", "s1", "S1", "b1", "idiot", "x=4", "x=3,5", "/", "//", "c-11", "1:s1")


@cache
def _flags() -> tuple[str, ...]:
    return tuple(f"--{name.replace('_', '-')}" for name in all_options())


def make_options(random: Random) -> bytes:
    """Return the arguments of a command line with a small build."""
    command = random.choice((*_COMMANDS, "build", "build", "show"))
    builds = command in ("build", "preview")
    words = [command]
    if command not in ("list", "schema", "calibrate") or random.random() < 0.05:
        words.append(random.choice(FILES if builds or command == "check" else _VARIANTS))
    if builds:
        words.append(random.choice(("cards", "cards", "tokens", "x", "")))
    if command == "map":
        words.append(random.choice(_VARIANTS))
    flags = (*_COMMANDS[command], *(_flags() if builds else ()), "--help", "--x")
    for flag in random.choices(flags, k=random.choice((0, 1, 1, 2, 3))):
        words.append(flag)
        if flag == "-o":
            words.append(random.choice(("there", "x.svg", "a/b/c", "\x1b[2J", "x" * 300)))
        elif random.random() < 0.8:
            words.append(str(random.choice((*_VALUES, *_VALUES, *WORDS, *INTEGERS))))
    return _as_json([word.replace("\x00", "") for word in words])


_ODD_QUESTIONS: tuple[dict[str, Any], ...] = (
    *({"language": language} for language in ("fr", "de", "")),
    *({"decks": decks} for decks in (2, 0, -1, 99, 10**9)),
    *({"rule_set": name} for name in ("imperial", "x", "")),
    *({"tokens": tokens} for tokens in (["immunity"], ["x"], [""] * 50, ["W" * 300])),
)


@cache
def _cards(variant: str) -> tuple[str, ...]:
    """Return words for hands of a variant: mostly cards, sometimes other words."""
    if variant == "mine.toml":
        return "sabers-1", "sabers-2", "sabers-3", "joker", "/"
    ids = tuple(card.id for card in load(variant).cards)
    return *ids, "/", "/", "/", f"{ids[0]}=4", f"{ids[-1]}=1,2"


def make_hand(random: Random) -> bytes:
    """Return a question about hands."""
    variant = random.choice(("casino", "kessel", "pazaak", "random", "mine.toml"))
    codes = _cards(variant) if random.random() < 0.8 else _CODES
    hands = " ".join(random.choices(codes, k=random.choice((1, 2, 2, 3, 5, 8, 60, 500))))
    question = {
        "variant": variant,
        "hands": damage(random, hands) if random.random() < 0.3 else hands,
        "language": "en",
        "decks": 1,
        "rule_set": None,
        "tokens": [],
    }
    if random.random() < 0.3:
        question |= random.choice(_ODD_QUESTIONS)
    return _as_json(question)


_SETTLED: tuple[tuple[str, ...], ...] = (
    *(("--called", n) for n in ("0", "1", "2", "99", "-1", "x")),
    *(
        ("--pot", pot)
        for pot in ("hand-pot=12", "pot=2,1", "pot=x", "x=1", "pot", "pot=-5,9999999")
    ),
    *(("--chips", chips) for chips in ("5,6", "5", "", "1e9,2", "-1,0")),
    *(("--names", names) for names in ("Ana,Bek", ",", "W" * 300, "\x1b[2J,b")),
    *(("--bank", n) for n in ("1", "7")),
    *(("--again", hand) for hand in ("-", "joker / joker", "x")),
    *(("--tiebreaker", n) for n in ("1", "5")),
    *(("--false", n) for n in ("1", "5")),
    *(("--common", cards) for cards in ("joker", "x=3", "")),
    *(("--option", option) for option in ("points", "x", "")),
    *(("--decks", n) for n in ("1", "2", "99")),
    *(("--rule-set", name) for name in ("imperial", "x")),
    *(("--target", words) for words in ("+5 circles", "5", "", "W" * 300, "\x1b[2J 0")),
    *((flag,) for flag in ("--first-hand", "--alone", "--json")),
)


def make_settle(random: Random) -> bytes:
    """Return the words of a settlement."""
    variant = random.choice(("casino", "kessel", "pazaak", "random", "mine.toml", "nothing.toml"))
    if random.random() < 0.4:  # a showdown that may occur
        variant = random.choice(("casino", "random"))
        held = load(variant).counting.cards or 2
        cards = random.sample(_cards(variant)[:-5], k=2 * held)
        hands = f"{' '.join(cards[:held])} / {' '.join(cards[held:])}"
        words = ["settle", variant, "--hand", hands, "--called", random.choice(("0", "1", "2"))]
        words += ["--pot", "hand-pot=10", "--pot", "sabacc-pot=4"]
        if variant == "random":
            words[-4:] = ["--option", "points"]
        return _as_json([*words, *(random.choice(_SETTLED) if random.random() < 0.5 else ())])
    known = _cards(variant) if variant != "nothing.toml" else _CODES
    codes = (*known, "/", "/", "-") if random.random() < 0.8 else _CODES
    words = ["settle", variant, "--hand", " ".join(random.choices(codes, k=random.randint(1, 8)))]
    for option in random.choices(_SETTLED, k=random.choice((0, 1, 2, 4))):
        words += option
    return _as_json(words)


@cache
def _manifest() -> dict[str, Any]:
    """Return one of our manifests."""
    with TemporaryDirectory() as name:
        path = Path(name) / "mine.toml"
        path.write_text(BASE.replace('"x.svg"', '"suits/circles"'), encoding="utf-8")
        return printkit.build(str(path), ["cards"], formats=["svg"], out=name).manifest


_OTHERS = ("photos", "notes.txt", "notes.txt", "manifest.json", "photos/a.txt", "../keep.txt")


def make_manifest(random: Random) -> bytes:
    """Return a manifest, mostly of a valid form, that may name other files."""
    result = _manifest()
    others = random.sample(_OTHERS, k=random.choice((0, 0, 1, 2)))
    entries = [{**result["files"][0], "file": name} for name in others]
    result = {**result, "files": [*result["files"], *entries]}
    data = _as_json(result if random.random() < 0.2 else change_tree(random, result))
    return spoil(random, data.decode(), 0.2)


def _as_json(data: Any) -> bytes:
    return json.dumps(data).encode()

"""The rules of our games about hands and the table, copied by hand from the sources.

Limits, hands with their conditions, exchanges, stakes, materials, tracks, goals, and penalties are
in `published.toml`, which `--update-golden` never changes.
"""

import re
from collections.abc import Iterator

import pytest

from printkit.model.fields import Bounds
from printkit.model.play import CardPattern, Counting, Exchange, Hand
from printkit.model.variant import Variant
from tests.model.test_figures import EVERY, LOCAL, SPECIALS, published
from tests.support.decks import variant

COUNTING, HUES, HANDS, ARRAYS, EXCHANGES, STAKES, THINGS, BOARDS, SAID = (
    published(table)
    for table in "counting hues hands arrays exchanges figures things boards said".split()
)
PAPER = {"mat", "score-sheet", "timer", "conversion-chart"}


def write_counting(c: Counting) -> str:
    bombs = ",".join(map(str, c.bombs)) or "()"
    values = (c.system, c.limit, c.floor, bombs, c.sign, c.cards)
    return " ".join("-" if value is None else str(value) for value in values)


def write_pick(pick: CardPattern) -> str:
    names = (pick.card, pick.suit, pick.rank, pick.kind)
    kinds = ("same", "run")
    words = [*filter(None, names), *(kind for kind in kinds if getattr(pick, kind))]
    return ("" if pick.count == 1 else f"{pick.count}×") + " ".join(words)


def write_hand(hand: Hand) -> str:
    head = hand.id + "*" * hand.pot + "!" * bool(hand.cards and hand.exact)
    words = [head + (f"@{hand.decks}" if hand.decks > 1 else "")]
    if hand.cards:
        words.append("+".join(map(write_pick, hand.cards)))
    for sign, bounds in (("=", hand.total), ("Σ", hand.sum), ("Δ", hand.difference)):
        if bounds is not None:
            low, high = ("" if end is None else str(end) for end in (bounds.low, bounds.high))
            words.append(sign + (low if low == high else f"{low}..{high}"))
    words += [hand.best] if hand.best else []
    words += [f"counts {hand.counts}"] if hand.counts is not None else []
    return " ".join(words)


def write_exchange(exchange: Exchange | None) -> str | None:
    if exchange is None:
        return None
    counts = " ".join(map(str, exchange.counts))
    if exchange.more is None:
        return counts
    more = " ".join(map(str, exchange.more.counts))
    return f"{counts} or {more} with {' '.join(exchange.more.holding)}"


def list_board(found: Variant) -> Iterator[str]:
    yield from (f"{place.id} {place.count}" for place in found.places if place.count > 1)
    yield from (f"{track.id} {track.first}–{track.last}" for track in found.tracks)
    yield from (f"{score.id} {score.goal}" for score in found.scores if score.goal is not None)


def read_counts(text: str) -> dict[str, int]:
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@pytest.mark.parametrize("slug", EVERY)
def test_rules_match_the_sources(slug: str) -> None:
    found = variant(slug)
    c = found.counting
    if slug in COUNTING:
        assert write_counting(c) == COUNTING[slug]
    assert c.each_family == (slug == "kessel")
    assert [" ".join(sorted(hue.suits)) for hue in c.hues] == HUES.get(slug, [])
    if slug in HANDS:
        own = [ARRAYS[slug]] if slug in LOCAL else []
        assert [write_hand(hand) for hand in found.hands] == [*own, *HANDS[slug]]
    assert write_exchange(found.exchange) == EXCHANGES.get(slug)
    assert read_counts(STAKES.get(slug, "")).items() <= dict(found.figures).items()
    most = found.players.max
    things = {t.id: t.count_for(most) for t in found.materials if t.id not in PAPER}
    assert things == read_counts(THINGS[slug])
    assert " ".join(list_board(found)) == BOARDS.get(slug, "")
    varying = [card.id for card in found.cards if card.varies]
    assert varying == (SPECIALS if slug in (*LOCAL, "random", "theory") else [])


def lacking(found: Variant, line: str) -> list[str]:
    """Return the parts of a line of `SAID` that are missing from a sentence."""
    key, _, wanted = line.partition(": ")
    listed, name = key.split(".")
    (entry,) = (entry for entry in getattr(found, listed) if entry.id == name)
    missing = []
    for words in wanted.split("; "):
        english, _, french = words.partition("|")
        for language, term in (("en", english), ("fr", french or english)):
            wording = f"{entry.name[language]} {entry.how[language]}".replace("\u00a0", " ")
            if not re.search(rf"(?<![\w−]){re.escape(term)}(?!\w)", wording, re.IGNORECASE):
                missing.append(f"{key} {language}: {term}")
    return missing


@pytest.mark.parametrize("slug", SAID)
def test_sentences_contain_the_published_figures(slug: str) -> None:
    lines = SAID[slug].splitlines()
    assert [words for line in lines for words in lacking(variant(slug), line)] == []


def test_wrong_figure_is_detected() -> None:
    missing = lacking(variant("classic"), "payments.bombed-out: 24; half|la moitié")
    ends = [line.removeprefix("payments.bombed-out ") for line in missing]
    assert ends == ["en: 24", "fr: 24", "en: half", "fr: la moitié"]


def test_kessel_tokens_and_cards_change_hands() -> None:
    kessel = variant("kessel")
    assert len(kessel.tokens) == 16
    changes = {t.id: (t.changes.rank, t.changes.value) for t in kessel.tokens if t.changes}
    assert changes == {"markdown": ("sylop", 0), "major-fraud": ("impostor", 6)}
    assert [t.reverses for t in kessel.tokens if t.reverses] == [("pure-sabacc", "sabacc")]
    assert [t.crowns for t in kessel.tokens if t.crowns] == ["sabacc"]
    rules = {card.rank: card.rule for card in kessel.cards if card.rule}
    assert rules == {"impostor": "dice", "sylop": "copy"}


def test_spike_hands_sum_to_zero() -> None:
    spike = {hand.id: hand for hand in variant("corellian-spike").hands}
    assert " ".join(spike) == (
        "pure-sabacc full-sabacc fleet yee-haa rhylet squadron gee-whiz straight-khyron "
        "banthas-wild rule-of-two sabacc zero nulrhek"
    )
    zero = {key for key, hand in spike.items() if hand.total == Bounds(0, 0)}
    assert zero == set(spike) - {"pure-sabacc", "nulrhek"}
    picks = {key: "+".join(map(write_pick, hand.cards)) for key, hand in spike.items()}
    assert (picks["pure-sabacc"], picks["gee-whiz"]) == ("2×sylop", "1+2+3+4+10")
    assert picks["full-sabacc"].endswith("4×10")


def test_card_shifting_games_have_an_interference_field() -> None:
    """Except in Cloud City, it is an option."""
    with_field = {s for s in EVERY if any(p.kind == "field" for p in variant(s).places)}
    assert with_field == {"classic", "casino", "random", "cloud-city", *LOCAL}
    options = {s for s in EVERY if any(option.id == "field" for option in variant(s).options)}
    phases = {s for s in EVERY if any(phase.id == "field" for phase in variant(s).phases)}
    assert (options, phases) == (with_field - {"cloud-city"}, {"cloud-city"})


def test_families_suits_and_signs_match_the_sources() -> None:
    """22 Blood and 22 Sand; in Pazaak 40 for both players, 36 and five blanks for each."""
    for slug, counts in (
        ("kessel", {"blood": 22, "sand": 22}),
        ("pazaak", {"main": 40, "side": 90}),
    ):
        found = variant(slug)
        most = found.players.max
        of_each = {
            family: sum(card.copies_for(most) for card in found.cards if card.family == family)
            for family in found.families
        }
        assert of_each == counts
        assert len({str(family.back.design) for family in found.families.values()}) == 2
    for slug, signs in (
        ("tarot", {"swords": "♠", "batons": "♦", "cups": "♥", "coins": "♣"}),
        ("poker", {"spades": "♠", "diamonds": "♦", "hearts": "♥", "clubs": "♣"}),
    ):
        for game in (slug, f"black-knight{'-54' if slug == 'poker' else ''}"):
            assert {k: s.sign for k, s in variant(game).suits.items() if s.sign} == signs
    for slug in ("tarot", "poker"):
        deals = [option.id for option in variant(slug).options if option.kind == "deal"]
        assert deals == ["classic", "open", "holdem", "stud"]

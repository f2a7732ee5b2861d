"""What our games ask of a hand and of the table, copied by hand from the sources.

Limits, hands with their conditions, exchanges, stakes, things, tracks, goals, and what a penalty
costs. Values, copies and players stand in test_figures. `--update-golden` changes none of it.
"""

import re
from collections.abc import Iterator

import pytest

from printkit.model.fields import Bounds
from printkit.model.play import CardPattern, Exchange, Hand
from printkit.model.variant import Variant
from tests.model.test_figures import EVERY, LOCAL_VALUES, SPECIALS
from tests.support.decks import variant

# System, limit, floor, bombs, what a sign means, cards of a hand.
BY_SUM = ("sum", 23, -23, (0,), "counts", 4)
BY_HUES = ("hues", 23, None, (), "ignored")
COUNTING = {
    **dict.fromkeys(("casino", *LOCAL_VALUES, "random"), BY_SUM),
    "classic": (*BY_SUM[:5], None),
    "cloud-city": ("sum", 23, -23, (0,), "ties", 4),
    "theory": ("past", 23, None, (), "counts", 4),
    **dict.fromkeys(("tarot", "poker"), (*BY_HUES, 3)),
    **dict.fromkeys(("black-knight", "black-knight-54"), (*BY_HUES, None)),
    "kessel": ("difference", None, None, (), "counts", 2),
    "pazaak": ("sum", 20, None, (), "counts", None),
    "corellian-spike": ("sum", None, None, (), "ties", None),
}
ARMS_AND_RICHES = {
    **dict.fromkeys(("tarot", "black-knight"), ("batons swords", "coins cups")),
    **dict.fromkeys(("poker", "black-knight-54"), ("diamonds spades", "clubs hearts")),
}

# Best first. `*` takes the sabacc pot, `!` is all the hand's cards, `@2` needs two decks; the cards
# by card, rank, suit or kind, or what they come to.
TO_23 = ("idiots-array* idiot+2+3", "pure-sabacc* =23", "highest-total =-23..22 highest")
OF_THREE = (
    "grand-sabacc* =23",
    "little-sabacc*! trump-21+trump-1+idiot counts 23",
    "idiots-sabacc*! idiot+2+3",
    "triple-idiot*!@2 2×idiot+any",
    "nearest-23 =..22 highest",
)
ARRAYS = {
    "rebel-alliance": "force-array* 2×jedi-knight+ace",
    "imperial": "sith-array* lord-of-sith+commander+ace",
    "corellian": "smugglers-array* 2×smuggler+coins numbered",
    "new-republic": "republic-array* jedi-knight+jedi-master+smuggler",
    "old-republic": "jedi-array* jedi-knight+jedi-master+sabers numbered",
    "cloud-city-casino": "partnership-array* 2×smuggler+jedi-knight",
    "corporate-sector": "hunted-array* 2×bounty-hunter+coins numbered",
    "crseih-station": "temporal-array* 4×flasks",
    "mos-eisley": "criminal-array* smuggler+bounty-hunter+coins numbered",
}
HANDS: dict[str, tuple[str, ...]] = {
    "casino": TO_23,
    "classic": ("idiots-array*! idiot+2+3", *TO_23[1:]),
    "cloud-city": (*TO_23[:2], "nearest-23 =-23..22 highest"),
    **{slug: (array, *TO_23) for slug, array in ARRAYS.items()},
    "theory": (
        "pure-sabacc* Σ23",
        "sabacc* Σ46",
        "idiot-combination* idiot+1+2+3 counts 23",
        "highest-score =..22 highest",
    ),
    **dict.fromkeys(("tarot", "black-knight"), OF_THREE),
    **dict.fromkeys(("poker", "black-knight-54"), (OF_THREE[0], *OF_THREE[2:])),
    "kessel": (
        "pure-sabacc 2×sylop",
        "sabacc 2×any Δ0 lowest",
        "smallest-difference 2×any Δ1..6 lowest",
    ),
    "pazaak": ("twenty =20", "highest-total =..19 highest"),
}
EXCHANGES = {
    "rebel-alliance": "0 1 2 3",
    "imperial": "2",
    "corellian": "2 3 4",
    "new-republic": "1 3",
    "old-republic": "0 1 2 or 3 4 with jedi-master",
    "cloud-city-casino": "2 4",
    "corporate-sector": "3",
    "crseih-station": "0 1 2",
    "mos-eisley": "1 or 1 2 3 4 with bounty-hunter smuggler",
}
STAKES = "ante 1 raise 3 fold 1 shift 3"
FIGURES = {
    "classic": f"{STAKES} dealt 2",
    "cloud-city": STAKES,
    **dict.fromkeys(("casino", *LOCAL_VALUES), f"{STAKES} bonus 10"),
    "random": f"{STAKES} bonus 10 parts 2",
    "theory": "bonus 10 ante 1 raise 3",
    **dict.fromkeys(("tarot", "poker"), "fold 5 shift 6 bet 2 ante 1"),
    **dict.fromkeys(("black-knight", "black-knight-54"), "dealt 2 draw 16 stand 17"),
    "kessel": "draw 1",
    "pazaak": "side 10",
    "corellian-spike": "dealt 2 ante 1 raise 3",
}
# What lies on a full table, but mats, boards and paper, of which there is one each.
SABACC = "deck 1 die 1 ranking-card 8 credits 200"
HELD = "lock-token 24 dealer-token 1 chip 240 player-board 12 ranking-card 12"
THINGS = {
    **dict.fromkeys(("classic", "casino", "cloud-city"), SABACC),
    **dict.fromkeys((*LOCAL_VALUES, "random"), f"{SABACC} rule-cards 9"),
    "theory": "deck 1 ranking-card 8 credits 160 rule-cards 9",
    **dict.fromkeys(("tarot", "poker"), f"deck 1 die 2 {HELD}"),
    **dict.fromkeys(("black-knight", "black-knight-54"), "deck 1 ranking-card 7 chip 140"),
    "kessel": "deck 1 chip 32 die 2 player-board 4 influence-token 16 used-marker 12 turn-marker 4"
    " ranking-card 4",
    "pazaak": "main-deck 1 side-cards 2 table 1 set-marker 6 total-marker 2 ranking-card 2",
    "corellian-spike": "deck 1 die 2 ranking-card 8 credits 160 turn-marker 1",
    "expansion": "cards 1",
}
PAPER = {"mat", "score-sheet", "timer", "conversion-chart"}
# Places for more than one thing, tracks from and to, goals.
BOARDS = {
    **dict.fromkeys(("casino", *LOCAL_VALUES, "random"), "points 200"),
    **dict.fromkeys(("tarot", "poker"), "common 3 dice 2 hand 3 lock 2"),
    **dict.fromkeys(("black-knight", "black-knight-54"), "bank 2"),
    "corellian-spike": "dice 2 round 1–3",
    "kessel": "dice 2 drawn-tokens 3 reserve 8 tokens 3 used 3 turn 1–3 player-turn 1–3",
    "pazaak": "lights 3 cells 9 hand 4 total 0–20 sets 3",
}
# What has to be said, in English|French or as a whole number.
OF_HOUSE = """
phases.deal: 1; each pot|chaque pot; four|quatre; At the start|Au début
phases.bet: 3
phases.shift: 1; 3
phases.call: anyone but the dealer|n’importe qui, sauf le donneur
phases.no-call: left|gauche; no new ante|sans nouvelle mise
penalties.fold: 1
penalties.bombed-out: 23; −23; 0; half|la moitié
penalties.failed-call: as much as|autant que
penalties.tie: split|se partagent
scores.points: 23; 10; 200"""
OF_TAROT = """
phases.deal: left|gauche; three|trois; side ante|mouche
phases.change: two dice|deux dés; double 6; locked|bloquées
penalties.side-ante: each deal|chaque donne; double 6
penalties.raise: one side ante|une mouche
penalties.fold: one side ante|une mouche
penalties.false-sabacc: 5 side antes|5 mouches; next hand|manche suivante
penalties.sudden-death: three|trois; sudden death|mort subite
places.common: one|une; three|trois; left|gauche"""
SAID = {
    **dict.fromkeys(("casino", *LOCAL_VALUES), OF_HOUSE),
    "random": f"{OF_HOUSE}\nphases.new-rules: two time-parts|deux périodes; slip|billet",
    **dict.fromkeys(("tarot", "poker"), OF_TAROT),
    "classic": """
phases.bet: 3; fold|se retirent
phases.shift: 1; 3; right|droite
phases.call: anyone but you|n’importe qui, sauf vous
phases.draw: more than two|plus de deux; leave the game|hors jeu
penalties.ante: 1; empty|vide; two cards|deux cartes
penalties.fold: 1; sabacc pot|pot de sabacc
penalties.bombed-out: 23; −23; 0; as much as|autant que
penalties.failed-call: as much as|autant que
penalties.sudden-demise: sudden demise|levée subite; split|partagent""",
    "cloud-city": """
phases.shift: 1; 3; not the field|hors du champ
penalties.bombed-out: 23; −23; 0; as much as|autant que
penalties.tie: positive|positif
places.field: no longer|ne changent plus""",
    "theory": """
phases.deal: four|quatre
phases.exchange: once|une seule fois
phases.count: 23
penalties.over-46: 46
scores.points: 10; 46""",
    "black-knight": "phases.play: ten|dix; 23\nphases.bank: 16; 17\noptions.cards-a-hand: ten|dix",
    "black-knight-54": """
phases.play: seven|sept; 23
phases.bank: 16; 17
options.cards-a-hand: seven|sept""",
    "corellian-spike": """
phases.deal: two cards|deux cartes
phases.show: three|trois
phases.spike: doubles|double""",
    "kessel": """
phases.token: three turns|trois tours; one influence|un jeton d’influence
phases.draw: 1
phases.reveal: three turns|trois tours; two dice|deux dés
penalties.draw: 1
penalties.beaten-sabacc: 0; 1
penalties.difference: difference|différence
scores.chips: 8
tokens.refund: 2
tokens.extra-refund: 3
tokens.general-tariff: 1
tokens.target-tariff: 2
tokens.markdown: 0
tokens.general-audit: 2
tokens.target-audit: 3
tokens.major-fraud: 6
tokens.embezzlement: 1
tokens.prime-sabacc: two|deux""",
    "pazaak": """
phases.preparation: ten|dix; four|quatre
phases.hand-card: one|une; ±
phases.end-or-stand: 20; stand|servi
phases.set: 20; three|trois
penalties.over-20: 20; minus|négative
penalties.wager: three sets|trois manches""",
}


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
def test_the_rules_are_those_of_the_sources(slug: str) -> None:
    found = variant(slug)
    c = found.counting
    if slug in COUNTING:
        assert (c.system, c.limit, c.floor, c.bombs, c.sign, c.cards) == COUNTING[slug]
    assert c.each_family == (slug == "kessel")
    hues = tuple(" ".join(sorted(hue.suits)) for hue in c.hues)
    assert hues == ARMS_AND_RICHES.get(slug, ())
    if slug in HANDS:
        assert [write_hand(hand) for hand in found.hands] == [*HANDS[slug]]
    assert write_exchange(found.exchange) == EXCHANGES.get(slug)
    assert read_counts(FIGURES.get(slug, "")).items() <= dict(found.figures).items()
    most = found.players.max
    things = {t.id: t.count_for(most) for t in found.materials if t.id not in PAPER}
    assert things == read_counts(THINGS[slug])
    assert " ".join(list_board(found)) == BOARDS.get(slug, "")
    varying = [card.id for card in found.cards if card.varies]
    assert varying == (list(SPECIALS) if slug in (*LOCAL_VALUES, "random", "theory") else [])


def lacking(found: Variant, line: str) -> list[str]:
    """What of a line of `SAID` a sentence does not say."""
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
def test_sentences_say_the_figures_of_the_sources(slug: str) -> None:
    lines = SAID[slug].strip().splitlines()
    assert [words for line in lines for words in lacking(variant(slug), line)] == []


def test_a_wrong_figure_is_detected() -> None:
    missing = lacking(variant("classic"), "penalties.bombed-out: 24; half|la moitié")
    ends = [line.removeprefix("penalties.bombed-out ") for line in missing]
    assert ends == ["en: 24", "fr: 24", "en: half", "fr: la moitié"]


def test_tokens_and_cards_that_bear_on_hands() -> None:
    kessel = variant("kessel")
    assert len(kessel.tokens) == 16
    changes = {t.id: (t.changes.rank, t.changes.value) for t in kessel.tokens if t.changes}
    assert changes == {"markdown": ("sylop", 0), "major-fraud": ("impostor", 6)}
    assert [t.reverses for t in kessel.tokens if t.reverses] == [("pure-sabacc", "sabacc")]
    assert [t.crowns for t in kessel.tokens if t.crowns] == ["sabacc"]
    rules = {card.rank: card.rule for card in kessel.cards if card.rule}
    assert rules == {"impostor": "dice", "sylop": "copy"}


def test_hands_of_the_spike_sum_to_zero() -> None:
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


def test_games_that_shift_single_cards_have_an_interference_field() -> None:
    """Only in Cloud City it is more than an option."""
    with_field = {s for s in EVERY if any(p.kind == "field" for p in variant(s).places)}
    assert with_field == {"classic", "casino", "random", "cloud-city", *LOCAL_VALUES}
    options = {s for s in EVERY if any(option.id == "field" for option in variant(s).options)}
    phases = {s for s in EVERY if any(phase.id == "field" for phase in variant(s).phases)}
    assert (options, phases) == (with_field - {"cloud-city"}, {"cloud-city"})


def test_families_suits_and_signs() -> None:
    """22 Blood and 22 Sand; of Pazaak 40 for both players, 36 and five blanks for each."""
    for slug, counts in (
        ("kessel", {"blood": 22, "sand": 22}),
        ("pazaak", {"main": 40, "side": 82}),
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

"""What cards of decks at hand stand for, copied by hand from the rules."""

from printkit.rules.standins import ambiguous_pairs, can_stand_in
from tests.model.test_figures import EVERY as GAMES
from tests.rules.test_codes import deck
from tests.rules.test_standins import CASINO_SPECIALS, TAROTS, mapped, pairs_of

CASINO = ("casino", "classic", "cloud-city")
COMMON = (
    "rebel-alliance imperial corellian new-republic old-republic mos-eisley cloud-city-casino "
    "corporate-sector crseih-station random theory"
).split()
COMMON_SPECIALS = (
    "idiot jedi-master jedi-knight smuggler bounty-hunter lord-of-sith rancor dark-jedi"
).split()


def zip_pairs(own: str, meant: str) -> str:
    """Own cards for cards of the game, one by one, as `a>b c>d`; a bare number is a trump."""
    names = [f"trump-{name}" if name.isdigit() else name for name in own.split()]
    return " ".join(map(">".join, zip(names, meant.split(), strict=True)))


def of_suit(own: str, ranks: str, meant: str, first: int = 1) -> str:
    """Cards of a suit for the numbers of another from `first` on."""
    named = ranks.split()
    numbers = range(first, first + len(named))
    return zip_pairs(
        " ".join(f"{own}-{r}" for r in named), " ".join(f"{meant}{n}" for n in numbers)
    )


TEN, SIX = "ace 2 3 4 5 6 7 8 9 10", "ace 2 3 4 5 6"
SIXTY = "swords-ace>sabers-1 batons-10>staves-10 cups-jack>flasks-11 coins-knight>coins-commander "
SIXTY += "swords-queen>sabers-mistress batons-king>staves-master "
ACES = zip_pairs("1 3 4 5", "sabers-ace staves-ace flasks-ace coins-ace")
KESSEL_OF_TAROT = zip_pairs("1 6 11 16", "blood-1 blood-6 sand-1 sand-6")


def seventy_six(*specials: str) -> str:
    """Specials by their trumps, the first of each by its own number, and some of the sixty."""
    twice = "excuse 2 8 11 13 14 15 17 21 6 7 9 10 12 16 18"
    return f"{SIXTY} {ACES} {zip_pairs(twice, ' '.join(specials * 2))}"


def two_decks(*specials: str) -> str:
    own = ("excuse", *(f"trump-{n}" for n in (2, 8, 11, 13, 14, 15, 17)))
    names = " ".join(f"{number}:{name}" for number in (1, 2) for name in own)
    aces = "1:swords-ace>sabers-1 2:swords-ace>sabers-ace 2:coins-ace>coins-ace"
    return f"{aces} {zip_pairs(names, ' '.join(specials * 2))}"


SHOWN_BY_TAROTS = dict.fromkeys(COMMON, 36) | dict.fromkeys(
    "cloud-city-casino crseih-station mos-eisley new-republic".split(), 37
)
SHOWN_WITH_STICKERS = dict.fromkeys((*CASINO, *COMMON), 38) | dict.fromkeys(
    "casino classic corporate-sector random theory".split(), 36
)
SHOWN_WITH_STICKERS["rebel-alliance"] = 40
# Decks, games, cards that are used, that stay in the box, that show what they count (where sets
# differ: by game); pairs.
BY_HAND = (
    (TAROTS, CASINO[:2], 76, 2, 36, seventy_six(*CASINO_SPECIALS)),
    (TAROTS, CASINO[2:], 76, 2, 43, seventy_six(*CASINO_SPECIALS)),
    (TAROTS, COMMON, 76, 2, SHOWN_BY_TAROTS, seventy_six(*COMMON_SPECIALS)),
    (TAROTS, ("tarot", "black-knight"), 78, 0, 57, "excuse>excuse trump-21>trump-21"),
    (("tarot", "marseille"), ("poker", "black-knight-54"), 54, 24, 36,
     "excuse>joker-1 trump-21>joker-2 batons-king>diamonds-king coins-2>clubs-2"),
    (("tarot-en",), ("poker", "black-knight-54"), 54, 24, 36,
     "excuse>joker-1 trump-21>joker-2 coins-king>diamonds-king batons-2>clubs-2"),
    (("tarot", "marseille"), ("kessel",), 44, 34, 26,
     f"{KESSEL_OF_TAROT} {of_suit('cups', SIX, 'blood-')} {of_suit('batons', SIX, 'blood-')} "
     f"{of_suit('swords', SIX, 'sand-')} {of_suit('coins', SIX, 'sand-')} "
     "cups-jack>blood-impostor batons-jack>blood-impostor cups-knight>blood-impostor "
     "cups-king>blood-sylop swords-jack>sand-impostor coins-jack>sand-impostor "
     "swords-knight>sand-impostor swords-king>sand-sylop"),
    (("tarot-en",), ("kessel",), 44, 34, 26, KESSEL_OF_TAROT),
    (TAROTS, ("corellian-spike",), 62, 16, 28,
     f"excuse>sylop trump-21>sylop {of_suit('swords', TEN, 'circles-plus-')} "
     f"{of_suit('coins', TEN, 'triangles-minus-')} trump-1>squares-plus-1 "
     "trump-10>squares-plus-10 trump-11>squares-minus-1 trump-20>squares-minus-10"),
    (("poker54",), ("poker", "black-knight", "black-knight-54"), 54, 0, 36, "joker-2>joker-2"),
    (("poker54",), ("kessel",), 44, 10, 20,
     f"joker-1>blood-sylop joker-2>sand-sylop {of_suit('hearts', SIX, 'blood-')} "
     f"{of_suit('diamonds', SIX, 'blood-')} {of_suit('hearts', '7 8 9 10 jack queen', 'blood-')} "
     f"{of_suit('spades', '7 8 9 10 jack queen', 'sand-')} {of_suit('clubs', SIX, 'sand-')} "
     "hearts-king>blood-impostor diamonds-king>blood-impostor diamonds-queen>blood-impostor "
     "spades-king>sand-impostor clubs-king>sand-impostor clubs-queen>sand-impostor"),
    (("two-poker54",), ("kessel",), 44, 64, 30,
     f"1:joker-1>blood-sylop 2:joker-1>sand-sylop {of_suit('1:diamonds', SIX, 'blood-')} "
     f"{of_suit('2:spades', SIX, 'sand-')} 1:hearts-jack>blood-impostor "
     "2:spades-jack>sand-impostor"),
    (("two-poker54",), ("pazaak",), 76, 32, 46,
     f"{of_suit('1:clubs', TEN, 'main-')} {of_suit('2:spades', SIX, 'plus-')} "
     f"{of_suit('2:clubs', SIX, 'plus-')} {of_suit('2:hearts', SIX, 'minus-')} "
     f"{of_suit('2:diamonds', SIX, 'minus-')} "
     f"{of_suit('2:spades', 'jack queen king', 'plus-minus-')} "
     f"{of_suit('2:hearts', 'jack queen king', 'plus-minus-', 4)} "
     f"{of_suit('2:diamonds', 'jack queen king', 'plus-minus-', 4)}"),
    (("two-poker54",), ("corellian-spike",), 62, 46, 27,
     f"1:joker-1>sylop 1:joker-2>sylop {of_suit('1:clubs', TEN, 'triangles-plus-')} "
     f"{of_suit('1:hearts', TEN, 'circles-minus-')} {of_suit('2:spades', TEN, 'squares-plus-')} "
     f"{of_suit('2:diamonds', TEN, 'squares-minus-')}"),
    (("two-poker54",), ("poker", "black-knight-54"), 108, 0, 72, "2:joker-1>joker-1"),
    (("two-tarot",), CASINO, 76, 80, {**dict.fromkeys(CASINO, 36), "cloud-city": 50},
     two_decks(*CASINO_SPECIALS)),
    (("two-tarot",), COMMON, 76, 80, {**dict.fromkeys(COMMON, 36), "crseih-station": 38},
     two_decks(*COMMON_SPECIALS)),
    (("two-tarot",), ("tarot", "black-knight"), 156, 0, 114, "2:excuse>excuse"),
)  # fmt: skip
STICKERS = "1:joker-1>idiot 1:joker-2>idiot 1:spades-ace>sabers-1 1:clubs-king>staves-mistress "
STICKERS += "1:hearts-jack>flasks-11 2:diamonds-king>coins-master 2:spades-ace>sabers-ace "
STICKERS += "2:spades-2>{1} 2:clubs-8>{7}"


def test_what_the_rules_say_of_decks_at_hand() -> None:
    served: dict[str, set[str]] = {own: set() for decks, *_ in BY_HAND for own in decks}
    for decks, games, used, unused, shown, pairs in BY_HAND:
        for own in decks:
            served[own] |= {*games}
            for game in games:
                mapping = mapped(own, game)
                counts = (len(mapping.entries), mapping.needed(), len(mapping.unused))
                assert counts == (used, used, unused), (own, game)
                expected = shown[game] if isinstance(shown, dict) else shown
                assert mapping.face_value_count() == expected, (own, game)
                lacking = {*pairs.split()} - {">".join(pair) for pair in pairs_of(mapping)}
                assert not lacking, (own, game)
    for own, games in served.items():
        found = {g for g in GAMES if can_stand_in(deck(own, "standins"), deck(g))}
        assert found == games
    for games, specials in ((CASINO, CASINO_SPECIALS), (COMMON, COMMON_SPECIALS)):
        for game in games:
            mapping = mapped("two-poker54", game, labels=True)
            assert (len(mapping.entries), len(mapping.unused)) == (76, 32)
            assert mapping.face_value_count() == SHOWN_WITH_STICKERS[game], game
            pairs = {">".join(pair) for pair in pairs_of(mapping)}
            assert {*STICKERS.format(*specials).split()} <= pairs, game
    for own, game, apart, alike in (
        ("two-poker54", "kessel", "backs", 22),
        ("two-poker54", "pazaak", "backs", 24),
        ("two-tarot", "casino", "marks", 4),
        ("two-tarot", "imperial", "marks", 4),
    ):
        assert mapped(own, game).standin.disambiguation == apart
        assert len(ambiguous_pairs(mapped(own, game).entries)) == alike

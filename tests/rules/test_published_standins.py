"""Stand-ins of physical decks, copied by hand from the rules into `standins.toml`."""

from collections import defaultdict

from printkit.rules.standins import ambiguous_pairs, can_stand_in
from tests.model.test_figures import EVERY as GAMES
from tests.rules.test_codes import deck
from tests.rules.test_standins import mapped, pairs_of
from tests.support.decks import facts

TABLES = facts(__file__, "standins")


def test_standins_match_the_published_rules() -> None:
    served = defaultdict(set)
    for row in TABLES["mappings"]:
        for own in row["decks"].split():
            for game in row["games"].split():
                served[own].add(game)
                mapping, (used, unused) = mapped(own, game), row["cards"]
                counts = (len(mapping.entries), mapping.needed(), len(mapping.unused))
                assert counts == (used, used, unused), (own, game)
                shown = row["shown"][game] if isinstance(row["shown"], dict) else row["shown"]
                assert mapping.face_value_count() == shown, (own, game)
                lacking = {*row["pairs"].split()} - {">".join(pair) for pair in pairs_of(mapping)}
                assert not lacking, (own, game)
    for own, games in served.items():
        assert {g for g in GAMES if can_stand_in(deck(own, "standins"), deck(g))} == games


def test_stickers_match_the_published_rules() -> None:
    for row in TABLES["stickers"]:
        for game, shown in row["shown"].items():
            mapping = mapped("two-poker54", game, labels=True)
            assert (len(mapping.entries), len(mapping.unused)) == (76, 32)
            assert mapping.face_value_count() == shown, game
            assert {*row["pairs"].split()} <= {">".join(pair) for pair in pairs_of(mapping)}, game


def test_identical_faces_are_distinguished() -> None:
    for row in TABLES["apart"]:
        mapping = mapped(row["deck"], row["game"])
        assert mapping.standin.disambiguation == row["by"]
        assert len(ambiguous_pairs(mapping.entries)) == row["alike"]

"""Texts for pictures: short enough in each language, and names of existing entries."""

from pathlib import Path

import pytest

from printkit.base.content import content_path
from printkit.model.tabletop import Mat
from printkit.model.warnings import definition_warnings
from printkit.text.names import Names
from tests.model.test_figures import EVERY
from tests.model.test_figures_in_prose import changed
from tests.support.decks import variant


def test_check_warns_about_missing_short_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    how = "how = { en = '" + "a" * 61 + "', fr = 'B' }"
    text = f'extends = "casino"\nslug = "mine"\n[[phases]]\nid = "late"\nname = "L"\n{how}\n'
    path.write_text(text.replace('"L"', "{ en = 'L', fr = 'T' }"), encoding="utf-8")
    of_rules, warning = definition_warnings(str(path))
    assert (of_rules.key, warning.line, warning.key) == ("extends", 3, "phases[6]")
    assert "has no “short”" in warning.message
    path.write_text(text.replace('"L"', "{ en = 'L', fr = 'T' }").replace("a" * 61, "a"), "utf-8")
    assert definition_warnings(str(path)) == [of_rules]


def test_definition_changes_a_step_by_its_id(tmp_path: Path) -> None:
    how = '{ en = "Here.", fr = "Là." }'
    text = f'setup = [{{ id = "dice", how = {how} }}]\nmat = {{ heart = "dice" }}\n'
    mine, casino = changed(tmp_path, "casino", text), variant("casino")
    assert [step.id for step in mine.setup] == [step.id for step in casino.setup]
    assert (mine.setup[-1].how["en"], mine.setup[-1].at) == ("Here.", ("dice",))
    assert (mine.mat, casino.mat) == (Mat(heart="dice"), Mat(heart="field"))


def test_tokens_hold_until_reveal_if_they_matter() -> None:
    kessel = variant("kessel")
    holds = {token.id for token in kessel.tokens if token.holds}
    assert holds == {*"embargo immunity markdown major-fraud cook-the-books prime-sabacc".split()}
    assert {token.group for token in kessel.tokens} == set(kessel.groups)


def test_game_minutes_are_given_or_computed() -> None:
    assert variant("pazaak").game_minutes == (5, 15)
    for slug in EVERY:
        game = variant(slug)
        times = [row.minutes * hands for row in game.stakes for hands in row.hands]
        if times and game.minutes is None:  # the cover agrees with the table
            assert game.game_minutes == pytest.approx((min(times), max(times)), abs=5), slug


def test_sentence_on_duration_agrees_with_table() -> None:
    told = 0
    for slug in EVERY:
        game = variant(slug)
        figures = Names(game, "en", variant, single=True).figures
        for row in game.stakes:
            if row.players != figures.get("stakes.usual.players"):
                continue
            for key, hands in zip(("first", "last"), row.hands, strict=True):
                figure = figures.get(f"stakes.usual.{key}", figures.get("stakes.usual.about"))
                if figure is not None:
                    assert figure == pytest.approx(row.minutes * hands, abs=5), (slug, key)
                    told += 1
    assert told > 10


def test_our_games_have_all_data_for_pictures() -> None:
    """Phases and penalties have a pictogram, hands their ladder, and every player a place to
    start.
    """
    drawn = {path.stem for path in content_path("art", "pictograms").glob("*.svg")}
    for slug in EVERY:
        game = variant(slug)
        lacking = [step.id for step in (*game.phases, *game.penalties) if not step.short]
        lacking += [step.id for step in game.phases if (step.icon or step.id) not in drawn]
        lacking += [step.id for step in game.penalties if (step.icon or step.id) not in drawn]
        assert lacking == [], slug
        assert None not in (game.line, game.aim), slug
        if game.hands:
            assert (len(game.aim_hands), len(game.setup) > 5) == (2, True), slug
            assert game.game_minutes is not None, slug
            shown = {hand.id for hand in game.hands if not hand.ladder}
            assert shown <= {"local-array"}, slug  # the slip names the card
        names = [phase.name[language] for phase in game.phases for language in ("en", "fr")]
        assert max(map(len, names), default=0) <= 16, slug

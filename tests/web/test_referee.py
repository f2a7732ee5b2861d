"""The judge of the page reads presets as the command line does."""

import json
import sys
from pathlib import Path

from printkit.model.load import load

WEB = Path(__file__).parents[2] / "web"


def test_referee_settles_by_preset() -> None:
    """The table asks for NAME@PRESET; the data of the game contains the changes of presets."""
    sys.path.insert(0, str(WEB))
    sys.path.insert(0, str(WEB / "src"))
    import content
    import referee

    told = content.describe_table(load("kessel"))
    (outlaws,) = (item["table"] for item in told["presets"] if item["id"] == "outlaws")
    assert "buy-in" in {place["id"] for place in outlaws["asks"][""]["places"]}
    assert "buy-in" not in {place["id"] for place in told["asks"][""]["places"]}
    asked = {"variant": "kessel@outlaws", "language": "en", "hands": "b3 s3 / b1 s6"}
    known = {"pots": {"pot": [1, 0], "buy-in": 400}, "chips": [2, 3]}
    found = json.loads(referee.settle(json.dumps({**asked, "known": known})))
    assert [hand["purse"].get("prize") for hand in found["hands"]] == [400, None]
    judged = json.loads(referee.judge(json.dumps(asked)))
    assert [hand["rank"] for hand in judged["hands"]] == [1, 2]

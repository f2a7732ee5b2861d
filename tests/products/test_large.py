"""`--index large`: a large-print deck from the command line on.

`test_limits` tests the limits of its faces, and `test_two_way` their symmetry.
"""

from pathlib import Path as File

import pytest

from printkit.cli.app import run
from printkit.faces.engraved_faces import drawing_of
from printkit.model.fields import MINUS
from printkit.pieces.options import CORNER_INDEX
from tests.support.builds import write
from tests.support.faces import faces
from tests.support.jobs import pieces_of
from tests.support.limits import has_sash
from tests.support.raster import build_files


def test_manifest_records_the_index_option(tmp_path: File) -> None:
    assert CORNER_INDEX.known() == ("normal", "large")
    message = []
    for at, wishes in enumerate(({}, {"index": "normal"}, {"index": "large"})):
        built = build_files(tmp_path / str(at), "kessel", formats=("dump",), **wishes)
        message.append((built.manifest["options"]["index"], built.manifest["files"][0]["sha256"]))
    assert [index for index, _ in message] == ["normal", "normal", "large"]
    assert message[0] == message[1]
    assert message[1][1] != message[2][1]


def test_rule_cards_ignore_large_figures() -> None:
    """Only the corners of a deck have figures to enlarge."""
    large, normal = (
        [(page.suffix, page.data) for page in write("svg", "corellian", "rule-cards", index=index)]
        for index in ("large", "normal")
    )
    assert large == normal


@pytest.mark.parametrize("slug", ["pazaak", "kessel"])
def test_large_figures_keep_the_back(slug: str) -> None:
    """Cards of both kinds may be shuffled together."""
    normal, large = (pieces_of("cards", slug, index=index) for index in ("normal", "large"))
    assert [one.back for one in normal] == [one.back for one in large]
    assert all(one.front is not two.front for one, two in zip(normal, large, strict=True))


def test_large_print_enlarges_pips_pictures_and_marks() -> None:
    """The mark is upright in the column beside the field, and turned in the opposite corner."""
    seen = 0
    for face in faces("classic", "poker", large=True, part=(1, 4)):
        assert face.anatomy.digits == 14
        assert bool(face.names) == has_sash(face.card), face.key
        assert face.anatomy.disc >= 40
        # An engraved drawing keeps its pips: large print enlarges its figures and marks.
        if face.card.layout == "pips" and not drawing_of(face.card):
            shown = [box for what, box in face.shapes if what.startswith(face.mark_key)]
            assert sum(max(box.w, box.h) > 20 for box in shown) == 2
        if face.card.layout in ("pips", "court", "ace") and face.card.mark:
            seen += 1
            name = face.card.mark.stem
            corners = [(box, -1) for what, box in face.marks if name in what and box.y < 0]
            corners += [(box, 1) for what, box in face.marks if name in what and box.y > 0]
            assert [sign for _, sign in corners] == [-1, 1]
            for box, sign in corners:
                (figures,) = [one for _, one in face.figures if one.centre[1] * sign > 0]
                assert (figures.centre[1] - box.centre[1]) * sign > figures.h / 2 + box.h / 2
                if face.card.index.startswith(MINUS) and drawing_of(face.card):
                    (box, *_) = [
                        matrix.bounds(one.box) for one, matrix in face.symbols if name in one.key
                    ]  # light on a filled plate, which is no ink
                assert max(box.w, box.h) > 5, (
                    "a mark of 9 mm, of 8 mm on a plate, to the edges of its drawing"
                )
    assert seen > 50


@pytest.mark.nightly
def test_card_too_small_for_picture_is_rejected(
    tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    wishes = ["casino", "cards", "--card-size", "22x30mm", "-o", str(tmp_path), "--format", "dump"]
    assert run(["build", *wishes]) == 1
    assert "has no room for its picture" in capsys.readouterr().err
    assert run(["build", *wishes, "--card-size", "35x50mm", "--lang", "en,fr"]) == 0
    capsys.readouterr()
    assert run(["build", *wishes, "--index", "large"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("printkit: card ")
    assert error.endswith("Use a larger card or the normal index.\n")

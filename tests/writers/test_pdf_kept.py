"""Engraved drawings in a PDF: their kept code changes no byte, and is never out of date."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from printkit.art import backs, engraved
from printkit.art.theme import theme
from printkit.base import content
from printkit.base.geometry import Rect
from printkit.faces import engraved_faces
from printkit.graphics.display_list import Group, Item, LateItems, Symbol, Use
from printkit.jobs.build import forget_games
from printkit.press.line_floors import printable
from printkit.writers.pdf import KeptForm, write
from tests.support import processes
from tests.support.builds import lay_out
from tests.support.sample import cases

GAME = "kessel"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "printkit" / "drawn"
    forget_games()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the drawings that are drawn from now on."""
    names: list[str] = []
    draw, draw_back = engraved_faces._draw, backs._draw_back

    def noted(name: str, *others: object) -> object:
        names.append(name)
        return draw(name, *others)  # type: ignore[arg-type]

    def noted_back(name: str, *others: object) -> object:
        names.append(f"back-{name}")
        return draw_back(name, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(engraved_faces, "_draw", noted)
    monkeypatch.setattr(backs, "_draw_back", noted_back)
    return names


def cards(product: str = "cards", **wishes: object) -> bytes:
    """Return the PDF of the cards or of another product, made without anything in memory."""
    forget_games()
    (artifact,) = write(lay_out.__wrapped__(GAME, product, **wishes))
    whole = io.BytesIO()
    artifact.write_to(whole, lambda share: None)
    return whole.getvalue()


def test_kept_code_gives_the_same_bytes(folder: Path, drawn: list[str]) -> None:
    first = cards()
    # The lines of a back are redrawn for the press, which has a record of its own.
    of_backs = [name for name in drawn if name.startswith("back-")]
    assert len(drawn) == len(set(drawn)) == len([*folder.iterdir()]) - len(of_backs) > 5
    assert of_backs
    drawn.clear()
    assert cards() == first
    assert drawn == []


def test_kept_code_gives_the_same_bytes_in_another_file(folder: Path, drawn: list[str]) -> None:
    """The forms inside a drawing have other names there."""
    first = {product: cards(product) for product in ("mat", "cards", "tuck-box")}
    kept = len([*folder.iterdir()])
    drawn.clear()
    for product, whole in first.items():
        assert cards(product) == whole
    assert [name for name in drawn if not name.startswith("back-")] == []
    assert len([*folder.iterdir()]) == kept
    for product, whole in first.items():
        for path in folder.parent.rglob("*"):
            if path.is_file():
                path.unlink()
        assert cards(product) == whole, "in a file of its own"


def test_stream_with_other_names_is_renamed() -> None:
    text = "q /S1 Do Q q /S12 Do Q /S1 Do"
    nested, names = (0, 1, 0), ("S1", "S12", "S1")
    for packed, stream in ((False, text.encode()), (True, zlib.compress(text.encode()))):
        form = KeptForm((0, 0, 1, 1), b"digest", stream, packed, nested, names)
        assert form.renamed(("S12", "S1", "S12")) == "q /S12 Do Q q /S1 Do Q /S12 Do"


@pytest.mark.parametrize(
    ("product", "wishes"),
    [("tuck-box", {}), ("cards", {"card_size": "us-mini"}), ("mat", {"theme": "gala"})],
)
def test_layout_that_nothing_has_written_is_kept(
    folder: Path, drawn: list[str], product: str, wishes: dict[str, str]
) -> None:
    """Laying out again, without anything in memory, draws nothing."""

    def laid_out() -> str:
        forget_games()
        return repr([page.layers for page in lay_out.__wrapped__(GAME, product, **wishes).pages])

    first = laid_out()
    assert drawn
    assert [*folder.iterdir()]
    drawn.clear()
    assert laid_out() == first
    # Backs on a printed ground are drawn in every layout, and `repr` reads the items of the others.
    assert [name for name in drawn if not name.startswith("back-")] == []


@pytest.mark.usefixtures("folder")
def test_drawing_that_can_be_printed_stays_itself() -> None:
    """Its lines are compared once, and a later build knows the answer."""

    def engraved_symbols(items: Iterable[Item]) -> Iterator[Symbol]:
        for item in items:
            if isinstance(item, Group):
                yield from engraved_symbols(item.items)
            elif isinstance(item, Use) and isinstance(item.symbol.items, LateItems):
                yield item.symbol
            elif isinstance(item, Use):
                yield from engraved_symbols(item.symbol.items)

    for _ in range(2):
        forget_games()
        document = lay_out.__wrapped__(GAME, layout="single")
        pages = [page.layers[0].items for page in document.pages]
        found = [one for items in pages for one in engraved_symbols(items)]
        assert len(found) > 10
        assert all(printable(one) is one for one in found)
        assert not all(printable(one, 0.3) is one for one in found)


# Prints the digest of the PDF of a product, and the number of drawings that were drawn for it.
FRESH = """
import hashlib, sys
from printkit.art import backs
from printkit.base import content
from printkit.faces import engraved_faces
from tests.writers.test_pdf_kept import cards
names, draw = [], engraved_faces._draw
engraved_faces._draw = lambda name, *others: names.append(name) or draw(name, *others)
print(hashlib.sha256(cards(sys.argv[1])).hexdigest(), len(names))
"""


@pytest.mark.parametrize("product", cases(["tuck-box", "booklet"], ["tuck-box"]))
def test_small_pictures_are_drawn_once(tmp_path: Path, product: str) -> None:
    """Their lines are redrawn, and cards that lie on others are drawn on their colours.

    Each build is in a new process: one process keeps the pictures of a book in memory.
    """
    environment = processes.environment(XDG_CACHE_HOME=str(tmp_path))
    runs = [
        processes.run(processes.python("-c", FRESH, product), env=environment, check=True)
        for _ in range(2)
    ]
    (first, drawn), (again, drawn_again) = (run.stdout.split() for run in runs)
    assert first == again
    assert int(drawn) > 0
    assert drawn_again == "0"


def test_redrawn_lines_depend_on_the_drawing_and_the_facts() -> None:
    items = LateItems(tuple, Path("drawing"), b"facts")
    other = LateItems(tuple, Path("drawing"), b"another")
    changed = [items.changed("a", tuple), items.changed("b", tuple), other.changed("a", tuple)]
    assert len({one._facts for one in changed}) == len({one._place for one in changed}) == 3


@pytest.mark.usefixtures("folder")
def test_nearly_equal_drawings_have_their_own_records() -> None:
    """Two products show nearly the same window of a drawing; neither replaces the record of the
    other.
    """
    name, tones = engraved.drawing_names()[0], engraved.Tones(theme("classic"), "blue")
    paler = tones._replace(share=0.5)
    window, other = Rect(-20, -30, 40, 20), Rect(-20, -30, 40.001, 20)
    shown = [(tones, 1.0, window), (tones, 1.0, other), (tones, 1.00001, window)]
    shown.append((paler, 1.0, window))

    def late(own: engraved.Tones, scale: float, seen: Rect) -> LateItems:
        items = engraved_faces.draw_symbol(name, own, scale, window=seen).items
        assert isinstance(items, LateItems)
        return items

    engraved_faces.draw_symbol.cache_clear()
    for number, case in enumerate(shown):
        items = late(*case)
        items.finest = float(number)
        items.store()
    engraved_faces.draw_symbol.cache_clear()
    assert [late(*case).finest for case in shown] == [0.0, 1.0, 2.0, 3.0]
    engraved_faces.draw_symbol.cache_clear()


def test_damaged_code_is_drawn_again(folder: Path, drawn: list[str]) -> None:
    first = cards()
    for spoiled, path in zip((b"", b"0" * 200), sorted(folder.glob("engraved-*")), strict=False):
        path.write_bytes(spoiled)
    drawn.clear()
    assert cards() == first
    assert len(drawn) == 2


@pytest.mark.usefixtures("folder")
def test_each_theme_has_its_own_code() -> None:
    first, other = (cards("tuck-box", theme=look) for look in ("classic", "gala"))
    assert first != other
    assert [cards("tuck-box", theme=look) for look in ("classic", "gala")] == [first, other]


@pytest.mark.usefixtures("folder")
def test_unwritable_cache_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = cards()
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cards() == first


def test_code_depends_on_each_of_its_sources(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The facts change with the drawing, theme, colour, share and scale, and no record of another
    program is found.
    """
    from msgspec.structs import replace

    look = theme("classic")
    name = engraved.drawing_names()[0]

    def facts(tones: engraved.Tones, scale: float = 1.0) -> bytes:
        engraved_faces.draw_symbol.cache_clear()
        items = engraved_faces.draw_symbol(name, tones, scale).items
        assert isinstance(items, LateItems)
        return items._facts

    usual = engraved.Tones(look, "blue")
    darker = replace(look, roles_of={**look.roles_of, "paper": look.roles_of["ink"]})
    others = [
        facts(usual._replace(name="black")),
        facts(usual._replace(share=0.5)),
        facts(usual, 0.5),
        facts(usual._replace(theme=darker)),
    ]
    assert len({facts(usual), *others}) == 5
    content.keep_record(Path("drawing"), b"facts", 1)
    assert content.find_record(Path("drawing"), b"facts", int) == 1
    monkeypatch.setattr(content, "program_digest", lambda: "another")
    assert content.find_record(Path("drawing"), b"facts", int) is None
    copy = tmp_path / "copy.pk"
    copy.write_bytes(engraved.drawing_path(name).read_bytes())
    monkeypatch.setattr(engraved_faces, "drawing_path", lambda name: copy)
    before = facts(usual)
    copy.write_bytes(copy.read_bytes() + b"0")
    assert facts(usual) != before
    engraved_faces.draw_symbol.cache_clear()


@pytest.mark.parametrize(
    ("draw", "more", "others"),
    [(backs.draw_back, ("rounded", 3.0), ("circle", 4.0)), (backs.draw_pattern, (), ())],
)
def test_code_of_a_back_depends_on_each_of_its_sources(
    draw: Callable[..., Symbol], more: tuple[object, ...], others: tuple[object, ...]
) -> None:
    """The facts change with the name, the measures and the theme, and with the shape of a card."""
    from msgspec.structs import replace

    look = theme("classic")
    usual = ("rosette", 63.5, 88.9, 3.0, look, *more)
    darker = replace(look, roles_of={**look.roles_of, "paper": look.roles_of["ink"]})
    changes = ("waves", 63.6, 88.8, 2.0, darker, *others)
    facts, places = set[bytes](), set[Path]()
    for place, other in enumerate((usual[0], *changes)):
        changed = list(usual)
        changed[max(0, place - 1)] = other
        items = draw(*changed).items
        assert isinstance(items, LateItems)
        facts.add(items._facts)
        places.add(items._place)
    assert len(facts) == len(places) == 1 + len(changes)


def test_code_of_a_pale_back_depends_on_its_surface() -> None:
    """Its facts change with the back and with the colour of the ground."""
    from msgspec.structs import replace

    from printkit.art.theme import theme
    from printkit.tabletop.surfaces import printed_back

    look = theme("classic")
    darker = replace(look, cards=look, roles_of={**look.roles_of, "paper": look.roles_of["ink"]})
    sources = [("rosette", look), ("waves", look), ("rosette", darker)]
    facts = set[bytes]()
    for design, own in sources:
        items = printed_back(design, 63.5, 88.9, own, "rounded").items
        assert isinstance(items, LateItems)
        facts.add(items._facts)
    assert len(facts) == len(sources)

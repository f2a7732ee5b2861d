"""What targets get of a deck: every copy, the back of each, their sizes, and what ORDER says."""

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

import printkit
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.messages import translate
from printkit.jobs.plan import Plan, ProductPlan
from printkit.jobs.staging import FileEntry
from printkit.pieces.options import BACK_FRONT, FRONTS_THEN_BACKS
from printkit.pieces.pages import ART, Document, Page
from printkit.targets.target import find_target, target_names
from tests.cli.test_french import english_words
from tests.support.decks import put
from tests.support.lines import lines
from tests.support.sample import cases

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "five-lamps" / "five-lamps.toml")
DECKS = ("casino", "kessel", "pazaak", "tarot", EXAMPLE)
# Whole decks, every copy a page, each with its back.
WHOLE = [name for name in target_names() if find_target(name).formats_options.get("layout")]
SHOPS = [name for name in WHOLE if find_target(name).format]
NO_SUM = "0" * 64
PAIR = """name = "Pair"
[families.one]
name = "One"
back = "shards"
[families.two]
name = "Two"
back = "dunes"
[[cards]]
id = "sun"
name = "Sun"
family = "one"
[[cards]]
id = "moon"
name = "Moon"
family = "two"
"""


def plan_cards(deck: str, name: str, *languages: str) -> Plan:
    """Plan the cards of a deck for a target, in the first size that it sells."""
    sizes = [one.size for one in find_target(name).sizes.values()]
    size = None if find_target(name).any_size else "x".join(map(str, sizes[0])) + "mm"
    asked = languages or ("en",)
    return printkit.plan(deck, ["cards"], target=name, card_size=size, languages=asked)


def document_of(part: ProductPlan) -> Document:
    assert part.document is not None
    return part.document


def order_of(plan: Plan, language: str = "en") -> dict[str, bytes]:
    """The files of an order, as if the files of its pages were written."""
    made: list[FileEntry] = []
    for part in plan.products:
        if part.document is None:
            continue
        for page in part.document.pages:
            file, form = f"{part.file_stem}-{page.name}.png", plan.job.formats[0]
            key = {"product": part.product, "language": part.edition, "format": form}
            made.append(FileEntry(file=file, pages=1, cards=1, sha256=NO_SUM, **key))
    order = next(p for p in plan.products if (p.product, p.edition) == ("order", language))
    return {output.suffix: output.data for output in order.texts["order"](made)}


def pieces_on(pages: list[Page]) -> list[str]:
    return [page.cells[0].piece.id if page.cells else "" for page in pages]


@pytest.mark.sampled
@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("deck", cases(DECKS, ("kessel", "pazaak", EXAMPLE)))
def test_a_deck_has_every_copy_with_its_back(deck: str, name: str) -> None:
    target, (part, _) = find_target(name), plan_cards(deck, name).products
    document = document_of(part)
    fronts = [page for page in document.pages if not page.back]
    backs = [page for page in document.pages if page.back]
    copies = {piece.id: piece.copies for piece in document.pieces}
    each = target.formats_options["layout"] == "single"
    assert Counter(pieces_on(fronts)) == (dict.fromkeys(copies, 1) if each else copies)
    if len(backs) == len(fronts):
        assert pieces_on(backs) == pieces_on(fronts)
    else:
        own = {id(piece.back) for piece in document.pieces if piece.back}
        assert {id(page.cells[0].symbol) for page in backs} == own
        assert len(backs) == len(own)
    assert document.pages[0].back == (target.order == BACK_FRONT)
    assert document.apart == (target.order == FRONTS_THEN_BACKS)
    for page in document.pages:
        assert page.trim == page.media.inset(target.bleed or 0.0)
        sold = target.sold_as(page.trim.w, page.trim.h)[1]
        assert sold.images in (None, target.pixels(page.trim.w, page.trim.h))


def test_a_shop_gets_the_lines_that_it_takes() -> None:
    bold, usual = (
        document_of(plan_cards("expansion", name).products[0]).pages
        for name in ("meinspiel", "shop")
    )
    thinnest = [
        min(line.width for page in pages for line in lines(page.layers[0].items))
        for pages in (bold, usual)
    ]
    assert thinnest[1] < 0.499 < thinnest[0]
    assert [layer.name for layer in bold[0].layers] == [ART]
    assert [layer.name for layer in usual[0].layers] > [ART]


@pytest.mark.parametrize("name", SHOPS)
def test_the_table_counts_every_card_and_names_its_files(name: str) -> None:
    plan = plan_cards("kessel", name)
    files = order_of(plan)
    rows = list(csv.DictReader(io.StringIO(files["cards.csv"].decode())))
    assert list(rows[0]) == ["file", "title", "quantity", "back"]
    assert sum(int(row["quantity"]) for row in rows) == 44
    assert len({row["back"] for row in rows}) == 2
    names = {
        f"{plan.products[0].file_stem}-{p.name}.png" for p in document_of(plan.products[0]).pages
    }
    assert {row["file"] for row in rows} | {row["back"] for row in rows} <= names
    text = files["ORDER-en.md"].decode()
    assert "44" in text
    assert find_target(name).title("en") in text


@pytest.mark.parametrize(("deck", "backs"), [("casino", 1), ("kessel", 2), ("pazaak", 2)])
def test_slots_are_filled_once(deck: str, backs: int) -> None:
    plan = plan_cards(deck, "mpc")
    part = plan.products[0]
    text = order_of(plan)[f"{part.file_stem}.xml"]
    order = ElementTree.fromstring(text)
    assert text.count(b"\n") > len([*order.iter()])  # an element a line, for people
    total = sum(piece.copies for piece in document_of(part).pieces)
    assert order.findtext("details/quantity") == str(total)

    def slots(kind: str) -> dict[int, str]:
        found: dict[int, str] = {}
        for card in order.iterfind(f"{kind}/card"):
            assert card.findtext("sourceType") == "Local File"
            for slot in (card.findtext("slots") or "").split(","):
                assert int(slot) not in found
                found[int(slot)] = card.findtext("id") or ""
        return found

    fronts, own = slots("fronts"), slots("backs")
    assert sorted(fronts) == list(range(total))
    common = order.findtext("cardback") or ""
    names = {f"./{part.file_stem}-{page.name}.png": page for page in document_of(part).pages}
    assert len({common, *own.values()}) == backs
    for slot, file in fronts.items():
        piece = names[file].cells[0].piece
        assert piece == document_of(part).pages[slot].cells[0].piece
        assert names[own.get(slot, common)].cells[0].symbol is piece.back


def test_components_of_two_backs_are_two() -> None:
    files = order_of(plan_cards("kessel", "tgc"))
    rows = list(csv.DictReader(io.StringIO(files["kessel-quantities-en.csv"].decode())))
    assert Counter(row["component"] for row in rows) == {"cards 1": 8, "cards 2": 8}
    assert all(row["product"] == "poker" for row in rows)
    for name in {row["component"] for row in rows}:
        own = [row for row in rows if row["component"] == name]
        assert len({row["back"] for row in own}) == 1
        assert sum(int(row["quantity"]) for row in own) == 22


def test_an_order_is_in_the_language_of_its_cards() -> None:
    for name in SHOPS:
        files = order_of(plan_cards("kessel", name, "fr"), "fr")
        text = files["ORDER-fr.md"].decode().replace(find_target(name).title("fr"), "")
        assert english_words(text) == [], name
        assert not {"{", "}"} & {*text}
    assert english_words(order_of(plan_cards("kessel", "mpc"))["ORDER-en.md"].decode())


@pytest.mark.parametrize("name", ["drivethru", "shop", "cartamundi"])
def test_order_of_hexagons_asks_for_die_cut(name: str) -> None:
    for language in ("en", "fr"):
        words = translate(language, "order.shape")
        for shape, count in (("elongated-hexagon", 1), ("rounded", 0)):
            plan = printkit.plan(
                "kessel", ["cards"], target=name, shape=shape, languages=[language]
            )
            text = order_of(plan, language)[f"ORDER-{language}.md"].decode()
            assert text.count(words) == count, shape


def test_two_languages_have_two_tables() -> None:
    plan = plan_cards("kessel", "mpc", "en", "fr")
    assert {"cards-fr.csv", "ORDER-fr.md", "kessel-cards-fr.xml"} == {*order_of(plan, "fr")}


@pytest.mark.parametrize(
    ("job", "message"),
    [
        ({"bleed": 2.0}, "“--bleed 2mm” contradicts MakePlayingCards, which requires 3.048mm."),
        ({"safe": 2.0}, "“--safe 2mm” contradicts MakePlayingCards, which requires 3.048mm."),
        ({"formats": ("svg",)}, "MakePlayingCards does not accept files in the format svg."),
        ({"products": ("mat",)}, "MakePlayingCards does not accept “mat”."),
        ({"variant": "anthology"}, "--for works only for the cards of a single game."),
    ],
)
def test_what_contradicts_a_target_is_refused(job: dict[str, Any], message: str) -> None:
    fields = {"variant": "casino", "target": "mpc", **job}
    with pytest.raises(UsageError) as refused:
        printkit.plan(fields.pop("variant"), **fields)
    assert refused.value.message == message


def test_a_set_of_products_is_laid_out_as_the_target_wants() -> None:
    (part, _) = printkit.plan("kessel", ["tonight"], target="mpc").products
    assert [page.name for page in document_of(part).pages][:2] == ["001-front", "002-front"]


def test_a_larger_safe_area_suits_a_target() -> None:
    plan = printkit.plan("kessel", ["cards"], target="mpc", safe=4.0)
    assert {piece.safe_margin for piece in document_of(plan.products[0]).pieces} == {4.0}


def test_a_build_for_a_target_has_its_folder_and_is_kept(tmp_path: Path) -> None:
    wishes: Any = {"target": "drivethru", "out": tmp_path, "languages": ["en"]}
    result = printkit.build("kessel", ["cards"], **wishes)
    assert result.folder == tmp_path / "kessel" / "drivethru"
    names = {path.name for path in result.folder.iterdir()}
    assert names == {*(path.name for path in result.files), "manifest.json"}
    assert {"ORDER-en.md", "cards.csv"} < names
    again = printkit.build("kessel", ["cards"], **wishes)
    assert again.unchanged_count == len(result.files) == len(names) - 1
    (result.folder / "cards.csv").unlink()
    third = printkit.build("kessel", ["cards"], **wishes)
    assert third.unchanged_count == len(result.files) - 2
    assert third.manifest == result.manifest


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "kessel").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PrintkitError, match="leads out of its folder"):
        printkit.build("kessel", ["cards"], target="drivethru", out=tmp_path / "out")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_picture_of_72_dpi_names_its_card(tmp_path: Path) -> None:
    picture = Image.radial_gradient("L").resize((180, 252)).convert("RGB")
    picture.save(tmp_path / "star.png")
    text = (
        'name = "Stars"\n[[cards]]\nid = "star"\nname = "Star"\nart = "star.png"\nlayout = "art"\n'
    )
    deck, out = put(tmp_path, text), tmp_path / "out"
    built = printkit.build(deck, ["cards"], target="drivethru", out=out)
    (notice,) = (notice for notice in built.notices if "71" in notice.message)
    assert notice.card == "star"


def test_copies_are_ordered_and_not_drawn() -> None:
    plan = printkit.plan("kessel", ["cards"], target="drivethru", copies=12, languages=["fr+en"])
    assert len(document_of(plan.products[0]).pages) == 88
    files = order_of(plan)
    assert "Copies: 12" in files["ORDER-en.md"].decode()
    assert {"cards-en.csv", "cards-fr.csv"} == {*files, *order_of(plan, "fr")} - {
        "ORDER-en.md",
        "ORDER-fr.md",
    }


def test_each_component_has_a_separate_folder(tmp_path: Path) -> None:
    wishes: Any = {"target": "tgc", "out": tmp_path}
    made = printkit.build("kessel", ["cards", "tuck-box"], **wishes)
    folders = Counter(file.relative_to(made.folder).parent.as_posix() for file in made.files)
    assert folders == {"cards-1-en": 9, "cards-2-en": 9, "tuck-box-en": 1, ".": 3}
    rows = csv.DictReader(io.StringIO((made.folder / "cards.csv").read_text("utf-8")))
    for row in rows:
        assert Path(row["file"]).parent == Path(row["back"]).parent
        assert (made.folder / row["back"]).exists()
    assert printkit.build("kessel", ["cards", "tuck-box"], **wishes).unchanged_count == 22
    printkit.build("kessel", ["reference-cards"], **wishes)
    assert all(file.exists() for file in made.files)


def test_no_file_is_written_through_a_link_within(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder = tmp_path / "kessel" / "tgc"
    folder.mkdir(parents=True)
    link = folder / "reference-cards-1-en"
    link.symlink_to(tmp_path / "elsewhere")
    wishes: Any = {"target": "tgc", "out": tmp_path}
    with pytest.raises(PrintkitError, match="This is a link, and the files"):
        printkit.build("kessel", ["reference-cards"], **wishes)
    link.unlink()
    printkit.build("kessel", ["reference-cards"], **wishes)
    link.rename(tmp_path / "kept")
    link.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PrintkitError, match="This is a link, and the files"):
        printkit.build("kessel", ["reference-cards"], **wishes)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert [path.name for path in folder.iterdir() if path.name[0] == "."] == []


def test_a_component_that_is_gone_leaves_no_folder(tmp_path: Path) -> None:
    definition, wishes = put(tmp_path, PAIR), {"target": "tgc", "card_size": "poker"}
    made = printkit.build(definition, ["cards"], out=tmp_path, **wishes)
    assert {"cards-1-en", "cards-2-en"} < {path.name for path in made.folder.iterdir()}
    put(tmp_path, PAIR.replace('family = "two"', 'family = "one"'))
    made = printkit.build(definition, ["cards"], out=tmp_path, **wishes)
    names = {path.name for path in made.folder.iterdir() if path.is_dir()}
    assert names == {"cards-en"}

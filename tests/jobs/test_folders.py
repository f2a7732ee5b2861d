"""After each build, the first page of an output folder describes its whole contents."""

import json
from collections.abc import Iterator
from itertools import chain, permutations
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from printkit.base.messages import parse_edition
from printkit.cli.app import run
from printkit.jobs import plan as planning
from printkit.jobs.build import BuildResult, build
from printkit.jobs.job import Job, make_job
from printkit.jobs.plan import plan
from printkit.jobs.staging import (
    MANIFEST,
    MadeEntry,
    Manifest,
    made_formats,
    manifest_text,
    merge_manifests,
    printed_products,
    read_manifest,
)
from printkit.jobs.status import DEFINITION, PROGRAM, UNKNOWN, find_folders, read_status
from printkit.library.functions import build as build_plan
from printkit.pieces.kits import FIRST_PAGE, PrintedKit
from printkit.products.all_in_one import PRODUCT as ALL_IN_ONE
from tests.support.sample import cases
from tests.support.words import pdfium_text

# Small builds of one game, each with different options.
BUILDS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("tokens",), {"players": 4}),
    (("tokens",), {"duplex": "fold"}),
    (("summary",), {"paper": "a3"}),
    (("summary", "paper-die"), {}),
    (("paper-die",), {"copies": 3}),
)


def job_of(number: int, out: Path, **wishes: Any) -> Job:
    products, own = BUILDS[number]
    return make_job("kessel", products, out=out, **{**own, **wishes})


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> dict[str, PrintedKit]:
    """Record the source of the last page of each language, without drawing it."""
    seen: dict[str, PrintedKit] = {}
    lay_out = planning.make_document

    def note(product: Any, edition: str, subject: Any, made_of: Any, *others: Any) -> Any:
        if product.key == FIRST_PAGE:
            seen[edition] = made_of
        return lay_out(product, edition, subject, made_of, *others)

    monkeypatch.setattr(planning, "make_document", note)
    return seen


def rows_of(manifest: Manifest, language: str) -> set[tuple[object, ...]]:
    """Return the expected contents of the page in a language, computed from the manifest alone."""
    printed = printed_products(made_formats(manifest.made, manifest.files))
    return {
        (one.product, one.language, one.sheets, one.cuts, one.sides, one.copies, one.pieces)
        for one, _ in printed
        if one.sheets and one.product != FIRST_PAGE and language in parse_edition(one.language)
    }


@pytest.mark.parametrize("longest", cases((2, 3), gate={2}))
def test_every_sequence_agrees_with_its_page(
    shown: dict[str, PrintedKit], tmp_path: Path, longest: int
) -> None:
    """Sequences of builds; each build continues from a copy of the previous result."""
    for length in range(1, longest + 1):
        for sequence in permutations((0, 1, 2, 4), length):  # 16 or 40 builds of little sheets
            out, before = (tmp_path / "".join(map(str, x)) for x in (sequence, sequence[:-1]))
            if length > 1:
                copytree(before, out)
            shown.clear()
            build(job_of(sequence[-1], out, formats=("dump",)))
            if length > 1:
                check_page(out / "kessel", shown)


def check_page(folder: Path, shown: dict[str, PrintedKit]) -> None:
    """Assert that the page of a folder was made from its contents, or that none was made if none is
    due.
    """
    manifest = read_manifest(folder)
    assert manifest is not None
    wanted = rows_of(manifest, "en")
    is_kit = len({row[0] for row in wanted}) > 1 or any(row[5] != 1 for row in wanted)
    assert (folder / f"kessel-0-{FIRST_PAGE}-en.txt").exists() == is_kit
    if is_kit and shown:  # a page that has nothing new to say is not drawn again
        parts = shown["en"].parts
        found = (
            (p.product, p.edition, p.sheets, p.cuts, p.sides, p.copies, p.pieces) for p in parts
        )
        assert {*found} == wanted
        papers = {one.product: one.options["paper"] for one in manifest.made}
        assert {p.product: p.options["paper"] for p in parts} == {
            key: papers[key] for key in {row[0] for row in wanted}
        }
    printed = {one.product: one.sheets * one.copies for one in manifest.made}
    assert manifest.sheets == sum(printed.values())


def test_order_of_builds_leaves_one_page(tmp_path: Path) -> None:
    """The page depends on the contents of the folder, not on the order of the builds."""
    pages = set()
    for i, sequence in enumerate(permutations((0, 2, 4))):
        for step in sequence:
            result = build(job_of(step, tmp_path / str(i), formats=("dump",)))
        page = result.folder / f"kessel-0-{FIRST_PAGE}-en.txt"
        pages.add(page.read_text(encoding="utf-8"))
    assert len(pages) == 1


def page_text(result: BuildResult, language: str) -> str:
    return pdfium_text(result.folder / f"kessel-0-{FIRST_PAGE}-{language}.pdf")


def entry_of(folder: Path, product: str) -> MadeEntry:
    manifest = read_manifest(folder)
    assert manifest is not None
    return next(one for one in manifest.made if one.product == product)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_page_names_new_duplex_of_cards(tmp_path: Path, language: str) -> None:
    """The two builds with which README begins."""
    wishes: dict[str, Any] = {"languages": (language,), "out": tmp_path}
    build(make_job("kessel", ("cards", "tokens"), players=4, **wishes))
    result = build(make_job("kessel", ("cards",), duplex="fold", **wishes))
    text = page_text(result, language)
    sheets = entry_of(result.folder, "cards").sheets
    assert sheets > 5
    words = {
        "en": ("one side, then folded", "turned over", "4 players"),
        "fr": ("recto, à plier ensuite", "retourné", "4 joueurs"),
    }[language]
    assert all(word in " ".join(text.split()) for word in words)
    manifest = read_manifest(result.folder)
    assert manifest is not None
    assert manifest.sheets == sum(one.sheets for one in manifest.made)
    assert f" {manifest.sheets} " in " ".join(text.split())


def test_papers_are_named_if_they_differ(tmp_path: Path) -> None:
    for step in (0, 2):
        result = build(job_of(step, tmp_path))
    text = " ".join(page_text(result, "en").split())
    assert "A4: card" in text
    assert "A3: plain paper" in text
    (notice,) = result.notices
    assert str(notice).startswith(str(result.folder))
    assert "different values of --paper: a4 (tokens); a3 (summary)" in str(notice)
    assert "-o" in notice.hint


def test_papers_are_named_with_the_language(tmp_path: Path) -> None:
    wishes: dict[str, Any] = {"formats": ("dump",), "out": tmp_path}
    build(make_job("kessel", ("summary", "tokens"), languages=("fr",), **wishes))
    result = build(make_job("kessel", ("summary",), languages=("en",), paper="letter", **wishes))
    (notice,) = result.notices
    assert "letter (summary (en))" in str(notice)
    assert "a4 (tokens, summary (fr))" in str(notice)


def test_players_of_a_deck_do_not_contradict(tmp_path: Path) -> None:
    build(make_job("kessel", ("tokens",), players=4, formats=("dump",), out=tmp_path))
    cards = build(make_job("kessel", ("cards",), formats=("dump",), out=tmp_path))
    assert cards.notices == ()
    tokens = build(make_job("kessel", ("player-board",), formats=("dump",), out=tmp_path))
    assert "--players: 4 (tokens); 2 (player-board)" in str(tokens.notices)


def test_build_renews_a_deleted_page(tmp_path: Path) -> None:
    result = build(job_of(3, tmp_path))
    page = result.folder / f"kessel-0-{FIRST_PAGE}-en.pdf"
    page.unlink()
    build(job_of(0, tmp_path))
    assert "Tokens" in pdfium_text(page)


def test_partial_build_keeps_an_edited_page(tmp_path: Path) -> None:
    result = build(job_of(3, tmp_path))
    page = result.folder / f"kessel-0-{FIRST_PAGE}-en.pdf"
    mine = page.read_bytes() + b"% mine\n"
    page.write_bytes(mine)
    later = build(job_of(0, tmp_path))
    assert page.read_bytes() == mine
    assert "has been edited" in str(later.notices[0])
    replaced = build(job_of(1, tmp_path, replace=True))
    assert [copy.read_bytes() for copy in replaced.backups] == [mine]
    assert "Tokens" in pdfium_text(page)


def test_lost_manifest_leaves_unknown_files_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = build(job_of(3, tmp_path))
    (result.folder / MANIFEST).unlink()
    build(make_job("kessel", ("paper-die",), out=tmp_path))
    later = build(job_of(0, tmp_path))
    (notice,) = later.notices
    assert "The manifest of this folder does not list this" in str(notice)
    unknown = (f"kessel-0-{FIRST_PAGE}-en.pdf", "kessel-summary-en.pdf")
    assert read_status(result.folder).unlisted == unknown
    assert run(["status", str(result.folder)]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name}: not in the manifest" in said for name in unknown)
    assert "Every file is as it was made" not in said


def test_edited_product_stays_on_the_page(tmp_path: Path) -> None:
    result = build(job_of(3, tmp_path))
    summary = result.folder / "kessel-summary-en.pdf"
    summary.write_bytes(summary.read_bytes() + b"% mine\n")
    result = build(job_of(0, tmp_path))
    assert "kessel-summary-en.pdf" in page_text(result, "en")
    assert summary.read_bytes().endswith(b"% mine\n")
    (one,) = (x for x in read_status(result.folder).products if x.product == "summary")
    assert one.changed == ("kessel-summary-en.pdf",)


def test_each_language_keeps_its_page(tmp_path: Path) -> None:
    build(make_job("kessel", ("tokens", "summary"), languages=("fr",), out=tmp_path))
    result = build(make_job("kessel", ("paper-die",), languages=("en",), out=tmp_path))
    assert not (result.folder / f"kessel-0-{FIRST_PAGE}-en.pdf").exists()
    result = build(make_job("kessel", ("summary",), languages=("en",), out=tmp_path))
    assert "Tokens (fr)" in page_text(result, "en")
    assert "kessel-tokens-fr.pdf" in page_text(result, "fr")
    assert "Résumé (en)" not in page_text(result, "fr")


def test_languages_in_one_folder_are_counted_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page, the folder and the status agree, also about products in another language."""
    for key, language in (("tokens", "en"), ("summary", "fr"), ("paper-die", "fr")):
        result = build(make_job("kessel", (key,), languages=(language,), out=tmp_path))
        assert result.sheets_in_folder == read_status(result.folder).sheets
        page = result.folder / f"kessel-0-{FIRST_PAGE}-fr.pdf"
        assert page.exists() == (key != "tokens")
    text = " ".join(page_text(result, "fr").split())
    assert f"avec cette page {result.sheets_in_folder} " in text
    assert "Jetons (en) kessel-tokens-en.pdf" in text
    assert "Jetons ×" not in text  # none are brought
    assert read_status(result.folder).sheets_by_language == {}
    wishes: dict[str, Any] = {"players": 4, "out": tmp_path / "two"}
    build(make_job("kessel", ("tokens", "summary"), languages=("en", "fr"), **wishes))
    result = build(make_job("kessel", ("summary",), languages=("fr",), copies=3, **wishes))
    counts = read_status(result.folder).sheets_by_language
    assert counts["fr"] == counts["en"] + 2
    assert f"with this page {counts['en']} " in " ".join(page_text(result, "en").split())
    assert f"avec cette page {counts['fr']} " in " ".join(page_text(result, "fr").split())
    assert run(["status", str(result.folder)]) == 0
    assert "several languages are counted in one language only: " in capsys.readouterr().out


def test_another_format_does_not_hide_old_options(tmp_path: Path) -> None:
    """A PDF made earlier with other options is made again, and does not count as unchanged."""
    long_edge = build(make_job("kessel", ("tokens",), out=tmp_path))
    build(make_job("kessel", ("tokens",), formats=("svg",), duplex="none", out=tmp_path))
    before = (long_edge.folder / "kessel-tokens-en.pdf").read_bytes()
    result = build(make_job("kessel", ("tokens",), duplex="none", out=tmp_path))
    assert result.unchanged_count == 0
    assert (result.folder / "kessel-tokens-en.pdf").read_bytes() != before


def test_mapping_page_lists_later_charts(tmp_path: Path) -> None:
    wishes: dict[str, Any] = {"deck": "poker54", "out": tmp_path}
    build(make_job("kessel", ("pocket", "summary"), **wishes))
    result = build(make_job("kessel", ("pocket",), duplex="fold", **wishes))
    text = pdfium_text(result.folder / f"{result.folder.name}-0-{FIRST_PAGE}-en.pdf")
    assert "one side, then folded" in " ".join(text.split())


def test_plan_of_the_library_joins_its_folder(tmp_path: Path) -> None:
    build(job_of(0, tmp_path))
    result = build_plan(plan(job_of(2, tmp_path)))
    assert "kessel-tokens-en.pdf" in page_text(result, "en")


def test_old_manifest_is_read_and_renewed(tmp_path: Path) -> None:
    """A manifest of version 0.2 has no options of products and no recipes of files."""
    result = build(job_of(3, tmp_path))
    path = result.folder / MANIFEST
    data = json.loads(path.read_text(encoding="utf-8"))
    for entry in data["files"]:
        del entry["recipe"]
    for made in data["made"]:
        del made["options"], made["program"], made["source"]
    path.write_text(json.dumps(data), encoding="utf-8")
    result = build(job_of(0, tmp_path))
    assert "kessel-summary-en.pdf" in page_text(result, "en")


def test_hostile_manifest_leaves_a_page(tmp_path: Path) -> None:
    result = build(job_of(3, tmp_path))
    manifest = read_manifest(result.folder)
    assert manifest is not None
    for changes in (
        {"product": "../x"},
        {"language": "xx+yy+zz"},
        {"options": {"paper": [1], "printer": {"name": 3, "x": 1}, "addons": 5, "players": "x"}},
    ):
        data = manifest.as_data()
        data["made"][1] |= changes
        for entry in data["files"]:
            entry |= {key: changes[key] for key in ("product", "language") if key in changes}
        (result.folder / MANIFEST).write_text(json.dumps(data), encoding="utf-8")
        build(job_of(0, tmp_path))
        assert read_status(result.folder).products


def test_merging_a_manifest_twice_changes_nothing(tmp_path: Path) -> None:
    result = build(job_of(3, tmp_path))
    manifest = read_manifest(result.folder)
    assert manifest is not None
    known = {entry.file: entry.sha256 for entry in manifest.files}
    again = merge_manifests(manifest, manifest, (), known.get)
    assert manifest_text(again) == manifest_text(manifest)


# --- the kit in one file ------------------------------------------------------------------------


def in_one(result: BuildResult) -> Iterator[Path]:
    return (path for path in result.files if f"-{ALL_IN_ONE.file_stem}-" in path.name)


def test_one_file_holds_each_sheet_once(tmp_path: Path) -> None:
    job = make_job("kessel", ("tonight",), one=True, out=tmp_path)
    result = build(job)
    names = [path.name for path in in_one(result)]
    assert names == ["kessel-kit-en-single-sided.pdf", "kessel-kit-en-long-edge.pdf"]
    entries = {entry["file"]: entry for entry in result.manifest["files"]}
    sheets = {one["product"]: one["sheets"] for one in result.manifest["made"]}
    assert entries[names[0]]["pages"] == 1
    both = sheets["start"] + sheets["cards"] + sheets["tokens"]
    assert entries[names[1]]["pages"] == 2 * both
    text = " ".join(page_text(result, "en").split())
    assert f"kessel-kit-en-long- edge.pdf, pages 3–{2 + 2 * sheets['cards']}" in text.replace(
        "long-edge", "long- edge"
    )
    first = [path.read_bytes() for path in in_one(result)]
    assert [path.read_bytes() for path in in_one(build(job))] == first
    again = build(make_job("kessel", ("tonight",), one=True, rebuild=True, out=tmp_path))
    assert [path.read_bytes() for path in in_one(again)] == first


def test_partial_build_removes_the_outdated_file(tmp_path: Path) -> None:
    result = build(make_job("kessel", ("summary", "paper-die"), one=True, out=tmp_path))
    (path,) = in_one(result)
    later = build(job_of(0, tmp_path))
    assert not path.exists()
    assert any("kit in one file is removed" in str(notice) for notice in later.notices)
    assert path.name not in page_text(later, "en")
    flags = chain(*(one.chosen for one in read_status(later.folder).products))
    assert "--one" not in [*flags]


def test_status_distinguishes_files_of_one_kit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["build", "kessel", "tokens", "summary", "--one", "-o", str(tmp_path)]
    assert run(words) == 0
    names = ("kessel-kit-en-single-sided.pdf", "kessel-kit-en-long-edge.pdf")
    built = capsys.readouterr().out.splitlines()
    assert all(f"  {name}" in built for name in names)
    assert run(["status", str(tmp_path / "kessel")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(any(line.endswith(f"--one · {name}") for line in lines) for name in names)


def test_one_needs_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["build", "kessel", "summary", "tokens", "--one", "-o", str(tmp_path)]
    assert run([*words, "--format", "svg"]) == 2
    assert "--one writes a PDF." in capsys.readouterr().err
    assert run([*words, "--layout", "single"]) == 2


def test_sheets_by_hand_are_two_files(tmp_path: Path) -> None:
    result = build(
        make_job("kessel", ("tokens", "summary"), one=True, duplex="manual", out=tmp_path)
    )
    names = [path.name for path in in_one(result)]
    assert names[1:] == ["kessel-kit-en-by-hand-1.pdf", "kessel-kit-en-by-hand-2.pdf"]


# --- status -------------------------------------------------------------------------------------


def test_status_lists_missing_and_outdated_files(tmp_path: Path) -> None:
    result = build(job_of(3, tmp_path))
    assert read_status(result.folder).is_current
    (result.folder / "kessel-summary-en.pdf").unlink()
    status = read_status(result.folder)
    assert not status.is_current
    assert [one.missing for one in status.products if one.product == "summary"] == [
        ("kessel-summary-en.pdf",)
    ]
    path = result.folder / MANIFEST
    whole = json.loads(path.read_text(encoding="utf-8"))
    for key, reason in (("program", PROGRAM), ("source", DEFINITION)):
        data = json.loads(json.dumps(whole))
        for made in data["made"]:
            made[key] = "0" * 16
        path.write_text(json.dumps(data), encoding="utf-8")
        assert {one.outdated for one in read_status(result.folder).products} == {reason}


def test_status_compares_a_definition_that_is_named(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('extends = "kessel"\nslug = "mine"\n', encoding="utf-8")
    result = build(make_job(str(own), ("summary",), out=tmp_path))
    assert {one.outdated for one in read_status(result.folder).products} == {UNKNOWN}
    assert read_status(result.folder, str(own)).is_current
    own.write_text('extends = "kessel"\nslug = "mine"\nname = "Mine"\n', encoding="utf-8")
    assert {x.outdated for x in read_status(result.folder, str(own)).products} == {DEFINITION}


def test_status_prints_options_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build(job_of(2, tmp_path))
    out = ["-o", str(tmp_path)]
    assert run(["status", "kessel", *out]) == 0
    assert "Summary (en) · 1 sheet · --paper a3" in capsys.readouterr().out
    assert run(["status", str(tmp_path / "kessel"), "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert (data["sheets"], data["current"]) == (1, True)
    assert [*chain(*(one["files"] for one in data["products"]))] == ["kessel-summary-en.pdf"]
    assert run(["status", "nothing", *out]) == 2
    assert "There are no files of a build in" in capsys.readouterr().err


def test_find_folders_skips_links_and_folders_without_manifest(tmp_path: Path) -> None:
    for name in ("b", "a", "empty", "far/c"):
        (tmp_path / "out" / name).mkdir(parents=True)
        if name != "empty":
            (tmp_path / "out" / name / MANIFEST).write_text("{}")
    (tmp_path / "out" / "link").symlink_to(tmp_path / "out" / "far" / "c")
    assert [path.name for path in find_folders(tmp_path / "out")] == ["a", "b"]
    assert [path.name for path in find_folders(tmp_path / "out" / "a")] == ["a"]
    assert [*find_folders(tmp_path / "none")] == []


def test_kit_in_one_file_omits_contact_sheet(tmp_path: Path) -> None:
    """A contact sheet is not printed, so it is not in the file of all sheets."""
    job = make_job("pazaak", ("contact-sheet", "summary"), one=True, out=tmp_path)
    (kit,) = (one for one in plan(job).products if one.product == ALL_IN_ONE.key)
    assert kit.document is not None
    _, summary = (page.title for page in kit.document.pages)
    assert "summary" in summary

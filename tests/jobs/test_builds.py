"""The whole kit: its contents, the number of players, rebuilt files, many builds at once."""

import json
import os
import pickle
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art import emblems
from printkit.base.content import bundled_rows
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, UsageError, warn
from printkit.base.messages import languages
from printkit.base.printer_profile import Profile
from printkit.base.processes import available_cpus, processes_allowed
from printkit.base.records import evolve
from printkit.booklet.pictures import Pictures
from printkit.cli.app import run
from printkit.components import reference
from printkit.jobs import build as builds
from printkit.jobs import build_many as several
from printkit.jobs.build import BuildResult, build, find_caches, forget_games
from printkit.jobs.build_many import Outcome, _Pool
from printkit.jobs.job import Job, check_job, job_from_data, make_job
from printkit.jobs.plan import divide_parts, plan
from printkit.jobs.staging import MANIFEST
from printkit.jobs.subject import can_build, load_subject
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.pieces.kits import (
    FIRST_PAGE,
    default_products,
    expand_sets,
    is_available,
    needed_supplies,
    products,
)
from printkit.pieces.product import MAPPING, VARIANT
from printkit.targets.preflight import pdf
from tests.support import processes
from tests.support.builds import LANGUAGES, build_books, build_once
from tests.support.decks import facts, made_up, own, variant
from tests.support.processes import unix
from tests.support.sample import cases

# How the names of stages begin.
BEGUN = ".printkit-"
KNOWN = bundled_rows("products.toml")
KITS = facts(__file__, "published")["kits"]


# --- contents of a kit --------------------------------------------------------------------------


@pytest.mark.parametrize("slug", KITS)
def test_the_kit_of_a_game_of_ours(slug: str) -> None:
    wanted = [*KITS[slug].split(), "booklet", "booklet-imposed"]
    assert list(default_products(variant(slug))) == wanted


def test_every_product_is_in_the_table_and_in_the_strings() -> None:
    of_a_game = {key for key, one in products().items() if one.subject in (VARIANT, MAPPING)}
    assert of_a_game == set(KNOWN)
    for language in LANGUAGES:
        strings = bundled_rows(f"strings/{language}.toml")
        for key, says in KNOWN.items():
            if key in of_a_game:
                assert strings["product"][key]
            assert strings["kit"]["paper"][says["stock"]]
            assert strings["kit"]["step"][says["step"]]
            assert all(strings["kit"]["tool"][tool] for tool in says.get("tools", ()))


def test_every_material_of_ours_is_made_or_brought() -> None:
    """A kit names only products that can be made; supplies are only things that cannot be
    printed.
    """
    brought = set()
    for slug in variant_slugs():
        one = variant(slug)
        for thing in one.materials:
            assert all(is_available(one, key) for key in thing.products if key in products()), slug
        brought |= {
            (need.material.id, need.instead) for need in needed_supplies(one, default_products(one))
        }
    dice = {(name, "paper-die") for name in ("die", "target-die", "suit-die")}
    assert brought == {("timer", None), *dice}


def test_a_material_without_its_product_is_a_thing_to_bring() -> None:
    kessel = variant("kessel")
    result = tuple(key for key in default_products(kessel) if key != "mat")
    assert [need.material.id for need in needed_supplies(kessel, result)] == ["die", "mat"]
    unplaced = evolve(kessel, places=(), tracks=())
    assert "mat" not in default_products(unplaced)


def test_a_drawn_material_is_a_token_unless_it_says_otherwise(tmp_path: Path) -> None:
    found = {thing.id: thing for thing in own(tmp_path, made_up("drawn")).materials}
    assert found["drawn"].products == ("tokens",)
    assert found["two"].products == ("mat", "summary")
    assert found["none"].products == ()
    assert found["none"].count_for(3) == 6
    assert found["two"].count_for(3) == 1


# --- for how many -------------------------------------------------------------------------------


def cards(built: BuildResult, product: str, language: str = "en") -> int:
    return sum(
        entry["cards"]
        for entry in built.manifest["files"]
        if (entry["product"], entry["language"]) == (product, language)
    )


def test_a_kit_is_for_the_least_number_of_players_or_for_those_asked_for(tmp_path: Path) -> None:
    few = build(make_job("pazaak", formats=("dump",), out=tmp_path / "a"))
    products = ("cards", "tokens")
    asked = build(make_job("pazaak", products, formats=("dump",), players=2, out=tmp_path / "b"))
    alone = build(make_job("pazaak", ("cards",), formats=("dump",), out=tmp_path / "c"))
    found = [cards(one, "cards") for one in (few, asked, alone)]
    assert found == [40 + 2 * 45, 40 + 2 * 45, 40 + 45]  # four of the 45 are blank
    assert [cards(one, "tokens") for one in (few, asked)] == [2 * 4, 2 * 4]
    assert [one.manifest["options"]["players"] for one in (few, asked, alone)] == [2, 2, None]


def test_can_build_requires_seats_for_players() -> None:
    job = make_job(players=4)
    assert can_build(load("kessel"), job)
    assert not can_build(load("pazaak"), job)
    assert can_build(load("expansion"), job)  # tells no number


def kit_of_kessel() -> BuildResult:
    """Build the default kit of Kessel in one language."""
    return build_once("kessel", products=())


def test_several_products_have_a_first_page_and_one_has_none(tmp_path: Path) -> None:
    named = build(make_job("kessel", ("tokens", "cards"), formats=("dump",), out=tmp_path))
    assert named.manifest["products"] == [FIRST_PAGE, "tokens", "cards"]
    assert named.manifest["options"]["players"] == 2
    assert build_books("kessel").manifest["products"] == ["booklet", "booklet-imposed"]
    whole = kit_of_kessel()
    assert whole.manifest["products"] == [FIRST_PAGE, *default_products(variant("kessel"))]
    single = build(make_job("expansion", formats=("dump",), layout="single", out=tmp_path))
    assert FIRST_PAGE not in single.manifest["products"]


def test_tonight_has_only_required_products(tmp_path: Path) -> None:
    few = build(make_job("kessel", ("tonight",), formats=("dump",), out=tmp_path))
    assert few.manifest["products"] == [FIRST_PAGE, "start", "cards", "tokens"]
    assert few.manifest["sheets"] < kit_of_kessel().manifest["sheets"] / 2
    (page,) = (path for path in few.files if f"{FIRST_PAGE}-en.txt" in path.name)
    text = page.read_text(encoding="utf-8")
    assert "For tonight" in text
    assert "mat" not in re.findall(r"\w+", text.lower())
    assert expand_sets(("tonight",), variant("expansion")) == ("cards",)  # it has no other


def test_copies_are_counted_and_made_once(tmp_path: Path) -> None:
    one, club = (
        build(make_job("kessel", ("cards", "tokens"), players=4, copies=n, out=tmp_path))
        for n in (1, 12)
    )
    first, *others = one.manifest["made"]
    sheets, cuts = (sum(made[key] for made in others) for key in ("sheets", "cuts"))
    assert (one.manifest["sheets"], one.manifest["cuts"]) == (sheets + 1, cuts)
    assert (club.manifest["sheets"], club.manifest["cuts"]) == (12 * sheets + 1, 12 * cuts)
    assert [made.get("copies", 1) for made in club.manifest["made"]] == [1, 12, 12]
    assert club.unchanged_count == 2  # the files of the products are the same
    alone = build(make_job("kessel", ("cards",), copies=3, formats=("dump",), out=tmp_path / "a"))
    assert alone.manifest["products"] == [FIRST_PAGE, "cards"]
    assert first["product"] == FIRST_PAGE


# --- all of them --------------------------------------------------------------------------------


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_jobs_make_the_same_bytes_in_the_same_order(tmp_path: Path) -> None:
    def requests(out: Path) -> list[Job]:
        return [
            make_job(slug, ("cards",), languages=("fr",), formats=("dump", "pdf"), out=out)
            for slug in ("kessel", "nobody", "expansion", "pazaak")
        ]

    message: list[str] = []
    one = several.build_many(requests(tmp_path / "a"), 1)
    two = several.build_many(
        requests(tmp_path / "b"), 2, lambda outcome: message.append(outcome.job.variant)
    )
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert len(files(tmp_path / "a")) == 3 * 3
    assert sorted(message) == ["expansion", "kessel", "nobody", "pazaak"]
    assert [outcome.job.variant for outcome in two] == [o.job.variant for o in one]
    assert [str(outcome.error) for outcome in two] == [str(outcome.error) for outcome in one]
    error = several.combined_error(two)
    assert str(error).startswith("nobody: There is no variant “nobody”.")


@unix
@pytest.mark.usefixtures("only_thread")
@pytest.mark.parametrize("spoken", [("en",), ("en", "fr")], ids="-".join)
def test_kit_made_in_two_processes_has_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: tuple[str, ...]
) -> None:
    """Also if the second process is lost, fails or warns: then this process makes all of them."""
    asked = ("start", "tokens", "booklet-imposed")
    wish = make_job("kessel", asked, languages=spoken, formats=("pdf",), out=tmp_path / "1")
    alone = build(wish)
    whole, parent, copies = builds.plan_parts, os.getpid(), list[str]()

    def noted(*request: Any) -> Any:
        assert os.getpid() != parent
        (tmp_path / str(os.getpid())).touch()
        return whole(*request)

    def killed(*_: object) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)

    def refused(*_: object) -> Any:
        raise PrintkitError("What.")

    def warned(*request: Any) -> Any:
        warn(PrintkitError("What."))
        return whole(*request)

    parts = (noted, killed, refused, warned) if len(spoken) == 1 else (noted,)
    for number, part in enumerate(parts, 2):
        monkeypatch.setattr(builds, "plan_parts", part)
        out = tmp_path / f"{number}"
        with processes_allowed(2):
            result = build(replace(wish, out=out))
        assert result.manifest == alone.manifest
        assert [path.name for path in result.files] == [path.name for path in alone.files]
        assert files(out) == files(tmp_path / "1")
    copies += [path.name for path in tmp_path.iterdir() if len(path.name) > 1]
    assert len(copies) == 1
    # Unchanged files are not divided.
    monkeypatch.setattr(builds, "plan_parts", killed)
    with processes_allowed(2):
        assert build(wish).unchanged_count == len(alone.files)


@unix
@pytest.mark.usefixtures("only_thread")
def test_error_in_two_processes_is_that_of_one(tmp_path: Path) -> None:
    wish = make_job("kessel", formats=("pdf",), out=tmp_path / "out", margin=45.0)
    with pytest.raises(PrintkitError) as alone:
        build(wish)
    with pytest.raises(PrintkitError) as in_two, processes_allowed(2):
        build(wish)
    assert str(in_two.value) == str(alone.value)
    assert not (tmp_path / "out").exists()


@unix
def test_only_whole_kits_of_ours_are_divided(tmp_path: Path) -> None:
    def keys(slug: str, products: tuple[str, ...] = (), **options: Any) -> list[str]:
        wish = check_job(make_job(slug, products, out=tmp_path, **options))
        parts = divide_parts(wish, load_subject(wish), None)
        return [" ".join(part) for part in parts]

    own(tmp_path, made_up("minimal"))
    assert keys("kessel") == ["booklet en", "booklet-imposed en"]
    assert keys("kessel", ("cards", "tokens"), languages=("en", "fr")) == ["cards fr", "tokens fr"]
    assert keys("kessel", ("cards", "tokens")) == keys("kessel", ("booklet",)) == []
    assert keys("kessel", one=True) == keys("kessel", target="drivethru") == []
    assert keys("kessel", measure_ink=True) == keys(f"{tmp_path}/mine.toml") == []


def test_a_worker_forgets_the_drawings_and_lines_of_the_game_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_games()  # those of other tests
    whole, sizes = builds.build, list[int]()
    known = (emblems.draw_art, Pictures.drawing, reference._lay_out_section)

    def counted(request: Job) -> BuildResult:
        sizes.extend(cache.cache_info().currsize for cache in known)
        result = whole(request)
        assert all(cache.cache_info().currsize for cache in known)
        return result

    monkeypatch.setattr(several, "build", counted)
    asked = ("summary", "booklet")
    wishes = [
        make_job(slug, asked, formats=("dump",), out=tmp_path)
        for slug in ("pazaak", "expansion", "kessel")
    ]
    assert [outcome.error is None for outcome in several.build_many(wishes, 1)] == [1, 0, 1]
    assert sizes == [0] * 3 * len(known)


def test_class_with_any_attributes_is_not_a_cache() -> None:
    assert hasattr(pdf.Name, "cache_clear"), "as any other"
    assert pdf.Name not in [*builds.find_caches()]


def test_refusals_are_reported_once_and_all_else_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slugs = ("expansion", "kessel")
    games = [load(slug) for slug in slugs]
    monkeypatch.setattr("printkit.cli.commands.build.load_all", lambda: games)
    mine = tmp_path / "kessel" / "kessel-cards-en.txt"
    mine.parent.mkdir()
    mine.write_text("my notes", encoding="utf-8")
    words = ["build", "all", "cards", "--format", "dump", "--jobs", "2", "-o", str(tmp_path)]
    assert run([*words, "--lang", "en"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("printkit: kessel: ")
    assert error.count("\n") == 1
    assert "was not made by printkit" in error
    assert mine.read_text(encoding="utf-8") == "my notes"
    others = {path.parent.name for path in tmp_path.rglob(MANIFEST)}
    assert others == set(slugs) - {"kessel"}
    # An error in the request itself is reported once, as for one variant.
    assert run([*words, "--margin", "50mm", "--card-size", "300x400mm"]) == 1
    error = capsys.readouterr().err
    assert error.count("does not fit on the paper") == 1


def test_all_is_in_every_language_unless_one_is_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seen: list[tuple[str, ...]] = []

    def many(requests: list[Job], jobs: int, message: object) -> list[several.Outcome]:
        seen.append((*requests[0].languages, str(jobs)))
        return []

    monkeypatch.setattr("printkit.jobs.build_many.build_many", many)
    assert run(["build", "all", "--jobs", "3"]) == 0
    assert run(["build", "all", "--lang", "fr", "--jobs", "1"]) == 0
    (tmp_path / "printkit.toml").write_text('[defaults]\nlang = "fr+en"\n', encoding="utf-8")
    assert run(["build", "all"]) == 0
    assert seen == [(*languages(), "3"), ("fr", "1"), ("fr+en", str(available_cpus()))]


PROBLEMS = [Diagnostic("a.toml", 1, 2, "key", "what.", "Accepted."), Diagnostic("b", 0, 0, "", "x")]
ERRORS = (
    PrintkitError("What.", location="where", hint="Cure."),
    UsageError("What.", hint="Cure."),
    DefinitionError(PROBLEMS),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_travels_between_processes(error: PrintkitError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))


def test_a_process_that_is_lost_is_reported_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = builds.build

    def lost(request: Job) -> BuildResult:
        if request.variant == "kessel":
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(request)

    monkeypatch.setattr(several, "build", lost)
    wishes = [
        make_job(slug, ("cards",), formats=("dump",), out=tmp_path)
        for slug in ("kessel", "expansion", "pazaak")
    ]
    found = several.build_many(wishes, 2)
    assert "The system stopped this build" in str(found[0].error)
    assert [outcome.error for outcome in found[1:]] == [None, None]


@pytest.mark.parametrize("name", cases(["SIGINT", "SIGTERM"], gate=["SIGINT"]))
def test_jobs_that_are_stopped_leave_no_half_files(tmp_path: Path, name: str) -> None:
    words = ["build", "all", "cards", "--format", "dump", "--jobs", "2"]
    status, wording = processes.stop(
        processes.printkit(*words, "-o", tmp_path / "out"),
        name,
        # A kit that is whole, not one that is still put together beside its place.
        lambda: list((tmp_path / "out").glob(f"[!.]*/{MANIFEST}")),
        whole_session=name == "SIGINT",  # as a terminal does
    )
    assert status == (130 if name == "SIGINT" else 1)
    assert wording == "printkit: stopped. No unfinished files were written.\n"
    assert not list(tmp_path.rglob(f"{BEGUN}*"))
    result = list((tmp_path / "out").iterdir())
    assert 0 < len(result) < len(variant_slugs())
    for folder in result:  # every existing folder is complete
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        names = {entry["file"] for entry in manifest["files"]} | {MANIFEST}
        assert names == {path.name for path in folder.iterdir()}


@pytest.mark.nightly
def test_workers_do_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    """The workers notice the missing parent, remove their unfinished files, and end."""
    words = ("build", "all", "cards", "--format", "png", "--dpi", "300", "--jobs", "2")

    def begun() -> list[Path]:
        # A folder that is taken away while it is looked through holds no stage.
        found: list[Path] = []
        for folder, folders, files in os.walk(tmp_path):
            found += [Path(folder, one) for one in (*folders, *files) if one.startswith(BEGUN)]
        return found

    def wait_until(is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not is_so():
            assert time.monotonic() < deadline
            time.sleep(0.02)

    with processes.start(
        processes.printkit(*words, "-o", tmp_path / "out"), cwd=tmp_path
    ) as parent:
        wait_until(lambda: len(begun()) == 2)
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait(30)
        wait_until(lambda: begun() == [])


def test_two_cards_of_one_back_are_two_files(tmp_path: Path) -> None:
    """Names of pages are unique in their document: reference cards share the name of a back."""
    wishes: dict[str, Any] = {"formats": ("svg",), "layout": "single", "bleed": 0.0}
    built = build(make_job("kessel", ("reference-cards",), out=tmp_path, **wishes))
    assert len({path.name for path in built.files}) == len(built.files) >= 4
    assert all(path.is_file() for path in built.files)


def test_plan_has_totals_and_writes_nothing(tmp_path: Path) -> None:
    job = make_job("kessel", out=tmp_path)
    stages: list[tuple[str, int, int]] = []
    planned = plan(job, lambda *data: stages.append(data))
    assert list(tmp_path.iterdir()) == []
    manifest = kit_of_kessel().manifest
    data = planned.as_data()
    assert (data["sheets"], data["cuts"]) == (manifest["sheets"], manifest["cuts"])
    for entry, made in zip(manifest["made"], data["made"], strict=True):
        assert {**made, **entry} == made
    assert [need.material.id for need in planned.supplies] == ["die"]
    # A booklet that this process has laid out before needs no chapters and pages.
    assert {"layout"} <= {stage for stage, _, _ in stages} <= {"layout", "chapters", "pages"}
    assert stages[0] == ("layout", 0, len(manifest["made"]))  # reported from the start
    steps = [done for stage, done, _ in stages if stage == "layout"]
    assert steps == list(range(1 + stages[0][2]))


def test_a_job_is_plain_data_there_and_back() -> None:
    profile = Profile("office", 0.75, -0.5, 99.6, 100.3)
    job = make_job("kessel", ("tokens",), card_size="bridge", die_size=16.0, printer=profile)
    text = json.dumps(job.as_data())
    assert job_from_data(json.loads(text)) == job
    assert job.options == {"card-size": "bridge", "die-size": 16.0, "printer": profile}


@pytest.mark.parametrize(("data", "wording"), facts(__file__)["faults"])
def test_a_fault_of_a_job_names_its_field(data: dict[str, object], wording: str) -> None:
    with pytest.raises(UsageError) as caught:
        job_from_data(data)
    assert str(caught.value).startswith(wording)


def test_forgotten_games_leave_only_tables() -> None:
    load("kessel").cards  # noqa: B018
    caches = [*find_caches()]
    bounded = [one for one in caches if one.cache_parameters()["maxsize"] is not None]
    kept = {one: one.cache_info().currsize for one in caches if one not in bounded}
    assert any(kept.values())
    forget_games()
    assert {one.cache_info().currsize for one in bounded} == {0}
    assert {one: one.cache_info().currsize for one in kept} == kept


def test_pool_reports_each_outcome() -> None:
    outcomes = [Outcome(make_job(slug), None, None) for slug in ("casino", "kessel")]
    seen: list[Outcome] = []
    pool = _Pool([one.job for one in outcomes], 2, seen.append)
    for place, outcome in enumerate(outcomes):
        pool._record(place, outcome)
    assert seen == outcomes

"""The supply chain: reported versions, the lock file of the gate, foreign modules."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from printkit import __version__
from printkit.cli.app import run
from printkit.cli.report import LIBRARIES
from tests.support import processes

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [Requirement(line) for line in PROJECT["dependencies"]]
FOR_TESTS = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
LOCKED = [Requirement(line.partition(" --hash=")[0]) for line in LOCK]


def test_versions_are_reported_without_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"printkit, version {__version__}\n"
    assert run(["--version", "--verbose"]) == run(["--verbose", "--version"]) == 0
    words = capsys.readouterr().out
    once = words[: len(words) // 2]
    assert words == 2 * once
    assert re.search(r"^cpython 3\.\d+\.\d+ on \w+$", once, re.M)
    assert re.search(r"^content [0-9a-f]{16}$", once, re.M)
    for library in LIBRARIES:
        assert re.search(rf"^{library} \d[\w.]*$", once, re.M), library
    assert not re.search(r"[/\\]", once)


def test_details_belong_to_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--verbose", "list"]) == 2
    assert "--verbose works only with --version." in capsys.readouterr().err


def test_reported_libraries_match_the_dependencies() -> None:
    assert list(LIBRARIES) == [requirement.name for requirement in ASKED]


def test_lock_pins_one_version_of_each_dependency() -> None:
    for wanted in (*ASKED, *FOR_TESTS):
        held = [locked for locked in LOCKED if locked.name == wanted.name]
        assert held, f"{wanted.name} is not in requirements.lock"
        for locked in held:
            (version,) = (pin.version for pin in locked.specifier)
            assert wanted.specifier.contains(version), locked
    assert all(pin.operator == "==" for locked in LOCKED for pin in locked.specifier)


def test_lock_entries_have_hashes() -> None:
    for line in LOCK:
        _, *hashes = line.split(" --hash=")
        assert hashes, line
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64} *", one) for one in hashes), line


def test_lock_contains_build_requirements() -> None:
    """The editable install builds with the packages of the lock file."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    held = {locked.name for locked in LOCKED}
    assert {Requirement(line).name for line in build["requires"]} <= held


@pytest.mark.parametrize(
    "name",
    ["README.md", *(f".github/workflows/{name}.yml" for name in ("release", "tests", "pages"))],
)
def test_installs_for_developers_require_hashes(name: str) -> None:
    """pip requires a hash for `-e .`, which has none, so it is a separate command."""
    text = (ROOT / name).read_text(encoding="utf-8")
    installs = re.findall(r"(?<!uv )pip install (.*?)(?: &&|$)", text, re.M)
    locked = [words for words in installs if "requirements.lock" in words]
    own = [words for words in installs if words.endswith("-e .")]
    assert len(locked) == len(own) == 1
    assert locked[0].endswith("--require-hashes -r requirements.lock")
    assert own[0].endswith("--no-deps --no-build-isolation -e .")


def test_working_folder_modules_are_never_run(tmp_path: Path) -> None:
    """reportlab imports its settings from a module that anyone may provide."""
    for name in ("reportlab_mods", "click", "msgspec"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(99)")
    build = processes.printkit("build", "kessel", "tokens", "--quiet")
    assert processes.run(build, cwd=tmp_path).returncode == 0


# Import what the build of a wheel imports, without the libraries that its environment lacks.
BUILD_IMPORTS = """
import ast, sys
hook, *missing = sys.argv[1:]
sys.modules.update(dict.fromkeys(missing))
tree = ast.parse(open(hook, encoding="utf-8").read())
# A release, which is built with all libraries, also checks the games.
released = {
    inner
    for node in ast.walk(tree)
    if isinstance(node, ast.If) and "PRINTKIT_VERDICTS" in ast.unparse(node.test)
    for inner in ast.walk(node)
}
found = [
    node
    for node in ast.walk(tree)
    if isinstance(node, ast.ImportFrom) and node.module.startswith("printkit")
    if node not in released
]
for node in found:
    exec(ast.unparse(node))
print(len(found))
"""


def test_wheel_hook_imports_only_build_requirements() -> None:
    """An editable install skips the hook, so no other test of the gate runs its imports."""
    system = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    present = {Requirement(line).name for line in system["requires"]}
    missing = ["uharfbuzz", "reportlab", "PIL", "click", "svgwrite", "markdown_it"]
    assert present.isdisjoint(missing)
    command = processes.python("-c", BUILD_IMPORTS, ROOT / "web/wheel.py", *missing)
    assert int(processes.run(command, check=True, stdout=processes.PIPE, text=True).stdout) > 5
    command = processes.python("-c", BUILD_IMPORTS, ROOT / "web/wheel.py", "msgspec")
    assert processes.run(command, stderr=processes.PIPE).returncode != 0  # the check can fail

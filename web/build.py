"""Build `web/dist/`, the page with everything that it needs: `python web/build.py`.

Needs Node 18 or later with npm, and printkit with its development extras. Input: the runtime and
the test library (package-lock.json), wheels (wheels.lock), printkit, templates, fonts, web/src.
Output: static files for any host, with `files.json` (size and SHA-256 of each file). Two builds of
one commit have the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD, SOURCES = HERE / "build", HERE / "src"
SITE, WHEELS = BUILD / "site", BUILD / "wheels"
RUNTIME = HERE / "node_modules/pyodide"
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PLATFORM = "pyemscripten_2026_0_wasm32"
# MarkupSafe has no WebAssembly wheel, so the Linux wheel is used without its compiled speed-ups.
PURE_PART = {"markupsafe": "manylinux2014_x86_64"}
# Hyphenation of the two languages; parts of libraries that printkit never imports.
DICTIONARIES = ("hyph_en_US.dic", "hyph_en_GB.dic", "hyph_fr.dic")
UNUSED = (
    "bin/", "charset_normalizer/", "reportlab/fonts/", "reportlab/graphics/",
    "reportlab/platypus/", "reportlab/pdfgen/", "reportlab/pdfbase/acroform",
    "reportlab/pdfbase/cidfonts", "reportlab/pdfbase/_cidfontdata",
    "reportlab/pdfbase/_glyphlist", "reportlab/lib/codecharts",
    "reportlab/lib/corp", "reportlab/lib/normalDate", "reportlab/lib/randomtext",
    "reportlab/lib/styles", "reportlab/lib/testutils", "reportlab/lib/attrmap",
    "reportlab/lib/colors", "reportlab/lib/fontfinder", "reportlab/lib/pdfencrypt",
    "reportlab/lib/rparsexml", "reportlab/lib/sequencer", "reportlab/lib/textsplit",
    "reportlab/lib/validators", "reportlab/pdfbase/pdfform", "reportlab/pdfbase/ttfonts",
    "markupsafe/_speedups", "mdit_py_plugins/admon/", "mdit_py_plugins/amsmath/",
    "mdit_py_plugins/anchors/", "mdit_py_plugins/deflist/", "mdit_py_plugins/dollarmath/",
    "mdit_py_plugins/field_list/", "mdit_py_plugins/footnote/", "mdit_py_plugins/gfm_autolink/",
    "mdit_py_plugins/tasklists/", "mdit_py_plugins/texmath/",
)  # fmt: skip
UNUSED_KINDS = (".pyx", ".pxd", ".pyi", ".c", ".cpp", ".h", ".rst", ".mako", ".typed", ".md")
# Modules of the standard library that a page does not need.
UNUSED_LIBRARY = (
    "_pyrepl/", "curses/", "dbm/", "ensurepip/", "idlelib/", "lib2to3/",
    "multiprocessing/", "pydoc_data/", "sqlite3/", "test/", "tkinter/", "turtle", "unittest/",
    "venv/", "wsgiref/", "xmlrpc/", "pydoc.py", "pdb.py", "doctest.py", "ftplib.py", "imaplib.py",
    "poplib.py", "smtplib.py", "mailbox.py", "pickletools.py", "profile", "cProfile.py",
    "pstats.py", "trace.py", "webbrowser.py", "socketserver.py", "http/server.py", "_pydatetime.py",
    "_pyio.py", "asyncio/proactor_events.py", "asyncio/windows_", "bdb.py", "optparse.py",
    "concurrent/futures/process.py", "configparser.py", "email/_header_value_parser.py",
    "http/cookiejar.py", "logging/config.py", "logging/handlers.py", "plistlib.py",
    "statistics.py", "xml/dom/expatbuilder.py", "xml/dom/minidom.py",
)  # fmt: skip
# Codecs for Unicode, for Western Europe, and for old tables of cards.
USED_CODECS = (
    "__init__",
    "aliases",
    "ascii",
    "cp437",
    "cp1252",
    "idna",
    "latin_1",
    "mac_roman",
    "utf_",
    "unicode_",
)
# Files that a host sends compressed or the page unpacks.
PACKED = (
    "runtime/pyodide.asm.wasm", "runtime/python_stdlib.zip", "program.zip", "spreadsheets.zip",
)  # fmt: skip
# Files that are only fetched when the user adds a spreadsheet.
SPREADSHEETS = "python_calamine/"
# Engraved drawings, deflated one by one, which are fetched for their game.
DRAWINGS = "printkit/_content/templates/art/engraved/"
FONTS = (
    "Oxanium-Medium", "Oxanium-Bold", "SourceSerif4-Regular", "SourceSerif4-Bold",
    "BarlowCondensed-SemiBold",
)  # fmt: skip
# The letters of the page: Latin letters of Western Europe, punctuation, signs, arrows, card suits.
LETTERS = "U+0020-007E,U+00A0-00FF,U+0152-0153,U+0178,U+2009-2014,U+2018-201D,U+2022,U+2026,"
LETTERS += "U+202F,U+20AC,U+2190-2193,U+2212,U+00D7"


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--games", help="pictures, rules and figures of these games alone: kessel,casino"
    )
    parser.add_argument("--only-page", action="store_true", help="copy web/src into a made folder")
    parser.add_argument("--out", type=Path, default=HERE / "dist", help="the folder to make")
    asked = parser.parse_args(arguments)
    dist: Path = asked.out
    if not asked.only_page:
        fetch_runtime()
        fetch_wheels()
        collect_program()
        shutil.rmtree(dist, ignore_errors=True)
        (dist / "runtime").mkdir(parents=True)
        for name in RUNTIME_FILES:
            shutil.copy(RUNTIME / name, dist / "runtime" / name)
        info = json.loads((RUNTIME / "pyodide-lock.json").read_text())["info"]
        (dist / "runtime/lock.json").write_text(json.dumps({"info": info, "packages": {}}))
        prune_library(dist / "runtime/python_stdlib.zip")
        pack(SITE, dist / "program.zip", without=(SPREADSHEETS, DRAWINGS))
        pack(SITE, dist / "spreadsheets.zip", SPREADSHEETS)
        for folder in sorted((SITE / DRAWINGS).glob("*")):
            pack(SITE, dist / f"drawings-{folder.name}.zip", f"{DRAWINGS}{folder.name}/")
        compress(dist)
        make_fonts(dist)
        write_content(dist, asked.games)
    copy_page(dist)
    version = list_files(dist)
    stamp(dist, version)
    size = sum(path.stat().st_size for path in dist.rglob("*") if path.is_file())
    print(f"{dist}: version {version}, {size / 1e6:.1f} MB")


def fetch_runtime() -> None:
    """Install the packages of package-lock.json, unless they are installed."""
    wanted = json.loads((HERE / "package.json").read_text())["devDependencies"]["pyodide"]
    found = RUNTIME / "package.json"
    if not found.exists() or json.loads(found.read_text())["version"] != wanted:
        npm = shutil.which("npm")
        if npm is None:
            sys.exit("npm is missing. Install Node 18 or later, which brings it.")
        subprocess.run([npm, "ci", "--ignore-scripts", "--silent"], cwd=HERE, check=True)


def fetch_wheels() -> None:
    """Download the wheels of wheels.lock; pip checks their hashes."""
    lines = (HERE / "wheels.lock").read_text().split("\n")
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    done = WHEELS / "lock.sha256"
    if done.exists() and done.read_text() == digest:
        return
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    for platform in (PLATFORM, *PURE_PART.values()):
        names = [name for name, place in PURE_PART.items() if place == platform]
        chosen = [
            line for line in lines if line and (line.partition("==")[0] in PURE_PART) == bool(names)
        ]
        (BUILD / "lock.txt").write_text("\n".join(chosen) + "\n")
        download_wheels(["--require-hashes", "-r", str(BUILD / "lock.txt")], platform)
    done.write_text(digest)


def download_wheels(what: Sequence[str], platform: str) -> None:
    """Download wheels for the runtime's Python with pip."""
    subprocess.run(
        [
            sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:",
            "--platform", platform, "--python-version", "314", "--abi", "cp314", "--abi", "abi3",
            "--abi", "none", "-d", str(WHEELS), *what,
        ],
        check=True,
    )  # fmt: skip


def collect_program() -> None:
    """Create and compile the folder that Python imports from in the page."""
    shutil.rmtree(SITE, ignore_errors=True)
    for wheel in sorted(WHEELS.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(SITE, [name for name in archive.namelist() if is_used(name)])
    # Preflight does not run in the page.
    unused = ("cli", "preflight", "__main__.py", "py.typed")
    skip = shutil.ignore_patterns("__pycache__", *unused)
    shutil.copytree(ROOT / "printkit", SITE / "printkit", ignore=skip)
    for folder in ("templates", "fonts"):
        shutil.copytree(ROOT / folder, SITE / "printkit/_content" / folder)
    shutil.copy(SOURCES / "engine.py", SITE / "engine.py")
    compile_program()


def is_used(name: str) -> bool:
    """Return True for a file of a wheel that the page can need."""
    if ".dist-info/" in name:
        return False
    if name.startswith("pyphen/dictionaries/"):
        return name.endswith(DICTIONARIES)
    return not name.startswith(UNUSED) and not name.endswith(UNUSED_KINDS)


def compile_program() -> None:
    """Compile the program with the runtime's own Python, without docstrings and line numbers, which
    the page never shows.
    """
    script = f"""
import {{ loadPyodide }} from {json.dumps((RUNTIME / "pyodide.mjs").as_uri())};
const python = await loadPyodide({{ indexURL: {json.dumps(str(RUNTIME) + "/")} }});
python.FS.mkdirTree("/site");
python.FS.mount(python.FS.filesystems.NODEFS, {{ root: {json.dumps(str(SITE))} }}, "/site");
python.runPython(`
import marshal, os, py_compile, types
def strip(code):
    consts = tuple(strip(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=consts)
for folder, _, names in os.walk("/site"):
    for name in names:
        if name.endswith(".py"):
            path = os.path.join(folder, name)
            py_compile.compile(path, path + "c", doraise=True, optimize=2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                dfile=path.removeprefix("/site/"))
            with open(path + "c", "rb") as file:
                head, code = file.read(16), marshal.load(file)
            with open(path + "c", "wb") as file:
                file.write(head + marshal.dumps(strip(code)))
            os.remove(path)
`);"""
    subprocess.run(["node", "--input-type=module", "-e", script], check=True)


def pack(folder: Path, target: Path, part: str = "", without: tuple[str, ...] = ()) -> None:
    """Write the files of a folder whose names begin with `part`, and with none of `without`, as a
    ZIP.

    Its entries are not compressed, because the whole archive compresses better.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(item for item in folder.rglob("*") if item.is_file()):
            name = path.relative_to(folder).as_posix()
            if name.startswith(part) and not name.startswith(without):
                add(archive, name, path.read_bytes())


def add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a file to an archive, with a fixed date."""
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


def prune_library(path: Path) -> None:
    """Rewrite the standard library without compression and without unused modules."""
    with zipfile.ZipFile(path) as archive:
        files = {
            name: archive.read(name) for name in sorted(archive.namelist()) if is_used_module(name)
        }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            add(archive, name, data)


def is_used_module(name: str) -> bool:
    """Return True for a file of the standard library that the page can need."""
    folder, _, file = name.rpartition("/")
    if name.endswith("/") or name.startswith(UNUSED_LIBRARY):
        return False
    return folder != "encodings" or file.startswith(USED_CODECS)


def compress(dist: Path) -> None:
    """Also write the large files in compressed form, for hosts that do not compress."""
    for name in PACKED:
        data = (dist / name).read_bytes()
        (dist / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))


def make_fonts(dist: Path) -> None:
    """Write subsets of our fonts as WOFF2."""
    from fontTools.subset import main as subset

    folder = dist / "fonts"
    folder.mkdir()
    for name in FONTS:
        subset(
            [
                str(ROOT / f"fonts/{name}.ttf"), f"--unicodes={LETTERS}", "--flavor=woff2",
                "--layout-features=kern,liga,locl,lnum,tnum", "--no-recalc-timestamp",
                f"--output-file={folder / name}.woff2",
            ]
        )  # fmt: skip


def write_content(dist: Path, games: str | None) -> None:
    """Write the games, rules, pictures and figures of kits, and the manual."""
    sys.path.insert(0, str(HERE))
    import content

    import docs
    import printkit

    known = [entry["slug"] for entry in printkit.list_variants()]
    content.write_content(dist, games.split(",") if games else known)
    docs.build(dist / "docs")


def copy_page(dist: Path) -> None:
    """Copy the source files of the page."""
    shutil.copytree(
        SOURCES, dist, ignore=shutil.ignore_patterns("*.py", "__pycache__"), dirs_exist_ok=True
    )


def list_files(dist: Path) -> str:
    """Write `files.json`, and return the version, a digest of it.

    The service worker and the list itself are not listed, because they contain the version.
    """
    files = {}
    for path in sorted(item for item in dist.rglob("*") if item.is_file()):
        name, data = path.relative_to(dist).as_posix(), path.read_bytes()
        if name not in ("sw.js", "files.json"):
            files[name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    text = json.dumps(files, indent=0)
    (dist / "files.json").write_text(text)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def stamp(dist: Path, version: str) -> None:
    """Write the version into the service worker."""
    path = dist / "sw.js"
    path.write_text(path.read_text().replace("@VERSION@", version))


if __name__ == "__main__":
    main()

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
import html
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD, SOURCES = HERE / "build", HERE / "src"
SITE, LIBRARY, WHEELS = BUILD / "site", BUILD / "library", BUILD / "wheels"
COMPILED = BUILD / "compiled"
RUNTIME = HERE / "node_modules/pyodide"
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PLATFORM = "pyemscripten_2026_0_wasm32"
# MarkupSafe has no WebAssembly wheel, so the Linux wheel is used without its compiled speed-ups.
PURE_PART = {"markupsafe": "manylinux2014_x86_64"}
# Hyphenation of the two languages; parts of libraries that printkit never imports.
DICTIONARIES = ("hyph_en_GB.dic", "hyph_fr.dic")
UNUSED = (
    "bin/", "reportlab/fonts/", "reportlab/graphics/",
    "reportlab/platypus/", "reportlab/pdfgen/", "reportlab/pdfbase/acroform",
    "reportlab/pdfbase/cidfonts", "reportlab/pdfbase/_cidfontdata",
    "reportlab/pdfbase/_glyphlist", "reportlab/lib/codecharts",
    "reportlab/lib/corp", "reportlab/lib/normalDate", "reportlab/lib/randomtext",
    "reportlab/lib/styles", "reportlab/lib/testutils", "reportlab/lib/attrmap",
    "reportlab/lib/colors", "reportlab/lib/fontfinder", "reportlab/lib/pdfencrypt",
    "reportlab/lib/rparsexml", "reportlab/lib/sequencer", "reportlab/lib/textsplit",
    "reportlab/lib/validators", "reportlab/pdfbase/pdfform", "reportlab/pdfbase/ttfonts",
    "segno/cli", "segno/helpers", "markupsafe/_speedups",
    "mdit_py_plugins/admon/", "mdit_py_plugins/amsmath/",
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
    "statistics.py", "xml/dom/", "asyncio/__main__.py", "asyncio/tools.py", "cmd.py",
    "compileall.py", "ctypes/_aix.py", "ctypes/macholib/", "ctypes/wintypes.py", "email/mime/",
    "filecmp.py", "fileinput.py", "getpass.py", "graphlib.py", "http/cookies.py",
    "json/tool.py", "json/__main__.py", "modulefinder.py", "netrc.py", "nturl2path.py", "pty.py",
    "pyclbr.py", "runpy.py", "sched.py", "shelve.py", "symtable.py", "sysconfig/__main__.py",
    "tabnanny.py", "timeit.py", "urllib/robotparser.py", "wave.py", "xml/etree/ElementInclude.py",
    "zipapp.py", "__hello__.py", "__phello__", "antigravity.py", "argparse.py", "code.py",
    "getopt.py", "gettext.py", "rlcompleter.py", "sre_", "tarfile.py", "this.py", "tracemalloc.py",
    "tty.py", "_ast_unparse.py", "_strptime.py", "mimetypes.py", "shlex.py",
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
# The files that the page fetches, in this order, in compressed pieces of limited size. Each piece
# is kept as soon as it has arrived, so a slow or broken connection loses one piece at most.
RUNTIME_PACKED = ("pyodide.asm.wasm", "python_stdlib.zip")
PIECE = 256 * 1024
# The archives of the program: first hands and payments, then drawing code; the reader of
# spreadsheets is fetched when the user adds one, a folder of drawings when a game needs it.
TABLE, PROGRAM, SPREADSHEETS = "table", "program", "spreadsheets"
# Archives that are fetched when one of their files is first read, with the files: the inks of a
# press, the codes of a kit, the packers of targets, fonts of emoji and symbols, the detection of
# encodings of old tables, and the writers of rules as HTML, Markdown or text.
LATE_FILES = {
    "press": ("printkit/_content/templates/press/",),
    "codes": ("segno/",),
    "targets": ("printkit/targets/",),
    "symbols": ("printkit/_content/fonts/Noto",),
    "encodings": ("charset_normalizer/",),
    "texts": ("jinja2/", "markupsafe/"),
}
# Files of the first archive, below the folder of the program.
TABLE_FILES = (
    "msgspec/", "referee.", "printkit/__init__", "printkit/base/", "printkit/model/",
    "printkit/rules/", "printkit/_content/templates/bases/", "printkit/_content/templates/locale/",
    "printkit/_content/templates/standins/", "printkit/_content/templates/strings/",
    "printkit/_content/templates/themes/", "printkit/_content/templates/variants/",
)  # fmt: skip
# Files whose names the checks of a definition look for: empty until their archive has arrived.
NAMED = ("printkit/_content/templates/art/", "printkit/_content/templates/rules/")
# Tables beside the folders of templates.
TABLES = "printkit/_content/templates/"
# Folders of drawings; one that compresses to less than this (bytes) comes with the program.
DRAWINGS, LATE_FROM = "printkit/_content/templates/art/", 30_000
# Lines of a drawing are named after its folder.
LINES = "printkit/_content/templates/art/lines/"
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
    parser.add_argument("--no-kits", action="store_true", help="make no ready kits")
    parser.add_argument("--site", help="the address of the page, for the codes of ready kits")
    parser.add_argument("--only-page", action="store_true", help="copy web/src into a made folder")
    parser.add_argument("--out", type=Path, default=HERE / "dist", help="the folder to make")
    asked = parser.parse_args(arguments)
    dist: Path = asked.out
    if not asked.only_page:
        say("The runtime")
        fetch_runtime()
        say("The wheels")
        fetch_wheels()
        say("The program")
        collect_program()
        shutil.rmtree(dist, ignore_errors=True)
        (dist / "runtime").mkdir(parents=True)
        for name in RUNTIME_FILES:
            shutil.copy(RUNTIME / name, dist / "runtime" / name)
        info = json.loads((RUNTIME / "pyodide-lock.json").read_text())["info"]
        (dist / "runtime/lock.json").write_text(json.dumps({"info": info, "packages": {}}))
        (dist / "runtime/python_stdlib.zip").write_bytes(pack_library())
        pack_program(dist)
        make_fonts(dist)
        say("The games")
        catalogue = write_content(dist, asked.games, kits=not asked.no_kits, site=asked.site)
        (BUILD / "catalogue.json").write_text(json.dumps(catalogue))
    copy_page(dist)
    write_links(dist, json.loads((BUILD / "catalogue.json").read_text()))
    version = list_files(dist)
    stamp(dist, version)
    size = sum(path.stat().st_size for path in dist.rglob("*") if path.is_file())
    print(f"{dist}: version {version}, {size / 1e6:.1f} MB")


def say(step: str) -> None:
    """Print the step in progress."""
    print(f"{step} …", flush=True)


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
    """Download the wheels of wheels.lock unless they are already there; pip checks their hashes."""
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
    for name in ("referee.py", "engine.py"):
        shutil.copy(SOURCES / name, SITE / name)
    extract_library()
    others = take_compiled()
    compile_program()
    keep_compiled(others)
    divide_library(json.loads((BUILD / "imported.json").read_text()))


def extract_library() -> None:
    """Write the modules of the standard library that the page may need."""
    shutil.rmtree(LIBRARY, ignore_errors=True)
    with zipfile.ZipFile(RUNTIME / "python_stdlib.zip") as archive:
        archive.extractall(LIBRARY, [name for name in archive.namelist() if is_used_module(name)])


def divide_library(imported: Sequence[str]) -> None:
    """Move modules of the standard library that the referee does not import to the archive of the
    program.

    Packages stay whole.
    """
    first = {name.partition(".")[0] for name in imported}
    for path in sorted(LIBRARY.iterdir()):
        if path.name.partition(".")[0] not in first:
            path.rename(SITE / path.name)


def is_used(name: str) -> bool:
    """Return True for a file of a wheel if the page may need it."""
    if ".dist-info/" in name or ".data/" in name:
        return False
    if name.startswith("pyphen/dictionaries/"):
        return name.endswith(DICTIONARIES)
    return not name.startswith(UNUSED) and not name.endswith(UNUSED_KINDS)


def take_compiled() -> dict[Path, Path]:
    """Replace modules by their compiled forms from an earlier build. Return the modules that remain
    to be compiled, each with its path in the cache.

    A compiled module depends on its text, its name, the runtime and this file.
    """
    facts = Path(__file__).read_bytes() + (RUNTIME / "package.json").read_bytes()
    own = hashlib.sha256(facts)
    places, others = set(), {}
    for root in (SITE, LIBRARY):
        for path in sorted(root.rglob("*.py")):
            digest = own.copy()
            digest.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
            place = COMPILED / digest.hexdigest()
            places.add(place)
            if place.exists():
                shutil.copy(place, path.with_suffix(".pyc"))
                path.unlink()
            else:
                others[path.with_suffix(".pyc")] = place
    for old in {*COMPILED.glob("*")} - places:
        old.unlink()
    return others


def keep_compiled(others: Mapping[Path, Path]) -> None:
    """Copy compiled modules into the cache."""
    COMPILED.mkdir(parents=True, exist_ok=True)
    for path, place in others.items():
        # A build that is stopped leaves no half of a file under its name.
        shutil.copy(path, place.with_suffix(".new"))
        place.with_suffix(".new").replace(place)


def compile_program() -> None:
    """Compile the remaining modules of the program and of the standard library with the Python of
    the runtime, without line numbers. Docstrings are kept only in Pyodide's own modules, which read
    them.

    Writes the names of all modules that the referee imports.
    """
    game = min(path.stem for path in (ROOT / "templates/variants").glob("*.toml"))
    asked = json.dumps({"variant": game, "language": "en", "hands": "?"})
    script = f"""
import {{ loadPyodide }} from {json.dumps((RUNTIME / "pyodide.mjs").as_uri())};
const python = await loadPyodide({{ indexURL: {json.dumps(str(RUNTIME) + "/")} }});
for (const [place, root] of {json.dumps([["/site", str(SITE)], ["/library", str(LIBRARY)]])}) {{
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, {{ root }}, place);
}}
python.runPython(`
import json, marshal, os, py_compile, sys, types
def strip(code):
    consts = tuple(strip(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    no_lines = bytes([0xFF] * eights + [0xF7 + rest] * (rest > 0))
    return code.replace(co_linetable=no_lines, co_consts=consts)
for root in ("/site", "/library"):
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                inner = path.removeprefix(root + "/")
                py_compile.compile(path, path + "c", doraise=True,
                    optimize=0 if inner.startswith(("pyodide/", "_pyodide/")) else 2,
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH, dfile=inner)
                with open(path + "c", "rb") as file:
                    head, code = file.read(16), marshal.load(file)
                with open(path + "c", "wb") as file:
                    file.write(head + marshal.dumps(strip(code)))
                os.remove(path)
sys.path.insert(0, "/site")
import referee
referee.judge({asked!r})
with open("/imported.json", "w") as file:
    json.dump(sorted(sys.modules), file)
`);
import {{ writeFileSync }} from "node:fs";
writeFileSync({json.dumps(str(BUILD / "imported.json"))}, python.FS.readFile("/imported.json"));"""
    subprocess.run(["node", "--input-type=module", "-e", script], check=True)


def pack_program(dist: Path) -> None:
    """Write the runtime and the archives of the program in pieces, and `packed.json`.

    `packed.json` lists the pieces of each archive in order with their sizes, and the files of each
    archive that is fetched late.
    """
    (dist / "packed").mkdir()
    packed = {}
    for name in RUNTIME_PACKED:
        path = dist / "runtime" / name
        stem = path.stem.replace(".", "-")
        packed[stem] = write_pieces(dist, stem, path.read_bytes())
        path.unlink()
    archives = sort_files()
    kinds = ("art-", *LATE_FILES)
    late = {name: files for name, files in archives.items() if name.startswith(kinds)}
    held = {file for files in late.values() for file in files}
    for name, files in archives.items():
        contents = {file: (SITE / file).read_bytes() for file in files}
        if name == TABLE:
            later = (file for others in archives.values() for file in others)
            contents |= {file: b"" for file in later if file.startswith(NAMED)}
        if name == PROGRAM:
            contents |= dict.fromkeys(held, b"")
        packed[name] = write_pieces(dist, name, archive(contents))
    listed = {"pieces": packed, "late": late}
    (dist / "packed.json").write_text(json.dumps(listed, separators=(",", ":")))


def sort_files() -> dict[str, list[str]]:
    """Return the files of each archive of the program, as paths relative to the site folder."""
    fixed = (TABLE, PROGRAM, SPREADSHEETS, *LATE_FILES)
    archives: dict[str, list[str]] = {name: [] for name in fixed}
    for path in sorted(item for item in SITE.rglob("*") if item.is_file()):
        name = path.relative_to(SITE).as_posix()
        is_table = name.startswith(TABLES) and "/" not in name.removeprefix(TABLES)
        if name.startswith("python_calamine/"):
            archives[SPREADSHEETS].append(name)
        elif late := find_late(name):
            archives[late].append(name)
        elif is_table or name.startswith(TABLE_FILES):
            archives[TABLE].append(name)
        elif name.startswith(DRAWINGS):
            archives.setdefault(f"art-{drawing_folder(name)}", []).append(name)
        else:
            archives[PROGRAM].append(name)
    for name in [name for name in archives if name.startswith("art-")]:
        contents = {file: (SITE / file).read_bytes() for file in archives[name]}
        if len(gzip.compress(archive(contents), 9)) < LATE_FROM:
            archives[PROGRAM] += archives.pop(name)
    return archives


def find_late(name: str) -> str | None:
    """Return the archive of a file that is fetched when it is first read, or None."""
    return next((late for late, files in LATE_FILES.items() if name.startswith(files)), None)


def drawing_folder(name: str) -> str:
    """Return the name of a drawing's folder in `art`; each such folder is fetched separately."""
    if name.startswith(LINES):
        return name.removeprefix(LINES).partition("-")[0]
    return "-".join(name.removeprefix(DRAWINGS).split("/")[:-1]) or "others"


def archive(contents: dict[str, bytes]) -> bytes:
    """Return a ZIP. Its entries are not compressed, because the whole compresses better."""
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_STORED) as written:
        for name, data in sorted(contents.items()):
            add(written, name, data)
    return box.getvalue()


def add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a file to an archive, with a fixed date."""
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


def write_pieces(dist: Path, name: str, data: bytes) -> list[list[str | int]]:
    """Write data compressed, in pieces, and return the file name and size of each.

    A name contains the digest of its piece: a new version fetches only changed pieces.
    """
    data = gzip.compress(data, 9, mtime=0)
    pieces: list[list[str | int]] = []
    for number, start in enumerate(range(0, len(data), PIECE)):
        part = data[start : start + PIECE]
        digest = hashlib.sha256(part).hexdigest()[:16]
        file = f"packed/{name}-{number:02}-{digest}.bin"
        (dist / file).write_bytes(part)
        pieces.append([file, len(part)])
    return pieces


def pack_library() -> bytes:
    """Return the standard library as a ZIP that Python imports from."""
    paths = [path for path in LIBRARY.rglob("*") if path.is_file()]
    return archive({path.relative_to(LIBRARY).as_posix(): path.read_bytes() for path in paths})


def is_used_module(name: str) -> bool:
    """Return True for a file of the standard library if the page may need it."""
    folder, _, file = name.rpartition("/")
    if name.endswith("/") or name.startswith(UNUSED_LIBRARY):
        return False
    return folder != "encodings" or file.startswith(USED_CODECS)


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


def write_content(dist: Path, games: str | None, *, kits: bool, site: str | None) -> dict[str, Any]:
    """Write the games, the rules, the pictures, the figures for kits, the ready kits and the
    manual.

    Returns the catalogue of games.
    """
    sys.path.insert(0, str(HERE))
    import content

    import docs
    import printkit

    known = [entry["slug"] for entry in printkit.list_variants()]
    chosen = games.split(",") if games else known
    catalogue = content.write_content(dist, chosen, kits=kits, site=site)
    docs.build(dist / "docs")
    return catalogue


def copy_page(dist: Path) -> None:
    """Copy the source files of the page."""
    shutil.copytree(
        SOURCES, dist, ignore=shutil.ignore_patterns("*.py", "__pycache__"), dirs_exist_ok=True
    )


# The words of the links to ready kits.
LINK_WORDS = {
    "en": {"title": "Ready to print", "rules": "Rules", "tonight": "For tonight",
        "whole": "The whole kit", "booklet": "Booklet to fold",
        "note": "Print at 100 %, on both sides, turned over the long edge; the booklet to fold, "
        "over the short edge."},
    "fr": {"title": "Prêts à imprimer", "rules": "Règles", "tonight": "Pour ce soir",
        "whole": "Le kit complet", "booklet": "Livret à plier",
        "note": "Imprimez à 100 %, recto verso, retourné sur le grand côté ; le livret à plier, "
        "sur le petit côté."},
}  # fmt: skip
PAPER_NAMES = {"a4": "A4", "letter": "Letter"}


def write_links(dist: Path, catalogue: dict[str, Any]) -> None:
    """Write links to the ready kits and rules into the page; the links work without any script."""
    parts = []
    for language, words in LINK_WORDS.items():
        rows = []
        for game in catalogue["games"]:
            if not game["ready"]:
                continue
            links = [f'<a href="rules/{game["slug"]}-{language}.html">{words["rules"]}</a>']
            for name in ("tonight", "whole", "booklet"):
                papers = ", ".join(
                    f'<a href="kits/{game["slug"]}-{name}-{paper}-{language}.pdf">{shown}</a>'
                    for paper, shown in PAPER_NAMES.items()
                )
                links.append(
                    f"{words[name]}: {papers}" if language == "en" else f"{words[name]} : {papers}"
                )
            rows.append(
                f"<li><b>{html.escape(game['name'][language])}</b> · {' · '.join(links)}</li>"
            )
        if rows:
            parts.append(
                f'<section lang="{language}"><h2>{words["title"]}</h2><p>{words["note"]}</p>'
                f"<ul>{''.join(rows)}</ul></section>"
            )
    path = dist / "index.html"
    path.write_text(path.read_text().replace("<!-- ready kits -->", "".join(parts)))


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

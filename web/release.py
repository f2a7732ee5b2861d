"""Build the files of a release: `python web/release.py --out dist/release`.

Needs printkit with its development extras, and a network only for the site. Output in one flat
folder: the wheel and the sdist, a ZIP for each ready kit (game, language, paper), a ZIP of the
site, and `SHA256SUMS`. With `--only-site`, the folder is the site: static files for any host.
With one Python and one zlib, the same commit gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

import printkit

ROOT = Path(__file__).resolve().parent.parent
SITE_BUILDER = ROOT / "web" / "build.py"
CHECKSUMS = "SHA256SUMS"
LANGUAGES, PAPERS = ("en", "fr"), ("a4", "letter")
# The files to distribute along with art and texts.
LICENCE = "LICENSE-ART"
# The date of every file in archives, unless the environment sets another: 2026-01-01.
EPOCH = "1767225600"


class Kit(NamedTuple):
    """The input of one ready kit, and the folder of its ZIP."""

    game: str
    language: str
    paper: str
    folder: Path

    @property
    def path(self) -> Path:
        """The path of the kit's ZIP."""
        return self.folder / archive_name(self.game, self.language, self.paper)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make a release, or exit with an error."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True, help="an empty or a new folder")
    parser.add_argument("--games", type=split_words, help="kits of these alone: kessel,casino")
    parser.add_argument("--languages", type=split_words, default=LANGUAGES, help="en,fr")
    parser.add_argument("--papers", type=split_words, default=PAPERS, help="a4,letter")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="kits at a time")
    parser.add_argument("--no-site", action="store_true", help="leave out the site")
    parser.add_argument("--only-site", action="store_true", help="make the site, unpacked")
    parser.add_argument("--site", help="the address of the site, for the codes of its ready kits")
    parser.add_argument("--no-packages", action="store_true", help="leave out wheel and sdist")
    parser.add_argument("--tag", help="refuse if this is not the tag of the version: v0.2.0")
    parser.add_argument("--repository", help="refuse if pyproject.toml names another: OWNER/NAME")
    asked = parser.parse_args(arguments)
    check_release(asked.tag, asked.repository)
    out: Path = asked.out
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        sys.exit(f"{out} is not empty. Name a new folder.")
    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    address = asked.site or site_address()
    if asked.only_site:
        build_site(out, asked.games, address)
        return
    if not asked.no_packages:
        make_packages(out)
    games = asked.games or [variant["slug"] for variant in printkit.list_variants()]
    kits = [Kit(*kit, out) for kit in product(games, asked.languages, asked.papers)]
    try:
        make_kits(kits, asked.jobs)
    except printkit.PrintkitError as error:
        sys.exit(str(error))
    if not asked.no_site:
        make_site(out, asked.games, address)
    print(f"{out}: {write_checksums(out)} files and {CHECKSUMS}")


def split_words(text: str) -> tuple[str, ...]:
    """Split a list of words at its commas."""
    return tuple(word for word in text.split(",") if word)


def archive_name(*words: str) -> str:
    """Return the name of a ZIP of this version."""
    return "-".join(("printkit", printkit.__version__, *words)) + ".zip"


# --- what may be released -----------------------------------------------------------------------


def check_release(tag: str | None, repository: str | None) -> None:
    """Exit with an error if the tag or the changelog belongs to another version, or the project's
    links to another repository.

    The tag must match the version, which must be in the changelog; `repository` is the repository
    of the tag.
    """
    version = printkit.__version__
    if tag is not None:
        if tag != f"v{version}":
            sys.exit(f"The tag {tag} is not that of version {version}: v{version}.")
        if f"\n## [{version}]" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
            sys.exit(f"CHANGELOG.md has no section [{version}].")
    if repository is not None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        home = f"https://github.com/{repository}"
        strange = [url for url in project["urls"].values() if not f"{url}/".startswith(f"{home}/")]
        if strange:
            sys.exit(f"pyproject.toml has links that are not of {home}: {', '.join(strange)}.")


# --- its parts ----------------------------------------------------------------------------------


def make_packages(folder: Path) -> None:
    """Build the sdist, and from it the wheel, which contains the verdicts of a check."""
    os.environ["PRINTKIT_VERDICTS"] = "1"
    run("-m", "build", "--no-isolation", "--outdir", folder, ROOT)


def make_kits(kits: Sequence[Kit], jobs: int) -> None:
    """Make the ZIPs of kits, several at a time."""
    if jobs == 1 or len(kits) == 1:
        for kit in kits:
            make_kit(kit)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for _ in pool.map(make_kit, kits):
            pass


def make_kit(kit: Kit) -> None:
    """Make the ZIP of one kit: a game in one language for one paper."""
    built = printkit.build(kit.game, languages=[kit.language], paper=kit.paper, in_memory=True)
    contents = {file.name: file.data for file in built.files}
    contents[LICENCE] = (ROOT / LICENCE).read_bytes()
    write_archive(kit.path, contents)


def site_address() -> str:
    """Return the address at which the project's repository publishes the site."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    owner, name = project["urls"]["Homepage"].rstrip("/").split("/")[-2:]
    return f"https://{owner}.github.io/{name}/"


def build_site(site: Path, games: Iterable[str] | None, address: str) -> None:
    """Make the folder of the site. The build downloads pinned packages."""
    if not SITE_BUILDER.exists():
        sys.exit(f"{SITE_BUILDER.name} is not here. Leave out the site: --no-site.")
    chosen = ["--games", ",".join(games)] if games else []
    run(SITE_BUILDER, "--out", site, "--site", address, *chosen)


def make_site(folder: Path, games: Iterable[str] | None, address: str) -> None:
    """Make the ZIP of the site."""
    with tempfile.TemporaryDirectory() as scratch:
        site = Path(scratch) / "site"
        build_site(site, games, address)
        paths = (path for path in site.rglob("*") if path.is_file())
        contents = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
        write_archive(folder / archive_name("site"), contents)


def run(*arguments: str | Path) -> None:
    """Run this Python with arguments; exit with its status if it fails."""
    status = subprocess.run([sys.executable, *map(str, arguments)], check=False).returncode
    if status:
        sys.exit(status)


# --- archives and checksums ---------------------------------------------------------------------


def write_archive(path: Path, contents: Mapping[str, bytes]) -> None:
    """Write a ZIP in alphabetical order, inside a folder of the same name, with one date for all
    files.
    """
    date = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", EPOCH)))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(contents):
            info = zipfile.ZipInfo(f"{path.stem}/{name}", date)
            info.create_system, info.external_attr = 3, 0o100644 << 16  # Unix everywhere
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, contents[name])


def write_checksums(folder: Path) -> int:
    """Write the SHA-256 of each file in the format of `sha256sum --check`, and return their
    number.
    """
    paths = sorted(folder.iterdir(), key=lambda path: path.name)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]
    (folder / CHECKSUMS).write_bytes("".join(lines).encode())
    return len(lines)


if __name__ == "__main__":
    main()

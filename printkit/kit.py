"""The whole chain, and the only file that names it: request in, files and manifest out.

definition ─▶ Variant ─▶ Pieces ─▶ Pages ─▶ bytes ─▶ files
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printkit import __version__
from printkit.art.theme import theme
from printkit.base.errors import UsageError
from printkit.base.files import GENERATOR, Staging
from printkit.definition.load import load
from printkit.definition.variant import Card, Variant
from printkit.kit_layout import Laid, editions, lay_out_product
from printkit.kit_request import BLANK, Request
from printkit.pages.page import Document
from printkit.pieces import offered
from printkit.writers import Output, writer
from printkit.writers._ink import measure

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Built:
    """A folder that was filled: the manifest as it was written, and the files."""

    folder: Path
    files: tuple[Path, ...]
    manifest: dict[str, Any]


# Told how many pages of how many are written.
Progress = Callable[[int, int], None]


def build(request: Request, progress: Progress = lambda done, total: None) -> Built:
    """Makes all files of a request, or none. Raises PrintkitError."""
    variant = load(request.variant, adds=request.adds)
    if request.values == BLANK:
        variant = blanked(variant)
    keys = tuple(dict.fromkeys(request.products)) or tuple(offered(variant))
    asked = {key: editions(variant, key, request.languages) for key in keys}
    # All is laid out before the first file is begun: most refusals come before any work on disk.
    laid = {
        (key, edition): lay_out_product(variant, key, edition, request)
        for key in keys
        for edition in asked[key]
    }
    # Each language is a deck of its own: who prints takes one.
    printed = [laid[key, asked[key][0]] for key in keys]
    documents = [(key, edition, one.document) for (key, edition), one in laid.items()]
    ink = _inks(documents) if request.ink or theme(request.theme).measured else None
    return write_documents(
        request.out / variant.slug,
        documents,
        request.formats,
        lambda entries: _manifest(variant, keys, request, printed, ink, entries),
        progress,
    )


def _inks(documents: Sequence[tuple[str, str, Document]]) -> list[dict[str, Any]]:
    """The ink of each document as a manifest tells it: per cent of the area, as rendered."""
    told = []
    for key, language, document in documents:
        ink = measure(document)
        sides = {"fronts": ink.fronts, "backs": ink.backs}
        told.append(
            {
                "product": key,
                "language": language,
                "pages": {name: round(share, 2) for name, share in ink.pages.items()},
                **{side: _most(shares) for side, shares in sides.items() if shares},
            }
        )
    return told


def _most(shares: Sequence[tuple[str, float]]) -> dict[str, Any]:
    """The mean of the drawings, and which of them takes most."""
    title, most = max(shares, key=lambda share: share[1])
    mean = sum(share for _, share in shares) / len(shares)
    return {"mean": round(mean, 2), "most": round(most, 2), "of": title}


def write_documents(
    folder: Path,
    documents: Sequence[tuple[str, str, Document]],
    formats: Sequence[str],
    manifest: Callable[[list[dict[str, Any]]], dict[str, Any]],
    progress: Progress = lambda done, total: None,
) -> Built:
    """Writes documents (product, language, pages) in every format, or nothing.

    `manifest` makes the manifest of the entries; the files are named by the folder. Raises
    PrintkitError.
    """
    total = sum(len(document.pages) for _, _, document in documents) * len(formats)
    entries: list[dict[str, Any]] = []
    done = 0
    with Staging(folder) as staging:
        for product, language, document in documents:
            for name in formats:
                for output in writer(name)(document):
                    file = f"{folder.name}-{product}-{language}{output.suffix}"
                    staging.add(file, output.data)
                    entries.append(_entry(file, product, language, name, output))
                    done += output.pages
                    progress(done, total)
        whole = manifest(entries)
        staging.add(MANIFEST, (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode())
        for file in _outlived(folder, entries):
            staging.drop(file)
        staging.commit()
    return Built(folder, tuple(folder / entry["file"] for entry in entries), whole)


def has(variant: Variant, request: Request) -> bool:
    """Whether the variant has the products asked for, and values to leave blank if so asked."""
    offers = all(key in offered(variant) for key in request.products)
    return offers and (request.values != BLANK or any(card.varies for card in variant.cards))


def blanked(variant: Variant) -> Variant:
    """The deck without the values that the rule set in use gives: one deck for all its sets.

    Raises UsageError for a deck that has no such values.
    """
    if not any(card.varies for card in variant.cards):
        raise UsageError(
            f"All values of {variant.slug} are its own: none is left blank.",
            cure=f"Leave --values {BLANK} out.",
        )
    return replace(variant, cards=tuple(_blank(c) if c.varies else c for c in variant.cards))


def _blank(card: Card) -> Card:
    return replace(card, values=(), look=replace(card.look, index=""))


def _outlived(folder: Path, entries: list[dict[str, Any]]) -> list[str]:
    """Files of the build before that this one would leave beside its own: pages past its last.

    Only what the old manifest names, of the same product, language and format, and unchanged since.
    """
    try:
        before = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        known = {entry["file"] for entry in entries}
        made = {(entry["product"], entry["language"], entry["format"]) for entry in entries}
        return [
            entry["file"]
            for entry in before
            if (entry["product"], entry["language"], entry["format"]) in made
            and entry["file"] not in known
            and Path(entry["file"]).name == entry["file"]
            and _sha256(folder / entry["file"]) == entry["sha256"]
        ]
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return []  # no manifest, or not one of ours


def generator() -> str:
    """Who made the files, as a manifest says it: by that we know our own."""
    return f"{GENERATOR} {__version__}"


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _entry(file: str, key: str, language: str, name: str, output: Output) -> dict[str, Any]:
    """A file as the manifest tells it."""
    return {
        "file": file,
        "product": key,
        "language": language,
        "format": name,
        "pages": output.pages,
        "cards": output.cards,
        "sha256": hashlib.sha256(output.data).hexdigest(),
    }


def _manifest(
    variant: Variant,
    keys: tuple[str, ...],
    request: Request,
    printed: list[Laid],
    ink: list[dict[str, Any]] | None,
    entries: list[dict[str, Any]],
) -> dict[str, Any]:
    """What was made and what it costs a person; no clock, no path of a machine."""
    return {
        "generator": generator(),
        "variant": variant.slug,
        "name": dict(variant.name),
        "products": list(keys),
        "options": {
            "paper": request.paper,
            "card": request.card or variant.card_size,
            "theme": Path(request.theme).name,
            "index": request.index,
            "layout": request.layout,
            "duplex": request.duplex,
            "gap_mm": request.gap,
            "bleed_mm": request.bleed,
            "margin_mm": request.margin,
            "overlap_mm": request.overlap,
            "players": request.players,
            "values": request.values,
            "adds": list(request.adds),
            "corners": request.corners,
            "proof": request.proof,
            "dpi": request.dpi,
            **({"printer": request.printer.as_data()} if request.printer else {}),
            "token_size_mm": request.token_size,
            "token_shape": request.token_shape,
            "cut": request.cut,
            "labels": request.labels,
            "first": request.first,
            "nudge_mm": list(request.nudge),
            "caliper_mm": request.caliper,
            "sleeves_mm": request.sleeves,
            "die_mm": request.die,
            "mat": request.mat,
            "pegs": request.pegs,
        },
        "sheets": sum(laid.sheets for laid in printed),
        "cuts": sum(laid.cuts for laid in printed),
        "ink_percent": ink,
        "files": entries,
    }

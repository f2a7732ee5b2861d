"""printkit: Sabacc, Kessel Sabacc and Pazaak, from a definition to print-ready sheets.

As a library:

    import printkit

    game = printkit.load("casino")
    face = game.card("idiot").svg()
    plan = printkit.plan("casino", ["cards"], paper="letter")
    print(plan.sheets, "sheets,", plan.cuts, "cuts")
    result = printkit.build("casino", ["cards"], languages=["fr"], out="output")
    print(result.files[0])

Lengths are numbers in millimetres, or strings with a unit (`bleed="3mm"`). Failures raise
`PrintkitError`, whose text is a sentence for the user. The modules of the package are imported on
first use.
"""

from __future__ import annotations

# No imports here: the command line handles signals only after this module is loaded.
TYPE_CHECKING = False
__version__ = "0.2.0"

# The public names of each module.
_NAMES = {
    "printkit.library.answers": "answer_schema",
    "printkit.library.functions": "build check draw_page explain judge list_warnings load map_deck "
    "plan preview replace_backends settle",
    "printkit.jobs.build": "BuildResult BuiltFiles",
    "printkit.rules.standins": "DeckMapping",
    "printkit.base.errors": "DefinitionError Diagnostic PrintkitError UsageError",
    "printkit.library.game": "Game",
    "printkit.library.definition_receipt": "read_receipt",
    "printkit.library.receipt": "Receipt",
    "printkit.jobs.job": "Job job_from_data make_job",
    "printkit.rules.answers": "Judgement",
    "printkit.rules.showdown": "SettledShowdown",
    "printkit.jobs.plan": "Plan",
    "printkit.model.variant": "Variant",
    "printkit.targets.preflight.check": "preflight",
    "printkit.targets.preflight.findings": "Finding",
    "printkit.library.listings": "list_decks list_editions list_options list_products list_targets "
    "list_variants",
}
_EXPORTS = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = sorted([*_EXPORTS, "__version__"])

if TYPE_CHECKING:
    from typing import Any

    from printkit.base.errors import DefinitionError as DefinitionError
    from printkit.base.errors import Diagnostic as Diagnostic
    from printkit.base.errors import PrintkitError as PrintkitError
    from printkit.base.errors import UsageError as UsageError
    from printkit.jobs.build import BuildResult as BuildResult
    from printkit.jobs.build import BuiltFiles as BuiltFiles
    from printkit.jobs.job import Job as Job
    from printkit.jobs.job import job_from_data as job_from_data
    from printkit.jobs.job import make_job as make_job
    from printkit.jobs.plan import Plan as Plan
    from printkit.library.answers import answer_schema as answer_schema
    from printkit.library.definition_receipt import read_receipt as read_receipt
    from printkit.library.functions import build as build
    from printkit.library.functions import check as check
    from printkit.library.functions import draw_page as draw_page
    from printkit.library.functions import explain as explain
    from printkit.library.functions import judge as judge
    from printkit.library.functions import list_warnings as list_warnings
    from printkit.library.functions import load as load
    from printkit.library.functions import map_deck as map_deck
    from printkit.library.functions import plan as plan
    from printkit.library.functions import preview as preview
    from printkit.library.functions import replace_backends as replace_backends
    from printkit.library.functions import settle as settle
    from printkit.library.game import Game as Game
    from printkit.library.listings import list_decks as list_decks
    from printkit.library.listings import list_editions as list_editions
    from printkit.library.listings import list_options as list_options
    from printkit.library.listings import list_products as list_products
    from printkit.library.listings import list_targets as list_targets
    from printkit.library.listings import list_variants as list_variants
    from printkit.library.receipt import Receipt as Receipt
    from printkit.model.variant import Variant as Variant
    from printkit.rules.answers import Judgement as Judgement
    from printkit.rules.showdown import SettledShowdown as SettledShowdown
    from printkit.rules.standins import DeckMapping as DeckMapping
    from printkit.targets.preflight.check import preflight as preflight
    from printkit.targets.preflight.findings import Finding as Finding


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_EXPORTS[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

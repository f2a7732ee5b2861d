"""Import reportlab without Pillow, which it only needs for pictures that it does not draw here.

Pillow is loaded on first use, because loading it is a third of reportlab's import time.
"""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import PIL

_PICTURES = "PIL.Image"

if _PICTURES not in sys.modules:
    spec: Any = importlib.util.find_spec(_PICTURES)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules[_PICTURES] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(PIL)["Image"] = module

from reportlab import rl_config  # noqa: E402  (now that Pillow is put off)
from reportlab.pdfbase import pdfdoc  # noqa: E402
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFInfo, PDFName, PDFString  # noqa: E402

__all__ = ["PDFArray", "PDFDictionary", "PDFInfo", "PDFName", "PDFString", "pdfdoc", "rl_config"]

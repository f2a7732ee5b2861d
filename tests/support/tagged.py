"""Check a tagged PDF against the machine-checkable part of PDF/UA-1, with pikepdf.

The module is independent of printkit. Each kind of error is a sentence, and `faults` counts them.
"""

from collections import Counter, defaultdict
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

GROUPS = {"Document", "Sect", "Div", "L", "LI", "Table", "TR", "TOC", "Index"}
BLOCKS = {"P", "H1", "H2", "H3", "Lbl", "LBody", "TH", "TD", "Caption", "TOCI", "Link", "Span"}
STANDARD = GROUPS | BLOCKS | {"Figure", "Form"}
# The allowed children of an element, if restricted.
HOLDS = {
    "L": {"LI", "Caption", "L"},
    "LI": {"Lbl", "LBody"},
    "Table": {"TR", "Caption"},
    "TR": {"TH", "TD"},
    "TOC": {"TOCI", "TOC", "Caption"},
    "H1": {"Span", "Link"},
    "H2": {"Span", "Link"},
    "H3": {"Span", "Link"},
    "P": {"Span", "Link"},
    "Link": {"Span"},
    "Span": set[str](),
    "Form": set[str](),
}
PARENTS = {"LI": {"L"}, "Lbl": {"LI"}, "LBody": {"LI"}, "TR": {"Table"}, "TOCI": {"TOC"}}
PARENTS |= {"TH": {"TR"}, "TD": {"TR"}, "Caption": {"Figure", "Table", "L", "TOC"}}
PAINTING = set("f F f* S s B B* b b* Do Tj TJ sh BI INLINE ' \"".split())


class Checker:
    """The elements of a file, and their errors."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf, self.bad, self.kinds = pdf, Counter[str](), Counter[str]()
        self.marks: dict[int, dict[int, Any]] = defaultdict(dict)
        self.annotations: dict[tuple[int, int], Any] = {}
        self.levels: list[int] = []
        self.pages = {page.objgen: i for i, page in enumerate(pdf.pages)}

    def need(self, holds: object, fault: str) -> None:
        if not holds:
            self.bad[fault] += 1

    def check(self) -> Counter[str]:
        root, pdf = self.pdf.Root, self.pdf
        self.need(root.get("/MarkInfo", {}).get("/Marked") is True, "the file is not marked")
        self.need(str(root.get("/Lang", "")), "no language")
        shows = root.get("/ViewerPreferences", {}).get("/DisplayDocTitle")
        self.need(shows is True, "the title is not shown")
        self.need(not pdf.is_encrypted, "encrypted")
        self.need(str(pdf.docinfo.get("/Title", "")), "no title in the information")
        with pdf.open_metadata() as data:
            self.need(data.get("pdfuaid:part") == "1", "no part of PDF/UA")
            self.need(data.get("dc:title"), "no title in the metadata")
            same = data.get("dc:title") == str(pdf.docinfo.get("/Title", ""))
            self.need(same, "two titles")
        tree = root.get("/StructTreeRoot")
        self.need(tree is not None, "no structure")
        if tree is None:
            return self.bad
        self.need(tree.get("/Type") == Name.StructTreeRoot, "the root has no type")
        self.walk(tree.K, tree, None)
        self.need(self.kinds["Document"] == 1, "not one document")
        self.need(sum(self.kinds.values()) > 1, "an empty document")
        low = self.levels[:1] in ([], [1])
        steps = all(b <= a + 1 for a, b in zip(self.levels, self.levels[1:], strict=False))
        self.need(low, "the first heading is not of the first level")
        self.need(steps, "a heading skips a level")
        numbers = list(tree.get("/ParentTree", {}).get("/Nums", []))
        parents = {int(numbers[i]): numbers[i + 1] for i in range(0, len(numbers), 2)}
        self.need(tree.get("/ParentTreeNextKey", 0) > max(parents, default=0), "the next key")
        for i, page in enumerate(pdf.pages):
            self.check_page(i, page, parents)
        found = {one.objgen for page in pdf.pages for one in page.get("/Annots", [])}
        self.need(set(self.annotations) <= found, "an annotation that is on no page")
        for one in pdf.objects:
            if isinstance(one, Dictionary) and one.get("/Type") == Name.Font:
                self.check_font(one)
        return self.bad

    def walk(self, element: Any, parent: Any, above: str | None) -> None:
        kind = str(element.S)[1:]
        self.kinds[kind] += 1
        self.need(kind in STANDARD, f"no standard kind: {kind}")
        self.need(element.P.objgen == parent.objgen, "an element does not point to its parent")
        self.need(above or kind == "Document", "the outermost is no document")
        self.need(above is None or kind not in PARENTS or above in PARENTS[kind], f"{kind} below")
        may = HOLDS.get(above or "")
        self.need(may is None or kind in may, f"{above} holds {kind}")
        kids = element.get("/K", Array())
        kids = list(kids) if isinstance(kids, Array) else [kids]
        own, direct, below = element.get("/Pg"), 0, []
        for kid in kids:
            if isinstance(kid, int) or kid.get("/Type") == Name.MCR:
                number = int(kid if isinstance(kid, int) else kid.MCID)
                page = self.pages[(own if isinstance(kid, int) else kid.get("/Pg", own)).objgen]
                self.need(number not in self.marks[page], "a mark in two elements")
                self.marks[page][number] = element
                direct += 1
            elif kid.get("/Type") == Name.OBJR:
                self.need(kind in ("Link", "Form"), "an annotation in another element")
                self.annotations[kid.Obj.objgen] = element
            else:
                below.append(kid)
        kinds = [str(kid.S)[1:] for kid in below]
        self.need(kind not in GROUPS or not direct, f"{kind} has words of its own")
        if kind == "Figure":
            self.need(str(element.get("/Alt", "")).strip(" –…"), "a figure without words")
            self.need(direct, "a figure without a drawing")
        if kind == "Span":
            self.need(str(element.get("/ActualText", "")), "a drawing in a line without its words")
        if kind == "LI":
            self.need(kinds.count("LBody") == 1 or kinds == ["Lbl"], "an entry has one body")
        if kind in ("L", "Table", "TR", "TOC", "LI"):
            self.need(below, f"an empty {kind}")
        if kind in ("P", "H1", "H2", "H3", "Lbl", "LBody", "TOCI", "Caption"):
            self.need(direct or below, f"an empty {kind}")
        if kind == "TH":
            self.need(element.get("/A", {}).get("/Scope") == Name.Column, "a head without scope")
            self.need(element.get("/A", {}).get("/O") == Name.Table, "a head without an owner")
        if kind == "Table":
            rows = [[str(cell.S) for cell in self.kids(row)] for row in below]
            self.need(len({len(row) for row in rows}) == 1, "rows of several lengths")
            self.need(rows and set(rows[0]) == {"/TH"}, "a table without a head")
        if kind in ("Link", "Form"):
            objects = len(kids) - direct - len(below)
            self.need(objects == 1, f"{kind} has not one annotation")
        if kind[:1] == "H" and kind[1:].isdigit():
            self.levels.append(int(kind[1:]))
        for kid in below:
            self.walk(kid, element, kind)

    @staticmethod
    def kids(element: Any) -> list[Any]:
        kids = element.get("/K", Array())
        kids = list(kids) if isinstance(kids, Array) else [kids]
        return [kid for kid in kids if isinstance(kid, Dictionary) and "/S" in kid]

    def check_page(self, i: int, page: Any, parents: dict[int, Any]) -> None:
        self.need(page.get("/StructParents") is not None, "a page without its key")
        self.need(page.get("/Tabs") == Name.S, "fields are not in the order of the structure")
        stack: list[tuple[str, int | None]] = []
        seen: list[int] = []
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BMC", "BDC"):
                kind = str(operands[0])[1:]
                facts = operands[1] if name == "BDC" else {}
                number = int(facts["/MCID"]) if "/MCID" in facts else None
                self.need(not stack, "a mark in a mark")
                self.need(kind == "Artifact" or number is not None, "a mark without number")
                self.need(kind != "Artifact" or number is None, "an artifact with a number")
                said = self.marks[i].get(number) if number is not None else None
                self.need(said is None or str(said.S)[1:] == kind, "a mark of another kind")
                stack.append((kind, number))
                seen += [] if number is None else [number]
            elif name == "EMC":
                self.need(stack, "a mark is closed twice")
                stack = stack[:-1]
            elif name in PAINTING:
                self.need(stack, "painted outside marks")
        self.need(not stack, "a mark stays open")
        self.need(len(seen) == len(set(seen)), "a number twice on a page")
        own = list(parents.get(int(page.get("/StructParents", -1)), []))
        self.need(sorted(seen) == list(range(len(own))), "the tree of parents lacks a mark")
        self.need(set(self.marks[i]) == set(seen), "an element of a mark that is not painted")
        for number in seen:
            one = self.marks[i].get(number)
            right = one is not None and number < len(own) and one.objgen == own[number].objgen
            self.need(right, "tree and tree of parents differ")
        for one in page.get("/Annots", []):
            element, is_link = self.annotations.get(one.objgen), one.Subtype == Name.Link
            self.need(element is not None, "an annotation in no element")
            number = one.get("/StructParent")
            self.need(number is not None, "an annotation without its key")
            parent = parents.get(int(number)) if number is not None else None
            right = element is not None and parent is not None and parent.objgen == element.objgen
            self.need(right, "an annotation of another element")
            kind = str(element.S) if element is not None else ""
            self.need(kind == ("/Link" if is_link else "/Form"), "an annotation in a wrong kind")
            words = one.get("/Contents" if is_link else "/TU", "")
            self.need(str(words), "a link without words" if is_link else "a field without words")

    def check_font(self, one: Any) -> None:
        if one.get("/Subtype") == Name.Type0:
            self.need("/ToUnicode" in one, "a font without its letters")
            self.check_font(one.DescendantFonts[0])
            return
        facts = one.get("/FontDescriptor", {})
        self.need({"/FontFile2", "/FontFile3"} & set(facts.keys()), "a font that is not embedded")
        simple = str(one.Subtype) not in ("/CIDFontType0", "/CIDFontType2")
        self.need(not simple or one.get("/Encoding") == Name.WinAnsiEncoding, "unknown letters")


def faults(pdf: pikepdf.Pdf) -> Counter[str]:
    """Return the errors of a file with their counts."""
    return Checker(pdf).check()

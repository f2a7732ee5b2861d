from printkit.pieces.pages import Artifact


def write(document, options):
    lines = [
        f"printkit listing of {document.title}",
        *(cell.symbol.title for page in document.pages for cell in page.cells),
    ]
    yield Artifact(".lst", "\n".join(lines).encode(), len(document.pages), 1)

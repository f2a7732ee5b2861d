"""Serve `web/dist/` on this machine, with the headers that a host should send.

`python web/serve.py [PORT] [--folder FOLDER]`
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
DIST = Path(__file__).resolve().parent / "dist"


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder with security headers."""

    extensions_map = {  # noqa: RUF012 (the base class declares it)
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".avif": "image/avif",
        ".woff2": "font/woff2",
        ".toml": "application/toml",
    }

    def end_headers(self) -> None:
        """Send the headers of every answer."""
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Print no log messages."""


def make_server(port: int = 0, folder: Path = DIST) -> ThreadingHTTPServer:
    """Return a server for a folder on a port of this machine; 0 means any free port."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def main() -> None:
    """Serve the page until Ctrl-C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("port", nargs="?", type=int, default=8000, help="8000 unless given")
    parser.add_argument("--folder", type=Path, default=DIST, help="the page: web/dist")
    asked = parser.parse_args()
    if not (asked.folder / "index.html").exists():
        parser.error(f"{asked.folder} has no page. Make it: python web/build.py")
    with make_server(asked.port, asked.folder) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()

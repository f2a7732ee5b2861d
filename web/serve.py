"""Serve `web/dist/` on this machine, with the headers that a host should send.

`python web/serve.py [PORT]`
"""

from __future__ import annotations

import sys
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


if __name__ == "__main__":
    with make_server(int(sys.argv[1]) if sys.argv[1:] else 8000) as server:
        print(f"http://127.0.0.1:{server.server_port}/")
        server.serve_forever()

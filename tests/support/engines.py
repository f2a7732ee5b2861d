"""Firefox by WebDriver BiDi and WebKitGTK by WebDriver: the engines beside Chromium.

Both are the browsers of the system. An engine opens addresses and runs scripts; everything that a
test does in a page is a script, so one test runs in all engines.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.support import processes

FIREFOX, WEBKIT, DISPLAY = "firefox-esr", "WebKitWebDriver", "Xvfb"
_MINIBROWSER = "webkit2gtk-4.1/MiniBrowser"
# The time limit of one script (seconds): a slow machine starts the program in a minute.
PATIENCE = 240.0
# Preferences of a fresh profile: English, and no requests of the browser itself.
_PREFERENCES = {
    "intl.accept_languages": "en-GB",
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "dom.serviceWorkers.enabled": True,
}


class Engine(Protocol):
    """A browser with one page."""

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""

    def run(self, script: str, *arguments: Any) -> Any:
        """Return the value of the body of an async function; `arguments` are its `given`."""


def needs(*programs: str) -> pytest.MarkDecorator:
    """Skip a test outside CI if programs are not installed, with a sentence."""
    missing = [name for name in programs if shutil.which(name) is None]
    lacks = bool(missing) and not os.environ.get("CI")
    reason = f"{' and '.join(missing)} not installed: bash .ci/programs installs them on Debian"
    return pytest.mark.skipif(lacks, reason=reason)


def _body(script: str) -> str:
    return f"async (given) => JSON.stringify(await (async () => {{ {script} }})() ?? null)"


# --- Firefox ------------------------------------------------------------------------------------


class _Firefox:
    """A page of Firefox, controlled by messages over one WebSocket."""

    def __init__(self, address: str) -> None:
        self._channel, self._last = _WebSocket(f"{address}/session"), 0
        self._ask("session.new", {"capabilities": {}})
        tree = self._ask("browsingContext.getTree", {})
        self._context = tree["contexts"][0]["context"]

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._last += 1
        self._channel.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            answer = json.loads(self._channel.receive())
            if answer.get("id") == self._last:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result

    def close(self) -> None:
        self._channel.close()

    def open(self, address: str) -> None:
        self._ask(
            "browsingContext.navigate",
            {"context": self._context, "url": address, "wait": "complete"},
        )

    def run(self, script: str, *arguments: Any) -> Any:
        answer = self._ask(
            "script.callFunction",
            {
                "functionDeclaration": f"async (text) => ({_body(script)})(JSON.parse(text))",
                "arguments": [{"type": "string", "value": json.dumps(arguments)}],
                "awaitPromise": True,
                "target": {"context": self._context},
            },
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])


class _WebSocket:
    """A client for text messages (RFC 6455)."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET {parts.path} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        self._socket.sendall("\r\n".join([*head, "", ""]).encode())
        self._stream = self._socket.makefile("rb")
        assert b"101" in self._stream.readline()
        while self._stream.readline().strip():
            pass

    def close(self) -> None:
        self._stream.close()
        self._socket.close()

    def send(self, text: str) -> None:
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        length = (
            bytes([0x80 | size]) if size < 126
            else bytes([0x80 | 126]) + struct.pack(">H", size) if size < 65536
            else bytes([0x80 | 127]) + struct.pack(">Q", size)
        )  # fmt: skip
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self._socket.sendall(b"\x81" + length + mask + masked)

    def receive(self) -> str:
        message = b""
        while True:
            first, second = self._stream.read(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self._stream.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._stream.read(8))
            data = self._stream.read(size)
            if first & 0x0F in (0, 1):  # a text, or the rest of one
                message += data
                if first & 0x80:
                    return message.decode()


@contextmanager
def firefox(folder: Path) -> Iterator[Engine]:
    """Start Firefox with a fresh profile in a folder, and end it afterwards."""
    preferences = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in _PREFERENCES.items())
    (folder / "user.js").write_text("\n".join(preferences), encoding="utf-8")
    command = [
        FIREFOX, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0",
    ]  # fmt: skip
    log = folder / "log.txt"
    with (
        log.open("wb") as told,
        processes.start(command, stdout=told, stderr=told, env={**os.environ, "HOME": str(folder)}),
    ):
        found = _wait(lambda: re.search(r"listening on (ws://\S+)", log.read_text("utf-8")))
        page = _Firefox(found[1])
        try:
            yield page
        finally:
            page.close()


# --- WebKitGTK ----------------------------------------------------------------------------------


class _WebKit:
    """A page of WebKitGTK's small browser, controlled over HTTP."""

    def __init__(self, address: str, binary: str) -> None:
        self._address = address
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("session", {"capabilities": wanted})["sessionId"]
        self._address += f"/session/{session}"
        limits = {"script": int(1000 * PATIENCE), "pageLoad": int(1000 * PATIENCE)}
        self._ask("timeouts", limits)

    def _ask(self, path: str, data: dict[str, Any]) -> Any:
        head = {"Content-Type": "application/json"}
        request = Request(f"{self._address}/{path}", json.dumps(data).encode(), head)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())["value"]

    def open(self, address: str) -> None:
        self._ask("url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        done = f"const done = arguments[1]; ({_body(script)})(arguments[0])"
        told = ".then(done, (fault) => done(JSON.stringify({ fault: String(fault) })))"
        text = self._ask("execute/async", {"script": done + told, "args": [list(arguments)]})
        value = json.loads(text)
        assert not (isinstance(value, dict) and "fault" in value), value
        return value


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """Start WebKitGTK on a separate screen with a fresh home, and end both afterwards."""
    binary = next(str(path) for path in Path("/usr/lib").glob(f"*/{_MINIBROWSER}"))
    port, read = _free_port(), folder / "display.txt"
    with read.open("wb") as told:
        screen = [DISPLAY, "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
        with processes.start(screen, stdout=told, stderr=processes.DEVNULL):
            display = _wait(lambda: read.read_text("utf-8").strip())
            own = {"DISPLAY": f":{display}", "HOME": str(folder), "LANG": "en_GB.UTF-8"}
            own |= {"XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache")}
            own |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
            command, quiet = [WEBKIT, f"--port={port}"], processes.DEVNULL
            with processes.start(command, stdout=quiet, stderr=quiet, env={**os.environ, **own}):
                _wait(lambda: _answers(port))
                yield _WebKit(f"http://127.0.0.1:{port}", binary)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _wait(found: Callable[[], Any]) -> Any:
    """Return the first true value of a function. Raises AssertionError after a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(0.1)
    raise AssertionError("the browser does not start")

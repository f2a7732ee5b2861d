"""A headless Chromium that tests speak to through two pipes: no package, no port, no driver.

`--remote-debugging-pipe` reads commands of the DevTools protocol from file descriptor 3 and answers
on 4; each message is JSON and ends with a null byte.
"""

import base64
import fcntl
import json
import os
import select
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support import processes
from tests.support.processes import needs

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PROGRAM = next((found for name in NAMES if (found := shutil.which(name))), NAMES[0])
needed = needs(PROGRAM)
_SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--remote-debugging-pipe",
)
_PATIENCE = 60.0
# Puts two pipes where Chromium looks for them, and becomes Chromium.
_LAUNCH = (
    "import os, sys; theirs = map(int, sys.argv[1:3]);"
    "[os.dup2(fd, place) for fd, place in zip(theirs, (3, 4))];"
    "os.execvp(sys.argv[3], sys.argv[3:])"
)
# What a key is called where its name is not the letter that it writes.
_KEYS = {
    "Enter": ("Enter", 13, "\r"),
    " ": ("Space", 32, " "),
    "Tab": ("Tab", 9, ""),
    "Escape": ("Escape", 27, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
    "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowDown": ("ArrowDown", 40, ""),
    "Home": ("Home", 36, ""),
    "End": ("End", 35, ""),
}


class Refused(Exception):
    """Chromium answers a command with an error, or the page throws one."""


class Chromium:
    """The browser at the other end of two pipes."""

    def __init__(self, read: int, write: int) -> None:
        self._read, self._write = read, write
        self._buffer = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """The result of a command. Raises Refused."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            answer = self._next(end)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise Refused(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)
        raise TimeoutError(method)

    def _next(self, end: float) -> dict[str, Any]:
        """The next message."""
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("Chromium says nothing")
            chunk = os.read(self._read, 1 << 20)
            if not chunk:
                raise EOFError("Chromium has gone")
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message


@contextmanager
def browser(profile: Path) -> Iterator[Chromium]:
    """Start a browser with an empty profile, and end it afterwards."""
    read_theirs, write = os.pipe()
    read, write_theirs = os.pipe()
    # Well above 3 and 4, so that neither end is lost while the two are put in their places.
    theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD, 64) for fd in (read_theirs, write_theirs)]
    program = [PROGRAM, *_SWITCHES, f"--user-data-dir={profile}", "about:blank"]
    silent = dict.fromkeys(("stdin", "stdout", "stderr"), processes.DEVNULL)
    command = processes.python("-c", _LAUNCH, *map(str, theirs), *program)
    with processes.start(command, pass_fds=theirs, **silent):
        for fd in (read_theirs, write_theirs, *theirs):
            os.close(fd)
        try:
            yield Chromium(read, write)
        finally:
            for fd in (read, write):
                os.close(fd)


class Tab:
    """One page of the browser."""

    def __init__(self, chromium: Chromium) -> None:
        self.chromium = chromium
        target = chromium.call("Target.createTarget", url="about:blank")["targetId"]
        self.target: str = target
        attached = chromium.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session: str = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self.chromium.call(method, self.session, **params)

    def close(self) -> None:
        self.chromium.call("Target.closeTarget", targetId=self.target)

    def show(self) -> None:
        """Puts it before the others: Chromium paints no other."""
        self.call("Page.bringToFront")

    def reset(self) -> None:
        """Goes to an empty page and forgets what was."""
        self.show()
        self.scripts(True)
        self.media()
        self.window(1000, 900)
        self.open("about:blank")
        self.forget()

    def forget(self) -> None:
        """Forgets what happened in this page."""
        self.evaluate("0")  # all that was under way has arrived
        others = [one for one in self.chromium.events if one.get("sessionId") != self.session]
        self.chromium.events[:] = others

    # --- what happened ---

    def events(self, method: str) -> list[dict[str, Any]]:
        """The parameters of all events of a name, of this page."""
        self.evaluate("0")  # all that was under way has arrived
        return [
            event["params"]
            for event in self.chromium.events
            if event.get("method") == method and event.get("sessionId") == self.session
        ]

    def requests(self) -> list[str]:
        """The addresses that the page asked for."""
        return [event["request"]["url"] for event in self.events("Network.requestWillBeSent")]

    def complaints(self) -> list[str]:
        """Errors and warnings of the console and of the log, and what the page threw."""
        found = [
            str(event["args"])
            for event in self.events("Runtime.consoleAPICalled")
            if event["type"] in ("error", "warning", "assert")
        ]
        found += [str(e["exceptionDetails"]) for e in self.events("Runtime.exceptionThrown")]
        found += [e["entry"]["text"] for e in self.events("Log.entryAdded")]
        return found

    # --- what is done ---

    def open(self, address: str) -> None:
        """Goes to an address and waits until it is loaded."""
        before = len(self.events("Page.loadEventFired"))
        answer = self.call("Page.navigate", url=address)
        if "errorText" in answer:
            raise Refused(f"{address}: {answer['errorText']}")
        if "loaderId" not in answer:  # only the part after the # has changed
            return
        end = time.monotonic() + _PATIENCE
        while len(self.events("Page.loadEventFired")) == before:
            assert time.monotonic() < end, f"{address} is not loaded"
            time.sleep(0.02)

    def evaluate(self, script: str) -> Any:
        """The value of an expression; a promise is waited for. Raises Refused."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise Refused(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def window(self, width: int, height: int, *, mobile: bool = False, scale: float = 1) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=mobile,
        )

    def media(self, kind: str = "", **features: str) -> None:
        """Has the page think of a medium (`print`) and features (`prefers_color_scheme="dark"`).

        Nothing moves unless a test wishes it: each moment of a movement is painted.
        """
        features = {"prefers_reduced_motion": "reduce", **features}
        named = [{"name": k.replace("_", "-"), "value": v} for k, v in features.items()]
        self.call("Emulation.setEmulatedMedia", media=kind, features=named)

    def scripts(self, on: bool) -> None:
        """Whether pages that are opened from now on may run scripts."""
        self.call("Emulation.setScriptExecutionDisabled", value=not on)

    def click(self, selector: str, times: int = 1) -> None:
        """Clicks into the middle of an element, as a mouse does."""
        x, y = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for count in range(1, times + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.call(
                    "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count
                )

    def press(self, key: str) -> None:
        """Presses a key and lets it go."""
        code, number, text = _KEYS.get(key) or (f"Key{key.upper()}", ord(key.upper()), key)
        common = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self.call("Input.dispatchKeyEvent", **common, **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    # --- what is seen ---

    def picture(self, x: float, y: float, width: float, height: float) -> bytes:
        """A part of the window as PNG."""
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        answer = self.call("Page.captureScreenshot", format="png", clip=clip)
        return base64.b64decode(answer["data"])

    def pdf(self, width: float = 210, height: float = 297) -> bytes:
        """The page as it is printed onto a paper (mm), with the margins that it asks for."""
        answer = self.call(
            "Page.printToPDF",
            paperWidth=width / 25.4,
            paperHeight=height / 25.4,
            printBackground=False,
            preferCSSPageSize=False,
        )
        return base64.b64decode(answer["data"])

    def tree(self) -> list[dict[str, Any]]:
        """What a screen reader is told: role, name and properties of each thing."""
        found = []
        for node in self.call("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored"):
                reported = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
                name = node.get("name", {}).get("value", "")
                found.append({"role": node["role"]["value"], "name": name, **reported})
        return found

"""Headless Chromium, driven by Playwright with the browser of the system."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright

from tests.support.processes import needs

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PROGRAM = next((found for name in NAMES if (found := shutil.which(name))), NAMES[0])
needed = needs(PROGRAM)
_SWITCHES = ("--no-sandbox", "--hide-scrollbars", "--allow-file-access-from-files")
# Console messages that count as an error or a warning.
_COMPLAINTS = ("error", "warning", "assert")


class Refused(Exception):
    """Chromium answers a command with an error, or the page throws one."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser, and end it afterwards."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=PROGRAM, args=list(_SWITCHES))
        try:
            yield chromium
        finally:
            chromium.close()


class Tab:
    """One page of the browser, in a separate profile."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._context = chromium.new_context()
        self._page = self._context.new_page()
        self._session = self._context.new_cdp_session(self._page)
        self._requests: list[str] = []
        self._complaints: list[str] = []
        self._page.on("request", lambda request: self._requests.append(request.url))
        self._page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self._page.on("console", self._note)

    def _note(self, said: Any) -> None:
        if said.type in _COMPLAINTS:
            self._complaints.append(said.text)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Run a command of the DevTools protocol and return its result. Raises Refused."""
        try:
            result: dict[str, Any] = self._session.send(method, params)
        except Error as error:
            raise Refused(str(error)) from None
        return result

    def close(self) -> None:
        self._context.close()

    def open_another(self) -> Tab:
        """Open another page of the browser."""
        return Tab(self._chromium)

    def show(self) -> None:
        """Bring the page to the front: Chromium paints no other."""
        self._page.bring_to_front()

    def reset(self) -> None:
        """Open an empty page and clear everything recorded."""
        self.show()
        self.open("about:blank")  # first, so that the old page is not laid out again
        self.scripts(True)
        self.media()
        self.window(1000, 900)
        self.forget()

    def forget(self) -> None:
        """Clear everything recorded on this page."""
        self.evaluate("0")  # all pending events have arrived
        self._requests.clear()
        self._complaints.clear()

    # --- recorded events -------------------------------------------------------------------------

    def requests(self) -> list[str]:
        """Return the addresses that the page requested."""
        self.evaluate("0")
        return list(self._requests)

    def complaints(self) -> list[str]:
        """Return errors and warnings of the console, and exceptions of the page."""
        self.evaluate("0")
        return list(self._complaints)

    # --- actions ---------------------------------------------------------------------------------

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded. Raises Refused."""
        try:
            self._page.goto(address, wait_until="load")
        except Error as error:
            raise Refused(f"{address}: {error}") from None

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression, awaiting a promise. Raises Refused."""
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
        """Emulate a medium (`print`) and features (`prefers_color_scheme="dark"`).

        Motion is reduced unless a test enables it, because each frame of an animation is painted.
        """
        features = {"prefers_reduced_motion": "reduce", **features}
        named = [{"name": k.replace("_", "-"), "value": v} for k, v in features.items()]
        self.call("Emulation.setEmulatedMedia", media=kind, features=named)

    def scripts(self, on: bool) -> None:
        """Set whether pages opened from now on may run scripts."""
        self.call("Emulation.setScriptExecutionDisabled", value=not on)

    def click(self, selector: str, times: int = 1) -> None:
        """Click the middle of an element with the mouse."""
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
        """Press and release a key."""
        self._page.keyboard.press(key)

    # --- results ---------------------------------------------------------------------------------

    def picture(self, x: float, y: float, width: float, height: float) -> bytes:
        """Return a part of the window as PNG."""
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        try:
            answer = self.call("Page.captureScreenshot", format="png", clip=clip)
        except Refused:  # a browser on a busy machine may have no frame to copy yet
            self._page.wait_for_timeout(500)
            answer = self.call("Page.captureScreenshot", format="png", clip=clip)
        return base64.b64decode(answer["data"])

    def pdf(self, width: float = 210, height: float = 297) -> bytes:
        """Print the page as PDF on a paper (mm), with its own margins."""
        answer = self.call(
            "Page.printToPDF",
            paperWidth=width / 25.4,
            paperHeight=height / 25.4,
            printBackground=False,
            preferCSSPageSize=False,
        )
        return base64.b64decode(answer["data"])

    def tree(self) -> list[dict[str, Any]]:
        """Return the accessibility tree: role, name and properties of each node."""
        found = []
        self.call("Accessibility.enable")
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        self.call("Accessibility.disable")  # updating it with each change takes a third of the time
        for node in nodes:
            if not node.get("ignored"):
                reported = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
                name = node.get("name", {}).get("value", "")
                found.append({"role": node["role"]["value"], "name": name, **reported})
        return found

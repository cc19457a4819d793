"""Headless Chromium for tests, which are skipped with the reason if Chromium or playwright is
missing.
"""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

# The shell is Chromium without windows. It takes two fifths of the CPU time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def browser() -> Generator[Any]:
    """Yield a running browser."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with api.sync_playwright() as started:
        running = started.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=30_000
        )
        yield running
        running.close()


class Watched:
    """A browser page that records in `requests` what it fetched and in `errors` its JavaScript
    errors.
    """

    def __init__(self, running: Any, **options: Any):
        context = running.new_context(viewport={"width": 1280, "height": 800}, **options)
        self.page = context.new_page()
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )

    def open(self, url: str) -> Any:
        """Open `url`, a page of this project, wait until it is ready, and return it."""
        self.page.goto(url)
        self.page.locator("body[data-ready=true]").wait_for(timeout=60_000)
        return self.page

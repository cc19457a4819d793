from collections.abc import Generator
from typing import Any

import pytest
from browser import browser


@pytest.fixture(scope="module")
def chromium() -> Generator[Any]:
    with browser() as running:
        yield running

"""The dialect reference is what the definitions say now, and says everything of them."""

from pathlib import Path

import pytest

from ttmlir_py.dialects import load_dialect
from ttmlir_py.tools.dialect_reference import DIALECTS, page, write

DOCS = Path(__file__).parents[2] / "docs" / "dialects"


def test_pages_are_current(tmp_path: Path):
    write(tmp_path)
    pages = sorted(path.name for path in tmp_path.iterdir())
    assert pages == sorted(path.name for path in DOCS.iterdir())
    for name in pages:
        assert (tmp_path / name).read_text() == (DOCS / name).read_text(), "run `make docs`"


@pytest.mark.parametrize("name", DIALECTS)
def test_page_is_complete(name: str):
    text = page(name)
    for operation in load_dialect(name).operations:
        assert f"\n### `{operation.name}`\n" in text
    for attribute in load_dialect(name).attributes:
        assert f"{attribute.name}`\n" in text


def test_page_shows_what_was_declared():
    text = page("ttnn")
    start = text.index("### `ttnn.all_gather`")
    entry = text[start : text.index("###", start + 3)]
    assert '%result = "ttnn.all_gather"(%input, %device) <{dim = ..., [num_links = ...]}>' in entry
    assert "| `device` | TT device |" in entry
    assert "| `num_links` | 32-bit signed integer attribute | `1 : si32` |" in entry
    assert "| RowMajor | `row_major` | 0 |" in text

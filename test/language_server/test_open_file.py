"""The lines of a file that an editor has just opened."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the language server needs the extra lsp")

from ttmlir_py.editing import hover, outline
from ttmlir_py.language_server.analyst import OutdatedError
from ttmlir_py.language_server.files import NEAR, OpenFile

COUNT = 2_000
TEXT = "\n".join(
    [
        "func.func @f(%v0: i32) {",
        *(f"  %v{n} = arith.addi %v{n - 1}, %v{n - 1} : i32" for n in range(1, COUNT)),
        "  return",
        "}",
        "// -----",
        "func.func private @g()",
    ]
)


class NeverEnding:
    """An analyst whose analyses do not end."""

    def cancel(self) -> None:
        pass

    async def analyse(self, *_: Any) -> Any:
        await asyncio.Event().wait()


async def opened() -> OpenFile:
    file = OpenFile("file:///model.mlir", TEXT)
    analyst: Any = NeverEnding()

    async def publish(_: OpenFile) -> None:
        raise AssertionError

    file.start(analyst, publish)
    await asyncio.sleep(0)  # the first lines are read
    return file


def test_hover_is_answered_from_near_lines_while_a_file_is_read() -> None:
    async def scenario() -> None:
        file = await opened()
        number, part = file.part_at(1_000)
        assert number == -1
        assert len(part.lines) == 2 * NEAR
        assert part.lines[1_000 - part.first_line].text.startswith("  %v1000 = ")
        analyst: Any = NeverEnding()
        shown = await file.ask(
            analyst, number, part, hover.hover, 1_000 - part.first_line, 12, None
        )
        assert "arith.addi" in shown
        await file.read()
        assert file.part_at(1_000) == (0, file.parts()[0])
        assert len(file.parts()[0].lines) == COUNT + 2
        assert file.part_at(COUNT + 3) == (1, file.parts()[1])
        file.close()

    asyncio.run(scenario())


def test_lines_until_a_place_have_their_structure_while_a_file_is_read() -> None:
    async def scenario() -> None:
        file = await opened()
        early = await file.parts_until(600)
        assert [len(part.lines) for part in early] == [601]
        found = list(outline.colors(early[0], 0, 600))
        await file.read()
        assert await file.parts_until(600) == file.parts()
        assert list(outline.colors(file.parts()[0], 0, 600)) == found
        file.close()

    asyncio.run(scenario())


def test_reader_of_a_file_that_is_edited_meanwhile_is_told() -> None:
    async def scenario() -> None:
        file = await opened()
        reader = asyncio.ensure_future(file.read())
        await asyncio.sleep(0)
        file.edit("module {}", 1)
        with pytest.raises(OutdatedError):
            await reader
        file.close()

    asyncio.run(scenario())

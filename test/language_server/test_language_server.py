"""The language server by its protocol: a client starts `ttmlir-lsp`, edits files and asks."""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the language server needs the extra lsp")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from ttmlir_py.editing import processes

pytestmark = pytest.mark.slow

SCRIPT = str(Path(__file__).parents[2] / "scripts" / "ttmlir-lsp")
"""The command as it is installed."""
PROGRAM = """\
// RUN: ttopt --canonicalize %s
#dram = #ttnn.buffer_type<dram>
module {
  func.func @add(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %0 = tensor.empty() : tensor<32x32xf32>
    %sum = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32> loc("model.py":2:3)
    return %sum : tensor<32x32xf32>
  }
}
"""
WRONG = """\
func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x64xf32>
  %1 = "ttir.abs"(%aa, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = "ttir.abz"(%a, %0) : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %3 = "ttir.softmax"(%a) <{dimension = 1 : si32}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %a : tensor<32x32xf32>
}
"""


class Session:
    """A session of a client with one open file."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.uri = (folder / "model.mlir").as_uri()
        self.text = ""
        self.version = 1
        self.received: asyncio.Queue[list[lsp.Diagnostic]] = asyncio.Queue()
        self.shown: list[str] = []
        self.refreshed = asyncio.Event()

    async def open(self, text: str) -> list[lsp.Diagnostic]:
        self.text = text
        item = lsp.TextDocumentItem(self.uri, "mlir", self.version, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.diagnostics()

    async def diagnostics(self) -> list[lsp.Diagnostic]:
        return await self.received.get()

    async def edit(self, text: str) -> list[lsp.Diagnostic]:
        """Replace the whole text, and return the diagnostics of the new one."""
        while not self.received.empty():
            self.received.get_nowait()
        self.version += 1
        self.text = text
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.version, self.uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return await self.diagnostics()

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def at(self, word: str, offset: int = 1, occurrence: int = 1) -> lsp.Position:
        """Return the position `offset` characters after the start of a word of the text."""
        index = -1
        for _ in range(occurrence):
            index = self.text.index(word, index + 1)
        before = self.text[: index + offset]
        return lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)

    def changed(self, edits: list[lsp.TextEdit]) -> str:
        """Return the text after edits."""
        lines = self.text.split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        text = self.text
        ordered = sorted(
            edits, key=lambda each: (each.range.start.line, each.range.start.character)
        )
        for each in reversed(ordered):
            start = starts[each.range.start.line] + each.range.start.character
            end = min(
                starts[min(each.range.end.line, len(lines))] + each.range.end.character, len(text)
            )
            text = text[:start] + each.new_text + text[end:]
        return text


class Server:
    """A server and its client. Sessions follow one another, because each start takes a second."""

    def __init__(self, costs: bool) -> None:
        self._loop = asyncio.new_event_loop()
        self._costs = costs
        self._session: Session | None = None
        self._client = self._start()

    def _start(self) -> LanguageClient:
        client = LanguageClient("test", "1")
        client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda each: self._receive(each))
        client.feature(lsp.WINDOW_SHOW_DOCUMENT)(lambda each: self._show(each))
        client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)(lambda _: self._refresh())
        for name in (lsp.WINDOW_LOG_MESSAGE, lsp.WINDOW_SHOW_MESSAGE):
            client.feature(name)(lambda _: None)
        client.feature(lsp.WORKSPACE_APPLY_EDIT)(lambda _: lsp.ApplyWorkspaceEditResult(True))
        self._loop.run_until_complete(self._initialize(client))
        return client

    async def _initialize(self, client: LanguageClient) -> None:
        await client.start_io(sys.executable, SCRIPT)
        window = lsp.WindowClientCapabilities(
            show_document=lsp.ShowDocumentClientCapabilities(support=True)
        )
        hints = lsp.InlayHintWorkspaceClientCapabilities(refresh_support=True)
        capabilities = lsp.ClientCapabilities(
            window=window, workspace=lsp.WorkspaceClientCapabilities(inlay_hint=hints)
        )
        await client.initialize_async(
            lsp.InitializeParams(capabilities, initialization_options={"costs": self._costs})
        )
        client.initialized(lsp.InitializedParams())

    def _receive(self, params: lsp.PublishDiagnosticsParams) -> None:
        if self._session is not None and params.uri == self._session.uri:
            self._session.received.put_nowait(list(params.diagnostics))

    def _refresh(self) -> None:
        if self._session is not None:
            self._session.refreshed.set()

    def _show(self, params: lsp.ShowDocumentParams) -> lsp.ShowDocumentResult:
        assert self._session is not None
        self._session.shown.append(params.uri)
        return lsp.ShowDocumentResult(True)

    @property
    def _process(self) -> asyncio.subprocess.Process:
        assert self._client._server is not None
        return self._client._server

    @property
    def process(self) -> int:
        """The id of the server's process."""
        return self._process.pid

    def run(self, scenario: Callable[[Session], Awaitable[None]], folder: Path) -> None:
        """Run a scenario in a session of its own, and close its file."""
        if self._process.returncode is not None:
            self._client = self._start()
        opened = self._session = Session(self._client, folder)

        async def run() -> None:
            await asyncio.wait_for(scenario(opened), 100)
            self._client.text_document_did_close(lsp.DidCloseTextDocumentParams(opened.document))

        self._loop.run_until_complete(run())

    def kill(self) -> None:
        """Kill the server. The next session starts another one."""
        self._process.kill()
        self._loop.run_until_complete(self._process.wait())

    def stop(self) -> None:
        async def stop() -> None:
            if self._process.returncode is None:
                await self._client.shutdown_async(None)
                self._client.exit(None)
            await self._client.stop()

        self._loop.run_until_complete(stop())
        self._loop.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    started = Server(costs=False)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def compiling_server() -> Iterator[Server]:
    """A server that compiles the files for their warnings and costs."""
    started = Server(costs=True)
    yield started
    started.stop()


def test_names_of_a_file_are_found_renamed_and_highlighted(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        assert await ls.open(PROGRAM) == []
        found = await ls.client.text_document_definition_async(
            lsp.DefinitionParams(ls.document, ls.at("return %sum", 9))
        )
        assert isinstance(found, lsp.Location)
        assert found.range.start == ls.at('%sum = "ttir', 0)
        uses = await ls.client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), ls.document, ls.at("%a:", 1))
        )
        assert uses is not None
        assert [use.range.start for use in uses] == [ls.at("%a:", 0), ls.at("(%a,", 1)]
        marks = await ls.client.text_document_document_highlight_async(
            lsp.DocumentHighlightParams(ls.document, ls.at("%b:", 1))
        )
        assert marks is not None
        assert len(marks) == 2
        edit = await ls.client.text_document_rename_async(
            lsp.RenameParams(ls.document, ls.at("%sum", 1), "total")
        )
        assert edit is not None
        assert edit.changes is not None
        text = ls.changed(list(edit.changes[ls.uri]))
        assert text == PROGRAM.replace("%sum", "%total")
        assert await ls.edit(text) == []

    server.run(scenario, tmp_path)


def test_hover_hints_outline_and_links_describe_a_file(
    compiling_server: Server, tmp_path: Path
) -> None:
    (tmp_path / "model.py").write_text("def f(): ...\n")

    async def scenario(ls: Session) -> None:
        await ls.open(PROGRAM)
        await ls.diagnostics()  # the second ones come with the costs of the compiled program
        words = await _hover(ls, "ttir.add", 3)
        assert "lhs + rhs" in words
        assert "4.0 kB" in words
        assert re.search(r"Estimate on the card: \d+ ns, .* peak of L1 .*bytes per bank", words)
        assert "tensor<32x32xf32>" in await _hover(ls, "%sum", 2)
        assert "buffer_type<dram>" in await _hover(ls, "#dram", 2)
        symbols = await ls.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(ls.document)
        )
        assert symbols is not None
        assert [each.name for each in symbols] == ["module"]
        assert [each.name for each in symbols[0].children or ()] == ["@add"]
        folds = await ls.client.text_document_folding_range_async(
            lsp.FoldingRangeParams(ls.document)
        )
        assert folds is not None
        assert [(each.start_line, each.end_line) for each in folds] == [(2, 7), (3, 6)]
        links = await ls.client.text_document_document_link_async(
            lsp.DocumentLinkParams(ls.document)
        )
        assert links is not None
        assert [str(each.target).rpartition("/")[2] for each in links] == ["model.py#L2,3"]
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(20, 0))
        await ls.edit(
            PROGRAM.replace(
                "%sum = ", "%c = arith.constant 1 : i32\n%d = arith.addi %c, %c : i32\n%sum = "
            )
        )
        colors = await ls.client.text_document_semantic_tokens_range_async(
            lsp.SemanticTokensRangeParams(ls.document, whole)
        )
        assert colors is not None
        assert len(colors.data) > 100

    compiling_server.run(scenario, tmp_path)


def test_warnings_of_the_lowering_are_reported_after_opening(
    compiling_server: Server, tmp_path: Path
) -> None:
    async def scenario(ls: Session) -> None:
        assert await ls.open(PROGRAM.replace("ttir.add", "ttir.remainder")) == []
        (warning,) = await ls.diagnostics()
        assert warning.severity == lsp.DiagnosticSeverity.Warning
        assert warning.range.start == ls.at('"ttir.remainder', 0)

    compiling_server.run(scenario, tmp_path)


NAMES = """\
#dram = #ttnn.buffer_type<dram>
func.func private @g(i1) -> i1
func.func @f(%a: i1) -> i1 attributes {space = #dram} {
  cf.br ^bb1(%a : i1)
^bb1(%b: i1):
  %c:2 = "test.op"(%b) : (i1) -> (i1, i1)
  %d = func.call @g(%c#1) : (i1) -> i1
  return %d : i1
}
"""


def test_values_blocks_symbols_and_aliases_are_renamed(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(NAMES)
        for old, new in (("%c", "%pair"), ("^bb1", "^next"), ("@g", "@h"), ("#dram", "#memory")):
            found = await ls.client.text_document_definition_async(
                lsp.DefinitionParams(ls.document, ls.at(old, 1, 2))
            )
            assert isinstance(found, lsp.Location)
            assert found.range.start == ls.at(old, 0, 2 if old == "^bb1" else 1)
            edit = await ls.client.text_document_rename_async(
                lsp.RenameParams(ls.document, ls.at(old, 1), new)
            )
            assert edit is not None
            assert edit.changes is not None
            assert ls.changed(list(edit.changes[ls.uri])) == NAMES.replace(old, new)

    server.run(scenario, tmp_path)


def test_answers_right_after_opening_are_those_after_the_analysis(
    server: Server, tmp_path: Path
) -> None:
    """A file with 3,000 lines is read in slices. Answers in between are neither empty nor wrong."""
    body = [f"    %v{n} = arith.cmpi eq, %a, %a : i32" for n in range(3_000)]
    text = "\n".join(["module {", "  func.func @f(%a: i32) {", *body, "    return\n  }\n}"])

    def requests(ls: Session) -> list[Awaitable[Any]]:
        client, document = ls.client, ls.document
        place, used = lsp.Position(1_500, 6), lsp.Position(1_500, 30)
        near = lsp.Range(lsp.Position(1_490, 0), lsp.Position(1_510, 0))
        context = lsp.ReferenceContext(True)
        return [
            client.text_document_definition_async(lsp.DefinitionParams(document, used)),
            client.text_document_references_async(lsp.ReferenceParams(context, document, place)),
            client.text_document_document_highlight_async(
                lsp.DocumentHighlightParams(document, place)
            ),
            client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, place)),
            client.text_document_rename_async(lsp.RenameParams(document, place, "renamed")),
            client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)),
            client.text_document_folding_range_async(lsp.FoldingRangeParams(document)),
            client.text_document_semantic_tokens_range_async(
                lsp.SemanticTokensRangeParams(document, near)
            ),
            client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document)),
        ]

    async def scenario(ls: Session) -> None:
        opened = asyncio.ensure_future(ls.open(text))
        await asyncio.sleep(0)
        hints = asyncio.ensure_future(_hints(ls))
        early = await asyncio.gather(*requests(ls))
        assert all(early)
        assert not await hints
        assert await opened == []
        assert await asyncio.gather(*requests(ls)) == early
        await ls.refreshed.wait()
        assert len(await _hints(ls)) == 3_000

    server.run(scenario, tmp_path)


def test_hints_and_colors_tell_what_the_text_does_not_show(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(
            "func.func @f(%a: i32) -> i32 {\n  %c = arith.addi %a, %a : i32\n"
            "  %m:2 = arith.addui_extended %a, %a : i32, i1\n  return %c : i32\n}\n"
        )
        hints = await _hints(ls)
        colors = await ls.client.text_document_semantic_tokens_full_async(
            lsp.SemanticTokensParams(ls.document)
        )
        assert colors is not None
        assert [(each.position, each.label) for each in hints] == [(ls.at("%m", 2), ": i32")]
        # `func.func`, `@f`, `%a` of the first line: start after the last one, length, type
        assert colors.data[:15] == (0, 0, 9, 4, 0, 0, 10, 2, 4, 0, 0, 3, 2, 3, 0)

    server.run(scenario, tmp_path)


def test_formatting_keeps_comments(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open("module {\n// why\nfunc.func  private @f()   // what\n}\n")
        edits = await ls.client.text_document_formatting_async(
            lsp.DocumentFormattingParams(ls.document, lsp.FormattingOptions(2, True))
        )
        assert edits is not None
        formatted = ls.changed(list(edits))
        assert "  // why\n" in formatted
        assert formatted.rstrip().endswith("// what\n}")

    server.run(scenario, tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// RUN: ttopt --ttnn-optimizer=|", "memory-layout-analysis-enabled="),
        ('"ttir.softmax"(%a, %0) <{|', "dimension"),
        ("#l = #ttnn.buffer_type<|", "system_memory"),
        ("func.func @f(%first: i1) -> i1 {\n  return %|", "%first"),
        ("func.func private @other()\nfunc.func @f() {\n  func.call @|", "@other"),
        ("#memory = #ttnn.buffer_type<l1>\nmodule attributes {a = #|", "#memory"),
        ("func.func @f() {\n  cf.br ^|\n^last:\n  return\n}", "^last"),
        ('builtin.module {\n  %0 = "ttnn.get_device"() : () -> !|', "!tt.device"),
    ],
    ids=["option", "attribute", "case", "value", "symbol", "alias", "block", "type"],
)
def test_completion_offers_what_fits(
    server: Server, tmp_path: Path, text: str, expected: str
) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(text.replace("|", ""))
        found = await ls.client.text_document_completion_async(
            lsp.CompletionParams(ls.document, ls.at(text.replace("|", ""), text.index("|")))
        )
        assert isinstance(found, lsp.CompletionList)
        assert expected in {each.label for each in found.items}

    server.run(scenario, tmp_path)


def test_texts_with_bytes_of_other_encodings_get_an_answer(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(PROGRAM)
        raw = PROGRAM.replace("model", "mod\u00e8le")
        for encoding in ("latin-1", "utf-16"):
            for read_as in ("utf-8", "latin-1"):
                assert await ls.edit(raw.encode(encoding).decode(read_as, "replace")) is not None
        assert await ls.edit(PROGRAM) == []

    server.run(scenario, tmp_path)


async def _hints(ls: Session) -> Sequence[lsp.InlayHint]:
    lines = lsp.Range(lsp.Position(0, 0), lsp.Position(ls.text.count("\n"), 0))
    found = await ls.client.text_document_inlay_hint_async(lsp.InlayHintParams(ls.document, lines))
    assert found is not None
    return found


async def _hover(ls: Session, word: str, offset: int) -> str:
    found = await ls.client.text_document_hover_async(
        lsp.HoverParams(ls.document, ls.at(word, offset))
    )
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    return found.contents.value


def test_several_errors_are_reported_and_corrected(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        found = await ls.open(WRONG)
        messages = [(each.range.start.line, each.message) for each in found]
        assert (2, "use of undeclared SSA value name") in messages
        assert [line for line, _ in messages] == [2, 2, 3, 4]
        assert "unregistered operation 'ttir.abz'" in messages[2][1]
        assert "expected 2 operands, but found 1" in messages[3][1]
        titles: dict[str, lsp.CodeAction] = {}
        for line in (2, 3, 4):
            range_ = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 90))
            actions = await ls.client.text_document_code_action_async(
                lsp.CodeActionParams(ls.document, range_, lsp.CodeActionContext([]))
            )
            for each in actions or ():
                if isinstance(each, lsp.CodeAction) and each.kind == lsp.CodeActionKind.QuickFix:
                    titles.setdefault(each.title, each)
        edits: list[Any] = []
        for title in ("Replace by %a", "Replace by ttir.abs", "Insert the destination"):
            edit = titles[title].edit
            assert edit is not None
            assert edit.changes is not None
            edits += edit.changes[ls.uri]
        left = await ls.edit(ls.changed(edits))
        assert {each.range.start.line for each in left} <= {2, 3}, left

    server.run(scenario, tmp_path)


def test_result_type_that_follows_from_operands_is_offered(server: Server, tmp_path: Path) -> None:
    right = PROGRAM.replace("x32x", "x64x").replace("32x32", "32x64")
    old, new = "tensor<32x32xf32>", "tensor<32x64xf32>"
    wrong = right.replace(f"empty() : {new}", f"empty() : {old}").replace(
        f"{new}, {new}) -> {new} loc", f"{new}, {old}) -> {old} loc"
    )

    async def scenario(ls: Session) -> None:
        assert await ls.open(wrong)
        line = lsp.Range(ls.at("%sum = ", 0), ls.at("%sum = ", 90))
        actions = await ls.client.text_document_code_action_async(
            lsp.CodeActionParams(ls.document, line, lsp.CodeActionContext([]))
        )
        (action,) = (
            each
            for each in actions or ()
            if isinstance(each, lsp.CodeAction) and each.title == f"Change the result type to {new}"
        )
        assert action.edit is not None
        assert action.edit.changes is not None
        changed = ls.changed(list(action.edit.changes[ls.uri]))
        assert changed == right
        assert await ls.edit(changed) == []

    server.run(scenario, tmp_path)


LAYOUT = """\
#l1 = #ttnn.buffer_type<l1>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x2x!tt.tile<32x32, bf16>, #l1>, <block_sharded>>
func.func @f(%a: tensor<256x512xbf16, #layout>) -> tensor<256x512xbf16, #layout> {
  %0 = "ttnn.softmax"(%a) <{dimension = 1 : si32}> : (tensor<256x512xbf16, #layout>) -> tensor<256x512xbf16, #layout>
  return %a : tensor<256x512xbf16, #layout>
}
"""


def test_hover_and_hints_show_sizes_and_layout_of_a_value(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        assert await ls.open(LAYOUT) == []
        (hint,) = await _hints(ls)
        assert hint.position == ls.at("%0", 2)
        assert hint.label == ": l1, 8x8, block_sharded, 1x2 of 32x32, bf16"
        assert "distribution #ttnn.tensor_memory_layout<block_sharded>" in str(hint.tooltip)
        shown = await _hover(ls, "return %a", 8)
        assert "131,072 elements, 256.0 kB" in shown
        for words in ("grid", "8x8", "block_sharded", "shard 1x2 of", "l1"):
            assert words in shown

    server.run(scenario, tmp_path)


def test_command_verify_compares_the_program_with_the_reference(
    server: Server, tmp_path: Path
) -> None:
    program = PROGRAM.replace("--canonicalize", "--ttir-to-ttnn-backend-pipeline")

    async def scenario(ls: Session) -> None:
        await ls.open(program)
        report = await _command(ls, "ttmlir.verify", ls.uri)
        assert report.endswith("outputs differ by 0.0e+00\nright")
        await ls.edit(program.replace("%sum :", "%none :"))
        assert "7:12: error: use of undeclared" in await _command(ls, "ttmlir.verify", ls.uri)

    server.run(scenario, tmp_path)


def test_two_editors_have_the_same_file_open(
    server: Server, compiling_server: Server, tmp_path: Path
) -> None:
    async def other(ls: Session) -> None:
        assert len(await ls.open(WRONG)) == 4
        assert await ls.edit(PROGRAM) == []
        assert "lhs + rhs" in await _hover(ls, "ttir.add", 3)

    async def scenario(ls: Session) -> None:
        assert await ls.open(PROGRAM) == []
        second = asyncio.create_task(asyncio.to_thread(compiling_server.run, other, tmp_path))
        assert len(await ls.edit(WRONG)) == 4
        await second
        assert len(await ls.edit(WRONG + "\n")) == 4

    server.run(scenario, tmp_path)


def test_completion_and_signature_follow_the_cursor(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(PROGRAM)
        line = '    %1 = "ttir.soft'
        text = PROGRAM.replace("    return", f"{line}\n    return")
        await ls.edit(text)
        found = await ls.client.text_document_completion_async(
            lsp.CompletionParams(ls.document, ls.at("ttir.soft", 9))
        )
        assert isinstance(found, lsp.CompletionList)
        assert "ttir.softmax" in {each.label for each in found.items}
        text = PROGRAM.replace("    return", '    %1 = "ttir.softmax"(%a, \n    return')
        await ls.edit(text)
        help_ = await ls.client.text_document_signature_help_async(
            lsp.SignatureHelpParams(ls.document, ls.at("(%a, \n", 5))
        )
        assert help_ is not None
        assert help_.signatures[0].label == "ttir.softmax(input, output)"
        assert help_.active_parameter == 1
        await ls.edit("// RUN: ttopt --ttir-to-ttnn-b")
        found = await ls.client.text_document_completion_async(
            lsp.CompletionParams(ls.document, ls.at("--ttir", 18))
        )
        assert isinstance(found, lsp.CompletionList)
        assert "--ttir-to-ttnn-backend-pipeline" in {each.label for each in found.items}

    server.run(scenario, tmp_path)


def test_commands_show_passes_and_write_check_lines(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(PROGRAM)
        offered = await ls.client.text_document_code_action_async(
            lsp.CodeActionParams(
                ls.document, lsp.Range(ls.at("%sum"), ls.at("%sum")), lsp.CodeActionContext([])
            )
        )
        assert [each.title for each in offered or ()] == [
            "Show the IR after the last pass",
            "Compile, run and compare with the reference",
            "Write CHECK lines for the output",
        ]
        passes = await _command(ls, "ttmlir.listPasses", ls.uri)
        assert passes == ["canonicalize"]
        shown = await _command(ls, "ttmlir.showPass", ls.uri, 0)
        assert '"ttir.add"' in shown
        assert ls.shown
        checks = await _command(ls, "ttmlir.writeCheckLines", ls.uri)
        assert "// CHECK-LABEL: func.func @add" in checks
        assert '"ttir.add"(%[[V0]], %[[V1]], %[[V2]])' in checks

    server.run(scenario, tmp_path)


async def _command(ls: Session, name: str, *arguments: Any) -> Any:
    return await ls.client.workspace_execute_command_async(
        lsp.ExecuteCommandParams(name, list(arguments))
    )


def test_revision_is_detected_or_set(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PROGRAM.replace("(%a, %b, %0)", "(%a, %b)").replace(
        "(tensor<32x32xf32>, tensor<32x32xf32>, ", "(tensor<32x32xf32>, "
    )

    async def scenario(ls: Session) -> None:
        assert await ls.open(text.replace("<{operandSegmentSizes = array<i32: 2, 1>}> ", "")) == []
        assert len(await ls.edit(text)) == 1

    server.run(scenario, tmp_path)

    from ttmlir_py.language_server import analyst
    from ttmlir_py.language_server import server as module

    monkeypatch.setattr(module.server, "revision", None)
    options = {"revision": "2025-02-18"}
    params = lsp.InitializeParams(lsp.ClientCapabilities(), initialization_options=options)
    module.on_initialize(module.server, params)
    assert module.server.revision == "2025-02"
    monkeypatch.setattr(analyst, "_edits", SimpleNamespace(value=0))
    unmarked = text.replace("<{operandSegmentSizes = array<i32: 2, 1>}> ", "")
    ((found, problems),) = analyst._analyse("file:///a", 1, unmarked, module.server.revision, 0)
    assert found == "2025-02"
    assert "operandSegmentSizes" in problems[0].message
    analyst._forget("file:///a")
    assert asyncio.run(processes.compile_report(unmarked, found)).error == "the text has errors"
    assert processes.pipeline_of(text, found) == ["--canonicalize", "--tt-mlir=2025-02"]


def test_line_ends_and_columns_are_those_of_the_protocol(server: Server, tmp_path: Path) -> None:
    text = (
        "// \u2028 and \x0c end no line\r\nfunc.func private @f()\r"
        'func.func @g() attributes {a = "\U0001d4b3"} {\n  %y = arith.negf %x : f32\n  return\n}\n'
    )

    async def scenario(ls: Session) -> None:
        (error,) = await ls.open(text)
        assert error.range == lsp.Range(lsp.Position(3, 18), lsp.Position(3, 20))
        # columns count units of UTF-16, of which the letter in @g has two
        changes = [
            lsp.TextDocumentContentChangePartial(
                lsp.Range(lsp.Position(*start), lsp.Position(*end)), new
            )
            for start, end, new in (((3, 2), (3, 99), ""), ((2, 35), (2, 36), ", b = @h}"))
        ]
        ls.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(ls.version + 1, ls.uri), changes
            )
        )
        assert await ls.diagnostics() == []
        ls.text = ""
        edit = await ls.client.text_document_formatting_async(
            lsp.DocumentFormattingParams(ls.document, lsp.FormattingOptions(4, True))
        )
        assert edit is not None
        assert edit[0].new_text.endswith(
            'func.func @g() attributes {a = "\U0001d4b3", b = @h} {\n\n    return\n}\n'
        )

    server.run(scenario, tmp_path)


def test_bad_requests_are_refused_and_the_server_goes_on(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(PROGRAM)
        with pytest.raises(Exception, match="is not a name of MLIR"):
            await ls.client.text_document_rename_async(
                lsp.RenameParams(ls.document, ls.at("%sum", 1), "two words")
            )
        with pytest.raises(Exception, match="is not open"):
            await ls.client.text_document_hover_async(
                lsp.HoverParams(lsp.TextDocumentIdentifier("file:///no.mlir"), lsp.Position(0, 0))
            )
        found = await ls.edit("module {\n" * 50_000)
        assert "it is not analysed" in found[0].message
        found = await ls.edit(NAMES + "\n" * 24_000)
        assert "only names, regions and colors are known" in found[0].message
        place = await ls.client.text_document_definition_async(
            lsp.DefinitionParams(ls.document, ls.at("%c", 1, 2))
        )
        assert isinstance(place, lsp.Location)
        assert place.range.start == ls.at("%c", 0)
        found = await ls.edit("\x00 \u00e9 module {")
        assert found
        assert await ls.edit(PROGRAM) == []

    server.run(scenario, tmp_path)


def test_request_about_text_that_is_edited_meanwhile_is_refused(
    server: Server, tmp_path: Path
) -> None:
    async def scenario(ls: Session) -> None:
        await ls.open(PROGRAM)

        def edit(version: int) -> None:
            start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
            ls.client.text_document_did_change(
                lsp.DidChangeTextDocumentParams(
                    lsp.VersionedTextDocumentIdentifier(version, ls.uri),
                    [lsp.TextDocumentContentChangePartial(start, "// -----\n")],
                )
            )

        edit(2)  # its analysis begins later than the hover waits
        hover = asyncio.ensure_future(_hover(ls, "ttir.add", 3))
        await asyncio.sleep(0)
        edit(3)
        with pytest.raises(Exception, match="was edited"):
            await hover

    server.run(scenario, tmp_path)


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="processes are found in /proc"
)


@needs_proc
def test_server_replaces_a_killed_analyst(server: Server, tmp_path: Path) -> None:
    async def scenario(ls: Session) -> None:
        assert await ls.open(PROGRAM) == []
        (first,) = _processes(server.process, b"spawn_main")
        os.kill(first, signal.SIGKILL)
        assert "lhs + rhs" in await _hover(ls, "ttir.add", 3)
        assert len(await ls.edit(WRONG)) == 4
        (second,) = _processes(server.process, b"spawn_main")
        assert second != first

    server.run(scenario, tmp_path)


@needs_proc
def test_analyst_ends_when_its_server_is_killed(server: Server) -> None:
    deadline = time.monotonic() + 60
    while not (analysts := _processes(server.process, b"spawn_main")):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    server.kill()
    while any(b"spawn_main" in _command_of(each) for each in analysts):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _processes(parent: int, word: bytes) -> list[int]:
    """Return the process ids of the children of `parent` with `word` in their command line."""
    children: list[int] = []
    for thread in Path(f"/proc/{parent}/task").iterdir():
        children += map(int, (thread / "children").read_text().split())
    return [each for each in children if word in _command_of(each)]


def _command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""

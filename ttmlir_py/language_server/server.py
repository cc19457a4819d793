"""The requests of the Language Server Protocol, answered by `editing`."""

import asyncio
import gc
import io
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path
from pygls.workspace import PositionCodec
from pygls.workspace.position_codec import ServerTextPosition

from ttmlir_py.editing import actions, completion, formatting, hover, outline, processes
from ttmlir_py.editing.analysis import Part, Problem
from ttmlir_py.editing.structure import Name
from ttmlir_py.ir.diagnostics import Severity
from ttmlir_py.language_server.analyst import Analyst, OutdatedError
from ttmlir_py.language_server.files import OpenFile
from ttmlir_py.revisions import identify

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.REMARK: lsp.DiagnosticSeverity.Information,
    Severity.NOTE: lsp.DiagnosticSeverity.Hint,
}
_ITEM_KINDS = {
    completion.ItemKind.OPERATION: lsp.CompletionItemKind.Function,
    completion.ItemKind.VALUE: lsp.CompletionItemKind.Variable,
    completion.ItemKind.BLOCK: lsp.CompletionItemKind.Module,
    completion.ItemKind.SYMBOL: lsp.CompletionItemKind.Reference,
    completion.ItemKind.ALIAS: lsp.CompletionItemKind.Constant,
    completion.ItemKind.ATTRIBUTE: lsp.CompletionItemKind.Property,
    completion.ItemKind.ENUM_CASE: lsp.CompletionItemKind.EnumMember,
    completion.ItemKind.FLAG: lsp.CompletionItemKind.Keyword,
    completion.ItemKind.OPTION: lsp.CompletionItemKind.Property,
}
_SOURCE_LINK = re.compile(r'loc\("([^"]+)":(\d+):(\d+)')
_NEW_NAME = re.compile(r"[A-Za-z_$][\w$.-]*|[0-9]+", re.ASCII)
MAX_COLORED_LINES = 3_000
MAX_COLORS = 30_000
"""Lines and tokens whose colors are sent at once. Editors also ask for ranges."""
SLICE = 300
"""Lines of a long file that are colored before other requests are answered."""
SHOW_PASS = "ttmlir.showPass"
LIST_PASSES = "ttmlir.listPasses"
CHECK_LINES = "ttmlir.writeCheckLines"
VERIFY = "ttmlir.verify"


@dataclass(frozen=True)
class Document:
    """The lines of an open file, and the conversion of positions from and to the client's units.

    pygls splits the text again for each position, also at characters that end no line in the
    protocol.
    """

    uri: str
    path: str
    lines: Sequence[str]
    codec: PositionCodec

    def position(self, position: lsp.Position) -> ServerTextPosition:
        """Return a position of the client as line and column, counted in characters.

        A column after the end of its line is the end, and a line after the last one the last one.
        """
        if position.line >= len(self.lines):
            return ServerTextPosition(len(self.lines) - 1, len(self.lines[-1]))
        line = self.lines[position.line]
        if line.isascii():
            return ServerTextPosition(position.line, min(position.character, len(line)))
        within = lsp.Position(0, min(position.character, self.codec.client_num_units(line)))
        found = self.codec.position_from_client_units([line], within)
        return ServerTextPosition(position.line, found.character)

    def client_position(self, line: int, column: int) -> lsp.Position:
        """Return a line and a column in the client's units."""
        return self.codec.position_to_client_units(self.lines, ServerTextPosition(line, column))

    def range(self, line: int, start: int, end: int) -> lsp.Range:
        """Return columns of a line as a range in the client's units."""
        return lsp.Range(self.client_position(line, start), self.client_position(line, end))

    def changed(self, change: lsp.TextDocumentContentChangeEvent) -> str:
        """Return the text after a change."""
        if not isinstance(change, lsp.TextDocumentContentChangePartial):
            return change.text
        start, end = self.position(change.range.start), self.position(change.range.end)
        before = self.lines[start.line][: start.character]
        after = self.lines[end.line][end.character :]
        changed = before + change.text + after
        return "\n".join([*self.lines[: start.line], changed, *self.lines[end.line + 1 :]])


@dataclass(frozen=True)
class Place:
    """A position in an open file: the part that contains it, and the line within the part."""

    file: OpenFile
    document: Document
    number: int
    part: Part
    line: int
    column: int

    def location(self, name: Name) -> lsp.Location:
        """Return where a name of the same part is written."""
        line = self.part.first_line + name.line
        return lsp.Location(self.document.uri, self.document.range(line, name.start, name.end))


class _Protocol(LanguageServerProtocol):
    """The protocol without copies of the open files, because `OpenFile` has their text."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> Any:
        """Let `did_change` apply the changes. pygls would also replace positions in `params`."""
        manager: Any = self.fm
        yield manager.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None


class Server(LanguageServer):
    """The language server, with its open files."""

    def __init__(self) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            "ttmlir-lsp", version("ttmlir_py"), protocol_cls=_Protocol
        )
        self.files: dict[str, OpenFile] = {}
        self.analyst = Analyst()
        self.compiles = True
        """Whether texts are compiled for their costs; the option `costs` of the client."""
        self.revision: str | None = None
        """The revision of all texts; the option `revision` of the client."""

    def file(self, uri: str) -> OpenFile:
        """Return an open file. Raises an error of the protocol for another one."""
        found = self.files.get(uri)
        if found is None:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return found

    def document(self, uri: str) -> Document:
        """Return the text of an open file as it is."""
        rows = self.file(uri).rows
        return Document(uri, to_fs_path(uri) or uri, rows, self.workspace.position_codec)

    def at(self, uri: str, position: lsp.Position) -> Place:
        """Return the place of a position in an open file.

        In a file that is being read, it may be in a part of a few lines (`OpenFile.part_at`).
        """
        file, document = self.file(uri), self.document(uri)
        place = document.position(position)
        number, part = file.part_at(place.line)
        line = min(place.line - part.first_line, len(part.lines) - 1)
        return Place(file, document, number, part, line, place.character)

    async def named(self, uri: str, position: lsp.Position) -> tuple[Place, Name, Name] | None:
        """Return a place in a file, once the file is read, the name there, and its definition.

        Return None if there is no name with a definition.
        """
        await self.read(uri)
        place = self.at(uri, position)
        name = place.part.structure.name_at(place.line, place.column)
        if name is None or name.definition is None:
            return None
        return place, name, name.definition

    async def parts(self, uri: str) -> list[Part]:
        """Return the parts of an open file, once it is read."""
        await self.read(uri)
        return self.file(uri).parts()

    async def read(self, uri: str) -> None:
        """Wait until a file that was opened is read.

        Raises an error of the protocol if the file is edited meanwhile.
        """
        try:
            await self.file(uri).read()
        except OutdatedError:
            raise JsonRpcContentModified(f"{uri} was edited") from None

    async def pause(self, file: OpenFile) -> None:
        """Answer other requests within a long one.

        Raises an error of the protocol if the file is edited meanwhile.
        """
        version = file.version
        await asyncio.sleep(0.001)  # reading a message takes several steps of the event loop
        if file.version != version:
            raise JsonRpcContentModified(f"{file.uri} was edited")

    async def ask(
        self,
        file: OpenFile,
        number: int,
        part: Part,
        function: Callable[..., Any],
        *arguments: Any,
    ) -> Any:
        """Return `function(part, *arguments)` for a part of a file (`OpenFile.ask`).

        Raises an error of the protocol if the file is edited meanwhile.
        """
        try:
            return await file.ask(self.analyst, number, part, function, *arguments)
        except OutdatedError:
            raise JsonRpcContentModified(f"{file.uri} was edited") from None

    async def ask_at(self, place: Place, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return `function(part, line, column, *arguments)` at a place, like `ask`."""
        return await self.ask(
            place.file, place.number, place.part, function, place.line, place.column, *arguments
        )

    async def publish(self, file: OpenFile) -> None:
        """Send the diagnostics of a file."""
        document = self.document(file.uri)
        problems = file.problems
        sent = [self.diagnostic(document, each) for each in problems]
        if file.report is not None and file.report_version == file.version:
            known = {(each.line, each.message) for each in problems}
            for each in file.report.warnings:
                found = Problem(
                    each["line"],
                    each["start"],
                    each["end"],
                    Severity(each["severity"]),
                    each["message"],
                )
                if (found.line, found.message) not in known:
                    sent.append(self.diagnostic(document, found))
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(file.uri, sent, file.version)
        )
        self._refresh_hints(file)

    def _refresh_hints(self, file: OpenFile) -> None:
        """Let the editor ask for hints again that it asked for too early."""
        workspace = self.client_capabilities.workspace
        known = None if workspace is None else workspace.inlay_hint
        if file.lacks_hints and file.is_analysed and known is not None and known.refresh_support:
            file.lacks_hints = False
            self.workspace_inlay_hint_refresh(None)

    def diagnostic(self, document: Document, problem: Problem) -> lsp.Diagnostic:
        """Return a problem as a diagnostic of the protocol."""
        related = [
            lsp.DiagnosticRelatedInformation(
                lsp.Location(document.uri, document.range(line, column, column + 1)), text
            )
            for line, column, text in problem.notes
        ]
        return lsp.Diagnostic(
            document.range(problem.line, problem.start, problem.end),
            problem.message,
            _SEVERITIES[problem.severity],
            source="ttmlir",
            related_information=related or None,
        )

    async def compile(self, file: OpenFile) -> None:
        """Compile the text for its warnings and costs, in a process."""
        if not file.is_parsed or not self.compiles:
            return
        asked = file.version
        try:
            found = await processes.compile_report(file.text, file.requested)
        except processes.CommandError as error:
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Info, str(error)))
            return
        if file.version == asked:
            file.report, file.report_version = found, asked
            if file.is_analysed:  # otherwise the errors are unknown yet, and published later
                await self.publish(file)


server = Server()


@server.feature(lsp.INITIALIZE)
def on_initialize(ls: Server, params: lsp.InitializeParams) -> None:
    """Read the options that the editor gives at the start."""
    options: Any = params.initialization_options
    if isinstance(options, dict):
        found = cast(dict[str, Any], options)
        ls.compiles = found.get("costs") is not False
        if revision := found.get("revision"):
            try:
                ls.revision = identify(str(revision))
            except ValueError as error:
                ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
async def did_open(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    """Analyse a file that was opened, and compile it."""
    document = params.text_document
    file = ls.files[document.uri] = OpenFile(
        document.uri, document.text, document.version, ls.revision
    )
    file.start(ls.analyst, ls.publish)
    await ls.compile(file)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    """Analyse a file after an edit."""
    document = params.text_document
    file = ls.file(document.uri)
    for change in params.content_changes:
        file.edit(ls.document(document.uri).changed(change), document.version)
    file.start(ls.analyst, ls.publish)


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
async def did_save(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
    """Compile a file that was saved."""
    await ls.compile(ls.file(params.text_document.uri))


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
async def did_close(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    """Forget a file, and remove its diagnostics."""
    uri = params.text_document.uri
    if (file := ls.files.pop(uri, None)) is not None:
        file.close()
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
    await ls.analyst.forget(uri)


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
async def on_hover(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    """Show the documentation, types and costs of the word at a position."""
    place = ls.at(params.text_document.uri, params.position)
    part, report = place.part, place.file.report
    cost = None
    statement = part.structure.statement_at(place.line, place.column)
    if report is not None and statement is not None and statement.name_line >= 0:
        start = f"{part.first_line + statement.name_line}:{statement.name_start}"
        cost = report.costs.get(start)
    text = await ls.ask_at(place, hover.hover, cost)
    if text is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
async def on_definition(ls: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Return where the name at a position is defined."""
    named = await ls.named(params.text_document.uri, params.position)
    if named is None:
        return None
    place, _, definition = named
    return place.location(definition)


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
async def on_references(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
    """Return the uses of the name at a position."""
    named = await ls.named(params.text_document.uri, params.position)
    if named is None:
        return None
    place, _, definition = named
    found = list(definition.uses)
    if params.context.include_declaration:
        found.insert(0, definition)
    return [place.location(each) for each in found]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
async def on_highlight(
    ls: Server, params: lsp.DocumentHighlightParams
) -> list[lsp.DocumentHighlight] | None:
    """Mark the other places of the name at a position."""
    named = await ls.named(params.text_document.uri, params.position)
    if named is None:
        return None
    place, _, definition = named
    found = [definition, *definition.uses]
    return [lsp.DocumentHighlight(place.location(each).range) for each in found]


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
async def on_prepare_rename(
    ls: Server, params: lsp.PrepareRenameParams
) -> lsp.PrepareRenamePlaceholder | None:
    """Return the name at a position, without its first character (`%`, `^`, `@`, `#` or `!`), or
    None for other words.
    """
    named = await ls.named(params.text_document.uri, params.position)
    if named is None:
        return None
    place, name, _ = named
    start = name.start + _has_sigil(place.part, name)
    range_ = place.document.range(place.part.first_line + name.line, start, name.end)
    return lsp.PrepareRenamePlaceholder(range_, name.text[1:])


def _has_sigil(part: Part, name: Name) -> bool:
    """Whether the name is written with its first character; in `sym_name = "f"` it is not."""
    return part.lines[name.line].text[name.start : name.start + 1] == name.text[0]


@server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
async def on_rename(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """Rename a value, block, symbol or alias everywhere in its text."""
    named = await ls.named(params.text_document.uri, params.position)
    if named is None:
        return None
    place, name, definition = named
    new = params.new_name.lstrip("%^@#!")
    if not _NEW_NAME.fullmatch(new):
        raise JsonRpcInvalidParams(f"'{params.new_name}' is not a name of MLIR")
    part = place.part
    others = part.structure.definitions_of(name.text[0] + new)
    if any(each is not definition for each in others):
        raise JsonRpcInvalidParams(f"'{name.text[0]}{new}' is already defined")
    edits = [
        lsp.TextEdit(
            place.document.range(
                part.first_line + each.line, each.start + _has_sigil(part, each), each.end
            ),
            new,
        )
        for each in (definition, *definition.uses)
    ]
    return lsp.WorkspaceEdit({place.document.uri: edits})


@server.feature(
    lsp.TEXT_DOCUMENT_COMPLETION,
    lsp.CompletionOptions(trigger_characters=["%", "^", "@", "#", "!", '"', ".", "<", "{", "-"]),
)
async def on_completion(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    """Return the completions at a position."""
    place = ls.at(params.text_document.uri, params.position)
    row = place.part.first_line + place.line
    items = [
        lsp.CompletionItem(
            each.shown or each.text,
            kind=_ITEM_KINDS[each.kind],
            detail=each.detail or None,
            documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, each.documentation)
            if each.documentation
            else None,
            text_edit=lsp.TextEdit(place.document.range(row, each.start, place.column), each.text),
            filter_text=each.text,
        )
        for each in await ls.ask_at(place, completion.complete)
    ]
    # The editor asks again for further letters if it did not get all names.
    return lsp.CompletionList(is_incomplete=len(items) >= completion.MAX_NAMES, items=items)


@server.feature(
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","])
)
async def on_signature(ls: Server, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """Return the operands of the operation whose operand list contains the position."""
    place = ls.at(params.text_document.uri, params.position)
    found = await ls.ask_at(place, completion.signature)
    if found is None:
        return None
    text = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.documentation)
    parameters = [lsp.ParameterInformation(each) for each in found.parameters]
    return lsp.SignatureHelp(
        [lsp.SignatureInformation(found.label, text, parameters)], 0, found.active
    )


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
async def on_symbols(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """Return the outline of a file."""
    uri = params.text_document.uri
    document = ls.document(uri)
    return [
        _symbol(document, part, entry)
        for part in await ls.parts(uri)
        for entry in outline.outline(part)
    ]


def _symbol(document: Document, part: Part, entry: outline.Entry) -> lsp.DocumentSymbol:
    statement = entry.statement
    first = part.first_line
    end_line = statement.end_line if statement.end_line >= 0 else len(part.lines) - 1
    end = statement.end if statement.end_line >= 0 else len(part.lines[end_line].text)
    whole = lsp.Range(
        document.client_position(first + statement.line, statement.start),
        document.client_position(first + end_line, end),
    )
    name = statement.symbol
    line, start, stop = (
        (statement.line, statement.start, max(statement.name_end, statement.start))
        if name is None
        else (name.line, name.start, name.end)
    )
    is_function = "func" in entry.detail
    kind = lsp.SymbolKind.Function if is_function else lsp.SymbolKind.Module
    chosen = document.range(first + line, start, stop)
    children = [_symbol(document, part, each) for each in entry.children]
    return lsp.DocumentSymbol(entry.name, kind, whole, chosen, entry.detail, children=children)


@server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
async def on_folding(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Return the lines of regions and comments."""
    parts = await ls.parts(params.text_document.uri)
    return [
        lsp.FoldingRange(part.first_line + first, part.first_line + last)
        for part in parts
        for first, last in outline.folds(part)
    ]


@server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
async def on_hints(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """Return types and layouts to show next to results."""
    uri = params.text_document.uri
    document = ls.document(uri)
    file = ls.file(uri)
    found: list[lsp.InlayHint] = []
    if not await file.wait_for_analysis():
        file.lacks_hints = True
        return found
    for number, part in enumerate(await ls.parts(uri)):
        first = params.range.start.line - part.first_line
        last = params.range.end.line - part.first_line
        hints = await ls.ask(file, number, part, outline.hints, first, last)
        for line, column, label, whole in hints:
            position = document.client_position(part.first_line + line, column)
            found.append(lsp.InlayHint(position, label, lsp.InlayHintKind.Type, tooltip=whole))
    return found


async def _colors(ls: Server, uri: str, first: int, last: int) -> lsp.SemanticTokens:
    """Return the colors of lines `first` to `last`, encoded as the protocol requires."""
    file, document = ls.file(uri), ls.document(uri)
    try:
        last = min(last, first + MAX_COLORED_LINES)
        parts = await file.parts_until(last)
    except OutdatedError:
        raise JsonRpcContentModified(f"{uri} was edited") from None
    numbers: list[int] = []
    before_line = 0
    codec = document.codec
    for part in parts:
        end = min(last - part.first_line, len(part.lines) - 1)
        for low in range(max(first - part.first_line, 0), end + 1, SLICE):
            if len(numbers) >= 5 * MAX_COLORS:
                break
            if numbers:
                await ls.pause(file)
            high = min(low + SLICE - 1, end)
            for line, tokens in outline.colors(part, low, high):
                text = part.lines[line].text
                is_ascii = text.isascii()
                before_start = 0
                row = part.first_line + line
                for start, length, color in tokens:
                    if not is_ascii:
                        length = codec.client_num_units(text[start : start + length])
                        start = codec.client_num_units(text[:start])
                    numbers += (row - before_line, start - before_start, length, color, 0)
                    before_line, before_start = row, start
    return lsp.SemanticTokens(numbers)


_LEGEND = lsp.SemanticTokensLegend(list(outline.TOKEN_TYPES), [])


@server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
async def on_colors(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Return the colors of a file, or of its first lines."""
    uri = params.text_document.uri
    return await _colors(ls, uri, 0, len(ls.document(uri).lines))


@server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND)
async def on_colors_of_range(
    ls: Server, params: lsp.SemanticTokensRangeParams
) -> lsp.SemanticTokens:
    """Return the colors of a range of lines, or of its first lines."""
    place = params.range
    return await _colors(ls, params.text_document.uri, place.start.line, place.end.line)


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
async def on_formatting(
    ls: Server, params: lsp.DocumentFormattingParams
) -> list[lsp.TextEdit] | None:
    """Return the lines whose blanks formatting changes."""
    uri = params.text_document.uri
    file = ls.file(uri)
    if file.is_too_long:
        return None
    lines: list[str] = []
    for part in await ls.parts(uri):
        if part.first_line:
            lines.append("// -----")
        lines += formatting.format_lines(part.lines, params.options.tab_size)
        lines += [""] if part.lines and not part.lines[-1].text.strip() else []
    text = "\n".join(lines)
    if text == file.text:
        return []
    end = len(ls.document(uri).lines) + 1
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(end, 0)), text)]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
async def on_links(ls: Server, params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
    """Return the places in other files that locations name, if these files exist."""
    uri = params.text_document.uri
    document = ls.document(uri)
    folder = Path(document.path).parent
    found: list[lsp.DocumentLink] = []
    for number, line in enumerate(document.lines):
        if "loc(" not in line:
            continue
        for match in _SOURCE_LINK.finditer(line, 0, 20_000):
            path = folder / match[1]
            if path.is_file():
                target = f"{path.resolve().as_uri()}#L{match[2]},{match[3]}"
                where = document.range(number, match.start(), match.end())
                found.append(lsp.DocumentLink(where, target))
    return found


@server.feature(
    lsp.TEXT_DOCUMENT_CODE_ACTION,
    lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Source]),
)
async def on_actions(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Return corrections of the errors in a range, and commands for the file."""
    uri = params.text_document.uri
    document = ls.document(uri)
    file = ls.file(uri)
    first, last = params.range.start.line, params.range.end.line
    found: list[lsp.CodeAction] = []
    chosen = [each for each in file.problems if first <= each.line <= last]
    for number, part in enumerate(await ls.parts(uri) if chosen else ()):
        after = part.first_line + len(part.lines)
        here = [each for each in chosen if part.first_line <= each.line < after]
        corrections = await ls.ask(file, number, part, actions.corrections, here) if here else ()
        for action in corrections:
            edits = [
                lsp.TextEdit(document.range(edit.line, edit.start, edit.end), edit.text)
                for edit in action.edits
            ]
            found.append(
                lsp.CodeAction(
                    action.title,
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[ls.diagnostic(document, action.problem)],
                    edit=lsp.WorkspaceEdit({uri: edits}),
                )
            )
    titles = {
        SHOW_PASS: "Show the IR after the last pass",
        VERIFY: "Compile, run and compare with the reference",
    }
    if "RUN:" in file.text:
        titles[CHECK_LINES] = "Write CHECK lines for the output"
    for command, title in titles.items():
        call = lsp.Command(title, command, arguments=[uri])
        found.append(lsp.CodeAction(title, kind=lsp.CodeActionKind.Source, command=call))
    return found


async def _reported(ls: Server, work: Callable[[], Any]) -> Any:
    """Return the result of a command, or show its error and return None."""
    try:
        return await work()
    except processes.CommandError as error:
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)[:2000]))
        return None


@server.command(LIST_PASSES)
async def list_passes(ls: Server, uri: str) -> list[str] | None:
    """Return the flags of the passes that the text's pipeline runs, in order."""
    found = await _reported(ls, lambda: processes.stages(ls.file(uri).text, revision=ls.revision))
    return None if found is None else [each.flag for each in found]


@server.command(SHOW_PASS)
async def show_pass(ls: Server, uri: str, number: int = -1) -> str | None:
    """Show the module after pass `number` of the pipeline, and return its text."""
    found = await _reported(ls, lambda: processes.stages(ls.file(uri).text, revision=ls.revision))
    if not found:
        return None
    if not -len(found) <= number < len(found):
        raise JsonRpcInvalidParams(f"the pipeline has {len(found)} passes, not {number + 1}")
    stage = found[number]
    await _show(ls, uri, f"after-{stage.flag}.mlir", stage.text)
    return stage.text


async def _show(ls: Server, uri: str, ending: str, text: str) -> None:
    """Ask the editor to show `text`, in a file named after the one at `uri`."""
    stem = Path(ls.document(uri).path).stem
    path = processes.write_beside(f"{stem}.{ending}", text)
    window = ls.client_capabilities.window
    if window is not None and window.show_document is not None:
        await ls.window_show_document_async(lsp.ShowDocumentParams(path.as_uri()))


@server.command(CHECK_LINES)
async def write_check_lines(ls: Server, uri: str) -> str | None:
    """Append CHECK lines for the output of the text's RUN line, and return them."""
    file = ls.file(uri)
    found = await _reported(ls, lambda: processes.check_lines(file.text, ls.revision))
    if found is None:
        return None
    last = file.rows[-1]
    end = ls.document(uri).client_position(len(file.rows) - 1, len(last))
    before = "\n" if last else ""
    edit = lsp.TextEdit(lsp.Range(end, end), f"{before}\n{found}")
    ls.workspace_apply_edit(lsp.ApplyWorkspaceEditParams(lsp.WorkspaceEdit({uri: [edit]})))
    return found


@server.command(VERIFY)
async def verify(ls: Server, uri: str) -> str | None:
    """Compile and run the program, compare it with the reference, and show the report."""
    found = await _reported(ls, lambda: processes.verify(ls.file(uri).text))
    if found is None:
        return None
    code, report = found
    kind = lsp.MessageType.Error if code else lsp.MessageType.Info
    ls.window_show_message(lsp.ShowMessageParams(kind, report[:2000]))
    return report


def start() -> None:
    """Answer one editor on stdin and stdout until it ends the session."""
    gc.collect()
    gc.freeze()
    # Reference counts free almost everything. A collection would delay an answer by 60 ms.
    gc.set_threshold(1_000_000, 10, 10)
    server.start_io()
    # The server has closed the old stdout, and the tool flushes stdout at exit.
    sys.stdout = io.StringIO()

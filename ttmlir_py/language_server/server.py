"""The requests of the Language Server Protocol, answered by `editing`."""

import gc
import io
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument
from pygls.workspace.position_codec import ServerTextPosition, ServerTextRange

from ttmlir_py.editing import actions, completion, formatting, hover, outline, processes
from ttmlir_py.editing.analysis import Part, Problem, part_at
from ttmlir_py.editing.structure import Name
from ttmlir_py.ir.diagnostics import Severity
from ttmlir_py.language_server.files import OpenFile, create_executor

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
_FULL_COLORS = 3_000
"""Number of lines up to which the colors of a whole file are sent. Editors also ask for ranges."""
SHOW_PASS = "ttmlir.showPass"
LIST_PASSES = "ttmlir.listPasses"
CHECK_LINES = "ttmlir.writeCheckLines"
VERIFY = "ttmlir.verify"


class Server(LanguageServer):
    """The language server, with its open files."""

    def __init__(self) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            "ttmlir-lsp", version("ttmlir_py")
        )
        self.files: dict[str, OpenFile] = {}
        self.executor = create_executor()
        self.compiles = True
        """Whether texts are compiled for their costs; the option `costs` of the client."""

    def file(self, uri: str) -> OpenFile:
        """Return an open file. Raises an error of the protocol for another one."""
        found = self.files.get(uri)
        if found is None:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return found

    def document(self, uri: str) -> TextDocument:
        """Return the text of an open file, which converts the positions of the client."""
        return self.workspace.get_text_document(uri)

    def range_of(self, document: TextDocument, line: int, start: int, end: int) -> lsp.Range:
        """Return columns of a line as a range in the client's units."""
        return document.range_to_client_units(
            ServerTextRange(ServerTextPosition(line, start), ServerTextPosition(line, end))
        )

    async def at(self, uri: str, position: lsp.Position) -> tuple[Part, int, int]:
        """Return the part of a file at a position, with the line in the part and the column."""
        file = self.file(uri)
        parts = await file.parts()
        place = self.document(uri).position_from_client_units(position)
        found = part_at(parts, place.line)
        line = min(place.line - found.first_line, len(found.lines) - 1)
        return found, line, place.character

    async def publish(self, file: OpenFile) -> None:
        """Send the diagnostics of a file."""
        document = self.document(file.uri)
        problems: Sequence[Problem] = [file.why_too_long()] if file.is_too_long else []
        if file.analysis is not None:
            problems = file.analysis.problems
        elif file.failure:
            problems = [Problem(0, 0, 1, Severity.ERROR, file.failure)]
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

    def diagnostic(self, document: TextDocument, problem: Problem) -> lsp.Diagnostic:
        """Return a problem as a diagnostic of the protocol."""
        related = [
            lsp.DiagnosticRelatedInformation(
                lsp.Location(document.uri, self.range_of(document, line, column, column + 1)), text
            )
            for line, column, text in problem.notes
        ]
        return lsp.Diagnostic(
            self.range_of(document, problem.line, problem.start, problem.end),
            problem.message,
            _SEVERITIES[problem.severity],
            source="ttmlir",
            related_information=related or None,
        )

    async def compile(self, file: OpenFile) -> None:
        """Compile the text for its warnings and costs, in a process."""
        if file.is_too_long or not self.compiles:
            return
        asked = file.version
        try:
            found = await processes.compile_report(file.text)
        except processes.CommandError as error:
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Info, str(error)))
            return
        if file.version == asked:
            file.report, file.report_version = found, asked
            await self.publish(file)


server = Server()


@server.feature(lsp.INITIALIZE)
def on_initialize(ls: Server, params: lsp.InitializeParams) -> None:
    """Read the options that the editor gives at the start."""
    options: Any = params.initialization_options
    if isinstance(options, dict):
        ls.compiles = cast(dict[str, Any], options).get("costs") is not False


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
async def did_open(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    """Analyse a file that was opened, and compile it."""
    document = params.text_document
    file = ls.files[document.uri] = OpenFile(document.uri, document.text, document.version)
    file.start(ls.executor, ls.publish)
    await ls.compile(file)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    """Analyse a file after an edit."""
    document = params.text_document
    file = ls.file(document.uri)
    file.edit(ls.document(document.uri).source, document.version)
    file.start(ls.executor, ls.publish)


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
async def did_save(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
    """Compile a file that was saved."""
    await ls.compile(ls.file(params.text_document.uri))


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    """Forget a file, and remove its diagnostics."""
    uri = params.text_document.uri
    if (file := ls.files.pop(uri, None)) is not None:
        file.close()
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
async def on_hover(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    """Show the documentation, types and costs of the word at a position."""
    uri = params.text_document.uri
    part, line, column = await ls.at(uri, params.position)
    file = ls.file(uri)
    cost = None
    statement = part.structure.statement_at(line, column)
    if file.report is not None and statement is not None and statement.name_line >= 0:
        place = f"{part.first_line + statement.name_line}:{statement.name_start}"
        cost = file.report.costs.get(place)
    text = hover.hover(part, line, column, cost)
    if text is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text))


def _location(ls: Server, uri: str, part: Part, name: Name) -> lsp.Location:
    line = part.first_line + name.line
    return lsp.Location(uri, ls.range_of(ls.document(uri), line, name.start, name.end))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
async def on_definition(ls: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Return where the name at a position is defined."""
    uri = params.text_document.uri
    part, line, column = await ls.at(uri, params.position)
    name = part.structure.name_at(line, column)
    if name is None or name.definition is None:
        return None
    return _location(ls, uri, part, name.definition)


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
async def on_references(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
    """Return the uses of the name at a position."""
    uri = params.text_document.uri
    part, line, column = await ls.at(uri, params.position)
    name = part.structure.name_at(line, column)
    if name is None or name.definition is None:
        return None
    found = list(name.definition.uses)
    if params.context.include_declaration:
        found.insert(0, name.definition)
    return [_location(ls, uri, part, each) for each in found]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
async def on_highlight(
    ls: Server, params: lsp.DocumentHighlightParams
) -> list[lsp.DocumentHighlight] | None:
    """Mark the other places of the name at a position."""
    uri = params.text_document.uri
    part, line, column = await ls.at(uri, params.position)
    name = part.structure.name_at(line, column)
    if name is None or name.definition is None:
        return None
    found = [name.definition, *name.definition.uses]
    return [lsp.DocumentHighlight(_location(ls, uri, part, each).range) for each in found]


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
async def on_prepare_rename(
    ls: Server, params: lsp.PrepareRenameParams
) -> lsp.PrepareRenamePlaceholder | None:
    """Return the name at a position, without its first character (`%`, `^`, `@`, `#` or `!`), or
    None for other words.
    """
    uri = params.text_document.uri
    part, line, column = await ls.at(uri, params.position)
    name = part.structure.name_at(line, column)
    if name is None or name.definition is None:
        return None
    sigil = _has_sigil(part, name)
    range_ = ls.range_of(
        ls.document(uri), part.first_line + name.line, name.start + sigil, name.end
    )
    return lsp.PrepareRenamePlaceholder(range_, name.text[1:])


def _has_sigil(part: Part, name: Name) -> bool:
    """Whether the name is written with its first character; in `sym_name = "f"` it is not."""
    return part.lines[name.line].text[name.start : name.start + 1] == name.text[0]


@server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
async def on_rename(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """Rename a value, block, symbol or alias everywhere in its text."""
    uri = params.text_document.uri
    part, line, column = await ls.at(uri, params.position)
    name = part.structure.name_at(line, column)
    if name is None or name.definition is None:
        return None
    new = params.new_name.lstrip("%^@#!")
    if not _NEW_NAME.fullmatch(new):
        raise JsonRpcInvalidParams(f"'{params.new_name}' is not a name of MLIR")
    taken = {each.text for each in part.structure.definitions if each is not name.definition}
    if name.text[0] + new in taken:
        raise JsonRpcInvalidParams(f"'{name.text[0]}{new}' is already defined")
    document = ls.document(uri)
    edits = [
        lsp.TextEdit(
            ls.range_of(
                document,
                part.first_line + each.line,
                each.start + _has_sigil(part, each),
                each.end,
            ),
            new,
        )
        for each in (name.definition, *name.definition.uses)
    ]
    return lsp.WorkspaceEdit({uri: edits})


@server.feature(
    lsp.TEXT_DOCUMENT_COMPLETION,
    lsp.CompletionOptions(trigger_characters=["%", "^", "@", "#", "!", '"', ".", "<", "{", "-"]),
)
async def on_completion(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    """Return the completions at a position."""
    uri = params.text_document.uri
    part, line, column = await ls.at(uri, params.position)
    document = ls.document(uri)
    row = part.first_line + line
    items = [
        lsp.CompletionItem(
            each.shown or each.text,
            kind=_ITEM_KINDS[each.kind],
            detail=each.detail or None,
            documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, each.documentation)
            if each.documentation
            else None,
            text_edit=lsp.TextEdit(ls.range_of(document, row, each.start, column), each.text),
            filter_text=each.text,
        )
        for each in completion.complete(part, line, column)
    ]
    return lsp.CompletionList(is_incomplete=False, items=items)


@server.feature(
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","])
)
async def on_signature(ls: Server, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """Return the operands of the operation whose operand list contains the position."""
    part, line, column = await ls.at(params.text_document.uri, params.position)
    found = completion.signature(part, line, column)
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
    parts = await ls.file(uri).parts()
    document = ls.document(uri)
    return [_symbol(ls, document, part, entry) for part in parts for entry in outline.outline(part)]


def _symbol(
    ls: Server, document: TextDocument, part: Part, entry: outline.Entry
) -> lsp.DocumentSymbol:
    statement = entry.statement
    first = part.first_line
    end_line = statement.end_line if statement.end_line >= 0 else len(part.lines) - 1
    end = statement.end if statement.end_line >= 0 else len(part.lines[end_line].text)
    whole = document.range_to_client_units(
        ServerTextRange(
            ServerTextPosition(first + statement.line, statement.start),
            ServerTextPosition(first + end_line, end),
        )
    )
    name = statement.symbol
    line, start, stop = (
        (statement.line, statement.start, max(statement.name_end, statement.start))
        if name is None
        else (name.line, name.start, name.end)
    )
    is_function = "func" in entry.detail
    kind = lsp.SymbolKind.Function if is_function else lsp.SymbolKind.Module
    chosen = ls.range_of(document, first + line, start, stop)
    children = [_symbol(ls, document, part, each) for each in entry.children]
    return lsp.DocumentSymbol(entry.name, kind, whole, chosen, entry.detail, children=children)


@server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
async def on_folding(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Return the lines of regions and comments."""
    parts = await ls.file(params.text_document.uri).parts()
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
    found: list[lsp.InlayHint] = []
    for part in await ls.file(uri).parts():
        first = params.range.start.line - part.first_line
        last = params.range.end.line - part.first_line
        for line, column, label, whole in outline.hints(part, first, last):
            position = document.position_to_client_units(
                ServerTextPosition(part.first_line + line, column)
            )
            found.append(lsp.InlayHint(position, label, lsp.InlayHintKind.Type, tooltip=whole))
    return found


def _encoded(
    document: TextDocument, parts: Iterable[Part], first: int, last: int
) -> lsp.SemanticTokens:
    """Return the colors of lines `first` to `last`, encoded as the protocol requires."""
    numbers: list[int] = []
    before_line = before_start = 0
    codec = document.position_codec
    for part in parts:
        low, high = max(first - part.first_line, 0), last - part.first_line
        for line, start, length, color in outline.colors(part, low, high):
            text = part.lines[line].text
            if not text.isascii():
                length = codec.client_num_units(text[start : start + length])
                start = codec.client_num_units(text[:start])
            row = part.first_line + line
            column = start - before_start if row == before_line else start
            numbers += [row - before_line, column, length, outline.TOKEN_TYPES.index(color), 0]
            before_line, before_start = row, start
    return lsp.SemanticTokens(numbers)


_LEGEND = lsp.SemanticTokensLegend(list(outline.TOKEN_TYPES), [])


@server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
async def on_colors(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Return the colors of the first lines of a file."""
    uri = params.text_document.uri
    return _encoded(ls.document(uri), await ls.file(uri).parts(), 0, _FULL_COLORS)


@server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND)
async def on_colors_of_range(
    ls: Server, params: lsp.SemanticTokensRangeParams
) -> lsp.SemanticTokens:
    """Return the colors of a range of lines."""
    uri = params.text_document.uri
    first, last = params.range.start.line, params.range.end.line
    return _encoded(ls.document(uri), await ls.file(uri).parts(), first, last)


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
    for part in await file.parts():
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
    for number, line in enumerate(ls.file(uri).text.split("\n")):
        if "loc(" not in line:
            continue
        for match in _SOURCE_LINK.finditer(line, 0, 20_000):
            path = folder / match[1]
            if path.is_file():
                target = f"{path.resolve().as_uri()}#L{match[2]},{match[3]}"
                where = ls.range_of(document, number, match.start(), match.end())
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
    for part in await file.parts():
        chosen = [each for each in part.problems if first <= each.line <= last]
        for action in actions.corrections(part, chosen):
            edits = [
                lsp.TextEdit(ls.range_of(document, edit.line, edit.start, edit.end), edit.text)
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
    found = await _reported(ls, lambda: processes.stages(ls.file(uri).text))
    return None if found is None else [each.flag for each in found]


@server.command(SHOW_PASS)
async def show_pass(ls: Server, uri: str, number: int = -1) -> str | None:
    """Show the module after pass `number` of the pipeline, and return its text."""
    found = await _reported(ls, lambda: processes.stages(ls.file(uri).text))
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
    found = await _reported(ls, lambda: processes.check_lines(file.text))
    if found is None:
        return None
    lines = file.text.split("\n")
    end = lsp.Position(len(lines) - 1, len(lines[-1]))
    before = "" if not lines[-1] else "\n"
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
    gc.set_threshold(50_000, 20, 100)
    server.start_io()
    # The server has closed the old stdout, and the tool flushes stdout at exit.
    sys.stdout = io.StringIO()

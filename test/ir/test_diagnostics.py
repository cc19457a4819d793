"""The text of diagnostics, and the engine that passes them to handlers."""

from pathlib import Path

import pytest
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    CallSiteLoc,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Operation

from ttmlir_py.compiler import create_context, parse
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.diagnostics import (
    CompilationError,
    CompilationWarning,
    Diagnostic,
    DiagnosticEngine,
    OperationError,
    Severity,
    note,
)
from ttmlir_py.ir.locations import file_location
from ttmlir_py.ir.reading.parser import parse_module


def at(line: int, column: int, name: str = "f.mlir") -> LocationAttr:
    return file_location(StringAttr(name), line, column)


def named(text: str) -> LocationAttr:
    return NameLoc(StringAttr(text), NoneAttr())


def render(location: LocationAttr, source: str = "", *notes: Diagnostic) -> str:
    engine = DiagnosticEngine()
    engine.register_source("f.mlir", source)
    return engine.render(Diagnostic(Severity.ERROR, location, "message", notes))


def error_of(text: str, name: str = "t.mlir") -> str:
    context = create_context(allow_unregistered=True)
    with context.diagnostics.collect() as found:
        try:
            module = parse_module(text, context=context, file_name=name)
            assert not verify_operation(module, context.diagnostics, context)
        except CompilationError:
            pass
    return "".join(map(context.diagnostics.render, found))


def test_diagnostic_shows_source_line_and_caret():
    assert render(at(2, 3), "first\nsecond\n") == "f.mlir:2:3: error: message\nsecond\n  ^\n"


def test_diagnostic_expands_tabs_to_eight_columns():
    assert (
        render(at(1, 3), "\ta\tb\n")
        == "f.mlir:1:3: error: message\n        a       b\n         ^\n"
    )


def test_diagnostic_on_non_ascii_line_has_no_caret():
    assert render(at(1, 3), "é = x\n") == "f.mlir:1:3: error: message\né = x\n"


def test_diagnostic_on_very_long_line_shows_excerpt():
    text = "x" * 20_000
    message = "error: message"
    assert render(at(1, 1), text) == f"f.mlir:1:1: {message}\n{'x' * 160}...\n^\n"
    shown, caret = render(at(1, 15_001), f"{text}\ny").split("\n")[1:3]
    assert shown == f"...{'x' * 160}..."
    assert caret == " " * 83 + "^"
    shown, caret = render(at(1, 20_001), f"{text}\ny").split("\n")[1:3]
    assert shown == f"...{'x' * 80}"
    assert caret == " " * 83 + "^"
    shown = render(at(1, 15_000), "é" * 10_000).split("\n")[1]
    assert shown.strip(".") == "é" * len(shown.strip("."))


def test_diagnostic_escapes_control_characters_of_source():
    assert render(at(1, 6), "a\x1b[1m\tb\x7f\n") == (
        "f.mlir:1:6: error: message\na\\1B[1m b\\7F\n       ^\n"
    )
    assert render(at(1, 1, "\x07.mlir")) == "\\07.mlir:1:1: error: message\n"
    assert render(at(1, 1), "é\x9b2J\r\n").endswith("\né\\C2\\9B2J\n")


def test_diagnostic_message_escapes_control_characters():
    text = 'func.func private @"\\1B[31m"()\nfunc.func private @"\\1B[31m"()\n'
    assert "redefinition of symbol named '\\1B[31m'" in error_of(text)


def test_diagnostic_on_enormous_operation_is_truncated():
    text = f'func.func @f() -> i32 {{\n  return {{a = "{"x" * 1_000_000}"}}\n}}\n'
    assert len(error_of(text)) < 101_000


@pytest.mark.parametrize(("line", "column"), [(0, 0), (3, 1), (1, 9), (1, 0)])
def test_diagnostic_outside_text_has_no_excerpt(line: int, column: int):
    assert render(at(line, column), "text\n") == f"f.mlir:{line}:{column}: error: message\n"


def test_diagnostic_without_file_shows_location_text():
    assert render(UNKNOWN_LOC) == "<unknown>:0: error: message\n"
    assert render(named("a")) == '<unknown>:0: error: loc("a"): message\n'


def test_diagnostic_reads_its_file_from_disk(tmp_path: Path):
    path = tmp_path / "other.py"
    path.write_text("one\ntwo\n")
    assert render(at(2, 1, str(path))) == f"{path}:2:1: error: message\ntwo\n^\n"
    assert render(at(2, 1, "no/such/file")) == "no/such/file:2:1: error: message\n"


def test_diagnostic_at_call_site_shows_callers():
    location = CallSiteLoc(at(1, 1), CallSiteLoc(named("g"), at(2, 2)))
    assert render(location, "one\ntwo\n") == (
        "f.mlir:1:1: error: message\none\n^\n"
        "f.mlir:2:2: note: called from\ntwo\n ^\n"
        "f.mlir:2:2: note: called from\ntwo\n ^\n"
    )


def test_note_at_same_location_does_not_repeat_source_line():
    text = render(at(1, 1), "one\ntwo\n", note(at(1, 1), "here"), note(at(2, 1), "there"))
    assert text == (
        "f.mlir:1:1: error: message\none\n^\n"
        "f.mlir:1:1: note: here\n"
        "f.mlir:2:1: note: there\ntwo\n^\n"
    )


def test_error_on_operation_names_and_shows_operation():
    assert error_of("func.func @f() -> i32 {\n  return\n}\n") == (
        "t.mlir:2:3: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1\n"
        "  return\n"
        "  ^\n"
        't.mlir:2:3: note: see current operation: "func.return"() : () -> ()\n'
    )


def test_error_on_operation_of_several_lines_shows_operation_on_new_line():
    text = "func.func private @f()\nfunc.func @f() {\n  return\n}\n"
    assert error_of(text) == (
        "t.mlir:2:1: error: redefinition of symbol named 'f'\n"
        "func.func @f() {\n"
        "^\n"
        "t.mlir:2:1: note: see current operation: \n"
        '"func.func"() <{function_type = () -> (), sym_name = "f"}> ({\n'
        '  "func.return"() : () -> ()\n'
        "}) : () -> ()\n"
        "t.mlir:1:1: note: see existing symbol definition here\n"
        "func.func private @f()\n"
        "^\n"
    )


def test_error_in_chunk_of_split_file_names_chunk_and_line():
    name = "within split at f.mlir:7 offset "
    assert error_of("\n~", name) == f"{name}:2:1: error: unexpected character\n~\n^\n"


def first_op(text: str) -> Operation:
    return list(parse_module(text, context=create_context(allow_unregistered=True)).walk())[1]


def test_note_with_current_operation_can_be_disabled():
    engine = DiagnosticEngine(print_op_on_diagnostic=False)
    with engine.collect() as found:
        engine.emit_error(first_op('"a.b"() : () -> ()'), "is odd")
    (diagnostic,) = found
    assert diagnostic.message == "'a.b' op is odd"
    assert diagnostic.notes == ()


def test_operation_error_emits_diagnostic_with_current_operation_and_notes():
    op = first_op('"a.b"() : () -> ()')
    engine = DiagnosticEngine()
    with engine.collect() as found:
        OperationError(op, "failed", [note(at(1, 1), "why")], op_prefix=False).emit(engine)
    (diagnostic,) = found
    assert diagnostic.message == "failed"
    assert [item.message for item in diagnostic.notes] == [
        'see current operation: "a.b"() : () -> ()',
        "why",
    ]


def test_remark_shows_operation_in_custom_form():
    engine = DiagnosticEngine()
    op = first_op("func.func private @f()")
    with engine.collect() as found:
        engine.report(Severity.REMARK, op, "fine")
        engine.report(Severity.WARNING, op, "odd")
    assert [item.severity for item in found] == [Severity.REMARK, Severity.WARNING]
    assert found[0].notes[0].message == "see current operation: func.func private @f()"


def test_diagnostic_reaches_innermost_handler_or_becomes_python_warning(
    capsys: pytest.CaptureFixture[str],
):
    engine = DiagnosticEngine()
    with engine.collect() as outer:
        with engine.collect() as inner:
            engine.emit_error(UNKNOWN_LOC, "inner")
        engine.emit_error(UNKNOWN_LOC, "outer")
    with pytest.warns(CompilationWarning, match="^<unknown>:0: error: python$"):
        engine.emit_error(UNKNOWN_LOC, "python")
    assert capsys.readouterr().err == ""
    engine.prints = True
    engine.emit_error(UNKNOWN_LOC, "stderr")
    assert [item.message for item in inner] == ["inner"]
    assert [item.message for item in outer] == ["outer"]
    assert capsys.readouterr().err == "<unknown>:0: error: stderr\n"


def test_parse_error_carries_its_diagnostics(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(CompilationError) as caught:
        parse("func.func @f() {\n  nope\n}\n", file_name="f.mlir")
    assert str(caught.value) == (
        "f.mlir:2:3: error: custom op 'nope' is unknown (tried 'func.nope' as well)\n  nope\n  ^\n"
    )
    assert len(caught.value.diagnostics) == 1
    assert capsys.readouterr().err == ""


def test_parse_verifies_module_unless_disabled():
    with pytest.raises(CompilationError, match="redefinition of symbol named 'f'"):
        parse("func.func private @f()\nfunc.func private @f()")
    assert str(parse("module @m {\n}")) == "module @m {\n}\n"

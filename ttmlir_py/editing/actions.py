"""Corrections of errors, as edits of the text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.building.fields import Fields
from ttmlir_py.building.inference import Arguments, Inference
from ttmlir_py.common.suggestions import nearest
from ttmlir_py.editing.analysis import Part, Problem
from ttmlir_py.editing.structure import Statement
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import attribute_text
from ttmlir_py.revisions import INTERNAL

_MEANT = re.compile(r"did you mean '?([^'?]+)'?\?")
_TOO_FEW = re.compile(r"'ttir\.\w+' op expected (\d+) operands, but found (\d+)")
_SEGMENTS = re.compile(r"(operandSegmentSizes = array<i32: )([\d, ]+)>")


@dataclass(frozen=True)
class Edit:
    """The replacement of the columns from `start` to `end` of a line."""

    line: int
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Action:
    """A correction: its title, the error that it removes, and its edits."""

    title: str
    problem: Problem
    edits: tuple[Edit, ...]


def corrections(part: Part, problems: Iterable[Problem]) -> Iterator[Action]:
    """Yield corrections of errors of `part`. Lines of the edits count from the file's start."""
    for problem in problems:
        yield from _similar_names(part, problem)
        yield from _undeclared(part, problem)
        statement = part.structure.statement_at(problem.line - part.first_line, problem.start)
        if statement is None:
            continue
        counts = _TOO_FEW.search(problem.message)
        if counts is not None and int(counts[1]) == int(counts[2]) + 1:
            yield from _destination(part, statement, problem)
        if "op " in problem.message:
            yield from _result_type(part, statement, problem)


def _similar_names(part: Part, problem: Problem) -> Iterator[Action]:
    texts = [problem.message, *(text for _, _, text in problem.notes)]
    line = part.lines[problem.line - part.first_line].text
    word = line[problem.start : problem.end]
    for text in texts:
        if (match := _MEANT.search(text)) is not None and word:
            quote = '"' if word.startswith('"') else ""
            new = f"{quote}{match[1]}{quote}"
            edit = Edit(problem.line, problem.start, problem.end, new)
            yield Action(f"Replace by {match[1]}", problem, (edit,))


def _undeclared(part: Part, problem: Problem) -> Iterator[Action]:
    if problem.message != "use of undeclared SSA value name":
        return
    line = problem.line - part.first_line
    word = part.lines[line].text[problem.start : problem.end]
    known = {text for text, _ in part.structure.visible_values(line, problem.start)}
    for name in nearest(word, known)[:3]:
        edit = Edit(problem.line, problem.start, problem.end, name)
        yield Action(f"Replace by {name}", problem, (edit,))


def _destination(part: Part, statement: Statement, problem: Problem) -> Iterator[Action]:
    """Yield a correction that inserts the destination before an operation of 2025-02 that lacks
    one.
    """
    op = part.operation_of(statement)
    line = statement.line
    if op is None or statement.end_line != line or not op.results or part.revision != INTERNAL:
        return
    text = part.lines[line].text
    opening = text.find("(", statement.name_end)
    closing = text.find(")", opening)
    types = text.rfind(") ->")
    if opening < 0 or closing < 0 or types < closing:
        return
    type = attribute_text(op.results[0].type)
    name = _free_name(part)
    comma = ", " if text[opening + 1 : closing].strip() else ""
    first = part.first_line + line
    edits = [
        Edit(first, statement.start, statement.start, f"{name} = tensor.empty() : {type}\n"
             + text[: statement.start]),
        Edit(first, closing, closing, f"{comma}{name}"),
        Edit(first, types, types, f"{comma}{type}"),
    ]  # fmt: skip
    if (sizes := _SEGMENTS.search(text)) is not None and sizes[2].strip().endswith("0"):
        start = sizes.start(2)
        edits.append(Edit(first, start, sizes.end(2), re.sub(r"0\s*$", "1", sizes[2])))
    edits.sort(key=lambda edit: edit.start)
    yield Action("Insert the destination", problem, tuple(edits))


def _free_name(part: Part) -> str:
    """Return a name for a destination that no value of the text has."""
    used = {name.text for name in part.structure.definitions}
    for number in range(len(used) + 1):
        name = "%empty" if not number else f"%empty_{number}"
        if name not in used:
            return name
    raise AssertionError("more names than definitions")


def _result_type(part: Part, statement: Statement, problem: Problem) -> Iterator[Action]:
    """Replace the written result type by the one that follows from the operands."""
    op = part.operation_of(statement)
    if op is None or statement.end_line < 0 or len(op.results) != 1:
        return
    expected = expected_type(op)
    written = attribute_text(op.results[0].type)
    if expected is None or attribute_text(expected) == written:
        return
    text = part.lines[statement.end_line].text
    position = text.rfind(written, 0, statement.end)
    if position < 0:
        return
    new = attribute_text(expected)
    edits = [
        Edit(part.first_line + statement.end_line, position, position + len(written), new),
        *_destination_type(part, op, written, new),
    ]
    own = [edit for edit in edits[1:] if edit.line == edits[0].line and edit.start == position]
    edits = [edit for edit in edits if edit not in own or edit is edits[0]]
    yield Action(f"Change the result type to {new}", problem, tuple(edits))


def _destination_type(part: Part, op: Operation, written: str, new: str) -> Iterator[Edit]:
    """Yield the edits of the type of the operation's own destination, `tensor.empty()`."""
    destination = op.operands[-1] if op.operands else None
    if destination is None or destination.type != op.results[0].type:
        return
    owner = destination.owner
    if not isinstance(owner, Operation) or owner.name != "tensor.empty":
        return
    if len(list(destination.uses)) != 1:
        return
    for statement in part.structure.statements:
        found = part.operation_of(statement)
        if found is owner and statement.end_line >= 0:
            text = part.lines[statement.end_line].text
            position = text.rfind(written)
            if position >= 0:
                line = part.first_line + statement.end_line
                yield Edit(line, position, position + len(written), new)
        if found is op and statement.end_line >= 0:
            text = part.lines[statement.end_line].text
            arrow = text.rfind(") ->")
            position = text.rfind(written, 0, max(arrow, 0))
            if position >= 0:
                line = part.first_line + statement.end_line
                yield Edit(line, position, position + len(written), new)


def expected_type(op: Operation) -> Attribute | None:
    """Return the result type that follows from the operands and attributes, or None if no rule
    says it.
    """
    if not isinstance(op, OdsOperation) or op.name.partition(".")[0] not in ("ttir", "ttnn"):
        return None
    inference = Inference(Fields(type(op)))
    given: dict[str, Any] = dict.fromkeys(("result_type", "encoding", "dtype"))
    try:
        arguments = Arguments(_operands(op, inference.fields), dict(op.properties), [])
        found = inference.result_types(arguments, given)
    except (TypeError, ValueError, VerifyException, LookupError):  # the operation is invalid
        return None
    if found.failure is not None or len(found.types) != 1:
        return None
    expected = found.types[0]
    current = op.results[0].type
    if is_tensor_type(expected) and is_tensor_type(current):
        return TensorType(current.element_type, expected.get_shape(), current.encoding)
    return expected


def _operands(op: OdsOperation, fields: Fields) -> dict[str, tuple[SSAValue, ...]]:
    """Return the operands by field, without the destination.

    Raises LookupError if operands are missing.
    """
    operands: dict[str, tuple[SSAValue, ...]] = {}
    for group in fields.operands:
        if group.name != fields.inits:
            value: SSAValue | Sequence[SSAValue] | None = getattr(op, group.name, None)
            operands[group.name] = (value,) if isinstance(value, SSAValue) else tuple(value or ())
    return operands

"""Each message of a verifier is expected by a test of its dialect.

The messages are found in the sources of `dialects`: the arguments of `VerifyException` and
`OperationError`. Expressions in f-strings match any text. A variable stands for all values assigned
to it in its function, a parameter for all arguments of its callers, so that no message is missed.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from ttmlir_py.dialects import dialect_names

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DIALECTS = ROOT / "ttmlir_py" / "dialects"
MESSAGE_ARGUMENT = {"VerifyException": 0, "Violation": 0, "OperationError": 1}
_EXPECTATION = re.compile(
    r"(?:CHECK[A-Z-]*: *(?:.*\b(?:error|note): )?|expected-(?:error|note)\S* *(?:@\S+ *)?\{\{)(.*?)(?:\}\})?$"
)
_OP_PREFIX = re.compile(r"(?:custom op '(?=[\w.]+' )|')(\w+)\.[\w.]+' (?:op )?")

Function = ast.FunctionDef


@dataclass(frozen=True)
class Message:
    """A message that a verifier raises: its place in the sources, and a regular expression for its
    text.
    """

    place: str
    pattern: str
    dialect: str
    """The dialect whose ops give the message, or an empty string if ops of any dialect may."""

    def __str__(self) -> str:
        return f"{self.place}: {self.dialect}: {self.pattern}"


def called_name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def calls_within(
    tree: ast.AST, function: Function | None = None
) -> Iterator[tuple[ast.Call, Function | None]]:
    """Yield all calls in `tree`, each with the function that contains it."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.Call):
            yield child, function
        yield from calls_within(child, child if isinstance(child, Function) else function)


@cache
def all_calls() -> tuple[tuple[Path, ast.Call, Function | None], ...]:
    """Return all calls in the sources of `dialects`, each with its file and the function that
    contains it.
    """
    return tuple(
        (path, call, function)
        for path in sorted(DIALECTS.rglob("*.py"))
        for call, function in calls_within(ast.parse(path.read_text()))
    )


@cache
def calls_by_name() -> dict[str, list[tuple[Path, ast.Call, Function | None]]]:
    """Return the calls by the names of the called functions and methods."""
    calls = defaultdict[str, list[tuple[Path, ast.Call, Function | None]]](list)
    for each in all_calls():
        calls[called_name(each[1])].append(each)
    return calls


def calls_of(name: str) -> list[tuple[Path, ast.Call, Function | None]]:
    """Return the calls of functions and methods named `name`."""
    return calls_by_name().get(name, [])


def parameter_position(function: Function, name: str) -> int | None:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    if name not in names:
        return None
    return names.index(name) - (names[0] in ("self", "cls"))


def argument_of(call: ast.Call, position: int, name: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[position] if position < len(call.args) else None


def patterns_of(expression: ast.expr, function: Function | None) -> list[str]:
    """Return regular expressions for the texts that `expression` in `function` may have. Raise if
    they are not known.
    """
    match expression:
        case ast.Constant(value=str(text)):
            return [re.escape(text)]
        case ast.JoinedStr(values=values):
            return [
                "".join(
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*"
                    for part in values
                )
            ]
        case ast.IfExp(body=body, orelse=other):
            return patterns_of(body, function) + patterns_of(other, function)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return [
                a + b for a, b in product(patterns_of(left, function), patterns_of(right, function))
            ]
        case ast.Name(id=name) if function is not None:
            return patterns_of_variable(name, function)
        case _:
            raise ValueError(f"cannot tell what text this is: {ast.unparse(expression)}")


def patterns_of_variable(name: str, function: Function) -> list[str]:
    position = parameter_position(function, name)
    if position is not None:
        return [
            pattern
            for _, call, caller in calls_of(function.name)
            if (argument := argument_of(call, position, name)) is not None
            for pattern in patterns_of(argument, caller)
        ]
    return [
        pattern
        for node in ast.walk(function)
        for value in values_given_to(name, node)
        for pattern in patterns_of(value, function)
    ]


def values_given_to(name: str, node: ast.AST) -> Iterator[ast.expr]:
    """Yield the values that assignments and loops over literal tables in `node` give to the
    variable `name`.
    """
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
            yield value
        case ast.For(target=ast.Tuple(elts=targets), iter=ast.Tuple(elts=rows)):
            names = [ast.unparse(target) for target in targets]
            for row in rows:
                if name in names and isinstance(row, ast.Tuple):
                    yield row.elts[names.index(name)]
        case _:
            pass


def dialects_of(path: Path, function: Function | None) -> list[str]:
    """Return the dialects whose ops may give a message raised in `function` of the file `path`.

    For a shared function these are the dialects of its callers. Messages of `tt` attributes may
    come from ops of any dialect, written as an empty string.
    """
    dialect = path.relative_to(DIALECTS).with_suffix("").parts[0]
    if dialect in dialect_names():
        return ["" if dialect == "tt" else dialect]
    name = getattr(function, "name", "")
    if dialect == "upstream" or name == "verify_op":  # methods of this name are everywhere
        return [""]
    callers = {other.relative_to(DIALECTS).parts[0] for other, _, _ in calls_of(name)}
    return sorted(callers & {*dialect_names()}) or [""]


def messages() -> list[Message]:
    """Return all messages of the verifiers in `dialects`."""
    found: list[Message] = []
    for path, call, function in all_calls():
        position = MESSAGE_ARGUMENT.get(called_name(call))
        if position is None:
            continue
        place = f"{path.relative_to(ROOT)}:{call.lineno}"
        patterns = patterns_of(call.args[position], function)
        assert patterns, f"{place}: nobody passes a message"
        dialects = dialects_of(path, function)
        found += [Message(place, *both) for both in product(patterns, dialects)]
    return found


def expected_texts() -> dict[str, str]:
    """Return, for each dialect, the diagnostics that lit tests expect of its ops and the strings in
    Python tests that name its ops, each on its line.
    """
    texts: defaultdict[str, list[str]] = defaultdict(list)

    def add(text: str) -> None:
        prefix = _OP_PREFIX.match(text)
        dialect = "" if prefix is None else prefix[1]
        texts[dialect].append(text if prefix is None else text[prefix.end() :])

    for path in (ROOT / "test").rglob("*.mlir"):
        for line in path.read_text().splitlines():
            if ("CHECK" in line or "expected-" in line) and (match := _EXPECTATION.search(line)):
                add(match[1])
    for path in (ROOT / "test").rglob("*.py"):
        if path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                add(node.value)
    return {dialect: "\n".join(each) for dialect, each in texts.items()}


def is_said(pattern: str, said: str) -> bool:
    """Return whether a line of `said` matches `pattern`. Its longest constant text is searched
    first, which is a hundred times faster.
    """
    text = max((re.sub(r"\\(.)", r"\1", each) for each in pattern.split(".*")), key=len)
    return text in said and re.search(f"^{pattern}$", said, re.MULTILINE) is not None


def test_each_verifier_message_is_expected_by_a_test() -> None:
    texts = expected_texts()
    places = {dialect: [texts.get(dialect, ""), texts[""]] for dialect in dialect_names()}
    places[""] = [*texts.values()]
    missing = [
        message
        for message in messages()
        if not any(is_said(message.pattern, said) for said in places[message.dialect])
    ]
    assert not missing, "no test expects\n" + "\n".join(map(str, missing))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('def f(x):\n    raise VerifyException(f"a {x}" " b?")', [r"a\ .*\ b\?"]),
        ('def f(x):\n    raise VerifyException("a" if x else "b")', ["a", "b"]),
        ('def f(x):\n    text = "a"\n    if x:\n        text = "b"\n    raise VerifyException("c" + text)', ["ca", "cb"]),
    ],
)  # fmt: skip
def test_verifier_messages_are_read_from_source(source: str, expected: list[str]) -> None:
    ((call, function),) = (
        (call, function)
        for call, function in calls_within(ast.parse(source))
        if called_name(call) in MESSAGE_ARGUMENT
    )
    assert patterns_of(call.args[0], function) == expected


def test_verifier_message_parameters_take_values_of_callers() -> None:
    by_place: dict[str, set[str]] = {}
    for message in messages():
        by_place.setdefault(message.place, set()).add(message.pattern)
    (rules,) = (path for path, _, f in all_calls() if f and f.name == "verify_dimension_in_bounds")
    found = [
        by_place[place] for place in by_place if place.startswith(str(rules.relative_to(ROOT)))
    ]
    assert max(map(len, found)) > 1

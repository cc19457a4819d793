"""Reading, verifying and printing take work in proportion to the text."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from tiers import THOROUGH

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import print_operation

pytestmark = pytest.mark.slow

SMALL = 20_000 if THOROUGH else 100
TIMES = 5
CASES: dict[str, Callable[[int], str]] = {
    "arguments": lambda n: (
        f"func.func @f({', '.join(f'%a{k}: f32' for k in range(n))}) {{\n  return\n}}"
    ),
    "attributes": lambda n: f'"t.x"() {{{", ".join(f"a{k} = {k}" for k in range(n))}}} : () -> ()',
    "comments": lambda n: "// a comment\n" * n,
    "constants": lambda n: "\n".join(
        f'%c{k} = "arith.constant"() <{{value = {k} : i32}}> : () -> i32' for k in range(n)
    ),
    "functions": lambda n: "\n".join(f"func.func private @f{k}()" for k in range(n)),
    "locations": lambda n: "\n".join(f'"t.x"() : () -> () loc("a":{k}:1)' for k in range(1, n)),
    "operations in one line": lambda n: '"t.x"() : () -> () ' * n,
    "shape": lambda n: f'"t.x"() {{a = tensor<{"1x" * n}f32>}} : () -> ()',
    "types": lambda n: f'"t.x"() {{a = [{", ".join(f"i{k}" for k in range(1, n))}]}} : () -> ()',
    "users": lambda n: '%v = "t.x"() : () -> i32\n' + '"t.x"(%v) : (i32) -> ()\n' * n,
}


def work(text: str) -> int:
    """Return how many Python and C functions are called to read, verify and print `text`."""
    calls = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    context = create_context()
    context.allow_unregistered = True
    old = sys.getprofile()
    sys.setprofile(count)
    try:
        module = parse_module(text, context)
        assert verify_operation(module, context.diagnostics, context)
        print_operation(module)
    finally:
        sys.setprofile(old)
    return calls


@pytest.mark.parametrize("name", CASES)
def test_work_for_a_longer_text_grows_with_its_length(name: str) -> None:
    small, large = (CASES[name](size) for size in (SMALL, SMALL * TIMES))
    work(small)  # loads modules and fills tables
    assert work(large) <= work(small) * TIMES * 1.1

"""Reading and printing a long list on one line takes at most three times its text plus 100 MB."""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from tiers import THOROUGH, share
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnregisteredAttr,
    f32,
    i32,
    i64,
)
from xdsl.ir import Attribute

pytestmark = pytest.mark.slow

SIZE = 2_000_000 if THOROUGH else 1_200_000
CASES = {
    "equal integers": lambda: f"[{', '.join(['1'] * (SIZE // 3))}]",
    "integers": lambda: f"[{', '.join(str(n % 1000) for n in range(SIZE // 5))}]",
    "typed integers": lambda: f"[{', '.join(['1 : i32'] * (SIZE // 9))}]",
    "equal lists": lambda: f"[{', '.join(['[1, 2]'] * (SIZE // 8))}]",
    "equal lists of typed integers": lambda: f"[{', '.join(['[1 : i32]'] * (SIZE // 11))}]",
    "dense array": lambda: f"array<i32: {', '.join(['1'] * (SIZE // 3))}>",
    "elements": lambda: (
        f"dense<[{', '.join(['1', '2'] * (SIZE // 6))}]> : tensor<{SIZE // 6 * 2}xi32>"
    ),
    "string": lambda: f'"{"x" * SIZE}"',
    "booleans": lambda: (
        f"dense<[{', '.join(['true', 'false'] * (SIZE // 13))}]> : tensor<{SIZE // 13 * 2}xi1>"
    ),
}
LONG = 10_000_000
"""Size of a text of numbers in characters."""
NUMBERS: dict[str, Callable[[], str]] = {
    "nested floats": lambda: (
        f"dense<[{', '.join(['[1.5]', '[2.5]'] * (LONG // 14))}]> : tensor<{LONG // 14 * 2}x1xf32>"
    ),
    "array of floats": lambda: f"array<f32: {', '.join(['1.5', '2.5'] * (LONG // 10))}>",
    "floats": lambda: (
        f"dense<[{', '.join(['1.5', '2.5'] * (LONG // 10))}]> : tensor<{LONG // 10 * 2}xf32>"
    ),
    "integers": lambda: (
        f"dense<[{', '.join(['300', '301'] * (LONG // 10))}]> : tensor<{LONG // 10 * 2}xi32>"
    ),
    "complex": lambda: (
        f"dense<[{', '.join(['(1.5,2.0)', '(0.5,0.0)'] * (LONG // 22))}]> "
        f": tensor<{LONG // 22 * 2}xcomplex<f32>>"
    ),
}
UNREGISTERED = UnregisteredAttr.with_name_and_type("t.a", False)
DISTINCT: dict[str, tuple[Callable[[int], str], Callable[[int], Attribute]]] = {
    "integers": (str, lambda n: IntegerAttr(n, i64)),
    "typed integers": ("{} : i32".format, lambda n: IntegerAttr(n, i32)),
    "floats": ("{}.5 : f32".format, lambda n: FloatAttr(n + 0.5, f32)),
    "strings": ('"s{}"'.format, lambda n: StringAttr(f"s{n}")),
    "nested lists": ("[{}]".format, lambda n: ArrayAttr([IntegerAttr(n, i64)])),
    "dictionaries": ("{{a = {}}}".format, lambda n: DictionaryAttr({"a": IntegerAttr(n, i64)})),
    "symbols": ("@s{}".format, lambda n: SymbolRefAttr(f"s{n}")),
    "types": ("tensor<{}xf32>".format, lambda n: TensorType(f32, [n])),
    "unregistered": ("#t.a<{}>".format, lambda n: UNREGISTERED("t.a", False, True, f"<{n}>")),
}
"""The text and xDSL's attribute of the element with a number."""
LOCATIONS = {
    "equal fused locations": lambda: ", ".join(['"a":1:2'] * (SIZE // 9)),
    "repeated fused locations": lambda: ", ".join(
        f'"a.py":{n % 5000}:{n % 80}' for n in range(SIZE // 15)
    ),
}
MEASURE = """
import resource, sys
from ttmlir_py.tools.ttopt import run
status = run("ttopt", ["--allow-unregistered-dialect", sys.argv[1], "-o", "/dev/null"])
print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux only")
@pytest.mark.parametrize("name", share([*CASES], 3))
def test_parser_memory_for_a_long_line_is_bounded(name: str, tmp_path: Path) -> None:
    check_memory(f'"t.x"() {{a = {CASES[name]()}}} : () -> ()', tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux only")
@pytest.mark.parametrize("name", NUMBERS if THOROUGH else [*NUMBERS][:1])
def test_parser_memory_for_ten_megabytes_of_numbers_is_bounded(name: str, tmp_path: Path) -> None:
    check_memory(f'"t.x"() {{a = {NUMBERS[name]()}}} : () -> ()', tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux only")
@pytest.mark.parametrize("name", LOCATIONS)
def test_parser_memory_for_a_long_fused_location_is_bounded(name: str, tmp_path: Path) -> None:
    check_memory(f'"t.x"() : () -> () loc(fused[{LOCATIONS[name]()}])', tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux only")
@pytest.mark.parametrize("name", share([*DISTINCT], 3))
def test_parser_memory_for_distinct_elements_is_that_of_their_attributes(
    name: str, tmp_path: Path
) -> None:
    text_of, attribute_of = DISTINCT[name]
    count = SIZE // 2 // len(text_of(100_000) + ", ")
    elements = ", ".join(map(text_of, range(1000, 1000 + count)))
    text = f'"t.x"() {{a = [{elements}]}} : () -> ()'
    check_memory(text, tmp_path, besides=count * size_of(attribute_of))


def size_of(attribute_of: Callable[[int], Attribute]) -> int:
    """Return the size of one of many distinct attributes in bytes."""
    tracemalloc.start()
    attributes = [attribute_of(number) for number in range(1000, 3000)]
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size // len(attributes)


def check_memory(text: str, tmp_path: Path, *, besides: int = 0) -> None:
    path = tmp_path / "long.mlir"
    path.write_text(text)
    starter = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
    command = [sys.executable, "-c", starter, sys.executable, "-c", MEASURE, str(path)]
    process = subprocess.run(command, capture_output=True, text=True, check=True)
    status, peak = map(int, process.stdout.split())
    assert status == 0
    assert peak < 3 * path.stat().st_size + 100_000_000 + besides

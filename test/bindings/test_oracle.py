"""The bindings print what MLIR's own Python bindings print for the same programs. jaxlib contains
MLIR's.
"""

import importlib
import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = Path(__file__).parent / "programs"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.py"))


def jax_context_class() -> type[Any]:
    """Return a `Context` class with jaxlib's dialects, which plain contexts of jaxlib do not
    have.
    """
    from jaxlib.mlir import ir
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext

    class JaxContext(ir.Context):
        def __init__(self) -> None:
            super().__init__()
            registry = ir.DialectRegistry()
            _jax_mlir_ext.register_dialects(registry)
            self.append_dialect_registry(registry)
            self.load_all_available_dialects()

    return JaxContext


def run(name: str, package: str) -> list[str]:
    """Return the lines that the program `name` prints with the bindings in `package`."""

    def show(function: Any) -> None:
        try:
            print(repr(function()))
        except Exception as error:
            print(type(error).__name__, error)

    names: dict[str, Any] = {"show": show, "io": io}
    for module in ("ir", "passmanager"):
        found = importlib.import_module(f"{package}.{module}")
        public = getattr(found, "__all__", None) or [n for n in vars(found) if n[0] != "_"]
        names |= {each: getattr(found, each) for each in public}
    if package.startswith("jaxlib"):
        names["Context"] = jax_context_class()
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile((PROGRAMS / f"{name}.py").read_text(), name, "exec"), names)
    return list(normalized(output.getvalue()))


def normalized(text: str) -> Iterator[str]:
    """Yield the lines of `text` without addresses and without names that differ between MLIR
    versions.
    """
    text = re.sub(r"<[\w.]+\.(\w+) object at 0x\w+>", r"<\1>", text)
    text = re.sub(r"\b(BlockArgument|OpResult)\((?=%|<block)", "Value(", text)
    # Class names of affine expressions and of elements attributes differ between versions of MLIR.
    text = re.sub(r"\bAffine\w+Expr\(", "AffineExpr(", text)
    text = re.sub(r"\b\w+Loc\((loc\(.*\))\)", r"\1", text)
    text = text.replace("signless-non-zero-bitwidth-integer-like", "signless-integer-like")
    text = text.replace("{cse-between-iterations=false    max", "{  max")
    yield from text.splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_python_program_prints_same_output_as_with_mlir_bindings(name: str):
    pytest.importorskip("jaxlib.mlir.ir")
    assert run(name, "ttmlir_py.bindings") == run(name, "jaxlib.mlir")

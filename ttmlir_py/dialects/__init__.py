"""The project's dialects, each loaded at its first use.

A dialect is a package. Its ops are in the xDSL `Dialect` object that `_OPERATIONS` names, its
attributes and types in the modules `attributes` and `types`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from importlib import import_module

from xdsl.dialects import get_all_dialects
from xdsl.ir import Dialect

from ttmlir_py.dialects.upstream import EXTERNAL_MODELS
from ttmlir_py.dialects.upstream.completed import COMPLETIONS, CompletedDialect
from ttmlir_py.ir.context import DialectRegistry
from ttmlir_py.ir.external_models import register_models

_OPERATIONS = {
    "chlo": "ttmlir_py.dialects.chlo:CHLO",
    "emitc": "ttmlir_py.dialects.emitc.ops:EMITC",
    "func": "ttmlir_py.dialects.func:Func",
    "quant": "ttmlir_py.dialects.quant:QUANT",
    "sdy": "ttmlir_py.dialects.sdy:SDY",
    "sparse_tensor": "ttmlir_py.dialects.sparse_tensor:SPARSE_TENSOR",
    "stablehlo": "ttmlir_py.dialects.stablehlo:STABLEHLO",
    "tensor": "ttmlir_py.dialects.tensor:Tensor",
    "tosa": "ttmlir_py.dialects.tosa:TOSA",
    "tt": "ttmlir_py.dialects.tt.ops:TT",
    "ttir": "ttmlir_py.dialects.ttir:TTIR",
    "ttkernel": "ttmlir_py.dialects.ttkernel.ops:TTKERNEL",
    "ttmetal": "ttmlir_py.dialects.ttmetal.ops:TTMETAL",
    "ttnn": "ttmlir_py.dialects.ttnn:TTNN",
    "vhlo": "ttmlir_py.dialects.vhlo:VHLO",
}
"""Maps each dialect name to `module:object`, the xDSL dialect that holds its ops."""

UPSTREAM_DIALECTS = (
    "arith",
    "bufferization",
    "cf",
    "linalg",
    "llvm",
    "ml_program",
    "scf",
    "vector",
)
"""Names of MLIR's dialects that `ttmlir-opt` registers, except those that the project defines
itself.
"""

DEPENDENT_DIALECTS = frozenset({"affine", "complex", "math", "memref", "ub"})
"""Names of dialects that `ttmlir-opt` loads only because registered dialects depend on them."""

_EXTENDED = {"llvm": "ttmlir_py.dialects.upstream.llvm:LLVM"}
"""Maps dialects of xDSL that the project replaces to `module:object` of the new dialect."""

_HIDDEN = {"later": "ttmlir_py.dialects.later:LATER"}
"""Maps dialects that upstream does not have, and lists of dialects leave out, likewise."""

register_models(EXTERNAL_MODELS)


def dialect_names() -> list[str]:
    """Return the names of the project's dialects, sorted."""
    return sorted(_OPERATIONS)


def _load(path: str) -> Dialect:
    module, _, variable = path.partition(":")
    return getattr(import_module(module), variable)


@cache
def load_dialect(name: str) -> Dialect:
    """Return the dialect called `name`.

    It is usually a `LazyDialect`, which loads ops, attributes and types when they are looked up.
    """
    dialect = _load(_OPERATIONS[name])
    if hasattr(dialect, "find_operation"):
        return dialect
    from ttmlir_py.dialects.lazy_dialect import attributes_and_types

    own = attributes_and_types(f"{__name__}.{name}")
    return replace(dialect, _attributes=[*dialect.attributes, *own])


def all_dialects() -> list[Dialect]:
    """Return all of the project's dialects, loaded."""
    return [load_dialect(name) for name in dialect_names()]


def _completed(name: str, load: Callable[[], Dialect]) -> Dialect:
    completion = COMPLETIONS.get(name)
    return load() if completion is None else CompletedDialect(load(), completion)


@cache
def registry() -> DialectRegistry:
    """Return the registry of all dialects that the tools know: the project's, and those taken from
    MLIR.
    """
    theirs = get_all_dialects()
    names = [name for name in (*UPSTREAM_DIALECTS, *DEPENDENT_DIALECTS) if name in theirs]
    return DialectRegistry(
        {name: partial(_completed, name, theirs[name]) for name in names}
        | {name: partial(_load, path) for name, path in (_EXTENDED | _HIDDEN).items()}
        | {name: partial(load_dialect, name) for name in dialect_names()},
        complete=frozenset(_OPERATIONS),
        dependent=DEPENDENT_DIALECTS | {*_HIDDEN},
    )

"""Errors for JAX primitives that the device does not support, raised before lowering.

The error is located at the call in the user's function. Lowering would turn the primitive into
calls of LAPACK.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import UNKNOWN_LOC, StringAttr

from ttmlir_py import compiler
from ttmlir_py.frontends.jax_factorizations import LARGEST_MATRIX
from ttmlir_py.frontends.jax_lowerings import is_lowered
from ttmlir_py.frontends.libraries import library
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.locations import file_location

_RANDOM = ("rng_bit_generator", "rng_uniform")
_LINEAR_ALGEBRA = (
    *("cholesky", "cholesky_update", "eig", "eigh", "hessenberg", "householder_product", "lu"),
    *("lu_pivots_to_permutation", "qr", "geqrf", "geqp3", "schur", "svd", "triangular_solve"),
    *("tridiagonal", "tridiagonal_solve"),
)
_CALLBACKS = ("pure_callback", "io_callback", "debug_callback", "debug_print")
_LIMIT = (
    "cholesky, triangular_solve, lu and qr are compiled for real matrices of up to "
    f"{LARGEST_MATRIX} rows and columns"
)
_REMEDIES = {
    **dict.fromkeys(
        _RANDOM,
        (
            "draws random numbers",
            "draw them outside, and pass them (dropout: evaluate, as with deterministic=True)",
        ),
    ),
    **dict.fromkeys(
        _LINEAR_ALGEBRA,
        ("factors a matrix", f"{_LIMIT}: compute the others outside, and pass the results"),
    ),
    **dict.fromkeys(_CALLBACKS, ("calls Python while it runs", "leave the call out")),
}
"""Maps each unsupported primitive to a description and advice on what to do instead."""


def refuse(jaxpr: Any) -> None:
    """Raise CompilationError at the first live equation that the device does not support.

    Equations in loops and calls are included.
    """
    dce = library("jax.interpreters.partial_eval").dce_jaxpr
    live, _ = dce(jaxpr, [True] * len(jaxpr.outvars))
    for equation, callers in _equations(live, ()):
        name = equation.primitive.name
        if name in _REMEDIES and not is_lowered(equation):
            places = filter(None, map(_place, (equation, *reversed(callers))))
            _emit(name, next(places, None))


def _equations(jaxpr: Any, callers: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield each equation of `jaxpr` with the equations that enclose it, outermost first.

    Equations of nested jaxprs (loops, calls) follow the equation that holds them.
    """
    for equation in jaxpr.eqns:
        yield equation, callers
        for parameter in equation.params.values():
            for each in _listed(parameter):
                inner: Any = getattr(each, "jaxpr", each)
                if hasattr(inner, "eqns"):
                    yield from _equations(inner, (*callers, equation))


def _listed(parameter: object) -> Sequence[Any]:
    if isinstance(parameter, list | tuple):
        return cast("Sequence[Any]", parameter)
    return (parameter,)


def _emit(name: str, place: tuple[str, int, str] | None) -> None:
    does, instead = _REMEDIES[name]
    file, line, function = place or ("", 0, "the function")
    location = file_location(StringAttr(file), line, 0) if place else UNKNOWN_LOC
    with compiler.diagnosed() as context:
        context.diagnostics.shows_lines_without_column = True
        context.diagnostics.emit_error(
            location, f"'{function}' {does} ('{name}'), which the device does not: {instead}"
        )
        raise CompilationError


def _place(equation: Any) -> tuple[str, int, str] | None:
    """Return the file, line and function of the innermost stack frame in the user's code, or None.

    Frames of JAX and of this package are skipped.
    """
    installed = [os.path.dirname(library(name).__file__) for name in ("jax", "jaxlib")]
    others = tuple(f"{each}{os.sep}" for each in (*installed, os.path.dirname(__file__)))
    traceback = equation.source_info.traceback
    frames = [
        frame
        for frame in (traceback.frames if traceback is not None else ())
        if not frame.file_name.startswith(others)
    ]
    if not frames:
        return None
    name = frames[0].function_name.rpartition("<locals>.")[2]
    return frames[0].file_name, frames[0].line_num, name

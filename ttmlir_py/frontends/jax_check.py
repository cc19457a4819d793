"""Comparison of a model with JAX: its outputs, and the results of the equations of its jaxpr.

For the equations, the function's jaxpr is evaluated with calls inlined. Compiled, this evaluation
returns the result of each equation. Run by JAX, the same evaluation gives the expected values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from ttmlir_py.frontends.check import Library, Report, Values, compare_outputs, compare_steps
from ttmlir_py.frontends.jax_keys import is_key, key_data
from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import Executable
from ttmlir_py.frontends.signature import ARRAY_DTYPES, Array, as_reals

_INLINED = {
    **{"pjit": "jaxpr", "jit": "jaxpr", "closed_call": "call_jaxpr", "core_call": "call_jaxpr"},
    **{"custom_jvp_call": "call_jaxpr", "custom_vjp_call": "call_jaxpr"},
    "custom_vjp_call_jaxpr": "fun_jaxpr",
}
"""Primitives that call a jaxpr. Maps each to the parameter that holds that jaxpr."""

Function = Callable[..., Any]


@dataclass(frozen=True)
class Call:
    """The function call that is checked, with the model's arguments."""

    function: Function
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    leaves: Sequence[Any]
    """The arrays in the arguments, in the order of the model's arguments."""


def check(
    model: Executable,
    call: Call,
    *,
    pcc: float,
    numerics: str,
    compile: Callable[[Function], Executable] | None,
) -> Report:
    """Compare a model with JAX; see `JaxModel.check`.

    `compile` compiles another function for the same arguments. If it is None, only outputs are
    compared.
    """
    tree_util = library("jax.tree_util")
    found = library("jax").jit(call.function)(*call.args, **call.kwargs)
    leaves = tree_util.tree_flatten_with_path(found)[0]
    paths = [tree_util.keystr(path) or "result" for path, _ in leaves]
    steps = _Steps(call)
    values = Library([_array(each) for _, each in leaves], steps.run)
    rows = compare_outputs(model, call.leaves, paths, values, pcc, numerics)
    if compile is None:
        return Report("JAX", rows, None)
    again = compile(steps.traced)
    return Report("JAX", rows, compare_steps(again, call.leaves, values, pcc, numerics))


def _array(value: Any) -> Array:
    """Return a numpy array of a JAX array, of the integers of keys of random numbers, or of the
    pairs of complex numbers.
    """
    return as_reals(np.asarray(key_data(value)))


class _Steps:
    """The jaxpr of a call, evaluated equation by equation."""

    def __init__(self, call: Call):
        self._call = call

    def run(self, rounding: int | None) -> Values:
        """Return the values that JAX computes. `rounding` seeds different rounding of equation
        results.

        With None, results are not changed.
        """
        call, signs = self._call, None
        if rounding is not None:
            generator = np.random.default_rng(rounding)
            signs = generator.choice(np.array([-1, 1], np.int8), _Rounding.LENGTH)
        outputs, steps = self._compiled(signs, call.args, call.kwargs)
        return Values(list(map(_array, outputs)), list(map(_array, steps)))

    def traced(self, *args: Any, **kwargs: Any) -> Any:
        """Return the function's results, followed by the result of each equation."""
        return self._evaluated(None, args, kwargs)

    @cached_property
    def _compiled(self) -> Function:
        return library("jax").jit(self._evaluated)

    def _evaluated(
        self, signs: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[list[Any], list[Any]]:
        evaluation = _Evaluation(None if signs is None else _Rounding(signs))
        leaves = library("jax.tree_util").tree_leaves((tuple(args), dict(kwargs)))
        results = evaluation.run(self._jaxpr, self._closed.consts, leaves)
        return results, evaluation.results

    @cached_property
    def _closed(self) -> Any:
        return library("jax").make_jaxpr(self._call.function)(*self._call.args, **self._call.kwargs)

    @cached_property
    def _jaxpr(self) -> Any:
        """Return the jaxpr without dead equations, which are not compiled and may be
        unsupported.
        """
        jaxpr, dce = self._closed.jaxpr, library("jax.interpreters.partial_eval").dce_jaxpr
        return dce(jaxpr, [True] * len(jaxpr.outvars), instantiate=True)[0]


class _Rounding:
    """A change of values by one unit in the last place, up or down. Integers do not change.

    `signs` selects the elements that go up. It is drawn once, and shifted for each value, because
    XLA would take long to compile a random generator for each value.
    """

    LENGTH = 1 << 16

    def __init__(self, signs: Any):
        self._signs = signs
        self._count = 0

    def __call__(self, value: Any) -> Any:
        jnp = library("jax.numpy")
        dtype = getattr(value, "dtype", None)
        if dtype is not None and jnp.issubdtype(dtype, jnp.complexfloating):
            return library("jax.lax").complex(self(value.real), self(value.imag))
        if dtype is None or not jnp.issubdtype(dtype, jnp.floating):
            return value
        self._count += 1
        start = self._count * 257 % (self.LENGTH // 2)
        signs = self._signs[start : start + value.size]
        if value.size > signs.size:
            signs = jnp.resize(self._signs, value.size)
        unit = max(float(jnp.finfo(dtype).eps), float(jnp.finfo(jnp.float32).eps))
        wide = jnp.promote_types(dtype, jnp.float32)
        factors = 1 + unit * signs.astype(wide).reshape(value.shape)
        return jnp.where(
            value == jnp.round(value), value, (value.astype(wide) * factors).astype(dtype)
        )


class _Evaluation:
    """An evaluation of a jaxpr, one equation at a time.

    `results` collects all equation results that numpy arrays can hold.
    """

    def __init__(self, rounding: _Rounding | None):
        self._rounding = rounding
        self._count = 0
        self.results: list[Any] = []

    def run(self, jaxpr: Any, consts: Sequence[Any], args: Sequence[Any]) -> list[Any]:
        """Return the results of `jaxpr` for the arguments `args`."""
        given = self._rounded([*consts, *args])
        values = dict(zip([*jaxpr.constvars, *jaxpr.invars], given, strict=True))

        def read(atom: Any) -> Any:
            return atom.val if hasattr(atom, "val") else values[atom]

        for equation in jaxpr.eqns:
            results = self._evaluate(equation, list(map(read, equation.invars)))
            values.update(zip(equation.outvars, results, strict=True))
        return list(map(read, jaxpr.outvars))

    def _rounded(self, values: Sequence[Any]) -> Sequence[Any]:
        return values if self._rounding is None else [self._rounding(each) for each in values]

    def _evaluate(self, equation: Any, operands: Sequence[Any]) -> Sequence[Any]:
        inner = equation.params.get(_INLINED.get(equation.primitive.name, ""))
        if inner is not None:
            return self.run(inner.jaxpr, inner.consts, operands)
        with library("jax").named_scope(f"equation_{self._count}"):
            results = self._rounded(_bind(equation, operands))
        self._count += 1
        self.results += [
            each
            for each in results
            if each.size and not is_key(each.dtype) and np.dtype(each.dtype) in ARRAY_DTYPES
        ]
        return results


def _bind(equation: Any, operands: Sequence[Any]) -> Sequence[Any]:
    """Return the results of one equation, by evaluating a jaxpr that contains only this equation.

    JAX versions differ in how they pass an equation's parameters to its primitive.
    """
    core = library("jax.extend.core")
    pairs = zip(equation.invars, operands, strict=True)
    given = {variable: value for variable, value in pairs if not hasattr(variable, "val")}
    with catch_warnings():  # newer JAX versions warn about a jaxpr without debug information
        simplefilter("ignore", DeprecationWarning)
        alone = core.Jaxpr((), list(given), list(equation.outvars), [equation], equation.effects)
    return core.jaxpr_as_fun(core.ClosedJaxpr(alone, ()))(*given.values())

"""Compares a model with what JAX computes: its outputs, and the result of every equation of its jaxpr.

For the equations, the function is evaluated by its jaxpr, with calls inlined, each equation in a name scope of its own. Compiled,
the scopes are in the locations of operations, by which runs are compared; run by JAX, the same evaluation gives the expected values.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import numpy as np

from ttmlir_py.frontends.check import Report, compare_operations, compare_outputs
from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import Compiled

if TYPE_CHECKING:
    from ttmlir_py.runtime.observers.goldens import GoldenReport

_SCOPE = "equation_"
_SCOPE_IN_LOCATION = re.compile(rf"(?<!\w){_SCOPE}(\d+)/")
_INLINED = {
    **{"pjit": "jaxpr", "jit": "jaxpr", "closed_call": "call_jaxpr", "core_call": "call_jaxpr"},
    **{"custom_jvp_call": "call_jaxpr", "custom_vjp_call": "call_jaxpr"},
    "custom_vjp_call_jaxpr": "fun_jaxpr",
}
"""Equations that call a jaxpr, with the parameter that holds it."""

Scope = Callable[[str], AbstractContextManager[Any]]


Function = Callable[..., Any]


@dataclass(frozen=True)
class Call:
    """A call that is checked."""

    function: Function
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    leaves: Sequence[Any]
    """The arrays in the arguments, in the order of the model's."""


def check(
    model: Compiled, call: Call, *, pcc: float, compile: Callable[[Function], Compiled] | None
) -> Report:
    """See `JaxModel.check`; the results of operations are compared if `compile` can compile another function for these arguments."""
    jax = library("jax")
    found = jax.jit(call.function)(*call.args, **call.kwargs)
    expected = [
        (jax.tree_util.keystr(path) or "result", np.asarray(each))
        for path, each in jax.tree_util.tree_flatten_with_path(found)[0]
    ]
    rows = compare_outputs(model, call.leaves, expected, pcc)
    return Report("JAX", rows, None if compile is None else _operations(call, pcc, compile))


def _operations(call: Call, pcc: float, compile: Callable[[Function], Compiled]) -> "GoldenReport":
    """Run the function once more, compiled with a location for each equation; JAX's values are the goldens."""
    jax = library("jax")
    closed, shape = jax.make_jaxpr(call.function, return_shape=True)(*call.args, **call.kwargs)
    tree = jax.tree_util.tree_structure(shape)

    def scoped(*args: Any, **kwargs: Any) -> Any:
        evaluation = _Evaluation(jax.named_scope)
        results = evaluation.run(
            closed.jaxpr, closed.consts, jax.tree_util.tree_leaves((args, kwargs))
        )
        return jax.tree_util.tree_unflatten(tree, results)

    def recorded(*args: Any, **kwargs: Any) -> dict[int, Any]:
        evaluation = _Evaluation(jax.named_scope)
        evaluation.run(closed.jaxpr, closed.consts, jax.tree_util.tree_leaves((args, kwargs)))
        return evaluation.results

    values = {
        n: np.asarray(each) for n, each in jax.jit(recorded)(*call.args, **call.kwargs).items()
    }
    return compare_operations(compile(scoped), call.leaves, values, _SCOPE_IN_LOCATION, pcc)


class _Evaluation:
    """An evaluation of a jaxpr, equation by equation; `results` are of those with a single one, by their numbers."""

    def __init__(self, scope: Scope):
        self._scope = scope
        self._count = 0
        self.results: dict[int, Any] = {}

    def run(self, jaxpr: Any, consts: Sequence[Any], args: Sequence[Any]) -> list[Any]:
        """What a jaxpr gives for its arguments."""
        values = dict(zip([*jaxpr.constvars, *jaxpr.invars], [*consts, *args], strict=True))

        def read(atom: Any) -> Any:
            return atom.val if hasattr(atom, "val") else values[atom]

        for equation in jaxpr.eqns:
            results = self._evaluate(equation, list(map(read, equation.invars)))
            values.update(zip(equation.outvars, results, strict=True))
        return list(map(read, jaxpr.outvars))

    def _evaluate(self, equation: Any, operands: Sequence[Any]) -> Sequence[Any]:
        primitive = equation.primitive
        inner = equation.params.get(_INLINED.get(primitive.name, ""))
        if inner is not None:
            return self.run(inner.jaxpr, inner.consts, operands)
        number, self._count = self._count, self._count + 1
        with self._scope(f"{_SCOPE}{number}"):
            results = _bind(equation, operands)
        if not primitive.multiple_results:
            (self.results[number],) = results
        return results


def _bind(equation: Any, operands: Sequence[Any]) -> Sequence[Any]:
    """The results of an equation, as those of a jaxpr of it alone: how its parameters are handed on changes with JAX's version."""
    core = library("jax.extend.core")
    pairs = zip(equation.invars, operands, strict=True)
    given = {variable: value for variable, value in pairs if not hasattr(variable, "val")}
    with catch_warnings():  # newer versions would have a jaxpr say what it was traced from
        simplefilter("ignore", DeprecationWarning)
        alone = core.Jaxpr((), list(given), list(equation.outvars), [equation], equation.effects)
    return core.jaxpr_as_fun(core.ClosedJaxpr(alone, ()))(*given.values())

"""Compares a model with what JAX computes: its outputs, and the result of every equation of its jaxpr.

For the equations, the function is evaluated by its jaxpr, with calls inlined, each equation in a name scope of its own. Compiled,
the scopes are in the locations of operations, by which runs are compared; run by JAX, the same evaluation gives the expected values.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import numpy as np

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import Compiled
from ttmlir_py.frontends.signature import Array
from ttmlir_py.runtime.comparison import Comparison, compare, confirms
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import FORMATS, DataFormat

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


@dataclass(frozen=True)
class OutputRow:
    """The comparison of one output."""

    path: str
    """Where it is in the pytree that the function returns."""
    seen: Comparison
    passed: bool


@dataclass(frozen=True)
class JaxReport:
    """How far a model is from JAX; as a string, a table."""

    outputs: Sequence[OutputRow]
    operations: "GoldenReport | None"
    """The results of operations, with those of JAX as goldens; None if they were not asked for."""

    @property
    def passed(self) -> bool:
        """Whether all outputs are confirmed."""
        return all(row.passed for row in self.outputs)

    def check(self) -> None:
        """Raise `SimulationError` that names the first output that is not confirmed."""
        for row in self.outputs:
            if not row.passed:
                correlation = "none" if row.seen.pcc is None else f"{row.seen.pcc:.6f}"
                raise SimulationError(
                    f"output {row.path} differs from JAX's: PCC {correlation}, error {row.seen.relative:.1e}"
                )

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """A line for each output, and the table of the operations."""
        width = max((len(row.path) for row in self.outputs), default=0)
        for row in self.outputs:
            correlation = "none" if row.seen.pcc is None else f"{row.seen.pcc:.6f}"
            correlation = "-" if row.seen.count < 2 else correlation  # a number has none
            mark = "" if row.passed else "  FAILED"
            yield (
                f"output {row.path:<{width}}  PCC {correlation:>9}  error {row.seen.relative:.1e}  "
                f"max abs {row.seen.max_absolute:.1e}{mark}"
            )
        if self.operations is not None:
            yield from self.operations.lines()


def check(
    model: Compiled, call: Call, *, pcc: float, compile: Callable[[Function], Compiled] | None
) -> JaxReport:
    """See `JaxModel.check`; the results of operations are compared if `compile` can compile another function for these arguments."""
    jax = library("jax")
    expected = jax.jit(call.function)(*call.args, **call.kwargs)
    paths = [
        jax.tree_util.keystr(path) or "result"
        for path, _ in jax.tree_util.tree_flatten_with_path(expected)[0]
    ]
    wanted = [np.asarray(each) for each in jax.tree_util.tree_leaves(expected)]
    outputs = model.run(call.leaves)
    formats = [ref.desc.data_type for ref in model.program.outputs]
    rows = [
        _row(*each, pcc)
        for each in zip(paths, wanted, outputs, _formats(outputs, formats), strict=True)
    ]
    report = None if compile is None else _operations(call, pcc, compile)
    return JaxReport(rows, report)


def _row(path: str, golden: Array, device: Array, data_type: DataFormat, pcc: float) -> OutputRow:
    seen = compare(golden, device, data_type)
    return OutputRow(path, seen, confirms(seen, golden, device, pcc))


def _formats(outputs: Sequence[Array], formats: Sequence[DataFormat]) -> Iterator[DataFormat]:
    """In which format to compare: truth values, which the device keeps as floats, as integers."""
    for output, data_type in zip(outputs, formats, strict=True):
        yield FORMATS["UInt8"] if output.dtype == np.bool_ else data_type


def _operations(call: Call, pcc: float, compile: Callable[[Function], Compiled]) -> "GoldenReport":
    """Run the function once more, compiled with a location for each equation; JAX's values are the goldens."""
    from ttmlir_py.runtime.observers.goldens import GoldenChecker

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
    again = compile(scoped)
    goldens = {f"input_{index}": np.asarray(leaf) for index, leaf in enumerate(call.leaves)}
    goldens |= _by_location(again, values)
    checker = GoldenChecker(again.loaded, again.program, source=goldens, pcc=pcc)
    again.run(call.leaves, hooks=checker.hooks)
    return checker.report


def _by_location(model: Compiled, values: Mapping[int, Array]) -> Iterator[tuple[str, Array]]:
    """The expected values by the locations that operations of the model have."""
    for operation in model.program.operations:
        if found := _SCOPE_IN_LOCATION.findall(operation.location):
            number = int(found[-1])
            if number in values:
                yield operation.location, values[number]


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

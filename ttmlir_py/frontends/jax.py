"""JAX front end: functions compiled for the device, and run on the simulator.

>>> model = compile(network, params, image)
>>> model(params, image)
>>> print(model.check(params, image))

Arguments and results of a function are pytrees of arrays, as in JAX. The compiled model's arguments
have JAX's names: `x`, `params['w']`. Importing this module does not import JAX.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial, update_wrapper, wraps
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ttmlir_py.frontends.jax_keys import is_key, key_data, wrapped
from ttmlir_py.frontends.jax_lowerings import overrides
from ttmlir_py.frontends.jax_refusals import refuse
from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import DEFAULT_SYSTEM, Compiled, Executable, Settings
from ttmlir_py.frontends.signature import Array, Signature, wrong_arguments
from ttmlir_py.runtime.defaults import PCC
from ttmlir_py.runtime.errors import InputError

if TYPE_CHECKING:
    from ttmlir_py.frontends.check import Report

Function = Callable[..., Any]


_OTHER_SIZES = "compile a model for it, or use ttmlir_py.frontends.jax.jit, which does"
"""Advice in the error message for arguments whose shapes differ from those the model was compiled
for.
"""


class Traced:
    """A JAX function traced for arguments of fixed shapes and types.

    Raises JAX's errors for functions that it cannot trace.
    """

    def __init__(
        self,
        function: Function,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        donate_argnums: int | Sequence[int] = (),
    ):
        self.function = _hashable(function)
        jitted = _jax().jit(self.function, keep_unused=True, donate_argnums=donate_argnums)
        self._traced = jitted.trace(*args, **kwargs)
        self._example_types = list(map(_type, _jax().tree_util.tree_leaves((args, kwargs))))
        self.name: str = getattr(function, "__name__", type(function).__name__).strip("<>")

    @property
    def jaxpr(self) -> Any:
        """Return the function's jaxpr."""
        return self._traced.jaxpr.jaxpr

    @cached_property
    def text(self) -> str:
        """Return the function in StableHLO, with locations."""
        module = self._lowered.compiler_ir("stablehlo")
        return module.operation.get_asm(enable_debug_info=True)

    @cached_property
    def _lowered(self) -> Any:
        parameters = library("jax.interpreters.mlir").LoweringParameters
        rules = parameters(override_lowering_rules=overrides())
        return self._traced.lower(_private_parameters=rules)

    def flatten(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], signature: Signature
    ) -> list[Any]:
        """Return the arrays in `args` and `kwargs`, in the order of the function's arguments.

        Raise `InputError` for a different pytree structure or different types. By default, JAX
        converts 64-bit arrays to 32 bits. If the function was traced for 64-bit arrays, calls may
        pass these.
        """
        leaves, tree = _jax().tree_util.tree_flatten((tuple(args), dict(kwargs)))
        expected = self._lowered.in_tree
        if tree != expected:
            places = _places(expected)
            pairs = zip(places, signature.arguments, strict=True)
            names = {place: each.name or place for place, each in pairs}
            raise InputError(
                wrong_arguments(_places(tree), names)
                or f"the arguments are {tree}, but the model was compiled for {expected}"
            )
        arrays: list[Any] = []
        rows = zip(leaves, self._example_types, signature.arguments, strict=True)
        for leaf, example, type_ in rows:
            data = key_data(leaf)
            type_.require_shape(f"argument ({type_.name})", data, _OTHER_SIZES)
            if example is not None and _type(leaf) == example:
                arrays.append(_canonical(data))
                continue
            if data is not leaf or is_key(example):
                raise InputError(
                    f"argument ({type_.name}) has type {_type(leaf)}, expected {example}"
                )
            type_.require_type(f"argument ({type_.name})", leaf)
            arrays.append(leaf)
        return arrays

    def arguments(self, arrays: Sequence[Array]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return positional and keyword arguments of the function with the leaves `arrays`."""
        leaves = map(wrapped, arrays, self._example_types)
        return _jax().tree_util.tree_unflatten(self._lowered.in_tree, leaves)

    def unflatten(self, outputs: Sequence[Array]) -> Any:
        """Return `outputs` as JAX arrays in the pytree that the function returns."""
        jax = _jax()
        types = [each.dtype for each in self._traced.jaxpr.out_avals]
        arrays = list(map(wrapped, outputs, types))
        return jax.tree_util.tree_unflatten(self._lowered.out_tree, arrays)


class JaxExecutable(Executable):
    """A compiled JAX function, whichever compiler compiled it. Calls run on the simulator."""

    traced: Traced
    function: Function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the model on arguments with the pytree structure, shapes and types that it was
        compiled for.

        Return JAX arrays in the pytree that the function returns. Python numbers count as scalars.
        64-bit integers are accepted if their values fit. Raise `InputError`, which names the
        argument, for arguments that do not fit, and `SimulationError`.
        """
        outputs = self.run(self.flatten(args, kwargs))
        return self.unflatten(outputs)

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """Return the arrays in `args` and `kwargs`, in the order of the model's arguments; see
        `Traced.flatten`.
        """
        return self.traced.flatten(args, kwargs, self.signature)

    def unflatten(self, outputs: Sequence[Array]) -> Any:
        """Return `outputs` as JAX arrays in the pytree that the function returns."""
        return self.traced.unflatten(outputs)

    def check(
        self,
        *args: Any,
        pcc: float = PCC,
        operations: bool = True,
        numerics: str = "ideal",
        **kwargs: Any,
    ) -> Report:
        """Compare a run on the simulator with JAX: all outputs, and with `operations` all
        operations too.

        For the operations, the function is compiled again with the results of all equations of its
        jaxpr as additional outputs. JAX computes the same on its own device, in the function's
        types. A difference is accepted if different rounding of the equations' results causes it as
        well. Without arguments, they are those of `random_inputs`.
        """
        from ttmlir_py.frontends.jax_check import Call, check

        if not args and not kwargs:
            args, kwargs = self.traced.arguments(self.random_inputs())

        def compile(function: Function) -> Executable:
            return self._compiled_again(function, args, kwargs)

        call = Call(self.function, args, kwargs, self.flatten(args, kwargs))
        again = compile if operations else None
        return check(self, call, pcc=pcc, numerics=numerics, compile=again)

    def _compiled_again(
        self, function: Function, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Executable:
        """Compile `function` for arguments, with the compiler and settings of this executable."""
        raise NotImplementedError


class JaxModel(JaxExecutable, Compiled):
    """A JAX function compiled for arguments of fixed shapes and types. Calls run on the simulator.

    Raises JAX's errors for functions that it cannot trace, and the errors of `Compiled`. A
    CompilationError names the lines in the function's own source.
    """

    def __init__(
        self,
        function: Function,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        settings: Settings,
        donate_argnums: int | Sequence[int] = (),
    ):
        self.traced = Traced(function, args, kwargs, donate_argnums)
        self.function = self.traced.function
        refuse(self.traced.jaxpr)
        super().__init__(self.traced.text, settings, f"<{self.traced.name}>")

    def _compiled_again(
        self, function: Function, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> JaxModel:
        return JaxModel(function, args, kwargs, self.settings.quiet())


def compile(
    function: Function,
    /,
    *example_args: Any,
    system: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    warnings: Iterable[str] = (),
    example_kwargs: Mapping[str, Any] | None = None,
    donate_argnums: int | Sequence[int] = (),
) -> JaxModel:
    """Compile a function for arguments of the examples' shapes and types.

    Examples may be `jax.ShapeDtypeStruct`. `system` is the board, `options` are pipeline options
    (`{"enable-optimizer": True}`), and `warnings` are command-line flags. Bind non-array arguments
    first with `functools.partial(function, train=False)`, for example flags that a Python `if`
    tests. `donate_argnums` are those of JAX: the binary may write into these arguments, for example
    key/value caches in bf16. Calls of the model pass copies.
    """
    settings = Settings(system, dict(options or {}), tuple(warnings))
    return JaxModel(function, example_args, example_kwargs or {}, settings, donate_argnums)


@dataclass
class Jitted:
    """A function that is compiled on demand, once for each combination of argument shapes and
    types.
    """

    function: Function
    settings: Settings

    def __post_init__(self) -> None:
        self._models: dict[Any, JaxModel] = {}
        update_wrapper(self, self.function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the function's results, computed on the simulator."""
        args, kwargs = _jax().tree_util.tree_map(_canonical, (args, kwargs))
        return self.model(*args, **kwargs)(*args, **kwargs)

    def model(self, *args: Any, **kwargs: Any) -> JaxModel:
        """Return the model for the shapes and types of these arguments. It is compiled on first
        use.
        """
        leaves, tree = _jax().tree_util.tree_flatten((args, kwargs))
        key = tree, tuple(map(_abstract, leaves))
        if key not in self._models:
            self._models[key] = JaxModel(self.function, args, kwargs, self.settings)
        return self._models[key]


def jit(
    function: Function | None = None,
    /,
    *,
    system: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    warnings: Iterable[str] = (),
) -> Any:
    """Decorate a function like `jax.jit`, for the simulator: `@jit`, or `@jit(system="n300")`.

    The arguments are those of `compile`.
    """
    settings = Settings(system, dict(options or {}), tuple(warnings))
    if function is None:
        return partial(Jitted, settings=settings)
    return Jitted(function, settings)


@cache
def _jax() -> Any:
    """Return JAX. Raise ImportError with installation advice if it is missing.

    Frames of this package are registered as JAX's own, so that locations are the user's.
    """
    jax = library("jax")
    library("jax.extend.source_info_util").register_exclusion(os.path.dirname(__file__))
    return jax


def _hashable(function: Function) -> Function:
    """Return a function that JAX can trace.

    JAX caches functions by hash. Callable pytrees, such as equinox's modules, are not hashable and
    are wrapped.
    """
    try:
        hash(function)
    except TypeError:

        @wraps(function, updated=())
        def call(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        return call
    return function


def _places(tree: Any) -> list[str]:
    """Return the place of each leaf in the pytree of a call's arguments, such as `args[0]['w']`."""
    trees = _jax().tree_util
    args, kwargs = trees.tree_unflatten(tree, range(tree.num_leaves))
    return [
        name + trees.keystr(path)
        for name, part in (("args", args), ("kwargs", kwargs))
        for path, _ in trees.tree_flatten_with_path(part)[0]
    ]


def _type(leaf: Any) -> Any:
    """Return the dtype of an array, or None for a Python number."""
    return getattr(leaf, "dtype", None)


def _canonical(leaf: Any) -> Any:
    """Return a numpy array converted to the type that JAX would use: 32 bits unless JAX has x64
    enabled.

    Other values are returned unchanged.
    """
    if not isinstance(leaf, np.ndarray | np.generic):
        return leaf
    array = cast("Any", leaf)
    dtype = _jax().dtypes.canonicalize_dtype(array.dtype)
    return array if array.dtype == dtype or dtype.kind in "iu" else array.astype(dtype)


def _abstract(leaf: Any) -> tuple[Any, ...]:
    """Return the cache key of an argument array: its shape, its dtype, and whether the dtype is
    weak.
    """
    aval = _jax().api_util.shaped_abstractify(leaf)
    return aval.shape, str(aval.dtype), getattr(aval, "weak_type", False)


__all__ = ["JaxExecutable", "JaxModel", "Jitted", "Traced", "compile", "jit"]


def __dir__() -> list[str]:
    return sorted(__all__)

"""JAX: functions compiled for the device, and run on the simulator.

>>> model = compile(network, params, image)
>>> model(params, image)
>>> print(model.check(params, image))

What a function takes and gives is a pytree of arrays, as in JAX; the compiled model's arguments have the names that JAX gives them: `x`, `params['w']`.
Importing this module does not import JAX.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial, update_wrapper, wraps
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ttmlir_py.frontends.jax_refusals import refuse
from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import DEFAULT_SYSTEM, Compiled, Settings
from ttmlir_py.frontends.signature import Array
from ttmlir_py.runtime.defaults import PCC
from ttmlir_py.runtime.errors import InputError

if TYPE_CHECKING:
    from ttmlir_py.frontends.check import Report

Function = Callable[..., Any]


_OTHER_SIZES = "compile a model for it, or use ttmlir_py.frontends.jax.jit, which does"
"""What to do for arguments of another shape."""


class JaxModel(Compiled):
    """A function of JAX, compiled for arguments of fixed shapes and types; calls run it on the simulator.

    Raises TypeError for keys of random numbers, what JAX raises for functions that it does not trace, and what `Compiled` raises: a
    CompilationError names the lines of the function's own source.
    """

    def __init__(
        self,
        function: Function,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        settings: Settings,
        donate_argnums: int | Sequence[int] = (),
    ):
        _refuse_keys((*args, *kwargs.values()))
        self.function = _hashable(function)
        jitted = _jax().jit(self.function, keep_unused=True, donate_argnums=donate_argnums)
        traced = jitted.trace(*args, **kwargs)
        refuse(traced.jaxpr.jaxpr)
        lowered = traced.lower()
        module = lowered.compiler_ir("stablehlo")
        self._in_tree, self._out_tree = lowered.in_tree, lowered.out_tree
        self._example_types = list(map(_type, _jax().tree_util.tree_leaves((args, kwargs))))
        name = getattr(function, "__name__", type(function).__name__)
        super().__init__(
            module.operation.get_asm(enable_debug_info=True), settings, f"<{name.strip('<>')}>"
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the model on pytrees of the structure, shapes and types that it was compiled for; arrays of JAX in such a pytree.

        Python's numbers are taken for scalars, integers of 64 bits if their values fit. Raises `InputError` for
        what does not fit, which names the argument, and `SimulationError`.
        """
        outputs = self.run(self.flatten(args, kwargs))
        return self.unflatten(outputs)

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """The arrays in a call's arguments, in the order of the model's. Raises `InputError` for another structure, and for other types.

        JAX takes arrays of 64 bits for arrays of 32, unless it is told otherwise: if the model was compiled for such an array, calls
        may pass one.
        """
        leaves, tree = _jax().tree_util.tree_flatten((tuple(args), dict(kwargs)))
        if tree != self._in_tree:
            raise InputError(f"the arguments are {tree}, compiled were {self._in_tree}")
        arrays: list[Any] = []
        rows = zip(leaves, self._example_types, self.signature.arguments, strict=True)
        for leaf, example, type_ in rows:
            type_.require_shape(f"argument ({type_.name})", leaf, _OTHER_SIZES)
            if example is not None and _type(leaf) == example:
                arrays.append(_canonical(leaf))
                continue
            type_.require_type(f"argument ({type_.name})", leaf)
            arrays.append(leaf)
        return arrays

    def unflatten(self, outputs: Sequence[Array]) -> Any:
        """The pytree that the function returns, of these arrays."""
        jax = _jax()
        arrays = [jax.numpy.asarray(each) for each in outputs]
        return jax.tree_util.tree_unflatten(self._out_tree, arrays)

    def check(
        self, *args: Any, pcc: float = PCC, operations: bool = True, **kwargs: Any
    ) -> "Report":
        """Compare a run on the simulator with JAX's own: every output, and with `operations` the result of every operation.

        For the operations, the function is compiled once more with the results of all equations of its jaxpr as further outputs; JAX
        computes the same on its own device, in the types that the function says. A difference that rounding the equations' results
        otherwise makes, too, is confirmed.
        """
        from ttmlir_py.frontends.jax_check import Call, check

        def compile(function: Function) -> JaxModel:
            return JaxModel(function, args, kwargs, self.settings.quiet())

        call = Call(self.function, args, kwargs, self.flatten(args, kwargs))
        return check(self, call, pcc=pcc, compile=compile if operations else None)


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
    """Compile a function for arguments of the shapes and types of the examples, which may be `jax.ShapeDtypeStruct`.

    `system` is the board, `options` are the pipelines' (`{"enable-optimizer": True}`), `warnings` flags as on the command line. What is
    no array, such as a flag that Python's `if` asks for, is bound before: `functools.partial(function, train=False)`. `donate_argnums` are JAX's: the binary may write into these arguments, as
    into key/value caches in bf16; calls of the model pass copies.
    """
    settings = Settings(system, dict(options or {}), tuple(warnings))
    return JaxModel(function, example_args, example_kwargs or {}, settings, donate_argnums)


@dataclass
class Jitted:
    """A function that is compiled when it is called, once for each structure, shapes and types of its arguments."""

    function: Function
    settings: Settings

    def __post_init__(self) -> None:
        self._models: dict[Any, JaxModel] = {}
        update_wrapper(self, self.function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function's results, computed on the simulator."""
        args, kwargs = _jax().tree_util.tree_map(_canonical, (args, kwargs))
        return self.model(*args, **kwargs)(*args, **kwargs)

    def model(self, *args: Any, **kwargs: Any) -> JaxModel:
        """The model that such a call runs, compiled if it is the first."""
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
    """A decorator as `jax.jit`, for the simulator: `@jit`, or `@jit(system="n300")`. Arguments are those of `compile`."""
    settings = Settings(system, dict(options or {}), tuple(warnings))
    if function is None:
        return partial(Jitted, settings=settings)
    return Jitted(function, settings)


@cache
def _jax() -> Any:
    """JAX, which takes this package's frames for its own, and not for the user's; ImportError that says how to get it."""
    jax = library("jax")
    library("jax.extend.source_info_util").register_exclusion(os.path.dirname(__file__))
    return jax


def _hashable(function: Function) -> Function:
    """A function that JAX can trace: it keeps its own by their hashes, which callable pytrees, such as equinox's modules, lack."""
    try:
        hash(function)
    except TypeError:

        @wraps(function, updated=())
        def call(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        return call
    return function


def _refuse_keys(args: Any) -> None:
    """Raise TypeError for keys of random numbers: these are computed modulo 2^32, which the device does not do."""
    jax = _jax()
    for path, leaf in jax.tree_util.tree_flatten_with_path(args)[0]:
        dtype = getattr(leaf, "dtype", None)
        if dtype is not None and jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key):
            raise TypeError(
                f"argument {jax.tree_util.keystr(path)} is a key of random numbers, which the device cannot draw: "
                "draw them outside, and pass these"
            )


def _type(leaf: Any) -> Any:
    """The type of an array; None for a number of Python's."""
    return getattr(leaf, "dtype", None)


def _canonical(leaf: Any) -> Any:
    """An array of numpy in the type that JAX takes it for, of 32 bits where it is not told to use 64; anything else as it is."""
    if not isinstance(leaf, np.ndarray | np.generic):
        return leaf
    array = cast("Any", leaf)
    dtype = _jax().dtypes.canonicalize_dtype(array.dtype)
    return array if array.dtype == dtype or dtype.kind in "iu" else array.astype(dtype)


def _abstract(leaf: Any) -> tuple[Any, ...]:
    """What a leaf is compiled for."""
    aval = _jax().api_util.shaped_abstractify(leaf)
    return aval.shape, str(aval.dtype), getattr(aval, "weak_type", False)


__all__ = ["JaxModel", "Jitted", "compile", "jit"]


def __dir__() -> list[str]:
    return sorted(__all__)

"""Complex numbers of PyTorch graphs as pairs of real numbers, and Fourier transforms as products.

The device has no complex numbers. PyTorch's `ComplexTensor`, a pair of real tensors, replaces each
complex tensor while the graph is traced again. Arguments and results of the graph become real
tensors with a last dimension of size 2, as `torch.view_as_real` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import isqrt, pi, prod, sqrt
from operator import getitem
from typing import Any, NoReturn, cast

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_constants import no_modes
from ttmlir_py.frontends.torch_refusals import refuse
from ttmlir_py.frontends.torch_tensors import is_tensor, torch

_LARGEST_MATRIX = 128
"""Longest transform that is one product. Longer ones are split into transforms of factors."""
_LONGEST = 2048
"""Longest transform of a prime length, or from complex to real numbers."""

_COMPOSITES = (
    *("fft_fft", "fft_fft2", "fft_fftn", "fft_ifft", "fft_ifft2", "fft_ifftn", "fft_fftshift"),
    *("fft_rfft", "fft_rfft2", "fft_rfftn", "fft_irfft", "fft_irfft2", "fft_irfftn"),
    *("fft_hfft", "fft_ihfft", "fft_ifftshift", "istft", "stft"),
)
_MOVES = (
    *("_unsafe_view", "alias", "as_strided", "clone", "detach", "expand", "flip", "gather"),
    *("index", "index_select", "permute", "repeat", "reshape", "roll", "select", "slice", "split"),
    *("split_with_sizes", "squeeze", "t", "transpose", "unbind", "unfold", "unsqueeze", "view"),
    *("cumsum", "mean", "neg", "sum"),
)
"""Operators that compute real and imaginary parts separately."""
_ARITHMETIC = ("add", "bmm", "cat", "copy", "div", "mm", "mul", "rsub", "stack", "sub")
"""Operators that convert real operands to complex numbers."""


def complex_decompositions() -> dict[Any, Any]:
    """Return the decompositions of Fourier transforms into those of single kinds."""
    key = torch()._C.DispatchKey.CompositeImplicitAutograd
    packets = [getattr(torch().ops.aten, name) for name in _COMPOSITES]
    overloads = [getattr(each, name) for each in packets for name in each.overloads()]
    return {
        each: partial(each._op_dk, key) for each in overloads if "out" not in each._overloadname
    }


def without_complex_numbers(graph_module: Any, decompositions: Mapping[Any, Any]) -> Any:
    """Return a graph module without complex tensors. If all are real, return it unchanged.

    Raise CompilationError at operators of complex numbers that have no form in real numbers.
    """
    if not any(map(_is_complex, graph_module.graph.nodes)):
        return graph_module
    nodes = [node for node in graph_module.graph.nodes if node.op == "placeholder"]
    make_fx = library("torch.fx.experimental.proxy_tensor", "torch").make_fx
    shapes = library("torch._subclasses", "torch").FakeTensorMode(allow_non_fake_inputs=True)
    with no_modes(), torch().fx.traceback.preserve_node_meta(), torch().no_grad():
        with shapes:
            arguments = [_parts_of_empty(node.meta["val"]) for node in nodes]
        traced = make_fx(_interpreter()(graph_module).run)(*arguments)
        functional = torch().func.functionalize(_views()(traced).run)
        traced = make_fx(functional, decomposition_table=dict(decompositions))(*arguments)
    traced.graph.eliminate_dead_code()
    for node in traced.graph.nodes:
        node.meta.setdefault("stack_trace", "")
        if node.op == "get_attr":
            node.meta["val"] = shapes.from_tensor(getattr(traced, node.target))
    return traced


def _is_complex(node: Any) -> bool:
    value = node.meta.get("val")
    return is_tensor(value) and value.is_complex()


def _parts_of_empty(value: Any) -> Any:
    """Return an empty real argument like `value`."""
    dtype = value.dtype.to_real() if value.is_complex() else value.dtype
    return torch().empty([*value.shape, *[2] * value.is_complex()], dtype=dtype)


@cache
def _interpreter() -> Any:
    """Return the interpreter of graphs that replaces complex tensors by pairs."""
    pairs = library("torch._subclasses.complex_tensor", "torch").ComplexTensor
    special, to_reals = _special(), _to_reals()

    class Reals(torch().fx.Interpreter):  # pyrefly: ignore[invalid-inheritance]
        extra_traceback = False

        def placeholder(self, target: Any, args: Any, kwargs: Any) -> Any:
            value = cast(Any, super().placeholder(target, args, kwargs))  # pyright: ignore
            is_pair = _is_complex(self._node)
            return pairs(value[..., 0], value[..., 1]) if is_pair else value

        def get_attr(self, target: Any, args: Any, kwargs: Any) -> Any:
            value = cast(Any, super().get_attr(target, args, kwargs))  # pyright: ignore
            if not is_tensor(value) or not value.is_complex():
                return value
            return pairs(*_parts_of(value))

        def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
            if target in to_reals:
                return to_reals[target](*args, **kwargs)
            if target in special and _is_complex(self._node):
                return special[target](pairs, *args, **kwargs)
            trees = torch().utils._pytree
            is_pair = [isinstance(each, pairs) for each in trees.tree_leaves((args, kwargs))]
            if _is_complex(self._node) or any(is_pair):
                args = trees.tree_map_only(complex, partial(_constant, pairs), args)
            if any(is_pair):
                found = _by_parts(pairs, target, args, kwargs)
                if found is not NotImplemented:
                    return found
            is_mixed = any(is_pair) and _name(target) in _ARITHMETIC
            if is_mixed or (_is_complex(self._node) and not any(is_pair)):
                args, kwargs = trees.tree_map(partial(_as_pair, pairs), args), _real_type(kwargs)
            found = cast(Any, super().call_function(target, args, kwargs))  # pyright: ignore
            if is_tensor(found) and not isinstance(found, pairs) and _is_complex(self._node):
                if found.is_complex():
                    raise NotImplementedError
                found = pairs(found, torch().zeros_like(found))
            return found

        def output(self, target: Any, args: Any, kwargs: Any) -> Any:
            def joined(each: Any) -> Any:
                is_pair = isinstance(each, pairs)
                return torch().stack((each.re, each.im), -1) if is_pair else each

            return [joined(each) for each in args[0]]

        def run_node(self, n: Any) -> Any:
            self._node = n
            try:
                return super().run_node(n)  # pyright: ignore
            except (NotImplementedError, TypeError, RuntimeError, AttributeError):
                _refuse(n)

    return Reals


def _refuse(node: Any) -> NoReturn:
    """Raise CompilationError for an operator without a form in real numbers."""
    operator = node.args[0] if node.target is getitem else node
    message = (
        f"'{operator.target}' of complex numbers is not compiled: compute with real and imaginary "
        "parts"
    )
    refuse([(message, node.meta.get("stack_trace") or "")])


def _parts_of(value: Any) -> Any:
    """Return the real and imaginary parts of a constant."""
    with no_modes():
        parts = torch().view_as_real(value.resolve_conj()).unbind(-1)
        return [each.contiguous() for each in parts]


def _constant(pairs: Any, value: complex) -> Any:
    with no_modes():
        return pairs(torch().tensor(value.real), torch().tensor(value.imag))


def _by_parts(pairs: Any, target: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Return the result of an operator that treats both parts alike, or that compares numbers.

    Return NotImplemented for another operator.
    """
    name = _name(target)
    is_pair = [isinstance(each, pairs) for each in torch().utils._pytree.tree_leaves(list(args))]
    if name in _MOVES and isinstance(args[0], pairs) and sum(is_pair) == 1:
        parts = [target(each, *args[1:], **kwargs) for each in (args[0].re, args[0].im)]
        if is_tensor(parts[0]):
            return pairs(*parts)
        return [pairs(*each) for each in zip(*parts, strict=True)]
    if name in ("mul", "div") and isinstance(args[0], pairs) and not isinstance(args[1], pairs):
        return pairs(target(args[0].re, args[1]), target(args[0].im, args[1]))
    if name in ("eq", "ne"):
        x, y = (_as_pair(pairs, each) for each in args)
        is_equal = (x.re == getattr(y, "re", y)) & (x.im == getattr(y, "im", 0))
        return is_equal if name == "eq" else ~is_equal
    return NotImplemented


@cache
def _views() -> Any:
    """Return an interpreter of graphs whose views can be functionalized."""
    squeeze, aten = torch().ops.prims.squeeze.default, torch().ops.aten

    class Views(torch().fx.Interpreter):  # pyrefly: ignore[invalid-inheritance]
        def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
            if target is squeeze:
                target, args = aten.squeeze.dims, [args[0], list(args[1])]
            if target is aten._neg_view.default:
                target = aten.neg.default
            return super().call_function(target, args, kwargs)  # pyright: ignore

    return Views


def _name(target: Any) -> str:
    """Return the name of an operator without its overload."""
    return getattr(getattr(target, "overloadpacket", None), "__name__", "")


def _as_pair(pairs: Any, each: Any) -> Any:
    """Return a real tensor as a pair. Other operands are returned unchanged."""
    is_real = is_tensor(each) and not isinstance(each, pairs)
    return pairs(_float(each), torch().zeros_like(_float(each))) if is_real else each


def _float(x: Any) -> Any:
    return x if x.dtype.is_floating_point else x.float()


def _real_type(kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Return keyword arguments in which a complex type is the type of its parts."""
    dtype = kwargs.get("dtype")
    if dtype is None or not dtype.is_complex:
        return dict(kwargs)
    return {**kwargs, "dtype": dtype.to_real()}


def _special() -> dict[Any, Callable[..., Any]]:
    """Return the operators that create complex numbers, and Fourier transforms."""
    aten, prims = torch().ops.aten, torch().ops.prims

    def view_as_complex(pairs: Any, x: Any) -> Any:
        return pairs(x[..., 0], x[..., 1])

    def combined(pairs: Any, re: Any, im: Any) -> Any:
        return pairs(*torch().broadcast_tensors(re, im))

    def polar(pairs: Any, size: Any, angle: Any) -> Any:
        return combined(pairs, size * torch().cos(angle), size * torch().sin(angle))

    def converted(pairs: Any, x: Any, dtype: Any = None, **_: Any) -> Any:
        if dtype is None:
            return x.clone()
        parts = (x.re, x.im) if isinstance(x, pairs) else (x, torch().zeros_like(x))
        return pairs(*(each.to(dtype.to_real()) for each in parts))

    def power(pairs: Any, x: Any, exponent: Any) -> Any:
        if exponent in (1, 2, 3, 4):
            found = x
            for _ in range(int(exponent) - 1):
                found = found * x
            return found
        if isinstance(exponent, complex):
            raise NotImplementedError
        return polar(pairs, x.abs() ** exponent, x.angle() * exponent)

    def inverse(pairs: Any, x: Any) -> Any:
        square = x.re * x.re + x.im * x.im
        return pairs(x.re / square, -x.im / square)

    return {
        aten.reciprocal.default: inverse,
        aten.pow.Tensor_Scalar: power,
        aten.view_as_complex.default: view_as_complex,
        aten.complex.default: combined,
        aten.polar.default: polar,
        aten._to_copy.default: converted,
        prims.convert_element_type.default: converted,
        aten._fft_c2c.default: _complex_transform,
        aten._fft_r2c.default: _transform_of_reals,
    }


def _to_reals() -> dict[Any, Callable[..., Any]]:
    """Return the operators on complex numbers whose results are real."""
    aten = torch().ops.aten
    return {
        aten._assert_tensor_metadata.default: lambda *_, **__: None,
        aten._fft_c2r.default: _transform_to_reals,
    }


Parts = tuple[Any, Any]
"""The real and the imaginary parts of complex numbers."""


def _complex_transform(
    pairs: Any, x: Any, dim: Sequence[int], normalization: int, forward: bool
) -> Any:
    parts = x.re, x.im
    for each in dim:
        parts = _along(parts, each, forward=forward)
    return pairs(*_scaled(parts, [x.shape[each] for each in dim], normalization))


def _transform_of_reals(
    pairs: Any, x: Any, dim: Sequence[int], normalization: int, onesided: bool
) -> Any:
    parts, last = (x, torch().zeros_like(x)), dim[-1]
    sizes = [x.shape[each] for each in dim]
    parts = _along(parts, last, forward=True)
    if onesided:
        parts = tuple(each.narrow(last, 0, x.shape[last] // 2 + 1) for each in parts)
    for each in dim[:-1]:
        parts = _along(parts, each, forward=True)
    return pairs(*_scaled(parts, sizes, normalization))


def _transform_to_reals(x: Any, dim: Sequence[int], normalization: int, size: int) -> Any:
    """Return the inverse transform of the first half of a spectrum whose other half is
    symmetric.
    """
    if size > _LONGEST:
        raise NotImplementedError
    parts = x.re, x.im
    for each in dim[:-1]:
        parts = _along(parts, each, forward=False)
    last, half = dim[-1], size // 2 + 1
    with no_modes():
        rows = torch().arange(half).unsqueeze(1)
        counts = torch().where((rows == 0) | (2 * rows == size), 1.0, 2.0)
        cos, sin = (counts * each for each in _rotation(half, size, size, 1, torch().float64))
        cos, sin = cos.to(x.re.dtype), sin.to(x.re.dtype)
    re, im = (each.narrow(last, 0, half).transpose(last, -1) for each in parts)
    found = re @ cos - im @ sin
    sizes = [*(x.shape[each] for each in dim[:-1]), size]
    return _scaled((found.transpose(last, -1),), sizes, normalization)[0]


def _scaled(parts: tuple[Any, ...], sizes: Sequence[int], normalization: int) -> tuple[Any, ...]:
    """Return parts over 1, the root of the number of elements, or this number."""
    scale = (1.0, 1 / sqrt(prod(sizes)), 1 / prod(sizes))[normalization]
    return parts if scale == 1 else tuple(each * scale for each in parts)


def _along(parts: Parts, dim: int, *, forward: bool) -> Parts:
    """Return the discrete Fourier transform along `dim`, not normalized."""
    re, im = (each.transpose(dim, -1) for each in parts)
    re, im = _last(re, im, -1 if forward else 1)
    return re.transpose(dim, -1), im.transpose(dim, -1)


def _last(re: Any, im: Any, sign: int) -> Parts:
    """Return the transform along the last dimension.

    A size with factors m and n is a transform of size m of every n-th element, a rotation, and a
    transform of size n (J. Cooley and J. Tukey, 1965).
    """
    size = re.shape[-1]
    first = _factor(size)
    if size <= _LARGEST_MATRIX or first == 1:
        if size > _LONGEST:
            raise NotImplementedError
        return _product(re, im, *_rotation(size, size, size, sign, re.dtype))
    second = size // first
    re, im = (each.unflatten(-1, (first, second)).transpose(-1, -2) for each in (re, im))
    re, im = _last(re, im, sign)
    cos, sin = _rotation(second, first, size, sign, re.dtype)
    re, im = re * cos - im * sin, re * sin + im * cos
    re, im = _last(re.transpose(-1, -2), im.transpose(-1, -2), sign)
    re, im = (each.transpose(-1, -2).flatten(-2) for each in (re, im))
    return re, im


def _factor(size: int) -> int:
    """Return the largest divisor up to the square root of `size`."""
    return next(each for each in range(isqrt(size), 0, -1) if size % each == 0)


def _rotation(rows: int, columns: int, size: int, sign: int, dtype: Any) -> Parts:
    """Return the real and imaginary parts of the roots of unity with the given products."""
    with no_modes():
        products = torch().arange(rows).unsqueeze(1) * torch().arange(columns)
        angles = (products % size).to(torch().float64) * (2 * pi / size)
        return angles.cos().to(dtype), (sign * angles.sin()).to(dtype)


def _product(re: Any, im: Any, cos: Any, sin: Any) -> Parts:
    return re @ cos - im @ sin, re @ sin + im @ cos

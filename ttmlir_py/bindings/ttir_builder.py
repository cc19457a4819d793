"""A builder of TTIR that computes the expected value of each operation (`ttmlir.ttir_builder`).

PyTorch computes the values, or numpy if PyTorch is not installed. Each value is stored under the
location of its operation, so that `ttrt` compares them when it runs the binary.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ttmlir_py.bindings import ir
from ttmlir_py.bindings.dialects import tensor, ttir
from ttmlir_py.bindings.expected_values import golden_library
from ttmlir_py.bindings.golden_formats import dtype_name, stored_values
from ttmlir_py.bindings.ir.context import Context
from ttmlir_py.bindings.ir.core import Attribute, Type
from ttmlir_py.bindings.ir.locations import Location
from ttmlir_py.bindings.ir.operations import Operation, OpView
from ttmlir_py.bindings.ir.shaped_types import RankedTensorType
from ttmlir_py.bindings.ir.types import BF16Type, F16Type, F32Type, F64Type, IntegerType
from ttmlir_py.bindings.ir.values import BlockArgument, Value
from ttmlir_py.bindings.passes import DataType, GoldenTensor, create_golden_tensor

torch: Any = golden_library()

__all__ = [
    "DataType",
    "Golden",
    "Operand",
    "Shape",
    "TTIRBuilder",
    "get_loc_of_extra_file_callee",
]


def __getattr__(name: str) -> Any:
    """Return a name of `ttmlir.ir`, because upstream's module has all of these, too."""
    if not name.startswith("_") and hasattr(ir, name):
        return getattr(ir, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


Operand = Value | OpView | Operation
Shape = list[int] | tuple[int, ...]
_FLOATS: dict[str, Any] = {
    "bfloat16": BF16Type,
    "float16": F16Type,
    "float32": F32Type,
    "float64": F64Type,
}
_SIGNLESS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64}
_UNSIGNED = {"uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}
_OPERATIONS: Any = ttir


@dataclass(frozen=True)
class Golden:
    """The expected value of an operation, with the seed if it is random."""

    tensor: Any
    seed: int | None = None

    def __repr__(self) -> str:
        seed = "" if self.seed is None else f"\nRandom seed: {self.seed}"
        return f"{seed}\nGolden tensor:\n{self.tensor}"

    def contiguous(self) -> Golden:
        """Return the golden with its elements stored contiguously."""
        return Golden(self.tensor.contiguous())


def get_loc_of_extra_file_callee(id: int = 0) -> Location:
    """Return the location of the innermost call from a third file: a file that is neither this one
    nor the one of the function that calls this function.

    `id` distinguishes the operations of one line.
    """
    frame = inspect.currentframe()
    frame = None if frame is None else frame.f_back
    inside = {__file__} if frame is None else {__file__, frame.f_code.co_filename}
    while frame is not None and frame.f_code.co_filename in inside:
        frame = frame.f_back
    if frame is None:
        raise RuntimeError("builder functions must be called from another file")
    return Location.name(f"{frame.f_code.co_filename}:{frame.f_lineno}:id({id})")


def _elementwise(op_class: str, golden: Any, arity: int) -> Any:
    """Return the method that builds an element-wise operation of one, two or three operands."""

    def unary(self: TTIRBuilder, in0: Operand) -> OpView:
        return self.eltwise_proxy(golden, getattr(_OPERATIONS, op_class), [in0])

    def binary(self: TTIRBuilder, in0: Operand, in1: Operand) -> OpView:
        return self.eltwise_proxy(golden, getattr(_OPERATIONS, op_class), [in0, in1])

    def ternary(self: TTIRBuilder, in0: Operand, in1: Operand, in2: Operand) -> OpView:
        return self.eltwise_proxy(golden, getattr(_OPERATIONS, op_class), [in0, in1, in2])

    method: Any = (unary, binary, ternary)[arity - 1]
    method.__doc__ = f"Build a `{op_class}`."
    return method


def _cbrt(x: Any) -> Any:
    return torch.sign(x) * torch.pow(torch.abs(x), 1 / 3)


class TTIRBuilder:
    """A builder of TTIR operations with their expected values."""

    def __init__(self, ctx: Context, location: Location):
        self._ctx = ctx
        self._loc = location
        self._seed = 0
        self._goldens: dict[Any, Golden] = {}
        self._global_id = -1
        self._arguments: set[str] = set()
        self._kept: list[Any] = []
        self.id_golden_map: dict[str, Golden] = {}
        """The expected values by location of the operation, and of arguments as `input_0`."""

    # Members about expected values.

    @property
    def goldens(self) -> dict[Any, Golden]:
        """The expected values by operand."""
        return self._goldens

    def get_next_global_id(self) -> int:
        """Return a new number for an operation."""
        self._global_id += 1
        return self._global_id

    def print_goldens(self) -> None:
        """Print the operands with their expected values."""
        number = 0
        for operand, golden in self._goldens.items():
            if isinstance(operand, BlockArgument):
                print(f"Func arg: {operand.get_name()}", golden, "\n")
            else:
                print(f"%{number}: {operand.name}", golden, "\n")
                number += 1

    def generate_and_store_random_golden(
        self, operand: Operand, dtype: Any = torch.float32
    ) -> Golden:
        """Give an operand a random value. The seed is the number of values that exist already."""
        seed, self._seed = self._seed, self._seed + 1
        generator: Any = torch.manual_seed(seed)
        shape = self.get_shape(operand)
        if dtype_name(dtype) in _FLOATS:
            values = torch.randn(shape, generator=generator, dtype=dtype)
        else:
            limits = torch.iinfo(dtype)
            values = torch.randint(
                low=limits.min, high=limits.max, size=tuple(shape), generator=generator, dtype=dtype
            )
        golden = Golden(values, seed)
        self._store_golden(operand, golden)
        return golden

    def generate_input_golden(self, operand: Operand, dtype: Any, index: int) -> None:
        """Give an argument of the function a random value."""
        golden = self.generate_and_store_random_golden(operand, dtype)
        self._arguments.add(f"input_{index}")
        self.id_golden_map[f"input_{index}"] = golden

    def get_golden_map(self) -> dict[str, GoldenTensor]:
        """Return the expected values in the form that binaries take."""
        found: dict[str, GoldenTensor] = {}
        for name, golden in self.id_golden_map.items():
            values = golden.contiguous().tensor
            found[name] = create_golden_tensor(
                name, list(values.shape), list(values.stride()), *self._memory(name, values)
            )
        return found

    def _memory(self, name: str, values: Any) -> tuple[Any, int]:
        """Return the format and the address of the elements of an expected value."""
        stored, format = stored_values(torch, values, is_argument=name in self._arguments)
        self._kept.append(stored)
        return DataType[format], stored.data_ptr()

    def _store_golden(self, operand: Operand, golden: Golden) -> None:
        if operand in self._goldens:
            raise ValueError(f"Golden for {operand} already exists.")
        self._goldens[operand] = golden

    def _override_golden(self, operand: Operand, golden: Golden) -> None:
        if operand not in self._goldens:
            raise ValueError(f"Expected golden for {operand} to already exist")
        self._goldens[operand] = golden

    def _get_golden_tensor(self, operand: Operand) -> Any:
        golden = self._goldens.get(operand)
        if golden is None:
            raise ValueError(f"Expected to have a golden stored for {operand}")
        return golden.tensor

    # Methods that return types.

    def get_shape(self, input: Operand) -> Shape:
        """Return the shape of an operand."""
        return self._get_type(input).shape

    def _get_type(self, input: Any) -> RankedTensorType:
        if isinstance(input, Value):
            found = input.type
        elif isinstance(input, OpView | Operation):
            found = input.operation.result.type
        else:
            raise TypeError(f"Invalid input {type(input)}")
        if not isinstance(found, RankedTensorType):
            raise TypeError(f"Only ranked tensors are supported, found {found}")
        return found

    def get_type_from_torch_dtype(self, dtype: Any) -> Type:
        """Return the element type that corresponds to PyTorch's type. Raise TypeError for
        unsupported types.
        """
        name = dtype_name(dtype)
        if name in _FLOATS:
            return _FLOATS[name].get(self._ctx)
        if name in _SIGNLESS:
            return IntegerType.get_signless(_SIGNLESS[name], self._ctx)
        if name in _UNSIGNED:
            return IntegerType.get_unsigned(_UNSIGNED[name], self._ctx)
        raise TypeError(f"Invalid Type {dtype}")

    def ranked_tensor_type(
        self, shape: Shape, data_type: Type | None = None, encoding: Attribute | None = None
    ) -> RankedTensorType:
        """Return a tensor type, of f32 by default."""
        with self._ctx, self._loc:
            return RankedTensorType.get(shape, data_type or F32Type.get(), encoding)

    def empty(self, shape: Shape, data_type: Type | None = None) -> OpView:
        """Build a tensor without defined elements, of type f32 by default."""
        with self._ctx, self._loc:
            op: Any = tensor.EmptyOp(shape, data_type or F32Type.get())
        self.generate_and_store_random_golden(op)
        return op

    # Methods that build operations.

    def op_proxy(
        self,
        op_golden_function: Callable[..., Any],
        op_ttir_function: Callable[..., Any],
        inputs: Sequence[Operand],
        organize_ttir_args: Callable[..., Any] | None = None,
        organize_golden_args: Callable[..., Any] | None = None,
        output_shape: Shape | None = None,
        golden_kwargs: Mapping[str, Any] | None = None,
        ttir_kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Build an operation with a new destination, and compute its expected value.

        Args:
            op_golden_function: computes the value from those of the inputs.
            op_ttir_function: builds the operation.
            inputs: the operands without the destination.
            organize_ttir_args: makes the arguments of the operation, from the inputs, the
                destination and its shape. The default is that of element-wise operations.
            organize_golden_args: makes the arguments of `op_golden_function` from the inputs.
            output_shape: the shape of the result, by default that of the expected value.
            golden_kwargs: more arguments of `op_golden_function`.
            ttir_kwargs: more arguments of the operation.
        """
        if organize_golden_args is None:
            values = [self._get_golden_tensor(each) for each in inputs]
        else:
            values = organize_golden_args(inputs)
        golden = Golden(op_golden_function(*values, **(golden_kwargs or {})))
        shape = output_shape or list(golden.tensor.shape)
        with self._ctx, self._loc:
            output = self.empty(shape)
            if organize_ttir_args is None:
                arguments: Any = ([self._get_type(output)], list(inputs), [output])
            else:
                arguments = organize_ttir_args(inputs, output, shape)
            location = get_loc_of_extra_file_callee(self.get_next_global_id())
            op = op_ttir_function(*arguments, loc=location, **(ttir_kwargs or {}))
        self.id_golden_map[str(location)] = golden
        self._store_golden(op, golden)
        self._override_golden(output, golden)
        return op

    def eltwise_proxy(
        self,
        op_golden_function: Callable[..., Any],
        op_ttir_function: Callable[..., Any],
        inputs: Sequence[Operand],
    ) -> OpView:
        """Build an element-wise operation."""
        return self.op_proxy(op_golden_function, op_ttir_function, inputs)

    def _one_to_one(
        self,
        op_class: str,
        golden: Callable[..., Any],
        in0: Operand,
        golden_kwargs: Mapping[str, Any],
        ttir_kwargs: Mapping[str, Any],
    ) -> OpView:
        """Build an operation with one input, which is not passed as a list."""

        def arguments(inputs: Sequence[Operand], output: OpView, _: Shape) -> Any:
            return self._get_type(output), inputs[0], output

        return self.op_proxy(
            golden,
            getattr(_OPERATIONS, op_class),
            [in0],
            organize_ttir_args=arguments,
            golden_kwargs=golden_kwargs,
            ttir_kwargs=ttir_kwargs,
        )

    abs = _elementwise("AbsOp", torch.abs, 1)
    bitwise_not = _elementwise("BitwiseNotOp", torch.bitwise_not, 1)
    cbrt = _elementwise("CbrtOp", _cbrt, 1)
    ceil = _elementwise("CeilOp", torch.ceil, 1)
    cos = _elementwise("CosOp", torch.cos, 1)
    exp = _elementwise("ExpOp", torch.exp, 1)
    expm1 = _elementwise("Expm1Op", torch.expm1, 1)
    floor = _elementwise("FloorOp", torch.floor, 1)
    gelu = _elementwise("GeluOp", torch.nn.functional.gelu, 1)
    is_finite = _elementwise("IsFiniteOp", torch.isfinite, 1)
    log = _elementwise("LogOp", torch.log, 1)
    log1p = _elementwise("Log1pOp", torch.log1p, 1)
    logical_not = _elementwise("LogicalNotOp", torch.logical_not, 1)
    neg = _elementwise("NegOp", torch.neg, 1)
    reciprocal = _elementwise("ReciprocalOp", torch.reciprocal, 1)
    relu = _elementwise("ReluOp", torch.relu, 1)
    rsqrt = _elementwise("RsqrtOp", torch.rsqrt, 1)
    sigmoid = _elementwise("SigmoidOp", torch.sigmoid, 1)
    sign = _elementwise("SignOp", torch.sign, 1)
    sin = _elementwise("SinOp", torch.sin, 1)
    sqrt = _elementwise("SqrtOp", torch.sqrt, 1)
    tan = _elementwise("TanOp", torch.tan, 1)
    tanh = _elementwise("TanhOp", torch.tanh, 1)

    add = _elementwise("AddOp", torch.add, 2)
    bitwise_and = _elementwise("BitwiseAndOp", torch.bitwise_and, 2)
    bitwise_or = _elementwise("BitwiseOrOp", torch.bitwise_or, 2)
    bitwise_xor = _elementwise("BitwiseXorOp", torch.bitwise_xor, 2)
    div = _elementwise("DivOp", torch.div, 2)
    eq = _elementwise("EqualOp", torch.eq, 2)
    ge = _elementwise("GreaterEqualOp", torch.ge, 2)
    gt = _elementwise("GreaterThanOp", torch.gt, 2)
    le = _elementwise("LessEqualOp", torch.le, 2)
    logical_and = _elementwise("LogicalAndOp", torch.logical_and, 2)
    logical_or = _elementwise("LogicalOrOp", torch.logical_or, 2)
    logical_xor = _elementwise("LogicalXorOp", torch.logical_xor, 2)
    lt = _elementwise("LessThanOp", torch.lt, 2)
    maximum = _elementwise("MaximumOp", torch.maximum, 2)
    minimum = _elementwise("MinimumOp", torch.minimum, 2)
    multiply = _elementwise("MultiplyOp", torch.multiply, 2)
    ne = _elementwise("NotEqualOp", torch.ne, 2)
    remainder = _elementwise("RemainderOp", torch.remainder, 2)
    subtract = _elementwise("SubtractOp", torch.subtract, 2)

    where = _elementwise("WhereOp", torch.where, 3)

    def leaky_relu(self, in0: Operand, parameter: float = 0.01) -> OpView:
        """Build a `LeakyReluOp`."""
        return self.op_proxy(
            torch.nn.functional.leaky_relu,
            _OPERATIONS.LeakyReluOp,
            [in0],
            golden_kwargs={"negative_slope": parameter},
            ttir_kwargs={"parameter": parameter},
        )

    def mean(self, in0: Operand, dim_arg: Sequence[int] = (0,), keep_dim: bool = True) -> OpView:
        """Build a `MeanOp`."""
        dims = list(dim_arg)
        return self._one_to_one(
            "MeanOp",
            torch.mean,
            in0,
            {"dim": dims, "keepdim": keep_dim},
            {"dim_arg": dims, "keep_dim": keep_dim},
        )

    def squeeze(self, in0: Operand, dim: int = 0) -> OpView:
        """Build a `SqueezeOp`."""
        return self._one_to_one("SqueezeOp", torch.squeeze, in0, {"dim": dim}, {"dim": dim})

    def unsqueeze(self, in0: Operand, dim: int = 0) -> OpView:
        """Build an `UnsqueezeOp`."""
        return self._one_to_one("UnsqueezeOp", torch.unsqueeze, in0, {"dim": dim}, {"dim": dim})

    def reshape(self, in0: Operand, shape: Shape) -> OpView:
        """Build a `ReshapeOp`."""
        sizes = {"shape": list(shape)}
        return self._one_to_one("ReshapeOp", torch.reshape, in0, sizes, sizes)

    def clamp(
        self, in0: Operand, min_arg: float | None = None, max_arg: float | None = None
    ) -> OpView:
        """Build a `ClampOp`."""
        limits = {"min": min_arg, "max": max_arg}
        return self._one_to_one("ClampOp", torch.clamp, in0, limits, limits)

    def softmax(self, in0: Operand, dimension: int = 1) -> OpView:
        """Build a `SoftmaxOp`."""
        return self._one_to_one(
            "SoftmaxOp", torch.softmax, in0, {"dim": dimension}, {"dimension": dimension}
        )

    def concat(self, ins: Sequence[Operand], dim: int = 0) -> OpView:
        """Build a `ConcatOp`."""

        def values(inputs: Sequence[Operand]) -> Any:
            return (tuple(self._get_golden_tensor(each) for each in inputs),)

        def arguments(inputs: Sequence[Operand], output: OpView, _: Shape) -> Any:
            return self._get_type(output), inputs, output

        return self.op_proxy(
            torch.concat,
            _OPERATIONS.ConcatOp,
            ins,
            organize_golden_args=values,
            organize_ttir_args=arguments,
            golden_kwargs={"dim": dim},
            ttir_kwargs={"dim": dim},
        )

    def matmul(self, in0: Operand, in1: Operand, bias: Operand | None = None) -> OpView:
        """Build a `MatmulOp`, with a bias a `LinearOp`."""

        def arguments(inputs: Sequence[Operand], output: OpView, _: Shape) -> Any:
            return self._get_type(output), inputs[0], inputs[1], output

        if bias is None:
            op_class, golden, inputs = _OPERATIONS.MatmulOp, torch.matmul, [in0, in1]
            keywords: dict[str, Any] = {}
        else:
            op_class, golden, inputs = _OPERATIONS.LinearOp, _linear, [in0, in1, bias]
            keywords = {"bias": bias}
        return self.op_proxy(
            golden, op_class, inputs, organize_ttir_args=arguments, ttir_kwargs=keywords
        )


def _linear(a: Any, b: Any, bias: Any) -> Any:
    return torch.matmul(a, b) + bias

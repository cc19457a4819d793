"""The builder and the state that all StableHLO lowerings share."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, bf16
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import chlo, stablehlo, ttir
from ttmlir_py.dialects.func import CallOp
from ttmlir_py.dialects.tensor_types import (
    RankedTensor,
    Shape,
    ranked_tensor,
    shape_of,
    tensor_type,
)
from ttmlir_py.dialects.tt.enums import MeshShardDirection
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.ir.diagnostics import DiagnosticEngine
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.sharding import MeshSharding
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import (
    OriginalTypes,
    convert_type,
)
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.rewriting.attributes import bool_attr, dense_i64_array, i32_array
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.mutation import replace

Elements = DenseIntOrFPElementsAttr[Any]


class Conversion:
    """The state of one run of the pass `convert-stablehlo-to-ttir`."""

    def __init__(
        self,
        root: Operation,
        diagnostics: DiagnosticEngine,
        *,
        exact_gathers: bool = False,
        exact_conversions: bool = False,
        exact_remainders: bool = False,
        exact_scatters: bool = False,
        loop_bound: int = 0,
    ):
        self._root = root
        self.diagnostics = diagnostics
        self.has_exact_gathers = exact_gathers
        """Whether a gather clamps row indices to the valid range, as StableHLO requires."""
        self.has_exact_conversions = exact_conversions
        """Whether conversions to integers give XLA's results for numbers that do not fit, and ops
        on i8 and i16 depend on the sign.
        """
        self.has_exact_remainders = exact_remainders
        """Whether float remainders have the sign of the dividend on the device, as StableHLO
        requires.
        """
        self.has_exact_scatters = exact_scatters
        """Whether a scatter to index 0 reads its indices. TTNN's scatter ignores them."""
        self.loop_bound = loop_bound
        """Number of iterations of loops whose number of iterations depends on data, or 0."""
        self.types = OriginalTypes()
        self.kept_control_flow: dict[Operation, str] = {}
        """Maps each loop or branch that could not be flattened to the reason."""
        self.mesh_shards: dict[Operation, tuple[MeshSharding, MeshShardDirection]] = {}
        """Maps custom calls that shard a tensor over a mesh, or join shards, to the sharding and
        direction.
        """
        self.functions: dict[SSAValue, tuple[type[Operation], SSAValue]] = {}
        """Maps the value of a formula to the class and first operand of the op that it replaces."""
        self.kept_constants: list[stablehlo.ConstantOp | chlo.ConstantOp] = []
        """Constants with elements that TTIR's types cannot hold.

        They are errors only if ops still use them after the conversion. No op uses a neutral
        element then, for example.
        """

    @cached_property
    def is_for_one_device(self) -> bool:
        """Whether the module declares exactly one partition, as JAX does for a single device."""
        return self.is_one("mhlo.num_partitions")

    @cached_property
    def is_for_later(self) -> bool:
        """Whether the program may use operations that 2025-02 lacks."""
        return is_for_later(self._root)

    def is_one(self, name: str) -> bool:
        """Whether the module has an integer attribute called `name` whose value is 1."""
        number = self._root.attributes.get(name)
        return is_integer_attr(number) and number.value.data == 1

    @cached_property
    def calls(self) -> dict[str, list[CallOp]]:
        """Maps the name of each function to its calls."""
        calls: dict[str, list[CallOp]] = {}
        for op in ops_in(self._root.regions):
            if isinstance(op, CallOp):
                calls.setdefault(op.callee.string_value(), []).append(op)
        return calls

    def replace(self, op: Operation, *values: SSAValue) -> None:
        """Replace the results of `op` by `values`, which have the converted types, and erase
        `op`.
        """
        for result, value in zip(op.results, values, strict=True):
            if value.type != result.type:
                self.types.record(value, tensor_type(result))
        replace(op, values)


Lowering = Callable[[Any, Conversion], bool | None]
Lowerings = Mapping[type[Operation], Lowering]


class ConversionBuilder(TTIRBuilder):
    """A builder that inserts ops before the op that is lowered."""

    __slots__ = ()

    def unary(self, cls: type[Operation], value: SSAValue) -> SSAValue:
        """Return the result of the element-wise op `cls` on `value`, with the type of `value`."""
        return self.into(cls, (value,), tensor_type(value))

    def binary(self, cls: type[Operation], lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Return the result of the element-wise op `cls` on `lhs` and `rhs`, with the type of
        `lhs`.
        """
        return self.into(cls, (lhs, rhs), tensor_type(lhs))

    def truth(self, cls: type[Operation], *values: SSAValue) -> SSAValue:
        """Return the bf16 result of the comparison or logical op `cls` on `values`, which
        broadcast.
        """
        return self.into(cls, values, ranked_tensor(bf16, _common_shape(values)))

    def where(self, condition: SSAValue, one: SSAValue, other: SSAValue) -> SSAValue:
        """Return `one` where `condition` is true and `other` elsewhere; all three broadcast."""
        values = (condition, one, other)
        element = tensor_type(one).element_type
        return self.into(ttir.WhereOp, values, ranked_tensor(element, _common_shape(values)))

    def reduced(self, cls: type[Operation], value: SSAValue, dim: int) -> SSAValue:
        """Return the reduction of `value` along `dim` by the op `cls`. The dimension remains, with
        size 1.
        """
        shape = [1 if i == dim else size for i, size in enumerate(shape_of(value))]
        attributes = {"dim_arg": i32_array([dim]), "keep_dim": bool_attr(True)}
        return self.dps(cls, (value,), tensor_type(value), shape, **attributes)

    def typecast(self, value: SSAValue, element: Attribute) -> SSAValue:
        """Return `value` with the element type `element`, cast if necessary."""
        if tensor_type(value).element_type == element:
            return value
        return self.into(ttir.TypecastOp, (value,), ranked_tensor(element, shape_of(value)))

    def broadcast(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """Insert a broadcast of `value` to `shape`, even if the shape is the same."""
        source = shape_of(value)
        factors = [1 if old == new else new for old, new in zip(source, shape, strict=True)]
        return self.dps(
            ttir.BroadcastOp,
            (value,),
            tensor_type(value),
            shape,
            broadcast_dimensions=dense_i64_array(factors),
        )

    def splat(self, number: float, type_: RankedTensor) -> SSAValue:
        """Return a constant of type `type_` whose elements all are `number`."""
        return self.constant(type_, [number])

    def scalar(self, number: float, element: Attribute) -> SSAValue:
        """Return a constant with the one element `number`."""
        return self.splat(number, ranked_tensor(element, (1,)))


def _common_shape(values: Sequence[SSAValue]) -> Shape:
    """Return the shape to which the tensors `values` broadcast together; lower ranks are
    extended.
    """
    shapes = [shape_of(each) for each in values]
    rank = max(map(len, shapes))
    padded = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    together = zip(*padded, strict=True)
    return tuple(next((size for size in sizes if size != 1), 1) for sizes in together)


def result_type(op: Operation, index: int = 0) -> RankedTensor:
    """Return the type in TTIR of result `index` of `op`."""
    return convert_type(tensor_type(op.results[index]))

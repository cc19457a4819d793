"""The pass `ttnn-decompose-layouts`: split a layout change into the steps that the runtime
supports.

The steps, one op each:

    to_device    host to device, in the target's memory configuration
    from_device  device to host
    to_layout    tilize or untilize
    cast         `ttnn.typecast` on the device, `ttnn.to_dtype` on the host
    to_memory    another buffer type or memory layout on the device

The two layouts determine the steps. The hardware determines their order: the device tilizes only
bf16 and casts only tiles, and the host untilizes. `_PLANS` holds all of these rules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from typing_extensions import override
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr, GridAttr
from ttmlir_py.dialects.tt.enums import DataType, is_sharded
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.dialects.ttnn.attributes import (
    LayoutAttr,
    MemoryConfigAttr,
    TensorMemoryLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.memo import KindMap, op_kind
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import ONE_BLOCK, SIMPLE_TO_LAYOUTS
from ttmlir_py.passes.statistics import Statistic
from ttmlir_py.passes.ttnn.layouts import (
    element_type_for,
    layout_of,
    with_element_type,
    with_layout,
)
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.mutation import erase, replace_uses, set_type, visit_op


class Step(Enum):
    """One step of a layout change. `MUST_` steps are taken even within the same memory.

    The ops of `RETURN_` steps get the target's type at once, as in upstream.
    """

    TO_DEVICE = auto()
    MUST_TO_DEVICE = auto()
    RETURN_TO_DEVICE = auto()
    FROM_DEVICE = auto()
    MUST_FROM_DEVICE = auto()
    RETURN_FROM_DEVICE = auto()
    TO_LAYOUT = auto()
    CAST = auto()
    TO_MEMORY = auto()


@dataclass(frozen=True)
class _Side:
    """The properties of the source or the target of a layout change."""

    buffer_type: BufferType
    layout: Layout
    data_type: DataType
    mem_layout: TensorMemoryLayoutAttr | None
    grid: GridAttr
    shard_shape: tuple[int, ...]

    @property
    def on_host(self) -> bool:
        return self.buffer_type is BufferType.SystemMemory

    @property
    def tiled(self) -> bool:
        return self.layout is Layout.Tile

    @property
    def bf16(self) -> bool:
        return self.data_type is DataType.BFloat16

    @property
    def sharded(self) -> bool:
        return self.mem_layout is not None and is_sharded(self.mem_layout.value)

    @property
    def memory_config(self) -> MemoryConfigAttr:
        return MemoryConfigAttr.get(self.buffer_type, self.shard_shape, self.mem_layout)


@dataclass(frozen=True, eq=False, repr=False)
class _Change:
    """The layout change of one `ttnn.to_layout`."""

    op: ttnn.ToLayoutOp
    source: _Side
    target: _Side

    @property
    def to_device(self) -> bool:
        return self.source.buffer_type is not self.target.buffer_type and self.source.on_host

    @property
    def from_device(self) -> bool:
        return self.source.buffer_type is not self.target.buffer_type and self.target.on_host

    @property
    def layout(self) -> bool:
        return self.source.layout is not self.target.layout

    @property
    def cast(self) -> bool:
        return self.source.data_type is not self.target.data_type

    @property
    def to_memory(self) -> bool:
        """Whether a tensor on the device changes its memory or sharding.

        A move to the device includes such a change.
        """
        source, target = self.source, self.target
        if self.to_device or target.on_host:
            return False
        spread = target.mem_layout is not None and source.mem_layout != target.mem_layout
        moved = {source.buffer_type, target.buffer_type} == {BufferType.DRAM, BufferType.L1}
        resharded = source.sharded and target.sharded and source.grid != target.grid
        return spread or moved or resharded

    @property
    def needs_steps(self) -> bool:
        return self.to_device or self.from_device or self.layout or self.cast or self.to_memory


_TO, _FROM = Step.TO_DEVICE, Step.FROM_DEVICE
_LAYOUT, _CAST, _MEMORY = Step.TO_LAYOUT, Step.CAST, Step.TO_MEMORY
_HOP_OUT, _HOP_BACK = Step.MUST_FROM_DEVICE, Step.MUST_TO_DEVICE

_Condition = Callable[[_Change], bool]
_PLANS: dict[tuple[bool, bool, bool], list[tuple[_Condition, tuple[Step, ...]]]] = {
    (True, False, False): [(lambda c: True, (_TO, _MEMORY))],
    (True, True, False): [
        (lambda c: c.target.on_host, (_LAYOUT, _MEMORY)),
        (lambda c: c.target.tiled and c.target.bf16, (_TO, _LAYOUT, _MEMORY)),
        (lambda c: True, (_LAYOUT, _TO, _MEMORY)),
    ],
    (True, False, True): [
        (lambda c: c.target.on_host, (_CAST, _MEMORY)),
        (lambda c: not c.target.tiled, (_CAST, _TO, _MEMORY)),
        (lambda c: True, (_TO, _CAST, _MEMORY)),
    ],
    (True, True, True): [
        (lambda c: c.target.on_host, (_CAST, _LAYOUT, _MEMORY)),
        (lambda c: not c.target.tiled, (_CAST, _LAYOUT, _TO, _MEMORY)),
        (lambda c: c.source.bf16, (_TO, _LAYOUT, _CAST, _MEMORY)),
        (lambda c: c.target.bf16, (_CAST, _TO, _LAYOUT, _MEMORY)),
        (lambda c: True, (_CAST, _LAYOUT, _TO, _MEMORY)),
    ],
    (False, False, False): [(lambda c: True, (_MEMORY, _FROM))],
    (False, True, False): [
        (lambda c: c.target.tiled and c.source.bf16, (_LAYOUT, _MEMORY, _FROM)),
        (lambda c: c.from_device, (_FROM, _LAYOUT)),
        (lambda c: not c.target.tiled, (_HOP_OUT, _LAYOUT, _HOP_BACK)),
        (lambda c: True, (_HOP_OUT, _LAYOUT, _HOP_BACK, _MEMORY)),
    ],
    (False, False, True): [
        (lambda c: c.target.tiled, (_CAST, _MEMORY, _FROM)),
        (lambda c: c.from_device, (_FROM, _CAST)),
        (lambda c: True, (_HOP_OUT, _CAST, _HOP_BACK)),  # upstream casts on the device, which fails
    ],
    (False, True, True): [
        (lambda c: not c.target.tiled and c.from_device, (_CAST, _FROM, _LAYOUT)),
        (lambda c: not c.target.tiled, (_CAST, _HOP_OUT, _LAYOUT, _HOP_BACK)),
        (lambda c: c.source.bf16, (_LAYOUT, _CAST, _MEMORY, _FROM)),
        (lambda c: c.from_device, (_FROM, _LAYOUT, _CAST)),
        (
            lambda c: True,
            (Step.RETURN_FROM_DEVICE, _LAYOUT, Step.RETURN_TO_DEVICE, _CAST, _MEMORY),
        ),
    ],
}
"""Maps (source on host, layout changes, data type changes) to pairs of condition and plan.

The first plan whose condition holds is used.
"""

_LATER_PLANS: list[tuple[_Condition, tuple[Step, ...]]] = [
    (lambda c: c.source.tiled, (_CAST, _LAYOUT, _MEMORY, _FROM)),
    (lambda c: c.target.tiled, (_LAYOUT, _MEMORY, _FROM)),  # tilizing also casts
    (lambda c: not c.cast, (_MEMORY, _FROM)),
]
"""Plans for tensors on the device if the program is for a later revision, whose devices tilize and
untilize all formats.
"""


class TTNNDecomposeLayoutsPass(Pass):
    """Decompose `ttnn.to_layout` into more granular memory ops.

    Requires functions of one block. Each `ttnn.to_layout` of a function is replaced by the steps
    from its operand's layout to its result's layout. A `ttnn.to_layout` that changes nothing is an
    error.
    """

    name = "ttnn-decompose-layouts"
    cpp_name = "TTNNDecomposeLayouts"
    requires = (ONE_BLOCK,)
    ensures = (SIMPLE_TO_LAYOUTS,)

    num_decomposed = Statistic("num-decomposed", "Number of layout changes decomposed")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        changes = [
            each
            for each in ops_in(op.regions)
            if each.__class__ is ttnn.ToLayoutOp and _is_in_function(each)
        ]
        decomposition = _Decomposition(is_later=is_for_later(op))
        for each in changes:
            visit_op(each, decomposition.decompose)
            self.num_decomposed.add()
        return bool(changes)


def _is_in_function(op: Operation) -> bool:
    parent = op.parent_op()
    while parent is not None and parent.__class__ is not func.FuncOp:
        parent = parent.parent_op()
    return parent is not None


class _Made(NamedTuple):
    """An op that performs a step on the current value; with `takes_device`, the device is an
    operand.
    """

    cls: type[Operation]
    type: RankedTensor
    properties: dict[str, Attribute]
    takes_device: bool = False


class _Decomposition:
    """One run of the pass, which computes the steps for each kind of change once."""

    def __init__(self, *, is_later: bool) -> None:
        self._is_later = is_later
        self._known = KindMap[list[_Made]]()

    def decompose(self, op: Operation) -> None:
        """Replace the `ttnn.to_layout` op `op` by its steps."""
        assert isinstance(op, ttnn.ToLayoutOp)
        kind = op_kind(op)
        steps = self._known.by_kind.get(kind)
        if steps is None:
            steps = _steps(op, is_later=self._is_later)
            self._known.add(kind, op, steps)
        builder = Builder(op)
        value, device = op.operands[0], op.operands[1:]
        for made in steps:
            operands = (value, *device) if made.takes_device else (value,)
            value = builder.value(made.cls, operands, made.type, **made.properties)
        if any(isinstance(use.operation, func.ReturnOp) for use in op.result.uses):
            # The steps do not change the grid of an interleaved tensor, so the last result may have
            # another grid than the function's result type.
            set_type(value, op.result.type)
        replace_uses(op.result, value)
        erase(op)


def _steps(op: ttnn.ToLayoutOp, *, is_later: bool) -> list[_Made]:
    """Return the steps that replace `op`. Devices of later revisions tilize all formats."""
    change = _Change(op, *_sides(op))
    if not change.needs_steps:
        raise OperationError(
            op,
            "Redundant ttnn::ToLayoutOp - no ttnn layout ops needed, this may be due to the "
            "forcing of "
            "tile/row major layouts.",
            op_prefix=False,
        )
    if op.device is None and not change.target.on_host:
        raise OperationError(op, "Device not specified for device tensor", op_prefix=False)
    plans = _PLANS[change.source.on_host, change.layout, change.cast]
    if is_later and not change.source.on_host and op.device is not None:
        plans = [*_LATER_PLANS, *plans]
    plan = next(steps for condition, steps in plans if condition(change))
    type_ = tensor_type(op.input)
    result: list[_Made] = []
    for step in plan:
        made = _STEPS[step](change, type_)
        if made is None:
            continue
        if made.takes_device and op.device is None:
            raise OperationError(op, "Device not specified for device tensor", op_prefix=False)
        result.append(made)
        type_ = made.type
    return result


def _sides(op: ttnn.ToLayoutOp) -> tuple[_Side, _Side]:
    source, target = layout_of(tensor_type(op.input)), layout_of(tensor_type(op.result))
    config, data_type = op.memory_config, op.dtype
    if config is None or data_type is None:
        raise OperationError(op, "requires attributes 'dtype' and 'memory_config'")
    return (
        _Side(
            source.get_buffer_type(),
            source.get_layout(),
            source.get_data_type(),
            source.mem_layout,
            source.grid,
            source.get_shard_shape(),
        ),
        _Side(
            config.bufferType.value,
            op.layout.value,
            data_type.value,
            config.tensorMemoryLayout,
            target.grid,
            target.get_shard_shape(),
        ),
    )


def _to_device(change: _Change, type_: RankedTensor) -> _Made | None:
    return _must_to_device(change, type_) if change.to_device else None


def _must_to_device(change: _Change, type_: RankedTensor) -> _Made:
    target = change.target
    layout = layout_of(type_).with_buffer_type(target.buffer_type)
    moved = with_layout(type_, layout.with_memory_layout(target.mem_layout))
    return _Made(ttnn.ToDeviceOp, moved, {"memory_config": target.memory_config}, True)


def _return_to_device(change: _Change, type_: RankedTensor) -> _Made:
    return _Made(ttnn.ToDeviceOp, tensor_type(change.op.result), {}, True)


def _from_device(change: _Change, type_: RankedTensor) -> _Made | None:
    return _must_from_device(change, type_) if change.from_device else None


def _must_from_device(change: _Change, type_: RankedTensor) -> _Made:
    moved = with_layout(type_, layout_of(type_).with_buffer_type(BufferType.SystemMemory))
    return _Made(ttnn.FromDeviceOp, moved, {})


def _return_from_device(change: _Change, type_: RankedTensor) -> _Made:
    return _Made(ttnn.FromDeviceOp, tensor_type(change.op.result), {})


def _to_layout(change: _Change, type_: RankedTensor) -> _Made | None:
    if not change.layout:
        return None
    target = change.target
    element = (
        element_type_for(target.layout, target.data_type) if target.tiled else type_.element_type
    )
    properties: dict[str, Attribute] = {"layout": LayoutAttr.get(target.layout)}
    on_device = not layout_of(type_).is_system_buffer_type()
    return _Made(ttnn.ToLayoutOp, with_element_type(type_, element), properties, on_device)


def _cast(change: _Change, type_: RankedTensor) -> _Made | None:
    if not change.cast:
        return None
    data_type, layout = change.target.data_type, layout_of(type_)
    if layout.is_system_buffer_type():
        cls = ttnn.ToDTypeOp
    elif layout.is_tiled():
        cls = ttnn.TypecastOp
    else:
        raise OperationError(
            change.op, "Only tilized tensors are supported for device typecast", op_prefix=False
        )
    result = with_element_type(type_, element_type_for(layout.get_layout(), data_type))
    return _Made(cls, result, {"dtype": DataTypeAttr.get(data_type)})


def _to_memory(change: _Change, type_: RankedTensor) -> _Made | None:
    if not change.to_memory:
        return None
    properties: dict[str, Attribute] = {"memory_config": change.target.memory_config}
    return _Made(ttnn.ToMemoryConfigOp, tensor_type(change.op.result), properties)


_STEPS: dict[Step, Callable[[_Change, RankedTensor], _Made | None]] = {
    Step.TO_DEVICE: _to_device,
    Step.MUST_TO_DEVICE: _must_to_device,
    Step.RETURN_TO_DEVICE: _return_to_device,
    Step.FROM_DEVICE: _from_device,
    Step.MUST_FROM_DEVICE: _must_from_device,
    Step.RETURN_FROM_DEVICE: _return_from_device,
    Step.TO_LAYOUT: _to_layout,
    Step.CAST: _cast,
    Step.TO_MEMORY: _to_memory,
}

"""Tests that every layout change is decomposed into steps that the hardware supports and that end
at the requested layout.
"""

from itertools import product

import pytest
from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType
from xdsl.ir import Block, Operation, Region

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr, GridAttr
from ttmlir_py.dialects.tt.device import DeviceType
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.types import data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.diagnostics import DiagnosticEngine, OperationError
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.ttnn.layouts import (
    element_type_for,
    layout_of,
    memory_config,
    with_layout,
)
from ttmlir_py.passes.ttnn.ttnn_decompose_layouts import TTNNDecomposeLayoutsPass
from ttmlir_py.rewriting.mutation import set_type

pytestmark = pytest.mark.slow

HOST, DRAM, L1 = BufferType.SystemMemory, BufferType.DRAM, BufferType.L1
TILE, ROWS = Layout.Tile, Layout.RowMajor
F32, BF16, U32 = DataType.Float32, DataType.BFloat16, DataType.UInt32
SHAPE = (40, 64)

Place = tuple[BufferType, Layout, DataType]
PLACES: list[Place] = [
    place
    for place in product((HOST, DRAM, L1), (TILE, ROWS), (F32, BF16, U32))
    # Upstream cannot compute the shard of an interleaved tensor in L1 that has no tiles.
    if not (place[0] is L1 and place[1] is ROWS)
]

DEVICE = """
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>,
  l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1),
  dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {}
"""


def device_type() -> DeviceType:
    module = parse_module(DEVICE, context=create_context())
    return DeviceType(module.attributes["tt.device"])


def place_id(place: Place) -> str:
    return "-".join(part.keyword for part in place)


def tensor_at(place: Place) -> TensorType:
    buffer, layout, data_type = place
    element = element_type_for(layout, data_type)
    encoding = TTNNLayoutAttr.get(
        SHAPE, element, buffer, GridAttr.of_rank(2), TensorMemoryLayout.Interleaved
    )
    return TensorType(data_type_to_element_type(data_type), SHAPE, encoding)


def change(source: Place, target: Place) -> tuple[ModuleOp, func.FuncOp]:
    """Return a function that changes the layout of a tensor by one `ttnn.to_layout`."""
    in_type, out_type = tensor_at(source), tensor_at(target)
    block = Block(arg_types=(in_type, device_type()))
    _, layout, data_type = target
    to_layout = ttnn.ToLayoutOp.create(
        operands=block.args,
        result_types=(out_type,),
        properties={
            "layout": LayoutAttr(layout),
            "dtype": DataTypeAttr(data_type),
            "memory_config": memory_config(layout_of(out_type)),
        },
    )
    block.add_ops((to_layout, func.ReturnOp.create(operands=to_layout.results)))
    function = func.FuncOp(
        "f", FunctionType.from_lists(block.arg_types, (out_type,)), Region(block)
    )
    return ModuleOp([function]), function


def place_of(op: Operation) -> Place:
    layout = layout_of(tensor_type(op.results[0]))
    return layout.get_buffer_type(), layout.get_layout(), layout.get_data_type()


def on_host(op: Operation) -> bool:
    return layout_of(tensor_type(op.operands[0])).is_system_buffer_type()


def decompose(source: Place, target: Place) -> list[Operation]:
    module, function = change(source, target)
    TTNNDecomposeLayoutsPass().run(create_context(), module)
    *steps, last = function.body.block.ops
    assert last.operands[0] is (steps[-1].results[0] if steps else function.body.block.args[0])
    return steps


POSSIBLE = [(source, target) for source, target in product(PLACES, PLACES) if source != target]


@pytest.mark.parametrize(("source", "target"), POSSIBLE, ids=place_id)
def test_layout_steps_reach_target_with_changes_that_ttnn_supports(source: Place, target: Place):
    steps = decompose(source, target)
    assert 1 <= len(steps) <= 5
    for step in steps:
        if isinstance(step, ttnn.TypecastOp):
            assert not on_host(step)
            assert place_of(step)[1] is TILE
        elif isinstance(step, ttnn.ToDTypeOp):
            assert on_host(step)
        elif isinstance(step, ttnn.ToLayoutOp) and not on_host(step):
            assert place_of(step)[1] is TILE, "rows are made on the host only"
    assert place_of(steps[-1])[1:] == target[1:]
    final = tensor_type(steps[-1].results[0])
    if source[0] is HOST or target[0] is HOST:
        assert final.element_type == tensor_at(target).element_type
        assert place_of(steps[-1])[0] is target[0]


@pytest.mark.parametrize("place", PLACES, ids=place_id)
def test_layout_change_without_effect_is_refused(place: Place):
    with pytest.raises(OperationError, match="Redundant"):
        decompose(place, place)


def test_decomposed_layout_returns_requested_tensor_type():
    """The steps keep the grid of an interleaved tensor, which is part of its type."""
    module, function = change((DRAM, ROWS, BF16), (DRAM, TILE, BF16))
    argument = function.body.block.args[0]
    layout = layout_of(tensor_type(argument)).with_grid(SHAPE, GridAttr((2, 2)))
    set_type(argument, with_layout(tensor_type(argument), layout))
    function.update_function_type()
    TTNNDecomposeLayoutsPass().run(create_context(), module)
    assert verify_operation(module, DiagnosticEngine())


@pytest.mark.parametrize(
    ("source", "target", "names"),
    [
        ((HOST, ROWS, BF16), (DRAM, TILE, BF16), "to_device to_layout"),
        ((HOST, ROWS, F32), (DRAM, TILE, F32), "to_layout to_device"),
        ((HOST, ROWS, F32), (DRAM, TILE, BF16), "to_dtype to_device to_layout"),
        ((HOST, ROWS, BF16), (DRAM, TILE, F32), "to_device to_layout typecast"),
        ((HOST, ROWS, F32), (DRAM, TILE, U32), "to_dtype to_layout to_device"),
        ((HOST, TILE, F32), (DRAM, ROWS, BF16), "to_dtype to_layout to_device"),
        ((HOST, TILE, F32), (DRAM, TILE, BF16), "to_device typecast"),
        ((HOST, ROWS, F32), (DRAM, ROWS, BF16), "to_dtype to_device"),
        ((HOST, ROWS, F32), (HOST, TILE, BF16), "to_dtype to_layout"),
        ((DRAM, TILE, F32), (HOST, ROWS, F32), "from_device to_layout"),
        ((DRAM, TILE, F32), (HOST, ROWS, BF16), "typecast from_device to_layout"),
        ((DRAM, TILE, F32), (DRAM, ROWS, F32), "from_device to_layout to_device"),
        ((DRAM, TILE, F32), (DRAM, ROWS, BF16), "typecast from_device to_layout to_device"),
        ((DRAM, ROWS, BF16), (DRAM, TILE, BF16), "to_layout"),
        ((DRAM, ROWS, BF16), (L1, TILE, F32), "to_layout typecast to_memory_config"),
        ((DRAM, ROWS, F32), (DRAM, TILE, F32), "from_device to_layout to_device"),
        ((DRAM, ROWS, F32), (HOST, TILE, U32), "from_device to_layout to_dtype"),
        ((DRAM, TILE, BF16), (L1, TILE, BF16), "to_memory_config"),
        ((L1, TILE, BF16), (HOST, TILE, F32), "typecast from_device"),
        ((DRAM, ROWS, F32), (HOST, ROWS, BF16), "from_device to_dtype"),
        ((DRAM, ROWS, F32), (DRAM, ROWS, BF16), "from_device to_dtype to_device"),
    ],
)
def test_layout_steps_between_layouts_are_in_order_of_upstream(
    source: Place, target: Place, names: str
):
    steps = decompose(source, target)
    assert [step.name for step in steps] == [f"ttnn.{name}" for name in names.split()]

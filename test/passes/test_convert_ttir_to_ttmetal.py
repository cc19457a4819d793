"""Tests of data movement and contents of TTMetal kernels, computed element by element."""

import struct
from math import isclose, sqrt

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py.compiler import PassManager, create_context, parse
from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.enums import DataType, MemorySpace
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttkernel.enums import ReduceDim
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.scaler import Scaler
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.transfers import Core, Route
from ttmlir_py.rewriting.conversion import UnsupportedError

DEVICE = DeviceAttr.get(SystemDescAttr.get_default(), (), (0,))
F32 = parse("func.func private @f(f32)").body.block.first_op.function_type.inputs.data[0]
GRIDS = st.tuples(st.integers(1, 4), st.integers(1, 4))


def layout_of(shape, grid, space=MemorySpace.DeviceL1):
    return MetalLayoutAttr.get(shape, F32, space, GridAttr(grid))


def places(layout):
    device_map = DEVICE.get_map_for_memory_space(layout.get_memory_space())
    return layout.project_onto(layout.linear, device_map)


def in_l1(array, layout):
    """Return the contents of each core, computed from the layout independently of the compiler: row
    after row of its part.
    """
    rows, columns = layout.get_shard_shape()
    flat = array.reshape(-1, array.shape[-1])
    held = {}
    for (row, column), value in np.ndenumerate(flat):
        core = Core(0, row // rows, column // columns)
        held.setdefault(core, {})[row % rows * columns + column % columns] = value
    return held


def in_dram(array, layout):
    """Return the contents of each channel: shards in order, eight for each row of the grid, with
    pages distributed round-robin.
    """
    rows, columns = layout.get_shard_shape()
    held = {}
    for (row, column), value in np.ndenumerate(array.reshape(-1, array.shape[-1])):
        shard = row // rows * 8 + column // columns
        address = shard * rows * columns + row % rows * columns + column % columns
        channel = Core(0, 0, address // 8192 % 12)
        held.setdefault(channel, {})[address % 8192] = value
    return held


@given(st.lists(st.integers(1, 9), min_size=2, max_size=3).map(tuple), GRIDS, GRIDS, st.booleans())
def test_layout_change_moves_each_element_to_its_target_address(shape, from_grid, to_grid, reads):
    source, target = layout_of(shape, from_grid), layout_of(shape, to_grid)
    array = np.arange(1, np.prod(shape) + 1).reshape(shape)
    route = Route(places(source), places(target), reads, 4, target.get_shard_size_in_bytes())
    assert moved(route, shape, in_l1(array, source)) == in_l1(array, target)


@given(GRIDS, GRIDS)
def test_dram_round_trip_reads_written_elements(from_grid, to_grid):
    shape = (12, 20)
    near, far = layout_of(shape, from_grid), layout_of(shape, to_grid, MemorySpace.DeviceDRAM)
    array = np.arange(1, np.prod(shape) + 1).reshape(shape)
    written = Route(places(near), places(far), False, 4, far.get_shard_size_in_bytes())
    assert moved(written, shape, in_l1(array, near)) == in_dram(array, far)
    read = Route(places(far), places(near), True, 4, near.get_shard_size_in_bytes())
    assert moved(read, shape, in_dram(array, far)) == in_l1(array, near)


def moved(route, shape, held):
    """Return the contents after all transfers of a route, where each transfer is as large as
    possible.
    """
    result = {}
    for mover, transfers in route.movement(shape).items():
        for each in transfers:
            assert each.size <= route.capacity
            source, target = (each.remote, mover) if route.reads else (mover, each.remote)
            for index in range(each.elements):
                value = held[source][each.source // 4 + index]
                place = result.setdefault(target, {})
                assert each.target // 4 + index not in place
                place[each.target // 4 + index] = value
    return result


def test_transfer_of_large_tensor_continues_in_next_part():
    """A transfer that does not fit into one part continues in the next one."""
    shape = (600, 1000)
    source, target = layout_of(shape, (1, 1)), layout_of(shape, (2, 1))
    route = Route(places(source), places(target), True, 4, target.get_shard_size_in_bytes())
    movement = route.movement(shape)
    assert {core: [each.size for each in each_core] for core, each_core in movement.items()} == {
        Core(0, 0, 0): [1200000],
        Core(0, 1, 0): [1200000],
    }


TILE = {name: TileType((32, 32), DataType[name]) for name in ("Float32", "BFloat16", "Float16")}


@pytest.mark.parametrize("name", TILE)
@pytest.mark.parametrize("elements", [32, 96, 8192])
@pytest.mark.parametrize("dim", [ReduceDim.Row, ReduceDim.Scalar])
def test_mean_factor_applied_over_reduced_dimensions_is_one_over_n(name, elements, dim):
    """Whether applied once, or twice over both dimensions, the factor gives 1/N with the precision
    of f32 or f16.
    """
    scaler = Scaler.of("mean", elements, dim, TILE[name])
    word = struct.pack("<I", scaler.word())
    types = {
        DataType.Float32: "<f4",
        DataType.Float16: "<f2",
        DataType.BFloat16: ml_dtypes.bfloat16,
    }
    held = np.frombuffer(word, types[scaler.tile.dataType]).astype(float)
    assert (held == held[0]).all()
    factor = held[0] ** (2 if dim is ReduceDim.Scalar else 1)
    assert isclose(factor, 1 / elements, rel_tol=2**-10 if name == "Float16" else 2**-22)
    exact = sqrt(elements).is_integer() if dim is ReduceDim.Scalar else elements in (32, 8192)
    if name == "BFloat16":
        assert scaler.tile.dataType is (DataType.BFloat16 if exact else DataType.Float32)


def test_reduction_without_factor_or_kernel_is_refused():
    for kind in ("min", "prod", "and"):
        with pytest.raises(UnsupportedError, match=f"no kernel computes the reduction '{kind}'"):
            Scaler.of(kind, 1, ReduceDim.Row, TILE["Float32"])
    with pytest.raises(UnsupportedError, match="no kernel reduces elements of type 'u32'"):
        Scaler.of("sum", 1, ReduceDim.Row, TileType((32, 32), DataType.UInt32)).word()


@pytest.mark.parametrize("shape", [(33, 40), (64, 32)])
def test_constant_elements_are_stored_in_order_of_tile_and_face(shape):
    """Each element of a constant is at the position of its tile, face, row and column; padding is
    0.
    """
    values = np.arange(1, np.prod(shape) + 1, dtype=np.float32).reshape(shape)
    type_ = f"tensor<{shape[0]}x{shape[1]}xf32>"
    text = f"""
    func.func @f(%a: {type_}) -> {type_} {{
      %0 = "ttir.constant"() <{{value = dense<"0x{values.tobytes().hex()}"> : {type_}}}> : () -> {type_}
      %1 = tensor.empty() : {type_}
      %2 = "ttir.add"(%a, %0, %1) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({type_}, {type_}, {type_}) -> {type_}
      return %2 : {type_}
    }}"""
    context = create_context()
    module = parse(text, context=context)
    PassManager("builtin.module(ttir-to-ttmetal-backend-pipeline)", context=context).run(module)
    tables = [op for op in module.walk() if op.name == "ttkernel.noc_transactions_table"]
    words = [word for table in tables for word in table.entries.get_values()]
    held = np.array(words, np.int32).view(np.float32)
    columns = -(-shape[1] // 32)
    expected = np.zeros_like(held)
    for (row, column), value in np.ndenumerate(values):
        tile = row // 32 * columns + column // 32
        face = row % 32 // 16 * 2 + column % 32 // 16
        expected[tile * 1024 + face * 256 + row % 16 * 16 + column % 16] = value
    np.testing.assert_array_equal(held, expected)

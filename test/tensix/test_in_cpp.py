"""Compare kernels built by a C++ compiler and run by threads of the operating system with the
machine, bit for bit.

The order of additions is unspecified, so sums of the test numbers are exact. Functions such as exp
are rounded from float64 on both sides.
"""

import re
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from kernels_in_cpp import InCpp, rounded_functions
from metal_builders import BFLOAT, FLOAT, Kernel, Port, Tensor, binary, enqueue, floats, over, ports
from multicast_matmul import MulticastMatmul

import ttmlir_py
from ttmlir_py.standalone import toolchain
from ttmlir_py.standalone.toolchain import StandaloneError
from ttmlir_py.target.cpp.kernels import HEADERS
from ttmlir_py.tensix import load
from ttmlir_py.tensix.operations import (
    BINARY,
    BINARY_INTEGER,
    BINARY_SFPU,
    BINARY_SIGNED,
    BINARY_UNSIGNED,
    OPERATIONS,
    UNARY,
    UNARY_INTEGER,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def in_cpp(tmp_path_factory):
    try:
        toolchain.find_compiler()
    except StandaloneError as error:
        pytest.skip(str(error))
    with rounded_functions():
        yield InCpp(tmp_path_factory.mktemp("kernels"))


def check(in_cpp: InCpp, data: bytes, *inputs) -> None:
    opened = load(data)
    in_cpp.check(opened, inputs, opened.run(list(inputs)))


# ---- handwritten programs


def test_cpp_run_of_multicast_matmul_matches_simulator(in_cpp):
    """Both kinds of data movement threads and all cores are used."""
    product = MulticastMatmul(1, 2, 1)
    check(in_cpp, product.binary(), floats(1, *product.a.shape), floats(2, *product.b.shape))


SECTION = """
tile_regs_acquire(); copy_tile(in0, 0, 0); copy_tile(in1, 0, 1); {} tile_regs_commit();
tile_regs_wait(); pack_tile(0, out0, 0); tile_regs_release();
"""
FORMATS = ("Float16_b", "Float16", "UInt32", "UInt16", "UInt8", "Int32")


def functions_of_floats() -> list[str]:
    """Return calls of one function each, on tiles 0 and 1, with the result in tile 0."""
    calls = [f"{name}_tile_init(); {name}_tile(0);" for name in UNARY if name != "bitwise_not"]
    calls += [f"{name}_tile(0, 1, 0);" for name in BINARY_SFPU]
    calls += [f"typecast_tile<DataFormat::Float32, DataFormat::{to}>(0);" for to in FORMATS]
    calls += ["max_tile(0, 1);", "nez_tile(0);", "logical_not_tile<DataFormat::Float32>(1);"]
    calls += ["clamp_tile(0, 1065353216, 1073741824);"]  # 1.0 and 2.0
    calls += ["leaky_relu_tile(1, 1073741824); max_tile(0, 1);"]
    calls += ["floor_tile(0); where_tile<DataFormat::Float32>(0, 1, 0, 0);"]
    calls += [f"{name}_tiles(in0, in1, 0, 0, 0);" for name in BINARY]
    calls += ["transpose_wh_tile(in1, 0, 0);"]
    calls += [
        f"unary_bcast<BroadcastType::{kind}>(in0, 0, 0);" for kind in ("COL", "ROW", "SCALAR")
    ]
    for pool in ("SUM", "MAX"):
        for dimension in ("ROW", "COL", "SCALAR"):
            template = f"PoolType::{pool}, ReduceDim::REDUCE_{dimension}"
            calls.append(f"reduce_tile<{template}>(in1, in1, 0, 0, 2); max_tile(0, 2);")
    return calls


def functions_of_integers(data_type: str) -> list[str]:
    calls = [f"{name}_tile<DataFormat::{data_type}>(0, 1, 0);" for name in BINARY_INTEGER]
    calls += [f"where_tile<DataFormat::{data_type}>(0, 1, 0, 0);", "logical_not_unary_tile(0);"]
    if data_type != "UInt16":
        calls += [f"{name}_tile_int32(0);" for name in (*UNARY_INTEGER, "nez")]
        calls += [f"{name}_tile(0, 1, 0);" for name in (*BINARY_SIGNED, *BINARY_UNSIGNED)]
        calls += ["bitwise_not_tile(0);"]
    return calls


def in_sections(calls: list[str], data_type: str) -> bytes:
    """Return a program that packs the contents of tile 0 after each call."""
    a, b, out = (
        Tensor(number, (32, 32 * tiles), address, data_type=data_type)
        for number, tiles, address in ((1, 1, 1024), (2, 1, 8192), (3, len(calls), 1 << 16))
    )
    body = "\n".join(map(SECTION.format, calls))
    bound = [over(0, a), over(1, b), over(16, out)]
    return binary([a, b], [out], [enqueue(Kernel("tensix", ports(body), ports=bound))])


def test_cpp_run_of_float_function_matches_simulator(in_cpp):
    values = np.random.default_rng(0).uniform(0.01, 9, (32, 32)).astype(np.float32)
    data = in_sections(functions_of_floats(), FLOAT)
    check(in_cpp, data, values, floats(3, 32, 32) + np.float32(0.5))


@pytest.mark.parametrize("data_type", ["Int32", "UInt16"])
def test_cpp_run_of_integer_function_matches_simulator(in_cpp, data_type):
    rng, type_ = np.random.default_rng(1), FORMATS_OF_NUMPY[data_type]
    ends = np.iinfo(type_)
    inputs = [rng.integers(ends.min, ends.max, (32, 32)).astype(type_) for _ in range(2)]
    inputs[0][:8] = 0
    check(in_cpp, in_sections(functions_of_integers(data_type), data_type), *inputs)


FORMATS_OF_NUMPY = {"Int32": np.int32, "UInt16": np.uint16}


@pytest.mark.parametrize("data_type", [BFLOAT, "Float16", "UInt16"])
def test_cpp_run_of_formats_and_blocks_matches_simulator(in_cpp, data_type):
    """Rows become tiles in another kernel's buffer, then rows again in DRAM; numbers of all formats
    are packed.
    """
    rows = Tensor(1, (64, 96), 1024, data_type=data_type, tiled=False)
    tiled = Tensor(2, (64, 96), 1 << 16, data_type=data_type)
    squares = Tensor(3, (64, 96), 1 << 17, data_type=data_type)
    far = Tensor(4, (64, 96), 4096, data_type=data_type, space="DeviceDRAM", tiled=False)
    near = Tensor(5, (64, 96), 1 << 18, data_type=data_type, tiled=False)
    there = "tilize_init(in0, 3, out0);" + 2 * (
        "tilize_block(in0, 3, out0); cb_pop_front(in0, 3); cb_push_back(out0, 3);"
    )
    work = f"""for (int32_t i = 0; i < 6; i += 1) {{
      cb_reserve_back(mid0, 1);
      tile_regs_acquire(); mul_tiles(in0, in0, i, i, 0); tile_regs_commit();
      tile_regs_wait(); pack_tile(0, mid0, 0); tile_regs_release();
      cb_push_back(mid0, 1); cb_wait_front(mid0, 1);
      {SECTION.format("").replace("copy_tile(in0, 0, 0); copy_tile(in1, 0, 1);", "copy_tile(mid0, 0, 0);")}
      cb_pop_front(mid0, 1);
    }}"""
    back = "untilize_init(in0, out0);" + 2 * (
        "untilize_block(in0, 3, out0); cb_pop_front(in0, 3); cb_push_back(out0, 3);"
    )
    size = rows.bytes
    send = f"""noc_async_write({near.address}, get_noc_addr_from_bank_id<true>(0, 4096), {size});
    noc_async_write_barrier();"""
    ring = Port(24, 1 << 19, 2, data_type)
    commands = [
        enqueue(Kernel("tensix", ports(there), ports=[over(0, rows), over(16, tiled)])),
        enqueue(Kernel("tensix", ports(work), ports=[over(0, tiled), over(16, squares), ring])),
        enqueue(Kernel("tensix", ports(back), ports=[over(0, squares), over(16, near)])),
        enqueue(Kernel("noc1", send)),
    ]
    rng = np.random.default_rng(1)
    numbers = {
        BFLOAT: (rng.uniform(-1, 1, (64, 96)) * 10.0 ** rng.integers(-20, 15, (64, 96))).astype(
            ml_dtypes.bfloat16
        ),
        "Float16": (rng.uniform(-1, 1, (64, 96)) * 2.0 ** rng.integers(-14, 9, (64, 96))).astype(
            np.float16
        ),
        "UInt16": rng.integers(0, 1 << 16, (64, 96)).astype(np.uint16),
    }
    data = binary([rows], [far, near, tiled, squares], commands)
    check(in_cpp, data, numbers[data_type])


# ---- compiled programs


def compiled(text: str) -> bytes:
    return ttmlir_py.compile(text, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")


def test_cpp_run_of_compiled_chain_matches_simulator(in_cpp):
    """The program has padding, constants that kernels write, a division, and several results."""
    type_ = "tensor<3x21x40xbf16>"
    two, three = (f"({', '.join([type_] * count)}) -> {type_}" for count in (2, 3))
    binary_, unary = (f"<{{operandSegmentSizes = array<i32: {n}, 1>}}>" for n in (2, 1))
    numbers = (np.arange(3 * 21 * 40) % 7 + 1).reshape(3, 21, 40).astype(float).tolist()
    text = f"""
    func.func @f(%a: {type_}, %b: {type_}) -> ({type_}, {type_}) {{
      %c = "ttir.constant"() <{{value = dense<{numbers}> : {type_}}}> : () -> {type_}
      %0 = tensor.empty() : {type_}
      %1 = "ttir.div"(%a, %c, %0) {binary_} : {three}
      %2 = tensor.empty() : {type_}
      %3 = "ttir.maximum"(%1, %b, %2) {binary_} : {three}
      %4 = tensor.empty() : {type_}
      %5 = "ttir.exp"(%3, %4) {unary} : {two}
      return %1, %5 : {type_}, {type_}
    }}"""
    rng = np.random.default_rng(2)
    inputs = [rng.uniform(-4, 4, (3, 21, 40)).astype(ml_dtypes.bfloat16) for _ in range(2)]
    check(in_cpp, compiled(text), *inputs)


def layout(grid: str, shard: str, space: str = "l1") -> str:
    return f"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{grid}>, memref<{shard}xf32, #tt.memory_space<{space}>>>"


def test_cpp_run_of_compiled_reductions_and_moves_matches_simulator(in_cpp):
    """Data goes from DRAM to a grid, to other cores, and is reduced along each dimension and
    both.
    """
    types = {
        "far": f"tensor<128x256xf32, {layout('1x1', '128x256', 'dram')}>",
        "r0": f"tensor<32x256xf32, {layout('1x4', '32x64')}>",
        "r1": f"tensor<128x32xf32, {layout('4x1', '32x32')}>",
        "r2": f"tensor<32x32xf32, {layout('1x1', '32x32')}>",
    }
    aliases = "\n".join(f"!{name} = {type_}" for name, type_ in types.items())
    grid = f"tensor<128x256xf32, {layout('4x4', '32x64')}>"
    cases = [("sum", "0 : i32"), ("max", "1 : i32"), ("mean", "0 : i32, 1 : i32")]
    steps = "".join(
        f"""
      %e{i} = tensor.empty() : !r{i}
      %{i} = "ttir.{op}"(%g, %e{i}) <{{dim_arg = [{dims}], keep_dim = true}}> : (!grid, !r{i}) -> !r{i}"""
        for i, (op, dims) in enumerate(cases)
    )
    text = f"""
    {aliases}
    !grid = {grid}
    func.func @f(%a: !far) -> (!r0, !r1, !r2) {{
      %empty = tensor.empty() : !grid
      %g = "ttir.to_layout"(%a, %empty) : (!far, !grid) -> !grid{steps}
      return %0, %1, %2 : !r0, !r1, !r2
    }}"""
    values = np.random.default_rng(3).integers(-8, 8, (128, 256)).astype(np.float32)
    check(in_cpp, compiled(text), values)


# ---- completeness of the C++ library


def test_cpp_run_with_deadlock_names_waiting_kernel(in_cpp, monkeypatch):
    monkeypatch.setenv("TTMETAL_HOST_PATIENCE", "1")
    ring, body = Port(24, 1 << 16, 2), ports("cb_wait_front(mid0, 1);")
    data = binary([], [], [enqueue(Kernel("noc0", body, ports=[ring]))])
    with pytest.raises(StandaloneError, match=r"kernel 0 noc0 on core 0x0 waits: cb_wait_front"):
        in_cpp.run(load(data), [])


def test_kernel_text_that_is_not_cpp_reports_compiler_error(in_cpp):
    data = binary([], [], [enqueue(Kernel("noc0", "cb_wait_front(nothing, 1);"))])
    opened = ttmlir_py.runtime.binary.TTMetalBinary.load(data)
    with pytest.raises(StandaloneError, match=r"nothing. was not declared"):
        in_cpp.run(opened, [])


def test_cpp_library_has_every_simulated_kernel_function():
    """In C++, an assignment is a call, and calls with coordinates have separate names."""
    header = toolchain.INCLUDE / "ttmetal_host" / "kernel_interface.hpp"
    missing = set(OPERATIONS) - declared_functions(header)
    assert missing == {"store_to_l1", "get_noc_addr_xy"}


def test_cpp_library_has_every_kernel_header():
    kernels = toolchain.INCLUDE / "ttmetal_host" / "kernels"
    assert [header for header in HEADERS if not (kernels / header).is_file()] == []


def declared_functions(header: Path) -> set[str]:
    text = header.read_text().partition("// ---- circular buffers")[2]
    found = set(re.findall(r"^(?:inline |template <.*> )*[\w:]+ (\w+)\(", text, re.M))
    for kind, suffixes in (
        ("TILES", ("_tiles", "_tiles_init")),
        ("UNARY", ("_tile", "_tile_init")),
        ("BINARY", ("_tile", "_tile_init")),
        ("INTEGER", ("_tile",)),
        ("CALL", ("",)),
    ):
        names = re.findall(rf"^TTMETAL_HOST_{kind}\((\w+)\)", text, re.M)
        found |= {name + suffix for name in names for suffix in suffixes}
    return found

"""Binaries written from text of the ttnn dialect of 2025."""

from typing import Any

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.ir.diagnostics import CompilationError

CHIP = (
    "arch = <wormhole_b0>, grid = 8x8, coord_translation_offsets = 18x18, l1_size = 1499136, "
    "num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, "
    "pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 97248, "
    "erisc_l1_unreserved_base = 69632, dram_unreserved_base = 32, dram_unreserved_end = 1073158336"
)
CORES = "physical_helper_cores = {dram = [ 0x0,  0x1] eth_inactive = [ 16x18,  16x19]}"
TYPES = "supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 32x32]"
COUNTS = "num_cbs = 32, num_compute_threads = 1, num_datamovement_threads = 2"
CHIPS = {
    "2025-07": f"{CHIP}, {CORES}, {TYPES}, dst_register_size_tiles = 8, {COUNTS}",
    "2025-09": f"{CHIP}, {TYPES}, dst_register_size_tiles = 8, {COUNTS}",
    "2025-11": f"{CHIP}, {TYPES}, dst_physical_size_tiles = 16, {COUNTS}",
}
T = "tensor<4x8xf32, #f32>"
HALF = "tensor<2x8xf32, #f32>"
KEPT = "memory_config = #ttnn.memory_config<#dram, <interleaved>>"
FORMAT = "#ttcore.supportedDataTypes<f32>"
A, B = np.random.default_rng(5).uniform(0.1, 2, (2, 4, 8)).astype(np.float32)
PROGRAMS: dict[str, tuple[str, str, Any]] = {
    "add": (
        "2025-07",
        f'%r = "ttnn.add"(%a, %b) <{{output_dtype = {FORMAT}, {KEPT}}}> : ({T}, {T}) -> {T}',
        A + B,
    ),
    "subtract": (
        "2025-11",
        f'%r = "ttnn.subtract"(%a, %b) <{{dtype = {FORMAT}, {KEPT}}}> : ({T}, {T}) -> {T}',
        A - B,
    ),
    "pow": ("2025-09", f'%r = "ttnn.pow"(%a, %b) <{{{KEPT}}}> : ({T}, {T}) -> {T}', A**B),
    "to_dtype": ("2025-09", f'%r = "ttnn.to_dtype"(%a) <{{dtype = {FORMAT}}}> : ({T}) -> {T}', A),
    "to_layout": (
        "2025-07",
        f"""%d = "ttnn.get_device"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !ttnn.device
    %r = "ttnn.to_layout"(%b, %d) <{{dtype = {FORMAT}, layout = #ttnn.layout<tile>, {KEPT}}}> : ({T}, !ttnn.device) -> {T}""",
        B,
    ),
    "slice": (
        "2025-07",
        f"""%0 = "ttnn.slice"(%a) <{{begins = [0 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [2 : i32, 1 : i32]}}> : ({T}) -> {HALF}
    %r = "ttnn.concat"(%0, %0) <{{dim = 0 : si32, {KEPT}}}> : ({HALF}, {HALF}) -> {T}""",
        np.concatenate([A[::2], A[::2]]),
    ),
    "prod": (
        "2025-11",
        f"""%0 = "ttnn.prod"(%a) <{{dim_arg = 1 : i64, keep_dim = true, {KEPT}}}> : ({T}) -> tensor<4x1xf32, #f32>
    %r = "ttnn.multiply"(%b, %0) <{{{KEPT}}}> : ({T}, tensor<4x1xf32, #f32>) -> {T}""",
        B * A.prod(1, keepdims=True),
    ),
    "cumsum": (
        "2025-09",
        f'%r = "ttnn.moreh_cumsum"(%a) <{{dim = 0 : i64, {KEPT}}}> : ({T}) -> {T}',
        A.cumsum(0),
    ),
}


def text(body: str, date: str) -> str:
    """Return a function of two tensors, whose result is %r, in the form of `date`."""
    return f"""#dram = #ttnn.buffer_type<dram>
#f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#system_desc = #ttcore.system_desc<[{{role = host, target_triple = "x86_64-pc-linux"}}], [{{{CHIPS[date]}}}], [0], [3 : i32], [ 0x0x0x0]>
module {{ ttcore.device_module {{ builtin.module attributes {{ttcore.system_desc = #system_desc}} {{
  ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0] -> (0, 0, d1, d2 + s0), meshShape = , chipIds = [0]>
  func.func @main(%a: {T}, %b: {T}) -> {T} {{
    {body}
    return %r : {T}
  }}
}} }} }}"""


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_of_2025_computes_result(name: str):
    date, body, expected = PROGRAMS[name]
    module = ttmlir_py.parse(text(body, date))
    assert str(ttmlir_py.parse(str(module))) == str(module)
    (found,) = runtime.load(ttmlir_py.translate(module)).run([A.copy(), B.copy()])
    np.testing.assert_allclose(found, expected, rtol=2e-3)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("subtract", "<f32>", "<bf16>", "the format bf16, but its result has f32"),
        (
            "to_layout",
            "<tile>",
            "<row_major>",
            "the page layout row_major, but its result has tile",
        ),
        ("add", "<#dram,", "<#l1,", "the memory l1, but its result has dram"),
        (
            *("add", "<interleaved>", "<height_sharded>"),
            "the memory layout height_sharded, but its result has interleaved",
        ),
    ],
)
def test_form_other_than_that_of_result_is_refused(name: str, old: str, new: str, said: str):
    date, body, _ = PROGRAMS[name]
    source = text(body.replace(old, new), date)
    source = source.replace("#f32 =", "#l1 = #ttnn.buffer_type<l1>\n#f32 =", 1)
    with pytest.raises(CompilationError, match=f"states {said}"):
        ttmlir_py.translate(ttmlir_py.parse(source))


def test_training_batch_norm_of_2025_is_refused():
    image = "tensor<1x4x2x4xf32>"
    norm = f"""%0 = "ttnn.reshape"(%a) <{{shape = [1 : i32, 4 : i32, 2 : i32, 4 : i32]}}> : ({T}) -> {image}
    %1 = "ttnn.batch_norm"(%0) <{{training = true, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}}> : ({image}) -> {image}
    %r = "ttnn.reshape"(%1) <{{shape = [4 : i32, 8 : i32]}}> : ({image}) -> {T}"""
    with pytest.raises(CompilationError, match="with training has no counterpart"):
        ttmlir_py.translate(ttmlir_py.parse(text(norm, "2025-09")))


@pytest.mark.parametrize(
    ("date", "activation"),
    [
        ("2025-07", ""),
        ("2025-07", 'dtype = f32, activation = "relu", '),
        ("2025-11", ""),
        ("2025-11", "activation = <op_type = relu>, in_place = false, "),
    ],
)
def test_convolution_of_2025_keeps_activation(date: str, activation: str):
    image, weights, result = (
        f"tensor<{each}>"
        for each in ("1x1x64x32xf32, #image", "16x32x1x1xf32, #host", "1x1x64x16xf32, #image")
    )
    dtype, _, activation = activation.rpartition("dtype = f32, ")
    config = (
        f"#ttnn.conv2d_config<{dtype}weights_dtype = f32, {activation}transpose_shards = false>"
    )
    layouts = """#image = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#system = #ttnn.buffer_type<system_memory>
#host = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 + d2, d3), <1x1>, memref<512x1xf32, #system>>
"""
    body = f"""%d = "ttnn.get_device"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !ttnn.device
    %r = "ttnn.conv2d"(%a, %b, %d) <{{batch_size = 1 : i32, conv2d_config = {config}, dilation = array<i32: 1, 1>, dtype = {FORMAT}, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 1, 1>, out_channels = 16 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}}> : ({image}, {weights}, !ttnn.device) -> {result}"""
    source = text(body, date).replace("#system_desc =", f"{layouts}#system_desc =", 1)
    source = source.replace(f"%a: {T}, %b: {T}) -> {T}", f"%a: {image}, %b: {weights}) -> {result}")
    module = ttmlir_py.parse(source.replace(f"return %r : {T}", f"return %r : {result}"))
    draw = np.random.default_rng(1).uniform
    a, b = (draw(-1, 1, shape).astype(np.float32) for shape in ((1, 1, 64, 32), (16, 32, 1, 1)))
    (found,) = runtime.load(ttmlir_py.translate(module)).run([a, b])
    expected = a[0, 0] @ b[:, :, 0, 0].T
    np.testing.assert_allclose(
        found[0, 0], np.maximum(expected, 0) if activation else expected, rtol=2e-3, atol=1e-5
    )


EARLY_CHIP = CHIP.replace("coord_translation_offsets = 18x18, ", "")
EARLY_CHIPS = {
    "2025-03": f"{EARLY_CHIP}, physical_cores = {{worker = [ 1x1] dram = [ 0x0]}}, {TYPES}, num_cbs = 32",
    "2025-04": f"{EARLY_CHIP}, physical_cores = {{worker = [ 1x1] dram = [ 0x0]}}, {TYPES}, {COUNTS}",
    "2025-06": f"{CHIP}, {CORES}, {TYPES}, {COUNTS}",
}
DEVICE = '%d = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () ->'
EARLY_PROGRAMS: dict[str, tuple[str, str, Any]] = {
    "div": ("2025-03", f'%r = "ttnn.div"(%a, %b) : ({T}, {T}) -> {T}', A / B),
    "concat": (
        "2025-03",
        f"""%0 = "ttnn.slice"(%a) <{{begins = [0 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [2 : i32, 1 : i32]}}> : ({T}) -> {HALF}
    %r = "ttnn.concat"(%0, %0) <{{dim = 0 : si32}}> : ({HALF}, {HALF}) -> {T}""",
        np.concatenate([A[::2], A[::2]]),
    ),
    "full": (
        "2025-03",
        f"""{DEVICE} !tt.device<#device>
    %0 = "ttnn.full"(%d) <{{fillValue = 2.0 : f32}}> : (!tt.device<#device>) -> {T}
    %r = "ttnn.add"(%b, %0) : ({T}, {T}) -> {T}""",
        B + 2,
    ),
    "clamp": (
        "2025-04",
        f'%r = "ttnn.clamp"(%a) <{{max = 1.0 : f32, min = 0.5 : f32}}> : ({T}) -> {T}',
        A.clip(0.5, 1),
    ),
    "prod": (
        "2025-04",
        f"""%0 = "ttnn.prod"(%a) <{{all_dimensions = false, dim_arg = 1 : i64, keep_dim = true}}> : ({T}) -> tensor<4x1xf32, #f32>
    %r = "ttnn.multiply"(%b, %0) <{{memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>}}> : ({T}, tensor<4x1xf32, #f32>) -> {T}""",
        B * A.prod(1, keepdims=True),
    ),
    "to_layout": (
        "2025-06",
        f"""{DEVICE} !ttnn.device
    %r = "ttnn.to_layout"(%b, %d) <{{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, {KEPT}}}> : ({T}, !ttnn.device) -> {T}""",
        B,
    ),
}


def early_text(body: str, date: str) -> str:
    """Return a function like `text`, in the form of a date before 2025-06-17."""
    found = text(body, "2025-07").replace(CHIPS["2025-07"], EARLY_CHIPS[date])
    if date == "2025-03":
        start, end = found.index("  ttcore.device @"), found.index("  func.func")
        device = found[start:end].partition(" = ")[2].strip()
        found = f"#device = #tt.device{device}\n{found[:start]}{found[end:]}"
        found = found.replace(
            "module { ttcore.device_module { builtin.module attributes {",
            "module attributes {tt.device = #device, ",
        )
        found = found.removesuffix("} }")
    return found.replace("ttcore", "tt")


@pytest.mark.parametrize("name", EARLY_PROGRAMS)
def test_program_of_early_2025_computes_result(name: str):
    date, body, expected = EARLY_PROGRAMS[name]
    module = ttmlir_py.parse(early_text(body, date))
    assert str(ttmlir_py.parse(str(module))) == str(module)
    (found,) = runtime.load(ttmlir_py.translate(module)).run([A.copy(), B.copy()])
    np.testing.assert_allclose(found, expected, rtol=2e-3)


def sharded_sum(date: str, mode: str) -> str:
    """Return a sum of tensors that are sharded in L1 on one core."""
    cores = "<[#ttnn.core_range<(0,0), (0,0)>]>"
    spec = f"#ttnn.shard_spec<{cores}, <32x32>, <row_major>{mode}>"
    config = f"#ttnn.memory_config<#l1, <block_sharded>, {spec}>"
    body = f'%r = "ttnn.add"(%a, %b) <{{memory_config = {config}}}> : ({T}, {T}) -> {T}'
    source = early_text(body, date) if date in EARLY_CHIPS else text(body, date)
    source = source.replace("#dram>, <interleaved>>", "#l1>, <block_sharded>>", 1)
    return source.replace("#f32 =", "#l1 = #ttnn.buffer_type<l1>\n#f32 =", 1)


@pytest.mark.parametrize(
    ("date", "mode"),
    [("2025-06", ", <physical>"), ("2025-07", ", <physical>"), ("2025-11", "")],
)
def test_specification_of_shards_of_2025_is_read(date: str, mode: str):
    module = ttmlir_py.parse(sharded_sum(date, mode))
    assert str(ttmlir_py.parse(str(module))) == str(module)
    (found,) = runtime.load(ttmlir_py.translate(module)).run([A.copy(), B.copy()])
    np.testing.assert_allclose(found, A + B, rtol=1e-6)


def test_grid_of_tensor_in_dram_has_no_meaning():
    source = early_text(EARLY_PROGRAMS["div"][1], "2025-03")
    source = source.replace("<1x1>, memref", "<8x8>, memref", 1)
    (found,) = runtime.load(ttmlir_py.translate(ttmlir_py.parse(source))).run([A.copy(), B.copy()])
    np.testing.assert_allclose(found, A / B, rtol=2e-3)


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ("<99999x99999>", "a tensor's grid has 9999800001 cores"),
        ("<2x2, (d0, d1) -> (1, d0, d1)>", "a tensor's grid spans several devices"),
        ("<2x2, (d0, d1) -> (d0, d1)>", "is mapped to 2 numbers per core"),
    ],
)
def test_invalid_grid_of_shards_is_refused(grid: str, said: str):
    source = sharded_sum("2025-07", ", <physical>").replace("<1x1>, memref", f"{grid}, memref", 1)
    with pytest.raises(CompilationError, match=said):
        ttmlir_py.translate(ttmlir_py.parse(source))


def test_shards_of_logical_shape_are_refused():
    with pytest.raises(CompilationError, match="states the shard mode logical"):
        ttmlir_py.translate(ttmlir_py.parse(sharded_sum("2025-07", ", <logical>, <32x32>")))


SIDES = ("height", "width")
WINDOWS = {
    "sides": ", ".join(
        f"{name}_{side} = {size} : si32"
        for name, size in (("kernel", 2), ("stride", 2), ("padding", 0), ("dilation", 1))
        for side in SIDES
    ),
    "arrays": "kernel_size = array<i32: 2, 2>, stride = array<i32: 2, 2>, "
    "padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>",
}


@pytest.mark.parametrize("form", WINDOWS)
def test_pooling_of_march_2025_computes_result(form: str):
    flat, pooled = "tensor<1x1x32x1xf32, #f32>", "tensor<1x1x8x1xf32, #f32>"
    shape = "[1 : i32, 1 : i32, 32 : i32, 1 : i32]"
    image = "batch_size = 1 : si32, channels = 1 : si32, input_height = 4 : si32, input_width = 8"
    body = f"""{DEVICE} !tt.device<#device>
    %0 = "ttnn.reshape"(%a) <{{shape = {shape}}}> : ({T}) -> {flat}
    %r = "ttnn.max_pool2d"(%0, %d) <{{{image} : si32, ceil_mode = false, {WINDOWS[form]}}}> : ({flat}, !tt.device<#device>) -> {pooled}"""
    source = early_text(body, "2025-03").replace(f"-> {T} {{", f"-> {pooled} {{")
    module = ttmlir_py.parse(source.replace(f"return %r : {T}", f"return %r : {pooled}"))
    (found,) = runtime.load(ttmlir_py.translate(module)).run([A.copy(), B.copy()])
    expected = A.reshape(2, 2, 4, 2).max((1, 3)).ravel()
    np.testing.assert_allclose(found.ravel(), expected, rtol=2e-3)


def test_pooling_of_march_2025_needs_all_sides():
    wrong = WINDOWS["sides"].replace("kernel_height = 2 : si32, ", "")
    flat = "tensor<1x1x32x1xf32, #f32>"
    body = f"""{DEVICE} !tt.device<#device>
    %0 = "ttnn.reshape"(%a) <{{shape = [1 : i32, 1 : i32, 32 : i32, 1 : i32]}}> : ({T}) -> {flat}
    %1 = "ttnn.max_pool2d"(%0, %d) <{{batch_size = 1 : si32, channels = 1 : si32, input_height = 4 : si32, input_width = 8 : si32, ceil_mode = false, {wrong}}}> : ({flat}, !tt.device<#device>) -> tensor<1x1x8x1xf32, #f32>
    %r = "ttnn.add"(%a, %b) : ({T}, {T}) -> {T}"""
    with pytest.raises(CompilationError, match="needs kernel_size, or kernel_height and"):
        ttmlir_py.translate(ttmlir_py.parse(early_text(body, "2025-03")))

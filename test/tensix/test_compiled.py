"""Compare the results of the compiler's kernels for TTIR programs with numpy."""

from itertools import pairwise

import numpy as np
import pytest

from ttmlir_py.compiler import compile
from ttmlir_py.runtime.formats import FORMATS, Array, round_to
from ttmlir_py.tensix import load
from ttmlir_py.tensix.memory import Checks

pytestmark = pytest.mark.slow

L1, DRAM = "#tt.memory_space<l1>", "#tt.memory_space<dram>"
FORMAT = {"f32": FORMATS["Float32"], "bf16": FORMATS["BFloat16"]}


def layout(grid: str, shard: str, element: str, space: str = L1) -> str:
    return f"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{grid}>, memref<{shard}x{element}, {space}>>"


def values(seed: int, element: str, *shape: int) -> Array:
    drawn = np.random.default_rng(seed).uniform(0.5, 2, shape).astype(np.float32)
    return round_to(drawn, FORMAT[element])


def run(source: str, *inputs: Array) -> Array:
    """Run the only function in lockstep and core by core, check that the results are equal, and
    return them.
    """
    data = compile(source, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    (together,), (alone,) = (load(data).run(list(inputs), lockstep=each) for each in (True, False))
    assert np.array_equal(together, alone)
    return together.astype(np.float32)


def call(name: str, operands: str, type_: str, result: str, attributes: str = "") -> str:
    """Return the text of an op in destination-passing style, with an empty tensor for the
    result.
    """
    inputs = operands.count("%")
    segments = "" if attributes else f"<{{operandSegmentSizes = array<i32: {inputs}, 1>}}>"
    types = ", ".join([type_] * inputs)
    return (
        f"{result}e = tensor.empty() : {type_}\n"
        f'{result} = "ttir.{name}"({operands}, {result}e) {segments} : ({types}, {type_}) -> {type_}\n'
    )


@pytest.mark.parametrize("element", ["f32", "bf16"])
@pytest.mark.parametrize(
    ("name", "function"),
    [("add", np.add), ("multiply", np.multiply), ("maximum", np.maximum), ("div", np.divide)],
)
@pytest.mark.parametrize("grid", ["", "2x4"])
def test_compiled_elementwise_op_matches_numpy(name, function, element, grid):
    rows, columns = map(int, (grid or "1x1").split("x"))
    own = layout(grid, f"{64 // rows}x{128 // columns}", element)
    type_ = f"tensor<64x128x{element}, {own}>" if grid else f"tensor<64x128x{element}>"
    body = call(name, "%a, %b", type_, "%s")
    source = f"func.func @f(%a: {type_}, %b: {type_}) -> {type_} {{\n{body}return %s : {type_}\n}}"
    a, b = values(1, element, 64, 128), values(2, element, 64, 128)
    got, expected = run(source, a, b), round_to(function(a, b), FORMAT[element])
    if name == "div":  # a product with the reciprocal, which is rounded
        np.testing.assert_allclose(got, expected, rtol=1e-6 if element == "f32" else 1e-2)
    else:
        assert np.array_equal(got, expected)


def test_compiled_chain_on_whole_grid_matches_numpy():
    type_ = f"tensor<512x256xbf16, {layout('8x8', '64x32', 'bf16')}>"
    body = call("add", "%a, %b", type_, "%s") + call("exp", "%s", type_, "%t")
    source = f"func.func @f(%a: {type_}, %b: {type_}) -> {type_} {{\n{body}return %t : {type_}\n}}"
    a, b = values(3, "bf16", 512, 256), values(4, "bf16", 512, 256)
    bf16 = FORMAT["bf16"]
    assert np.array_equal(run(source, a, b), round_to(np.exp(round_to(a + b, bf16)), bf16))


@pytest.mark.parametrize("name", ["sum", "max", "mean"])
@pytest.mark.parametrize(("dims", "grid"), [("-1", "4x1"), ("-2", "1x4"), ("-1, -2", "1x1")])
@pytest.mark.parametrize("element", ["f32", "bf16"])
def test_compiled_reduction_across_cores_matches_numpy(name, dims, grid, element):
    axes = tuple(map(int, dims.split(",")))
    shape = tuple(32 if axis - 2 in axes else size for axis, size in ((0, 128), (1, 256)))
    rows, columns = map(int, grid.split("x"))
    given = f"tensor<128x256x{element}, {layout('4x4', '32x64', element)}>"
    own = layout(grid, f"{shape[0] // rows}x{shape[1] // columns}", element)
    result = f"tensor<{shape[0]}x{shape[1]}x{element}, {own}>"
    listed = ", ".join(f"{axis} : i32" for axis in axes)
    source = f"""func.func @f(%a: {given}) -> {result} {{
      %e = tensor.empty() : {result}
      %0 = "ttir.{name}"(%a, %e) <{{dim_arg = [{listed}], keep_dim = true}}> : ({given}, {result}) -> {result}
      return %0 : {result}
    }}"""
    a = values(5, element, 128, 256)
    expected = getattr(np, name)(a, axis=axes, keepdims=True)
    got = run(source, a)[tuple(map(slice, expected.shape))]
    np.testing.assert_allclose(got, expected, rtol=1e-5 if element == "f32" else 1e-2)


@pytest.mark.parametrize(
    "places",
    [
        [("1x1", "64x128", L1), ("2x4", "32x32", L1)],
        [("2x2", "32x64", L1), ("1x4", "64x32", L1)],
    ],
)
def test_compiled_layout_change_keeps_values(places):
    types = [
        f"tensor<64x128xf32, {layout(grid, shard, 'f32', space)}>" for grid, shard, space in places
    ]
    body = "".join(
        f"%e{i} = tensor.empty() : {there}\n"
        f'%{i} = "ttir.to_layout"(%{i - 1}, %e{i}) : ({here}, {there}) -> {there}\n'
        for i, (here, there) in enumerate(pairwise(types), 1)
    ).replace("%0,", "%a,")
    last = len(types) - 1
    source = (
        f"func.func @f(%a: {types[0]}) -> {types[-1]} {{\n{body}return %{last} : {types[-1]}\n}}"
    )
    a = values(6, "f32", 64, 128)
    assert np.array_equal(run(source, a), a)


DEADLOCK = """
#l1 = #tt.memory_space<l1>
!buffer = !ttkernel.cb<cb_int0, 8192, memref<1x1x!tt.tile<32x32, f32>, #l1>, 4096, 1>
func.func @f() {
  "ttmetal.enqueue_program"() <{core_ranges = [#ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.noc_config<noc0>],
    operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%buffer: !buffer):
    %one = arith.constant 1 : i32
    "ttkernel.cb_wait_front"(%buffer, %one) : (!buffer, i32) -> ()
    "ttkernel.return"() : () -> ()
  }) : () -> ()
  return
}
"""


def test_kernel_in_ir_that_waits_forever_is_reported():
    from ttmlir_py.tensix.errors import Deadlock

    pipeline = "builtin.module(ttir-load-system-desc,ttir-implicit-device)"
    data = compile(DEADLOCK, pipeline, "ttmetal-to-flatbuffer")
    with pytest.raises(
        Deadlock, match="cb_wait_front wants 1 page in port c_intermed0, which has 0"
    ):
        load(data).run([], checks=Checks.STRICT)

"""Comparison of TTIR with TTNN text that a compiler of 2026-10 wrote."""

from pathlib import Path

import pytest

from ttmlir_py import validation
from ttmlir_py.tools import ttopt
from ttmlir_py.validation import Verdict

pytestmark = pytest.mark.slow
F32, BF16, SCALAR = "tensor<4x8xf32>", "tensor<4x8xbf16>", "tensor<f32>"
TILE = "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, {}>, #dram>, <interleaved>>"
HEAD = f"""
#dram = #ttnn.buffer_type<dram>
#f32 = {TILE.format("f32")}
#bf16 = {TILE.format("bf16")}
#si32 = {TILE.format("si32")}
#ui32 = {TILE.format("u32")}
#words = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#point = #ttnn.ttnn_layout<() -> (0, 0), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#row32 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#row = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
"""
F, N, B = "tensor<4x8xf32, #f32>", "tensor<4x8xsi32, #si32>", "tensor<4x8xbf16, #bf16>"


def verdict(tmp_path: Path, source: str, target: str) -> Verdict:
    """Compare two functions of the module's text; `@L1`, `@L2` and so on stand for locations."""
    for number in range(1, 6):
        place = f'"m.py":{number}:1'
        source, target = (each.replace(f"@L{number}", place) for each in (source, target))
    (tmp_path / "ttir.mlir").write_text(f"module {{ {source} }}")
    (tmp_path / "ttnn.mlir").write_text(f"{HEAD} module {{ {target} }}")
    (found,) = validation.compare(tmp_path / "ttir.mlir", tmp_path / "ttnn.mlir")
    return found


def faults(found: Verdict) -> list[tuple[str, str]]:
    return [(row.op, row.kind.name) for row in found.rows if row.kind.name != "PRECISION"]


def binary_program(op: str, activations: str = "") -> str:
    return f"""func.func @main(%a: {F}, %b: {F}) -> {F} {{
      %r = "ttnn.{op}"(%a, %b) <{{activations = [{activations}]}}> : ({F}, {F}) -> {F} loc(@L2)
      return %r : {F} }}"""


SUM = f"""func.func @main(%a: {F32}, %b: {F32}) -> {F32} {{
  %0 = "ttir.add"(%a, %b) : ({F32}, {F32}) -> {F32} loc(@L1)
  %1 = "ttir.sigmoid"(%0) : ({F32}) -> {F32} loc(@L2)
  return %1 : {F32} }}"""
SIGMOID = "#ttnn.unary_with_param<op_type = sigmoid>"


def test_verification_accepts_fused_activation(tmp_path: Path):
    assert verdict(tmp_path, SUM, binary_program("add", SIGMOID)).is_right


@pytest.mark.parametrize(("op", "activation"), [("subtract", SIGMOID), ("add", "")])
def test_verification_rejects_replaced_operation_or_missing_activation(
    tmp_path: Path, op: str, activation: str
):
    found = verdict(tmp_path, SUM, binary_program(op, activation))
    assert faults(found) == [("ttir.sigmoid", "WRONG")]


@pytest.mark.parametrize(("op", "is_right"), [("prod", True), ("max", False)])
def test_verification_compares_booleans_on_zeros_and_ones(tmp_path: Path, op: str, is_right: bool):
    source = """func.func @main(%a: tensor<4x8xi1>) -> tensor<8xi1> {
      %0 = "ttir.reduce_and"(%a) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1> loc(@L1)
      return %0 : tensor<8xi1> }"""
    dims = "dim_arg = 0 : si64" if op == "prod" else "dim_arg = [0 : i32]"
    row = "tensor<8xbf16, #row>"
    target = f"""func.func @main(%a: {B}) -> {row} {{
      %0 = "ttnn.{op}"(%a) <{{{dims}, keep_dim = false}}> : ({B}) -> {row} loc(@L1)
      return %0 : {row} }}"""
    found = verdict(tmp_path, source, target)
    assert faults(found) == ([] if is_right else [("ttir.reduce_and", "WRONG")])


def test_verification_compares_scalar_result_without_shape(tmp_path: Path):
    source = f"""func.func @main(%a: {SCALAR}) -> {SCALAR} {{
      %0 = "ttir.neg"(%a) : ({SCALAR}) -> {SCALAR} loc(@L1)
      return %0 : {SCALAR} }}"""
    point = "tensor<f32, #point>"
    target = f"""func.func @main(%a: {point}) -> {point} {{
      %0 = "ttnn.neg"(%a) : ({point}) -> {point} loc(@L1)
      return %0 : {point} }}"""
    assert verdict(tmp_path, source, target).is_right
    assert not verdict(tmp_path, source, target.replace("ttnn.neg", "ttnn.abs")).is_right


def test_verification_of_integer_division_in_f32_reports_lost_bits(tmp_path: Path):
    source = """func.func @main(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
      %0 = "ttir.div"(%a, %b) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32> loc(@L1)
      return %0 : tensor<4x8xi32> }"""
    cast = f'"ttnn.typecast"({{}}) : ({N}) -> {F} loc(@L1)'
    target = f"""func.func @main(%a: {N}, %b: {N}) -> {N} {{
      %0 = {cast.format("%a")}
      %1 = {cast.format("%b")}
      %2 = "ttnn.divide"(%0, %1) : ({F}, {F}) -> {F} loc(@L1)
      %3 = "ttnn.typecast"(%2) : ({F}) -> {N} loc(@L1)
      return %3 : {N} }}"""
    found = verdict(tmp_path, source, target)
    assert found.outputs < 1e-6  # no division by zero, whose quotient would be the largest number
    assert faults(found) == [("ttir.div", "FORMAT")]


MASK = f"""func.func @main(%a: {BF16}) -> {BF16} {{
  %0 = "ttir.constant"() <{{value = dense<-1.000000e+09> : {F32}}}> : () -> {F32} loc(@L1)
  %1 = "ttir.typecast"(%0) : ({F32}) -> {BF16} loc(@L2)
  %2 = "ttir.minimum"(%a, %1) : ({BF16}, {BF16}) -> {BF16} loc(@L3)
  %3 = "ttir.neg"(%2) : ({BF16}) -> {BF16} loc(@L4)
  %4 = "ttir.sigmoid"(%3) : ({BF16}) -> {BF16} loc(@L5)
  return %4 : {BF16} }}"""


@pytest.mark.parametrize(("number", "is_right"), [("0xCE6E0000", True), ("0xCE700000", False)])
def test_verification_accepts_folded_constant_only_if_rounded(
    tmp_path: Path, number: str, is_right: bool
):
    target = f"""func.func @main(%a: {B}) -> {B} {{
      %d = "ttnn.get_device"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !ttnn.device
      %0 = "ttnn.full"(%d) <{{fill_value = {number} : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {B}
      %1 = "ttnn.minimum"(%a, %0) : ({B}, {B}) -> {B} loc(@L3)
      %2 = "ttnn.neg"(%1) : ({B}) -> {B} loc(@L4)
      %3 = "ttnn.sigmoid"(%2) : ({B}) -> {B} loc(@L5)
      return %3 : {B} }}"""
    assert verdict(tmp_path, MASK, target).is_right is is_right


def test_verification_treats_added_operation_as_part_of_named_operation(tmp_path: Path):
    """A compiler names the locations of the operations that it adds for another one."""
    source = SUM.replace("(@L1)", '("add"(@L1))').replace("(@L2)", '("sigmoid"(@L2))')
    target = binary_program("add", SIGMOID).replace(
        '%r = "ttnn.add"(%a,',
        f"""%0 = "ttnn.abs"(%a) : ({F}) -> {F} loc("add_copy"(@L1))
      "ttnn.deallocate"(%0) <{{force = false}}> : ({F}) -> ()
      %r = "ttnn.add"(%a,""",
    )
    found = verdict(tmp_path, source, target.replace("(@L2)", '("sigmoid"(@L2))'))
    assert found.is_right
    assert "ttir.add m.py:1:1" in found.without_counterpart


def test_verification_of_bitcast_compares_bits_of_floats(tmp_path: Path):
    whole = "tensor<4x8xi32>"
    source = f"""func.func @main(%a: {F32}) -> {whole} {{
      %0 = "ttir.bitcast_convert"(%a) : ({F32}) -> {whole} loc(@L1)
      return %0 : {whole} }}"""
    target = f"""func.func @main(%a: {F}) -> {N} {{
      %0 = "ttnn.bitcast_convert"(%a) : ({F}) -> {N} loc(@L1)
      return %0 : {N} }}"""
    assert verdict(tmp_path, source, target).is_right
    other = target.replace("bitcast_convert", "typecast")
    assert faults(verdict(tmp_path, source, other)) == [("stablehlo.bitcast_convert", "WRONG")]


def test_numerics_of_passes_are_compared_on_boolean_arguments(tmp_path: Path):
    """`ttopt --verify-numerics` draws the same inputs as a comparison of files."""
    source = """module { func.func @main(%a: tensor<4x8xi1>) -> tensor<8xi1> {
      %0 = "ttir.reduce_and"(%a) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1>
      return %0 : tensor<8xi1> } }"""
    path = tmp_path / "and.mlir"
    path.write_text(source)
    flags = ["--tt-mlir=2026-10", "-w", "--verify-numerics", "--ttir-to-ttnn-runtime-pipeline"]
    assert ttopt.run("ttopt", [*flags, str(path), "-o", str(tmp_path / "out")]) == 0


LOOP = """func.func @main(%a: {F}) -> {F} {{
  %r = "ttcore.while_loop"(%a) <{{body_program = @body, condition_program = @smaller, output_indices = array<i32: 0>, state_count = 1 : i32}}> : ({F}) -> {F} loc(@L1)
  return %r : {F} }}
"""
LOOP_SOURCE = (
    LOOP.format(F=F32)
    + f"""func.func private @body(%a: {F32}) -> {F32} {{
  %1 = "ttir.constant"() <{{value = dense<0.5> : {F32}}}> : () -> {F32}
  %0 = "ttir.add"(%a, %1) : ({F32}, {F32}) -> {F32} loc(@L2)
  return %0 : {F32} }}
func.func private @smaller(%a: {F32}) -> tensor<i1> {{
  %0 = "ttir.sum"(%a) <{{keep_dim = false}}> : ({F32}) -> {SCALAR} loc(@L3)
  %1 = "ttir.constant"() <{{value = dense<40.0> : {SCALAR}}}> : () -> {SCALAR}
  %2 = "ttir.lt"(%0, %1) : ({SCALAR}, {SCALAR}) -> tensor<i1> loc(@L4)
  return %2 : tensor<i1> }}"""
)


@pytest.mark.parametrize(("step", "is_right"), [(0.5, True), (0.6, False)])
def test_verification_of_loop_with_computed_condition_compares_its_results(
    tmp_path: Path, step: float, is_right: bool
):
    point, device = "tensor<f32, #point>", "!ttnn.device"
    full = '"ttnn.full"(%d) <{{fill_value = {} : f32, shape = #ttnn.shape<{}>}}> : ({}) -> {}'
    get = f'%d = "ttnn.get_device"() <{{mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> {device}'
    target = (
        LOOP.format(F=F)
        + f"""func.func private @body(%a: {F}) -> {F} {{
      {get}
      %1 = {full.format(step, "4x8", device, F)}
      %0 = "ttnn.add"(%a, %1) : ({F}, {F}) -> {F} loc(@L2)
      return %0 : {F} }}
    func.func private @smaller(%a: {F}) -> {point} {{
      {get}
      %0 = "ttnn.sum"(%a) <{{keep_dim = false}}> : ({F}) -> {point} loc(@L3)
      %1 = {full.format("40.0", "", device, point)}
      %2 = "ttnn.lt"(%0, %1) : ({point}, {point}) -> {point} loc(@L4)
      return %2 : {point} }}"""
    )
    assert verdict(tmp_path, LOOP_SOURCE, target).is_right is is_right


def test_verification_ignores_fused_operation_at_location_of_its_part(tmp_path: Path):
    row, place = "tensor<4xf32>", "tensor<4xf32, #row32>"
    source = f"""func.func @main(%a: {F32}) -> {row} {{
      %0 = "ttir.sum"(%a) <{{dim_arg = [1 : i32], keep_dim = false}}> : ({F32}) -> {row} loc(@L1)
      %1 = "ttir.constant"() <{{value = dense<8.0> : {row}}}> : () -> {row}
      %2 = "ttir.div"(%0, %1) : ({row}, {row}) -> {row} loc(@L2)
      return %2 : {row} }}"""
    target = f"""func.func @main(%a: {F}) -> {place} {{
      %0 = "ttnn.mean"(%a) <{{dim_arg = [1 : i32], keep_dim = false}}> : ({F}) -> {place} loc(@L1)
      return %0 : {place} }}"""
    assert verdict(tmp_path, source, target).is_right
    wrong = verdict(tmp_path, source, target.replace("mean", "max"))
    assert ("ttir.sum", "WRONG") in faults(wrong)


def test_verification_accepts_gelu_by_erf_of_bf16_program_as_imprecise(tmp_path: Path):
    lines = [
        ("multiply", "%a, %a", "%x2"),
        ("multiply", "%x2, %a", "%x3"),
        ("multiply", "%x3, %c", "%t"),
        ("add", "%a, %t", "%u"),
        ("multiply", "%u, %k", "%v"),
    ]
    numbers = {"%c": "4.467770e-02", "%k": "7.968750e-01", "%one": "1.0", "%half": "0.5"}
    constants = "\n".join(
        f'{name} = "ttir.constant"() <{{value = dense<{value}> : {BF16}}}> : () -> {BF16}'
        for name, value in numbers.items()
    )
    binary = "\n".join(
        f'{result} = "ttir.{op}"({operands}) : ({BF16}, {BF16}) -> {BF16} loc(@L1)'
        for op, operands, result in [
            *lines,
            ("add", "%w, %one", "%y"),
            ("multiply", "%y, %half", "%z"),
            ("multiply", "%a, %z", "%r"),
        ]
    )
    tanh = f'%w = "ttir.tanh"(%v) : ({BF16}) -> {BF16} loc(@L1)'
    binary = binary.replace("%y =", f"{tanh}\n%y =")
    source = (
        f"func.func @main(%a: {BF16}) -> {BF16} {{ {constants}\n{binary}\nreturn %r : {BF16} }}"
    )
    target = f"""func.func @main(%a: {B}) -> {B} {{
      %r = "ttnn.gelu"(%a) : ({B}) -> {B} loc(@L1)
      return %r : {B} }}"""
    found = verdict(tmp_path, source, target)
    assert found.is_right
    assert found.rows[0].note.startswith("GELU by tanh is computed by erf")
    assert not verdict(tmp_path, source, target.replace("ttnn.gelu", "ttnn.silu")).is_right


def test_verification_accepts_reordered_operations_at_one_location(tmp_path: Path):
    source = f"""func.func @main(%a: {F32}, %b: {F32}) -> {F32} {{
      %0 = "ttir.constant"() <{{value = dense<-9.0> : {F32}}}> : () -> {F32}
      %1 = "ttir.constant"() <{{value = dense<-7.0> : {F32}}}> : () -> {F32}
      %2 = "ttir.sin"(%a) : ({F32}) -> {F32} loc(@L1)
      %3 = "ttir.minimum"(%2, %0) : ({F32}, {F32}) -> {F32} loc(@L2)
      %4 = "ttir.sin"(%b) : ({F32}) -> {F32} loc(@L1)
      %5 = "ttir.minimum"(%4, %1) : ({F32}, {F32}) -> {F32} loc(@L2)
      %6 = "ttir.multiply"(%3, %5) : ({F32}, {F32}) -> {F32} loc(@L3)
      return %6 : {F32} }}"""
    target = f"""func.func @main(%a: {F}, %b: {F}) -> {F} {{
      {DEVICE}
      %0 = "ttnn.full"(%d) <{{fill_value = -9.0 : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {F}
      %1 = "ttnn.full"(%d) <{{fill_value = -7.0 : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {F}
      %4 = "ttnn.sin"(%b) : ({F}) -> {F} loc(@L1)
      %5 = "ttnn.minimum"(%4, %1) : ({F}, {F}) -> {F} loc(@L2)
      %2 = "ttnn.sin"(%a) : ({F}) -> {F} loc(@L1)
      %3 = "ttnn.minimum"(%2, %0) : ({F}, {F}) -> {F} loc(@L2)
      %6 = "ttnn.multiply"(%3, %5) : ({F}, {F}) -> {F} loc(@L3)
      return %6 : {F} }}"""
    assert verdict(tmp_path, source, target).is_right
    assert not verdict(tmp_path, source, target.replace("-7.0", "-6.0")).is_right


def test_verification_ignores_step_of_another_operation_at_same_location(tmp_path: Path):
    """The target computes the second absolute value elsewhere, so only the first one has a step.

    The output does not depend on the second one, so it cannot refute that the step belongs to it.
    """
    source = f"""func.func @main(%a: {F32}, %b: {F32}) -> {F32} {{
      %0 = "ttir.constant"() <{{value = dense<-9.0> : {F32}}}> : () -> {F32}
      %1 = "ttir.abs"(%a) : ({F32}) -> {F32} loc(@L1)
      %2 = "ttir.abs"(%b) : ({F32}) -> {F32} loc(@L1)
      %3 = "ttir.minimum"(%2, %0) : ({F32}, {F32}) -> {F32} loc(@L2)
      %4 = "ttir.multiply"(%1, %3) : ({F32}, {F32}) -> {F32} loc(@L3)
      return %4 : {F32} }}"""
    target = f"""func.func @main(%a: {F}, %b: {F}) -> {F} {{
      {DEVICE}
      %0 = "ttnn.full"(%d) <{{fill_value = -9.0 : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {F}
      %1 = "ttnn.abs"(%a) : ({F}) -> {F} loc(@L1)
      %2 = "ttnn.abs"(%b) : ({F}) -> {F} loc(@L5)
      %3 = "ttnn.minimum"(%2, %0) : ({F}, {F}) -> {F} loc(@L2)
      %4 = "ttnn.multiply"(%1, %3) : ({F}, {F}) -> {F} loc(@L3)
      return %4 : {F} }}"""
    assert verdict(tmp_path, source, target).is_right
    wrong = verdict(tmp_path, source, target.replace("-9.0", "-8.0"))
    assert faults(wrong) == [("ttir.minimum", "WRONG")]


DEVICE = '%d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device'


@pytest.mark.parametrize(("number", "is_right"), [("2.0", True), ("2.000001", False)])
def test_verification_accepts_magnified_rounding_of_folded_constant(
    tmp_path: Path, number: str, is_right: bool
):
    """The sum 1 + 0.99999994 is 2 in f32, and the difference to exact arithmetic is multiplied by
    ten millions.
    """
    source = f"""func.func @main(%a: {F32}) -> {F32} {{
      %0 = "ttir.constant"() <{{value = dense<1.0> : {F32}}}> : () -> {F32}
      %1 = "ttir.constant"() <{{value = dense<0.99999994> : {F32}}}> : () -> {F32}
      %2 = "ttir.constant"() <{{value = dense<1.0e+07> : {F32}}}> : () -> {F32}
      %3 = "ttir.add"(%0, %1) : ({F32}, {F32}) -> {F32} loc(@L1)
      %4 = "ttir.multiply"(%a, %3) : ({F32}, {F32}) -> {F32} loc(@L2)
      %5 = "ttir.subtract"(%4, %a) : ({F32}, {F32}) -> {F32} loc(@L3)
      %6 = "ttir.subtract"(%5, %a) : ({F32}, {F32}) -> {F32} loc(@L4)
      %7 = "ttir.multiply"(%6, %2) : ({F32}, {F32}) -> {F32} loc(@L5)
      return %7 : {F32} }}"""
    target = f"""func.func @main(%a: {F}) -> {F} {{
      {DEVICE}
      %2 = "ttnn.full"(%d) <{{fill_value = 1.0e+07 : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {F}
      %3 = "ttnn.full"(%d) <{{fill_value = {number} : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {F}
      %4 = "ttnn.multiply"(%a, %3) : ({F}, {F}) -> {F} loc(@L2)
      %5 = "ttnn.subtract"(%4, %a) : ({F}, {F}) -> {F} loc(@L3)
      %6 = "ttnn.subtract"(%5, %a) : ({F}, {F}) -> {F} loc(@L4)
      %7 = "ttnn.multiply"(%6, %2) : ({F}, {F}) -> {F} loc(@L5)
      return %7 : {F} }}"""
    assert verdict(tmp_path, source, target).is_right is is_right


def test_verification_of_long_chain_without_counterpart_ends(tmp_path: Path):
    count = 1500
    chain = (f'%{n} = "ttir.abs"(%{n - 1}) : ({F32}) -> {F32}' for n in range(1, count))
    lines = "\n".join(chain)
    source = f"""func.func @main(%a: {F32}) -> {F32} {{
      %0 = "ttir.abs"(%a) : ({F32}) -> {F32}
      {lines}
      %r = "ttir.sin"(%{count - 1}) : ({F32}) -> {F32} loc(@L1)
      return %r : {F32} }}"""
    target = f"""func.func @main(%a: {F}) -> {F} {{
      %0 = "ttnn.abs"(%a) : ({F}) -> {F}
      %1 = "ttnn.sin"(%0) : ({F}) -> {F} loc(@L1)
      return %1 : {F} }}"""
    assert verdict(tmp_path, source, target).is_right


@pytest.mark.parametrize(("bits", "is_right"), [(10, True), (9, False)])
def test_verification_compares_reduced_precision(tmp_path: Path, bits: int, is_right: bool):
    form = '"{}.reduce_precision"(%a) <{{exponent_bits = 5 : si32, mantissa_bits = {} : si32}}> : ({}) -> {} loc(@L1)'
    source = f"func.func @main(%a: {F32}) -> {F32} {{ %0 = {form.format('ttir', 10, F32, F32)}\n return %0 : {F32} }}"
    target = f"func.func @main(%a: {F}) -> {F} {{ %0 = {form.format('ttnn', bits, F, F)}\n return %0 : {F} }}"
    found = verdict(tmp_path, source, target)
    assert faults(found) == ([] if is_right else [("stablehlo.reduce_precision", "WRONG")])


MOD = f"""func.func @main(%a: {F32}, %b: {F32}) -> {F32} {{
  %0 = "ttir.constant"() <{{value = dense<0.0> : {F32}}}> : () -> {F32} loc(@L1)
  %1 = "ttir.remainder"(%a, %b) : ({F32}, {F32}) -> {F32} loc(@L2)
  %2 = "ttir.ne"(%1, %0) : ({F32}, {F32}) -> tensor<4x8xi1> loc(@L3)
  %3 = "ttir.lt"(%1, %0) : ({F32}, {F32}) -> tensor<4x8xi1> loc(@L3)
  %4 = "ttir.lt"(%b, %0) : ({F32}, {F32}) -> tensor<4x8xi1> loc(@L3)
  %5 = "ttir.ne"(%3, %4) : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1> loc(@L3)
  %6 = "ttir.logical_and"(%5, %2) : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1> loc(@L3)
  %7 = "ttir.add"(%1, %b) : ({F32}, {F32}) -> {F32} loc(@L4)
  %8 = "ttir.where"(%6, %7, %1) : (tensor<4x8xi1>, {F32}, {F32}) -> {F32} loc(@L5)
  return %8 : {F32} }}"""
"""The operator `%` of Python, as JAX writes it."""


@pytest.mark.parametrize("is_modulo", [True, False])
def test_verification_accepts_wrong_result_only_if_corrected(tmp_path: Path, is_modulo: bool):
    result = '"ttnn.remainder"(%a, %b)' if is_modulo else '"ttnn.subtract"(%a, %b)'
    target = f"""func.func @main(%a: {F}, %b: {F}) -> {F} {{
      %0 = {result} : ({F}, {F}) -> {F} loc(@L2)
      %1 = "ttnn.add"(%0, %b) : ({F}, {F}) -> {F} loc(@L4)
      return %0 : {F} }}"""
    found = verdict(tmp_path, MOD, target)
    assert found.is_right is is_modulo
    assert faults(found) == [("ttir.remainder", "CORRECTED" if is_modulo else "WRONG")]


def test_verification_rejects_wrong_result_that_outputs_do_not_show(tmp_path: Path):
    source = f"""func.func @main(%a: {F32}) -> tensor<4x8xi1> {{
      %0 = "ttir.constant"() <{{value = dense<0.0> : {F32}}}> : () -> {F32} loc(@L1)
      %1 = "ttir.tan"(%a) : ({F32}) -> {F32} loc(@L2)
      %2 = "ttir.gelu"(%1) : ({F32}) -> {F32} loc(@L3)
      %3 = "ttir.tan"(%2) : ({F32}) -> {F32} loc(@L4)
      %4 = "ttir.gt"(%2, %0) : ({F32}, {F32}) -> tensor<4x8xi1> loc(@L5)
      return %4 : tensor<4x8xi1> }}"""
    target = f"""func.func @main(%a: {F}) -> {B} {{
      %0 = "ttnn.get_device"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !ttnn.device
      %1 = "ttnn.full"(%0) <{{fill_value = 0.0 : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {F} loc(@L1)
      %2 = "ttnn.tan"(%a) : ({F}) -> {F} loc(@L2)
      %3 = "ttnn.relu"(%2) : ({F}) -> {F} loc(@L3)
      %4 = "ttnn.tan"(%3) : ({F}) -> {F} loc(@L4)
      %5 = "ttnn.gt"(%3, %1) : ({F}, {F}) -> {B} loc(@L5)
      return %5 : {B} }}"""
    assert faults(verdict(tmp_path, source, target)) == [("ttir.gelu", "WRONG")]


def test_verification_reads_any_number_but_zero_as_true(tmp_path: Path):
    source = """func.func @main(%a: tensor<4x8xi1>) -> tensor<4xi1> {
      %0 = "ttir.reduce_or"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<4xi1> loc(@L1)
      return %0 : tensor<4xi1> }"""
    row = "tensor<4xbf16, #row>"
    target = f"""func.func @main(%a: {B}) -> {row} {{
      %0 = "ttnn.sum"(%a) <{{dim_arg = [1 : i32], keep_dim = false}}> : ({B}) -> {row} loc(@L1)
      return %0 : {row} }}"""
    assert verdict(tmp_path, source, target).is_right
    assert not verdict(tmp_path, source, target.replace("ttnn.sum", "ttnn.min")).is_right


def test_verification_draws_valid_indices_for_gather(tmp_path: Path):
    """A gather that later revisions have is converted to comparisons."""
    index = "tensor<2x8xi32>"
    source = f"""func.func @main(%a: {F32}, %i: {index}) -> tensor<2x8xf32> {{
      %0 = "ttir.gather"(%a, %i) <{{dim = 0 : i32}}> : ({F32}, {index}) -> tensor<2x8xf32> loc(@L1)
      return %0 : tensor<2x8xf32> }}"""
    made, read = "tensor<2x8xf32, #f32>", "tensor<2x8xui32, #ui32>"
    target = f"""func.func @main(%a: {F}, %i: tensor<2x8xsi32, #si32>) -> {made} {{
      %0 = "ttnn.typecast"(%i) : (tensor<2x8xsi32, #si32>) -> {read} loc(@L1)
      %1 = "ttnn.gather"(%a, %0) <{{dim = 0 : si32}}> : ({F}, {read}) -> {made} loc(@L1)
      return %1 : {made} }}"""
    found = verdict(tmp_path, source, target)
    assert (found.is_right, found.outputs) == (True, 0.0)


def test_verification_accepts_result_that_is_corrected_twice(tmp_path: Path):
    """An error of the other sign would be corrected as well, but not one of half the size."""
    word, made = "tensor<8xi32>", "tensor<8xsi32, #si32>"
    source = f"""func.func @main(%a: {word}) -> {word} {{
      %0 = "ttir.constant"() <{{value = dense<8> : {word}}}> : () -> {word} loc(@L1)
      %1 = "ttir.constant"() <{{value = dense<0> : {word}}}> : () -> {word} loc(@L1)
      %2 = "ttir.remainder"(%a, %0) : ({word}, {word}) -> {word} loc(@L2)
      %3 = "ttir.lt"(%2, %1) : ({word}, {word}) -> tensor<8xi1> loc(@L3)
      %4 = "ttir.add"(%2, %0) : ({word}, {word}) -> {word} loc(@L4)
      %5 = "ttir.where"(%3, %4, %2) : (tensor<8xi1>, {word}, {word}) -> {word} loc(@L5)
      %6 = "ttir.lt"(%5, %1) : ({word}, {word}) -> tensor<8xi1> loc(@L3)
      %7 = "ttir.add"(%5, %0) : ({word}, {word}) -> {word}
      %8 = "ttir.where"(%6, %7, %5) : (tensor<8xi1>, {word}, {word}) -> {word} loc(@L5)
      return %8 : {word} }}"""
    target = f"""func.func @main(%a: {made}) -> {made} {{
      %d = "ttnn.get_device"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !ttnn.device
      %0 = "ttnn.full"(%d) <{{fill_value = 8 : i32, shape = #ttnn.shape<8>}}> : (!ttnn.device) -> {made} loc(@L1)
      %1 = "ttnn.remainder"(%a, %0) : ({made}, {made}) -> {made} loc(@L2)
      %2 = "ttnn.add"(%1, %0) : ({made}, {made}) -> {made} loc(@L4)
      return %1 : {made} }}"""
    target = target.replace("#si32>", "#words>")
    assert faults(verdict(tmp_path, source, target)) == [("ttir.remainder", "CORRECTED")]

"""The TTIR reference covers every op, and whole programs: caches, calls, regions, meshes,
constants, errors.
"""

from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from one_op import IN_PLACE, OPS, meaning, tensor
from tiers import example_count
from xdsl.dialects.builtin import f32
from xdsl.utils.test_value import create_ssa_value

import ttmlir_py
from ttmlir_py import reference
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.op_syntax import examples
from ttmlir_py.dialects.ttir.generic_region import GenericElementwiseOp
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.reference import meanings, programs, ttir

pytestmark = pytest.mark.slow

FUNCTIONS = [name.removeprefix("ttir.") for name in meanings.MEANINGS if name.startswith("ttir.")]


def function_of(text: str, name: str = "main") -> FuncOp:
    found = reference.functions(ttmlir_py.parse(text))
    return next(each for each in found if each.sym_name.data == name)


def outcome(text: str, *inputs: Any, **options: Any) -> reference.Outcome:
    return reference.run(function_of(text), inputs, **options)


# ---- completeness --------------------------------------------------------------------------------


def test_every_ttir_op_has_semantics():
    tables = (ttir.ELEMENTWISE, FUNCTIONS, ttir.WITHOUT_FUNCTION)
    assert sorted(name for table in tables for name in table) == sorted(OPS)
    assert set(ttir.IN_PLACE) == IN_PLACE


@pytest.mark.parametrize("name", FUNCTIONS)
def test_semantics_parameters_name_fields_of_op(name: str):
    definition = OPS[name].get_irdl_definition()
    operands = {field for field, _ in definition.operands}
    provided = {"result_shape", "least", "mesh"}
    for parameter in programs.PARAMETERS[f"ttir.{name}"].values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            # A function that several ops share has the parameters of all of them.
            assert parameter.name in definition.properties or (
                parameter.name in provided or parameter.default == ()
            )
        else:
            assert parameter.name in operands


def test_every_op_with_regions_has_semantics():
    value = create_ssa_value(f32)
    named = {
        op.element_op(cast(Any, None), [value] * len(op.INPUTS)).name: name
        for name, op in OPS.items()
        if issubclass(op, GenericElementwiseOp) and issubclass(op, ElementwiseOp)
    }
    assert named == programs.REGION_OPS


@pytest.mark.parametrize("name", sorted(f"ttir.{name}" for name in OPS))
def test_reference_runs_documented_op_examples(name: str):
    for function in reference.functions(ttmlir_py.parse(examples("ttir")[name])):
        shapes = [argument.type.get_shape() for argument in function.body.block.args]
        result = reference.run(function, [np.ones(shape) for shape in shapes], mesh=(1, 2))
        assert len(result.results) == len(function.function_type.outputs)


# ---- programs ------------------------------------------------------------------------------------

UPDATE = """
func.func @main(%cache: tensor<1x1x4x2xf32>, %x: tensor<1x1x1x2xf32>, %at: tensor<1xi32>)
    -> (tensor<1x1x4x2xf32>, tensor<1x1x4x2xf32>) {
  %first = "ttir.update_cache"(%cache, %x, %at) <{batch_offset = 0 : i32}> : (tensor<1x1x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi32>) -> tensor<1x1x4x2xf32>
  %zero = "ttir.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %second = func.call @write(%first, %x, %zero) : (tensor<1x1x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi32>) -> tensor<1x1x4x2xf32>
  return %second, %first : tensor<1x1x4x2xf32>, tensor<1x1x4x2xf32>
}
func.func private @write(%cache: tensor<1x1x4x2xf32>, %x: tensor<1x1x1x2xf32>, %at: tensor<1xi32>) -> tensor<1x1x4x2xf32> {
  %0 = "ttir.update_cache"(%cache, %x, %at) <{batch_offset = 0 : i32}> : (tensor<1x1x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi32>) -> tensor<1x1x4x2xf32>
  return %0 : tensor<1x1x4x2xf32>
}
"""


def test_reference_cache_update_overwrites_operand():
    """The called function updates the cache, and the caller sees the update under its own name."""
    done = outcome(UPDATE, np.zeros((1, 1, 4, 2)), np.ones((1, 1, 1, 2)), np.array([2]))
    expected = np.array([[1, 1], [0, 0], [1, 1], [0, 0]])[None, None]
    for value in (*done.results, done.arguments[0]):
        np.testing.assert_array_equal(value, expected)


def test_reference_run_leaves_input_arrays_unchanged():
    cache = np.zeros((1, 1, 4, 2))
    outcome(UPDATE, cache, np.ones((1, 1, 1, 2)), np.array([2]))
    assert not cache.any()


def test_reference_run_reports_every_op_to_observer():
    seen: list[str] = []
    outcome(
        UPDATE,
        *(np.zeros((1, 1, 4, 2)), np.ones((1, 1, 1, 2)), np.array([1])),
        observe=lambda op, results: seen.append(op.name),
    )
    assert seen == ["ttir.update_cache", "ttir.constant", "ttir.update_cache", "func.call"]


def test_reference_op_with_region_computes_region():
    text = examples("ttir")["ttir.kernel"]
    x = np.random.default_rng(0).standard_normal((64, 128))
    (function,) = reference.functions(ttmlir_py.parse(text))
    (total,) = reference.run(function, [x, np.zeros((64, 1))]).results
    np.testing.assert_allclose(total, x.sum(1, keepdims=True))


def test_reference_uninitialized_values_are_nan():
    text = "func.func @main() -> tensor<2xf32> { %0 = tensor.empty() : tensor<2xf32> return %0 : tensor<2xf32> }"
    assert np.isnan(outcome(text).results[0]).all()


# ---- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("literal", "type_", "expected"),
    [
        ("dense<[1.5, -0.25]>", "tensor<2xbf16>", [1.5, -0.25]),
        ("dense<0x7FC00000>", "tensor<2xf32>", [np.nan, np.nan]),
        ("dense<0.1>", "tensor<2xf32>", [float(np.float32(0.1))] * 2),
        ("dense<[0.5, 6.0e4]>", "tensor<2xf16>", [0.5, 6.0e4]),
        ("dense<[-1, 2147483647]>", "tensor<2xi32>", [-1, 2147483647]),
        ("dense<[200, 4294967295]>", "tensor<2xui32>", [200, 4294967295]),
        ("dense<[-5, 5]>", "tensor<2xi8>", [-5, 5]),
        ("dense<[true, false]>", "tensor<2xi1>", [True, False]),
        ("dense<[-9223372036854775808, 1]>", "tensor<2xi64>", [-(2**63), 1]),
        ("sparse<[[1]], [7]>", "tensor<2xi32>", [0, 7]),
        ("dense<>", "tensor<0xf32>", []),
    ],
)
def test_reference_constant_has_values_of_attribute(
    literal: str, type_: str, expected: list[float]
):
    text = f"""func.func @main() -> {type_} {{
  %0 = "ttir.constant"() <{{value = {literal} : {type_}}}> : () -> {type_}
  return %0 : {type_}
}}"""
    np.testing.assert_array_equal(outcome(text).results[0], expected)


def test_reference_resource_constant_has_values_of_blob():
    text = """func.func @main() -> tensor<2xf32> {
  %0 = "ttir.constant"() <{value = dense_resource<blob> : tensor<2xf32>}> : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-# dialect_resources: { builtin: { blob: "0x040000000000803F000000C0" } } #-}"""
    np.testing.assert_array_equal(outcome(text).results[0], [1, -2])


@given(st.integers(-(1 << 63), (1 << 63) - 1), st.sampled_from([8, 16, 32, 64]))
@settings(max_examples=example_count(13))
def test_reference_integers_wrap_at_type_width(value: int, bits: int):
    """The expected values are those of NumPy's types of the same width."""
    for sign, kind in (("i", "i"), ("ui", "u")):
        got = meaning("typecast", [(np.array([value]), "i64")], "", ((1,), f"{sign}{bits}"))
        assert got[0] == np.array([value]).astype(f"{kind}{bits // 8}")[0]


def test_reference_unsigned_inputs_of_signed_type_keep_bits():
    got = meaning("neg", [(np.array([4294967295], np.uint32), "i32")], "", ((1,), "i32"))
    assert got[0] == 1


@pytest.mark.parametrize("element", ["si32", "ui32", "i32", "ui64", "i64"])
def test_reference_integer_division_by_zero_sets_all_bits(element: str):
    x, zero = np.array([5]), np.array([0])
    both = [(x, element), (zero, element)]
    assert int(meaning("div", both, "", ((1,), element))[0]) & 0xFFFFFFFF == 0xFFFFFFFF
    assert meaning("remainder", both, "", ((1,), element))[0] == 5


def test_reference_boolean_addition_is_logical_or():
    """The sum of booleans is `or`; their difference is not defined."""
    both = [(np.array([1, 1, 0]), "i1"), (np.array([1, 0, 0]), "i1")]
    assert meaning("add", both, "", ((3,), "i1")).tolist() == [True, True, False]
    assert meaning("bitwise_not", both[:1], "", ((3,), "i1")).tolist() == [False, False, True]
    with pytest.raises(OperationError, match="has no meaning"):
        meaning("subtract", both, "", ((3,), "i1"))


# ---- meshes --------------------------------------------------------------------------------------

SHARD = """shard_type = #tt.shard_type<{}>, shard_direction = #tt.shard_direction<{}>,
  shard_shape = array<i64: 1, 1>, shard_dims = array<i64: {}, {}>"""


@given(st.integers(1, 3), st.integers(1, 3), st.sampled_from([(0, 1), (1, 0), (-1, 2), (2, -1)]))
@settings(max_examples=example_count(8))
def test_reference_mesh_shards_are_slices_and_join_to_whole(
    rows: int, columns: int, dims: tuple[int, int]
):
    """The shard of a device is the slice at its position in the mesh; the joined shards are the
    tensor.
    """
    mesh, shape = (rows, columns), (6, 6, 6)
    x = np.arange(216.0).reshape(shape)
    part = list(shape)
    for dim, count in zip(dims, mesh, strict=True):
        if dim >= 0:
            part[dim] //= count
    devices = SHARD.format("devices", "full_to_shard", *dims)
    shards = meaning("mesh_shard", [(x, "f32")], devices, (part, "f32"), mesh=mesh)
    for number, place in enumerate(np.ndindex(*mesh)):
        index = [slice(None)] * 3
        for dim, at in zip(dims, place, strict=True):
            if dim >= 0:
                index[dim] = slice(at * part[dim], (at + 1) * part[dim])
        np.testing.assert_array_equal(shards[number], x[tuple(index)])
    back = SHARD.format("devices", "shard_to_full", *dims)
    # A list contains one value per device.
    text = f"""func.func @main(%a: {tensor(part, "f32")}, %out: {tensor(shape, "f32")}) -> {tensor(shape, "f32")} {{
  %0 = "ttir.mesh_shard"(%a, %out) <{{{back}}}> : ({tensor(part, "f32")}, {tensor(shape, "f32")}) -> {tensor(shape, "f32")}
  return %0 : {tensor(shape, "f32")}
}}"""
    joined = outcome(text, shards, np.zeros(shape), mesh=mesh).results[0]
    for each in joined:
        np.testing.assert_array_equal(each, x)


COLLECTIVES = """func.func @main(%x: tensor<4x2xf32>) -> (tensor<4x6xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = tensor.empty() : tensor<4x6xf32>
  %1 = "ttir.all_gather"(%x, %0) <{dim = 1 : si32}> : (tensor<4x2xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = tensor.empty() : tensor<4x2xf32>
  %3 = "ttir.all_reduce"(%x, %2) <{dim = 0 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %4 = "ttir.all_reduce"(%x, %2) <{dim = 0 : si32, reduce_type = #tt.reduce_type<max>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %5 = "ttir.abs"(%4, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1, %3, %5 : tensor<4x6xf32>, tensor<4x2xf32>, tensor<4x2xf32>
}"""


def test_reference_collectives_compute_per_group():
    x = list(np.random.default_rng(0).standard_normal((6, 4, 2)))
    gathered, added, largest = outcome(COLLECTIVES, x, mesh=(2, 3)).results
    for device in range(6):
        row = device // 3 * 3
        np.testing.assert_array_equal(gathered[device][:, 2:4], x[row + 1])
        np.testing.assert_array_equal(added[device], x[device % 3] + x[device % 3 + 3])
        for i, j in np.ndindex(4, 2):
            assert largest[device][i, j] == abs(max(x[row + k][i, j] for k in range(3)))


# ---- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "operands", "properties", "result", "message"),
    [
        ("embedding", [(np.array([7]), "i32"), (np.ones((7, 2)), "f32")], "", ((1, 2), "f32"),
         "an index is not one of 0 to 6"),
        ("update_cache", [(np.ones((1, 1, 4, 2)), "f32"), (np.ones((1, 1, 1, 2)), "f32"), (np.array([-1]), "i32")],
         "batch_offset = 0 : i32", ((1, 1, 4, 2), "f32"), "an index is not one of 0 to 3"),
        ("all_reduce", [(np.ones(2), "f32")],
         "dim = 0 : si32, reduce_type = #tt.reduce_type<std>, replica_groups = dense<0> : tensor<1x1xi64>",
         ((2,), "f32"), "a reduction by std over devices is not defined"),
        ("abs", [(np.ones(2), "complex<f32>")], "", ((2,), "complex<f32>"), "are not numbers"),
    ],
)  # fmt: skip
def test_reference_run_of_op_without_semantics_is_refused(
    name, operands, properties, result, message: str
):
    with pytest.raises((OperationError, reference.MeaningError), match=message):
        meaning(name, operands, properties, result)


def test_reference_run_with_wrong_number_or_shape_of_inputs_is_refused():
    text = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }"
    with pytest.raises(OperationError, match="takes 1 inputs, but got 2"):
        outcome(text, np.ones(2), np.ones(2))
    with pytest.raises(
        OperationError, match=r"input 0: the values have shape \[3\], expected tensor<2xf32>"
    ):
        outcome(text, np.ones(3))


def test_reference_run_of_op_outside_ttir_is_refused():
    text = """func.func @main() -> tensor<f32> {
  %0 = "tosa.const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  return %0 : tensor<f32>
}"""
    with pytest.raises(OperationError, match="its semantics are unknown"):
        outcome(text)


def test_reference_call_of_function_without_body_is_refused():
    text = """func.func private @far(%a: tensor<2xf32>) -> tensor<2xf32>
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @far(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
    with pytest.raises(OperationError, match="calls 'far', which has no body"):
        outcome(text, np.ones(2))

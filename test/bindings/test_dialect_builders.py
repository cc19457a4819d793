"""Builders of MLIR's dialects that modules define in addition to the generated ones."""

from collections.abc import Iterator
from typing import Any

import pytest

from ttmlir_py.bindings import ir
from ttmlir_py.bindings.dialects import affine, arith, func, linalg, memref, scf, tensor, tosa
from ttmlir_py.bindings.extras import types as T


@pytest.fixture(autouse=True)
def module() -> Iterator[Any]:
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            yield module


def body(module: Any) -> str:
    """Return the lines of the module's only function, without indentation."""
    assert module.operation.verify()
    lines = str(module).split("{", 2)[2].splitlines()
    return "\n".join(line.strip() for line in lines[1:] if line.strip() not in ("", "}"))


def test_affine_for_builds_loop_with_carried_value(module: Any):
    @func.func(T.memref(8, T.f32()))
    def total(buffer: Any) -> Any:
        start = arith.constant(T.f32(), 0.0)
        for i, sum in affine.for_(0, 8, 2, iter_args=[start]):
            affine.yield_([arith.addf(sum, memref.load(buffer, [i]))])
        return None

    assert body(module) == (
        "%cst = arith.constant 0.000000e+00 : f32\n"
        "%0 = affine.for %arg1 = 0 to 8 step 2 iter_args(%arg2 = %cst) -> (f32) {\n"
        "%1 = memref.load %arg0[%arg1] : memref<8xf32>\n"
        "%2 = arith.addf %arg2, %1 : f32\n"
        "affine.yield %2 : f32\n"
        "return"
    )


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ((1.0, 2, []), "lower bound must be int | ResultValueT | AffineMap."),
        ((0, None, []), "upper bound must be int | ResultValueT | AffineMap."),
        ((0, 1, ["index"]), "Wrong number of lower bound operands passed to AffineForOp; "),
        (("index", 1, ["index"]), "Either a concrete lower bound or an AffineMap in combination"),
    ],
)
def test_affine_for_with_wrong_bounds_raises_python_error(bounds: Any, message: str):
    one = arith.ConstantOp(T.index(), 1)
    values = {"index": one}
    lower, upper, names = bounds
    lower, operands = values.get(lower, lower), [values[each] for each in names]
    with pytest.raises(ValueError, match=message.replace("|", r"\|")):
        affine.AffineForOp(lower, upper, lower_bound_operands=operands)


def test_memref_subview_infers_type_from_constants():
    source = memref.alloc(T.memref(10, 10, T.i32()), [], [])
    four = arith.constant(T.index(), 4)
    view = memref.subview(source, [3, four], [3, 3], [1, 2])
    assert str(view.type) == "memref<3x3xi32, strided<[10, 2], offset: 34>>"
    whole = memref.subview(source, [0, 0], [10, 10], [1, 1])
    assert str(whole.type) == "memref<10x10xi32>"
    moving = memref.subview(source, [arith.addi(four, four), 0], [3, 3], [1, 1])
    assert str(moving.type) == "memref<3x3xi32, strided<[10, 1], offset: ?>>"
    assert all(each.owner.verify() for each in (view, whole, moving))
    with pytest.raises(ValueError, match="requires explicit result type"):
        memref.subview(source, [0, 0], [arith.addi(four, four), 3], [1, 1])


def test_linalg_functions_build_named_ops_with_bodies(module: Any):
    @func.func(T.tensor(4, 16, T.f32()), T.tensor(16, 8, T.f32()))
    def product(a: Any, b: Any) -> Any:
        out = linalg.fill(arith.constant(T.f32(), 0.0), outs=[tensor.EmptyOp([4, 8], T.f32())])
        return linalg.matmul(a, b, outs=[out], cast=linalg.TypeFn.cast_unsigned)

    assert body(module) == (
        "%cst = arith.constant 0.000000e+00 : f32\n"
        "%0 = tensor.empty() : tensor<4x8xf32>\n"
        "%1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>\n"
        "%2 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : "
        "tensor<4x16xf32>, tensor<16x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>\n"
        "return %2 : tensor<4x8xf32>"
    )


def test_linalg_emit_generic_builds_generic_op_with_same_computation(module: Any):
    @func.func()
    def convolution() -> None:
        a = tensor.EmptyOp([1, 8, 8, 3], T.f32())
        window = tensor.EmptyOp([3, 3, 3, 5], T.f32())
        out = tensor.EmptyOp([1, 3, 3, 5], T.f32())
        linalg.conv_2d_nhwc_hwcf(a, window, outs=[out], strides=[2, 2], emit_generic=True)

    text = str(module)
    assert "affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d6)>" in text
    assert text.count('"parallel"') == 4
    assert text.count('"reduction"') == 3
    assert module.operation.verify()


def test_linalg_function_with_wrong_number_of_inputs_raises_python_error():
    out = tensor.EmptyOp([4, 8], T.f32())
    with pytest.raises(ValueError, match=r"linalg.matmul has 2 inputs and 1 output, found 1 and 1"):
        linalg.matmul(out, outs=[out])


def test_tensor_generate_builds_body_from_function(module: Any):
    @tensor.generate(T.tensor(4, 4, T.index()), dynamic_extents=[])
    def sums(i: T.index(), j: T.index()):  # type: ignore
        return arith.addi(i, j)

    assert str(sums.owner).splitlines()[1:3] == [  # pyright: ignore
        "^bb0(%arg0: index, %arg1: index):",
        "  %0 = arith.addi %arg0, %arg1 : index",
    ]
    assert module.operation.verify()


def test_from_py_func_with_results_that_returns_a_value_raises_python_error():
    with pytest.raises(AssertionError, match="requires that the wrapped function returns None"):

        @func.FuncOp.from_py_func(T.f64(), results=[T.f64()])
        def returns(a: Any) -> Any:
            return a


def test_short_type_names_give_types_of_mlir():
    shown = [
        *(T.bool(), T.i(7), T.si16(), T.ui64(), T.bf16(), T.f8E4M3FN(), T.complex(T.f32())),
        *(T.vector(2, T.f32()), T.tensor(T.f32()), T.memref(T.i8()), T.tuple(T.i8(), T.f16())),
        T.memref(2, T.f32(), memory_space=1),
        T.function(inputs=[T.i8()], results=[]),
    ]
    assert " ".join(map(str, shown)) == (
        "i1 i7 si16 ui64 bf16 f8E4M3FN complex<f32> vector<2xf32> tensor<*xf32> memref<*xi8> "
        "tuple<i8, f16> memref<2xf32, 1> (i8) -> ()"
    )
    with pytest.raises(ValueError, match="XOR last arg"):
        T.tensor(2, 3)


def test_operation_in_unfinished_function_prints_in_generic_form():
    function = func.FuncOp("f", ([], []))
    with ir.InsertionPoint(function.add_entry_block()):
        one = arith.ConstantOp(T.i32(), 1)
        assert str(one) == '%0 = "arith.constant"() <{value = 1 : i32}> : () -> i32'
        func.ReturnOp([])
    assert str(one) == "%c1_i32 = arith.constant 1 : i32"


def test_loop_with_wrong_number_of_regions_raises_python_error():
    with pytest.raises(ValueError, match="requires a maximum of 1 regions but was built with"):
        scf.ExecuteRegionOp.build_generic(results=[], operands=[], regions=2)


def test_infer_type_interface_returns_types_of_results():
    one = arith.ConstantOp(T.i32(), 1)
    add = arith.AddIOp(one, one)
    for given in (add, add.operation, arith.AddIOp):
        interface = ir.InferTypeOpInterface(given)
        assert interface.inferReturnTypes([one.result, one.result]) == [T.i32()]
    assert ir.InferTypeOpInterface(add).operation is add.operation
    attributes = ir.DictAttr.get({"value": ir.IntegerAttr.get(T.i8(), 3)})
    assert ir.InferTypeOpInterface(arith.ConstantOp).inferReturnTypes([], attributes) == [T.i8()]
    with pytest.raises(ValueError, match="operation does not implement InferTypeOpInterface"):
        ir.InferTypeOpInterface(func.ReturnOp)
    with pytest.raises(TypeError, match="static interface"):
        _ = ir.InferTypeOpInterface(arith.AddIOp).operation


def test_shaped_type_interface_returns_broadcast_shapes():
    dynamic = ir.ShapedType.get_dynamic_size()
    types = [ir.RankedTensorType.get(shape, T.f32()) for shape in ([2, dynamic], [3], [2, 4])]
    function = func.FuncOp("f", (types, []))
    first, second, third = function.add_entry_block().arguments
    interface = ir.InferShapedTypeOpInterface(tosa.AddOp)
    [made] = interface.inferReturnTypeComponents([first, second])
    assert (made.shape, made.rank, made.has_rank, made.element_type) == ([2, 3], 2, True, None)
    with pytest.raises(ValueError, match=r"sizes \(3, 4\) do not broadcast"):
        interface.inferReturnTypeComponents([second, third])
    with pytest.raises(ValueError, match="does not implement InferShapedTypeOpInterface"):
        ir.InferShapedTypeOpInterface(arith.AddIOp)
    with pytest.raises(NotImplementedError, match=r"shape of 'tosa\.matmul' is not inferred"):
        ir.InferShapedTypeOpInterface(tosa.MatMulOp).inferReturnTypeComponents([first, first])
    with pytest.raises(TypeError, match="static interface"):
        _ = interface.operation


def test_shaped_type_components_have_a_shape_or_none():
    plain = ir.ShapedTypeComponents.get(T.f32())
    shaped = ir.ShapedTypeComponents.get([2, 3], T.f32(), ir.UnitAttr.get())
    assert (plain.element_type, plain.has_rank, plain.rank, plain.shape) == (
        *(T.f32(), False),
        *(None, None),
    )
    assert (shaped.element_type, shaped.rank, shaped.shape) == (T.f32(), 2, [2, 3])
    for wrong in ((), ([2],), ("ab", T.f32()), (T.f32(), T.f32()), ([2], T.f32(), 1)):
        with pytest.raises(TypeError):
            ir.ShapedTypeComponents.get(*wrong)
    with pytest.raises(TypeError, match="no constructor"):
        ir.ShapedTypeComponents()


def test_dense_arrays_accept_attributes_of_integers():
    found = ir.DenseI8ArrayAttr.get([ir.Attribute.parse(each) for each in ("-128", "2 : ui16")])
    assert [*found] == [-128, 2]


def test_context_refuses_what_is_no_thread_pool():
    pool = ir.ThreadPool()
    context = ir.Context(thread_pool=pool)
    context.set_thread_pool(pool)
    assert context.get_num_threads() == pool.get_max_concurrency()
    with pytest.raises(TypeError, match="pool is int, expected ThreadPool"):
        context.set_thread_pool(1)
    with pytest.raises(TypeError, match="pool is int, expected ThreadPool"):
        ir.Context(thread_pool=1)


def test_if_operation_accepts_both_names_of_its_parameter():
    condition = arith.constant(ir.IntegerType.get_signless(1), True)
    assert len(scf.IfOp(condition, has_else=True).regions[1].blocks) == 1
    assert len(scf.IfOp(condition, hasElse=True).regions[1].blocks) == 1


def test_arith_flags_are_enums_or_their_keywords(module: Any):
    one = arith.constant(T.i32(), 1)
    both = arith.IntegerOverflowFlags.nsw | arith.IntegerOverflowFlags.nuw
    assert "overflow<nsw, nuw>" in str(arith.addi(one, one, overflow_flags=both))
    assert "overflow<nsw>" in str(arith.addi(one, one, overflow_flags="nsw"))
    with pytest.raises(ir.MLIRError, match="Unable to parse attribute"):
        arith.addi(one, one, overflow_flags=99)
    with pytest.raises(ir.MLIRError, match="Invalid attribute `predicate`"):
        arith.cmpi(99, one, one)

"""Mistakes of programs: Python errors as MLIR's bindings raise, and never one of xDSL."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ttmlir_py.bindings import ir, passes, rewrite, test_utils, util
from ttmlir_py.bindings.dialects import arith, func, tt, ttkernel, ttnn
from ttmlir_py.bindings.extras import types as T
from ttmlir_py.bindings.passmanager import PassManager
from ttmlir_py.bindings.pykernel.pykernel_ast import ttkernel_compile
from ttmlir_py.bindings.pykernel.types import CircularBuffer

F32 = passes.DataType.Float32
PROGRAM = "func.func @f(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }"


@pytest.fixture
def add() -> Any:
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(PROGRAM)
        yield module.body.operations[0].entry_block.operations[0]


def test_use_of_erased_operation_or_its_views_raises_error(add: Any):
    operands, attributes, operation = add.operands, add.attributes, add.operation
    add.result.replace_all_uses_with(add.operands[0])
    add.operation.erase()
    for use in (
        lambda: operands[0],
        lambda: list(attributes),
        lambda: operation.name,
        lambda: str(add),
        lambda: add.operation.erase(),
        lambda: operation.move_before(operation),
        lambda: ir.InsertionPoint(operation).insert(operation),
    ):
        with pytest.raises(RuntimeError, match="the operation has been invalidated"):
            use()


def test_operation_in_use_is_not_erased(add: Any):
    with pytest.raises(ValueError, match=r"'arith\.addi' op operation erased but still has uses"):
        add.operation.erase()
    assert add.operation.parent.verify()


def test_values_of_another_context_are_refused(add: Any):
    value = add.result
    with ir.Context(), ir.Location.unknown(), pytest.raises(ValueError, match="another context"):
        arith.addi(value, value)


def test_operation_of_another_context_is_not_moved(add: Any):
    with ir.Context(), ir.Location.unknown():
        module, f32 = ir.Module.create(), ir.F32Type.get()
        for call in (
            lambda: module.body.append(add),
            lambda: module.operation.move_before(add),
            lambda: ir.InsertionPoint(module.body).insert(ir.Module.create(add.location)),
        ):
            with pytest.raises(ValueError, match="another context"):
                call()
    with pytest.raises(ValueError, match="result type belongs to another context"):
        ir.Operation.create("arith.constant", results=[f32])


def test_operation_of_unregistered_dialect_is_refused(add: Any):
    with pytest.raises(ValueError, match="created with unregistered dialect"):
        ir.Operation.create("nowhere.op")
    add.context.allow_unregistered_dialects = True
    assert str(ir.Operation.create("nowhere.op", ip=False)) == '"nowhere.op"() : () -> ()\n'


@pytest.mark.parametrize("text", [3, None, ["module {}"]])
def test_parse_of_object_that_is_not_a_string_is_refused(text: Any):
    with ir.Context():
        for parse in (ir.Module.parse, ir.Operation.parse, ir.Attribute.parse, ir.Type.parse):
            with pytest.raises(TypeError):
                parse(text)


def test_insertion_after_terminator_is_refused(add: Any):
    block = add.operation.block
    with ir.InsertionPoint(block), pytest.raises(IndexError, match="already has a terminator"):
        arith.addi(add.result, add.result)
    with ir.InsertionPoint.at_block_terminator(block):
        arith.addi(add.result, add.result)
    assert len(block.operations) == 3


def test_context_exit_out_of_order_raises_error():
    outer, inner = ir.Context(), ir.Context()
    outer.__enter__()
    inner.__enter__()
    with pytest.raises(RuntimeError, match="Unbalanced Context enter/exit"):
        outer.__exit__(None, None, None)
    inner.__exit__(None, None, None)
    outer.__exit__(None, None, None)
    with pytest.raises(RuntimeError, match="Unbalanced Context enter/exit"):
        outer.__exit__(None, None, None)


def test_exception_in_walk_callback_reaches_caller(add: Any):
    def fail(_: Any) -> ir.WalkResult:
        raise KeyError("mine")

    with pytest.raises(RuntimeError, match="Exception raised in callback: KeyError: 'mine'"):
        add.operation.parent.walk(fail)


def test_function_with_wrong_types_fails_verification():
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            function = func.FuncOp("f", ([], [ir.F32Type.get()]))
            with ir.InsertionPoint(function.add_entry_block()):
                func.ReturnOp([])
        with pytest.raises(ir.MLIRError) as error:
            module.operation.verify()
    [diagnostic] = error.value.error_diagnostics
    assert diagnostic.severity is ir.DiagnosticSeverity.ERROR
    assert "has 0 operands, but enclosing function (@f) returns 1" in diagnostic.message
    assert diagnostic.notes[0].message.startswith("see current operation: ")


def _kernel(buffer: CircularBuffer) -> None:
    return


def _unregistered() -> ir.Operation:
    ir.Context.current.allow_unregistered_dialects = True
    return ir.Operation.create("test.op")


WRONG: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: ir.BoolAttr.get(2), TypeError, "expected bool, found int"),
    (lambda: ir.StringAttr.get(3), TypeError, "expected str, found int"),  # type: ignore
    (lambda: ir.StridedLayoutAttr.get("x", [1]), TypeError, "found str"),  # type: ignore
    (lambda: ir.StridedLayoutAttr.get(0, [1.5]), TypeError, "found float"),  # type: ignore
    (
        lambda: ir.SymbolTable.replace_all_symbol_uses(1, 2, ir.Module.parse("").operation),  # type: ignore
        TypeError,
        "expected str, found int",
    ),
    (lambda: ir.Module.parse("").operation.walk(3), TypeError, "expected a callback, found int"),  # type: ignore
    (lambda: ir.Type.isinstance(3), TypeError, "expected Attribute or Type, found int"),
    (lambda: ir.Location.file("a", "b", 1), TypeError, "line and column as int"),  # type: ignore
    (lambda: ir.Location.name(1), TypeError, "expected str, found int"),  # type: ignore
    (lambda: ir.SymbolTable(1), TypeError, "expected an operation, found int"),
    (lambda: ir.AffineExpr.get_floor_div(7, 2), TypeError, "at least one AffineExpr"),
    (lambda: ir.AffineExpr.get_dim(-1), ValueError, "not negative, found -1"),
    (lambda: ir.AffineMap.get(1, 1, [None]), RuntimeError, r"expression \(None\?\) when"),  # type: ignore
    (lambda: ir.IntegerAttr.get(T.i32(), 1.5), TypeError, "integer of 64 bits, found float"),
    (lambda: ir.IntegerAttr.get(T.i8(), 2**64), TypeError, "integer of 64 bits, found 1844674"),
    (lambda: ir.FloatAttr.get(T.f32(), "a"), TypeError, "expected a number, found str"),  # type: ignore
    (lambda: ir.RankedTensorType.get([1.5], T.f32()), TypeError, "found float"),  # type: ignore
    (lambda: ir.VectorType.get([1.5], T.f32()), TypeError, "found float"),  # type: ignore
    (lambda: ir.MemRefType.get([-1], T.f32()), ir.MLIRError, "invalid memref size"),
    (
        lambda: ir.DenseElementsAttr.get(np.array([1, 2, 3, 4], np.int8), type=T.bool()),
        ValueError,
        "4 bytes for",
    ),
    (lambda: ir.DenseI8ArrayAttr.get([200]), TypeError, "200 is out of range for i8"),
    (lambda: ir.DenseI64ArrayAttr.get([-(2**63) - 1]), TypeError, "out of range for i64"),
    (lambda: ir.DenseI8ArrayAttr.get([ir.Attribute.parse("2.0")]), TypeError, "found FloatAttr"),
    (lambda: ir.ArrayAttr.get([None]), RuntimeError, r"attribute \(None\?\) when"),  # type: ignore
    (
        lambda: ir.IntegerSet.get(1, 0, [3], [True]),  # type: ignore
        RuntimeError,
        r"Invalid expression when attempting to create an IntegerSet \(found int\)",
    ),
    (lambda: ir.AffineMap.get(-1, 0, []), ValueError, "not negative, found -1"),
    (lambda: ir.AffineMap.get(1, 0, [ir.AffineExpr.get_dim(1)]), ValueError, "d1 is not one of"),
    (lambda: ir.AffineMap.get_minor_identity(2, 3), ValueError, "at most 2 results, found 3"),
    (
        lambda: ir.MemRefType.get([2], ir.F32Type.get(), layout=ir.StringAttr.get("x")),
        TypeError,
        "expected a memref layout",
    ),
    (lambda: ir.Location.fused([3]), TypeError, "expected Location, found int"),  # type: ignore
    (lambda: ir.Module.create(3), TypeError, "expected Location, found int"),  # type: ignore
    (lambda: ir.Module.parse("", 3), TypeError, "expected Context, found int"),
    (lambda: ir.Module.parseFile(1), TypeError, "PathLike"),  # type: ignore
    (lambda: ir.AffineDimExpr(3), TypeError, "expected AffineExpr, found int"),  # type: ignore
    (lambda: ir.AffineDimExpr.isinstance(3), TypeError, "AffineExpr, found int"),  # type: ignore
    (ir.AffineMap, TypeError, "AffineMap: No constructor defined!"),
    (ir.IntegerSet, TypeError, "IntegerSet: No constructor defined!"),
    (lambda: ir.AffineMapAttr.get("x"), TypeError, "expected AffineMap, found str"),  # type: ignore
    (lambda: ir.FlatSymbolRefAttr.get(3), TypeError, "expected str, found int"),  # type: ignore
    (lambda: ir.DictAttr.get(3), TypeError, "expected dict, found int"),  # type: ignore
    (lambda: ir.DictAttr.get({1: ir.UnitAttr.get()}), TypeError, "expected str, found int"),  # type: ignore
    (lambda: ir.Module.parse("").body.operations[:1], TypeError, "'slice' object cannot be"),
    (lambda: ir.Module.parse("").operation.results["x"], ValueError, "expected integer or slice"),
    (lambda: ir.SymbolTable(_unregistered()), TypeError, "Operation is not a Symbol Table"),
    (lambda: ir.IntegerType.isinstance(3), TypeError, "found int"),
    (lambda: ir.Operation.create(3), TypeError, "expected str, found int"),  # type: ignore
    (lambda: ir.Operation.create("cf.br", successors=[3]), TypeError, "expected Block, found int"),  # type: ignore
    (lambda: ir.Module.create(ir.Location.unknown()).operation.move_before(3), TypeError, "an op"),  # type: ignore
    (lambda: func.FuncOp("f", ([], []), ip=3), TypeError, "expected InsertionPoint, found int"),
    (
        lambda: PassManager.parse("builtin.module(func.func(cse)"),
        ValueError,
        "Parser:1:11: error: encountered unbalanced parentheses",
    ),
    (lambda: tt.ir.TileType.get(None, "a", 32, 0), TypeError, "expected integers"),
    (lambda: tt.ir.ChipCoordAttr.get(None, "a", 0, 0, 0), TypeError, "expected integers"),
    (lambda: tt.ir.ChipChannelAttr.get(None, "a", [0, 0], 1, [0, 0]), TypeError, "expected integ"),
    (lambda: tt.ir.TileSizeAttr.get(None, 32, "a"), TypeError, "expected integers"),
    (lambda: tt.ir.CoreCoordAttr.get(None, 1.5, 0), TypeError, "expected integers"),
    (lambda: ttnn.ir.MeshShapeAttr.get(None, "a", 1), TypeError, "expected integers"),
    (
        lambda: ttkernel.ir.CBType.get(None, "a", 0, ir.MemRefType.get([1], T.f32())),
        TypeError,
        "expected integers",
    ),
    (lambda: passes.create_golden_tensor("a", [1], [1], F32, "x"), TypeError, "found str"),  # type: ignore
    (lambda: passes.create_golden_tensor("a", [1], [1], F32, 0), ValueError, "ptr: found 0"),
    (lambda: passes.create_golden_tensor("a", [-4], [1], F32, 16), ValueError, "not negative"),
    (
        lambda: passes.ttnn_to_flatbuffer_file(ir.Module.parse(""), "x", {"a": 1}),  # type: ignore
        TypeError,
        "expected GoldenTensor, found int",
    ),
    (lambda: passes.MLIRModuleLogger().attach_context(3), TypeError, "expected Context"),
    (lambda: util.get_loc_name(3), TypeError, "expected Location, found int"),
    (lambda: util.get_loc_full(3), TypeError, "expected Location, found int"),
    (lambda: util.debug_print_module(3), TypeError, "expected an operation, found int"),
    (lambda: test_utils.compile_as_mlir_module(3, []), TypeError, "expected a function"),  # type: ignore
    (lambda: ttkernel_compile(_kernel)(3), TypeError, "expected a CircularBuffer, found int"),  # type: ignore
    (lambda: PassManager.parse(1), TypeError, r"parse\(\): expected str, found int"),  # type: ignore
    (
        lambda: ir.Module.parse("").operation.walk(lambda _: None),  # type: ignore
        RuntimeError,
        "the callback returned NoneType, expected WalkResult",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG, ids=[each[2] for each in WRONG])
def test_binding_call_with_wrong_argument_raises_error_of_mlir_bindings(
    call: Callable[[], Any], error: type[Exception], message: str
):
    with ir.Context(), ir.Location.unknown(), pytest.raises(error, match=message):
        call()


def test_error_without_handler_shows_error_location(capfd: pytest.CaptureFixture[str]):
    with ir.Context():
        ir.Location.file("f.py", 1, 2).emit_error("wrong")
        ir.Location.unknown().emit_error("wrong as well")
    assert capfd.readouterr().err == 'loc("f.py":1:2): error: wrong\nerror: wrong as well\n'


def test_pattern_set_has_no_constructor():
    with pytest.raises(TypeError, match="No constructor defined"):
        rewrite.FrozenRewritePatternSet()


MLIR: Any = ir
"""The module, for calls that type checkers refuse."""


@pytest.mark.parametrize(
    "call",
    [
        lambda: MLIR.Operation.clone(3),
        lambda: MLIR.Module.operation.fget(3),
        lambda: MLIR.Operation.location.fset(3, 4),
        lambda: MLIR.Type.__eq__(3, 4),
        lambda: MLIR.Value.type.fget(object()),
        lambda: MLIR.OpOperandList.__len__(MLIR.Block),
        lambda: MLIR.Context.__enter__(PassManager),
    ],
)
def test_method_called_through_class_refuses_foreign_self(call: Any):
    with pytest.raises(TypeError, match=r"\(\): incompatible function arguments: expected .* self"):
        call()


def test_method_called_through_class_accepts_own_and_derived_objects(add: Any):
    base: Any = MLIR.Operation.__base__
    assert base.name.fget(add) == MLIR.Operation.name.fget(add.operation) == "arith.addi"
    assert MLIR.Value.type.fget(add.result) == ir.IntegerType.get_signless(32)
    assert list(inspect.signature(ir.Operation.erase).parameters) == ["self"]

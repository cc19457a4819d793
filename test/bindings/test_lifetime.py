"""Lifetimes of Python objects, and capsules."""

import gc
import subprocess
import sys
from typing import Any

import pytest

from ttmlir_py.bindings import ir
from ttmlir_py.bindings.passmanager import PassManager


@pytest.fixture
def context() -> Any:
    gc.collect()
    return ir.Context()


def test_operations_without_python_references_are_not_counted_as_live(context: Any):
    module = ir.Module.parse("func.func @f() { return }", context)
    function = module.body.operations[0]
    assert context._get_live_operation_objects() == [function.operation]
    assert module.operation is module.operation
    del function
    gc.collect()
    assert context._get_live_operation_count() == 0
    assert context._get_live_module_count() == 1
    del module
    gc.collect()
    assert context._get_live_module_count() == 0


def test_cleared_operation_handles_are_invalid_but_new_handles_work(context: Any):
    module = ir.Module.parse("func.func @f() { return }", context)
    function = module.body.operations[0]
    assert context._clear_live_operations() == 1
    with pytest.raises(RuntimeError, match="the operation has been invalidated"):
        str(function)
    assert module.body.operations[0].name.value == "f"


def test_diagnostic_handler_of_garbage_collected_context_is_detached():
    context = ir.Context()
    handler = context.attach_diagnostic_handler(lambda _: True)
    assert handler.attached
    del context
    gc.collect()
    assert not handler.attached
    handler.detach()


def test_capsule_converts_back_to_same_object(context: Any):
    module = ir.Module.parse("func.func @f() { return }", context)
    with context, ir.Location.unknown():
        objects = [
            *(context, module, module.operation, ir.Location.current, ir.Type.parse("i32")),
            *(ir.Attribute.parse("1 : i32"), ir.AffineExpr.get_dim(0), PassManager()),
            *(ir.AffineMap.get_identity(2), ir.IntegerSet.get_empty(1, 1)),
        ]
    for each in objects:
        capsule = each._CAPIPtr
        assert type(each)._CAPICreate(capsule) is each
        assert '"ttmlir_py.ttmlir.' in repr(capsule)


def test_capsule_of_another_class_is_refused(context: Any):
    with pytest.raises(ValueError, match=r"expected a capsule of .*ir.Module"):
        ir.Module._CAPICreate(context._CAPIPtr)
    with pytest.raises(ValueError, match="expected a capsule"):
        ir.Context._CAPICreate(object())


def test_capsule_keeps_module_alive(context: Any):
    capsule = ir.Module.parse("func.func @f() { return }", context)._CAPIPtr
    gc.collect()
    assert context._get_live_module_count() == 1
    assert str(ir.Module._CAPICreate(capsule)).startswith("module {")
    del capsule
    gc.collect()
    assert context._get_live_module_count() == 0


def test_parse_errors_reach_handlers_only_if_context_emits_diagnostics(context: Any):
    received: list[str] = []
    context.attach_diagnostic_handler(lambda found: received.append(str(found)) or True)
    with pytest.raises(ir.MLIRError) as caught:
        ir.Attribute.parse("not an attr", context)
    assert [str(each) for each in caught.value.error_diagnostics] == ["expected attribute value"]
    assert received == []
    context.emit_error_diagnostics = True
    with pytest.raises(ir.MLIRError) as caught:
        ir.Attribute.parse("not an attr", context)
    assert caught.value.error_diagnostics == []
    assert received == ["expected attribute value"]


def test_symbol_table_insert_of_duplicate_name_renames_symbol(context: Any):
    module = ir.Module.parse("func.func private @a() \n func.func private @b()", context)
    table = ir.SymbolTable(module.operation)
    other = ir.Module.parse("func.func private @a()", context).body.operations[0]
    module.body.append(other)
    assert table.insert(other).value == "a_0"
    assert other.name.value == "a_0"


def test_exception_in_callback_of_symbol_walk_is_a_runtime_error(context: Any):
    module = ir.Module.parse("func.func private @a()", context)

    def fail(*_: Any) -> None:
        raise KeyError("x")

    with pytest.raises(RuntimeError, match="Exception raised in callback: KeyError: 'x'"):
        ir.SymbolTable.walk_symbol_tables(module.operation, True, fail)


def test_identical_objects_of_two_contexts_differ(context: Any):
    other = ir.Context()
    assert ir.AffineExpr.get_dim(0, context) != ir.AffineExpr.get_dim(0, other)
    assert ir.AffineMap.get_empty(context) != ir.AffineMap.get_empty(other)
    assert ir.Location.unknown(context) != ir.Location.unknown(other)
    assert ir.IntegerSet.get_empty(0, 0, context) != ir.IntegerSet.get_empty(0, 0, other)


def test_capsule_that_lives_until_the_process_ends_is_harmless():
    program = "import sys; from ttmlir_py.bindings import ir; sys.kept = [ir.Context()._CAPIPtr]"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0

"""Tests of the conversion driver: legal ops, the order of lowering, and messages for ops that
cannot be lowered.
"""

from pathlib import Path

import pytest
from xdsl.dialects.builtin import (
    IndexType,
    ModuleOp,
    UnrealizedConversionCastOp,
    UnregisteredOp,
    i32,
    i64,
)
from xdsl.dialects.test import TestOp, TestPureOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

import ttmlir_py
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.rewriting.conversion import (
    ConversionTarget,
    ConvertedValues,
    apply_full_conversion,
    apply_partial_conversion,
    erase_unused_casts,
    require_legal,
)

BUILTIN = ConversionTarget(legal=("builtin",))


def note(op: Operation, seen: list[Operation]) -> None:
    seen.append(op)


def refuse(op: Operation, seen: list[Operation]) -> bool:
    seen.append(op)
    return False


def fold_to_operands(op: Operation) -> list[SSAValue]:
    return list(op.operands)


def nested() -> tuple[Operation, Operation, Operation, ModuleOp]:
    """Return a module of two ops, of which the first contains an op."""
    inner, last = TestOp(), TestOp()
    outer = TestOp(regions=[Region(Block([inner]))])
    return outer, inner, last, ModuleOp([outer, last])


def test_lowered_op_keeps_regions_of_original():
    outer, inner, last, module = nested()
    seen: list[Operation] = []

    def remove(op: Operation, seen: list[Operation]) -> None:
        seen.append(op)
        op.detach()

    apply_full_conversion(module, BUILTIN, {TestOp: remove}, seen)
    assert seen == [outer, last]
    assert inner.parent_op() is outer


def test_full_conversion_stops_at_first_op_that_cannot_be_lowered():
    good, bad, unknown = TestOp(), TestPureOp(), UnregisteredOp.with_name("other.op").create()
    module = ModuleOp([good, bad, unknown])
    lowered: list[Operation] = []
    with pytest.raises(OperationError) as error:
        apply_full_conversion(module, BUILTIN, {TestOp: note}, lowered)
    assert lowered == [good]
    assert error.value.op is bad
    assert str(error.value) == "failed to legalize operation 'test.pureop'"
    bad.detach()
    with pytest.raises(OperationError, match=r"'other\.op'$"):
        apply_full_conversion(module, BUILTIN, {TestOp: note}, lowered)
    apply_full_conversion(module, BUILTIN, {TestOp: note, "other.op": note}, lowered)
    assert lowered[-2:] == [good, unknown]


def test_full_conversion_folds_op_before_lowering(monkeypatch: pytest.MonkeyPatch):
    source = TestPureOp(result_types=[i32])
    op = TestOp([source.results[0]], [i32])
    user = TestPureOp([op.results[0]])
    module = ModuleOp([source, op, user])
    target = ConversionTarget(legal=("builtin", "test.pureop"))
    with pytest.raises(OperationError):
        apply_full_conversion(module, target, {}, None)
    monkeypatch.setattr(TestOp, "fold", fold_to_operands, raising=False)
    apply_full_conversion(module, target, {}, None)
    assert list(module.ops) == [source, user]
    assert user.operands[0] is source.results[0]


def test_value_error_in_pattern_becomes_error_at_op():
    def fail(op: Operation, state: None) -> None:
        raise ValueError("has no form here")

    module = ModuleOp([TestOp()])
    for convert in (apply_full_conversion, apply_partial_conversion):
        with pytest.raises(OperationError, match="has no form here"):
            convert(module, BUILTIN, {TestOp: fail}, None)


def test_partial_conversion_keeps_ops_not_marked_illegal():
    outer, inner, last, module = nested()
    seen: list[Operation] = []
    assert apply_partial_conversion(module, ConversionTarget(), {TestOp: refuse}, seen)
    assert seen == [outer, inner, last]
    assert not apply_partial_conversion(module, ConversionTarget(), {}, seen)
    legal = ConversionTarget(illegal=("test",), legal=("test.op",))
    assert not apply_partial_conversion(module, legal, {TestOp: refuse}, seen)
    excepted = ConversionTarget(illegal=("test",), legal_if=lambda op: op is not last)
    with pytest.raises(OperationError) as error:
        apply_partial_conversion(module, excepted, {TestOp: refuse}, seen)
    assert error.value.op is last
    message = "failed to legalize operation 'test.op' that was explicitly marked illegal"
    assert str(error.value) == message


def test_partial_conversion_inner_first_visits_inner_ops_first():
    outer, inner, last, module = nested()
    seen: list[Operation] = []
    target = ConversionTarget(illegal=("test",))
    assert apply_partial_conversion(module, target, {TestOp: note}, seen, inner_first=True)
    assert seen == [inner, outer, last]
    with pytest.raises(OperationError) as error:  # nobody would lower what is around it
        apply_partial_conversion(module, target, {}, seen, inner_first=True)
    assert error.value.op is outer


def test_require_legal_refuses_illegal_op_and_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(TestOp, "fold", fold_to_operands, raising=False)
    outer, inner, _, module = nested()
    require_legal(module, ConversionTarget(legal=("builtin", "test")))
    with pytest.raises(OperationError, match=r"'test\.op'$") as error:
        require_legal(module, ConversionTarget(legal=("builtin",), legal_if=lambda op: op is outer))
    assert error.value.op is inner


def test_type_conversion_inserts_casts_between_old_and_new_types():
    def lowered(type: Attribute) -> Attribute:
        return i64 if isinstance(type, IndexType) else type

    kept = TestOp(result_types=[IndexType(), i32])
    changed = TestOp([kept.results[0]], [IndexType()])
    user = TestPureOp([changed.results[0]])
    module = ModuleOp([kept, changed, user])
    values = ConvertedValues(lowered)
    operand = values.of(kept.results[0])
    assert operand.type == i64
    assert values.all_of(kept.results) == [operand, kept.results[1]]
    new = TestPureOp([operand], [i64])
    module.body.block.insert_op_before(new, changed)
    values.replace(changed, new.results)
    assert values.of(changed.results[0]) is new.results[0]
    values.finish()
    there, back = (op for op in module.ops if isinstance(op, UnrealizedConversionCastOp))
    assert list(module.ops) == [kept, there, new, back, user]
    assert user.operands[0] is back.results[0]
    assert ConvertedValues(lowered).of(back.results[0]) is new.results[0]
    user.operands = ()
    erase_unused_casts(module)
    assert list(module.ops) == [kept, there, new, user]


def test_failed_legalization_message_is_in_one_module_only():
    package = Path(ttmlir_py.__file__).parent
    texts = {path: path.read_text() for path in package.rglob("*.py")}
    raising = [path.name for path, text in texts.items() if "failed to legalize" in text]
    assert raising == ["conversion.py"]
    assert texts[package / "rewriting" / "conversion.py"].count("failed to legalize") == 1

"""The fast constructor of operations sets the fields that xDSL's constructors set."""

from dataclasses import fields

from xdsl.dialects.builtin import UNKNOWN_LOC, IntAttr, StringAttr, UnregisteredOp, i32
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue, Use

from ttmlir_py.ir.construction import append_operation
from ttmlir_py.ir.locations import SourceMap, file_location

FIELDS = {field.name for field in fields(Operation)}
RESULT_FIELDS = {field.name for field in fields(OpResult)}
USE_FIELDS = {field.name for field in fields(Use)}
OP_CLASS = UnregisteredOp.with_name("x.y")


def stock(block: Block, operands: list[SSAValue]) -> Operation:
    op = OP_CLASS.create(
        operands=operands,
        result_types=[i32, i32],
        properties={"p": IntAttr(1)},
        attributes={"a": IntAttr(2)},
    )
    block.add_op(op)
    return op


def fast(block: Block, operands: list[SSAValue]) -> Operation:
    attributes: dict[str, Attribute] = {"a": IntAttr(2), "op_name__": StringAttr("x.y")}
    return append_operation(
        block, OP_CLASS, operands, [i32, i32], {"p": IntAttr(1)}, attributes, UNKNOWN_LOC
    )


def assert_same_fields(ours: object, theirs: object, names: set[str]):
    """Check that the fields `names` are equal. A field that is not stored has its class's default,
    as in xDSL.
    """
    assert vars(ours).keys() <= names
    for name in names:
        value, expected = getattr(ours, name), getattr(theirs, name)
        assert type(value) is type(expected), name
        if name not in vars(ours):
            assert value == expected, name


def test_fast_builder_sets_fields_as_xdsl():
    made: list[list[Operation]] = []
    for build in (stock, fast):
        block = Block(arg_types=[i32])
        first = build(block, [])
        made.append([first, build(block, [block.args[0], first.results[1], block.args[0]])])
        assert list(block.ops) == made[-1]
        assert block.last_op is made[-1][1]
        assert [use.index for use in block.args[0].uses] == [2, 0]
        block.verify()
    for ours, theirs in zip(made[1], made[0], strict=True):
        assert_same_fields(ours, theirs, FIELDS)
        for ours_value, theirs_value in zip(ours.results, theirs.results, strict=True):
            assert_same_fields(ours_value, theirs_value, RESULT_FIELDS)
        for ours_use, theirs_use in zip(ours._operand_uses, theirs._operand_uses, strict=True):
            assert_same_fields(ours_use, theirs_use, USE_FIELDS)


def test_results_of_fast_built_operation_can_be_replaced_and_erased():
    block = Block(arg_types=[i32])
    first = fast(block, [block.args[0]])
    second = fast(block, [first.results[0], first.results[1]])
    first.results[0].replace_all_uses_with(block.args[0])
    assert second.operands[0] is block.args[0]
    second.detach()
    second.erase()
    assert first.results[1].first_use is None
    assert block.last_op is first


def test_built_locations_equal_those_of_xdsl():
    made = SourceMap("a\nbc\n", "f.mlir").location(3)
    built = file_location(StringAttr("f.mlir"), 2, 2)
    assert made == built
    assert hash(made) == hash(built)
    assert vars(made).keys() == vars(built).keys()
    assert made.parameters == built.parameters

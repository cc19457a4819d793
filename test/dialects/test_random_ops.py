"""Random ops of TTIR and TTNN whose operands, attributes and results have the declared kinds and
counts, but random values.

A verifier may accept such an op or raise `VerifyException`, nothing else. The text of an op parses
to the same op.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    bf16,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.ir.affine import AffineMap
from xdsl.irdl import OptionalDef, RangeLengthConstraint, RangeOf, VariadicDef
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import constraints as tt_constraints
from ttmlir_py.dialects.tt.attributes import (
    DataTypeAttr,
    GridAttr,
    IteratorTypeAttr,
    MemorySpaceAttr,
    MeshShardDirectionAttr,
    MeshShardTypeAttr,
    ReduceTypeAttr,
)
from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType
from ttmlir_py.dialects.tt.enums import (
    DataType,
    IteratorType,
    MemorySpace,
    MeshShardDirection,
    MeshShardType,
    ReduceType,
)
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.ttir import TTIR, YieldOp
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr, PoolingMethodAttr
from ttmlir_py.dialects.ttir.enums import PoolingMethod
from ttmlir_py.dialects.ttnn import TTNN
from ttmlir_py.dialects.ttnn.attributes import (
    BufferTypeAttr,
    LayoutAttr,
    MemoryConfigAttr,
    MeshShapeAttr,
    ShapeAttr,
    ShardSpecAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout
from ttmlir_py.ir.definition import constraints
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import print_operation

pytestmark = pytest.mark.slow

DEVICE = DeviceType(DeviceAttr.get(SystemDescAttr.get_default()))
small = st.integers(-3, 6)
shapes = st.lists(st.sampled_from([1, 2, 3, 4, 32, DYNAMIC_INDEX]), max_size=5).map(tuple)


@st.composite
def tensor_types(draw: st.DrawFn) -> TensorType[Attribute]:
    shape = draw(shapes)
    element = draw(st.sampled_from([f32, bf16, i32]))
    kind = draw(st.sampled_from(["none", "none", "ttnn", "metal"]))
    static = tuple(max(size, 1) for size in shape) or (1,)
    encoding: Attribute | None = None
    if kind == "ttnn":
        encoding = TTNNLayoutAttr.get(
            static,
            element,
            draw(st.sampled_from([BufferType.DRAM, BufferType.SystemMemory])),
            GridAttr((1, 1)),
            draw(st.sampled_from(list(TensorMemoryLayout))),
        )
    elif kind == "metal":
        encoding = MetalLayoutAttr.get(static, element, MemorySpace.DeviceL1, GridAttr((1, 1)))
    return TensorType(element, shape) if encoding is None else TensorType(element, shape, encoding)


def integer(type_: IntegerType) -> st.SearchStrategy[Attribute]:
    return small.map(lambda value: IntegerAttr(value, type_))


def array(type_: IntegerType, numbers: st.SearchStrategy[int] = small) -> st.SearchStrategy[Any]:
    return st.lists(numbers, max_size=5).map(lambda v: DenseArrayBase.from_list(type_, v))


def enum(attribute: Callable[[Any], Attribute], cases: type[Any]) -> st.SearchStrategy[Attribute]:
    return st.sampled_from(list(cases)).map(attribute)


dimensions = st.lists(st.integers(0, 4), max_size=3).map(tuple)
memory_configs = st.builds(
    lambda shape, layout: MemoryConfigAttr(
        BufferTypeAttr(BufferType.DRAM), ShardSpecAttr(ShapeAttr(shape)), layout
    ),
    dimensions,
    st.none(),
)
unsigned = st.integers(0, 6)
signed = [IntegerType(n, constraints.SI32.signedness.data) for n in (32, 64)]
elements = st.builds(
    lambda shape, value: DenseIntOrFPElementsAttr.from_list(TensorType(i64, shape), [value]),
    st.lists(st.integers(1, 3), max_size=3),
    small,
)
VALUES: dict[str, st.SearchStrategy[Attribute]] = {
    constraints.I32Attr.description: integer(i32),
    constraints.I64Attr.description: integer(i64),
    constraints.SI32Attr.description: integer(signed[0]),
    constraints.SI64Attr.description: integer(signed[1]),
    constraints.UI32Attr.description: unsigned.map(
        lambda v: IntegerAttr(v, IntegerType(32, Signedness.UNSIGNED))
    ),
    constraints.BoolAttr.description: st.booleans().map(IntegerAttr.from_bool),
    constraints.PositiveI64Attr.description: integer(i64),
    constraints.F32Attr.description: st.just(FloatAttr(1.0, f32)),
    constraints.StrAttr.description: st.sampled_from(["nearest", "x"]).map(StringAttr),
    constraints.UnitAttrConstraint.description: st.just(UnitAttr()),
    constraints.FlatSymbolRefAttr.description: st.just(SymbolRefAttr("k")),
    constraints.DenseI32ArrayAttr.description: array(i32),
    constraints.DenseI64ArrayAttr.description: array(i64),
    constraints.DenseBoolArrayAttr.description: array(i1, st.integers(0, 1)),
    constraints.I32ArrayAttr.description: st.lists(integer(i32), max_size=5).map(ArrayAttr),
    constraints.ElementsAttr.description: elements,
    constraints.I64ElementsAttr.description: elements,
    constraints.AffineMapArrayAttr.description: st.just(
        ArrayAttr([AffineMapAttr(AffineMap.identity(2))])
    ),
    constraints.any_of(constraints.I32Attr, constraints.DenseI32ArrayAttr).description: integer(i32)
    | array(i32),
    constraints.any_of(constraints.SI32Attr, constraints.DenseI32ArrayAttr).description: integer(
        signed[0]
    )
    | array(i32),
    tt_constraints.TT_GridAttr.description: st.just(GridAttr((1, 1))),
    tt_constraints.TT_DataTypeAttr.description: enum(DataTypeAttr, DataType),
    tt_constraints.TT_MemorySpaceAttr.description: enum(MemorySpaceAttr, MemorySpace),
    tt_constraints.TT_IteratorTypeArrayAttr.description: st.just(
        ArrayAttr([IteratorTypeAttr(IteratorType.Parallel)])
    ),
    tt_constraints.TT_ReduceTypeAttr.description: enum(ReduceTypeAttr, ReduceType),
    tt_constraints.TT_MeshShardDirectionAttr.description: enum(
        MeshShardDirectionAttr, MeshShardDirection
    ),
    tt_constraints.TT_MeshShardTypeAttr.description: enum(MeshShardTypeAttr, MeshShardType),
    tt_constraints.TTIR_PoolingMethodAttr.description: enum(PoolingMethodAttr, PoolingMethod),
    tt_constraints.TTIR_ConvolutionLayoutAttr.description: st.builds(
        lambda a, b, c: ConvolutionLayoutAttr(0, 1, a, 0, 1, b, 0, 1, c),
        dimensions,
        dimensions,
        dimensions,
    ),
    tt_constraints.TTNN_LayoutAttr.description: enum(LayoutAttr, Layout),
    tt_constraints.TTNN_BufferTypeAttr.description: enum(BufferTypeAttr, BufferType),
    tt_constraints.TTNN_ShapeAttr.description: dimensions.map(ShapeAttr),
    tt_constraints.TTNN_MemoryConfigAttr.description: memory_configs,
    tt_constraints.TTNN_MeshShapeAttr.description: st.just(MeshShapeAttr(1, 1)),
}


def _words(constraint: Any) -> str:
    while isinstance(constraint, RangeLengthConstraint | RangeOf):
        wrapped = isinstance(constraint, RangeLengthConstraint)
        constraint = constraint.constraint if wrapped else constraint.constr
    return constraint.description


def _count(draw: st.DrawFn, value_def: object) -> int:
    if isinstance(value_def, OptionalDef):
        return draw(st.integers(0, 1))
    return draw(st.integers(0, 3)) if isinstance(value_def, VariadicDef) else 1


@st.composite
def operations(draw: st.DrawFn, op: type[Any]) -> Operation:
    """Draw an op of the class `op`: kinds and counts of operands, attributes and results are as
    declared, their values random.
    """
    definition = op.get_irdl_definition()
    types = st.one_of(*[st.just(draw(tensor_types())) for _ in range(2)], tensor_types())

    def values(value_def: Any) -> list[Attribute]:
        is_device = _words(value_def.constr) == tt_constraints.TT_Device.description
        return [DEVICE if is_device else draw(types) for _ in range(_count(draw, value_def))]

    operands = [
        list(test.TestOp(result_types=values(value_def)).results)
        for _, value_def in definition.operands
    ]
    properties = {
        name: draw(VALUES[_words(prop.constr)])
        for name, prop in definition.properties.items()
        if name != "operandSegmentSizes"
        and not (isinstance(prop, OptionalDef) and draw(st.booleans()))
    }
    block = Block(arg_types=[draw(types) for _ in range(draw(st.integers(0, 3)))])
    block.add_op(YieldOp.build(operands=[list(block.args)[-1:]]))
    return op.build(
        operands=operands,
        properties=properties,
        result_types=[values(value_def) for _, value_def in definition.results],
        regions=[Region(block)] * len(definition.regions),
    )


OPS = {op.name: op for dialect in (TTIR, TTNN) for op in dialect.operations}
OWN_RULES = {
    name: op
    for name, op in OPS.items()
    if getattr(op, "verify_op", None) is not OdsOperation.verify_op
}


def _verifies(op: Operation) -> bool:
    try:
        op.verify_()
    except VerifyException:
        return False
    return True


@pytest.mark.parametrize(
    "name", sorted({**OWN_RULES, "ttir.add": OPS["ttir.add"], "ttnn.add": OPS["ttnn.add"]})
)
@settings(max_examples=example_count(5))
@given(data=st.data())
def test_random_op_verifies_or_is_refused_with_message(name: str, data: st.DataObject) -> None:
    _verifies(data.draw(operations(OPS[name])))


@pytest.mark.parametrize("name", sorted(name for name, op in OPS.items() if hasattr(op, "fold")))
@settings(max_examples=example_count(4))
@given(data=st.data())
def test_folding_random_op_keeps_type(name: str, data: st.DataObject) -> None:
    op: Any = data.draw(operations(OPS[name]))
    if not _verifies(op):
        return
    folded = op.fold()
    if folded is not None:
        for value, result in zip(folded, op.results, strict=True):
            assert isinstance(value, Attribute) or value.type == result.type


@pytest.mark.parametrize("name", sorted(OPS))
@settings(max_examples=example_count(2))
@given(data=st.data())
def test_random_op_print_and_parse_round_trips(name: str, data: st.DataObject) -> None:
    op = data.draw(operations(OPS[name]))
    sources = list(dict.fromkeys(operand.owner for operand in op.operands))
    module = ModuleOp([*sources, op])
    text = print_operation(module)
    again = parse_module(text, context=create_context(allow_unregistered=True))
    assert print_operation(again) == text
    copy = again.body.block.last_op
    assert copy is not None
    assert copy.properties == op.properties

"""The op classes of TTIR and TTNN agree with the list of signatures from upstream's ODS."""

import keyword
import re
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, i32, i64
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    OptionalDef,
    OptOperandDef,
    RangeLengthConstraint,
    RangeOf,
    VariadicDef,
)
from xdsl.traits import MemoryWriteEffect, Pure

from ttmlir_py.dialects.ttir import TTIR
from ttmlir_py.dialects.ttnn import TTNN
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operations import DestinationStyle, OdsOperation

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
OPS: dict[str, type[Operation]] = {op.name: op for d in (TTIR, TTNN) for op in d.operations}


def _listed(dialect: str) -> dict[str, str]:
    lines = (HERE / dialect / "signatures.txt").read_text().splitlines()
    return {re.match(r"\S+ ([\w.]+)\(", line).group(1): line for line in lines}  # type: ignore[union-attr]


LISTED = {**_listed("ttir"), **_listed("ttnn")}


def _mark(value_def: object) -> str:
    if isinstance(value_def, OptionalDef):
        return "?"
    return "*" if isinstance(value_def, VariadicDef) else ""


def _ir_name(field: str) -> str:
    name = field.removesuffix("_")
    reserved = keyword.iskeyword(name) or hasattr(Operation, name)
    return name if field != name and reserved else field


def _signature(op: type[Operation], listed: str) -> str:
    definition = op.get_irdl_definition()  # type: ignore[attr-defined]
    operands = ", ".join(_ir_name(n) + _mark(d) for n, d in definition.operands)
    unnamed = "-> (_" in listed
    results = ", ".join(("_" if unnamed else _ir_name(n)) + _mark(d) for n, d in definition.results)
    segmented = "operandSegmentSizes" in definition.properties
    properties = [
        name + ("?" if isinstance(p, OptionalDef) else "=" if p.default_value is not None else "")
        for name, p in sorted(definition.properties.items())
        if name != "operandSegmentSizes"
    ]
    text = f"{op.__name__} {op.name}({operands}) -> ({results})"
    text += f" {{{', '.join(properties)}}}" if properties else ""
    text += f" regions={len(definition.regions)}" if definition.regions else ""
    text += " segmented" if segmented else ""
    if issubclass(op, DestinationStyle):
        text += f" init={op.DPS_INITS}"
    return text


def test_op_definitions_match_upstream_list() -> None:
    assert sorted(OPS) == sorted(LISTED)


def test_op_signatures_match_upstream() -> None:
    assert {name: _signature(OPS[name], LISTED[name]) for name in LISTED} == LISTED


def test_every_op_has_docstring_and_is_pure_or_writes_memory() -> None:
    for name, op in OPS.items():
        assert op.__doc__, name
        assert len(op.__doc__) > 4, name
        assert issubclass(op, OdsOperation), name
        assert op.has_trait(Pure) != op.has_trait(MemoryWriteEffect), name


def _inner(constraint: object) -> object:
    while isinstance(constraint, RangeLengthConstraint | RangeOf):
        constraint = (
            constraint.constraint
            if isinstance(constraint, RangeLengthConstraint)
            else constraint.constr
        )
    return constraint


def test_op_constraints_have_descriptions() -> None:
    """The verifier prints a constraint's description. ODS itself gives no description for arrays of
    iterator types.
    """
    for op_name, op in OPS.items():
        definition = op.get_irdl_definition()  # type: ignore[attr-defined]
        for name, value_def in (*definition.operands, *definition.results):
            constraint = _inner(value_def.constr)
            assert isinstance(constraint, Described), (op_name, name)
            assert constraint.description, (op_name, name)
        for name, prop in definition.properties.items():
            if name not in ("operandSegmentSizes", "iterator_types"):
                assert isinstance(prop.constr, Described), (op_name, name)
                assert prop.constr.description, (op_name, name)


def test_op_build_sets_property_defaults() -> None:
    from xdsl.dialects.builtin import TensorType, f32
    from xdsl.dialects.test import TestOp

    from ttmlir_py.dialects.ttnn import DeallocateOp, PermuteOp

    type_ = TensorType(f32, [4, 2])
    value = TestOp(result_types=[type_]).results[0]
    # A default value that is always printed is stored ...
    assert DeallocateOp.build(operands=[value]).properties == {
        "force": IntegerAttr.from_bool(False)
    }
    # ... and one that is omitted from the text is not stored, but the accessor returns it.
    permutation: Attribute = DenseArrayBase.from_list(i64, [0, 1])
    op = PermuteOp.build(
        operands=[value], properties={"permutation": permutation}, result_types=[type_]
    )
    assert "pad_value" not in op.properties
    assert op.pad_value.value.data == 0.0
    op.verify_()


def test_optional_op_operands_are_accessible_by_name() -> None:
    from xdsl.dialects.builtin import TensorType, f32
    from xdsl.dialects.test import TestOp

    from ttmlir_py.dialects.ttir import LinearOp

    a, b, bias, out = TestOp(
        result_types=[TensorType(f32, s) for s in ([4, 2], [2, 3], [3], [4, 3])]
    ).results
    plain = LinearOp.build(operands=[a, b, None, out], result_types=[out.type])
    biased = LinearOp.build(operands=[a, b, bias, out], result_types=[out.type])
    assert plain.bias is None
    assert biased.bias is bias
    for op in (plain, biased):
        op.verify_()
        assert op.dps_inits == (out,)
    assert plain.dps_inputs == (a, b)
    assert biased.dps_inputs == (a, b, bias)
    assert isinstance(LinearOp.get_irdl_definition().operands[2][1], OptOperandDef)


def test_properties_with_invalid_type_are_refused() -> None:
    """MLIR's parser refuses these properties before a verifier runs."""
    from xdsl.dialects.builtin import StringAttr

    from ttmlir_py.dialects.ttir import AddOp, SumOp, TransposeOp, Upsample2dOp
    from ttmlir_py.ir.definition.properties import property_conversion_error

    text = StringAttr("x")
    refused = "Invalid attribute `{}` in property conversion: {}"
    assert property_conversion_error(TransposeOp, {"dim0": IntegerAttr(0, i32)}) is None
    assert property_conversion_error(TransposeOp, {"dim1": text, "dim0": text}) == refused.format(
        "dim0", '"x"'
    )
    assert property_conversion_error(SumOp, {"dim_arg": ArrayAttr([text])}) is None
    assert property_conversion_error(SumOp, {"keep_dim": IntegerAttr(1, i32)}) == refused.format(
        "keep_dim", "1 : i32"
    )
    assert property_conversion_error(Upsample2dOp, {"scale_factor": text}) is None
    sizes: Attribute = DenseArrayBase.from_list(i32, [1])
    assert (
        property_conversion_error(AddOp, {"operandSegmentSizes": sizes})
        == "size mismatch in attribute conversion: 1 vs 2"
    )
    assert (
        property_conversion_error(AddOp, {"operandSegmentSizes": text})
        == "expected DenseI32ArrayAttr for key `value`"
    )

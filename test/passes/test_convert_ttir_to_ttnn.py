"""Tests that the lowering's tables cover every op, and that rows that copy operands and properties
may do so.
"""

import pytest
from xdsl.irdl import OptionalDef

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import LOWERINGS, RENAMED, WITHOUT_OUTPUT

NOT_LOWERED = {
    # An earlier pass decomposes these into ops that are lowered.
    "convolution",
    "dot_general",
    "gather",
    "get_dimension_size",
    "index",
    "pooling",
    "reduce_and",
    "reverse",
    "select",
    # These ops are not meant for TTNN or have no counterpart in TTNN.
    "alloc",
    "dealloc",
    "generic",
    "kernel",
    "yield",
}


def test_every_ttir_op_is_lowered_or_listed_as_not_lowered():
    lowered = {cls.name.removeprefix("ttir.") for cls in LOWERINGS}
    every = {op.name.removeprefix("ttir.") for op in ttir.TTIR.operations}
    assert not lowered & NOT_LOWERED
    assert every - lowered == NOT_LOWERED


def required_and_all_properties(cls: type) -> tuple[set[str], set[str]]:
    definitions = cls.get_irdl_definition().properties
    required = {
        name for name, definition in definitions.items() if not isinstance(definition, OptionalDef)
    }
    return required, set(definitions)


@pytest.mark.parametrize("old", [*RENAMED, *WITHOUT_OUTPUT], ids=lambda cls: cls.name)
def test_properties_copied_by_lowering_exist_in_ttir_and_ttnn_op(old: type):
    new = RENAMED.get(old) or WITHOUT_OUTPUT[old]
    required, known = required_and_all_properties(new)
    old_required, old_known = required_and_all_properties(old)
    assert old_known <= known
    assert required <= old_required


@pytest.mark.parametrize("old", RENAMED, ids=lambda cls: cls.name)
def test_operands_copied_by_lowering_have_same_names_in_ttir_and_ttnn_op(old: type):
    names = [name for name, _ in old.get_irdl_definition().operands]
    assert names == [name for name, _ in RENAMED[old].get_irdl_definition().operands]


@pytest.mark.parametrize("old", WITHOUT_OUTPUT, ids=lambda cls: cls.name)
def test_last_operand_of_lowered_ttir_op_is_output(old: type):
    *_, last = [name for name, _ in old.get_irdl_definition().operands]
    assert last == "output"


def test_every_lowering_creates_ttnn_ops():
    assert all(cls in ttnn.TTNN.operations for cls in (*RENAMED.values(), *WITHOUT_OUTPUT.values()))

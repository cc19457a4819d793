"""Dialects whose operations are loaded by family: each is found in its module, and in no other."""

import subprocess
import sys
from importlib import import_module

import pytest
from xdsl.ir import TypeAttribute

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.families import FamilyDialect
from ttmlir_py.ir.definition.operations import op_classes

DIALECTS = pytest.mark.parametrize("dialect", [ttir.TTIR, ttnn.TTNN], ids=["ttir", "ttnn"])


@DIALECTS
def test_tables_say_what_the_modules_have(dialect: FamilyDialect) -> None:
    for family, members in dialect.families.items():
        module = import_module(f"{dialect.package}.{family}")
        own = [op for op in op_classes(vars(module)) if op.__module__ == module.__name__]
        assert sorted(op.name.partition(".")[2] for op in own) == members.split(), family


@DIALECTS
def test_each_operation_is_found(dialect: FamilyDialect) -> None:
    operations = list(dialect.operations)
    context = create_context()
    package, missing = import_module(dialect.package), "No"
    for op in operations:
        assert dialect.find_operation(op.name) is op
        assert context.get_optional_op(op.name) is op
        assert getattr(package, op.__name__) is op
    assert len({op.name for op in operations}) == len(operations) > 90
    assert dialect.find_operation(f"{dialect.name}.nothing") is None
    assert context.get_optional_op(f"{dialect.name}.nothing") is None
    with pytest.raises(AttributeError, match=f"module '{dialect.package}' has no attribute 'No'"):
        getattr(package, missing)


@DIALECTS
def test_attributes_are_loaded_when_one_is_asked_for(dialect: FamilyDialect) -> None:
    attributes = list(dialect.attributes)
    assert len(attributes) > 1
    context = create_context()
    context.load_registered_dialect(dialect.name)
    copy = context.clone()
    for each in attributes:
        ask = copy.get_optional_type if issubclass(each, TypeAttribute) else copy.get_optional_attr
        assert ask(each.name) is each
    assert copy.get_optional_attr(f"{dialect.name}.nothing") is None
    assert not {each.name for each in context.loaded_attrs} & {each.name for each in attributes}
    assert context.get_optional_attr(attributes[0].name) is attributes[0]


def test_other_families_stay_unloaded() -> None:
    code = (
        "import sys\n"
        "from ttmlir_py.compiler import parse\n"
        "from ttmlir_py.dialects import ttir\n"
        "parse('func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {\\n'\n"
        "  '%0 = \"ttir.abs\"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> : '\n"
        "  '(tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> return %0 : tensor<2xf32> }')\n"
        "loaded = [f for f in ttir.FAMILIES if f'{ttir.__name__}.{f}' in sys.modules]\n"
        "assert loaded == ['elementwise'], loaded\n"
        "assert 'ttmlir_py.dialects.tt.enums' not in sys.modules\n"
        "assert ttir.MatmulOp.name == 'ttir.matmul'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

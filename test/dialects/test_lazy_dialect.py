"""Dialects that import the module of an op on first use: the ops found by scanning the sources are
the ops that Python defines.
"""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from xdsl.ir import TypeAttribute

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.lazy_dialect import LazyDialect
from ttmlir_py.ir.definition.operations import op_classes

DIALECTS = pytest.mark.parametrize("dialect", [ttir.TTIR, ttnn.TTNN], ids=["ttir", "ttnn"])


@DIALECTS
def test_lazy_dialect_declares_operations_of_imported_modules(dialect: LazyDialect) -> None:
    package = import_module(dialect.package)
    for each in iter_modules(package.__path__):
        module = import_module(f"{dialect.package}.{each.name}")
        own = [op for op in op_classes(vars(module)) if op.__module__ == module.__name__]
        expected = {op.name: op.__name__ for op in own}
        assert dialect.declarations.get(each.name, {}) == expected, (
            f"{module.__file__}: an op is declared by the lines '@op_definition', 'class XOp(...):' "
            f"and '    name = \"{dialect.name}.x\"', in this order"
        )


def test_lazy_dialect_finds_operation_of_new_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "toy_dialect"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "anything.py").write_text(
        "from ttmlir_py.ir.definition.operations import OdsOperation, op_definition\n\n\n"
        '@op_definition\nclass EqualOp(\n    OdsOperation\n):\n    """Equality."""\n\n    name = "toy.eq"\n'
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    toy = LazyDialect("toy", package="toy_dialect")
    assert toy.declarations == {"anything": {"toy.eq": "EqualOp"}}
    operation = toy.find_operation("toy.eq")
    assert operation is not None
    assert (operation.name, operation.__name__) == ("toy.eq", "EqualOp")
    assert toy.find_operation("toy.equal") is None


@DIALECTS
def test_lazy_dialect_finds_each_of_its_operations(dialect: LazyDialect) -> None:
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
def test_lazy_dialect_loads_attributes_on_first_lookup(dialect: LazyDialect) -> None:
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


def test_lazy_dialect_lookup_loads_only_module_of_operation() -> None:
    code = (
        "import sys\n"
        "from ttmlir_py.compiler import parse\n"
        "from ttmlir_py.dialects import ttir\n"
        "parse('func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {\\n'\n"
        "  '%0 = \"ttir.abs\"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> : '\n"
        "  '(tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> return %0 : tensor<2xf32> }')\n"
        "loaded = [m for m in ttir.TTIR.declarations if f'{ttir.__name__}.{m}' in sys.modules]\n"
        "assert loaded == ['elementwise'], loaded\n"
        "assert 'ttmlir_py.dialects.tt.enums' not in sys.modules\n"
        "assert ttir.MatmulOp.name == 'ttir.matmul'\n"
        "assert 'ttmlir_py.dialects.ttir.reduction' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

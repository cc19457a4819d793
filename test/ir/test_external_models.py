"""`ttmlir_py.ir.external_models`: syntax, folders and other behavior of operations of xDSL."""

from collections.abc import Mapping

import pytest
from xdsl.dialects import get_all_dialects

from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.func import ConstantOp, FuncOp
from ttmlir_py.dialects.upstream import EXTERNAL_MODELS
from ttmlir_py.ir.external_models import (
    NO_MODELS,
    default_dialect,
    models_for,
    models_of,
    result_names,
)
from ttmlir_py.ir.module import ModuleOp


@pytest.mark.parametrize("name", EXTERNAL_MODELS)
def test_external_model_of_dialect_names_operation_of_that_dialect(name: str):
    tables = [table for table in models_of(name) if isinstance(table, Mapping)]
    assert all(key.startswith(f"{name}.") for table in tables for key in table)


@pytest.mark.parametrize("name", EXTERNAL_MODELS)
def test_external_syntax_and_folders_name_existing_operations(name: str):
    factory = get_all_dialects().get(name)
    models = models_of(name)
    known = {op.name for op in factory().operations} if factory is not None else set[str]()
    used = {*models.printers, *models.parsers, *models.folders, *models.branches}
    assert used <= known


def test_dialect_without_models_has_empty_models():
    assert models_of("no_such_dialect") is NO_MODELS


@pytest.mark.parametrize("name", ["func", "tensor", "ttir", "ttnn"])
def test_project_operations_have_no_external_models(name: str):
    assert all(models_for(op) is NO_MODELS for op in load_dialect(name).operations)


def test_project_classes_declare_behaviour_without_external_models():
    assert default_dialect(FuncOp) == "func"
    assert default_dialect(ModuleOp) == "builtin"
    assert default_dialect(ConstantOp) == ""
    assert result_names(ConstantOp) == "f"
    assert result_names(FuncOp) == ""

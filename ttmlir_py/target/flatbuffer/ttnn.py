"""`--ttnn-to-flatbuffer`: a module of the ttnn dialect as a TTNN binary (`.ttnn`).

A binary holds the system description, and a program for each function: references to its input and output tensors, its
operations in order, and for people and tools the IR text, the C++ text, locations and golden tensors.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.ir import Operation

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.attributes import SystemDescAttr
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.diagnostics import DiagnosticEngine, OperationError
from ttmlir_py.ir.elements import HEX_LIMIT
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import BINARY_OPTIONS
from ttmlir_py.ir.writing.names import ValueNames
from ttmlir_py.ir.writing.printer import MlirPrinter, PrintOptions, print_operation
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import convert
from ttmlir_py.schemas import MisfitError, write
from ttmlir_py.target.cpp import emitter as cpp
from ttmlir_py.target.flatbuffer.goldens import GoldenTensor
from ttmlir_py.target.flatbuffer.ops import References, operation_table, ttnn_schema
from ttmlir_py.target.flatbuffer.system_desc import system_desc
from ttmlir_py.target.flatbuffer.types import FbTable
from ttmlir_py.target.flatbuffer.version import FORMAT_REVISION, FORMAT_VERSION

# Constants with more elements are elided in the texts of operations.
ELIDED_ELEMENTS = 16

LOWERING_HINT = "lower it with --ttir-to-ttnn-backend-pipeline first"


def translate(
    module: ModuleOp,
    *,
    golden_map: Mapping[str, Any] | None = None,
    stages: Sequence[tuple[str, str]] = (),
) -> bytes:
    """The binary of a module: `golden_map`, arrays or `GoldenTensor`s by location, and `stages` as (pass name, IR text) go into its debug info.

    Requires `tt.system_desc` and `tt.device` on the module and TTNN layouts on all tensors. Raises OperationError for
    what the format cannot express, ValueError for such a golden.
    """
    description = module.attributes.get(SystemDescAttr.name)
    if not isinstance(description, SystemDescAttr):
        raise OperationError(
            module, f"has no '{SystemDescAttr.name}', so it is no TTNN program: {LOWERING_HINT}"
        )
    references = References()
    debug_info = _debug_info(module, golden_map or {}, stages)
    programs = [
        _program(references, function, debug_info)
        for function in module.walk()
        if isinstance(function, FuncOp)
    ]
    root: FbTable = {
        "version": FORMAT_VERSION,
        "ttmlir_git_hash": FORMAT_REVISION,
        "system_desc": system_desc(description),
        "programs": programs,
    }
    try:
        return write(ttnn_schema(), root)
    except MisfitError as misfit:
        where, path = _place(module, misfit.path)
        raise OperationError(where, f"cannot be translated: {path}: {misfit.problem}") from None


def _place(module: ModuleOp, path: str) -> tuple[Operation, str]:
    """The operation whose table holds the value at a path of the binary, and the path from there.

    A tensor belongs to the operation that first names it; the arguments of a function belong to the function.
    """
    found = re.fullmatch(r"programs\[(\d+)\]\.(?:operations\[(\d+)\]\.)?(.*)", path)
    if found is None:
        return module, path
    program, operation, rest = found.groups()
    functions = [each for each in module.walk() if isinstance(each, FuncOp)]
    function = functions[int(program)]
    if operation is None:
        return function, rest
    written = [op for op in function.body.block.ops if not isinstance(op, ReturnOp)]
    return written[int(operation)], rest


def _debug_info(
    module: ModuleOp, golden_map: Mapping[str, Any], stages: Sequence[tuple[str, str]]
) -> FbTable:
    source = print_operation(module, BINARY_OPTIONS)
    return {
        "mlir": {"name": "ttnn", "source": source},
        "cpp": _cpp(module),
        "mlir_stages": [{"name": name, "source": text} for name, text in stages],
        "golden_info": {
            "golden_map": [
                {"key": location, "value": GoldenTensor.of(location, golden).table()}
                for location, golden in golden_map.items()
            ]
        },
    }


def _cpp(module: ModuleOp) -> str:
    """The C++ text of a module without the elements of large constants, empty if not all of it has a form in C++."""
    copy, engine = module.clone(), DiagnosticEngine()
    try:
        convert(copy, elide_elements_if_larger=HEX_LIMIT)
        with engine.collect():
            return cpp.translate(copy) if verify_operation(copy, engine) else ""
    except OperationError:
        return ""


def _program(references: References, function: FuncOp, debug_info: FbTable) -> FbTable:
    if len(function.body.blocks) != 1:
        raise OperationError(function, "cannot be translated: its body is not a single block")
    options = PrintOptions(
        debug_info=True, elide_elements_if_larger=ELIDED_ELEMENTS, skip_regions=True
    )
    printer = MlirPrinter(options, ValueNames(function))
    inputs = [references.tensor(argument) for argument in function.body.block.args]
    operations: list[FbTable] = []
    outputs: list[FbTable] = []
    for op in function.body.block.ops:
        if isinstance(op, ReturnOp):
            outputs += [references.tensor(value) for value in op.operands]
            continue
        operations.append(
            {
                "type": operation_table(references, op),
                "debug_info": printer.operation_text(op),
                "loc_info": printer.location_text(op.location),
            }
        )
    return {
        "name": function.sym_name.data,
        "inputs": inputs,
        "outputs": outputs,
        "operations": operations,
        "debug_info": debug_info,
    }

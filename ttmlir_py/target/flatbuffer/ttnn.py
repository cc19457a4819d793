"""`--ttnn-to-flatbuffer`: write a module of the ttnn dialect as a TTNN binary (`.ttnn`).

A binary holds the system descriptor, and a program for each function. A program has references to
its input and output tensors, and its operations in order. Its debug information has the IR text,
the C++ text, locations and golden tensors.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from xdsl.dialects.builtin import IntegerAttr, StringAttr

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.const_eval import const_eval_name, is_const_eval, parameters
from ttmlir_py.dialects.tt.target import FP32_DEST_ACC_EN, MATH_FIDELITY, target_revision
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.memo import Kinds, op_kind
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import BINARY_OPTIONS
from ttmlir_py.ir.writing.printer import print_operation
from ttmlir_py.revisions import INTERNAL
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.target.flatbuffer.binary import BinaryFormat, require_one_block
from ttmlir_py.target.flatbuffer.cpp_text import cpp_text
from ttmlir_py.target.flatbuffer.debug_info import operation_printer
from ttmlir_py.target.flatbuffer.goldens import GoldenTensor
from ttmlir_py.target.flatbuffer.ops import SCHEMA_FILE, operation_table
from ttmlir_py.target.flatbuffer.references import References
from ttmlir_py.target.flatbuffer.types import FbTable

if TYPE_CHECKING:
    from ttmlir_py.dialects.later import LaterOperation

FORMAT: Final = BinaryFormat("TTNN", SCHEMA_FILE, "ttir-to-ttnn-backend-pipeline", "operations")


def translate(
    module: ModuleOp,
    *,
    golden_map: Mapping[str, Any] | None = None,
    stages: Sequence[tuple[str, str]] = (),
    has_texts: bool = True,
    revision: str = INTERNAL,
) -> bytes:
    """Return the TTNN binary of a module.

    `golden_map` (arrays or `GoldenTensor`s by location) and `stages` (pairs of pass name and IR
    text) go into the debug information. `has_texts` False omits the texts of the module and its
    C++, which take most of the time. `revision` selects the format. Requires `tt.system_desc` and
    `tt.device` on the module and TTNN layouts on all tensors. Raises OperationError for contents
    that the format cannot express, and ValueError for such a golden tensor.
    """
    FORMAT.description_of(module)
    target = target_revision(module)
    if target != INTERNAL and revision not in (INTERNAL, target):
        raise OperationError(
            module,
            f"cannot be translated to {revision}: it was compiled for {target}, so compile it "
            "without target-revision",
        )
    kinds = {id(op): op_kind(op) for op in ops_in(module.regions)}
    references = References(kinds)
    debug_info: FbTable = {}
    if has_texts:
        debug_info = _debug_info(
            module, golden_map or {}, stages, kinds, has_cpp=target == INTERNAL
        )
    functions = [each for each in ops_in(module.regions) if isinstance(each, FuncOp)]
    _share_constants(references, functions)
    config = _compute_config(module)
    programs = [_program(references, each, debug_info, kinds, config) for each in functions]
    if target != INTERNAL:
        return FORMAT.write_later(module, programs, target)
    data = FORMAT.write(module, programs)
    return data if revision == INTERNAL else FORMAT.convert(module, data, revision)


def _debug_info(
    module: ModuleOp,
    golden_map: Mapping[str, Any],
    stages: Sequence[tuple[str, str]],
    kinds: Kinds,
    *,
    has_cpp: bool,
) -> FbTable:
    source = print_operation(module, BINARY_OPTIONS, kinds=kinds)
    return {
        "mlir": {"name": "ttnn", "source": source},
        "cpp": cpp_text(module, kinds) if has_cpp else None,
        "mlir_stages": [{"name": name, "source": text} for name, text in stages],
        "golden_info": {
            "golden_map": [
                {"key": location, "value": GoldenTensor.of(location, golden).table()}
                for location, golden in golden_map.items()
            ]
        },
    }


def _share_constants(references: References, functions: Sequence[FuncOp]) -> None:
    """Give each result of a const-eval function the number of the argument that it becomes, and
    each argument that of a parameter.

    Results are the last arguments of the function whose constants it computes.
    """
    by_name = {each.sym_name.data: each for each in functions}
    for function in functions:
        evaluated = by_name.get(const_eval_name(function))
        if evaluated is None or not is_const_eval(evaluated):
            continue
        returned = evaluated.get_return_op()
        values = () if returned is None else tuple(returned.operands)
        if len(values) > len(function.args):
            raise OperationError(evaluated, f"returns more tensors than @{_name(function)} takes")
        arguments = function.args[len(function.args) - len(values) :]
        for value, argument in zip(values, arguments, strict=True):
            if value.type != argument.type:
                raise OperationError(
                    evaluated, f"returns {value.type}, but @{_name(function)} takes {argument.type}"
                )
            references.share(value, argument)
        _share_parameters(references, function, evaluated)


def _share_parameters(references: References, function: FuncOp, evaluated: FuncOp) -> None:
    """Give the arguments of a const-eval function the numbers of the parameters of `function`."""
    given = parameters(function) if evaluated.args else []
    if [each.type for each in given] != [each.type for each in evaluated.args]:
        raise OperationError(
            evaluated,
            f"takes {len(evaluated.args)} arguments, expected the {len(given)} parameters of "
            f"@{_name(function)}",
        )
    for argument, parameter in zip(evaluated.args, given, strict=True):
        references.share(argument, parameter)


def _name(function: FuncOp) -> str:
    return function.sym_name.data


_FIDELITIES: Final = {each.lower(): each for each in ("LoFi", "HiFi2", "HiFi3", "HiFi4")}


def _compute_config(module: ModuleOp) -> FbTable:
    """Return the fields of each operation with the module's compute configuration."""
    config: FbTable = {}
    if isinstance(fidelity := module.attributes.get(MATH_FIDELITY), StringAttr):
        config["math_fidelity"] = _FIDELITIES[fidelity.data]
    if isinstance(accumulates := module.attributes.get(FP32_DEST_ACC_EN), IntegerAttr):
        config["fp32_dest_acc_en"] = bool(accumulates.value.data)
    return config


def _program(
    references: References,
    function: FuncOp,
    debug_info: FbTable,
    kinds: Kinds,
    config: FbTable,
) -> FbTable:
    require_one_block(function)
    printer = operation_printer(function, kinds)
    inputs = [references.tensor(argument) for argument in function.body.block.args]
    operations: list[FbTable] = []
    outputs: list[FbTable] = []
    for op in function.body.block.ops:
        if op.__class__ is ReturnOp:
            outputs += [references.tensor(value) for value in op.operands]
            continue
        if op.name.startswith("later."):
            # Imported here, because few programs have such operations.
            from ttmlir_py.target.flatbuffer.later_operations import later_tables

            tables = later_tables(references, cast("LaterOperation", op))
        else:
            tables = [operation_table(references, op)]
        operations += (
            {
                "type": table,
                "debug_info": printer.operation_text(op),
                "loc_info": printer.location_text(op.location),
                **config,
            }
            for table in tables
        )
    return {
        "name": function.sym_name.data,
        "inputs": inputs,
        "outputs": outputs,
        "operations": operations,
        "debug_info": debug_info,
    }

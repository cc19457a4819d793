"""The pass `tt-populate-argument-types`: mark arguments that are the same in all runs."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tt.const_eval import ARGUMENT_TYPES, set_argument_types
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass, option


def parse_argument_types(text: str) -> dict[str, list[str]]:
    """Return the types of the arguments of each function: `main=input,parameter;other=input`.

    Raises ValueError for another form.
    """
    found: dict[str, list[str]] = {}
    for entry in filter(None, text.split(";")):
        name, _, types = entry.partition("=")
        listed = types.removesuffix(",").split(",")
        if not name or not types:
            raise ValueError(f"'{entry}': expected function=type,type")
        if unknown := [each for each in listed if each not in ARGUMENT_TYPES]:
            raise ValueError(unknown_name("argument type", unknown[0], ARGUMENT_TYPES))
        found[name] = listed
    return found


@dataclass(frozen=True)
class TTPopulateArgumentTypesPass(Pass):
    """Mark arguments that are the same in all runs

    Sets the attribute `tt.argument_type` of arguments to `input`, `parameter`, `constant` or
    `default`. Parameters and constants are the same in all runs, so that `ttnn-const-eval` computes
    what depends on them once. Fails if a function is missing or has another number of arguments.
    """

    name = "tt-populate-argument-types"
    cpp_name = "TTPopulateArgumentTypes"
    changes_attributes_only = True

    argument_types: str = option(
        "",
        "Types of the arguments of functions: main=input,parameter;other=input",
        check=parse_argument_types,
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        functions = {each.sym_name.data: each for each in op.walk() if isinstance(each, FuncOp)}
        for name, types in parse_argument_types(self.argument_types).items():
            if name not in functions:
                raise OperationError(
                    op,
                    f'Function: "{name}" was provided in the argument types map, however it '
                    "was not found in module!",
                )
            function = functions[name]
            count = len(function.function_type.inputs)
            if count != len(types):
                raise OperationError(
                    function,
                    "Did not provide the correct number of argument types for function: "
                    f'"{name}". Expected: {count} arguments, got: {len(types)} arguments',
                )
            set_argument_types(function, types)

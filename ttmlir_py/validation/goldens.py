"""Golden values: results of a program's operations by the reference semantics of its source."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ttmlir_py import compiler
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.passes.running.instrumentation import PRE_PIPELINE
from ttmlir_py.reference import functions
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.validation.checking import Source, complaint
from ttmlir_py.validation.comparing import mesh_of, read_module
from ttmlir_py.validation.execution import Places
from ttmlir_py.validation.flattening import without_calls
from ttmlir_py.validation.numbers import devices

FORMS = {"ttir": "TTIR", "stablehlo": "StableHLO"}


def goldens_of(
    binary: TTNNBinary, program: TTNNProgram, form: str, file: str, inputs: Sequence[Array]
) -> dict[str, Array]:
    """Map the locations of the program's operations to the source's results in float64.

    `form` is the source's language, `ttir` or `stablehlo`. `file` is its path, or empty if the
    binary stores it as its first stage (`stages` of `compiler.compile`,
    `tttranslate --pre-pipeline`). Raises InputError if the source is invalid.
    """
    context = compiler.create_context()
    with context.diagnostics.collect() as said:
        try:
            text = Path(file) if file else _kept(binary, program)
            module = without_calls(read_module(text, context))
            named = {each.sym_name.data: each for each in functions(module)}
            if program.name not in named:
                place = f"the source {file}" if file else "the source"
                raise InputError(f"{place} has no function {program.name}")
            function = named[program.name]
            arguments = function.body.block.args
            if len(inputs) != len(arguments):
                raise InputError(
                    f"the source takes {len(arguments)} inputs, {program} {len(inputs)}"
                )
            given = [
                np.asarray(x).reshape(shape_of(each))
                for x, each in zip(inputs, arguments, strict=True)
            ]
            source = Source(function, given, mesh_of(binary))
        except OSError as error:
            raise InputError(f"cannot open '{file}': {error.strerror}") from None
        except OperationError as error:
            raise InputError(f"the source: {complaint(error)}") from None
        except CompilationError:
            raise InputError(f"the source: {said[0] if said else 'it cannot be read'}") from None
    if source.form != FORMS[form]:
        raise InputError(f"the source is {source.form}, and not {FORMS[form]}")
    return _by_location(source, program)


def _kept(binary: TTNNBinary, program: TTNNProgram) -> str:
    info = program.view.debug_info
    stages = (info.mlir_stages if info is not None else None) or ()
    found = next((each.source for each in stages if each.name == PRE_PIPELINE), None)
    if found is None:
        raise InputError("the binary does not keep its source: name the file, --golden ttir=FILE")
    return found


def _by_location(source: Source, program: TTNNProgram) -> dict[str, Array]:
    places = Places(source.operations, by_text=True)
    goldens: dict[str, Array] = {}
    for operation in program.operations:
        number = places.number(operation.location)
        results = () if number is None else source.operations[number].results
        if len(results) == 1:
            held = devices(source.results[results[0]])
            goldens[operation.location] = np.stack(held) if len(held) > 1 else held[0]
    if not goldens:
        raise InputError(
            "no operation has the location of one of the source: compile a text that has "
            "locations, or the file itself"
        )
    return goldens

"""Compiled models, which can be called with arrays, saved, timed and checked.

>>> text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
>>> model = compile(text)
>>> model(np.ones(2, np.float32))
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from ttmlir_py import compiler
from ttmlir_py.common.files import read_file, write_file
from ttmlir_py.common.warning_kinds import WarningControl
from ttmlir_py.frontends.costs import Performance, estimated, memory_report
from ttmlir_py.frontends.levels import Level, entry_function, lower
from ttmlir_py.frontends.pipeline_options import option_texts
from ttmlir_py.frontends.signature import Array, Signature, argument_names, stored
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import Diagnostic
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import PrintOptions
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.inputs import generate_inputs, input_place, ordered_inputs
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.ttnn_program import TTNNProgram

if TYPE_CHECKING:
    from ttmlir_py.frontends.summary import Summary
    from ttmlir_py.runtime.observers.goldens import GoldenReport
    from ttmlir_py.runtime.observers.memory_tracker import MemoryReport

DEFAULT_SYSTEM = "n150"
SAFE_WARNINGS = ("-Werror=signed-integers", "-Wno-loop-bound")
"""Default warning flags of models: an integer that would lose its sign is an error. Runs report
loops that did not end.
"""

_LARGE_WEIGHTS = 1 << 24
"""Number of bytes from which on the memory of replaced constants matters."""


@dataclass(frozen=True)
class Settings:
    """The settings for compiling a model."""

    system: str = DEFAULT_SYSTEM
    """The board, see `boards`."""
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    """Pipeline options, see `pipeline_options.option_texts`."""
    warnings: Sequence[str] = ()
    """Warning flags as on the command line, which are applied after `SAFE_WARNINGS`."""

    def quiet(self) -> Settings:
        """Return the same settings with all warnings off, for a second compilation."""
        return replace(self, warnings=(*self.warnings, "-w"))

    def check(self) -> None:
        """Raise ValueError for an unknown board, option or warning."""
        compiler.system_desc(self.system)
        option_texts(self.options)
        WarningControl(self.warnings)


class Executable:
    """A TTNN binary with the types of its arguments and results: it runs on the simulator."""

    binary: bytes
    signature: Signature

    @cached_property
    def loaded(self) -> TTNNBinary:
        """Return the binary, loaded into the simulator."""
        return TTNNBinary.load(self.binary)

    @property
    def program(self) -> TTNNProgram:
        """Return the program in the binary that `run` executes."""
        return self.loaded.program(self.signature.function)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the binary (`.ttnn`) atomically. Raise OSError on failure."""
        write_file(path, self.binary)

    def run(
        self,
        inputs: Sequence[Any] | Mapping[str, Any],
        *,
        hooks: RunEvents | None = None,
        numerics: str = "ideal",
    ) -> list[Array]:
        """Run the model on the simulator, and return the results in the model's own types.

        `inputs` are arrays in argument order, or a mapping by argument name (`arg0` if it has no
        name). `numerics` is that of `ttrt run`: `ideal`, or `device` for the device's rounding.
        Raise `InputError` for arrays that do not fit, and `SimulationError`, also for a loop that
        did not end within the iterations of the option `loop-bound`.
        """
        shaped = self.stored_inputs(inputs)
        outputs = self.loaded.run(
            shaped, self.signature.function, hooks=hooks, numerics=DeviceNumerics.named(numerics)
        )
        results = self.signature.results
        if any(each.any() for each in outputs[len(results) :]):
            raise SimulationError(
                "a loop did not end within the iterations that loop-bound allows: compile with a "
                "larger number"
            )
        return [
            type_.restore(output)
            for type_, output in zip(results, outputs[: len(results)], strict=True)
        ]

    def stored_inputs(self, inputs: Sequence[Any] | Mapping[str, Any]) -> list[Array]:
        """Return the arguments of `run` in the shapes and formats of the binary's inputs.

        Raise `InputError` for arrays that do not fit.
        """
        ordered = ordered_inputs(self.program, inputs)
        arrays = [
            type_.accept(input_place(self.program, index), value)
            for index, (value, type_) in enumerate(
                zip(ordered, self.signature.arguments, strict=True)
            )
        ]
        return [
            stored(array, ref.desc.data_type).reshape(ref.desc.shape)
            for array, ref in zip(arrays, self.program.inputs, strict=True)
        ]

    def random_inputs(self) -> list[Array]:
        """Return standard normal numbers, and small integers, for the arguments of `run`.

        Integers that index rows are valid. The numbers are the same in each call.
        """
        drawn = generate_inputs(self.program, "randn", seed=0)
        return [
            type_.restore(each) for type_, each in zip(self.signature.arguments, drawn, strict=True)
        ]

    def perf(self) -> Performance:
        """Estimate the run time on the device, like `ttrt perf`. Nothing is measured."""
        return estimated(self.loaded, self.program)

    def memory(self) -> MemoryReport:
        """Return the device memory that each operation needs, like `ttrt run --memory`.

        Nothing is computed. Raise `SimulationError` for the first operation that does not fit.
        """
        return memory_report(self.loaded, self.program)

    def summary(self, inputs: Sequence[Any] | Mapping[str, Any] | None = None) -> Summary:
        """Return the operations, time, memory and errors of the model in a few lines.

        The errors are those of a run on `inputs`, which are passed as to `run`. Without inputs,
        they are standard normal numbers.
        """
        from ttmlir_py.frontends.summary import summarize

        arrays = None if inputs is None else self.stored_inputs(inputs)
        return summarize(str(self.signature), self.loaded, self.program, arrays)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.signature}: {len(self.binary):,} bytes>"

    def _texts(self) -> dict[str, str]:
        """Return the texts that notebooks show, by title."""
        return {}

    def _repr_html_(self) -> str:
        from ttmlir_py.common.html_parts import block, folded, line, title

        program = self.program
        texts = self._texts()
        return block(
            title(f"{type(self).__name__} {self.signature}"),
            line(f"binary of {len(self.binary):,} bytes, {len(program.operations)} operations"),
            *(folded(name, text) for name, text in texts.items() if text),
        )


class Compiled(Executable):
    """A compiled program at all lowering levels: the base class of the models of all front ends.

    Raises ValueError for unknown settings, for a program without a public function, and for
    arguments or results that are not arrays. Raises CompilationError with the diagnostics' text.
    """

    def __init__(
        self,
        text: str,
        settings: Settings,
        file_name: str = "<stdin>",
        weights: Mapping[str, Array] | None = None,
    ):
        self.source = text
        self._weights = weights or {}
        """Constants that are arguments in `source`, by name. They are those of the caller."""
        self._checksum = _checksum(self._weights)
        self.settings = settings
        self._file_name = file_name
        with compiler.diagnosed(warnings=[*SAFE_WARNINGS, *settings.warnings]) as context:
            found: list[Diagnostic] = []
            context.diagnostics.observers.append(found.append)
            context.diagnostics.brief_warnings = True
            context.diagnostics.shows_lines_without_column = True
            # The reason of an error follows the operation, whose regions may be very long.
            context.diagnostics.print_options = PrintOptions(skip_regions=True)
            module = self._parse(context)
            function = entry_function(module)
            if function is None:
                raise ValueError("the program has no public function")
            name, type_ = function.sym_name.data, function.function_type
            names = argument_names(function)
            self.level = lower(
                module, Level.TTNN, context, options=settings.options, system=settings.system
            )
            self.signature = Signature.of(name, type_, names)
            if sum(each.nbytes for each in self._weights.values()) > _LARGE_WEIGHTS:
                # Replaced constants are parts of cycles: without this, they stay until the end.
                gc.collect()
            self.binary = compiler.translate(module, context=context)
        self._module = module
        self.diagnostics = tuple(found)
        """The warnings that the compilation emitted."""

    def _parse(self, context: MlirContext) -> ModuleOp:
        self._require_weights()
        module = compiler.parse(self.source, context=context, file_name=self._file_name)
        if self._weights:
            from ttmlir_py.frontends.weights import insert_weights

            insert_weights(module, self._weights)
        return module

    def _require_weights(self) -> None:
        """Raise ValueError if the caller has changed the weights, which texts of the model show."""
        if _checksum(self._weights) != self._checksum:
            raise ValueError(
                "the weights have changed since the model was compiled, so that its text cannot be "
                "shown: compile the model again, or read the text before"
            )

    @property
    def stablehlo(self) -> str:
        """Return the text that was compiled. Raise ValueError if it is not StableHLO."""
        if self.level is not Level.STABLEHLO:
            raise ValueError(f"the model was {self.level.title}, not {Level.STABLEHLO.title}")
        if not self._weights:
            return self.source
        with compiler.diagnosed(warnings=["-w"]) as context:
            return str(self._parse(context))

    @cached_property
    def ttir(self) -> str:
        """Return the model in TTIR, before the lowering to TTNN. Raise ValueError if it started as
        TTNN.
        """
        with compiler.diagnosed(warnings=["-w"]) as context:
            module = self._parse(context)
            lower(module, Level.TTIR, context, options=self.settings.options)
        return str(module)

    @cached_property
    def ttnn(self) -> str:
        """Return the model in TTNN."""
        self._require_weights()
        return str(self._module)

    @override
    def _texts(self) -> dict[str, str]:
        try:
            return {"TTNN": self.ttnn}
        except ValueError:  # the weights have changed
            return {}


def _checksum(weights: Mapping[str, Array]) -> int:
    if not weights:
        return 0
    from ttmlir_py.frontends.weights import checksum

    return checksum(weights)


class Model(Compiled):
    """A model compiled from MLIR text. Call it with one array per argument."""

    def __call__(self, *inputs: Any) -> list[Array]:
        """Run the model on the simulator, see `run`."""
        return self.run(inputs)

    def check(self, *inputs: Any, numerics: str = "ideal") -> GoldenReport:
        """Run the model, and compare each operation with float64, like `ttrt run --golden f64`.

        Without inputs, they are those of `random_inputs`.
        """
        from ttmlir_py.runtime.observers.goldens import GoldenChecker

        device = DeviceNumerics.named(numerics)
        checker = GoldenChecker(self.loaded, self.program, source="f64", numerics=device)
        self.run(inputs or self.random_inputs(), hooks=checker.hooks, numerics=numerics)
        return checker.report


def compile(
    source: str | os.PathLike[str] | bytes,
    *,
    system: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    warnings: Iterable[str] = (),
) -> Model:
    """Compile StableHLO, TOSA, TTIR or TTNN.

    `source` is text, the path of a file, or the bytes of text or of a portable artifact. `system`
    is the board, `options` are pipeline options (`{"enable-optimizer": True}`), and `warnings` are
    command-line flags.

    >>> compile(Path("model.mlir"), options={"enable-optimizer": True}).save("model.ttnn")

    Raise OSError for a file that cannot be read, `SourceError` for bytes that are not a program,
    and the errors of `Compiled`.
    """
    from ttmlir_py.frontends.sources import program_text

    if isinstance(source, str):
        text, name = source, "<stdin>"
    elif isinstance(source, bytes):
        text, name = program_text(source, "<bytes>"), "<bytes>"
    else:
        name = os.fspath(source)
        text = program_text(read_file(source), name)
    return Model(text, Settings(system, dict(options or {}), tuple(warnings)), name)


__all__ = ["Compiled", "Executable", "InputError", "Model", "Performance", "Settings", "compile"]


def __dir__() -> list[str]:
    return sorted(__all__)

"""Models: programs of any form, compiled, called with arrays of their own types, saved, estimated and checked.

>>> model = compile('func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }')
>>> model(np.ones(2, np.float32))
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ttmlir_py import compiler
from ttmlir_py.common.files import read_file, write_file
from ttmlir_py.common.warning_kinds import WarningControl
from ttmlir_py.frontends.levels import Level, entry_function, lower, option_texts
from ttmlir_py.frontends.signature import Array, Signature, argument_names, stored
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.ttnn_program import TTNNProgram

if TYPE_CHECKING:
    from ttmlir_py.runtime.observers.goldens import GoldenReport
    from ttmlir_py.ttrt.perf_model import Estimate

DEFAULT_SYSTEM = "n150"
SAFE_WARNINGS = ("-Werror=signed-integers",)
"""What a model is compiled with: integers that would lose their sign are an error, not a warning."""


@dataclass(frozen=True)
class Settings:
    """How to compile a model."""

    system: str = DEFAULT_SYSTEM
    """The board: see `boards`."""
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    """Of the pipelines: see `levels.option_texts`."""
    warnings: Sequence[str] = ()
    """Flags as on the command line; they come after `SAFE_WARNINGS`."""

    def quiet(self) -> "Settings":
        """The same without warnings, for what is compiled a second time."""
        return replace(self, warnings=(*self.warnings, "-w"))

    def check(self) -> None:
        """Raise ValueError for an unknown board, option or warning."""
        compiler.system_desc(self.system)
        option_texts(self.options)
        WarningControl(self.warnings)


class Compiled:
    """A program in all its forms, which the simulator runs: what models of all front ends have in common.

    Raises ValueError for settings that there are none of, for a program without a public function, or one that takes or gives
    what is no array, and CompilationError with the diagnostics' text.
    """

    def __init__(self, text: str, settings: Settings, file_name: str = "<stdin>"):
        self.source = text
        self.settings = settings
        self._file_name = file_name
        with compiler.diagnosed(warnings=[*SAFE_WARNINGS, *settings.warnings]) as context:
            context.diagnostics.brief_warnings = True
            context.diagnostics.shows_lines_without_column = True
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
            self.binary = compiler.translate(module, context=context)
        self._module = module

    def _parse(self, context: MlirContext) -> ModuleOp:
        return compiler.parse(self.source, context=context, file_name=self._file_name)

    @property
    def stablehlo(self) -> str:
        """The text that was compiled. Raises ValueError if it is of another form."""
        if self.level is not Level.STABLEHLO:
            raise ValueError(f"the model was {self.level.title}, not {Level.STABLEHLO.title}")
        return self.source

    @cached_property
    def ttir(self) -> str:
        """The model in TTIR, before it is lowered to TTNN. Raises ValueError if it was in TTNN from the start."""
        with compiler.diagnosed(warnings=["-w"]) as context:
            module = self._parse(context)
            lower(module, Level.TTIR, context, options=self.settings.options)
        return str(module)

    @cached_property
    def ttnn(self) -> str:
        """The model in TTNN."""
        return str(self._module)

    @cached_property
    def loaded(self) -> TTNNBinary:
        """The binary, opened for running."""
        return TTNNBinary.load(self.binary)

    @property
    def program(self) -> TTNNProgram:
        """The program of the binary that a call runs."""
        return self.loaded.program(self.signature.function)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the binary (`.ttnn`), which is there whole or not at all. Raises OSError."""
        write_file(path, self.binary)

    def run(
        self, inputs: Sequence[Any] | Mapping[str, Any], *, hooks: RunEvents | None = None
    ) -> list[Array]:
        """Run the model on the simulator, on arrays in order or by name (`arg0`, or the argument's own); results in the model's own types.

        Raises `InputError` for arrays that do not fit, and `SimulationError`.
        """
        from ttmlir_py.runtime.inputs import input_place, ordered_inputs

        ordered = ordered_inputs(self.program, inputs)
        arrays = [
            type_.accept(input_place(self.program, index), value)
            for index, (value, type_) in enumerate(
                zip(ordered, self.signature.arguments, strict=True)
            )
        ]
        shaped = [
            stored(array, ref.desc.data_type).reshape(ref.desc.shape)
            for array, ref in zip(arrays, self.program.inputs, strict=True)
        ]
        outputs = self.loaded.run(shaped, self.signature.function, hooks=hooks)
        return [
            type_.restore(output)
            for type_, output in zip(self.signature.results, outputs, strict=True)
        ]

    def perf(self) -> "Performance":
        """How long the model would take on the device, as `ttrt perf` estimates it; nothing is measured."""
        from ttmlir_py.ttrt.execution import check_fit
        from ttmlir_py.ttrt.perf_model import Machine, estimate_program
        from ttmlir_py.ttrt.perf_report import summary_lines

        check_fit(self.loaded, self.program)
        machine = Machine.of(self.loaded.system_desc)
        estimates = list(estimate_program(self.program, machine))
        return Performance(estimates, "\n".join(summary_lines(self.program, estimates, machine)))


@dataclass(frozen=True)
class Performance:
    """An estimate of the times of a program; as a string, a table."""

    estimates: "Sequence[Estimate]"
    """One for each operation that the device takes part in."""
    table: str

    @property
    def nanoseconds(self) -> float:
        """The time in all."""
        return sum(each.duration for each in self.estimates)

    def __str__(self) -> str:
        return self.table


class Model(Compiled):
    """A model from MLIR text, which is called with one array for each argument."""

    def __call__(self, *inputs: Any) -> list[Array]:
        """Run it on the simulator: `run`."""
        return self.run(inputs)

    def check(self, *inputs: Any) -> "GoldenReport":
        """Run it, and compare each operation with the same one in float64, as `ttrt run --golden f64` does."""
        from ttmlir_py.runtime.observers.goldens import GoldenChecker

        checker = GoldenChecker(self.loaded, self.program, source="f64")
        self.run(inputs, hooks=checker.hooks)
        return checker.report


def compile(
    source: str | os.PathLike[str] | bytes,
    *,
    system: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    warnings: Iterable[str] = (),
) -> Model:
    """Compile StableHLO, TOSA, TTIR or TTNN: text, the path of a file, or bytes of either text or a portable artifact.

    `system` is the board, `options` are the pipelines' (`{"enable-optimizer": True}`), `warnings` flags as on the command line.

    >>> compile(Path("model.mlir"), options={"enable-optimizer": True}).save("model.ttnn")

    Raises OSError for a file that cannot be read, `SourceError` for bytes that are no program, and what `Compiled` raises.
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


__all__ = ["Compiled", "InputError", "Model", "Performance", "Settings", "compile"]


def __dir__() -> list[str]:
    return sorted(__all__)

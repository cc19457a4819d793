"""`ttrt debug`: finds operations that limit the precision of a binary's results."""

from pathlib import Path
from typing import Any

from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Outcome, Skipped
from ttmlir_py.ttrt.common.run import Runner


class Debug(Runner):
    """The command that finds the fewest operations to compute more precisely for a wanted
    correlation.
    """

    description = "Find the operations that must compute more precisely."
    examples = """examples:
  ttrt debug precision --pcc 0.999 model.ttnn               with the device's numerics
  ttrt debug precision --pcc 0.999 --numerics ideal model.ttnn
  ttrt debug precision --pcc 0.999 --inputs in.npz model.ttnn

it prints overrides for ttopt; docs/debugging_numerics.md explains them.
"""
    options = options.DEBUG
    suffixes = (".ttnn", ".ttb")

    def process(self, path: Path, outcome: Outcome) -> None:
        """Search each program of a binary. A correlation that cannot be reached is an error."""
        from ttmlir_py.runtime.array_files import read_inputs
        from ttmlir_py.runtime.binary import TTNNBinary
        from ttmlir_py.ttrt.execution import check_initializers, chosen_programs, program_inputs
        from ttmlir_py.ttrt.precision import search

        file = self.open(path, outcome)
        if file.file_identifier == "TTM0":
            raise Skipped("holds programs of TTMetal, whose kernels define the precision")
        binary, settings, wanted = TTNNBinary(file.view), self.settings(), float(self["--pcc"])
        programs = chosen_programs(binary, self["--program-index"])
        check_initializers(programs, settings.init)
        given = read_inputs(settings.inputs, settings.memory_limit) if settings.inputs else None
        details: list[dict[str, Any]] = []
        outcome.details |= {"what": self["what"], "programs": details}
        if self["--save-artifacts"]:
            self.save_artifacts(path, file)
        for program in programs:
            prefix = f"{program.name}." if len(programs) > 1 else ""
            inputs = program_inputs(binary, program, given, prefix, settings)
            found = search(program, inputs, settings.device, settings.memory_limit).find(wanted)
            outcome.lines += [str(program), *found.lines(wanted)]
            raised = None
            if found.raised is None:
                outcome.result, outcome.exception = "error", f"{program}: out of reach"
            else:
                raised = {place.location: each.value for place, each in found.raised.items()}
            details.append(
                {"program": program.name, "before": found.before, "best": found.best}
                | {"reached": found.reached, "raised": raised, "runs": found.runs}
            )

"""TTMetal programs: commands for the queues of devices. The package `tensix` runs them."""

from collections.abc import Iterator

from ttmlir_py.runtime.program import Program


class TTMetalProgram(Program):
    """A program of a `.ttm` file."""

    def labels(self) -> Iterator[str]:
        """Yield a label for each command of each queue of each device."""
        for device in self.view.device_programs or ():
            for queue in device.command_queues or ():
                commands = queue.commands or ()
                self._budget.spend(1 + len(commands))
                yield from (str(command.type_type) for command in commands)

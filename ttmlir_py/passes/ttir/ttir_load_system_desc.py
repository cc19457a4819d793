"""`ttir-load-system-desc`: attach the descriptor of the target system to the module."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from ttmlir_py.common.files import read_file
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import HAS_SYSTEM_DESC

_WORMHOLE, _BLACKHOLE = "wormhole_b0", "blackhole"


def check_architecture(name: str) -> None:
    """Raise ValueError if no chip of the architecture `name` is known."""
    if name not in (_WORMHOLE, _BLACKHOLE):
        raise ValueError(
            f"there is no system descriptor for '{name}': expected {_WORMHOLE} or {_BLACKHOLE}"
        )


@dataclass(frozen=True)
class TTIRLoadSystemDescPass(Pass):
    """Load system desc

    Attaches `tt.system_desc` to the module. It comes from the `.ttsys` file at `path` if given.
    Otherwise, if the module has no descriptor, it is the default descriptor of one Wormhole n150
    card or of the Blackhole card p150. Everything else is left alone. Fails if the file cannot be
    read, or if Blackhole is requested and the module has another architecture's descriptor.
    """

    name = "ttir-load-system-desc"
    cpp_name = "TTIRLoadSystemDesc"
    changes_attributes_only = True
    ensures = (HAS_SYSTEM_DESC,)

    path: str = option("", "System desc path")
    mock_arch: str = option(
        "wormhole_b0",
        "Architecture of the default descriptor: wormhole_b0 or blackhole.",
        check=check_architecture,
        own=True,
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        if self.path:
            op.attributes[SystemDescAttr.name] = self._read(context, op)
        elif SystemDescAttr.name not in op.attributes:
            op.attributes[SystemDescAttr.name] = self._default()
        elif self.mock_arch != _WORMHOLE:
            self._check(op)

    def _default(self) -> SystemDescAttr:
        if self.mock_arch == _WORMHOLE:
            return SystemDescAttr.get_default()
        from ttmlir_py.dialects.tt.presets import preset

        return preset(self.mock_arch)

    def _check(self, op: ModuleOp) -> None:
        """Raise OperationError if the descriptor of `op` is of another architecture than
        requested.
        """
        described = op.attributes[SystemDescAttr.name]
        assert isinstance(described, SystemDescAttr)
        arch = described.get_chip_desc(0).arch.value.keyword
        if arch != self.mock_arch:
            raise OperationError(
                op, f"should be compiled for {self.mock_arch}, but its system is {arch}"
            )

    def _read(self, context: MlirContext, op: ModuleOp) -> Attribute:
        try:
            data = read_file(self.path)
        except OSError as error:
            problem = f"cannot open system descriptor '{self.path}': {error.strerror}"
        else:
            try:
                if context.system_desc_reader is None:
                    raise ValueError("this context has no reader for such files")
                return context.system_desc_reader(data)
            except ValueError as error:
                problem = f"cannot read system descriptor '{self.path}': {error}"
        context.diagnostics.emit_error(op.location, problem)
        raise CompilationError

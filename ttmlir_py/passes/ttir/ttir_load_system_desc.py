"""`ttir-load-system-desc`: say which system the module is compiled for."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.files import read_file
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.passes.base import Pass, option


@dataclass(frozen=True)
class TTIRLoadSystemDescPass(Pass):
    """Load system desc

    Attaches `tt.system_desc` to the module: from the `.ttsys` file at `path` if one is given, else, if the module has
    none, the default descriptor of one Wormhole n150 card. All else is left alone. Fails if the file cannot be read.
    """

    name = "ttir-load-system-desc"
    cpp_name = "TTIRLoadSystemDesc"
    changes_attributes_only = True

    path: str = option("", "System desc path")

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        if self.path:
            op.attributes[SystemDescAttr.name] = self._read(context, op)
        elif SystemDescAttr.name not in op.attributes:
            op.attributes[SystemDescAttr.name] = SystemDescAttr.get_default()

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

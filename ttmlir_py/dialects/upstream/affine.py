"""xDSL's `affine` dialect: syntax."""

from typing import Any

from ttmlir_py.dialects.upstream.syntax import attributes_text, values_text
from ttmlir_py.ir.external_models import ExternalModels
from ttmlir_py.ir.writing.printer import MlirPrinter


def _print_apply(printer: MlirPrinter, op: Any) -> None:
    dims = op.map.data.num_dims
    text = f" {printer.attribute_text(op.map)}({values_text(printer, op.operands[:dims])})"
    if len(op.operands) > dims:
        text += f"[{values_text(printer, op.operands[dims:])}]"
    printer.print_string(text + attributes_text(printer, op.attributes))


MODELS = ExternalModels(
    checks="ttmlir_py.dialects.upstream.checks.affine", printers={"affine.apply": _print_apply}
)

"""Result names of xDSL's `index` dialect."""

from xdsl.ir import Operation

from ttmlir_py.ir.external_models import ExternalModels


def _constant_name(op: Operation) -> str:
    return "idx" + str(getattr(op.properties.get("value"), "value", ""))


MODELS = ExternalModels(result_names={"index.constant": _constant_name})

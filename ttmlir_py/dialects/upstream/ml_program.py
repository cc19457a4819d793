"""Result names of xDSL's `ml_program` dialect."""

from xdsl.ir import Operation

from ttmlir_py.ir.external_models import ExternalModels


def _global_name(op: Operation) -> str:
    symbol = op.properties.get("global") or op.properties.get("global_attr")
    root = getattr(symbol, "string_value", None)
    return root() if root is not None else ""


MODELS = ExternalModels(result_names={"ml_program.global_load": _global_name})

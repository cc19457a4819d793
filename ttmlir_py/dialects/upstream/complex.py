"""xDSL's `complex` dialect: suggested names."""

from ttmlir_py.ir.external_models import ExternalModels

MODELS = ExternalModels(result_names={"complex.constant": "cst"})

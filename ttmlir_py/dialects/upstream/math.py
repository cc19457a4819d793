"""Verifiers and effects of xDSL's `math` dialect."""

from ttmlir_py.ir.external_models import ExternalModels, OdsWords

MODELS = ExternalModels(
    words=OdsWords(is_elementwise=True),
    checks="ttmlir_py.dialects.upstream.checks.math",
    verifiers_are_local=True,
    are_effect_free=True,
)

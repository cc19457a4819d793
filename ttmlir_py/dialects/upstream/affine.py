"""xDSL's `affine` dialect: verifier rules."""

from ttmlir_py.ir.external_models import ExternalModels

MODELS = ExternalModels(checks="ttmlir_py.dialects.upstream.checks.affine")

"""Verifiers of xDSL's `bufferization` dialect."""

from ttmlir_py.ir.external_models import ExternalModels

MODELS = ExternalModels(checks="ttmlir_py.dialects.upstream.checks.bufferization")

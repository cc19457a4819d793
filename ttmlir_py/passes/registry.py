"""The registry of passes and pipelines, which imports them on demand."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from ttmlir_py.passes.lookup import (
    PASSES,
    UnknownPassError,
    foreign_passes,
    get_pass,
    pass_module,
)

if TYPE_CHECKING:
    from ttmlir_py.passes.base import Pass, Pipeline

__all__ = [
    "PASSES",
    "PIPELINES",
    "UnknownPassError",
    "create_passes",
    "foreign_passes",
    "get_pass",
    "get_pipeline",
    "module_name",
]

PIPELINES: Final[dict[str, str]] = {
    "linalg-to-llvm-pipeline": "LinalgToLLVMPipeline",
    "stablehlo-to-ttir-pipeline": "StableHLOToTTIRPipeline",
    "ttcore-register-device": "TTCoreRegisterDevicePipeline",
    "ttir-to-emitc-pipeline": "TTIRToEmitCPipeline",
    "ttir-to-ttmetal-backend-pipeline": "TTIRToTTMetalBackendPipeline",
    "ttir-to-ttmetal-pipeline": "TTIRToTTMetalPipeline",
    "ttir-to-ttnn-backend-pipeline": "TTIRToTTNNBackendPipeline",
    "ttir-to-ttnn-common-pipeline": "TTIRToTTNNCommonPipeline",
    "ttir-to-ttnn-runtime-pipeline": "TTIRToTTNNRuntimePipeline",
    "ttnn-common-to-emitc-pipeline": "TTNNCommonToEmitCPipeline",
    "ttnn-common-to-runtime-pipeline": "TTNNCommonToRuntimePipeline",
}
"""Maps the flag of each pipeline to the name of its class in `passes.pipelines`."""


def module_name(flag: str) -> str:
    """Return the name of the module that defines the pass or pipeline called `flag`."""
    return f"{__package__}.pipelines" if flag in PIPELINES else pass_module(flag)


def get_pipeline(flag: str) -> type[Pipeline]:
    """Return the class of the pipeline called `flag`. Raises UnknownPassError if it is unknown."""
    if flag not in PIPELINES:
        raise UnknownPassError(flag)
    return getattr(import_module(module_name(flag)), PIPELINES[flag])


def create_passes(flag: str, options: str = "") -> list[Pass]:
    """Return the passes of the pass or pipeline `flag`, created with the option text `options`."""
    found = get_pipeline(flag) if flag in PIPELINES else get_pass(flag)
    return list(found.parse_options(options).passes())

"""Which passes and pipelines there are: one module a pass, named as its flag, which is found without importing any.

`get_pass` and `get_pipeline` import a pass's module when it is first named, so that a tool pays for
what it runs only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ttmlir_py.passes.base import Pass, Pipeline

FAMILIES: Final[dict[str, dict[str, str]]] = {
    "mlir": {
        "buffer-deallocation-pipeline": "BufferDeallocationPipelinePass",
        "canonicalize": "CanonicalizePass",
        "convert-arith-to-llvm": "ArithToLLVMConversionPass",
        "convert-bufferization-to-memref": "ConvertBufferizationToMemRefPass",
        "convert-cf-to-llvm": "ConvertControlFlowToLLVMPass",
        "convert-func-to-llvm": "ConvertFuncToLLVMPass",
        "convert-linalg-to-loops": "ConvertLinalgToLoopsPass",
        "convert-scf-to-cf": "SCFToControlFlowPass",
        "cse": "CSEPass",
        "expand-strided-metadata": "ExpandStridedMetadataPass",
        "finalize-memref-to-llvm": "FinalizeMemRefToLLVMConversionPass",
        "inline": "InlinePass",
        "one-shot-bufferize": "OneShotBufferizePass",
        "reconcile-unrealized-casts": "ReconcileUnrealizedCastsPass",
        "remove-dead-values": "RemoveDeadValuesPass",
        "sccp": "SCCPPass",
        "symbol-dce": "SymbolDCEPass",
    },
    "ttir": {
        "ttir-implicit-broadcast-fold": "TTIRImplicitBroadcastFoldPass",
        "ttir-implicit-device": "TTIRImplicitDevicePass",
        "ttir-load-system-desc": "TTIRLoadSystemDescPass",
        "ttir-to-ttir-decomposition": "TTIRToTTIRDecompositionPass",
    },
    "ttnn": {
        "convert-ttir-to-ttnn": "ConvertTTIRToTTNNPass",
        "convert-ttnn-to-emitc": "ConvertTTNNToEmitCPass",
        "ttnn-create-input-gens": "TTNNCreateInputGeneratorsPass",
        "ttnn-deallocate": "TTNNDeallocatePass",
        "ttnn-decompose-layouts": "TTNNDecomposeLayoutsPass",
        "ttnn-layout": "TTNNLayoutPass",
        "ttnn-modify-signatures-for-dylib": "TTNNModifySignaturesForDylibPass",
        "ttnn-optimizer": "TTNNOptimizerPass",
        "ttnn-workaround": "TTNNWorkaroundPass",
    },
    "ttmetal": {
        "convert-ttkernel-to-emitc": "ConvertTTKernelToEmitCPass",
        "ttir-allocate": "TTIRAllocatePass",
        "ttir-attach-metal-layout": "TTIRAttachMetalLayoutPass",
        "ttir-constant-as-fill": "TTIRConstantAsFillPass",
        "ttir-generic": "TTIRGenericRegionPass",
        "ttir-generic-op-cbs": "TTIRGenericOpCBsPass",
        "ttir-generic-region-operands-to-memref": "TTIRGenericRegionOperandsToMemrefPass",
        "ttir-layout": "TTIRLayoutPass",
        "ttir-split-compound-layout": "TTIRSplitCompoundLayoutPass",
    },
    "cpu": {
        "convert-ttir-to-linalg": "ConvertTTIRToLinalgPass",
        "emit-calling-convention-wrappers": "LLVMEmitCallingConventionWrapperFuncsPass",
        "tt-unwrap-device-module": "TTUnwrapDeviceModulePass",
        "tt-wrap-device-module": "TTWrapDeviceModulePass",
        "ttir-cpu-hoist-transform": "TTIRHoistTransformPass",
    },
}
"""The passes of each family, flag to class name; the family is a folder, the module is named as the flag, with underscores."""

PASSES: Final[dict[str, str]] = {
    flag: cls for passes in FAMILIES.values() for flag, cls in passes.items()
}
"""All passes, flag to class name."""

PIPELINES: Final[dict[str, str]] = {
    "linalg-to-llvm-pipeline": "LinalgToLLVMPipeline",
    "ttir-to-emitc-pipeline": "TTIRToEmitCPipeline",
    "ttir-to-ttnn-backend-pipeline": "TTIRToTTNNBackendPipeline",
}
"""Flag to class name in `passes.pipelines`."""


class UnknownPassError(LookupError):
    """No pass or pipeline has this name."""

    def __init__(self, flag: str):
        super().__init__(f"'{flag}' does not refer to a registered pass or pass pipeline")


def module_name(flag: str) -> str:
    """The module that defines the pass or pipeline."""
    if flag in PIPELINES:
        return "ttmlir_py.passes.pipelines"
    family = next(name for name, passes in FAMILIES.items() if flag in passes)
    return f"ttmlir_py.passes.{family}.{flag.replace('-', '_')}"


def get_pass(flag: str) -> "type[Pass]":
    """The pass class of a flag; UnknownPassError if there is none."""
    if flag not in PASSES:
        raise UnknownPassError(flag)
    return getattr(import_module(module_name(flag)), PASSES[flag])


def get_pipeline(flag: str) -> "type[Pipeline]":
    """The pipeline class of a flag; UnknownPassError if there is none."""
    if flag not in PIPELINES:
        raise UnknownPassError(flag)
    return getattr(import_module(module_name(flag)), PIPELINES[flag])


def create_passes(flag: str, options: str = "") -> "list[Pass]":
    """The passes that a flag stands for: itself, or those of the pipeline, with its option text applied."""
    if flag in PASSES:
        return [get_pass(flag).parse_options(options)]
    return list(get_pipeline(flag).parse_options(options).passes())

"""Lookup of passes by flag, without importing their modules.

A pass is a module named as its flag. `get_pass` imports the module when the pass is first
requested, so that a tool loads only the passes that it runs. Other packages add passes with entry
points of the group `ttmlir_py.passes`. The name of the entry point is the flag, and its value is
the class. Entry points are read only if no pass of this package has the flag.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ttmlir_py.passes.base import Pass

ENTRY_POINTS: Final = "ttmlir_py.passes"
_DISTRIBUTIONS = (".dist-info", ".egg-info", "egg-info")
"""Suffixes of the folders of installed packages, which contain the packages' entry points."""

FOLDERS: Final[dict[str, dict[str, str]]] = {
    "mlir": {
        "buffer-deallocation-pipeline": "BufferDeallocationPipelinePass",
        "canonicalize": "CanonicalizePass",
        "control-flow-sink": "ControlFlowSinkPass",
        "convert-arith-to-llvm": "ArithToLLVMConversionPass",
        "convert-bufferization-to-memref": "ConvertBufferizationToMemRefPass",
        "convert-cf-to-llvm": "ConvertControlFlowToLLVMPass",
        "convert-func-to-llvm": "ConvertFuncToLLVMPass",
        "convert-linalg-to-loops": "ConvertLinalgToLoopsPass",
        "convert-scf-to-cf": "SCFToControlFlowPass",
        "cse": "CSEPass",
        "expand-strided-metadata": "ExpandStridedMetadataPass",
        "finalize-memref-to-llvm": "FinalizeMemRefToLLVMConversionPass",
        "generate-runtime-verification": "GenerateRuntimeVerificationPass",
        "inline": "InlinePass",
        "loop-invariant-code-motion": "LoopInvariantCodeMotionPass",
        "mem2reg": "Mem2RegPass",
        "one-shot-bufferize": "OneShotBufferizePass",
        "print-ir": "PrintIRPass",
        "print-op-stats": "PrintOpStatsPass",
        "reconcile-unrealized-casts": "ReconcileUnrealizedCastsPass",
        "remove-dead-values": "RemoveDeadValuesPass",
        "sccp": "SCCPPass",
        "snapshot-op-locations": "LocationSnapshotPass",
        "sroa": "SROAPass",
        "strip-debuginfo": "StripDebugInfoPass",
        "symbol-dce": "SymbolDCEPass",
        "symbol-privatize": "SymbolPrivatizePass",
        "topological-sort": "TopologicalSortPass",
        "view-op-graph": "ViewOpGraphPass",
    },
    "stablehlo": {
        "convert-arith-to-stablehlo": "ConvertArithToStableHLOPass",
        "convert-stablehlo-to-ttir": "ConvertStableHLOToTTIRPass",
        "stablehlo-complex-to-real": "StableHLOComplexToRealPass",
        "stablehlo-legalize-composite-to-call": "StablehloLegalizeCompositeToCallPass",
    },
    "tosa": {
        "convert-tosa-to-ttir": "ConvertTosaToTTIRPass",
    },
    "ttir": {
        "tt-populate-argument-types": "TTPopulateArgumentTypesPass",
        "tt-set-target-revision": "TTSetTargetRevisionPass",
        "ttir-fold-batch-norm": "TTIRFoldBatchNormPass",
        "ttir-fold-constants": "TTIRFoldConstantsPass",
        "ttir-form-linear": "TTIRFormLinearPass",
        "ttir-implicit-broadcast-fold": "TTIRImplicitBroadcastFoldPass",
        "ttir-implicit-device": "TTIRImplicitDevicePass",
        "ttir-load-system-desc": "TTIRLoadSystemDescPass",
        "ttir-merge-equal-ops": "TTIRMergeEqualOpsPass",
        "ttir-move-reshapes": "TTIRMoveReshapesPass",
        "ttir-recognize-functions": "TTIRRecognizeFunctionsPass",
        "ttir-share-head-splits": "TTIRShareHeadSplitsPass",
        "ttir-simplify": "TTIRSimplifyPass",
        "ttir-simplify-arithmetic": "TTIRSimplifyArithmeticPass",
        "ttir-simplify-movement": "TTIRSimplifyMovementPass",
        "ttir-to-ttir-decomposition": "TTIRToTTIRDecompositionPass",
    },
    "ttnn": {
        "convert-ttir-to-ttnn": "ConvertTTIRToTTNNPass",
        "convert-ttnn-to-emitc": "ConvertTTNNToEmitCPass",
        "ttnn-create-input-gens": "TTNNCreateInputGeneratorsPass",
        "ttnn-const-eval": "TTNNConstEvalPass",
        "ttnn-deallocate": "TTNNDeallocatePass",
        "ttnn-decompose-layouts": "TTNNDecomposeLayoutsPass",
        "ttnn-dense-transfers": "TTNNDenseTransfersPass",
        "ttnn-kv-cache-dtype": "TTNNKVCacheDtypePass",
        "ttnn-layout": "TTNNLayoutPass",
        "ttnn-modify-signatures-for-dylib": "TTNNModifySignaturesForDylibPass",
        "ttnn-optimizer": "TTNNOptimizerPass",
        "ttnn-weight-dtype": "TTNNWeightDtypePass",
        "ttnn-workaround": "TTNNWorkaroundPass",
    },
    "ttmetal": {
        "convert-ttir-to-ttmetal": "ConvertTTIRToTTMetalPass",
        "convert-ttkernel-to-emitc": "ConvertTTKernelToEmitCPass",
        "ttir-align-matrices": "TTIRAlignMatricesPass",
        "ttir-allocate": "TTIRAllocatePass",
        "ttir-attach-metal-layout": "TTIRAttachMetalLayoutPass",
        "ttir-broadcast-operands": "TTIRBroadcastOperandsPass",
        "ttir-constant-as-fill": "TTIRConstantAsFillPass",
        "ttir-generic": "TTIRGenericRegionPass",
        "ttir-generic-op-cbs": "TTIRGenericOpCBsPass",
        "ttir-generic-region-operands-to-memref": "TTIRGenericRegionOperandsToMemrefPass",
        "ttir-layout": "TTIRLayoutPass",
        "ttir-split-compound-layout": "TTIRSplitCompoundLayoutPass",
        "ttir-decompose-for-kernels": "TTIRDecomposeForKernelsPass",
        "ttir-split-reductions": "TTIRSplitReductionsPass",
    },
    "cpu": {
        "convert-ttir-to-linalg": "ConvertTTIRToLinalgPass",
        "emit-calling-convention-wrappers": "LLVMEmitCallingConventionWrapperFuncsPass",
        "tt-unwrap-device-module": "TTUnwrapDeviceModulePass",
        "tt-wrap-device-module": "TTWrapDeviceModulePass",
        "ttir-cpu-hoist-transform": "TTIRHoistTransformPass",
    },
}
"""Maps each folder to its passes, given as flag and class name.

The module is called like the flag, with underscores instead of dashes.
"""

PASSES: Final[dict[str, str]] = {
    flag: cls for passes in FOLDERS.values() for flag, cls in passes.items()
}
"""Maps the flag of each pass to the name of its class."""


class UnknownPassError(LookupError):
    """An error for a flag that no pass or pipeline has."""

    def __init__(self, flag: str, reason: str = ""):
        super().__init__(f"'{flag}' does not refer to a registered pass or pass pipeline{reason}")


def pass_module(flag: str) -> str:
    """Return the name of the module that defines the pass called `flag`."""
    folder = next(name for name, passes in FOLDERS.items() if flag in passes)
    return f"{__package__}.{folder}.{flag.replace('-', '_')}"


def get_pass(flag: str) -> type[Pass]:
    """Return the class of the pass called `flag`. Raises UnknownPassError if there is no such
    pass.
    """
    if flag in PASSES:
        return getattr(import_module(pass_module(flag)), PASSES[flag])
    if flag in foreign_passes():
        return _load(flag, foreign_passes()[flag])
    from ttmlir_py.passes.not_implemented import refusal

    reason = refusal(flag)
    raise UnknownPassError(flag, f": {reason}" if reason else "")


@cache
def foreign_passes() -> dict[str, EntryPoint]:
    """Map the flags of passes of other packages to their entry points.

    If two packages provide the same flag, the package whose name comes first alphabetically wins.
    """
    if not _may_have_foreign_passes():
        return {}
    from importlib.metadata import entry_points  # importing this takes half of the time of --help

    found = sorted(entry_points(group=ENTRY_POINTS), key=lambda each: (each.name, each.value))
    return {each.name: each for each in reversed(found) if each.name not in PASSES}


def _may_have_foreign_passes() -> bool:
    """Whether some installed package may provide passes.

    Packages in archives count as providers, because their files are not searched.
    """
    if any(
        each is not PathFinder and hasattr(each, "find_distributions") for each in sys.meta_path
    ):
        return True
    for folder in sys.path:
        try:
            names = os.listdir(folder or os.curdir)
        except FileNotFoundError:
            continue
        except OSError:
            return True  # The path is not a folder but an archive, for example.
        for name in names:
            if name.lower().endswith(_DISTRIBUTIONS) and _mentions_group(folder, name):
                return True
    return False


def _mentions_group(folder: str, name: str) -> bool:
    """Whether the entry points of the distribution folder `name` in `folder` contain our group."""
    path = f"{folder}/{name}/entry_points.txt"
    if not os.access(path, os.R_OK):  # quicker than a failing open
        return False
    try:
        file = os.open(path, os.O_RDONLY)
        try:
            return ENTRY_POINTS.encode() in os.read(file, os.fstat(file).st_size)
        finally:
            os.close(file)
    except OSError:
        return False


def plug_in_name(entry: EntryPoint) -> str:
    """Return the name of the package that provides a pass as the entry point `entry`."""
    package = f"package '{entry.dist.name}'" if entry.dist is not None else "another package"
    return f"{package} ({entry.value})"


def _load(flag: str, entry: EntryPoint) -> type[Pass]:
    """Return the class of the pass `flag` that `entry` provides.

    Raises UnknownPassError with the reason if the class cannot be loaded.
    """
    from ttmlir_py.passes.base import Pass

    try:
        found = entry.load()
    except Exception as error:
        is_missing = isinstance(error, ImportError | AttributeError)
        why = str(error) if is_missing else f"{type(error).__name__}: {error}"
        raise UnknownPassError(flag, f": {entry.value} cannot be loaded: {why}") from error
    if isinstance(found, type) and issubclass(found, Pass) and found.name == flag:
        found.plug_in = plug_in_name(entry)
        return found
    raise UnknownPassError(flag, f": {entry.value} is not a pass with this name")

"""The named pipelines of tt-mlir, defined as lists of passes."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects.tt.enums import MemorySpace, TensorMemoryLayout
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, Pipeline, option
from ttmlir_py.passes.lookup import get_pass
from ttmlir_py.passes.running.option_text import split_options, value_error
from ttmlir_py.passes.ttir.tt_populate_argument_types import parse_argument_types
from ttmlir_py.passes.ttir.ttir_load_system_desc import check_architecture
from ttmlir_py.passes.ttnn.enums import (
    BlockFormat,
    OptionalBool,
    OptionalMathFidelity,
    TargetRevision,
)
from ttmlir_py.passes.ttnn.optimizer.enums import MemoryLayoutAnalysisPolicy
from ttmlir_py.passes.ttnn.optimizer.overrides import parse_input_layouts, parse_output_layouts


def _pass(flag: str, **options: Any) -> Pass:
    """Return the pass called `flag` with the given options; their names have underscores for
    dashes.
    """
    cls = get_pass(flag)
    if not options:
        return cls()
    fields = {each.name.replace("-", "_"): each.field for each in cls.options()}
    return cls(**{fields[name]: value for name, value in options.items()})


def _announcing(cls: type[Pass], message: str) -> Pass:
    """Return a pass of class `cls` that also warns about overrides that have no effect.

    Pipelines expand before there is a module whose location the warning could show.
    """

    class Announcing(cls):
        @override
        def run(self, context: MlirContext, op: Operation) -> bool | None:
            context.diagnostics.warn(WarningKind.UNUSED_OVERRIDE, op.location, message)
            return super().run(context, op)

    return Announcing()


@dataclass(frozen=True)
class StableHLOToTTIRPipeline(Pipeline):
    """Pipeline lowering stablehlo to ttir dialect."""

    name = "stablehlo-to-ttir-pipeline"

    enable_remove_dead_values: bool = option(True, "Enable --remove-dead-values optimization pass.")
    enable_arith_to_stablehlo: bool = option(True, "Enable Arith to StableHLO conversion pass.")
    enable_composite_to_call: bool = option(
        True, "Enable, --enable-composite-to-call conversion pass."
    )
    complex_to_real: bool = option(
        False, "Compute complex numbers as pairs of real numbers.", own=True
    )
    exact_gather: bool = option(
        False,
        "Clamp the indices of gathered rows to the valid range, as StableHLO does.",
        own=True,
    )
    exact_conversions: bool = option(
        False,
        "Convert to integers as XLA does: floats saturate and NaN is 0, integers keep their low "
        "bits. Compute ops on i8 and i16 with their sign.",
        own=True,
    )
    exact_remainder: bool = option(
        False,
        "Give remainders of floats the sign of the dividend, which TTNN's remainder does not.",
        own=True,
    )
    exact_scatter: bool = option(
        False,
        "Let scatters into the leading corner read unknown indices, which TTNN's scatter ignores.",
        own=True,
    )
    loop_bound: int = option(
        0,
        "Compute loops whose number of iterations depends on data for at most this many "
        "iterations.",
        own=True,
    )
    report_unsupported: bool = option(
        False,
        "Print a table of the operations that cannot be converted, with count, first place and "
        "reason.",
        own=True,
    )
    target_revision: TargetRevision = option(
        TargetRevision.R2025_02, "The revision of TT-NN that runs the program.", own=True
    )

    def passes(self) -> Iterator[Pass]:
        """Yield conversions to StableHLO, the conversion to TTIR, and the removal of unused
        values.
        """
        if self.target_revision is not TargetRevision.R2025_02:
            yield _pass("tt-set-target-revision", revision=self.target_revision)
        if self.enable_arith_to_stablehlo:
            yield _pass("convert-arith-to-stablehlo")
        if self.enable_composite_to_call:
            yield _pass("stablehlo-legalize-composite-to-call")
        if self.complex_to_real:
            yield _pass("stablehlo-complex-to-real")
        yield _pass(
            "convert-stablehlo-to-ttir",
            exact_gather=self.exact_gather,
            exact_conversions=self.exact_conversions,
            exact_remainder=self.exact_remainder,
            exact_scatter=self.exact_scatter,
            loop_bound=self.loop_bound,
            report_unsupported=self.report_unsupported,
        )
        if self.enable_remove_dead_values:
            yield _pass("remove-dead-values")


class TTNNPipeline(Pipeline):
    """Base of pipelines that produce or consume TTNN.

    They accept options of later tt-mlir revisions that ask for existing behaviour.
    """

    @override
    @classmethod
    def holds_anyway(cls, name: str, value: str | None) -> bool:
        """Return True if an option of a later revision asks for existing behaviour; False if
        unknown.
        """
        from ttmlir_py.passes.revisions.pipeline_options import holds_anyway

        return holds_anyway(name, value)


@dataclass(frozen=True)
class TTIRToTTNNBackendPipeline(TTNNPipeline):
    """Pipeline lowering TTIR to TTNN backend"""

    name = "ttir-to-ttnn-backend-pipeline"

    enable_optimizer: bool = option(False, "Determine and set max valid grid for Op execution.")
    insert_memreconfig: str = option(
        "",
        "Manually insert memory reconfig op for specific op's operand: op1=0,op2=0:1",
        check=parse_input_layouts,
    )
    override_output_layout: str = option(
        "",
        "Override output tensor layout for specific ops: "
        "op1=2x2:l1:block_sharded:tile:bf16,op2=...",
        check=parse_output_layouts,
    )
    memory_layout_analysis_enabled: bool = option(False, "Enable memory layout optimization.")
    memreconfig_enabled: bool = option(True, "Memory layout reconfiguration pass.")
    memory_layout_analysis_policy: MemoryLayoutAnalysisPolicy = option(
        MemoryLayoutAnalysisPolicy.DF_SHARDING, "Specify policy for memory layout analysis."
    )
    system_desc_path: str = option("", "Pass in a system descriptor flatbuffer to compile against.")
    max_legal_layouts: int = option(
        64, "Override maximum number of sharded layouts for legal layout analysis."
    )
    mesh_shape: tuple[int, ...] = option((), "Set the multi-device mesh shape.")
    row_major_enabled: bool = option(
        False, "Enable row major layout generation in legal layout analysis."
    )
    optimizer_report: str = option(
        "",
        "File for a report of the optimizer's choices: JSON, or a table if it ends in .txt or is "
        "- (standard error).",
    )
    optimizer_op_model: str = option(
        "",
        "Op model for the optimizer's constraints: simulator, or package.module:Class.",
    )
    enable_layout_workaround_pass: bool = option(True, "Enable layout workaround pass.")
    enable_decomposition_workaround_pass: bool = option(
        True, "Enable decomposition workaround pass."
    )
    enable_repeat_folding_workaround_pass: bool = option(
        True, "Enable repeat folding workaround pass."
    )
    enable_implicit_broadcast_folding_pass: bool = option(
        True, "Enable implicit broadcast folding pass."
    )

    signed_integers: bool = option(
        False,
        "Store i32 and si32 as si32 instead of u32, compute with their sign, and keep all bits of "
        "unsigned integers.",
    )

    optimization_level: int = option(
        0,
        "0: no optimizer, 1: optimizer without memory layouts, 2: with memory layouts, by the "
        "policy auto. Single options override it.",
        own=True,
    )
    mock_system_desc_arch: str = option(
        "wormhole_b0",
        "Architecture of the single target chip if there is no system descriptor.",
        check=check_architecture,
        own=True,
    )
    disable_workarounds: bool = option(False, "Do not run the workaround pass.", own=True)
    simplify: bool = option(False, "Simplify TTIR before it is lowered.", own=True)
    target_revision: TargetRevision = option(
        TargetRevision.R2025_02, "The revision of TT-NN that runs the program.", own=True
    )
    compute_cfg_math_fidelity: OptionalMathFidelity = option(
        OptionalMathFidelity.UNDEFINED,
        "Math fidelity of operations with a compute kernel config, for later revisions: by default "
        "hifi4 without the optimizer.",
        own=True,
    )
    compute_cfg_fp32_dest_acc_en: OptionalBool = option(
        OptionalBool.UNSET,
        "Accumulate in f32 in operations with a compute kernel config, for later revisions: by "
        "default true without the optimizer.",
        own=True,
    )
    experimental_weight_dtype: BlockFormat = option(
        BlockFormat.NONE,
        "Store constant weights of matrix products, and those of parameters, in this format.",
        own=True,
    )
    experimental_kv_cache_dtype: BlockFormat = option(
        BlockFormat.NONE, "Store caches of keys and values in this format.", own=True
    )
    const_eval: bool = option(
        False,
        "Compute what depends on constants and parameters once, in a program of its own.",
        own=True,
    )
    enable_const_eval: bool = option(False, "The name of const-eval in 2026.", own=True)
    argument_types: str = option(
        "",
        "Arguments that are the same in all runs are parameters: main=input,parameter",
        check=parse_argument_types,
        own=True,
    )

    @override
    @classmethod
    def parse_options(cls, text: str) -> Self:
        """Create the pipeline with the options in `text`.

        An option for a single optimization overrides the optimization level.
        """
        parsed = super().parse_options(text)
        level = parsed.optimization_level
        if level not in range(3):
            raise value_error("optimization-level", f"'{level}' is not a level, expected 0, 1 or 2")
        given = {key for key, _ in split_options(text)}
        if level == 2 and "memory-layout-analysis-policy" not in given:
            parsed = replace(parsed, memory_layout_analysis_policy=MemoryLayoutAnalysisPolicy.AUTO)
        if "enable-optimizer" in given and not parsed.enable_optimizer:
            level = 0
        if "memory-layout-analysis-enabled" in given and not parsed.memory_layout_analysis_enabled:
            level = min(level, 1)
        return replace(parsed, optimization_level=level)._configured(given)

    def _configured(self, given: Collection[str]) -> Self:
        """Return the pipeline with the default compute configuration of the target's upstream.

        Raise OptionError for a configuration that the target does not have.
        """
        choices = {
            "compute_cfg_math_fidelity": OptionalMathFidelity.HIFI4,
            "compute_cfg_fp32_dest_acc_en": OptionalBool.TRUE,
        }
        names = {field: field.replace("_", "-") for field in choices}
        if self.target_revision is TargetRevision.R2025_02:
            for field, name in names.items():
                value = getattr(self, field).value
                if value not in ("undefined", "unset"):
                    from ttmlir_py.passes.revisions.pipeline_options import NO_CONFIG

                    problem = f"'{value}' needs target-revision=2026-10, because {NO_CONFIG}"
                    raise value_error(name, problem)
            return self
        if self.enable_optimizer or self.optimization_level >= 1:
            return self
        defaults = {field: each for field, each in choices.items() if names[field] not in given}
        return replace(self, **defaults)

    def passes(self) -> Iterator[Pass]:
        """Yield the passes of all stages in order."""
        yield from replace(
            self,
            optimization_level=0,
            enable_optimizer=self.enable_optimizer or self.optimization_level >= 1,
            memory_layout_analysis_enabled=self.memory_layout_analysis_enabled
            or self.optimization_level >= 2,
        ).stages()

    def stages(self) -> Iterator[Pass]:
        """Yield the passes of all stages in order, without the optimization level's effect on
        options.
        """
        yield from self.ttir_passes()
        yield from self.implicit_broadcast_fold_passes()
        yield from self.lowering_passes()
        yield from self.workaround_passes()
        yield from self.analysis_passes()
        yield from self.layout_decomposition_passes()
        yield from self.dealloc_passes()

    def ttir_passes(self) -> Iterator[Pass]:
        """Yield the passes that simplify TTIR and register the system descriptor and the device."""
        if self.target_revision is not TargetRevision.R2025_02:
            yield _pass(
                "tt-set-target-revision",
                revision=self.target_revision,
                math_fidelity=self.compute_cfg_math_fidelity,
                fp32_dest_acc_en=self.compute_cfg_fp32_dest_acc_en,
            )
        if self.argument_types:
            yield _pass("tt-populate-argument-types", argument_types=self.argument_types)
        yield _pass("canonicalize")
        yield _pass("ttir-to-ttir-decomposition")
        yield _pass("canonicalize")
        yield _pass("inline")
        if self.simplify:
            yield _pass("ttir-simplify")
            yield _pass("canonicalize")
        yield from TTCoreRegisterDevicePipeline(
            self.system_desc_path, self.mock_system_desc_arch, self.mesh_shape
        ).passes()

    def implicit_broadcast_fold_passes(self) -> Iterator[Pass]:
        """Yield the pass that drops broadcasts of operands that ops broadcast implicitly."""
        if self.enable_implicit_broadcast_folding_pass:
            yield _pass("ttir-implicit-broadcast-fold")

    def lowering_passes(self) -> Iterator[Pass]:
        """Yield the passes that assign layouts and lower to TTNN."""
        exact = self.signed_integers
        yield _pass("ttnn-layout", signed_integers=exact, exact_integers=exact)
        yield _pass("convert-ttir-to-ttnn", exact_integers=exact)
        yield _pass("remove-dead-values")

    def workaround_passes(self) -> Iterator[Pass]:
        """Yield the pass that adapts ops to the limits of the runtime library."""
        if self.disable_workarounds:
            return
        yield _pass(
            "ttnn-workaround",
            ttnn_enable_layout_workaround_pass=self.enable_layout_workaround_pass,
            ttnn_enable_decomposition_workaround_pass=self.enable_decomposition_workaround_pass,
            ttnn_enable_repeat_folding_workaround_pass=self.enable_repeat_folding_workaround_pass,
            exact_integers=self.signed_integers,
        )
        yield _pass("canonicalize")

    def analysis_passes(self) -> Iterator[Pass]:
        """Yield the optimizer, which chooses better layouts."""
        if self.enable_optimizer:
            yield _pass(
                "ttnn-optimizer",
                insert_memreconfig=self.insert_memreconfig,
                override_output_layout=self.override_output_layout,
                memory_layout_analysis_enabled=self.memory_layout_analysis_enabled,
                memreconfig_enabled=self.memreconfig_enabled,
                memory_layout_analysis_policy=self.memory_layout_analysis_policy,
                max_legal_layouts=self.max_legal_layouts,
                row_major_enabled=self.row_major_enabled,
                report=self.optimizer_report,
                op_model=self.optimizer_op_model,
            )

    def layout_decomposition_passes(self) -> Iterator[Pass]:
        """Yield the pass that decomposes layout changes into single steps, and const-eval."""
        if self.simplify:
            yield _pass("ttnn-dense-transfers")
        if self.experimental_weight_dtype is not BlockFormat.NONE:
            yield _pass("ttnn-weight-dtype", dtype=self.experimental_weight_dtype)
        if self.experimental_kv_cache_dtype is not BlockFormat.NONE:
            yield _pass("ttnn-kv-cache-dtype", dtype=self.experimental_kv_cache_dtype)
        if unused := self._unused_overrides():
            message = f"without enable-optimizer=true, nothing reads {unused}"
            yield _announcing(get_pass("ttnn-decompose-layouts"), message)
        else:
            yield _pass("ttnn-decompose-layouts")
        if self.const_eval or self.enable_const_eval:
            yield _pass("ttnn-const-eval")

    def _unused_overrides(self) -> str:
        """Return the names of the given options that only the optimizer would read, if it does not
        run.
        """
        options = {
            "insert-memreconfig": self.insert_memreconfig,
            "override-output-layout": self.override_output_layout,
            "optimizer-report": self.optimizer_report,
            "optimizer-op-model": self.optimizer_op_model,
        }
        given = [name for name, value in options.items() if value]
        return "" if self.enable_optimizer else " and ".join(given)

    def dealloc_passes(self) -> Iterator[Pass]:
        """Yield the pass that frees tensors after their last use."""
        yield _pass("ttnn-deallocate")


@dataclass(frozen=True)
class TTIRToTTNNCommonPipeline(TTIRToTTNNBackendPipeline):
    """Common pipeline lowering TTIR to TTNN.

    In 2026-08 this is the TTNN backend pipeline without the passes for one target.
    """

    name = "ttir-to-ttnn-common-pipeline"


@dataclass(frozen=True)
class TTIRToTTNNRuntimePipeline(TTIRToTTNNBackendPipeline):
    """Pipeline lowering TTIR to TTNN for tt-mlir Runtime execution.

    In 2026-08 this is the name of the TTNN backend pipeline.
    """

    name = "ttir-to-ttnn-runtime-pipeline"


@dataclass(frozen=True)
class TTNNCommonToRuntimePipeline(TTNNPipeline):
    """Pipeline lowering results of TTIRToTTNNCommon pipeline to an IR ready for Flatbuffer
    translation and Runtime execution.

    In 2026-08 it lowers the ops that run on the CPU. This project does not lower such ops, so the
    pipeline has no passes.
    """

    name = "ttnn-common-to-runtime-pipeline"

    def passes(self) -> Iterator[Pass]:
        """Yield nothing."""
        yield from ()


@dataclass(frozen=True)
class TTCoreRegisterDevicePipeline(TTNNPipeline):
    """Register the system descriptor, and give the module a device.

    In 2026-08 this is one pass. Here it is `ttir-load-system-desc` and `ttir-implicit-device`.
    """

    name = "ttcore-register-device"

    system_desc_path: str = option("", "System desc path")
    mock_system_desc_arch: str = option(
        "wormhole_b0",
        "Architecture of the single target chip if there is no system descriptor.",
        check=check_architecture,
    )
    mesh_shape: tuple[int, ...] = option((), "Set the mesh shape")

    def passes(self) -> Iterator[Pass]:
        """Yield `ttir-load-system-desc` and `ttir-implicit-device`."""
        yield _pass(
            "ttir-load-system-desc",
            path=self.system_desc_path,
            mock_arch=self.mock_system_desc_arch,
        )
        yield _pass("ttir-implicit-device", mesh_shape=self.mesh_shape)


@dataclass(frozen=True)
class TTNNCommonToEmitCPipeline(TTNNPipeline):
    """Pipeline lowering results of TTIRToTTNNCommon pipeline to EmitC.

    Adds a `main` and functions that create its inputs, or gives functions the signatures of a
    library. Then it converts all ops to calls of the TTNN library.
    """

    name = "ttnn-common-to-emitc-pipeline"

    complete_calls: bool = option(
        False, "Pass the arguments that upstream's calls omit as well.", own=True
    )
    target_dylib: bool = option(False, "Tailor passes for dylib target.", own=True)

    def passes(self) -> Iterator[Pass]:
        """Yield the pass that adds functions around the program, then the conversion to EmitC."""
        yield _pass(
            "ttnn-modify-signatures-for-dylib" if self.target_dylib else "ttnn-create-input-gens"
        )
        yield _pass("convert-ttnn-to-emitc", complete_calls=self.complete_calls)


@dataclass(frozen=True)
class TTIRToEmitCPipeline(TTIRToTTNNBackendPipeline):
    """Pipeline lowering TTIR to EmitC

    Runs the TTNN backend pipeline. Then it adds a `main` and functions that create its inputs, and
    converts all ops to calls of the TTNN library.
    """

    name = "ttir-to-emitc-pipeline"

    complete_calls: bool = option(
        False, "Pass the arguments that upstream's calls omit as well.", own=True
    )
    target_dylib: bool = option(
        False, "Generate the functions of a library instead of a `main`.", own=True
    )

    def passes(self) -> Iterator[Pass]:
        """Yield the TTNN backend passes, then the conversion to a C++ program."""
        yield from super().passes()
        yield from TTNNCommonToEmitCPipeline(self.complete_calls, self.target_dylib).passes()


@dataclass(frozen=True)
class TTIRToTTMetalBackendPipeline(Pipeline):
    """Pipeline lowering ttir to ttmetal backend."""

    name = "ttir-to-ttmetal-backend-pipeline"

    mesh_shape: tuple[int, ...] = option((), "Set the multi-device mesh shape.")
    system_desc_path: str = option("", "Pass in a system descriptor flatbuffer to compile against.")
    version: int = option(1, "Select pipeline implementation version (default: 0).")

    def passes(self) -> Iterator[Pass]:
        """Yield the passes for layouts, then for generic ops and buffers, then for kernels.

        Both values of the option `version` give these passes. Upstream's version 1 would use stream
        layouts, with which only programs that already have such layouts compile.
        """
        yield _pass("ttir-load-system-desc", path=self.system_desc_path)
        yield _pass("ttir-implicit-device", mesh_shape=self.mesh_shape)
        yield _pass("ttir-decompose-for-kernels")
        yield _pass("ttir-constant-as-fill")
        yield _pass("ttir-split-reductions")
        yield _pass("ttir-attach-metal-layout", pad_to_tiles=True, select_grids=True)
        yield _pass("ttir-broadcast-operands")
        yield _pass("ttir-generic", floats_only=True, whole_tiles_only=True)
        yield _pass("ttir-align-matrices")
        yield _pass(
            "ttir-layout",
            init_memory_space=MemorySpace.DeviceL1,
            default_memory_space=MemorySpace.DeviceL1,
            default_device_memory_layout=TensorMemoryLayout.None_,
            for_kernels=True,
        )
        yield _pass("ttir-split-compound-layout", keep_moves=True)
        yield _pass("ttir-generic-op-cbs")
        yield _pass("ttir-generic-region-operands-to-memref")
        yield _pass("ttir-allocate")
        yield _pass("convert-ttir-to-ttmetal")


@dataclass(frozen=True)
class TTIRToTTMetalPipeline(TTIRToTTMetalBackendPipeline):
    """Pipeline lowering ttir to ttmetal.

    In 2026-08 this is the name of `ttir-to-ttmetal-backend-pipeline`.
    """

    name = "ttir-to-ttmetal-pipeline"


@dataclass(frozen=True)
class LinalgToLLVMPipeline(Pipeline):
    """Pipeline lowering linalg to llvm dialect."""

    name = "linalg-to-llvm-pipeline"

    enable_optimization_passes: bool = option(
        True, "Enable optional optimizations after the lowering."
    )

    def passes(self) -> Iterator[Pass]:
        """Yield bufferization, lowering to loops, then to branches, then each dialect to LLVM."""
        yield _pass("canonicalize")
        yield _pass("one-shot-bufferize", bufferize_function_boundaries=True)
        yield _pass("buffer-deallocation-pipeline")
        yield _pass("convert-bufferization-to-memref")
        yield _pass("convert-linalg-to-loops")
        yield _pass("expand-strided-metadata")
        yield _pass("convert-scf-to-cf")
        yield _pass("convert-cf-to-llvm")
        yield _pass("convert-arith-to-llvm")
        yield _pass("convert-func-to-llvm")
        yield _pass("finalize-memref-to-llvm")
        yield _pass("reconcile-unrealized-casts")
        if self.enable_optimization_passes:
            yield _pass("canonicalize")
            yield _pass("sccp")
            yield _pass("cse")
            yield _pass("symbol-dce")

"""The passes of MLIR and the pipelines of 2026-08 that ttmlir-opt registers, and this project does
not implement.

The passes work on dialects, or on parts of programs, that no pipeline of tt-mlir produces. A flag
of these lists is refused with a reason, so that it is not taken for a spelling mistake.
"""

REASON = (
    "a pass of MLIR that no pipeline of tt-mlir uses, and that is not implemented here; "
    "mlir-opt runs it"
)

NOT_IMPLEMENTED = frozenset(
    {
        *("affine-data-copy-generate", "affine-expand-index-ops", "affine-loop-coalescing"),
        *("affine-loop-fusion", "affine-loop-invariant-code-motion", "affine-loop-normalize"),
        *("affine-loop-tile", "affine-loop-unroll", "affine-loop-unroll-jam"),
        *("affine-parallelize", "affine-pipeline-data-transfer", "affine-scalrep"),
        *("affine-simplify-structures", "affine-super-vectorize"),
        *("affine-super-vectorizer-test", "amdgpu-emulate-atomics"),
        *("arith-emulate-unsupported-floats", "arith-emulate-wide-int", "arith-expand"),
        *("arith-int-narrowing", "arith-unsigned-when-equivalent", "arm-neon-2d-to-intr"),
        *("arm-sme-outer-product-fusion", "arm-sme-vector-legalization"),
        *("arm-sve-legalize-vector-storage", "async-func-to-async-runtime"),
        *("async-parallel-for", "async-runtime-policy-based-ref-counting"),
        *("async-runtime-ref-counting", "async-runtime-ref-counting-opt"),
        *("async-to-async-runtime", "buffer-deallocation"),
        *("buffer-deallocation-simplification", "buffer-hoisting", "buffer-loop-hoisting"),
        *("buffer-results-to-out-params", "bufferization-lower-deallocations"),
        *("composite-fixed-point-pass", "convert-affine-for-to-gpu", "convert-amdgpu-to-rocdl"),
        *("convert-arith-to-amdgpu", "convert-arith-to-arm-sme", "convert-arith-to-emitc"),
        *("convert-arith-to-spirv", "convert-arm-sme-to-llvm", "convert-arm-sme-to-scf"),
        *("convert-async-to-llvm", "convert-cf-to-spirv", "convert-complex-to-libm"),
        *("convert-complex-to-llvm", "convert-complex-to-spirv", "convert-complex-to-standard"),
        *("convert-elementwise-to-linalg", "convert-func-to-emitc", "convert-func-to-spirv"),
        *("convert-gpu-launch-to-vulkan-launch", "convert-gpu-to-llvm-spv"),
        *("convert-gpu-to-nvvm", "convert-gpu-to-rocdl", "convert-gpu-to-spirv"),
        *("convert-index-to-llvm", "convert-index-to-spirv", "convert-linalg-to-affine-loops"),
        *("convert-linalg-to-parallel-loops", "convert-linalg-to-std", "convert-math-to-funcs"),
        *("convert-math-to-libm", "convert-math-to-llvm", "convert-math-to-rocdl"),
        *("convert-math-to-spirv", "convert-memref-to-emitc", "convert-memref-to-spirv"),
        *("convert-nvgpu-to-nvvm", "convert-nvvm-to-llvm", "convert-openacc-to-scf"),
        *("convert-openmp-to-llvm", "convert-parallel-loops-to-gpu"),
        *("convert-pdl-to-pdl-interp", "convert-scf-to-emitc", "convert-scf-to-openmp"),
        *("convert-scf-to-spirv", "convert-shape-constraints", "convert-shape-to-std"),
        *("convert-spirv-to-llvm", "convert-tensor-to-linalg", "convert-tensor-to-spirv"),
        *("convert-to-llvm", "convert-to-spirv", "convert-ub-to-llvm", "convert-ub-to-spirv"),
        *("convert-vector-to-arm-sme", "convert-vector-to-gpu", "convert-vector-to-llvm"),
        *("convert-vector-to-scf", "convert-vector-to-spirv"),
        *("decorate-spirv-composite-type-layout", "drop-equivalent-buffer-results"),
        *("duplicate-function-elimination", "eliminate-empty-tensors"),
        *("empty-tensor-to-alloc-tensor", "enable-arm-streaming"),
        *("ensure-debug-info-scope-on-llvm-func", "expand-realloc", "finalizing-bufferize"),
        *("fold-memref-alias-ops", "fold-tensor-subset-ops", "form-expressions"),
        *("func-bufferize", "gpu-async-region", "gpu-decompose-memrefs"),
        *("gpu-eliminate-barriers", "gpu-kernel-outlining"),
        *("gpu-launch-sink-index-computations", "gpu-lower-to-nvvm-pipeline"),
        *("gpu-map-parallel-loops", "gpu-module-to-binary", "gpu-to-llvm"),
        *("int-range-optimizations", "launch-func-to-vulkan", "lift-cf-to-scf"),
        *("linalg-block-pack-matmul", "linalg-detensorize", "linalg-fold-unit-extent-dims"),
        *("linalg-fuse-elementwise-ops", "linalg-generalize-named-ops"),
        *("linalg-inline-scalar-operands", "linalg-named-op-conversion"),
        *("linalg-specialize-generic-ops", "llvm-add-comdats", "llvm-legalize-for-export"),
        *("llvm-optimize-for-nvvm-target", "llvm-request-c-wrappers"),
        *("loop-invariant-subset-hoisting", "lower-affine", "lower-host-to-llvm"),
        *("lower-sparse-foreach-to-scf", "lower-sparse-iteration-to-scf"),
        *("lower-sparse-ops-to-foreach", "lower-vector-mask", "lower-vector-multi-reduction"),
        *("map-memref-spirv-storage-class", "math-legalize-to-f32", "math-uplift-to-fma"),
        *("memref-emulate-wide-int", "memref-expand", "mesh-spmdization"),
        *("mlprogram-pipeline-globals", "normalize-memrefs", "nvgpu-optimize-shared-memory"),
        *("nvvm-attach-target", "openacc-legalize-data", "outline-shape-computation"),
        *("ownership-based-buffer-deallocation", "pre-sparsification-rewrite"),
        *("promote-buffers-to-stack", "remove-shape-constraints"),
        *("resolve-ranked-shaped-type-result-dims", "resolve-shaped-type-result-dims"),
        *("rocdl-attach-target", "scf-bufferize", "scf-for-loop-canonicalization"),
        *("scf-for-loop-peeling", "scf-for-loop-range-folding", "scf-for-loop-specialization"),
        *("scf-for-to-while", "scf-forall-to-for", "scf-forall-to-parallel"),
        *("scf-parallel-loop-fusion", "scf-parallel-loop-specialization"),
        *("scf-parallel-loop-tiling", "set-llvm-module-datalayout", "shape-to-shape-lowering"),
        *("sharding-propagation", "slice-analysis-test", "sparse-assembler"),
        *("sparse-buffer-rewrite", "sparse-gpu-codegen", "sparse-reinterpret-map"),
        *("sparse-space-collapse", "sparse-storage-specifier-to-llvm", "sparse-tensor-codegen"),
        *("sparse-tensor-conversion", "sparse-vectorization", "sparsification"),
        *("sparsification-and-bufferization", "sparsifier", "spirv-attach-target"),
        *("spirv-canonicalize-gl", "spirv-lower-abi-attrs", "spirv-rewrite-inserts"),
        *("spirv-unify-aliased-resource", "spirv-update-vce", "spirv-webgpu-prepare"),
        *("stage-sparse-ops", "tosa-infer-shapes", "tosa-layerwise-constant-fold"),
        *("tosa-make-broadcastable", "tosa-optional-decompositions", "tosa-test-quant-utils"),
        *("tosa-to-arith", "tosa-to-linalg", "tosa-to-linalg-named", "tosa-to-linalg-pipeline"),
        *("tosa-to-mlprogram", "tosa-to-scf", "tosa-to-tensor", "tosa-validate"),
        *("transform-dialect-check-uses", "transform-infer-effects", "transform-interpreter"),
        *("transform-preload-library", "xegpu-fold-alias-ops"),
    }
)
"""The flags of the passes and pipelines."""

_NO_EMITPY = (
    "there is no dialect emitpy; tttranslate --ttnn-to-python writes Python of what "
    "--ttir-to-ttnn-common-pipeline gives"
)
_NO_D2M = "there is no dialect d2m; --ttir-to-ttmetal-pipeline lowers TTIR to TTMetal"
_D2M = ("be", "emitc", "fe", "to-ttkernel", "to-ttkernel-pre-emitc", "to-ttmetal", "to-ttnn")

PIPELINES = {
    "recover-structure-xla-torch-pipeline": "a program stays one function",
    "stablehlo-pipeline": (
        "programs are not partitioned here; --stablehlo-to-ttir-pipeline converts StableHLO, also "
        "what Shardy or GSPMD has partitioned"
    ),
    "ttir-to-emitpy-pipeline": _NO_EMITPY,
    "ttnn-common-to-emitpy-pipeline": _NO_EMITPY,
    "ttnn-through-d2m-pipeline": _NO_D2M,
    **{f"d2m-{each}-pipeline": _NO_D2M for each in _D2M},
}
"""Pipelines of 2026-08. Maps each to the reason why it is not supported, or to an alternative."""


def refusal(flag: str) -> str | None:
    """Return why the pass or pipeline `flag` cannot be run, or None if it is unknown."""
    return f"it is {REASON}" if flag in NOT_IMPLEMENTED else PIPELINES.get(flag)

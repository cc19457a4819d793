"""TTNN's Python API on the simulator: the functions that compiled programs use.

A program written for `ttnn` runs with `from ttmlir_py import ttnn` instead. Every function calls
the kernel that binaries use (`runtime/kernels`) and rounds its result as the executor does, so both
compute the same bits. The element-wise functions are generated from the kernels' table.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ttmlir_py.runtime.defaults import tensor_trace_path as _tensor_trace_path
from ttmlir_py.ttnn import _ttnn, elementwise, test
from ttmlir_py.ttnn import operators as _operators
from ttmlir_py.ttnn import tensor as _tensor
from ttmlir_py.ttnn.collectives import (
    ReduceType,
    Topology,
    all_gather,
    all_reduce,
    reduce_scatter,
)
from ttmlir_py.ttnn.conversion import (
    as_tensor,
    from_torch,
    to_torch,
)
from ttmlir_py.ttnn.conversion import (
    tensor_of_array as _tensor_of_array,
)
from ttmlir_py.ttnn.core import (
    arange,
    close_device,
    deallocate,
    empty,
    from_buffer,
    from_device,
    full,
    ones,
    open_device,
    synchronize_device,
    test_hang_device_operation,
    to_device,
    to_dtype,
    to_layout,
    to_memory_config,
    zeros,
)
from ttmlir_py.ttnn.cores import (
    CoreCoord,
    CoreGrid,
    CoreRange,
    CoreRangeSet,
    ShardMode,
    ShardOrientation,
    ShardSpec,
    ShardStrategy,
    num_cores_to_corerangeset,
)
from ttmlir_py.ttnn.elementwise import *  # noqa: F403
from ttmlir_py.ttnn.exchange import (
    set_printoptions,
)
from ttmlir_py.ttnn.mesh import (
    ConcatMesh2dToTensor,
    ConcatMeshToTensor,
    FabricConfig,
    ListMeshToTensor,
    MeshDevice,
    aggregate_as_tensor,
    close_mesh_device,
    create_mesh_device,
    distribute,
    get_device_ids,
    get_device_tensors,
    get_num_devices,
    get_num_pcie_devices,
    get_pcie_device_ids,
    open_mesh_device,
    set_fabric_config,
    synchronize_devices,
)
from ttmlir_py.ttnn.mesh_mapping import (
    MeshToTensor,
    ReplicateTensorToMesh,
    ShardTensor2dMesh,
    ShardTensorToMesh,
    TensorToMesh,
)
from ttmlir_py.ttnn.mesh_tensors import mesh_tensor as _mesh_tensor
from ttmlir_py.ttnn.numbers import (
    UnaryOpType,
    UnaryWithParam,
)
from ttmlir_py.ttnn.operations import (
    concat,
    conv2d,
    conv_transpose2d,
    cumsum,
    embedding,
    embedding_bw,
    fill_cache,
    linear,
    matmul,
    max,
    max_pool2d,
    mean,
    min,
    moreh_cumsum,
    pad,
    permute,
    prod,
    repeat,
    repeat_interleave,
    reshape,
    slice,
    softmax,
    sum,
    transpose,
    update_cache,
    upsample,
)
from ttmlir_py.ttnn.tensor import (
    HangError,
    Tensor,
    TtnnError,
)
from ttmlir_py.ttnn.types import (
    DEVICE_STORAGE_TYPE,
    DRAM_MEMORY_CONFIG,
    L1_BLOCK_SHARDED_MEMORY_CONFIG,
    L1_HEIGHT_SHARDED_MEMORY_CONFIG,
    L1_MEMORY_CONFIG,
    L1_WIDTH_SHARDED_MEMORY_CONFIG,
    ROW_MAJOR_LAYOUT,
    TILE_LAYOUT,
    TILE_SIZE,
    Arch,
    BufferType,
    Conv2dConfig,
    DataType,
    Device,
    Layout,
    MemoryConfig,
    MeshOffset,
    MeshShape,
    Shape,
    SigmoidMode,
    StorageType,
    TensorMemoryLayout,
    bfloat4_b,
    bfloat8_b,
    bfloat16,
    float32,
    int32,
    uint8,
    uint16,
    uint32,
)

__all__ = [
    "CONFIG",
    "DEVICE_STORAGE_TYPE",
    "DRAM_MEMORY_CONFIG",
    "L1_BLOCK_SHARDED_MEMORY_CONFIG",
    "L1_HEIGHT_SHARDED_MEMORY_CONFIG",
    "L1_MEMORY_CONFIG",
    "L1_WIDTH_SHARDED_MEMORY_CONFIG",
    "ROW_MAJOR_LAYOUT",
    "TILE_LAYOUT",
    "TILE_SIZE",
    "Arch",
    "BlackholeComputeKernelConfig",
    "BufferType",
    "ConcatMesh2dToTensor",
    "ConcatMeshToTensor",
    "Conv2dConfig",
    "CoreCoord",
    "CoreGrid",
    "CoreRange",
    "CoreRangeSet",
    "DataType",
    "Device",
    "DeviceComputeKernelConfig",
    "DispatchCoreAxis",
    "DispatchCoreConfig",
    "DispatchCoreType",
    "FabricConfig",
    "GetDefaultDevice",
    "GetNumAvailableDevices",
    "GetNumPCIeDevices",
    "GrayskullComputeKernelConfig",
    "HangError",
    "LayerNormDefaultProgramConfig",
    "LayerNormShardedMultiCoreProgramConfig",
    "Layout",
    "ListMeshToTensor",
    "LossReductionMode",
    "MathFidelity",
    "MatmulMultiCoreReuseMultiCast1DProgramConfig",
    "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig",
    "MatmulMultiCoreReuseMultiCastProgramConfig",
    "MatmulMultiCoreReuseProgramConfig",
    "MemoryConfig",
    "MeshDevice",
    "MeshOffset",
    "MeshShape",
    "MeshToTensor",
    "ReduceType",
    "ReplicateTensorToMesh",
    "SDPAProgramConfig",
    "SetDefaultDevice",
    "Shape",
    "ShardMode",
    "ShardOrientation",
    "ShardSpec",
    "ShardStrategy",
    "ShardTensor2dMesh",
    "ShardTensorToMesh",
    "SigmoidMode",
    "SoftmaxDefaultProgramConfig",
    "SoftmaxShardedMultiCoreProgramConfig",
    "StorageType",
    "Tensor",
    "TensorMemoryLayout",
    "TensorToMesh",
    "Topology",
    "TtnnError",
    "UnaryOpType",
    "UnaryWithParam",
    "WormholeComputeKernelConfig",
    "_ttnn",
    "add_bw",
    "addalpha_bw",
    "addcdiv_bw",
    "addcmul_bw",
    "aggregate_as_tensor",
    "all_gather",
    "all_reduce",
    "allocate_tensor_on_device",
    "arange",
    "argmax",
    "as_tensor",
    "assign",
    "assign_bw",
    "atan2_bw",
    "batch_norm",
    "begin_trace_capture",
    "bfloat4_b",
    "bfloat8_b",
    "bfloat16",
    "bias_gelu_bw",
    "binary_ge_bw",
    "binary_gt_bw",
    "binary_le_bw",
    "binary_lt_bw",
    "binary_ne_bw",
    "chunk",
    "clamp_bw",
    "clamp_min_bw",
    "clone",
    "close_device",
    "close_mesh_device",
    "concat",
    "concat_bw",
    "conv2d",
    "conv_transpose2d",
    "copy",
    "copy_device_to_host_tensor",
    "copy_host_to_device_tensor",
    "create_mesh_device",
    "create_sharded_memory_config",
    "cumsum",
    "deallocate",
    "device",
    "disable_and_clear_program_cache",
    "distribute",
    "div_bw",
    "dump_device_memory_state",
    "dump_tensor",
    "embedding",
    "embedding_bw",
    "empty",
    "empty_like",
    "enable_program_cache",
    "end_trace_capture",
    "eq_bw",
    "event_synchronize",
    "execute_trace",
    "expand",
    "experimental",
    "fill_cache",
    "float32",
    "from_buffer",
    "from_device",
    "from_torch",
    "full",
    "full_like",
    "geglu",
    "get_device_ids",
    "get_device_tensors",
    "get_fallback_function",
    "get_memory_config",
    "get_num_devices",
    "get_num_pcie_devices",
    "get_pcie_device_ids",
    "global_avg_pool2d",
    "glu",
    "group_norm",
    "has_storage_type_of",
    "has_tile_padding",
    "hypot_bw",
    "init_device_compute_kernel_config",
    "int32",
    "interleaved_to_sharded",
    "is_sharded",
    "is_tensor_storage_on_device",
    "kv_cache",
    "l1_loss",
    "layer_norm",
    "ldexp_bw",
    "lerp_bw",
    "lgamma_bw",
    "linear",
    "load_tensor",
    "logaddexp2_bw",
    "logaddexp_bw",
    "manage_config",
    "manage_device",
    "matmul",
    "max",
    "max_bw",
    "max_pool2d",
    "mean",
    "min",
    "min_bw",
    "moreh_cumsum",
    "mse_loss",
    "mul_bw",
    "multigammaln_bw",
    "normalize_global",
    "normalize_hw",
    "num_cores_to_corerangeset",
    "ones",
    "ones_like",
    "open_device",
    "open_mesh_device",
    "outer",
    "pad",
    "permute",
    "polyval",
    "prepare_conv_bias",
    "prepare_conv_weights",
    "prod",
    "rand",
    "reallocate",
    "record_event",
    "reduce_scatter",
    "register_post_operation_hook",
    "register_pre_operation_hook",
    "reglu",
    "release_trace",
    "repeat",
    "repeat_interleave",
    "reshape",
    "reshard",
    "rms_norm",
    "rsub_bw",
    "scale_mask_softmax",
    "scale_mask_softmax_in_place",
    "set_fabric_config",
    "set_printoptions",
    "sharded_to_interleaved",
    "slice",
    "softmax",
    "softmax_in_place",
    "split",
    "squared_difference_bw",
    "squeeze",
    "stack",
    "std",
    "std_hw",
    "sub_bw",
    "subalpha_bw",
    "sum",
    "swiglu",
    "synchronize_device",
    "synchronize_devices",
    "test",
    "test_hang_device_operation",
    "tilize",
    "tilize_with_zero_padding",
    "to_device",
    "to_dtype",
    "to_layout",
    "to_memory_config",
    "to_torch",
    "topk",
    "transformer",
    "transpose",
    "tril",
    "triu",
    "uint8",
    "uint16",
    "uint32",
    "unary_sub_bw",
    "unsqueeze",
    "unsqueeze_to_4D",
    "untilize",
    "update_cache",
    "upsample",
    "var",
    "var_hw",
    "view",
    "wait_for_event",
    "where_bw",
    "xlogy_bw",
    "zeros",
    "zeros_like",
]
__all__ += elementwise.__all__


def _getitem(tensor: Tensor, places: Any) -> Tensor:
    from ttmlir_py.ttnn.movement import getitem

    return getitem(tensor, places)


_operators.define(
    {
        **elementwise.FUNCTIONS,
        "deallocate": deallocate,
        "getitem": _getitem,
        "matmul": matmul,
        "mesh_tensor": _mesh_tensor,
        "tensor_of_array": _tensor_of_array,
        "to_torch": to_torch,
    }
)

_LAZY = ("graph", "graph_tracer_utils", "model_preprocessing", "tensor_trace", "tracer")
"""Modules that are imported on first use, because they import others that most programs do not
need.
"""
_OF_TORCH = ("model_preprocessing", "tracer")
"""Modules that need PyTorch."""
_NAMESPACES = ("device", "experimental", "kv_cache", "transformer")
_HOMES = (
    *("normalization", "creation", "movement", "reductions", "sharding", "configurations"),
    *("device", "device_traces", "files", "gradients", "hooks"),
)
"""Modules whose names are in `__all__`. They are imported when one of the names is first used."""


def _operation_watcher() -> _tensor.CallWatcher:
    from ttmlir_py.ttnn.operation_trace import CALLS

    return CALLS


_tensor.operation_watcher = _operation_watcher

if _tensor_trace_path():
    from ttmlir_py.ttnn import tensor_trace as _tensor_trace

    _tensor_trace.init()

if TYPE_CHECKING:
    from ttmlir_py.ttnn import device, experimental, kv_cache, transformer
    from ttmlir_py.ttnn import graph as graph
    from ttmlir_py.ttnn import graph_tracer_utils as graph_tracer_utils
    from ttmlir_py.ttnn import model_preprocessing as model_preprocessing
    from ttmlir_py.ttnn import tensor_trace as tensor_trace
    from ttmlir_py.ttnn import tracer as tracer
    from ttmlir_py.ttnn.configurations import (
        BlackholeComputeKernelConfig,
        DeviceComputeKernelConfig,
        GrayskullComputeKernelConfig,
        LayerNormDefaultProgramConfig,
        LayerNormShardedMultiCoreProgramConfig,
        MathFidelity,
        MatmulMultiCoreReuseMultiCast1DProgramConfig,
        MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig,
        MatmulMultiCoreReuseMultiCastProgramConfig,
        MatmulMultiCoreReuseProgramConfig,
        SDPAProgramConfig,
        SoftmaxDefaultProgramConfig,
        SoftmaxShardedMultiCoreProgramConfig,
        WormholeComputeKernelConfig,
        init_device_compute_kernel_config,
    )
    from ttmlir_py.ttnn.creation import (
        assign,
        clone,
        copy,
        empty_like,
        full_like,
        ones_like,
        rand,
        reallocate,
        tilize,
        tilize_with_zero_padding,
        untilize,
        zeros_like,
    )
    from ttmlir_py.ttnn.device import (
        DispatchCoreAxis,
        DispatchCoreConfig,
        DispatchCoreType,
        GetDefaultDevice,
        GetNumAvailableDevices,
        GetNumPCIeDevices,
        SetDefaultDevice,
        disable_and_clear_program_cache,
        dump_device_memory_state,
        enable_program_cache,
        manage_device,
    )
    from ttmlir_py.ttnn.device_traces import (
        allocate_tensor_on_device,
        begin_trace_capture,
        copy_device_to_host_tensor,
        copy_host_to_device_tensor,
        end_trace_capture,
        event_synchronize,
        execute_trace,
        record_event,
        release_trace,
        wait_for_event,
    )
    from ttmlir_py.ttnn.files import (
        dump_tensor,
        load_tensor,
    )
    from ttmlir_py.ttnn.gradients import (
        add_bw,
        addalpha_bw,
        addcdiv_bw,
        addcmul_bw,
        assign_bw,
        atan2_bw,
        bias_gelu_bw,
        binary_ge_bw,
        binary_gt_bw,
        binary_le_bw,
        binary_lt_bw,
        binary_ne_bw,
        clamp_bw,
        clamp_min_bw,
        div_bw,
        eq_bw,
        hypot_bw,
        ldexp_bw,
        lerp_bw,
        lgamma_bw,
        logaddexp2_bw,
        logaddexp_bw,
        max_bw,
        min_bw,
        mul_bw,
        multigammaln_bw,
        rsub_bw,
        squared_difference_bw,
        sub_bw,
        subalpha_bw,
        unary_sub_bw,
        where_bw,
        xlogy_bw,
    )
    from ttmlir_py.ttnn.hooks import (
        CONFIG,
        get_fallback_function,
        manage_config,
        register_post_operation_hook,
        register_pre_operation_hook,
    )
    from ttmlir_py.ttnn.movement import (
        chunk,
        concat_bw,
        expand,
        outer,
        prepare_conv_bias,
        prepare_conv_weights,
        split,
        squeeze,
        stack,
        tril,
        triu,
        unsqueeze,
        unsqueeze_to_4D,
        view,
    )
    from ttmlir_py.ttnn.normalization import (
        batch_norm,
        group_norm,
        layer_norm,
        rms_norm,
        scale_mask_softmax,
        scale_mask_softmax_in_place,
        softmax_in_place,
    )
    from ttmlir_py.ttnn.reductions import (
        LossReductionMode,
        argmax,
        geglu,
        global_avg_pool2d,
        glu,
        l1_loss,
        mse_loss,
        normalize_global,
        normalize_hw,
        polyval,
        reglu,
        std,
        std_hw,
        swiglu,
        topk,
        var,
        var_hw,
    )
    from ttmlir_py.ttnn.sharding import (
        create_sharded_memory_config,
        get_memory_config,
        has_storage_type_of,
        has_tile_padding,
        interleaved_to_sharded,
        is_sharded,
        is_tensor_storage_on_device,
        reshard,
        sharded_to_interleaved,
    )

else:  # type checkers would accept any attribute of a module with `__getattr__`

    def __getattr__(name: str) -> object:
        """Import the module of a name that is used for the first time, and return its value."""
        if name in _LAZY or name in _NAMESPACES:
            return import_module(f"{__name__}.{name}")
        if name in __all__:
            for home in _HOMES:
                found = vars(import_module(f"{__name__}.{home}"))
                if name in found:
                    return globals().setdefault(name, found[name])
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    """Return the public names. `help` reads their values, so that names that need PyTorch are left
    out where it is not installed.
    """
    from importlib.util import find_spec

    lazy = _LAZY if find_spec("torch") else [each for each in _LAZY if each not in _OF_TORCH]
    return sorted([*__all__, *lazy])

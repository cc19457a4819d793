"""Configurations of programs and of compute kernels.

They choose how the device computes. The simulator's arithmetic is ideal, so only a fused activation
changes results.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ttmlir_py.ttnn.cores import CoreCoord, CoreRangeSet
from ttmlir_py.ttnn.numbers import UnaryWithParam


class MathFidelity(Enum):
    """The number of passes of the matrix unit for each product."""

    LoFi = 0
    HiFi2 = 2
    HiFi3 = 3
    HiFi4 = 4
    Invalid = 255


@dataclass(slots=True)
class WormholeComputeKernelConfig:
    """How the compute cores of Wormhole and Blackhole compute."""

    math_fidelity: MathFidelity = MathFidelity.LoFi
    math_approx_mode: bool = True
    fp32_dest_acc_en: bool = False
    packer_l1_acc: bool = False
    dst_full_sync_en: bool = False
    throttle_level: Any = None


DeviceComputeKernelConfig = WormholeComputeKernelConfig
BlackholeComputeKernelConfig = WormholeComputeKernelConfig


@dataclass(slots=True)
class GrayskullComputeKernelConfig:
    """How the compute cores of Grayskull compute."""

    math_fidelity: MathFidelity = MathFidelity.LoFi
    math_approx_mode: bool = True
    dst_full_sync_en: bool = False


def init_device_compute_kernel_config(
    arch: Any,
    device_kernel_config: WormholeComputeKernelConfig | None = None,
    *,
    math_fidelity: MathFidelity = MathFidelity.LoFi,
    math_approx_mode: bool = True,
    fp32_dest_acc_en: bool = False,
    packer_l1_acc: bool = False,
    dst_full_sync_en: bool = False,
    throttle_level: Any = None,
) -> WormholeComputeKernelConfig:
    """Return `device_kernel_config` if given, else a configuration of the other arguments."""
    return device_kernel_config or WormholeComputeKernelConfig(
        math_fidelity,
        math_approx_mode,
        fp32_dest_acc_en,
        packer_l1_acc,
        dst_full_sync_en,
        throttle_level,
    )


@dataclass(slots=True, kw_only=True)
class _Matmul:
    compute_with_storage_grid_size: CoreCoord | tuple[int, int]
    in0_block_w: int
    out_subblock_h: int
    out_subblock_w: int
    per_core_M: int
    per_core_N: int


@dataclass(slots=True, kw_only=True)
class MatmulMultiCoreReuseProgramConfig(_Matmul):
    """A product whose cores read their own inputs."""


@dataclass(slots=True, kw_only=True)
class MatmulMultiCoreReuseMultiCastProgramConfig(_Matmul):
    """A product whose cores pass inputs along rows and columns."""

    out_block_h: int | None = None
    out_block_w: int | None = None
    transpose_mcast: bool = False
    fused_activation: UnaryWithParam | None = None
    fuse_batch: bool = True


@dataclass(slots=True, kw_only=True)
class MatmulMultiCoreReuseMultiCast1DProgramConfig(_Matmul):
    """A product whose cores pass one input to all others."""

    out_block_h: int | None = None
    out_block_w: int | None = None
    fuse_batch: bool = True
    fused_activation: UnaryWithParam | None = None
    mcast_in0: bool = True
    gather_in0: bool = False
    hop_cores: CoreRangeSet | None = None
    num_global_cb_receivers: int = 1


@dataclass(slots=True, kw_only=True)
class MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig:
    """A product whose second operand is sharded over the banks of DRAM."""

    in0_block_w: int
    per_core_M: int
    per_core_N: int
    fused_activation: UnaryWithParam | None = None


@dataclass(slots=True, kw_only=True)
class SoftmaxDefaultProgramConfig:
    """The default program of a softmax."""


@dataclass(slots=True, kw_only=True)
class SoftmaxShardedMultiCoreProgramConfig:
    """A softmax of a sharded tensor."""

    compute_with_storage_grid_size: CoreCoord | tuple[int, int]
    subblock_w: int
    block_h: int
    block_w: int


@dataclass(slots=True, kw_only=True)
class LayerNormDefaultProgramConfig:
    """The default program of a normalization."""


@dataclass(slots=True, kw_only=True)
class LayerNormShardedMultiCoreProgramConfig:
    """A normalization of a sharded tensor."""

    compute_with_storage_grid_size: CoreCoord | tuple[int, int]
    subblock_w: int
    block_h: int
    block_w: int
    inplace: bool = False


@dataclass(slots=True, kw_only=True)
class SDPAProgramConfig:
    """The program of an attention."""

    compute_with_storage_grid_size: CoreCoord | tuple[int, int]
    q_chunk_size: int
    k_chunk_size: int
    sub_core_grids: CoreRangeSet | None = None
    exp_approx_mode: bool | None = field(default=None)

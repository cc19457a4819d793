"""Pipeline options of 2026-08 that are not implemented.

The only accepted value of each is the one that changes nothing.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ttmlir_py.passes.running.option_text import value_error

_OFF: Final = ("false", "0")
_ON: Final = ("true", "1", "")
_NO_FUSING: Final = "operations are not fused"
_NO_CONST_EVAL: Final = "constants are computed on the device, from tensors there"
_NO_D2M: Final = "there is no dialect d2m"
_NO_DTYPES: Final = "tensors keep their data types"
NO_CONFIG: Final = "2025-02's operations have no compute kernel configuration"
_NO_MODES: Final = "neither the simulator nor estimates depend on it"
_NO_METRICS: Final = "no metrics are collected; ttrt perf has estimates"
_NO_TRACE: Final = "the optimizer writes no trace; optimizer-report explains it"
_NO_VALIDATION: Final = "no layout is tried on a device"
_NO_INPUTS: Final = "inputs are made, not loaded"

UNSUPPORTED: Final[Mapping[str, tuple[tuple[str, ...], str]]] = MappingProxyType(
    {
        "check-unique-locs": (_OFF, "locations may be shared"),
        "composite-resolution": (("inline", "auto"), "composites are always inlined"),
        "compute-cfg-dst-full-sync-en": (("unset",), _NO_MODES),
        "compute-cfg-math-approx-mode": (("unset",), _NO_MODES),
        "compute-cfg-packer-l1-acc": (("unset",), _NO_MODES),
        "decision-trace-dir": (("",), _NO_TRACE),
        "enable-activation-dtype-lowering": (_OFF, _NO_DTYPES),
        "enable-compile-time-stats": (_OFF, "--mlir-timing has times"),
        "enable-const-eval-inputs-to-system-memory": (_OFF, _NO_CONST_EVAL),
        "enable-cpu-hoisted-const-eval": (_OFF, _NO_CONST_EVAL),
        "enable-create-d2m-subgraphs": (_OFF, _NO_D2M),
        "enable-d2m-elementwise-fusion": (_OFF, _NO_D2M),
        "enable-decision-trace": (_OFF, _NO_TRACE),
        "enable-dram-space-saving-optimization-pass": (_OFF, "there is no such pass"),
        "enable-erase-inverse-ops-pass": (_OFF, "there is no such pass"),
        "enable-fusing-conv2d-with-multiply-pattern": (_OFF, _NO_FUSING),
        "enable-fusing-pass": (_OFF, _NO_FUSING),
        "enable-optimization-passes": (_ON, "modules for the CPU are not lowered"),
        "enable-permute-matmul-fusion": (_OFF, _NO_FUSING),
        "enable-permute-slice-after-matmul-fusion": (_OFF, _NO_FUSING),
        "enable-quant-dequant-conversion-pass": (_OFF, "quantized types are not lowered"),
        "enable-remove-dead-values": (_ON, "dead values always go"),
        "enable-trace": (_OFF, "programs are not captured"),
        "enable-ttnn-decomposition-pass": (_OFF, "there is no such pass"),
        "load-input-tensors-from-disk": (_OFF, _NO_INPUTS),
        "max-fallback-attempts": ((), _NO_VALIDATION),
        "mesh-topology": ((), "2025-02's devices have no topology"),
        "override-conv2d-config": (("",), NO_CONFIG),
        "override-conv3d-config": (("",), NO_CONFIG),
        "target-bit-width": ((), "quantized types are not lowered"),
        "tensor-l1-usage-cap": ((), "how much of L1 the optimizer may use is fixed"),
        "tensor-load-directory": (("",), _NO_INPUTS),
        "tensor-load-file-prefix": ((), _NO_INPUTS),
        "tuplify-input-if-empty": (_OFF, "inputs are a tuple with target-dylib, and never else"),
        "try-recover-structure": (_OFF, "a function stays one"),
        "ttnn-perf-metrics-enabled": (_OFF, _NO_METRICS),
        "ttnn-perf-metrics-output-file": (("",), _NO_METRICS),
        "ttnn-perf-metrics-verbose-output-enabled": ((), _NO_METRICS),
        "use-mock-allocator-state": (_OFF, "the optimizer asks no allocator"),
    }
)
"""Maps each option to its accepted values, and the reason why no other value is accepted."""


def holds_anyway(name: str, value: str | None) -> bool:
    """Return True if the option `name` has a value that changes nothing.

    Return False for unknown options. Raise OptionError for other values of a known option.
    """
    if name not in UNSUPPORTED:
        return False
    taken, why = UNSUPPORTED[name]
    if (value or "") not in taken:
        only = f"; only '{taken[0]}' is taken" if taken else ""
        raise value_error(name, f"{why}{only}")
    return True

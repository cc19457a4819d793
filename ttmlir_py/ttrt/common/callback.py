"""The callbacks of upstream's module `ttrt.common.callback`: goldens, memory and a debugger.

A callback runs after every operation, as a function that `ttrt.runtime.DebugHooks.get` registers.
`ttrt run` uses `runtime.GoldenChecker` and `runtime.MemoryTracker` instead.
"""

import json
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np

from ttmlir_py.common.files import write_file
from ttmlir_py.runtime.comparison import compare, pcc
from ttmlir_py.runtime.defaults import ATOL, PCC, RTOL
from ttmlir_py.runtime.formats import FORMATS, Array
from ttmlir_py.ttrt import runtime
from ttmlir_py.ttrt.common.files import import_torch

_MEMORIES = {
    "dram": runtime.MemoryBufferType.DRAM,
    "l1": runtime.MemoryBufferType.L1,
    "l1_small": runtime.MemoryBufferType.L1_SMALL,
    "trace": runtime.MemoryBufferType.TRACE,
}
_FIGURES = (
    *("num_banks", "total_bytes_per_bank", "total_bytes_allocated_per_bank"),
    *("total_bytes_free_per_bank", "largest_contiguous_bytes_free_per_bank", "block_table"),
)


class CallbackRuntimeConfig:
    """The settings and reports of the callbacks of one run."""

    def __init__(
        self,
        device: Any = None,
        artifact_dir: str = "",
        pcc: float = PCC,
        atol: float = ATOL,
        rtol: float = RTOL,
        save_golden_tensors: bool = False,
        logging: Any = None,
        enable_golden: bool = False,
        enable_memory: bool = False,
        enable_debugger: bool = False,
        golden_report: dict[str, Any] | None = None,
        memory_report: dict[int, Any] | None = None,
    ) -> None:
        self.device = device
        self.artifact_dir = artifact_dir
        self.pcc, self.atol, self.rtol = pcc, atol, rtol
        self.save_golden_tensors = save_golden_tensors
        self.logging = logging
        self.enable_golden = enable_golden
        self.enable_memory = enable_memory
        self.enable_debugger = enable_debugger
        self.golden_report: dict[str, Any] = golden_report or {}
        self.memory_report: dict[int, Any] = memory_report or {}
        self.counter = -1

    def start_new_callback(self, artifact_dir: str) -> None:
        """Start new reports, for another program."""
        self.artifact_dir = artifact_dir
        self.counter = -1
        self.golden_report = {}
        self.memory_report = {}

    def callback_counter(self) -> int:
        """Return the number of the next operation."""
        self.counter += 1
        return self.counter

    def save_golden_report(self, golden_report_path: str) -> None:
        """Write the comparisons with goldens as JSON."""
        self._save(golden_report_path, self.golden_report, "golden")

    def save_memory_report(self, memory_report_path: str) -> None:
        """Write the states of the memory as JSON."""
        self._save(memory_report_path, self.memory_report, "memory")

    def _save(self, path: str, report: Any, what: str) -> None:
        write_file(path, json.dumps(report, indent=4))
        self.debug(f"Saved {what} report to={path}")

    def check_pcc(self) -> None:
        """Raise RuntimeError if a result does not reach the required correlation."""
        for each in self.golden_report.values():
            found, expected = each["actual_pcc"], each["expected_pcc"]
            if found < expected:
                raise RuntimeError(
                    f"Failed: golden comparison failed, actual_pcc={found} < "
                    f"expected_pcc={expected}"
                )

    def check_memory_leak(self) -> None:
        """Raise RuntimeError if more memory is allocated after the last operation than after the
        first one.

        Outputs on the device count as leaks, as in upstream's callback. `ttrt run
        --check-memory-leak` does not count them.
        """
        if not self.memory_report:
            if self.logging is not None:
                self.logging.warning("No memory data found")
            return
        first, *_, last = [*self.memory_report.values()] * 2
        for name, shown in (("dram", "DRAM"), ("l1", "L1 cache")):
            for device, before in first[name].items():
                key = "total_bytes_allocated_per_bank"
                if last[name][device][key] > before[key]:
                    raise RuntimeError(f"Memory leak detected in {shown} for device={device}")

    def debug(self, message: str) -> None:
        """Log a debugging message, if there is a log."""
        if self.logging is not None:
            self.logging.debug(message)


def _array(tensor: Any) -> Array:
    """Return the values of a PyTorch tensor, or of an array, as float64."""
    if hasattr(tensor, "detach"):
        tensor = tensor.detach().double().numpy()
    return np.asarray(tensor, np.float64)


@np.errstate(all="ignore")
def get_atol_rtol_pcc(golden: Any, calculated: Any) -> tuple[float, float, float, str]:
    """Return the largest absolute and relative difference of two tensors, their correlation, and a
    text with these numbers.

    The tensors are PyTorch tensors or arrays. The correlation is that of upstream's golden check.
    Tensors without finite values have the correlation 1 if they are equal, else 0.
    """
    expected, found = _array(golden), _array(calculated)
    difference = np.abs(expected - found)
    atol = float(difference.max()) if difference.size else 0.0
    rtol = float((difference / np.abs(found)).max()) if difference.size else 0.0
    correlation = pcc(expected, found)
    if correlation is None:
        correlation = float(np.array_equal(expected, found, equal_nan=True))
    text = f"Max ATOL Delta: {atol}, Max RTOL Delta: {rtol}, PCC: {correlation}"
    return atol, rtol, correlation, text


def golden(
    callback_runtime_config: CallbackRuntimeConfig,
    binary: Any,
    program_context: Any,
    op_context: Any,
) -> None:
    """Compare the result of an operation with its golden, and add the comparison to the report."""
    config = callback_runtime_config
    config.debug("executing golden comparison")
    location = runtime.get_op_loc_info(op_context)
    expected = binary.get_debug_info_golden(location)
    if expected is None:
        config.debug("Golden tensor is None - skipping golden comparison")
        return
    output = runtime.get_op_output_tensor(op_context, program_context)
    if not output:
        config.debug("Output tensor is empty - skipping golden comparison")
        return
    format_ = FORMATS[expected.dtype.name]
    wanted = np.frombuffer(expected, format_.external)
    found = np.array(output, format_.external)
    if config.save_golden_tensors:
        for name, values in (("golden", wanted), ("device", found)):
            _save_tensor(f"{config.artifact_dir}/{location}_{name}", values)
    if wanted.shape != found.shape:
        config.debug("Golden and output tensor shapes do not match - skipping golden comparison")
        return
    _, _, correlation, text = get_atol_rtol_pcc(wanted, found)
    config.debug(f"PCC={correlation}")
    config.debug(text)
    seen = compare(wanted, found, format_, atol=config.atol, rtol=config.rtol)
    config.golden_report[location] = {
        "expected_pcc": config.pcc,
        "actual_pcc": correlation,
        "atol": config.atol,
        "rtol": config.rtol,
        "allclose": seen.allclose,
        "max": seen.max_absolute,
        "mean_absolute_error": seen.mean_absolute,
        "root_mean_square_error": seen.root_mean_square,
        "cosine_similarity": seen.cosine,
    }


def _save_tensor(path: str, values: Array) -> None:
    """Save values as a PyTorch tensor, or as an array if PyTorch is not installed."""
    file = BytesIO()
    try:
        torch = import_torch("save_golden_tensors")
    except ImportError:
        np.save(file, values)
        write_file(f"{path}.npy", file.getvalue())
        return
    wide = values.astype(np.float32) if values.dtype.kind not in "fiu" else values
    torch.save(torch.from_numpy(wide.copy()), file)
    write_file(f"{path}.pt", file.getvalue())


def create_memory_dictionary(memory_view: Any) -> dict[str, Any]:
    """Return the figures of a memory as a dictionary."""
    return {name: getattr(memory_view, name) for name in _FIGURES}


def memory(
    callback_runtime_config: CallbackRuntimeConfig,
    binary: Any,
    program_context: Any,
    op_context: Any,
) -> None:
    """Add the state of the device's memory after an operation to the report."""
    config = callback_runtime_config
    config.debug("executing memory dump")
    if config.device is None:
        raise RuntimeError("CallbackRuntimeConfig: 'device' is needed for memory reports")
    views = config.device.get_memory_view(0)
    config.memory_report[config.callback_counter()] = {
        "loc": runtime.get_op_loc_info(op_context),
        "debug_str": runtime.get_op_debug_str(op_context),
        **{
            name: {"device_0": create_memory_dictionary(views[kind])}
            for name, kind in _MEMORIES.items()
        },
    }


def debugger(
    callback_runtime_config: CallbackRuntimeConfig,
    binary: Any,
    program_context: Any,
    op_context: Any,
) -> None:
    """Stop in Python's debugger."""
    import pdb

    pdb.set_trace()


def callback(
    callback_runtime_config: CallbackRuntimeConfig,
    binary: Any,
    program_context: Any,
    op_context: Any,
) -> None:
    """Run the enabled callbacks."""
    config = callback_runtime_config
    for enabled, function in (
        (config.enable_golden, golden),
        (config.enable_memory, memory),
        (config.enable_debugger, debugger),
    ):
        if enabled:
            function(config, binary, program_context, op_context)


def get_callback_fn(
    callback_runtime_config: CallbackRuntimeConfig,
) -> Callable[[Any, Any, Any], None]:
    """Return the function for `ttrt.runtime.DebugHooks.get`."""
    return partial(callback, callback_runtime_config)

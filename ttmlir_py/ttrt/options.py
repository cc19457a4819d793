"""The options of all `ttrt` commands with their defaults, for `--help` and the Python interface.

Importing this module loads neither numpy nor the dialects.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ttmlir_py.common.boards import BOARDS
from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.revisions import INTERNAL, written
from ttmlir_py.runtime import defaults
from ttmlir_py.ttrt.initializers import initializer_text

SECTIONS = ("all", "cpp", "inputs", "mlir", "op_stats", "outputs", "system_desc", "version")
SYSTEMS = ("default", *BOARDS)
"""Names of systems: the boards, and `default`, the compiler's default system."""

ARTIFACTS = "ttrt-artifacts"
"""Default name of the artifact directory."""
HOME_VARIABLE = "TT_MLIR_HOME"
"""Environment variable: the parent directory of `ARTIFACTS` (default: the working directory)."""

IGNORED = "accepted; without effect on the simulator: "


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command, or a positional argument if its name has no dashes."""

    name: str
    help: str
    default: Any = ""
    parse: Callable[[str], Any] | None = str
    """Parses the option's text, and raises ValueError for invalid text. None for a switch."""
    choices: tuple[str, ...] = ()
    metavar: str | None = None

    def value(self, given: object) -> Any:
        """Return the value for the argument `given` of a Python caller. Raise ValueError."""
        if self.parse is None:
            if not isinstance(given, bool):
                raise ValueError(f"'{self.name}' is True or False, not {given!r}")
            return given
        text = str(given)
        if self.choices and text not in self.choices:
            raise ValueError(f"'{self.name}' is one of {', '.join(self.choices)}, not '{text}'")
        try:
            return self.parse(text)
        except ValueError as error:
            raise ValueError(f"'{self.name}': {error}") from None


def _switch(name: str, help: str) -> Option:
    return Option(name, help, default=False, parse=None)


def _count(lowest: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or int(text) < lowest:
            raise ValueError(f"'{text}' is not a whole number of at least {lowest}")
        return int(text)

    return parse


def _number(text: str, lowest: float, highest: float, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not lowest <= value <= highest:  # with NaN, only the negated comparison is true
        raise ValueError(f"'{text}' is not a {what}")
    return value


def _tolerance(text: str) -> float:
    return _number(text, 0, float("inf"), "number of at least 0")


def _correlation(text: str) -> float:
    return _number(text, -1, 1, "number from -1 to 1")


def _golden_source(text: str) -> str:
    form, _, file = text.partition("=")
    known = form in ("ttir", "stablehlo") or (form in ("embedded", "f64") and "=" not in text)
    if not known or ("=" in text and not file):
        known = ("embedded", "f64", "ttir[=FILE]", "stablehlo[=FILE]")
        raise ValueError(unknown_name("source", text, known))
    return text


def _gibibytes(text: str) -> float:
    return _number(text, 2**-20, float("inf"), "number of GiB, of at least 2^-20")


_GRAPH_VIEWS = ("json", "table", "tree", "dot", "levelized")


def _graph_view(text: str) -> str:
    view, colon, level = text.partition(":")
    if view not in _GRAPH_VIEWS or (colon and view != "levelized"):
        raise ValueError(unknown_name("view", text, (*_GRAPH_VIEWS, "levelized:N")))
    if colon:
        _count(0)(level)
    return text


_CHECKS, _CHECK_GROUPS = ("off", "default", "strict"), ("race", "init", "sync", "bounds")


def _checks(text: str) -> str:
    if text not in _CHECKS and not set(text.split(",")) <= set(_CHECK_GROUPS):
        choices = f"{', '.join(_CHECKS)}, or a list of {', '.join(_CHECK_GROUPS)}"
        raise ValueError(f"unknown rules '{text}': expected {choices}")
    return text


def _numerics(text: str) -> str:
    if text not in ("ideal", "device") and not text.startswith("device:"):
        known = ("ideal", "device", "device:OPTIONS")
        raise ValueError(unknown_name("numerics", text, known))
    return text


def _seed(text: str) -> str:
    return text and str(_count(0)(text))


def _program_index(text: str) -> str:
    return text if text == "all" else str(_count(0)(text))


def _artifacts(command: str) -> tuple[Option, ...]:
    return (
        _switch(
            "--clean-artifacts",
            "remove artifacts of earlier runs; files that ttrt did not write stay",
        ),
        _switch("--save-artifacts", "save artifacts"),
        Option(
            "--artifact-dir",
            f"directory of artifacts (default: {ARTIFACTS}, in ${HOME_VARIABLE} if that is set)",
            metavar="DIR",
        ),
        Option("--log-file", "write the log to a file instead of the terminal", metavar="FILE"),
        Option(
            "--result-file",
            "results as JSON, and ttrt_report.xml in the same directory; '' writes neither",
            f"{command}_results.json",
            metavar="FILE",
        ),
    )


_IGNORE_VERSION = _switch("--ignore-version", "do not compare the versions of binary and tool")
_BINARY = Option("binary", "flatbuffer file, or a directory of such files")
_PROGRAM_INDEX = Option(
    "--program-index", "number of the program, or 'all'", "all", _program_index, metavar="N"
)
_JOBS = Option(
    "--jobs",
    "number of processes for the binaries of a directory; 0: one per processor",
    0,
    _count(0),
    metavar="N",
)
_MEMORY_LIMIT = Option(
    "--memory-limit",
    "memory limit for live tensors in the simulator, in GiB",
    defaults.MEMORY_LIMIT >> 30,
    _gibibytes,
    metavar="GIB",
)
_SYSTEM_HELP = "one of " + ", ".join(SYSTEMS)
_SYSTEM = (
    Option(
        "--system-desc",
        f"warn of binaries that were not compiled for this system: .ttsys file, or {_SYSTEM_HELP}",
        metavar="SYSTEM",
    ),
    _IGNORE_VERSION,
    _switch("--strict", "skip binaries of another version or system instead of warning"),
)
_NO_DISPATCH = _switch("--disable-eth-dispatch", f"{IGNORED}nothing is dispatched")


_PICTURES = (
    Option(
        "--timeline",
        "write an estimated timeline of each thread of a .ttm file's kernels, for "
        "Perfetto; for several programs, one file each",
        metavar="FILE",
    ),
    Option(
        "--grid-picture",
        "draw the cores with estimated times and bytes per link of the networks, as "
        "SVG; for several programs, one file each",
        metavar="FILE",
    ),
)


def _loops(what: str) -> Option:
    return Option("--loops", f"{what} N times", 1, _count(1), metavar="N")


READ = (
    Option("--section", "section to show", "all", choices=SECTIONS),
    _switch("--json", "print the fields of the section as JSON"),
    *_artifacts("read"),
    _IGNORE_VERSION,
    _switch("--strict", "skip binaries of another version instead of warning"),
    _BINARY,
)


def _numerics_option(default: str) -> Option:
    return Option(
        "--numerics",
        "ideal: round each result once; device: the device's arithmetic, for .ttnn "
        "files also "
        "device:fidelity=LoFi|HiFi2|HiFi3|HiFi4,fp32_acc=on|off,in0_block_w=N",
        default,
        _numerics,
        metavar="HOW",
    )


_INIT = Option(
    "--init",
    f"inputs: {', '.join(defaults.INITIALIZERS)}; or for some: arg0=zeros,mask=ones,rand",
    defaults.INITIALIZER,
    initializer_text,
    metavar="HOW",
)
_SEED = Option("--seed", "seed of --init", 0, _count(0), metavar="N")
_INPUTS = Option(
    "--inputs",
    "take the inputs from .npz, .npy or .safetensors files instead: weights.npz,x=image.npy",
    metavar="FILE,...",
)

RUN = (
    _PROGRAM_INDEX,
    _loops("run"),
    _INIT,
    _SEED,
    _INPUTS,
    Option(
        "--save-outputs",
        "write the outputs to a file: .safetensors, .npy (a single output) or .npz",
        metavar="FILE",
    ),
    _switch("--identity", "fail unless the outputs equal the inputs"),
    _switch("--non-zero", "fail if an output is all zero"),
    Option(
        "--rtol",
        "relative tolerance of --identity and goldens",
        defaults.RTOL,
        _tolerance,
        metavar="X",
    ),
    Option(
        "--atol",
        "absolute tolerance of --identity and goldens",
        defaults.ATOL,
        _tolerance,
        metavar="X",
    ),
    Option(
        "--pcc",
        "smallest correlation with a golden that passes",
        defaults.PCC,
        _correlation,
        metavar="X",
    ),
    Option(
        "--golden",
        "goldens: embedded in the binary; f64: every operation in float64; ttir or "
        "stablehlo: the reference semantics of the source, from FILE or from the binary",
        "embedded",
        _golden_source,
        metavar="embedded|f64|ttir[=FILE]|stablehlo[=FILE]",
    ),
    _switch("--disable-golden", "neither use nor compare golden tensors"),
    _switch("--save-golden-tensors", "save each compared pair of tensors as artifacts"),
    _switch("--debugger", "stop before the first operation and read debugger commands"),
    _switch("--memory", "report the device's memory after every operation"),
    _switch("--check-memory-leak", "fail if tensors are left on the device at the end"),
    Option(
        "--graph-trace",
        "record the called functions and their memory; for several programs, one file each",
        metavar="FILE",
    ),
    Option(
        "--graph-trace-mode",
        "normal: run the traced program; no_dispatch: only check it, without values, "
        "memory and addresses",
        "normal",
        choices=("normal", "no_dispatch"),
    ),
    Option(
        "--graph-trace-era",
        "record inner calls as in a newer (binary_ng) or an older (repeat) TT-NN",
        "binary_ng",
        choices=("repeat", "binary_ng"),
    ),
    Option(
        "--graph-trace-view",
        f"how it is written: {', '.join(_GRAPH_VIEWS)}[:N]",
        "json",
        _graph_view,
        metavar="VIEW",
    ),
    Option(
        "--report",
        "write a folder for TT-NN's visualizer; for several programs, one folder each",
        metavar="DIR",
    ),
    Option(
        "--op-trace",
        "record the executed operations and their steps as a graph; for several "
        "programs, one file each",
        metavar="FILE",
    ),
    Option(
        "--tensor-trace",
        "record the tensor of each operand of each operation; for several programs, one file each",
        metavar="FILE",
    ),
    Option(
        "--check",
        f"rules that the kernels of a .ttm file must keep: {', '.join(_CHECKS)}, or groups: "
        f"{','.join(_CHECK_GROUPS)}",
        "default",
        _checks,
        metavar="RULES",
    ),
    _numerics_option("ideal"),
    Option(
        "--noc",
        "when data on the network arrives in a run of a .ttm file: early, late, or "
        "both, in two runs that must agree",
        "eager",
        choices=("eager", "late", "both"),
    ),
    Option(
        "--schedule",
        "run the threads of a .ttm file in a random order with this seed (default: "
        "first come, first served)",
        "",
        _seed,
        metavar="SEED",
    ),
    Option(
        "--schedules",
        "try N random orders, starting at the seed of --schedule; their results must agree",
        0,
        _count(0),
        metavar="N",
    ),
    *_PICTURES,
    _switch(
        "--emitc",
        "also build and run the .cpp file next to each .ttnn file, or the C++ kernels "
        "of a .ttm file, and compare the results",
    ),
    _MEMORY_LIMIT,
    _JOBS,
    *_artifacts("run"),
    *_SYSTEM,
    _switch("--load-kernels-from-disk", f"{IGNORED}it runs no kernels of the device"),
    _switch("--enable-async-ttnn", f"{IGNORED}operations run one after the other"),
    _switch("--disable-maxpool2d-preshard", f"{IGNORED}it has no such workaround"),
    _switch("--disable-swap-binary-operands", f"{IGNORED}it never swaps operands"),
    _switch("--disable-read-update-index-for-kv-cache", f"{IGNORED}it has no such workaround"),
    _switch("--disable-to-layout-api-assume-single-chip", f"{IGNORED}it has no such workaround"),
    _switch("--disable-pad-op-padding-pairs-signature", f"{IGNORED}it has no such workaround"),
    _NO_DISPATCH,
    _BINARY,
)

QUERY = (
    Option("--system-desc", f"board to describe: {_SYSTEM_HELP}", "n150", metavar="NAME"),
    _switch("--quiet", "do not show the description"),
    _switch(
        "--disable-eth-dispatch",
        "describe the board as if worker cores dispatch programs, which takes a row of cores",
    ),
    Option(
        "--tt-mlir",
        "revision of tt-mlir for which the file is written",
        INTERNAL,
        choices=written(),
    ),
    Option(
        "--for",
        "build of tt-mlir that reads the file: a schema hash, a .whl, .so, .ttsys or .ttnn file, "
        "or an installed package such as jax-tt-plugin",
        "",
        metavar="BUILD",
    ),
    *_artifacts("query"),
)

PERF = (
    _PROGRAM_INDEX,
    _loops("repeat"),
    _switch("--host-only", "run on the simulator and print times on the host instead of estimates"),
    _switch("--memory", "run on the simulator and report the device's memory"),
    _switch("--disable-golden", "do not compare golden tensors when running"),
    Option(
        "--compare",
        "compare with another run: a .ttnn file, or an ops_perf_results.csv of ttrt or "
        "of tt-metal's profiler",
        metavar="FILE",
    ),
    Option(
        "--roofline",
        "draw a roofline plot of the operations, as SVG; for several programs, one file each",
        metavar="FILE",
    ),
    *_PICTURES,
    _MEMORY_LIMIT,
    _JOBS,
    *_artifacts("perf"),
    *_SYSTEM,
    Option("--port", f"{IGNORED}no Tracy server is started", 0, _count(0), metavar="PORT"),
    _NO_DISPATCH,
    _BINARY,
)

DEBUG = (
    Option("what", "what to find: precision", choices=("precision",)),
    Option("--pcc", "correlation with float64 that every output must reach", 0.99, _correlation),
    _PROGRAM_INDEX,
    _INIT,
    _SEED,
    _INPUTS,
    _numerics_option("device"),
    _switch("--disable-golden", "generate inputs although the binary contains goldens"),
    _MEMORY_LIMIT,
    _JOBS,
    *_artifacts("debug"),
    *_SYSTEM,
    _BINARY,
)

CHECK = (
    Option(
        "--system-desc",
        f"system to check against: .ttsys file, directory of such files, or {_SYSTEM_HELP}",
        "n150",
        metavar="SYSTEM",
    ),
    *_artifacts("check"),
    _IGNORE_VERSION,
    _BINARY,
)

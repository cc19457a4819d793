"""Command lines and files with which the tools are tried, made from a random number generator."""

import json
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "runtime"))

import numpy as np
from fuzz_binaries import Fuzzer
from text_mutations import corpus, damaged
from tool_process import Limits
from trace_cases import TRIALS, Trial

from ttmlir_py.compiler import compile as compile_module
from ttmlir_py.passes.registry import PASSES, PIPELINES
from ttmlir_py.target import TRANSLATIONS
from ttmlir_py.tools.ttmlir_compile import FORMS
from ttmlir_py.ttrt import API

OUTPUT = "out"
OLD = b"what was there before\n"
"""The content of an output file that exists before a case runs."""

GOOD = """func.func @forward(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
"""
TO_TTNN = "--ttir-to-ttnn-backend-pipeline"

_VALUES = (
    "",
    "0",
    "1",
    "-1",
    "2",
    "1x1",
    "2x4",
    "0x0",
    "8x8x8",
    "9999999999999999999",
    "1e999",
    "nan",
    "true",
)
_VALUES += (
    "false",
    "x",
    "all",
    "none",
    "é",
    "\udcff",
    "a,b",
    "a=b",
    "{",
    "}",
    "'",
    '"',
    "%s",
    "\n",
    " ",
    "--",
    "-",
)
_VALUES += (
    ".",
    "missing",
    "missing/x",
    "/dev/zero",
    "in.mlir",
    "in.ttnn",
    "in.ttsys",
    "/dev/null",
    "n" * 5000,
)
_VALUES += (
    "n150",
    "tg",
    "canonicalize",
    "builtin.module(canonicalize)",
    "func.func(",
    "module",
    "1,2,3",
    "f64",
)
_STARTS_OTHER_WORK = {"--emitc", "--loops", "--jobs", "--completion"}
"""Options that start a C++ compiler or take as long as their value says."""


@dataclass
class Case:
    """A command line, the files it reads, and the limits and signals of its run."""

    tool: str
    arguments: list[str]
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    limits: Limits = field(default_factory=Limits)
    prints_again: bool = False
    """Whether the printed output, read by the same tool, must be printed again unchanged."""


def _text(rng: random.Random) -> str:
    texts = _texts()
    text = rng.choice(texts)
    return damaged(rng, text, rng.choice(texts)) if rng.random() < 0.8 else text


@cache
def _texts() -> list[str]:
    return [*corpus(), GOOD, GOOD]


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _pipeline(rng: random.Random) -> list[str]:
    flags = [*PASSES, *PIPELINES]
    if rng.random() < 0.35:
        return [TO_TTNN]
    return [f"--{rng.choice(flags)}" for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 4)))]


def _text_case(rng: random.Random) -> Case:
    files = {"in.mlir": _encoded(_text(rng))}
    if rng.random() < 0.3:
        return Case(
            "tttranslate", [f"--{rng.choice(list(TRANSLATIONS))}", "in.mlir", "-o", OUTPUT], files
        )
    if rng.random() < 0.25:
        return Case(
            "ttmlir-compile", [f"--emit={rng.choice(list(FORMS))}", "in.mlir", "-o", OUTPUT], files
        )
    passes = _pipeline(rng)
    options = rng.sample(_PRINTING, rng.choice((0, 0, 0, 1, 2)))
    output = ["-o", OUTPUT] if rng.random() < 0.3 else []
    return Case(
        "ttopt",
        [*passes, *options, "in.mlir", *output],
        files,
        prints_again=not (passes or options or output),
    )


_PRINTING = [
    "--mlir-print-debuginfo",
    "--mlir-print-op-generic",
    "--mlir-print-local-scope",
    "--mlir-timing",
]
_PRINTING += [
    "--mlir-print-ir-after-all",
    "--allow-unregistered-dialect",
    "--split-input-file",
    "--verify-diagnostics",
]


@cache
def _binaries() -> Fuzzer:
    return Fuzzer(0)


def _binary(rng: random.Random) -> bytes:
    fuzzer = _binaries()
    fuzzer.rng = rng
    return fuzzer.case()


def _binary_case(rng: random.Random) -> Case:
    files = {"in.ttnn": _binary(rng)}
    command = rng.choice(("run", "run", "read", "perf", "check"))
    bound = ["--memory-limit", "0.1"] if command == "run" else []
    more = rng.choice(([], ["--golden", "f64"], ["--memory"], ["--init", "rand"])) if bound else []
    sections = ["--section", rng.choice(("all", "version", "mlir", "inputs", "cpp"))]
    return Case(
        "ttrt", [command, "in.ttnn", *bound, *more, *(sections if command == "read" else [])], files
    )


@cache
def _descriptor() -> bytes:
    """Return the descriptor of the default board, which the tool writes."""
    code = "import sys; from ttmlir_py.tools.ttrt import main; sys.exit(main())"
    command = [
        sys.executable,
        "-c",
        code,
        "query",
        "--save-artifacts",
        "--artifact-dir",
        "a",
        "--result-file",
        "",
    ]
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return next(Path(folder).rglob("*.ttsys")).read_bytes()


def _descriptor_case(rng: random.Random) -> Case:
    files = {"in.ttsys": _damaged_bytes(rng, _descriptor()), "in.mlir": GOOD.encode()}
    return rng.choice(
        (
            Case("ttopt", [f"{TO_TTNN}=system-desc-path=in.ttsys", "in.mlir"], files),
            Case("ttopt", ["--ttir-load-system-desc=path=in.ttsys", "in.mlir"], files),
            Case("ttrt", ["read", "in.ttsys", "--section", "all"], files),
            Case(
                "ttrt",
                ["check", "in.ttnn", "--system-desc", "in.ttsys"],
                {**files, "in.ttnn": _good_binary()},
            ),
        )
    )


def _arrays_case(rng: random.Random) -> Case:
    """Return a case of input arrays in several files, some damaged, with files for the results."""
    suffixes = rng.choices((".npy", ".npz", ".safetensors"), k=rng.choice((1, 1, 2, 3)))
    names = [f"{index}{suffix}" for index, suffix in enumerate(suffixes)]
    files = {"in.ttnn": _good_binary()}
    for name, suffix in zip(names, suffixes, strict=True):
        data = _arrays(suffix, rng.choice(_KEPT))
        files[name] = _damaged_bytes(rng, data) if rng.random() < 0.7 else data
    keys = rng.choices(("arg0", "arg1", "arg1", "0", "x", ""), k=len(names))
    given = [
        f"{key}={name}" if rng.random() < 0.5 else name
        for key, name in zip(keys, names, strict=True)
    ]
    more = rng.choice(([], [], ["--save-outputs", f"{OUTPUT}{rng.choice(suffixes)}"]))
    return Case("ttrt", ["run", "in.ttnn", "--inputs", ",".join(given), *more], files)


_KEPT = (("arg0", "arg1"), ("arg0",), ("arg1",), ("0", "1"), ("arg0", "arg1", "x"), ())
"""The names of the arrays in a file. Those of the program's inputs are arg0 and arg1."""


@cache
def _arrays(suffix: str, names: tuple[str, ...]) -> bytes:
    """Return a file of arrays that fit the program; without names, a file of one array that does
    not fit.
    """
    values = np.arange(32 * 32, dtype=np.float32).reshape(32, 32)
    arrays = dict.fromkeys(names, values) or {"arg0": values[0]}
    if suffix == ".safetensors":
        return _safetensors(arrays)
    file = BytesIO()
    if suffix == ".npy":
        np.save(file, next(iter(arrays.values())))
    else:
        np.savez_compressed(file, **arrays)
    return file.getvalue()


def _safetensors(arrays: dict[str, np.ndarray]) -> bytes:
    """Return the arrays in the safetensors format, written without the library: the length of a
    JSON header, the header, the elements.
    """
    header: dict[str, object] = {}
    elements = b""
    for name, array in arrays.items():
        end = len(elements) + array.nbytes
        offsets = [len(elements), end]
        header[name] = {"dtype": "F32", "shape": array.shape, "data_offsets": offsets}
        elements += array.tobytes()
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + elements


@cache
def _good_binary() -> bytes:
    return compile_module(GOOD, "ttir-to-ttnn-backend-pipeline", "ttnn-to-flatbuffer")


def _damaged_bytes(rng: random.Random, data: bytes) -> bytes:
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(result))
        width = rng.choice((1, 2, 4, 8))
        number = rng.choice((0, 1, -1, 2, 64, 2**31 - 1, 2**32 - 1, rng.getrandbits(64)))
        result[at : at + width] = (number % (1 << 8 * width)).to_bytes(width, "little")
    return bytes(result[: rng.choice((len(result), len(result), rng.randrange(len(result))))])


@cache
def _options(tool: str) -> list[tuple[str, bool]]:
    """Return the options of `tool` from its --help: the name, and whether it takes a value."""
    module = f"ttmlir_py.tools.{tool.replace('-', '_')}"
    code = f"import sys; sys.argv[0] = {tool!r}; from {module} import main; sys.exit(main())"
    text = subprocess.run(
        [sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True
    ).stdout
    found = re.findall(r"^ +(--?[\w-]+)(=<)?", text, flags=re.M)
    return [(name, bool(value)) for name, value in found if name not in _STARTS_OTHER_WORK]


def _option_words(rng: random.Random, name: str, takes_value: bool) -> list[str]:
    if rng.random() < 0.05:
        name = name[: rng.randrange(len(name))] + rng.choice(("", "x", "-"))
    if takes_value == (rng.random() < 0.9):
        value = rng.choice(_VALUES)
        return rng.choice(([f"{name}={value}"], [name, value]))
    return [name]


_TOOLS = ("ttopt", "ttopt", "ttopt", "tttranslate", "ttmlir-compile", "ttrt", "ttnn-standalone")


def _command_line_case(rng: random.Random) -> Case:
    files = {"in.mlir": GOOD.encode(), "in.ttnn": _good_binary(), "in.ttsys": _descriptor()}
    tool = rng.choice(_TOOLS)
    words = [rng.choice(("in.mlir", "in.mlir", "in.mlir", "missing", ".", "", "in.ttnn"))]
    if tool == "ttnn-standalone":
        words = [
            rng.choice(("run", "compile", "x", "", "--help")),
            rng.choice(("missing", ".", "in.ttnn", "")),
        ]
        return Case(tool, [*words, *rng.choice(([], ["--version"], ["-x"], ["--trace"]))], files)
    if tool == "ttrt":
        API.initialize_apis()
        name, command = rng.choice(list(API.registered_apis.items()))
        options = [
            (each.name, each.parse is not None) for each in command.options if each.name[0] == "-"
        ]
        words = [name.lower(), rng.choice(("in.ttnn", "in.ttnn", "missing", ".", "", "in.mlir"))]
        options = [option for option in options if option[0] not in _STARTS_OTHER_WORK]
    else:
        options = _options(tool)
        if tool != "ttmlir-compile":
            first = _pipeline(rng)[:1]
            words += first if tool == "ttopt" else [f"--{rng.choice(list(TRANSLATIONS))}"]
    for name, takes_value in rng.choices(options, k=rng.choice((1, 1, 2, 3))):
        words += _option_words(rng, name, takes_value)
    if rng.random() < 0.05:
        rng.shuffle(words)
    return Case(tool, [word.replace("\0", "") for word in words], files)


def _writing(rng: random.Random) -> Case:
    """Return a case that succeeds and writes a file."""
    files = {"in.mlir": GOOD.encode(), "in.ttnn": _good_binary()}
    return rng.choice(
        (
            Case("ttopt", [TO_TTNN, "in.mlir", "-o", OUTPUT], files),
            Case("ttopt", ["in.mlir", "-o", OUTPUT], files),
            Case("ttopt", ["--ttir-to-emitc-pipeline", "in.mlir", "-o", OUTPUT], files),
            Case("ttmlir-compile", ["in.mlir", "-o", OUTPUT], files),
            Case("ttrt", ["run", "in.ttnn", "--result-file", OUTPUT], files),
            Case("ttrt", ["run", "in.ttnn", "--save-outputs", OUTPUT, "--result-file", ""], files),
            Case("ttrt", ["perf", "in.ttnn", "--result-file", OUTPUT], files),
            Case("ttrt", ["query", "--save-artifacts", "--result-file", OUTPUT], files),
        )
    )


def _full_disk_case(rng: random.Random) -> Case:
    case = _writing(rng)
    if rng.random() < 0.3:
        case.arguments = [word for word in case.arguments if word not in ("-o", OUTPUT)]
        if "--result-file" in case.arguments:
            case.arguments.remove("--result-file")
        case.limits.stdout = "/dev/full"
    else:
        case.limits.file_size = rng.choice((0, 1, 100, 1000, 4096))
    return case


def _signal_case(rng: random.Random) -> Case:
    case = _writing(rng)
    case.limits.signal = rng.choice((signal.SIGINT, signal.SIGKILL, signal.SIGTERM))
    case.limits.after = rng.random() ** 2 * 0.15
    return case


def _trace_family(make: Callable[[random.Random], Trial]) -> Callable[[random.Random], Case]:
    def case(rng: random.Random) -> Case:
        arguments, files = make(rng)
        return Case("tttrace", arguments, files)

    return case


_FAMILIES: dict[str, tuple[Callable[[random.Random], Case], int]] = {
    "text": (_text_case, 60),
    "binary": (_binary_case, 14),
    "descriptor": (_descriptor_case, 5),
    "arrays": (_arrays_case, 3),
    "command line": (_command_line_case, 15),
    "full disk": (_full_disk_case, 3),
    "signal": (_signal_case, 3),
    **{name: (_trace_family(make), share) for name, (make, share) in TRIALS.items()},
}
FAMILIES = tuple(_FAMILIES)


def make_case(seed: int, number: int, families: tuple[str, ...] = FAMILIES) -> tuple[str, Case]:
    """Return the family and the case with this `number` of `seed`."""
    rng = random.Random(f"{seed} {number}")
    (family,) = rng.choices(families, [_FAMILIES[name][1] for name in families])
    case = _FAMILIES[family][0](rng)
    if rng.random() < 0.5:
        case.files[OUTPUT] = OLD
    return family, case

"""Makes command lines and files to try the tools with, from a random number generator."""

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

from ttmlir_py.compiler import compile as compile_module
from ttmlir_py.passes.registry import PASSES, PIPELINES
from ttmlir_py.runtime import load
from ttmlir_py.target import TRANSLATIONS
from ttmlir_py.tools.ttmlir_compile import FORMS
from ttmlir_py.traces.graph.files import dump
from ttmlir_py.traces.graph.recorder import (
    BufferInfo,
    CircularBuffer,
    GraphRecorder,
    TensorInfo,
)
from ttmlir_py.traces.operation.collect import collect
from ttmlir_py.traces.operation.files import to_bytes
from ttmlir_py.traces.operation.program_recorder import ProgramRecorder
from ttmlir_py.traces.operation.recorder import OperationRecorder
from ttmlir_py.traces.tensor.record import Record
from ttmlir_py.ttrt import API

OUTPUT = "out"
OLD = b"what was there before\n"
"""The content of the output file before a case runs, if there is one."""

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
"""Options that ask for as much time as their value says, or start a C++ compiler."""


@dataclass
class Case:
    """A command line, the files around it and what is done to it."""

    tool: str
    arguments: list[str]
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    limits: Limits = field(default_factory=Limits)
    prints_again: bool = False
    """Whether the output, read by the same tool, must come out as it is."""


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
    """The default board's descriptor, from the tool that writes it."""
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
    """Inputs of several files, some of them damaged, and files that results are written to."""
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
"""Names in a file of arrays; those of the program's inputs are arg0 and arg1."""


@cache
def _arrays(suffix: str, names: tuple[str, ...]) -> bytes:
    """A file of arrays that fit the good program; without names a row, which does not."""
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
    """Their format, so that the library is not needed: the length of a JSON header, the header, the elements."""
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
    """The options of a tool from its --help: name, and whether it takes a value."""
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
    """A command that succeeds and writes a file."""
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


_TRACE_COMMANDS = (
    *("display", "stats", "validate", "csv", "table", "tree", "peak", "levelized:3", "arguments"),
    *("svg", "dot", "perfetto", "parse", "diff", "summary", "to-mlir"),
    *("calltrace", "memory", "explorer:2"),
)
_TRACE_WORDS = (b"-1", b"null", b"[]", b"{}", b'"tensor"', b'"function_end"', b"99", b"1e9", b"")


@cache
def _traces() -> tuple[bytes, bytes]:
    """A graph trace and a tensor-access trace."""
    recorder = GraphRecorder()
    tensors = [TensorInfo(i, (4, 8), BufferInfo(i, 4096, "L1", page_size=2048)) for i in range(4)]
    for made in tensors[2:]:
        recorder.begin_function("ttnn::add", tensors[:2])
        recorder.begin_function("tt::tt_metal::create_device_tensor", [3, [1, 2]])
        recorder.allocate(made.buffer, 64)
        recorder.end_function([made])
        recorder.run_program([CircularBuffer(4096, "{[(x=0,y=0) - (x=7,y=7)]}")])
        recorder.end_function([made])
    recorder.deallocate(tensors[3].buffer)
    records = [
        Record(i + 1, i, i % 3, tensor_idx=i % 5, tensor_name=f"blk.{i}.w") for i in range(20)
    ]
    return dump(recorder.finish()).encode(), b"".join(each.pack() for each in records)


_TABLE = b'tensor_name,file_offset,size_bytes,layer_id,component_type\nblk.1.w,64,100,1,Q\n"a,b",0,1,-1,other\n'
_BLOCKS = b"  8,0    3        1     0.000000001   697  D   R 223490 + 8 [x]\nCPU0 (8,0):\n" * 3
_RECORD_COMMANDS = ("parse", "histogram", "order", "layers", "experts", "heatmap")


def _damaged_trace(rng: random.Random, given: bytes) -> bytes:
    content = bytearray(given)
    for _ in range(rng.randrange(6)):
        at = rng.randrange(len(content) + 1)
        if rng.random() < 0.5:
            content[at : at + rng.randrange(8)] = rng.choice(_TRACE_WORDS)
        else:
            content[at : at + 1] = rng.randbytes(1)
    if rng.random() < 0.2:
        del content[rng.randrange(len(content) + 1) :]
    return bytes(content)


def _trace_case(rng: random.Random) -> Case:
    """A damaged trace of either kind, table of tensors, or text of blkparse."""
    graph, records = _traces()
    files = {"good.json": graph, "good.bin": records}
    kind = rng.random()
    if kind < 0.1:
        files["t.csv"] = _damaged_trace(rng, _TABLE)
        return Case("tttrace", ["stats", "good.bin", "--csv", "t.csv"], files)
    if kind < 0.2:
        files["t.txt"] = _damaged_trace(rng, _BLOCKS)
        return Case("tttrace", ["blkparse", "good.bin", "t.txt"], files)
    is_graph = kind < 0.6
    files["t.json"] = _damaged_trace(rng, graph if is_graph else records)
    command = rng.choice(_TRACE_COMMANDS if is_graph else (*_TRACE_COMMANDS, *_RECORD_COMMANDS))
    others = ["good.json"] if command == "diff" else []
    if command in ("parse", "stats") and rng.random() < 0.5:
        others += [f"--layer={rng.randrange(3)}"]
    return Case("tttrace", [command, "t.json", *others], files)


@cache
def _operation_trace() -> bytes:
    """A saved op-execution trace of a network, a kernel or two of each kind."""
    binary = load(_binaries().files[1])
    program = binary.program(0)
    recorder = OperationRecorder()
    inputs = [np.zeros(ref.desc.shape, np.float32) for ref in program.inputs]
    with ProgramRecorder(recorder).watch_run(program) as hooks:
        binary.run(inputs, hooks=hooks)
    return to_bytes(collect(recorder.records, recorder.runs))


_OPERATION_COMMANDS = (
    *("display", "stats", "summary", "validate", "csv", "tree", "diff", "to-mlir", "to-mlir"),
)


def _operation_trace_case(rng: random.Random) -> Case:
    """A damaged op-execution trace."""
    content = _damaged_bytes(rng, _operation_trace())
    command = rng.choice(_OPERATION_COMMANDS)
    others = ["good.fb"] if command == "diff" else []
    if command == "to-mlir" and rng.random() < 0.5:
        others = ["--nested", "leaves"]
    return Case(
        "tttrace", [command, "t.fb", *others], {"t.fb": content, "good.fb": _operation_trace()}
    )


_FAMILIES: dict[str, tuple[Callable[[random.Random], Case], int]] = {
    "text": (_text_case, 60),
    "binary": (_binary_case, 14),
    "descriptor": (_descriptor_case, 5),
    "arrays": (_arrays_case, 3),
    "command line": (_command_line_case, 15),
    "full disk": (_full_disk_case, 3),
    "signal": (_signal_case, 3),
    "trace": (_trace_case, 6),
    "operation trace": (_operation_trace_case, 3),
}
FAMILIES = tuple(_FAMILIES)


def make_case(seed: int, number: int, families: tuple[str, ...] = FAMILIES) -> tuple[str, Case]:
    """Case `number` of a seed, of one of the families, with the family's name."""
    rng = random.Random(f"{seed} {number}")
    (family,) = rng.choices(families, [_FAMILIES[name][1] for name in families])
    case = _FAMILIES[family][0](rng)
    if rng.random() < 0.5:
        case.files[OUTPUT] = OLD
    return family, case

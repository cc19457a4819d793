"""Damaged traces in each format, and `tttrace` command lines that read them."""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, cast

import numpy as np
from ttnn_builders import ProgramBuilder, binary_bytes

from ttmlir_py.common.boards import memory_desc
from ttmlir_py.runtime import combine_hooks, load
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.schemas import MisfitError, load_schema, read, write
from ttmlir_py.tools.tttrace import build_parser
from ttmlir_py.traces.graph.files import dump
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.traces.operation.collect import collect
from ttmlir_py.traces.operation.files import to_bytes
from ttmlir_py.traces.operation.program_recorder import ProgramRecorder
from ttmlir_py.traces.operation.recorder import OperationRecorder
from ttmlir_py.traces.tensor.record import SIZE, Record

Arguments = list[str]
Files = dict[str, bytes]
Trial = tuple[Arguments, Files]
"""A command line of `tttrace`, and the files that it may read."""

_GRAPH, _RECORDS, _OPERATIONS = "good.json", "good.bin", "good.fb"
_WORDS = (b"-1", b"null", b"[]", b"{}", b'"tensor"', b'"function_end"', b"99", b"1e9", b"")
_TABLE = (
    b"tensor_name,file_offset,size_bytes,layer_id,component_type\n"
    b'blk.1.attn_q.weight,64,100,1,Q\n"a,b",0,1,-1,other\ntoken_embd.weight,0,100,-1,embedding\n'
)
_BLOCKS = b"  8,0    3        1     0.000000001   697  D   R 223490 + 8 [x]\nCPU0 (8,0):\n" * 3


# ---- command lines -------------------------------------------------------------------------------


@cache
def _commands() -> dict[str, list[argparse.Action]]:
    """Return all commands of `tttrace`, each with its options."""
    (commands,) = (
        cast(Any, each).choices
        for each in build_parser()._actions
        if isinstance(each.choices, dict)
    )
    return {
        name: [each for each in parser._actions if each.option_strings and each.dest != "help"]
        for name, parser in commands.items()
    }


_VALUES: dict[str, Sequence[str]] = {
    "level": ("0", "1", "2", "3", "4", "99"),
    "layer": ("0", "1", "2", "NA", "65535"),
    "token": ("0", "1", "7"),
    "operation": ("ADD", "mul_mat", "OP17", "200", "16"),
    "num_layers": ("0", "3", "100"),
    "limit": ("0", "1", "5", "1000000"),
    "csv": ("t.csv", "t.csv", "missing", "t"),
    "start": ("0", "-1.5", "1e-9"),
    "system": ("n150", "n300", "tg", "x"),
    "name": ("main", "forward", "a b", "é"),
    "output": ("out",),
}
_WRONG = ("", "-1", "x", "1e999", "99999999999999999999", "\udcff", "--")


def _option(rng: random.Random, option: argparse.Action) -> Arguments:
    name = rng.choice(option.option_strings)
    if option.nargs == 0:
        return [name]
    values = list(option.choices or _VALUES[option.dest])
    is_wrong = rng.random() < 0.05 and option.dest != "output"
    value = rng.choice(_WRONG if is_wrong else values)
    return [f"{name}={value}"] if name.startswith("--") else [name, value]


def _line(rng: random.Random, command: str, good: str) -> Arguments:
    """Return a command line for the damaged trace `t`, with random options and further input
    files.
    """
    name, _, level = command.partition(":")
    options = _commands()[name]
    chosen = rng.sample(options, min(len(options), rng.choice((0, 1, 1, 2, 3))))
    words = [word for option in chosen for word in _option(rng, option)]
    files = {"diff": rng.choice((["t", good], [good, "t"])), "blkparse": [_RECORDS, "t.txt"]}
    return [f"{name}:{level}" if level else name, *files.get(name, ["t"]), *words]


# ---- damage --------------------------------------------------------------------------------------


def _damaged_bytes(rng: random.Random, given: bytes, most: int = 5) -> bytes:
    content = bytearray(given)
    for _ in range(rng.randint(0, most)):
        at = rng.randrange(len(content) + 1)
        if rng.random() < 0.5:
            content[at : at + rng.randrange(8)] = rng.choice(_WORDS)
        else:
            content[at : at + 1] = rng.randbytes(1)
    if rng.random() < 0.2:
        del content[rng.randrange(len(content) + 1) :]
    return bytes(content)


def _slots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place in a tree of lists and tables: the list or table, and the index or key."""
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys = holder if isinstance(holder, dict) else range(len(holder) if _is_list(holder) else 0)
        for key in list(cast(Any, keys)):
            yield holder, key
            waiting.append(holder[key])


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _damage_tree(rng: random.Random, tree: Any, others: Sequence[Any]) -> None:
    """Change values in `tree`, drop, repeat and swap elements, or take values from `others`."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        holder, key = rng.choice(list(_slots(tree)))
        kind = rng.random()
        if kind < 0.4:
            holder[key] = _other(rng, holder[key], others)
        elif kind < 0.6:
            del holder[key]
        elif _is_list(holder) and kind < 0.8:
            holder.insert(rng.randrange(len(holder) + 1), holder[key])
        elif _is_list(holder):
            at = rng.randrange(len(holder))
            holder[key], holder[at] = holder[at], holder[key]


_NUMBERS = (0, 1, -1, 2, 3, 7, 32, 255, 2**31 - 1, 2**31, 2**32, 2**63 - 1, -(2**63))


def _other(rng: random.Random, value: Any, others: Sequence[Any]) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice(_NUMBERS)
    if isinstance(value, float):
        return rng.choice((0.0, -1.5, float("inf"), float("nan"), 1e300))
    if isinstance(value, str) and rng.random() < 0.8:
        texts = (
            "",
            "0",
            "-1",
            "99999999999999999999",
            "Shape([1, 2])",
            "Tensor(",
            "DRAM",
            "x" * 300,
        )
        return rng.choice((*texts, value[: len(value) // 2], value + value))
    return rng.choice(others)


# ---- traces --------------------------------------------------------------------------------------


@cache
def _binary() -> TTNNBinary:
    """Return a binary of a chain of the operations that graph traces nest in different ways."""
    program = ProgramBuilder("main")
    a, b = program.input((32, 64), "BFloat16"), program.input((32, 64), "BFloat16")
    made = program.eltwise("Add", [a, b], program.ref((32, 64), "BFloat16"))
    made = program.eltwise("Relu", [made], program.ref((32, 64), "BFloat16"))
    made = program.add(
        "SoftmaxOp", **{"in": made}, dimension=-1, out=program.ref((32, 64), "BFloat16")
    )
    made = program.add(
        "ReshapeOp", **{"in": made}, shape=[1, 32, 64], out=program.ref((1, 32, 64), "BFloat16")
    )
    return load(binary_bytes(program.output(made)))


@cache
def _recorded() -> tuple[str, bytes]:
    """Return the graph trace and the op-execution trace of the program."""
    binary = _binary()
    tracer, recorder = ProgramTracer(memory_desc("n150")), OperationRecorder()
    with ProgramRecorder(recorder).watch_run(binary.program(0)) as hooks:
        binary.run(None, hooks=combine_hooks(tracer.hooks, hooks))
    return dump(tracer.trace), to_bytes(collect(recorder.records, recorder.runs))


@cache
def _records() -> bytes:
    names = ("token_embd.weight", "blk.1.attn_q.weight", "blk.2.ffn_down.weight", "", "output")
    return b"".join(
        Record(
            i + 1,
            token_id=i // 7,
            layer_id=i % 3,
            operation_type=i % 5,
            phase=i // 7,
            tensor_idx=i % 5,
            file_offset=64 * i,
            size_bytes=100,
            expert_id=i % 4,
            tensor_name=names[i % 5],
        ).pack()
        for i in range(21)
    )


def _files() -> Files:
    graph, operations = _recorded()
    return {
        _GRAPH: graph.encode(),
        _RECORDS: _records(),
        _OPERATIONS: operations,
        "t.csv": _TABLE,
        "t.txt": _BLOCKS,
    }


_GRAPH_COMMANDS = (
    *("display", "stats", "validate", "csv", "table", "tree", "calltrace", "peak", "arguments"),
    *("levelized", "levelized:3", "svg", "dot", "memory", "perfetto", "explorer", "explorer:2"),
    *("to-mlir", "to-mlir", "diff"),
)
_OPERATION_COMMANDS = (
    *("display", "stats", "summary", "validate", "csv", "tree", "diff", "to-mlir", "to-mlir"),
)
_RECORD_COMMANDS = (
    *("display", "stats", "validate", "csv", "table", "parse", "parse", "histogram", "order"),
    *("layers", "experts", "heatmap", "blkparse"),
)


def _command(rng: random.Random, commands: Sequence[str]) -> str:
    """Return one of `commands`, which are for the trace's format, or sometimes any command."""
    return rng.choice(commands if rng.random() < 0.9 else list(_commands()))


def graph_case(rng: random.Random) -> Trial:
    """Return a trial of a graph trace with damaged text or damaged nodes."""
    text = _recorded()[0]
    content = text.encode()
    if rng.random() < 0.75:
        nodes = json.loads(text)
        _damage_tree(rng, nodes, (None, [], {}, "1", 3, [0], ["Tensor()"], True, 0.5))
        content = json.dumps(nodes).encode()
    else:
        content = _damaged_bytes(rng, content)
    return _line(rng, _command(rng, _GRAPH_COMMANDS), _GRAPH), _files() | {"t": content}


def operation_case(rng: random.Random) -> Trial:
    """Return a trial of an op-execution trace with damaged bytes or damaged tables."""
    given = _recorded()[1]
    content = _damaged_bytes(rng, given)
    if rng.random() < 0.75:
        schema = load_schema("SameDiff/graph.fbs")
        table = _plain(read(schema, given, size_prefixed=False).as_dict())
        _damage_tree(rng, table, ([], 0, "", 1))
        with suppress(MisfitError, TypeError, ValueError, KeyError, AttributeError):
            # a changed type cannot be written: keep the original
            content = write(schema, table, size_prefixed=False)
    command = _line(rng, _command(rng, _OPERATION_COMMANDS), _OPERATIONS)
    return command, _files() | {"t": content}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in cast(dict[str, Any], value).items()}
    if isinstance(value, np.ndarray):
        return _plain(cast(Any, value).tolist())
    if isinstance(value, list | tuple):
        return [_plain(each) for each in cast(list[Any], value)]
    return value


def record_case(rng: random.Random) -> Trial:
    """Return a trial of a tensor-access trace with other numbers in its records, or with damaged
    bytes.
    """
    content = bytearray(_records())
    if rng.random() < 0.75:
        for _ in range(rng.choice((1, 2, 8))):
            at = rng.randrange(len(content) // SIZE) * SIZE + rng.choice((0, 8, 12, 14, 16, 17, 24))
            width = rng.choice((1, 2, 4, 8))
            content[at : at + width] = rng.choice((b"\0", b"\xff", rng.randbytes(1))) * width
    else:
        content[:] = _damaged_bytes(rng, bytes(content))
    line = _line(rng, _command(rng, _RECORD_COMMANDS), _RECORDS)
    files = _files() | {"t": bytes(content)}
    if "t.txt" in line:
        files["t.txt"] = _damaged_bytes(rng, _BLOCKS, 2)
        line = [rng.choice(("t", _RECORDS)) if word == _RECORDS else word for word in line]
    return line, files


def table_case(rng: random.Random) -> Trial:
    """Return a trial of a valid trace with a damaged table of a model's tensors."""
    command = rng.choice(("stats", "parse", "display", "table", "csv", "validate"))
    words = [word for word in _line(rng, command, _RECORDS) if not word.startswith("--csv")]
    words[words.index("t")] = _RECORDS
    return [*words, "--csv", "t.csv"], _files() | {"t.csv": _damaged_bytes(rng, _TABLE, 1)}


TRIALS: dict[str, tuple[Callable[[random.Random], Trial], int]] = {
    "graph trace": (graph_case, 4),
    "operation trace": (operation_case, 3),
    "tensor trace": (record_case, 2),
    "table of tensors": (table_case, 1),
}
"""Maps each family to the function that makes a trial and to the weight with which it is chosen."""

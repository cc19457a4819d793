"""Results and operations in the formats of tt-xla and tt-metal.

`OpTest` is the record of tt-mlir's op-by-op infrastructure, which tt-xla writes for each operation.
In reports of pytest, it is a property `OpTest model for: NAME` whose values are texts of Python.

A sweep vector of tt-metal is a combination of parameters. A file `vectors_export/MODULE.json` maps
suites to vectors by their hash, which is `config_hash` if the vector was traced. A file
`results_export/MODULE.json` is a list of results, each with one of the statuses of `Status`.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from ttmlir_py.common.files import read_file
from ttmlir_py.sweep.outcome import Status
from ttmlir_py.sweep.results import Results, Row
from ttmlir_py.sweep.sources import LIMIT, ModelError

FRONTEND = "ttmlir_py"
_PROPERTY = "OpTest model for: "
_TENSOR = re.compile(r"(?:tensor|memref)<([0-9x]*?)x?([a-z]+[0-9]*|![^,>]+)[,>]")
_DATA_TYPES: Mapping[str, str] = {
    **{"f32": "Float32", "bf16": "BFloat16", "f16": "Float16", "i32": "Int32", "i1": "Bool"},
    **{"si32": "Int32", "ui32": "UInt32", "ui16": "UInt16", "ui8": "UInt8"},
}
_ELEMENTS = {title: name for name, title in reversed([*_DATA_TYPES.items()])}
_LONGEST = 1 << 20
"""The longest text of Python that is read, in characters."""
METADATA = (
    *("suite_name", "validity", "invalid_reason", "status", "sweep_name", "timestamp"),
    *("input_hash", "tag", "traced_source", "traced_machine_info", "config_hash", "vector_id"),
)
"""Fields of a vector that are not parameters of its operation."""


@dataclass(frozen=True)
class TensorDesc:
    """A tensor of an operation, with the fields of the record of tt-mlir."""

    shape: Sequence[int]
    data_type: str
    buffer_type: str | None = None
    layout: str | None = None
    grid_shape: Sequence[int] | None = None

    def type(self) -> str:
        """Return the type of the tensor in MLIR, without a layout. Raises ValueError."""
        element = _ELEMENTS.get(self.data_type, self.data_type)
        if not re.fullmatch(r"\w+", element):
            raise ValueError(f"'{self.data_type}' is not a data type")
        return f"tensor<{''.join(f'{int(size)}x' for size in self.shape)}{element}>"


@dataclass(frozen=True)
class OpTest:
    """The test of one operation. The fields and their order are those of tt-mlir's record."""

    test_start_ts: str
    test_end_ts: str
    success: bool
    op_name: str
    inputs: Sequence[TensorDesc]
    outputs: Sequence[TensorDesc]
    github_job_id: int | None = None
    full_test_name: str | None = None
    test_case_name: str | None = None
    filepath: str | None = None
    skipped: bool = False
    error_message: str | None = None
    config: Mapping[str, Any] | None = None
    frontend: str | None = None
    model_name: str | None = None
    op_kind: str | None = None
    framework_op_name: str | None = None
    op_params: Mapping[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the record as data for JSON."""
        inputs, outputs = ([vars(each) for each in held] for held in (self.inputs, self.outputs))
        return vars(self) | {"inputs": inputs, "outputs": outputs}

    def text(self) -> str:
        """Return a program with the operation, which has no attributes."""
        inputs = [each.type() for each in self.inputs]
        outputs = ", ".join(each.type() for each in self.outputs)
        arguments = ", ".join(f"%{i}: {type_}" for i, type_ in enumerate(inputs))
        values = ", ".join(f"%{i}" for i in range(len(inputs)))
        results = ", ".join(f"%r#{i}" for i in range(len(self.outputs)))
        if not re.fullmatch(r"\w+(\.\w+)+", self.op_name):
            raise ValueError(f"'{self.op_name}' is not the name of an operation")
        return (
            f"func.func @main({arguments}) -> ({outputs}) {{\n"
            f'  %r:{len(self.outputs)} = "{self.op_name}"({values}) : '
            f"({', '.join(inputs)}) -> ({outputs})\n"
            f"  return {results} : {outputs}\n}}\n"
        )


def op_tests(results: Results, version: str | None = None) -> Iterator[OpTest]:
    """Yield a record for each result and each model in which its operation occurs."""
    texts: dict[str, tuple[list[TensorDesc], list[TensorDesc]]] = {}
    for row in results.rows(version):
        if row.program not in texts:
            texts[row.program] = _signature(results.case(row.id).text)
        inputs, outputs = texts[row.program]
        start, end = _times(results, row)
        for model in results.origins(row.program) or [None]:
            yield OpTest(
                *(start, end, row.result.status is Status.PASS, row.name, inputs, outputs),
                skipped=row.result.status is Status.NOT_RUN,
                error_message=row.result.message or None,
                config={
                    "board": row.board,
                    "format": row.format,
                    "options": row.options_name,
                    "seed": row.seed,
                    "id": row.id,
                },
                frontend=FRONTEND,
                model_name=model,
            )


def _times(results: Results, row: Row) -> tuple[str, str]:
    query = "SELECT started, seconds FROM costs WHERE id = ? AND version = ?"
    started, seconds = results.base.execute(query, (row.id, row.version)).fetchone() or (0.0, 0.0)
    times = (datetime.fromtimestamp(each, UTC) for each in (started, started + seconds))
    start, end = (each.isoformat() for each in times)
    return start, end


def _signature(text: str) -> tuple[list[TensorDesc], list[TensorDesc]]:
    """Return the tensors of the arguments and results of the first function in a text."""
    found = re.search(r"func\.func[^@]*@[^(]*\((.*)$", text, re.MULTILINE)
    inputs, _, outputs = (found[1] if found else "").partition("->")
    return _tensors(inputs), _tensors(outputs)


def _tensors(text: str) -> list[TensorDesc]:
    return [
        TensorDesc([int(size) for size in sizes.split("x") if size], _DATA_TYPES.get(type_, type_))
        for sizes, type_ in _TENSOR.findall(text)
    ]


def read_op_tests(path: str | os.PathLike[str]) -> list[OpTest]:
    """Return the records in a file: a list of records, or a report of pytest-json-report.

    Raises OSError and `ModelError`.
    """
    found: list[OpTest] = []
    for data in _records(_json(path)):
        try:
            found.append(_op_test(data))
        except (KeyError, TypeError, ValueError, SyntaxError) as error:
            raise ModelError(f"{os.fspath(path)}: error: not an OpTest record: {error}") from None
    return found


def has_op_tests(path: str | os.PathLike[str]) -> bool:
    """Whether a JSON file contains OpTest records."""
    try:
        return next(_records(_json(path)), None) is not None
    except (OSError, ModelError, TypeError):
        return False


def _json(path: str | os.PathLike[str]) -> Any:
    name = os.fspath(path)
    if os.path.getsize(path) > LIMIT:
        raise ModelError(f"{name}: error: the file has more than {LIMIT >> 30} GiB")
    try:
        return json.loads(read_file(path))
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{name}: error: not JSON: {error}") from None


def _records(data: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the records in a list, or in the properties of pytest's reports."""
    if isinstance(data, list):
        for each in cast("list[Any]", data):
            yield from _records(each)
    elif isinstance(data, dict):
        held = cast("dict[str, Any]", data)
        if "op_name" in held:
            yield held
            return
        for name, value in held.items():
            if name.startswith(_PROPERTY):
                yield value
            elif name in ("tests", "user_properties", "properties"):
                yield from _records(value)


def _op_test(data: Mapping[str, Any]) -> OpTest:
    values = {name: _value(name, value) for name, value in data.items()}
    for name in ("inputs", "outputs"):
        values[name] = [TensorDesc(**each) for each in values[name]]
    return OpTest(**values)


_TEXTS = {
    *("test_start_ts", "test_end_ts", "op_name", "error_message", "frontend", "model_name"),
    *("full_test_name", "test_case_name", "filepath", "op_kind", "framework_op_name"),
}


def _value(name: str, value: Any) -> Any:
    """Return the value of a field, which may be the text of a Python value."""
    if not isinstance(value, str):
        return value
    if name in _TEXTS:
        return None if value == "None" else value
    if len(value) > _LONGEST:
        raise ValueError(f"'{name}' is too long")
    return _evaluated(ast.parse(value, mode="eval").body)


def _evaluated(node: ast.AST) -> Any:
    """Return a literal. A call of `TensorDesc` becomes a dictionary of its keywords."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "TensorDesc":
        return {each.arg: _evaluated(each.value) for each in node.keywords}
    if isinstance(node, ast.List | ast.Tuple):
        return [_evaluated(each) for each in node.elts]
    return ast.literal_eval(node)  # pyright: ignore[reportArgumentType]


# ---- tt-metal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Vector:
    """A sweep vector of tt-metal."""

    module: str
    """The name of the sweep, such as `eltwise.unary.relu`."""
    suite: str
    parameters: Mapping[str, Any]
    """Values as texts of Python, or objects `{"type": ..., "data": ...}`."""
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The other fields, see `METADATA`."""

    @property
    def hash(self) -> str:
        """Return the name of the vector: `config_hash`, or else the SHA-224 of its content."""
        for name in ("config_hash", "input_hash"):
            if self.metadata.get(name):
                return str(self.metadata[name])
        content = {**self.parameters, **self._labels()}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha224(text.encode()).hexdigest()

    def _labels(self) -> dict[str, Any]:
        return {
            "suite_name": self.suite,
            "validity": self.metadata.get("validity", "VectorValidity.VALID"),
            "invalid_reason": self.metadata.get("invalid_reason", ""),
            "status": self.metadata.get("status", "VectorStatus.CURRENT"),
            "sweep_name": self.module,
        }

    def as_dict(self) -> dict[str, Any]:
        """Return the vector as data for JSON."""
        return {**self.parameters, **self._labels(), **self.metadata, "input_hash": self.hash}


def vectors_of(results: Results, version: str | None = None) -> list[Vector]:
    """Return the vector of each case: program, options, board, format and seed."""
    found: list[Vector] = []
    for row in results.rows(version):
        parameters = {
            "program": row.program,
            "options": row.options_name,
            "board": row.board,
            "format": row.format,
            "seed": str(row.seed),
        }
        models = list(results.origins(row.program))
        metadata = {"config_hash": row.id, "traced_source": models, "tag": FRONTEND}
        found.append(Vector(row.name, "ttmlir_py", parameters, metadata))
    return found


def write_vectors(vectors: Iterable[Vector]) -> dict[str, str]:
    """Return the files of vectors: names such as `ttir.add.json` with their texts."""
    modules: dict[str, dict[str, dict[str, Any]]] = {}
    for each in vectors:
        modules.setdefault(each.module, {}).setdefault(each.suite, {})[each.hash] = each.as_dict()
    return {file_of(name): json.dumps(suites, indent=2) for name, suites in modules.items()}


def file_of(module: str) -> str:
    """Return the file name of a sweep, without characters that are not in names of operations."""
    return re.sub(r"[^\w.-]", "_", module).lstrip(".")[:200] + ".json"


def read_vectors(path: str | os.PathLike[str]) -> list[Vector]:
    """Return the vectors in a file of `vectors_export`. Raises OSError and `ModelError`."""
    data = _json(path)
    module = Path(path).stem
    found: list[Vector] = []
    try:
        for suite, vectors in cast("dict[str, Any]", data).items():
            for name, fields in vectors.items():
                metadata = {each: fields[each] for each in METADATA if each in fields}
                if not metadata.get("config_hash"):
                    metadata["input_hash"] = name
                rest = {each: value for each, value in fields.items() if each not in METADATA}
                sweep = str(fields.get("sweep_name", module))
                found.append(Vector(sweep, suite, rest, metadata))
    except (AttributeError, TypeError):
        raise ModelError(f"{os.fspath(path)}: error: not a file of sweep vectors") from None
    return found


def write_results(results: Results, version: str | None = None) -> dict[str, str]:
    """Return the files of results, as in `results_export`: names with their texts."""
    modules: dict[str, list[dict[str, Any]]] = {}
    for row in results.rows(version):
        start, end = _times(results, row)
        record = {
            "sweep_name": row.name,
            "suite_name": "ttmlir_py",
            "vector_id": row.id,
            "input_hash": row.id,
            "config_hash": row.id,
            "status": f"TestStatus.{row.result.status.value}",
            "message": row.result.message or None,
            "exception": row.result.message if row.result.status is not Status.PASS else None,
            "e2e_perf": row.seconds * 1e3,
            "device_perf": None,
            "start_time_ts": start,
            "end_time_ts": end,
            "git_hash": row.version,
        }
        modules.setdefault(row.name, []).append(record)
    return {file_of(name): json.dumps(rows, indent=2) for name, rows in modules.items()}


def read_results(path: str | os.PathLike[str]) -> dict[str, Status]:
    """Return the status of each vector in a file of `results_export`, by its hash.

    Statuses that later revisions of tt-metal added count as the earlier ones. Raises OSError and
    `ModelError`.
    """
    found: dict[str, Status] = {}
    try:
        for each in cast("list[dict[str, Any]]", _json(path)):
            name = str(each.get("vector_id") or each["input_hash"])
            status = str(each["status"]).rpartition(".")[2]
            found[name] = Status(_LATER.get(status, status))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ModelError(
            f"{os.fspath(path)}: error: not a file of sweep results: {error}"
        ) from None
    return found


_LATER = {
    "FAIL_UNSUPPORTED_DEVICE_PERF": "FAIL_ASSERT_EXCEPTION",
    "XFAIL": "FAIL_ASSERT_EXCEPTION",
    "XPASS": "PASS",
}

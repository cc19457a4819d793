"""The unique operations of many models: a folder of small programs, and a table in SQLite.

| table | a row for |
|---|---|
| `models` | each file that was read, with the number of its operations, or an error |
| `operations` | each unique operation or piece. Its `hash` is the SHA-256 of its program's text |
| `origins` | each operation in each model, with the number of its occurrences |

The program of an operation is the file `HASH[:2]/HASH.mlir`.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from xdsl.ir import Attribute

from ttmlir_py import compiler
from ttmlir_py.common.files import write_file
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.frontends.levels import entry_function
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import AttributePrinter
from ttmlir_py.sweep.exchange import has_op_tests, read_op_tests
from ttmlir_py.sweep.pieces import Piece, connected, is_described, operations
from ttmlir_py.sweep.sources import Model, ModelError

TABLE = "operations.sqlite"
"""The name of the table in the folder."""
OPERATION = "operation"
"""The kind of a single operation. Connected pieces have the kinds of `pieces.PATTERNS`."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS models(
  name TEXT PRIMARY KEY, revisions TEXT NOT NULL, operations INTEGER NOT NULL, error TEXT);
CREATE TABLE IF NOT EXISTS operations(
  hash TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, revision TEXT NOT NULL,
  inputs TEXT NOT NULL, outputs TEXT NOT NULL, size INTEGER NOT NULL, inner INTEGER NOT NULL,
  described INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS origins(
  hash TEXT NOT NULL, model TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY(hash, model));
"""


@dataclass(frozen=True)
class Operation:
    """A unique operation or piece, as it is in the table."""

    hash: str
    kind: str
    name: str
    """The name of the operation, such as `ttir.matmul`; of a piece, that of its last operation."""
    revision: str
    inputs: Sequence[str]
    """The types of the program's arguments, with layouts."""
    outputs: Sequence[str]
    size: int
    """The number of operations in the piece; 1 for an operation."""
    inner: int
    """The number of operations in the regions of the piece."""
    described: bool
    """Whether zeros replace a large constant."""
    origins: dict[str, int]
    """Maps models to the number of occurrences."""

    @property
    def file(self) -> str:
        """Return the path of the program in the folder."""
        return f"{self.hash[:2]}/{self.hash}.mlir"


def hash_of(text: str) -> str:
    """Return the name of an operation: the SHA-256 of its program's text."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


class Operations:
    """A folder of unique operations with its table. Raises OSError and sqlite3.Error."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._base = sqlite3.connect(self.folder / TABLE, timeout=60)
        self._base.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the table."""
        self._base.close()

    def add(self, model: Model, pieces: Collection[str] = ()) -> int:
        """Add the operations of a model, and return their number.

        With `pieces`, add its connected pieces of these kinds instead. Adding a model again
        replaces its counts. A model that cannot be read counts no operation, and raises
        `ModelError`.
        """
        counts: Counter[str] = Counter()
        revisions: dict[str, None] = {}
        try:
            for module in model.modules():
                revisions[compiler.revision_of(module)] = None
                counts.update(self._counted(module, pieces))
        except ModelError as error:
            self._record(model.name, {}, revisions, str(error))
            raise
        self._record(model.name, counts, revisions, None)
        return counts.total()

    def add_file(self, model: Model, pieces: Collection[str] = ()) -> int:
        """Add a model like `add`, or the records of a file of OpTest records."""
        if model.path.endswith(".json") and has_op_tests(model.path):
            try:
                return self.add_op_tests(model.path)
            except OSError as error:
                raise ModelError(f"{model.path}: error: {error.strerror}") from None
        return self.add(model, pieces)

    def add_op_tests(self, path: str | os.PathLike[str]) -> int:
        """Add the operations in a file of OpTest records, and return their number.

        A record has no attributes. Operations that need some are errors of their models. Raises
        OSError, and `ModelError` for a file without records.
        """
        counts: dict[str, Counter[str]] = {}
        errors: dict[str, str] = {}
        for record in read_op_tests(path):
            model = record.model_name or Path(path).name
            found = counts.setdefault(model, Counter())
            try:
                with compiler.diagnosed(warnings=["-w"]) as context:
                    found.update(self._counted(compiler.parse(record.text(), context=context), ()))
            except (CompilationError, ValueError) as error:
                lines = str(error).strip().splitlines() or [type(error).__name__]
                errors.setdefault(model, f"{path}: error: {record.op_name}: {lines[0]}")
        for model, found in counts.items():
            self._record(model, found, (), errors.get(model))
        return sum(each.total() for each in counts.values())

    def _counted(self, module: ModuleOp, pieces: Collection[str]) -> Counter[str]:
        """Return the operations of a module by their hashes. New ones are written."""
        known: dict[Hashable, str] = {}
        counts: Counter[str] = Counter()
        revision = compiler.revision_of(module)
        found: Iterator[tuple[str, Piece]] = (
            connected(module, pieces) if pieces else ((OPERATION, p) for p in operations(module))
        )
        for kind, piece in found:
            key = piece.key()
            name = known.get(key) if key is not None else None
            if name is None:
                name = self._write(kind, piece, revision)
                known[key] = name
            counts[name] += 1
        return counts

    def _write(self, kind: str, piece: Piece, revision: str) -> str:
        """Write the program of a piece unless it exists, and return its hash."""
        module = piece.module()
        text = str(module)
        name = hash_of(text)
        if self._base.execute("SELECT 1 FROM operations WHERE hash = ?", (name,)).fetchone():
            return name
        function = entry_function(module)
        assert isinstance(function, FuncOp)
        row = Operation(
            name,
            kind,
            piece.ops[-1].name,
            revision,
            _types(function.function_type.inputs),
            _types(function.function_type.outputs),
            len(piece.ops),
            piece.inner,
            any(map(is_described, piece.ops)),
            {},
        )
        path = self.folder / row.file
        path.parent.mkdir(exist_ok=True)
        write_file(path, text)
        self._base.execute(
            "INSERT OR IGNORE INTO operations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(row.hash, row.kind, row.name, row.revision),
                *(json.dumps(row.inputs), json.dumps(row.outputs)),
                *(row.size, row.inner, int(row.described)),
            ),
        )
        return name

    def _record(
        self, model: str, counts: Mapping[str, int], revisions: Collection[str], error: str | None
    ) -> None:
        total = sum(counts.values())
        with self._base:
            self._base.execute("DELETE FROM origins WHERE model = ?", (model,))
            self._base.execute(
                "INSERT OR REPLACE INTO models VALUES (?, ?, ?, ?)",
                (model, " ".join(revisions), total, error),
            )
            self._base.executemany(
                "INSERT INTO origins VALUES (?, ?, ?)",
                [(name, model, count) for name, count in sorted(counts.items())],
            )

    def rows(self) -> Iterator[Operation]:
        """Yield all operations, ordered by name and hash."""
        origins: dict[str, dict[str, int]] = {}
        for name, model, count in self._base.execute("SELECT * FROM origins ORDER BY model"):
            origins.setdefault(name, {})[model] = count
        for row in self._base.execute("SELECT * FROM operations ORDER BY name, hash"):
            name, kind, op, revision, inputs, outputs, size, inner, described = row
            types = tuple(json.loads(inputs)), tuple(json.loads(outputs))
            held = origins.get(name, {})
            yield Operation(name, kind, op, revision, *types, size, inner, bool(described), held)

    def text(self, operation: Operation) -> str:
        """Return the program of an operation. Raises OSError and `ModelError`."""
        data = (self.folder / operation.file).read_text("utf-8", "surrogateescape")
        if hash_of(data) != operation.hash:
            raise ModelError(f"{self.folder / operation.file}: error: the file was changed")
        return data

    def models(self) -> Iterator[tuple[str, str, int, str | None]]:
        """Yield name, revisions, number of operations and error of each model."""
        yield from self._base.execute("SELECT * FROM models ORDER BY name")

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of models, of operations in them, and of unique operations."""
        query = "SELECT (SELECT count(*) FROM models WHERE error IS NULL),"
        query += " (SELECT total(count) FROM origins), (SELECT count(*) FROM operations)"
        with closing(self._base.execute(query)) as rows:
            models, total, unique = rows.fetchone()
        return models, int(total), unique


def _types(types: Iterable[Attribute]) -> tuple[str, ...]:
    text = AttributePrinter().attribute_text
    return tuple(text(each) for each in types)


def write_parquet(operations: Operations, path: str | os.PathLike[str]) -> None:
    """Write a row for each operation and model to a Parquet file. Raises ImportError and OSError.

    It needs pyarrow.
    """
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    names = ("hash", "kind", "name", "revision", "inputs", "outputs", "size", "inner", "described")
    rows = [
        {each: getattr(row, each) for each in names} | {"model": model, "count": count}
        for row in operations.rows()
        for model, count in row.origins.items()
    ]
    parquet.write_table(arrow.Table.from_pylist(rows), path)

"""Results of sweeps in one SQLite file.

| table | a row for |
|---|---|
| `cases` | each case: its labels, board, format, seed and options. `program` is a text's hash |
| `programs` | each program, with its text |
| `origins` | each model in which a program occurs, with the number of occurrences |
| `results` | each case and version: status, numbers, and message |
| `costs` | each result, with what was measured: seconds, memory, worker |

All tables but `costs` depend on the cases and versions only. The file has a rollback journal
instead of a write-ahead log, so it may be on a shared disk, with one writer for each file.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ttmlir_py.sweep.cases import Case
from ttmlir_py.sweep.outcome import Finished, Result, Stage, Status

SCHEMA = """
CREATE TABLE IF NOT EXISTS programs(hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS origins(
  program TEXT NOT NULL, model TEXT NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(program, model));
CREATE TABLE IF NOT EXISTS cases(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, program TEXT NOT NULL, board TEXT NOT NULL,
  format TEXT NOT NULL, seed INTEGER NOT NULL, options_name TEXT NOT NULL, options TEXT NOT NULL,
  inputs TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results(
  id TEXT NOT NULL, version TEXT NOT NULL, status TEXT NOT NULL, stage TEXT NOT NULL,
  message TEXT NOT NULL, wrong TEXT NOT NULL, computed_as TEXT NOT NULL, pcc REAL, error REAL,
  nanoseconds REAL, operations INTEGER NOT NULL, PRIMARY KEY(id, version));
CREATE TABLE IF NOT EXISTS costs(
  id TEXT NOT NULL, version TEXT NOT NULL, seconds REAL NOT NULL, memory INTEGER NOT NULL,
  worker TEXT NOT NULL, started REAL NOT NULL, PRIMARY KEY(id, version));
"""
DETERMINISTIC = ("programs", "origins", "cases", "results")
"""Tables that are equal in all runs of the same cases and version."""
_WAIT = 2.0
"""Seconds between attempts to write to a full disk."""
_FULL = ("full", "disk i/o error", "unable to open", "locked")
"""Parts of messages about a disk that may have space or answer again later."""


class MergeError(ValueError):
    """An error for files that have different results of the same case and version."""


@dataclass(frozen=True)
class Row:
    """A case without its text, its result and its cost."""

    id: str
    version: str
    name: str
    program: str
    board: str
    format: str
    seed: int
    options_name: str
    result: Result
    seconds: float
    memory: int


class Results:
    """A file with results. Raises sqlite3.Error for a file that is not one."""

    def __init__(self, path: str | os.PathLike[str], *, patience: float = 600.0) -> None:
        self.path = os.fspath(path)
        self._patience = patience
        self.warn: Callable[[str], None] = lambda _: None
        """A function that receives warnings, for example about a full disk."""
        self.base = sqlite3.connect(self.path, timeout=60)
        self._retried(self._create)

    def _create(self) -> None:
        self.base.execute("PRAGMA journal_mode = DELETE")
        with self.base:
            for statement in SCHEMA.split(";"):
                self.base.execute(statement)

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    def _retried(self, write: Callable[[], None]) -> None:
        """Call `write` until it succeeds, at most for the given patience, if the disk is full."""
        end = time.monotonic() + self._patience
        while True:
            try:
                return write()
            except sqlite3.OperationalError as error:
                passing = any(each in str(error).lower() for each in _FULL)
                if not passing or time.monotonic() > end:
                    raise
                self.warn(f"{self.path}: {error}: retrying")
                time.sleep(_WAIT)

    def add_cases(self, cases: Iterable[Case]) -> None:
        """Add cases, unless they exist."""
        held = list(cases)

        def write() -> None:
            with self.base:
                for case in held:
                    self._add_case(case)

        self._retried(write)

    def _add_case(self, case: Case) -> None:
        data = case.text.encode("utf-8", "surrogateescape")
        program = hashlib.sha256(data).hexdigest()
        insert = "INSERT OR IGNORE INTO"
        self.base.execute(f"{insert} programs VALUES (?, ?)", (program, case.text))
        self.base.executemany(
            "INSERT INTO origins VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET "
            "count = max(count, excluded.count)",
            [(program, model, count) for model, count in case.models.items()],
        )
        values = (case.id(), case.name, program, case.board, case.format, case.seed)
        texts = json.dumps(case.options, sort_keys=True), json.dumps(case.inputs, sort_keys=True)
        self.base.execute(
            f"{insert} cases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, case.options_name, *texts),
        )

    def add(self, finished: Iterable[Finished]) -> None:
        """Add results. A case that has a result of the same version keeps it."""
        held = list(finished)

        def write() -> None:
            with self.base:
                for each in held:
                    self._add_result(each)

        self._retried(write)

    def _add_result(self, each: Finished) -> None:
        data = each.result.as_dict()
        row = (each.id, each.version, *data.values())
        marks = ", ".join("?" * len(row))
        done = self.base.execute(f"INSERT OR IGNORE INTO results VALUES ({marks})", row)
        if done.rowcount:
            cost = each.cost
            self.base.execute(
                "INSERT OR REPLACE INTO costs VALUES (?, ?, ?, ?, ?, ?)",
                (each.id, each.version, cost.seconds, cost.memory, cost.worker, cost.started),
            )

    def finished(self, version: str) -> set[str]:
        """Return the ids of the cases that have a result of this version."""
        found = self.base.execute("SELECT id FROM results WHERE version = ?", (version,))
        return {each for (each,) in found}

    def forget(self, version: str, status: Status) -> None:
        """Remove the results with a status, so that their cases run again."""
        with self.base:
            for table in ("costs", "results"):
                self.base.execute(
                    f"DELETE FROM {table} WHERE version = ? AND id IN "
                    "(SELECT id FROM results WHERE version = ? AND status = ?)",
                    (version, version, status.value),
                )

    def versions(self) -> list[str]:
        """Return the versions with results, in the order of their first results."""
        query = "SELECT version FROM costs GROUP BY version ORDER BY min(started), version"
        return [each for (each,) in self.base.execute(query)]

    def rows(self, version: str | None = None) -> Iterator[Row]:
        """Yield the cases with results of a version (default: the latest), ordered by labels."""
        if version is None:
            version = (self.versions() or [""])[-1]
        query = (
            "SELECT c.id, c.name, c.program, c.board, c.format, c.seed, c.options_name, "
            "r.status, r.stage, r.message, r.wrong, r.computed_as, r.pcc, r.error, "
            "r.nanoseconds, r.operations, coalesce(t.seconds, 0), coalesce(t.memory, 0) "
            "FROM results r JOIN cases c ON c.id = r.id "
            "LEFT JOIN costs t ON t.id = r.id AND t.version = r.version WHERE r.version = ? "
            "ORDER BY c.name, c.options_name, c.board, c.format, c.seed, c.id"
        )
        for row in self.base.execute(query, (version,)):
            key, name, program, board, format_, seed, options_name = row[:7]
            status, stage, *values = row[7:16]
            result = Result(Status(status), Stage(stage), *values)
            labels = (name, program, board, format_, seed, options_name)
            yield Row(key, version, *labels, result, row[16], row[17])

    def case(self, case_id: str) -> Case:
        """Return a case by its id, or the start of its id. Raises LookupError."""
        found = self.base.execute(
            "SELECT p.text, c.options, c.board, c.format, c.seed, c.inputs, c.name, "
            "c.options_name, c.program FROM cases c JOIN programs p ON p.hash = c.program "
            "WHERE c.id >= ? AND c.id < ? LIMIT 2",
            (case_id, case_id + "~"),
        ).fetchall()
        if len(found) != 1:
            raise LookupError(f"{len(found) or 'no'} cases start with '{case_id}', expected one")
        text, options, board, format_, seed, inputs, name, options_name, program = found[0]
        models = self.origins(program)
        held = json.loads(options), board, format_, seed, json.loads(inputs)
        return Case(text, *held, name=name, options_name=options_name, models=models)

    def origins(self, program: str) -> dict[str, int]:
        """Return the models in which a program occurs, with the numbers of occurrences."""
        query = "SELECT model, count FROM origins WHERE program = ? ORDER BY model"
        return dict(self.base.execute(query, (program,)).fetchall())

    def digest(self) -> str:
        """Return a digest of the tables that are equal in all runs of the same cases.

        It does not depend on the names of versions.
        """
        digest = hashlib.sha256()
        for table in DETERMINISTIC:
            for row in self.base.execute(f"SELECT * FROM {table} ORDER BY 1, 2"):
                held = (row[0], *row[2:]) if table == "results" else row
                digest.update(repr(held).encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    def merge(self, path: str | os.PathLike[str]) -> int:
        """Add everything from another file, and return the number of new results.

        Merging a file again changes nothing. A result replaces a crash. Raises `MergeError` for
        other differences, without a change.
        """
        self.base.execute("ATTACH ? AS other", (os.fspath(path),))
        try:
            self._check_equal()
            with self.base:
                self.base.execute(_CRASHES.format("costs"))
                self.base.execute(_CRASHES.format("results"))
                before = self.base.total_changes
                self.base.execute("INSERT OR IGNORE INTO results SELECT * FROM other.results")
                count = self.base.total_changes - before
                for table in ("programs", "cases", "costs"):
                    self.base.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM other.{table}")
                self.base.execute(_ORIGINS)
            return count
        finally:
            self.base.execute("DETACH other")

    def _check_equal(self) -> None:
        columns = ("status", "stage", "message", "wrong", "pcc", "error", "nanoseconds")
        differs = " OR ".join(f"a.{each} IS NOT b.{each}" for each in columns)
        crash = Status.FAIL_CRASH.value
        query = (
            "SELECT a.id FROM results a JOIN other.results b ON a.id = b.id AND "
            f"a.version = b.version WHERE ({differs}) AND a.status != ? AND b.status != ?"
        )
        found: Any = self.base.execute(query, (crash, crash)).fetchone()
        if found is not None:
            raise MergeError(f"the files have different results of the case {found[0][:16]}")


_CRASHES = (
    "DELETE FROM main.{0} WHERE EXISTS (SELECT 1 FROM main.results a JOIN other.results b "
    "ON a.id = b.id AND a.version = b.version WHERE a.id = main.{0}.id AND "
    f"a.version = main.{{0}}.version AND a.status = '{Status.FAIL_CRASH.value}' "
    f"AND b.status != '{Status.FAIL_CRASH.value}')"
)
_ORIGINS = (
    "INSERT INTO origins SELECT * FROM other.origins WHERE true "
    "ON CONFLICT DO UPDATE SET count = max(count, excluded.count)"
)

"""Models as files: MLIR text of any revision, binaries, traces, and folders with dumps."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ttmlir_py import compiler
from ttmlir_py.common.contents import HEAD, IDENTIFIERS, is_mlir
from ttmlir_py.common.files import read_file
from ttmlir_py.frontends.sources import program_text
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.programs import file_to_mlir

SPLIT = re.compile(r"^// -----.*$", re.MULTILINE)
"""The separator of the programs in a text."""
SUFFIXES = (".mlir", ".ttir", ".ttnn", ".stablehlo", ".json", ".trace", ".mlirbc")
LIMIT = 1 << 31
"""The largest file that is read, in bytes."""


class ModelError(ValueError):
    """An error for a file that is not a model, or that cannot be read. The message is complete."""


@dataclass(frozen=True)
class Model:
    """A file with programs, and the name under which its operations are counted."""

    name: str
    path: str

    def modules(self) -> Iterator[ModuleOp]:
        """Yield the programs of the file, each in its own revision. Raises `ModelError`."""
        try:
            if os.path.getsize(self.path) > LIMIT:
                raise ModelError(f"{self.path}: error: the file has more than {LIMIT >> 30} GiB")
            data = read_file(self.path)
            if data[8:12] in IDENTIFIERS:
                context = compiler.create_context()
                yield compiler.import_binary(data, context=context, file_name=self.path)
            elif self.path.endswith((".json", ".trace")) and not is_mlir(data[:HEAD]):
                yield file_to_mlir(self.path)
            else:
                for part in SPLIT.split(program_text(data, self.path)):
                    if part.strip():
                        yield _parsed(part, self.path)
        except OSError as error:
            raise ModelError(f"{self.path}: error: {error.strerror}") from None
        except TraceError as error:
            raise ModelError(f"{self.path}: error: {error}") from None
        except (CompilationError, ValueError, RecursionError) as error:
            if isinstance(error, ModelError):
                raise
            raise ModelError(_one_line(error, self.path)) from None


def _parsed(text: str, path: str) -> ModuleOp:
    with compiler.diagnosed(warnings=["-w"]) as context:
        return compiler.parse(text, context=context, file_name=path)


def _one_line(error: Exception, path: str) -> str:
    lines = str(error).strip().splitlines()
    first = lines[0] if lines else type(error).__name__
    return first if first.startswith(path) else f"{path}: error: {first}"


def find(paths: list[str]) -> list[Model]:
    """Return the models in files and folders, in order. Raises `ModelError` for a missing path or a
    folder without models.

    The name of a model is its path below the given folder. A dump of tt-xla has the same program in
    several stages in a folder `irs`. Each stage is a model named `MODEL/irs/STAGE`.
    """
    found: dict[str, Model] = {}
    for path in paths:
        root = Path(path)
        if root.is_dir():
            inside = [e for e in sorted(root.rglob("*")) if e.suffix in SUFFIXES and e.is_file()]
            if not inside:
                raise ModelError(
                    f"{path}: no models: expected files in {', '.join(sorted(SUFFIXES))}"
                )
            for each in inside:
                name = each.relative_to(root).as_posix()
                found.setdefault(os.path.realpath(each), Model(name, os.fspath(each)))
        elif root.exists():
            found.setdefault(os.path.realpath(root), Model(root.name, path))
        else:
            raise ModelError(f"{path}: no such file or folder")
    return _with_unique_names(list(found.values()))


def _with_unique_names(models: list[Model]) -> list[Model]:
    """Return the models. Those whose names are equal are named by their paths."""
    names = [each.name for each in models]
    return [Model(each.path, each.path) if names.count(each.name) > 1 else each for each in models]

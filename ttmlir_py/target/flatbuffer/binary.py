"""Shared code for writing TTNN and TTMetal binaries.

It writes the header, and reports values that do not fit as errors at their operation.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from xdsl.ir import Operation

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.attributes import SystemDescAttr
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.schemas import BinaryError, MisfitError, load_schema, write
from ttmlir_py.schemas.reader import read
from ttmlir_py.schemas.revisions import RUNNABLE, convert
from ttmlir_py.schemas.revisions.frame import schema_hash, schema_of
from ttmlir_py.target.flatbuffer.system_desc import system_desc
from ttmlir_py.target.flatbuffer.types import FbTable
from ttmlir_py.target.flatbuffer.version import FORMAT_REVISION, FORMAT_VERSION


class BinaryFormat(NamedTuple):
    """A kind of binary: its name, its schema file, the pipeline that leads to it, and the program
    field that holds the operations.
    """

    name: str
    schema_file: str
    pipeline: str
    operations: str

    def description_of(self, module: ModuleOp) -> SystemDescAttr:
        """Return the system descriptor of a module. Raise OperationError if it has no system
        descriptor.
        """
        description = module.attributes.get(SystemDescAttr.name)
        if isinstance(description, SystemDescAttr):
            return description
        raise OperationError(
            module,
            f"has no '{SystemDescAttr.name}', so it is not a {self.name} program: lower it with "
            f"--{self.pipeline} first",
        )

    def write(self, module: ModuleOp, programs: Sequence[FbTable]) -> bytes:
        """Return a binary with a module's system descriptor, and `programs`, the tables of its
        functions.

        Raise OperationError for values that the format cannot hold.
        """
        root: FbTable = {
            "version": FORMAT_VERSION,
            "ttmlir_git_hash": FORMAT_REVISION,
            "system_desc": system_desc(self.description_of(module)),
            "programs": programs,
        }
        try:
            return write(load_schema(self.schema_file), root)
        except MisfitError as misfit:
            where, path = self._place(module, misfit.path)
            raise OperationError(where, f"cannot be translated: {path}: {misfit.problem}") from None

    def write_later(self, module: ModuleOp, programs: Sequence[FbTable], revision: str) -> bytes:
        """Return the binary of `revision` with these programs, tables of the simulator's schema.

        Raise OperationError for values that the revision cannot express.
        """
        from ttmlir_py.schemas.revisions.to_2026_08 import UnconvertibleError, converted_root

        runnable = load_schema(RUNNABLE)
        root: FbTable = {
            "version": FORMAT_VERSION,
            "ttmlir_git_hash": FORMAT_REVISION,
            "system_desc": system_desc(self.description_of(module)),
            "programs": programs,
        }
        try:
            tables = read(runnable, write(runnable, root)).as_dict(raw_bytes=True)
            made = converted_root(tables, revision, RUNNABLE)
            made["schema_hash"] = schema_hash(self.schema_file, revision)
            return write(load_schema(schema_of(self.schema_file, revision)), made)
        except UnconvertibleError as error:
            said = programs[error.program]["operations"][error.operation]["loc_info"]
            raise OperationError(
                module, f"cannot be translated to {revision}: {said}: {error.problem}"
            ) from None
        except (BinaryError, MisfitError) as error:
            raise OperationError(module, f"cannot be translated to {revision}: {error}") from None

    def convert(self, module: ModuleOp, data: bytes, revision: str) -> bytes:
        """Convert the binary of a module to another revision.

        Raise OperationError for values that the revision cannot express.
        """
        from ttmlir_py.schemas.revisions.to_2026_08 import UnconvertibleError

        try:
            return convert(self.schema_file, data, revision)
        except UnconvertibleError as error:
            path = f"programs[{error.program}].{self.operations}[{error.operation}]."
            where, _ = self._place(module, path)
            raise OperationError(where, f"cannot be translated: {error.problem}") from None
        except BinaryError as error:
            raise OperationError(module, f"cannot be translated: {error}") from None

    def _place(self, module: ModuleOp, path: str) -> tuple[Operation, str]:
        """Return the operation whose table contains the value at `path` of the binary, and the rest
        of the path within that table.

        A tensor belongs to the first operation that names it. A function's arguments belong to the
        function.
        """
        operations = re.escape(self.operations)
        found = re.fullmatch(rf"programs\[(\d+)\]\.(?:{operations}\[(\d+)\]\.)?(.*)", path)
        if found is None:
            return module, path
        program, operation, rest = found.groups()
        functions = [each for each in module.walk() if isinstance(each, FuncOp)]
        function = functions[int(program)]
        if operation is None:
            return function, rest
        written = [op for op in function.body.block.ops if not isinstance(op, ReturnOp)]
        return written[int(operation)], rest


def require_one_block(function: FuncOp) -> None:
    """Raise OperationError if a function has several blocks."""
    if len(function.body.blocks) != 1:
        raise OperationError(function, "cannot be translated: its body is not a single block")

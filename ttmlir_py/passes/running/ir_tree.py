"""The folder tree of `--mlir-print-ir-tree-dir`.

Each dump is a file; folders are nested like the operations.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.running.pass_manager import AnyPass

_SEPARATORS = str.maketrans("/\\", "__")


@dataclass
class IRTree:
    """A folder tree of IR dumps. `store` writes a file and creates its folders.

    A dump of the pass `cse` on the function `f` goes to
    `builtin_module_no-symbol-name/func_func_f/1_0_cse.mlir`. There is a folder for each operation
    around `f`, outermost first. The file name has one number per folder, which counts the dumps of
    that operation. If another operation has the same path, the file name gets a further number.
    """

    root: str
    store: Callable[[str, str], object]
    _counts: dict[Operation, int] = field(default_factory=dict[Operation, int])
    _written: set[str] = field(default_factory=set[str])

    def write(self, each: AnyPass, op: Operation, text: str) -> None:
        """Write `text`, the dump of the pass `each` on `op`."""
        self._counts[op] = self._counts.get(op, -1) + 1
        path = [op]
        while (parent := path[0].parent_op()) is not None:
            path.insert(0, parent)
        folder = PurePosixPath(self.root, *map(_folder_name, path))
        numbers = "_".join(str(self._counts.setdefault(outer, 0)) for outer in path)
        self.store(self._free(str(folder / f"{numbers}_{each.name}")), text)

    def _free(self, stem: str) -> str:
        """Return the path `stem`, followed by a number if an earlier dump has that path."""
        path, number = f"{stem}.mlir", 0
        while path in self._written:
            number += 1
            path = f"{stem}_{number}.mlir"
        self._written.add(path)
        return path


def _folder_name(op: Operation) -> str:
    symbol = op.get_attr_or_prop("sym_name")
    name = symbol.data if isinstance(symbol, StringAttr) else "no-symbol-name"
    return f"{operation_name(op).replace('.', '_')}_{name.translate(_SEPARATORS)}"

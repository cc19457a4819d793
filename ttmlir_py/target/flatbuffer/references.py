"""The tensors and devices that operations of a module name, as the tables of binaries."""

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType, get_current_scope_device
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.rewriting.destination_style import destination
from ttmlir_py.target.flatbuffer.types import FbTable, LayoutTables, UntranslatableError


class References:
    """The tensors and devices of a module, by the value that stands for them, and what describes them.

    Tensors, and what else has a number, are numbered from 1 in the order in which they are first met; destination-passing
    operations return the tensor that they are given.
    """

    def __init__(self) -> None:
        self.layouts = LayoutTables()
        self._data: dict[bytes, bytes] = {}
        self._tables: dict[SSAValue, FbTable] = {}
        self._last_id = 0

    def tensor(self, value: SSAValue, address: int = 0, size: int = 0) -> FbTable:
        """The `TensorRef` of a value, where the path gives out addresses with its place; OperationError if its type has no layout."""
        value = destination(value)
        if value not in self._tables:
            self._tables[value] = self._new_tensor(value, address, size)
        return self._tables[value]

    def known_tensor(self, value: SSAValue) -> FbTable:
        """The `TensorRef` of a value that was met; OperationError if it was not."""
        value = destination(value)
        if value not in self._tables:
            raise OperationError(_owner(value), "cannot be translated: it makes no buffer")
        return self._tables[value]

    def new_id(self) -> int:
        """The next number."""
        self._last_id += 1
        return self._last_id

    def device(self, value: SSAValue) -> FbTable:
        """The `DeviceRef` of a value, named by its first chip."""
        value = destination(value)
        if value not in self._tables:
            self._tables[value] = {"global_id": device_of(value).chipIds[0]}
        return self._tables[value]

    def shared(self, data: bytes) -> bytes:
        """The first of all equal data, which is the one that is stored."""
        return self._data.setdefault(data, data)

    def _new_tensor(self, value: SSAValue, address: int, size: int) -> FbTable:
        owner = _owner(value)
        device = get_current_scope_device(owner)
        if device is None:
            raise OperationError(owner, "has no device in scope: no enclosing op has 'tt.device'")
        try:
            desc = self.layouts.tensor_desc(value.type, device)
        except UntranslatableError as error:
            raise OperationError(owner, f"cannot be translated: {error}") from None
        return {"global_id": self.new_id(), "address": address, "size": size, "desc": desc}


def _owner(value: SSAValue) -> Operation:
    owner = value.owner
    operation = owner if isinstance(owner, Operation) else owner.parent_op()
    assert operation is not None
    return operation


def device_of(value: SSAValue) -> DeviceAttr:
    """The device that a value of device type stands for."""
    assert isinstance(value.type, DeviceType)
    return value.type.desc

"""Tables that refer to the tensors and devices of a module."""

from collections.abc import Callable
from typing import Any, TypeVar

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType, get_current_scope_device
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.memo import KindMap, Kinds, op_kind
from ttmlir_py.rewriting.destination_style import destination
from ttmlir_py.target.flatbuffer.types import FbTable, LayoutTables, UntranslatableError

FormT = TypeVar("FormT")


class References:
    """Maps values of a module to the tables of their tensors and devices.

    Tensors and other numbered tables are numbered from 1, in the order of first use.
    Destination-passing operations return their destination tensor.
    """

    def __init__(self, kinds: Kinds | None = None) -> None:
        self.layouts = LayoutTables()
        self._kinds = kinds or {}
        self._forms = KindMap[Any]()
        self._data: dict[bytes, bytes] = {}
        self._tables: dict[int, FbTable] = {}
        """Maps the id of a value of the module, which does not change, to its table."""
        self._last_id = 0

    def tensor(self, value: SSAValue, address: int = 0, size: int = 0) -> FbTable:
        """Return the `TensorRef` of a value. `address` and `size` are those of its buffer, in
        bytes.

        Raise OperationError if the type of the value has no layout.
        """
        table = self._tables.get(id(value))
        if table is None:
            owner = destination(value)
            table = self._tables.get(id(owner))
            if table is None:
                table = self._tables[id(owner)] = self._new_tensor(owner, address, size)
            self._tables[id(value)] = table
        return table

    def form(self, op: Operation, create: Callable[[Any], FormT]) -> FormT:
        """Return what `create` made of the first operation of the same kind as `op`."""
        kind = self._kinds.get(id(op)) or op_kind(op)
        form = self._forms.by_kind.get(kind)
        if form is None:
            form = create(op)
            self._forms.add(kind, op, form)
        return form

    def share(self, value: SSAValue, other: SSAValue) -> None:
        """Let `value` have the `TensorRef` of `other`."""
        self._tables[id(value)] = self._tables[id(destination(value))] = self.tensor(other)

    def known_tensor(self, value: SSAValue) -> FbTable:
        """Return the `TensorRef` that was made earlier for a value. Raise OperationError if there
        is no such table.
        """
        value = destination(value)
        if id(value) not in self._tables:
            raise OperationError(_owner(value), "cannot be translated: it makes no buffer")
        return self._tables[id(value)]

    def new_id(self) -> int:
        """Return the next number for a numbered table."""
        self._last_id += 1
        return self._last_id

    def device(self, value: SSAValue) -> FbTable:
        """Return the `DeviceRef` of a value. The id in the reference is the number of the device's
        first chip.
        """
        value = destination(value)
        if id(value) not in self._tables:
            self._tables[id(value)] = {"global_id": device_of(value).chipIds[0]}
        return self._tables[id(value)]

    def shared(self, data: bytes) -> bytes:
        """Return the first of all equal byte strings, so that the binary stores them once."""
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
    """Return the device attribute in the type of a device value."""
    assert isinstance(value.type, DeviceType)
    return value.type.desc

"""`one-shot-bufferize`: replace tensors by buffers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from typing_extensions import override
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FunctionType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
    i32,
    i64,
)
from xdsl.dialects.linalg.ops import AddOp, BroadcastOp, MulOp, SubOp
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import func, tensor
from ttmlir_py.dialects.tensor.reshape import CollapseShapeOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.mlir.memref_types import (
    AnyMemRef,
    dynamic_memref,
    identity_memref,
    memref_type,
    strides_and_offset,
)
from ttmlir_py.passes.statistics import Counter, Statistic
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import erase, set_type

_WRITERS = (AddOp, MulOp, SubOp, BroadcastOp)
_NO_SIZES = DenseArrayBase.from_list(i32, [0, 0])
_ALIGNMENT = IntegerAttr(64, i64)


@dataclass(frozen=True)
class OneShotBufferizePass(Pass):
    """One-Shot Bufferize

    Every tensor becomes a memref. An op that writes into a tensor reuses its buffer if the old
    contents are not read afterwards, and gets a new buffer otherwise. Function arguments have
    dynamic strides and offsets, because callers may lay them out in any way. Results have the
    layout of the returned buffers. Requires `bufferize-function-boundaries`. Bufferizes
    `linalg.add`, `linalg.mul`, `linalg.sub`, `linalg.broadcast`, `tensor.empty`,
    `tensor.collapse_shape`, `arith.constant` and `func.return` in functions of one block. Other ops
    on tensors are errors.
    """

    name = "one-shot-bufferize"
    cpp_name = "OneShotBufferize"

    num_buffer_alloc = Statistic("num-buffer-alloc", "Number of buffer allocations")

    bufferize_function_boundaries: bool = option(False, "Bufferize function boundaries.")

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        functions = [each for each in op.walk() if isinstance(each, func.FuncOp)]
        on_tensors = [each for each in functions if _uses_tensors(each)]
        if on_tensors and not self.bufferize_function_boundaries:
            message = "needs 'bufferize-function-boundaries', since tensors are passed to functions"
            raise OperationError(on_tensors[0], message, op_prefix=False)
        for function in on_tensors:
            _check(function)
        for function in on_tensors:
            _Bufferizer(function, self.num_buffer_alloc).run()


def _is_tensor(value: SSAValue | Attribute) -> bool:
    type_ = value.type if isinstance(value, SSAValue) else value
    return isinstance(type_, TensorType | UnrankedTensorType)


def _has_tensors(op: Operation) -> bool:
    return any(map(_is_tensor, (*op.operands, *op.results)))


def _uses_tensors(function: func.FuncOp) -> bool:
    inputs, outputs = function.function_type.inputs, function.function_type.outputs
    return any(map(_is_tensor, (*inputs, *outputs))) or any(map(_has_tensors, function.walk()))


_SUPPORTED = (*_WRITERS, tensor.EmptyOp, CollapseShapeOp, arith.ConstantOp, func.ReturnOp)


def _check(function: func.FuncOp) -> None:
    """Raise OperationError if `function` contains an op that cannot be bufferized."""
    if not function.body.blocks and any(map(_is_tensor, function.function_type.outputs)):
        message = "cannot bufferize bodiless function that returns a tensor"
        raise OperationError(function, message, op_prefix=False)
    attributes = function.arg_attrs or ()
    types = (*function.function_type.inputs, *function.function_type.outputs)
    unranked = any(isinstance(each, UnrankedTensorType) for each in types)
    asks = any(name.startswith("bufferization.") for each in attributes for name in each.data)
    if asks or unranked or len(function.body.blocks) > 1:
        raise OperationError(function, "op was not bufferized", op_prefix=False)
    body = function.body.block.ops if function.body.blocks else ()
    for op in body:
        values = (*op.operands, *op.results)
        types = [each.type for each in values if _is_tensor(each)]
        static = all(is_tensor_type(each) and each.has_static_shape() for each in types)
        constant = not isinstance(op, arith.ConstantOp) or isinstance(
            op.value, DenseIntOrFPElementsAttr
        )
        supported = isinstance(op, _SUPPORTED) and static and constant
        nested = any(_has_tensors(inner) for inner in op.walk() if inner is not op)
        if (_has_tensors(op) and not supported) or (nested and not isinstance(op, _WRITERS)):
            raise OperationError(op, "op was not bufferized", op_prefix=False)


@dataclass(frozen=True)
class _Read:
    """A read of a tensor: the op that reads, and the index of its operand."""

    op: Operation
    index: int

    @property
    def value(self) -> SSAValue:
        return self.op.operands[self.index]


@dataclass
class _InPlaceAnalysis:
    """The analysis of which ops of a block may reuse the buffer of the operand that they write or
    view.

    Ops are visited from the last to the first, so that the last writer gets the buffer. Values that
    share a buffer form a class. A write into a class conflicts with a later read from it if the
    value that is read was defined before the write.
    """

    ops: list[Operation]
    in_place: set[Operation] = field(default_factory=set[Operation])
    _position: dict[Operation, int] = field(default_factory=dict[Operation, int])
    _class: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    def __post_init__(self) -> None:
        self._position = {op: number for number, op in enumerate(self.ops)}
        self._reads = [
            _Read(op, index)
            for op in self.ops
            for index, operand in enumerate(op.operands)
            if _is_tensor(operand) and not (isinstance(op, _WRITERS) and index == _output(op))
        ]
        for op in reversed(self.ops):
            if isinstance(op, (*_WRITERS, CollapseShapeOp)) and self._may_share(op):
                self.in_place.add(op)
                self._class[op.results[0]] = op.operands[_output(op)]

    def _class_of(self, value: SSAValue) -> SSAValue:
        while value in self._class:
            value = self._class[value]
        return value

    def _may_share(self, op: Operation) -> bool:
        """Whether the result of `op` can share the buffer of the operand that it writes or
        views.
        """
        target = op.operands[_output(op)]
        classes = {self._class_of(target), self._class_of(op.results[0])}
        writes = [
            each
            for each in self.ops
            if isinstance(each, _WRITERS)
            and (each is op or each in self.in_place)
            and self._class_of(each.operands[_output(each)]) in classes
        ]
        if writes and isinstance(self._class_of(target).owner, arith.ConstantOp):
            return False
        reads = [each for each in self._reads if self._class_of(each.value) in classes]
        return not any(self._conflict(read, write) for read in reads for write in writes)

    def _conflict(self, read: _Read, write: Operation) -> bool:
        definition = _definition(read.value)
        if definition is None or self._position[read.op] < self._position[write]:
            return False
        elementwise = read.op is write and not isinstance(write, BroadcastOp)
        if elementwise and _continues(read.value, write.operands[_output(write)]):
            return False  # Each element is read before it is written.
        if definition is write.results[0]:
            return False
        owner = definition.owner
        return not isinstance(owner, Operation) or self._position[write] >= self._position[owner]


def _output(op: Operation) -> int:
    """Return the index of the operand whose buffer `op` should reuse: the last one."""
    return len(op.operands) - 1


def _continues(value: SSAValue, other: SSAValue) -> bool:
    """Whether `value` is `other`, or the last result of a chain of ops in which each op writes into
    the result of the op before, starting with `other`.
    """
    while value is not other and isinstance(value.owner, _WRITERS):
        value = value.owner.operands[_output(value.owner)]
    return value is other


def _definition(value: SSAValue) -> SSAValue | None:
    """Return the value that defines the contents of the tensor `value`, or None if its contents are
    not specified.
    """
    while isinstance(value.owner, CollapseShapeOp):
        value = value.owner.operands[0]
    return None if isinstance(value.owner, tensor.EmptyOp) else value


class _Bufferizer:
    """The rewriter that bufferizes one function."""

    def __init__(self, function: func.FuncOp, allocated: Counter):
        self._function = function
        self._allocated = allocated
        self._buffers: dict[SSAValue, SSAValue] = {}

    def run(self) -> None:
        """Replace every tensor of the function by a buffer."""
        function = self._function
        outputs: Sequence[Attribute] = function.function_type.outputs.data
        if function.body.blocks:
            block = function.body.block
            ops = [op for op in block.ops if _has_tensors(op)]
            analysis = _InPlaceAnalysis(ops)
            for argument in block.args:
                if is_tensor_type(argument.type):
                    set_type(argument, dynamic_memref(argument.type))
                    self._buffers[argument] = argument
            for op in ops:
                self._bufferize(op, op in analysis.in_place)
            for op in reversed(ops):
                if not isinstance(op, func.ReturnOp):
                    erase(op)
            last = block.last_op
            outputs = [operand.type for operand in last.operands] if last is not None else outputs
        inputs = [_boundary_type(each) for each in function.function_type.inputs]
        function.properties["function_type"] = FunctionType.from_lists(inputs, list(outputs))

    def _bufferize(self, op: Operation, in_place: bool) -> None:
        builder = Builder(op)
        if isinstance(op, tensor.EmptyOp):
            self._buffers[op.results[0]] = self._allocate(
                builder, identity_memref(op.results[0].type)
            )
        elif isinstance(op, arith.ConstantOp):
            self._buffers[op.results[0]] = _global(builder, op)
        elif isinstance(op, CollapseShapeOp):
            self._buffers[op.results[0]] = self._collapse(builder, op, in_place)
        elif isinstance(op, func.ReturnOp):
            self._return(builder, op)
        else:
            inputs = [self._buffers[each] for each in op.operands[:-1]]
            target = self._buffers[op.operands[-1]]
            if not in_place:
                target = self._allocate(builder, identity_memref(target.type))
            new = op.__class__.create(
                operands=[*inputs, target],
                properties=op.properties,
                attributes=op.attributes,
                regions=[op.detach_region(op.regions[0])],
            )
            new.location = op.location
            assert op.parent is not None
            op.parent.insert_op_before(new, op)
            self._buffers[op.results[0]] = target

    def _collapse(self, builder: Builder, op: CollapseShapeOp, in_place: bool) -> SSAValue:
        """Return a view of the buffer of the operand, or of a copy if the layout does not allow a
        view.
        """
        source = self._buffers[op.operands[0]]
        type_ = _collapsed_type(memref_type(source), op) if in_place else None
        if type_ is None:
            copied = self._allocate(builder, identity_memref(source.type))
            if _definition(op.operands[0]) is not None:
                builder.op(memref.CopyOp, (source, copied))
            source, type_ = copied, identity_memref(op.results[0].type)
        return builder.value(
            memref.CollapseShapeOp, (source,), type_, reassociation=op.properties["reassociation"]
        )

    def _allocate(self, builder: Builder, type_: AnyMemRef) -> SSAValue:
        self._allocated.add()
        segments = {"operandSegmentSizes": _NO_SIZES}
        return builder.value(memref.AllocOp, (), type_, alignment=_ALIGNMENT, **segments)

    def _return(self, builder: Builder, op: func.ReturnOp) -> None:
        """Return buffers from the function instead of tensors.

        MLIR first builds casts to the layout that callers would see without layout inference, and
        then does not use them. These casts are built here as well.
        """
        for operand in op.operands:
            if is_tensor_type(operand.type):
                general = dynamic_memref(operand.type)
                buffer = self._buffers[operand]
                if buffer.type != general:
                    builder.op(memref.CastOp, (buffer,), (general,))
        op.operands = [self._buffers.get(operand, operand) for operand in op.operands]


def _boundary_type(type_: Attribute) -> Attribute:
    return dynamic_memref(type_) if is_tensor_type(type_) else type_


def _collapsed_type(source: AnyMemRef, op: CollapseShapeOp) -> AnyMemRef | None:
    """Return the type of the collapsed view of `source`, or None if its strides do not allow
    one.
    """
    result = cast("TensorType[Any]", op.results[0].type)
    if isinstance(source.layout, NoneAttr):
        return identity_memref(result)
    groups = cast("ArrayAttr[ArrayAttr[IntegerAttr[Any]]]", op.properties["reassociation"])
    if any(len(group) > 1 for group in groups):
        return None
    strides, offset = strides_and_offset(source)
    kept = [strides[group.data[0].value.data] for group in groups]
    layout = StridedLayoutAttr(kept, offset)
    return MemRefType(result.element_type, result.get_shape(), layout)


def _global(builder: Builder, op: arith.ConstantOp) -> SSAValue:
    """Return the buffer of the constant `op`, a global. Functions must not write into it."""
    module = op.parent_op()
    while not isinstance(module, ModuleOp):
        assert module is not None
        module = module.parent_op()
    type_ = identity_memref(op.results[0].type)
    found = next(
        (
            each
            for each in module.ops
            if isinstance(each, memref.GlobalOp)
            and (each.initial_value, each.type) == (op.value, type_)
        ),
        None,
    )
    if found is None:
        found = memref.GlobalOp.create(
            properties={
                "sym_name": StringAttr(_free_name(module, type_)),
                "sym_visibility": StringAttr("private"),
                "type": type_,
                "initial_value": op.value,
                "constant": UnitAttr(),
                "alignment": _ALIGNMENT,
            }
        )
        found.location = op.location
        first = module.body.block.first_op
        assert first is not None
        module.body.block.insert_op_before(found, first)
    return builder.value(memref.GetGlobalOp, (), type_, name=SymbolRefAttr(found.sym_name.data))


def _free_name(module: ModuleOp, type_: AnyMemRef) -> str:
    """Return a free name for a global: `__constant_`, shape and element type, perhaps with a
    number.
    """
    shape = "x".join(map(str, type_.get_shape()))
    name = base = f"__constant_{shape}x{type_.element_type}"
    taken = {getattr(each, "sym_name", StringAttr("")).data for each in module.ops}
    number = 0
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name

"""`finalize-memref-to-llvm`: buffers as descriptors, addresses, and calls of the allocator."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    ModuleOp,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.traits import SymbolTable

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.lowering import (
    POINTER,
    Emitter,
    LoweredValues,
    convert_operations,
    descriptor_positions,
    descriptor_type,
    field_type,
    insert_field,
    lowered_type,
    pack,
)
from ttmlir_py.passes.mlir.memref_types import (
    AnyMemRef,
    has_identity_layout,
    is_contiguous,
    memref_type,
    strides_and_offset,
)
from ttmlir_py.rewriting.mutation import insert_before

_UNINITIALIZED = 0xDEADBEEF
_ORDERING = {"ordering": IntegerAttr(0, i64)}
_WRAPS = {"overflowFlags": IntegerAttr(0, i32)}
_INDEX = llvm.GEP_USE_SSA_VAL
_FUNCTIONS: dict[str, tuple[list[Attribute], Attribute]] = {
    "free": ([POINTER], llvm.LLVMVoidType()),
    "malloc": ([i64], POINTER),
    "memrefCopy": ([i64, POINTER, POINTER], llvm.LLVMVoidType()),
}
"""What is called at run time: arguments and result."""


@dataclass(frozen=True)
class FinalizeMemRefToLLVMConversionPass(Pass):
    """Finalize MemRef dialect to LLVM dialect conversion

    Memrefs of static shape become descriptors. `memref.alloc` calls `malloc` and aligns what it returns, `memref.dealloc`
    calls `free`, `memref.copy` is `llvm.intr.memcpy` between memrefs whose elements are contiguous and else calls `memrefCopy` of MLIR's
    runtime library; these functions are declared when they are needed. Loads and stores compute addresses from strides.
    Globals become arrays. Other ops of `memref` are errors.
    """

    name = "finalize-memref-to-llvm"
    cpp_name = "FinalizeMemRefToLLVMConversionPass"

    def run(self, context: MlirContext, op: Operation) -> None:
        """Lower the ops of `memref` inside of `op`."""
        lowering = _Lowering()
        lowerings: dict[type[Operation], Callable[[Any], object]] = {
            memref.AllocOp: lowering.alloc,
            memref.CastOp: lowering.cast,
            memref.CopyOp: lowering.copy,
            memref.DeallocOp: lowering.dealloc,
            memref.ExtractStridedMetaDataOp: lowering.extract_metadata,
            memref.GetGlobalOp: lowering.get_global,
            memref.GlobalOp: lowering.define_global,
            memref.LoadOp: lowering.load,
            memref.ReinterpretCastOp: lowering.reinterpret_cast,
            memref.StoreOp: lowering.store,
        }
        convert_operations(
            op, {cls: _checked(each) for cls, each in lowerings.items()}, ("memref",)
        )
        lowering.values.finish()


def _checked(lower: Callable[[Any], object]) -> Callable[[Operation], object]:
    """A lowering that refuses ops on values that LLVM does not have."""

    def check_and_lower(op: Operation) -> object:
        values = (*op.operands, *op.results)
        return all(lowered_type(each.type) is not None for each in values) and lower(op)

    return check_and_lower


@dataclass(frozen=True)
class _Builder(Emitter):
    """Builds addresses and descriptors."""

    def read(self, descriptor: SSAValue, *position: int) -> SSAValue:
        """A field of a descriptor."""
        where = DenseArrayBase.from_list(i64, position)
        return self.value(llvm.ExtractValueOp, (descriptor,), field_type(position), position=where)

    def binary(self, cls: type[Operation], left: SSAValue, right: SSAValue) -> SSAValue:
        """A sum, difference or product."""
        return self.value(cls, (left, right), i64, **_WRAPS)

    def element(
        self, base: SSAValue, index: SSAValue | int | Sequence[int], type_: Attribute
    ) -> SSAValue:
        """The address of an element of an array at `base`."""
        dynamic = isinstance(index, SSAValue)
        numbers = [_INDEX] if dynamic else [index] if isinstance(index, int) else list(index)
        return self.value(
            llvm.GEPOp,
            (base, index) if isinstance(index, SSAValue) else (base,),
            POINTER,
            rawConstantIndices=DenseArrayBase.from_list(i32, numbers),
            elem_type=type_,
            noWrapFlags=IntegerAttr(0, i32),
        )

    def bytes(self, count: SSAValue | int, type_: Attribute) -> SSAValue:
        """The size of some elements: the address of what would follow them at address 0."""
        zero = self.value(llvm.ZeroOp, (), POINTER)
        end = self.element(zero, count, type_)
        return self.value(llvm.PtrToIntOp, (end,), i64)

    def descriptor(
        self,
        pointers: Sequence[SSAValue],
        offset: SSAValue | None,
        sizes: Sequence[SSAValue] = (),
        strides: Sequence[SSAValue] = (),
    ) -> SSAValue:
        """A descriptor of these fields; an offset of 0 if none is given."""
        value = self.value(llvm.UndefOp, (), descriptor_type(len(sizes)))
        for number, pointer in enumerate(pointers):
            value = insert_field(self, value, pointer, (number,))
        value = insert_field(self, value, self.index(0) if offset is None else offset, (2,))
        for number, fields in ((3, sizes), (4, strides)):
            for i, each in enumerate(fields):
                value = insert_field(self, value, each, (number, i))
        return value

    def identity_layout(self, type_: AnyMemRef) -> tuple[list[SSAValue], list[SSAValue], SSAValue]:
        """Sizes, strides and the number of elements of a memref whose elements follow each other."""
        shape = type_.get_shape()
        sizes = list(map(self.index, shape))
        strides, step = list[SSAValue](), self.index(1)
        for i in reversed(range(len(shape))):
            strides.append(step)
            trailing = prod(shape[i + 1 :])
            step = sizes[i] if trailing == 1 else self.index(trailing * shape[i])
        return sizes, strides[::-1], step

    def address(
        self, descriptor: SSAValue, type_: AnyMemRef, indices: Sequence[SSAValue]
    ) -> SSAValue:
        """The address of the element with these indices."""
        strides, offset = strides_and_offset(type_)
        element = type_.element_type
        base = self.read(descriptor, 1)
        if offset is None:
            base = self.element(base, self.read(descriptor, 2), element)
        elif offset:
            base = self.element(base, self.index(offset), element)
        position = None
        for i, (index, stride) in enumerate(zip(indices, strides, strict=True)):
            if stride != 1:
                step = self.read(descriptor, 4, i) if stride is None else self.index(stride)
                index = self.binary(llvm.MulOp, index, step)
            position = index if position is None else self.binary(llvm.AddOp, position, index)
        return base if position is None else self.element(base, position, element)


@dataclass
class _Lowering:
    """A lowering for each op; one that returns False cannot do it."""

    values: LoweredValues = field(default_factory=LoweredValues)

    def alloc(self, op: memref.AllocOp) -> bool:
        """Call `malloc`, for as much more as aligning may skip."""
        type_, emit = memref_type(op.memref), _Builder(op)
        element = lowered_type(type_.element_type)
        plain = has_identity_layout(type_) and type_.has_static_shape() and not op.operands
        if not plain or element is None:
            return False
        sizes, strides, count = emit.identity_layout(type_)
        size = emit.bytes(count, element)
        if op.alignment is None:
            pointers = [_allocate(emit, size)] * 2
        else:
            alignment = emit.index(op.alignment.value.data)
            allocated = _allocate(emit, emit.binary(llvm.AddOp, size, alignment))
            address = emit.value(llvm.PtrToIntOp, (allocated,), i64)
            below = emit.binary(llvm.SubOp, alignment, emit.index(1))
            bumped = emit.binary(llvm.AddOp, address, below)
            excess = emit.value(llvm.URemOp, (bumped, alignment), i64)
            aligned = emit.binary(llvm.SubOp, bumped, excess)
            pointers = [allocated, emit.value(llvm.IntToPtrOp, (aligned,), POINTER)]
        self.values.replace(op, (emit.descriptor(pointers, None, sizes, strides),))
        return True

    def dealloc(self, op: memref.DeallocOp) -> None:
        """Call `free`."""
        emit = _Builder(op)
        _call(emit, "free", emit.read(self.values.of(op.memref), 0))
        self.values.replace(op, ())

    def cast(self, op: memref.CastOp) -> bool:
        """What is known about a memref at compile time does not change its descriptor."""
        source = self.values.of(op.source)
        if lowered_type(op.dest.type) != source.type:
            return False
        self.values.replace(op, (source,))
        return True

    def load(self, op: memref.LoadOp) -> bool:
        """Load from the element's address."""
        emit, type_ = _Builder(op), memref_type(op.memref)
        element = lowered_type(type_.element_type)
        if element is None or element != type_.element_type:
            return False
        source, *indices = self.values.all_of(op.operands)
        address = emit.address(source, type_, indices)
        self.values.replace(op, (emit.value(llvm.LoadOp, (address,), element, **_ORDERING),))
        return True

    def store(self, op: memref.StoreOp) -> bool:
        """Store to the element's address."""
        emit, type_ = _Builder(op), memref_type(op.memref)
        if lowered_type(type_.element_type) != type_.element_type:
            return False
        value, target, *indices = self.values.all_of(op.operands)
        emit.op(llvm.StoreOp, (value, emit.address(target, type_, indices)), **_ORDERING)
        self.values.replace(op, ())
        return True

    def copy(self, op: memref.CopyOp) -> None:
        """Copy bytes if these follow each other, else call the function that knows about strides."""
        emit = _Builder(op)
        source, target = self.values.all_of(op.operands)
        types = [memref_type(each) for each in op.operands]
        element = types[0].element_type
        if all(map(is_contiguous, types)):
            count = emit.index(1)
            for i in range(types[0].get_num_dims()):
                count = emit.binary(llvm.MulOp, count, emit.read(source, 3, i))
            size = emit.binary(llvm.MulOp, count, emit.bytes(1, element))
            start, end = (
                emit.element(emit.read(each, 1), emit.read(each, 2), element)
                for each in (source, target)
            )
            emit.op(llvm.MemcpyOp, (end, start, size), isVolatile=IntegerAttr(0, i1))
        else:
            stack = emit.value(llvm.StackSaveOp, (), POINTER)
            unranked = [_unranked(emit, each, types[0].get_num_dims()) for each in (source, target)]
            one = emit.index(1)
            pointers = [_spill(emit, each, one) for each in unranked]
            _call(emit, "memrefCopy", emit.bytes(1, element), *pointers)
            emit.op(llvm.StackRestoreOp, (stack,))
        self.values.replace(op, ())

    def extract_metadata(self, op: memref.ExtractStridedMetaDataOp) -> None:
        """Read the fields; the base is a memref without dimensions."""
        emit, source = _Builder(op), self.values.of(op.source)
        base = emit.descriptor([emit.read(source, 0), emit.read(source, 1)], None)
        fields = descriptor_positions(memref_type(op.source).get_num_dims())[2:]
        self.values.replace(op, (base, *(emit.read(source, *position) for position in fields)))

    def reinterpret_cast(self, op: memref.ReinterpretCastOp) -> None:
        """A descriptor of the same buffer with other numbers."""
        emit, source = _Builder(op), self.values.of(op.source)
        value = emit.value(
            llvm.UndefOp, (), descriptor_type(memref_type(op.results[0]).get_num_dims())
        )
        pointers = [emit.read(source, 0), emit.read(source, 1)]
        for number, pointer in enumerate(pointers):
            value = insert_field(emit, value, pointer, (number,))

        def known(
            static: DenseArrayBase[Any], dynamic: Sequence[SSAValue]
        ) -> Callable[[], SSAValue]:
            numbers, values = iter(static.get_values()), iter(self.values.all_of(dynamic))

            def following() -> SSAValue:
                number = next(numbers)
                return next(values) if number == DYNAMIC_INDEX else emit.index(number)

            return following

        offset = known(op.static_offsets, op.offsets)
        size, stride = known(op.static_sizes, op.sizes), known(op.static_strides, op.strides)
        value = insert_field(emit, value, offset(), (2,))
        for i in range(len(op.static_sizes)):
            value = insert_field(emit, value, size(), (3, i))
            value = insert_field(emit, value, stride(), (4, i))
        self.values.replace(op, (value,))

    def get_global(self, op: memref.GetGlobalOp) -> bool:
        """A descriptor of the global's array; freeing it would be a mistake, which the pointer to free shows."""
        type_, emit = memref_type(op.memref), _Builder(op)
        array = _array_type(type_)
        if array is None:
            return False
        sizes, strides, count = emit.identity_layout(type_)
        emit.bytes(count, type_.element_type)
        start = emit.value(llvm.AddressOfOp, (), POINTER, global_name=op.name_)
        zeros = [0] * (1 + type_.get_num_dims())
        element = emit.element(start, zeros, array)
        nothing = emit.value(llvm.IntToPtrOp, (emit.index(_UNINITIALIZED),), POINTER)
        self.values.replace(op, (emit.descriptor([nothing, element], None, sizes, strides),))
        return True

    def define_global(self, op: memref.GlobalOp) -> bool:
        """A global array."""
        type_: Any = op.type
        array, value = _array_type(type_), op.initial_value
        if array is None or not isinstance(value, DenseIntOrFPElementsAttr):
            return False
        properties: dict[str, Attribute] = {
            "global_type": array,
            "sym_name": op.sym_name,
            "linkage": llvm.LinkageAttr(
                "private" if op.sym_visibility.data == "private" else "external"
            ),
            "value": value if type_.get_num_dims() else value.get_attrs()[0],
            "addr_space": IntegerAttr(0, i32),
        }
        for name in ("constant", "alignment"):
            if name in op.properties:
                properties[name] = op.properties[name]
        new = _Builder(op).op(llvm.GlobalOp, (), (), **properties)
        new.add_region(Region())
        self.values.replace(op, ())
        return True


def _array_type(type_: AnyMemRef) -> Attribute | None:
    """The nested arrays of a global; None if there are none for its type."""
    array = lowered_type(type_.element_type)
    if array != type_.element_type or not has_identity_layout(type_):
        return None
    for size in reversed(type_.get_shape()):
        array = llvm.LLVMArrayType(size, array)
    return array


def _spill(emit: _Builder, value: SSAValue, one: SSAValue) -> SSAValue:
    """A pointer to a value on the stack."""
    pointer = emit.value(llvm.AllocaOp, (one,), POINTER, elem_type=value.type)
    emit.op(llvm.StoreOp, (value, pointer), **_ORDERING)
    return pointer


def _unranked(emit: _Builder, descriptor: SSAValue, rank: int) -> SSAValue:
    """A descriptor whose rank is known at run time only: the rank, and a pointer to the descriptor."""
    number = emit.value(llvm.ConstantOp, (), i64, value=IntegerAttr(rank, i64))
    return pack(emit, (number, _spill(emit, descriptor, emit.index(1))))


def _allocate(emit: _Builder, size: SSAValue) -> SSAValue:
    """A pointer to so many new bytes."""
    pointer = _call(emit, "malloc", size)
    assert pointer is not None
    return pointer


def _call(emit: _Builder, name: str, *operands: SSAValue) -> SSAValue | None:
    """Call a function of the runtime library, declaring it if nobody has; its result if it has one."""
    inputs, output = _FUNCTIONS[name]
    module = emit.anchor.parent_op()
    while not isinstance(module, ModuleOp):
        assert module is not None
        module = module.parent_op()
    if SymbolTable.lookup_symbol(module, name) is None:
        type_ = llvm.LLVMFunctionType(inputs, output)
        function = llvm.FuncOp(name, type_, llvm.LinkageAttr("external"))
        function.location = emit.anchor.location
        first = module.body.block.first_op
        assert first is not None
        module.body.block.insert_op_before(function, first)
    result = None if isinstance(output, llvm.LLVMVoidType) else output
    call = llvm.CallOp(name, *operands, return_type=result)
    insert_before(emit.anchor, call).location = emit.anchor.location
    return call.results[0] if call.results else None

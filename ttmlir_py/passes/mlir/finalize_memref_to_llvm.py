"""`finalize-memref-to-llvm`: lower buffers to descriptors, addresses, and calls of the
allocator.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from typing_extensions import override
from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.traits import SymbolTable

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.llvm_builder import LLVMBuilder
from ttmlir_py.passes.mlir.llvm_types import (
    POINTER,
    descriptor_positions,
    descriptor_type,
    lowered_type,
)
from ttmlir_py.passes.mlir.memref_types import (
    AnyMemRef,
    has_identity_layout,
    is_contiguous,
    memref_type,
)
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import (
    ConversionTarget,
    ConvertedValues,
    apply_partial_conversion,
)

_UNINITIALIZED = 0xDEADBEEF
_ORDERING = {"ordering": IntegerAttr(0, i64)}
_FUNCTIONS: dict[str, tuple[list[Attribute], Attribute]] = {
    "free": ([POINTER], llvm.LLVMVoidType()),
    "malloc": ([i64], POINTER),
    "memrefCopy": ([i64, POINTER, POINTER], llvm.LLVMVoidType()),
}
"""Maps the name of a runtime function to its argument types and its result type."""


@dataclass(frozen=True)
class FinalizeMemRefToLLVMConversionPass(Pass):
    """Finalize MemRef dialect to LLVM dialect conversion

    Memrefs of static shape become descriptors. `memref.alloc` calls `malloc` and aligns the
    pointer, and `memref.dealloc` calls `free`. `memref.copy` becomes `llvm.intr.memcpy` between
    contiguous memrefs, and a call of `memrefCopy` of MLIR's runtime library otherwise. These
    functions are declared when they are needed. Loads and stores compute addresses from strides.
    Globals become arrays. Other ops of `memref` are errors.
    """

    name = "finalize-memref-to-llvm"
    cpp_name = "FinalizeMemRefToLLVMConversionPass"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        converted = ConvertedValues(lowered_type)
        target = ConversionTarget(illegal=("memref",), legal=("llvm",))
        apply_partial_conversion(op, target, _LOWERINGS, converted, context)
        converted.finish()


def _lower_alloc(op: memref.AllocOp, converted: ConvertedValues) -> bool:
    """Replace `op` by a call of `malloc`, with enough extra bytes to align the pointer."""
    type_, builder = memref_type(op.memref), LLVMBuilder(op)
    element = lowered_type(type_.element_type)
    plain = has_identity_layout(type_) and type_.has_static_shape() and not op.operands
    if not plain or element is None:
        return False
    sizes, strides, count = builder.identity_layout(type_)
    size = builder.bytes(count, element)
    if op.alignment is None:
        pointers = [_allocate(builder, size)] * 2
    else:
        alignment = builder.index(op.alignment.value.data)
        allocated = _allocate(builder, builder.binary(llvm.AddOp, size, alignment))
        address = builder.value(llvm.PtrToIntOp, (allocated,), i64)
        below = builder.binary(llvm.SubOp, alignment, builder.index(1))
        bumped = builder.binary(llvm.AddOp, address, below)
        excess = builder.value(llvm.URemOp, (bumped, alignment), i64)
        aligned = builder.binary(llvm.SubOp, bumped, excess)
        pointers = [allocated, builder.value(llvm.IntToPtrOp, (aligned,), POINTER)]
    converted.replace(op, (builder.descriptor(pointers, None, sizes, strides),))
    return True


def _lower_dealloc(op: memref.DeallocOp, converted: ConvertedValues) -> None:
    """Replace `op` by a call of `free`."""
    builder = LLVMBuilder(op)
    _call(builder, "free", builder.read(converted.of(op.memref), 0))
    converted.replace(op, ())


def _lower_cast(op: memref.CastOp, converted: ConvertedValues) -> bool:
    """Replace `op` by the source descriptor, because a cast changes only compile-time knowledge."""
    source = converted.of(op.source)
    if lowered_type(op.dest.type) != source.type:
        return False
    converted.replace(op, (source,))
    return True


def _lower_load(op: memref.LoadOp, converted: ConvertedValues) -> bool:
    """Replace `op` by a load from the address of the element."""
    builder, type_ = LLVMBuilder(op), memref_type(op.memref)
    element = lowered_type(type_.element_type)
    if element is None or element != type_.element_type:
        return False
    source, *indices = converted.all_of(op.operands)
    address = builder.address(source, type_, indices)
    converted.replace(op, (builder.value(llvm.LoadOp, (address,), element, **_ORDERING),))
    return True


def _lower_store(op: memref.StoreOp, converted: ConvertedValues) -> bool:
    """Replace `op` by a store to the address of the element."""
    builder, type_ = LLVMBuilder(op), memref_type(op.memref)
    if lowered_type(type_.element_type) != type_.element_type:
        return False
    value, target, *indices = converted.all_of(op.operands)
    builder.op(llvm.StoreOp, (value, builder.address(target, type_, indices)), **_ORDERING)
    converted.replace(op, ())
    return True


def _lower_copy(op: memref.CopyOp, converted: ConvertedValues) -> None:
    """Replace `op` by a copy of bytes if both memrefs are contiguous, otherwise by a call of
    `memrefCopy`.

    `memrefCopy` handles strides.
    """
    builder = LLVMBuilder(op)
    source, target = converted.all_of(op.operands)
    types = [memref_type(each) for each in op.operands]
    element = types[0].element_type
    if all(map(is_contiguous, types)):
        count = builder.index(1)
        for i in range(types[0].get_num_dims()):
            count = builder.binary(llvm.MulOp, count, builder.read(source, 3, i))
        size = builder.binary(llvm.MulOp, count, builder.bytes(1, element))
        start, end = (
            builder.element(builder.read(each, 1), builder.read(each, 2), element)
            for each in (source, target)
        )
        builder.op(llvm.MemcpyOp, (end, start, size), isVolatile=IntegerAttr(0, i1))
    else:
        stack = builder.value(llvm.StackSaveOp, (), POINTER)
        unranked = [_unranked(builder, each, types[0].get_num_dims()) for each in (source, target)]
        one = builder.index(1)
        pointers = [_spill(builder, each, one) for each in unranked]
        _call(builder, "memrefCopy", builder.bytes(1, element), *pointers)
        builder.op(llvm.StackRestoreOp, (stack,))
    converted.replace(op, ())


def _lower_extract_metadata(
    op: memref.ExtractStridedMetaDataOp, converted: ConvertedValues
) -> None:
    """Replace `op` by reads of the fields of the descriptor. The base is a memref of rank 0."""
    builder, source = LLVMBuilder(op), converted.of(op.source)
    base = builder.descriptor([builder.read(source, 0), builder.read(source, 1)], None)
    fields = descriptor_positions(memref_type(op.source).get_num_dims())[2:]
    converted.replace(op, (base, *(builder.read(source, *position) for position in fields)))


def _lower_reinterpret_cast(op: memref.ReinterpretCastOp, converted: ConvertedValues) -> None:
    """Replace `op` by a descriptor of the same buffer with another offset, sizes and strides."""
    builder, source = LLVMBuilder(op), converted.of(op.source)
    value = builder.value(
        llvm.UndefOp, (), descriptor_type(memref_type(op.results[0]).get_num_dims())
    )
    pointers = [builder.read(source, 0), builder.read(source, 1)]
    for number, pointer in enumerate(pointers):
        value = builder.insert_field(value, pointer, (number,))

    def known(static: DenseArrayBase[Any], dynamic: Sequence[SSAValue]) -> Callable[[], SSAValue]:
        numbers, values = iter(static.get_values()), iter(converted.all_of(dynamic))

        def following() -> SSAValue:
            number = next(numbers)
            return next(values) if number == DYNAMIC_INDEX else builder.index(number)

        return following

    offset = known(op.static_offsets, op.offsets)
    size, stride = known(op.static_sizes, op.sizes), known(op.static_strides, op.strides)
    value = builder.insert_field(value, offset(), (2,))
    for i in range(len(op.static_sizes)):
        value = builder.insert_field(value, size(), (3, i))
        value = builder.insert_field(value, stride(), (4, i))
    converted.replace(op, (value,))


def _lower_get_global(op: memref.GetGlobalOp, converted: ConvertedValues) -> bool:
    """Replace `op` by a descriptor of the global array.

    Its allocated pointer is a recognizable bad address, because a global must not be freed.
    """
    type_, builder = memref_type(op.memref), LLVMBuilder(op)
    array = _array_type(type_)
    if array is None:
        return False
    sizes, strides, count = builder.identity_layout(type_)
    builder.bytes(count, type_.element_type)
    start = builder.value(llvm.AddressOfOp, (), POINTER, global_name=op.name_)
    zeros = [0] * (1 + type_.get_num_dims())
    element = builder.element(start, zeros, array)
    nothing = builder.value(llvm.IntToPtrOp, (builder.index(_UNINITIALIZED),), POINTER)
    converted.replace(op, (builder.descriptor([nothing, element], None, sizes, strides),))
    return True


def _lower_define_global(op: memref.GlobalOp, converted: ConvertedValues) -> bool:
    """Replace `op` by a global array.

    Uninitialized globals are not lowered, because they need a region.
    """
    type_: Any = op.type
    array, value = _array_type(type_), op.properties.get("initial_value")
    if array is None or isinstance(value, UnitAttr):
        return False
    properties: dict[str, Attribute] = {
        "global_type": array,
        "sym_name": op.sym_name,
        "linkage": llvm.LinkageAttr(
            "private"
            if op.properties.get("sym_visibility") == StringAttr("private")
            else "external"
        ),
        "addr_space": IntegerAttr(0, i32),
    }
    if isinstance(value, DenseIntOrFPElementsAttr):
        properties["value"] = value if type_.get_num_dims() else value.get_attrs()[0]
    for name in ("constant", "alignment"):
        if name in op.properties:
            properties[name] = op.properties[name]
    new = LLVMBuilder(op).op(llvm.GlobalOp, (), (), **properties)
    new.add_region(Region())
    converted.replace(op, ())
    return True


def _array_type(type_: AnyMemRef) -> Attribute | None:
    """Return the nested array type for a global of type `type_`, or None if it is not supported."""
    array = lowered_type(type_.element_type)
    if array != type_.element_type or not has_identity_layout(type_):
        return None
    for size in reversed(type_.get_shape()):
        array = llvm.LLVMArrayType(size, array)
    return array


def _spill(builder: LLVMBuilder, value: SSAValue, one: SSAValue) -> SSAValue:
    """Store `value` on the stack, and return a pointer to it. `one` is the constant 1."""
    pointer = builder.value(llvm.AllocaOp, (one,), POINTER, elem_type=value.type)
    builder.op(llvm.StoreOp, (value, pointer), **_ORDERING)
    return pointer


def _unranked(builder: LLVMBuilder, descriptor: SSAValue, rank: int) -> SSAValue:
    """Return an unranked descriptor: `rank`, and a pointer to the ranked `descriptor`."""
    number = builder.value(llvm.ConstantOp, (), i64, value=IntegerAttr(rank, i64))
    return builder.pack((number, _spill(builder, descriptor, builder.index(1))))


def _allocate(builder: LLVMBuilder, size: SSAValue) -> SSAValue:
    """Call `malloc` for `size` bytes and return the pointer."""
    pointer = _call(builder, "malloc", size)
    assert pointer is not None
    return pointer


def _call(builder: LLVMBuilder, name: str, *operands: SSAValue) -> SSAValue | None:
    """Call the runtime function `name`, declare it if needed, and return its result or None."""
    inputs, output = _FUNCTIONS[name]
    module = builder.block.parent_op()
    while not isinstance(module, ModuleOp):
        assert module is not None
        module = module.parent_op()
    if SymbolTable.lookup_symbol(module, name) is None:
        type_ = llvm.LLVMFunctionType(inputs, output)
        function = llvm.FuncOp(name, type_, llvm.LinkageAttr("external"))
        Builder.at_start(module.body.block, builder.location).insert(function)
    result = None if isinstance(output, llvm.LLVMVoidType) else output
    call = llvm.CallOp(name, *operands, return_type=result)
    builder.insert(call)
    return call.results[0] if call.results else None


_Lowering = Callable[[Any, ConvertedValues], bool | None]


def _checked(lower: _Lowering) -> _Lowering:
    """Return a lowering that rejects ops with value types that LLVM lacks, and calls `lower` for
    all other ops.
    """

    def check_and_lower(op: Operation, converted: ConvertedValues) -> bool:
        values = (*op.operands, *op.results)
        known = all(lowered_type(each.type) is not None for each in values)
        return known and lower(op, converted) is not False

    return check_and_lower


_LOWERINGS: dict[type[Operation], _Lowering] = {
    memref.AllocOp: _checked(_lower_alloc),
    memref.CastOp: _checked(_lower_cast),
    memref.CopyOp: _checked(_lower_copy),
    memref.DeallocOp: _checked(_lower_dealloc),
    memref.ExtractStridedMetaDataOp: _checked(_lower_extract_metadata),
    memref.GetGlobalOp: _checked(_lower_get_global),
    memref.GlobalOp: _checked(_lower_define_global),
    memref.LoadOp: _checked(_lower_load),
    memref.ReinterpretCastOp: _checked(_lower_reinterpret_cast),
    memref.StoreOp: _checked(_lower_store),
}

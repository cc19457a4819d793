"""`convert-func-to-llvm`: lower functions to the LLVM dialect, with scalar arguments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from typing_extensions import override
from xdsl.dialects import cf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects import func
from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.narrowing import is_memref_type
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.convert_cf_to_llvm import lower_branch
from ttmlir_py.passes.mlir.llvm_builder import LLVMBuilder
from ttmlir_py.passes.mlir.llvm_types import descriptor_positions, field_type, lowered_type
from ttmlir_py.passes.mlir.memref_types import memref_type
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import (
    ConversionTarget,
    ConvertedValues,
    apply_partial_conversion,
    erase_unused_casts,
    insert_cast,
)
from ttmlir_py.rewriting.mutation import erase, set_type


@dataclass(frozen=True)
class ConvertFuncToLLVMPass(Pass):
    """Convert from the Func dialect to the LLVM dialect

    A memref argument is passed as separate arguments: its pointers, offset, sizes and strides. A
    returned memref is a structure of these, and several results are one structure. Calls and
    branches become LLVM's, and block arguments get LLVM's types. A function, or a call, with values
    of types that LLVM does not have is an error.
    """

    name = "convert-func-to-llvm"
    cpp_name = "ConvertFuncToLLVMPass"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        target = ConversionTarget(illegal=("func",), legal=("llvm",))
        values = ConvertedValues(lowered_type)
        apply_partial_conversion(op, target, _LOWERINGS, values, context)
        values.finish()
        erase_unused_casts(op)


def _lower_return(op: func.ReturnOp, values: ConvertedValues) -> None:
    operands, builder = values.all_of(op.operands), LLVMBuilder(op)
    builder.op(llvm.ReturnOp, operands if len(operands) < 2 else (builder.pack(operands),))
    erase(op)


def _lower_call(op: func.CallOp, values: ConvertedValues) -> bool:
    returned = _returned_type([result.type for result in op.results])
    if returned is None or any(_argument_types(each.type) is None for each in op.operands):
        return False
    builder = LLVMBuilder(op)
    arguments: list[SSAValue] = []
    for old, value in zip(op.operands, values.all_of(op.operands), strict=True):
        arguments += _parts(builder, old, value) if is_memref_type(old.type) else [value]
    new = llvm.CallOp(op.callee, *arguments, return_type=returned if op.results else None)
    new.attributes = dict(op.attributes)
    builder.insert(new)
    if len(op.results) > 1:
        types = [lowered_type(result.type) or result.type for result in op.results]
        values.replace(op, builder.unpack(new.results[0], types))
    else:
        values.replace(op, new.results)
    return True


def _parts(builder: LLVMBuilder, old: SSAValue, descriptor: SSAValue) -> list[SSAValue]:
    """Return the fields of the memref descriptor `descriptor`, each passed as one argument.

    A value that is not a memref is returned as the only element.
    """
    positions = descriptor_positions(memref_type(old).get_num_dims())
    return [builder.read(descriptor, *position) for position in positions]


def _lower_jump(op: Operation, values: ConvertedValues) -> None:
    op.operands = values.all_of(op.operands)
    lower_branch(op)


def _lower_function(op: func.FuncOp, values: ConvertedValues) -> bool:
    inputs = [_argument_types(each) for each in op.function_type.inputs]
    result = _returned_type(op.function_type.outputs.data)
    if None in inputs or result is None or "llvm.emit_c_interface" in op.attributes:
        return False
    parts = cast("list[list[Attribute]]", inputs)
    properties: dict[str, Attribute] = {
        "sym_name": op.sym_name,
        "function_type": llvm.LLVMFunctionType([each for part in parts for each in part], result),
        "CConv": llvm.CallingConventionAttr("ccc"),
        "linkage": llvm.LinkageAttr("external"),
        "visibility_": IntegerAttr(0, i64),
    }
    if op.sym_visibility is not None:
        properties["sym_visibility"] = op.sym_visibility
    if op.res_attrs is not None and len(op.function_type.outputs) == 1:
        properties["res_attrs"] = op.res_attrs
    attributes = _argument_attributes(op, parts)
    if any(each.data for each in attributes):
        properties["arg_attrs"] = ArrayAttr(attributes)
    new = llvm.FuncOp.create(
        properties=properties, attributes=op.attributes, regions=[op.detach_region(op.body)]
    )
    Builder(op).insert(new)
    erase(op)
    if new.body.blocks:
        entry, *others = new.body.blocks
        _unpack_arguments(entry, parts)
        for each in others:
            _lower_arguments(each)
    return True


def _argument_types(type_: Attribute) -> list[Attribute] | None:
    """Return the argument types that pass a value of type `type_`, or None if the type is
    unsupported.
    """
    lowered = lowered_type(type_)
    if lowered is None or not is_memref_type(type_):
        return None if lowered is None else [lowered]
    return list(map(field_type, descriptor_positions(type_.get_num_dims())))


def _returned_type(types: Sequence[Attribute]) -> Attribute | None:
    lowered = [lowered_type(each) for each in types]
    if None in lowered:
        return None
    if not lowered:
        return llvm.LLVMVoidType()
    known = cast("list[Attribute]", lowered)
    return known[0] if len(known) == 1 else llvm.LLVMStructType.from_type_list(known)


def _argument_attributes(op: func.FuncOp, parts: list[list[Attribute]]) -> list[DictionaryAttr]:
    """Return the attributes of the arguments of the lowered function.

    `parts` lists the argument types for each old argument. Attributes of a memref argument are
    dropped.
    """
    types = op.function_type.inputs
    given = op.arg_attrs or [DictionaryAttr({})] * len(types)
    return [
        DictionaryAttr({}) if is_memref_type(type_) else attributes
        for type_, attributes, part in zip(types, given, parts, strict=True)
        for _ in part
    ]


def _unpack_arguments(block: Block, parts: list[list[Attribute]]) -> None:
    """Give the entry block the lowered arguments, and rebuild the old values from them.

    `parts` lists the lowered types for each old argument.
    """
    old = list(block.args)
    for argument, types in zip(old, parts, strict=True):
        new = [block.insert_arg(type_, len(block.args)) for type_ in types]
        for each in new:
            each.location = argument.location
        if argument.first_use is not None:
            value = _descriptor(block, argument, new) if is_memref_type(argument.type) else new[0]
            if value.type != argument.type:
                value = insert_cast(Builder.after_definition(value), value, argument.type)
            argument.replace_all_uses_with(value)
    for argument in reversed(old):
        block.erase_arg(argument)


def _descriptor(block: Block, argument: BlockArgument, parts: Sequence[SSAValue]) -> SSAValue:
    """Build a memref descriptor from `parts`, its fields in order, at the start of `block`."""
    type_, first = lowered_type(argument.type), block.first_op
    assert type_ is not None
    assert first is not None
    builder = LLVMBuilder(first)
    value = builder.value(llvm.UndefOp, (), type_)
    positions = descriptor_positions(memref_type(argument).get_num_dims())
    fields = zip(positions, parts, strict=True)
    for position, part in sorted(fields, key=lambda each: (len(each[0]), each[0][::-1])):
        value = builder.insert_field(value, part, position)
    return value


def _lower_arguments(block: Block) -> None:
    """Give the arguments of `block`, which is not an entry block, types of the LLVM dialect."""
    for argument in block.args:
        type_ = argument.type
        target = lowered_type(type_)
        if target is not None and target != type_:
            set_type(argument, target)
            uses = list(argument.uses)
            cast_back = insert_cast(Builder.after_definition(argument), argument, type_)
            for use in uses:
                use.operation.operands[use.index] = cast_back


_LOWERINGS: dict[type[Operation], Callable[[Any, ConvertedValues], bool | None]] = {
    func.FuncOp: _lower_function,
    func.CallOp: _lower_call,
    func.ReturnOp: _lower_return,
    cf.BranchOp: _lower_jump,
    cf.ConditionalBranchOp: _lower_jump,
}

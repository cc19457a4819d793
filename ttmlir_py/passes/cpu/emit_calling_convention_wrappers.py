"""`emit-calling-convention-wrappers`: functions that unpack tensors for functions
lowered to LLVM.
"""

from dataclasses import dataclass
from typing import cast

from typing_extensions import override
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, ModuleOp, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.attributes import i64 as i64_attr
from ttmlir_py.rewriting.attributes import int_values

_POINTER = llvm.LLVMPointerType()
# A packed tensor: allocated pointer, aligned pointer, offset, pointer to sizes and strides.
_TENSOR = llvm.LLVMStructType.from_type_list([_POINTER, _POINTER, i64, _POINTER])
_TENSOR_WORDS = 4


@dataclass(frozen=True)
class LLVMEmitCallingConventionWrapperFuncsPass(Pass):
    """Emit unpacking functions to unwrap tensors into expected call signatures for our funcs
    lowered to LLVMDialect

    For each `llvm.func` of the module with an array `arg_ranks`, the pass adds a function with the
    suffix `_helper`. It takes a pointer to packed tensors and calls the original function with the
    separate arguments of each memref. A packed tensor is a pointer, an aligned pointer, an offset,
    and a pointer to its sizes and strides. The function must take the right number of arguments and
    return nothing. Everything else is left alone.
    """

    name = "emit-calling-convention-wrappers"
    cpp_name = "LLVMEmitCallingConventionWrapperFuncs"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        functions = [each for each in op.ops if isinstance(each, llvm.FuncOp)]
        for function in functions:
            ranks = function.attributes.get("arg_ranks")
            if isinstance(ranks, ArrayAttr):
                op.body.block.add_op(_wrapper(function, cast("ArrayAttr[Attribute]", ranks)))


def _wrapper(function: llvm.FuncOp, attribute: ArrayAttr[Attribute]) -> llvm.FuncOp:
    if not all(isinstance(each, IntegerAttr) for each in attribute):
        raise OperationError(function, "has 'arg_ranks' that are not all integers")
    ranks = int_values(attribute)
    arguments = sum(3 + 2 * rank for rank in ranks)
    inputs = function.function_type.inputs.data
    if len(inputs) != arguments:
        message = f"has {len(inputs)} arguments, but tensors of its 'arg_ranks' are {arguments}"
        raise OperationError(function, message)
    if not isinstance(function.function_type.output, llvm.LLVMVoidType):
        raise OperationError(function, "has 'arg_ranks', but returns a value")
    unpacker = _Unpacker(Block(arg_types=[_POINTER]))
    packed = unpacker.block.args[0]
    values = [
        value for index, rank in enumerate(ranks) for value in unpacker.tensor(packed, index, rank)
    ]
    name = function.sym_name.data
    unpacker.block.add_ops((llvm.CallOp(name, *values), llvm.ReturnOp()))
    wrapper = llvm.FuncOp(
        f"{name}_helper",
        llvm.LLVMFunctionType([_POINTER]),
        llvm.LinkageAttr("external"),
        body=Region(unpacker.block),
    )
    for each in wrapper.walk():
        each.location = function.location
    packed.location = function.location
    return wrapper


@dataclass
class _Unpacker:
    """A builder that appends ops which read packed tensors to a block."""

    block: Block

    def tensor(self, packed: SSAValue, index: int, rank: int) -> list[SSAValue]:
        """Read packed tensor `index` of `packed`: pointers, offset, sizes and strides as separate
        values.
        """
        position, words = self._constant(index), self._constant(_TENSOR_WORDS)
        offset = self._add(llvm.MulOp(position, words))
        address = self._element(packed, offset, inbounds=True)
        members = self._add(llvm.LoadOp(address, _TENSOR))
        pointer, aligned, start, sizes = (
            self._add(llvm.ExtractValueOp(DenseArrayBase.from_list(i64, [member]), members, type_))
            for member, type_ in enumerate(_TENSOR.types.data)
        )
        values = [pointer, aligned, start]
        for i in range(2 * rank):
            address = self._element(sizes, self._constant(i), inbounds=False)
            values.append(self._add(llvm.LoadOp(address, i64)))
        return values

    def _add(self, op: Operation) -> SSAValue:
        self.block.add_op(op)
        return op.results[0]

    def _constant(self, value: int) -> SSAValue:
        return self._add(llvm.ConstantOp(i64_attr(value), i64))

    def _element(self, base: SSAValue, index: SSAValue, *, inbounds: bool) -> SSAValue:
        """Return the address that is `index` words after `base`.

        Pointers and numbers take one word each.
        """
        return self._add(
            llvm.GEPOp(base, [llvm.GEP_USE_SSA_VAL], _POINTER, [index], inbounds=inbounds)
        )

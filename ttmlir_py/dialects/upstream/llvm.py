"""The `llvm` dialect: xDSL's operations, some extended for passes, and one that xDSL lacks.

`from ttmlir_py.dialects.upstream import llvm` replaces xDSL's module.
"""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, SSAValue
from xdsl.irdl import irdl_attr_definition, operand_def, prop_def, traits_def
from xdsl.parser import Parser
from xdsl.traits import (
    Commutative,
    ConstantLike,
    IsolatedFromAbove,
    MemoryAllocEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    NoMemoryEffect,
    SymbolOpInterface,
)
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.cf import BRANCH, CONDITIONAL_BRANCH
from ttmlir_py.dialects.upstream.syntax import (
    attributes_text,
    print_overflowing_binary,
    values_text,
)
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition
from ttmlir_py.ir.external_models import ExternalModels, FoldResult
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.ir.writing.attributes import symbol_text
from ttmlir_py.ir.writing.printer import MlirPrinter


@irdl_attr_definition
class UndefAttr(ParametrizedAttribute):
    """The result of folding `llvm.mlir.undef`."""

    name = "llvm.undef"


@irdl_attr_definition
class ZeroAttr(ParametrizedAttribute):
    """The result of folding `llvm.mlir.zero`."""

    name = "llvm.zero"


_CONSTANT = traits_def(NoMemoryEffect(), ConstantLike())


class ConstantOp(llvm.ConstantOp):
    """A constant number."""

    traits = _CONSTANT

    def fold(self) -> FoldResult:
        """Return the constant's number, whose type may differ from the result type."""
        return [self.value]


class UndefOp(llvm.UndefOp):
    """An undefined value of a type."""

    traits = _CONSTANT

    def fold(self) -> FoldResult:
        """Return a unit attribute, which represents the value of the op."""
        return [UndefAttr()]


class ZeroOp(llvm.ZeroOp):
    """The null pointer, or an all-zero value."""

    traits = _CONSTANT

    def fold(self) -> FoldResult:
        """Return a unit attribute, which represents the value of the op."""
        return [ZeroAttr()]


class AddressOfOp(llvm.AddressOfOp):
    """The address of a global or function."""

    traits = _CONSTANT

    def fold(self) -> FoldResult:
        """Return the symbol whose address the op returns."""
        return [self.global_name]


class ExtractValueOp(llvm.ExtractValueOp):
    """A field of a structure."""

    def fold(self) -> FoldResult | None:
        """Return the value that was inserted at the extracted position, or None if it is unknown.

        Insertions at other positions do not matter: the op then reads the structure before them.
        """
        position, container = self.position.get_values(), self.container
        while isinstance(inserted := container.owner, llvm.InsertValueOp):
            where = inserted.position.get_values()
            if where == position:
                return [inserted.value]
            common = min(len(where), len(position))
            if where[:common] == position[:common]:
                break
            container = inserted.container
        if container is self.container:
            return None
        self.operands = (container,)
        return []


class FuncOp(llvm.FuncOp):
    """A function."""

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        """Parse with xDSL's parser and return an op of this class."""
        op = super().parse(parser)
        return cls.create(
            properties=op.properties,
            attributes=op.attributes,
            regions=[op.detach_region(region) for region in op.regions],
        )


class GEPOp(llvm.GEPOp):
    """The address of an element."""

    def fold(self) -> FoldResult | None:
        """Return the base pointer if the index is 0, otherwise None.

        Other constant indices are made static in place.
        """
        indices = list(self.rawConstantIndices.get_values())
        dynamic = list(self.ssa_indices)
        kept: list[SSAValue] = []
        for i, index in enumerate(indices):
            if index != llvm.GEP_USE_SSA_VAL:
                continue
            value = dynamic.pop(0)
            number = _integer(value)
            if number is None or not -(1 << 31) < number < 1 << 31:
                kept.append(value)
            else:
                indices[i] = number
        if indices == [0] and self.ptr.type == self.result.type:
            return [self.ptr]
        if len(kept) == len(self.ssa_indices):
            return None
        self.operands = (self.ptr, *kept)
        old = self.rawConstantIndices
        self.properties["rawConstantIndices"] = DenseArrayBase.from_list(
            cast("IntegerType", old.elt_type), indices
        )
        return []


def _integer(value: SSAValue) -> int | None:
    owner = value.owner
    constant = owner.value if isinstance(owner, llvm.ConstantOp) else None
    return (
        cast("IntegerAttr[Any]", constant).value.data if isinstance(constant, IntegerAttr) else None
    )


class AddOp(llvm.AddOp):
    """A sum."""

    traits = traits_def(NoMemoryEffect(), Commutative())


class MulOp(llvm.MulOp):
    """A product."""

    traits = traits_def(NoMemoryEffect(), Commutative())


class AllocaOp(llvm.AllocaOp):
    """An allocation on the stack."""

    traits = traits_def(MemoryAllocEffect())


class LoadOp(llvm.LoadOp):
    """A load from memory."""

    traits = traits_def(MemoryReadEffect())


class StoreOp(llvm.StoreOp):
    """A store to memory."""

    traits = traits_def(MemoryWriteEffect())


_Pointer: Described[llvm.LLVMPointerType] = Described(
    "LLVM pointer type", lambda type: isinstance(type, llvm.LLVMPointerType)
)
_Integer: Described[IntegerType] = Described(
    "signless integer", lambda type: isinstance(type, IntegerType)
)
_I1Attr: Described[IntegerAttr[Any]] = Described(
    "1-bit signless integer attribute",
    lambda attribute: is_integer_attr(attribute) and attribute.type == IntegerType(1),
)


@op_definition
class MemcpyOp(OdsOperation):
    """A copy of bytes between memory areas that do not overlap."""

    name = "llvm.intr.memcpy"

    dst = operand_def(_Pointer)
    src = operand_def(_Pointer)
    len_ = operand_def(_Integer)
    isVolatile = prop_def(_I1Attr)

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())


class _Materialization(ConstantMaterializationInterface):
    """An interface that creates constant ops of the llvm dialect."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        """Return a constant op for `value`, or None if the type does not fit.

        For example, LLVM has no numbers of index type.
        """
        if isinstance(value, UndefAttr):
            return UndefOp(type)
        if isinstance(value, ZeroAttr):
            return ZeroOp.create(result_types=[type])
        if isinstance(value, SymbolRefAttr) and isinstance(type, llvm.LLVMPointerType):
            return AddressOfOp(value, type)
        of_type = getattr(value, "type", None) == type
        return ConstantOp(value, type) if of_type else None


_OPERATIONS = (
    *(
        AddOp,
        AddressOfOp,
        AllocaOp,
        ConstantOp,
        ExtractValueOp,
        FuncOp,
        GEPOp,
        LoadOp,
        MemcpyOp,
        MulOp,
        StoreOp,
    ),
    *(UndefOp, ZeroOp),
)
_BY_NAME = {op.name: op for op in (*llvm.LLVM.operations, *_OPERATIONS)}

LLVM = Dialect("llvm", list(_BY_NAME.values()), list(llvm.LLVM.attributes), [_Materialization()])


def _print_constant(printer: MlirPrinter, op: Any) -> None:
    value, type = printer.attribute_text(op.value), printer.attribute_text(op.results[0].type)
    printer.print_string(f"({value}){attributes_text(printer, op.attributes)} : {type}")


def _print_extract_value(printer: MlirPrinter, op: Any) -> None:
    *value, container = op.operands
    position = ", ".join(map(str, op.position.iter_values()))
    first = f"{printer.value_text(value[0])}, " if value else ""
    text = f" {first}{printer.value_text(container)}[{position}]"
    attributes = attributes_text(printer, op.attributes)
    printer.print_string(f"{text}{attributes} : {printer.attribute_text(container.type)} ")


def _print_insert_value(printer: MlirPrinter, op: Any) -> None:
    container, value = op.operands
    position = ", ".join(map(str, op.position.iter_values()))
    text = f" {printer.value_text(value)}, {printer.value_text(container)}[{position}]"
    attributes = attributes_text(printer, op.attributes)
    printer.print_string(f"{text}{attributes} : {printer.attribute_text(container.type)} ")


def _arithmetic_attributes(printer: MlirPrinter, op: Any) -> str:
    """Return the attributes of an arithmetic operation as text.

    It starts with a space, which is printed even without attributes.
    """
    flags = op.properties.get("fastmathFlags")
    attributes = dict(op.attributes)
    if flags is not None and flags.data:
        attributes["fastmathFlags"] = flags
    return " " + attributes_text(printer, attributes)


def _print_arithmetic(printer: MlirPrinter, op: Any) -> None:
    operands, attributes = values_text(printer, op.operands), _arithmetic_attributes(printer, op)
    type = printer.attribute_text(op.results[0].type)
    printer.print_string(f" {operands}{attributes} : {type}")


def _print_intrinsic(printer: MlirPrinter, op: Any) -> None:
    operands, attributes = values_text(printer, op.operands), _arithmetic_attributes(printer, op)
    signature = printer.signature_text(op.operand_types, op.result_types)
    printer.print_string(f"({operands}){attributes} : {signature}")


_GLOBAL_ATTRIBUTES = ("sym_name", "global_type", "constant", "value", "linkage")


def _print_global(printer: MlirPrinter, op: Any) -> None:
    text = f" {op.linkage.linkage.data}"
    text += " constant" if op.constant is not None else ""
    value = printer.attribute_text(op.value) if op.value is not None else ""
    others = {**op.properties, **op.attributes}
    for key in _GLOBAL_ATTRIBUTES:
        others.pop(key, None)
    text += f" {symbol_text(op.sym_name.data)}({value}){attributes_text(printer, others)}"
    if not isinstance(op.value, StringAttr):
        text += f" : {printer.attribute_text(op.global_type)}"
    printer.print_string(text)
    if op.regions[0].blocks:
        printer.print_string(" ")
        printer.print_region(op.regions[0])


_ARITHMETIC = "and fadd fdiv fmul fneg frem fsub srem urem xor"
_INTRINSICS = "ceil copysign cos exp exp2 fabs floor fma log log2 maxnum minnum pow sin sqrt"


def _verify_call(op: llvm.CallOp) -> None:
    """Check that an `llvm.call` has a function name or a pointer operand."""
    if op.callee is None and not op.args:
        raise VerifyException("must have either a `callee` attribute or at least an operand")
    op.verify_()


MODELS = ExternalModels(
    verifiers={"llvm.call": _verify_call},
    printers={
        "llvm.extractvalue": _print_extract_value,
        **{f"llvm.{name}": _print_arithmetic for name in _ARITHMETIC.split()},
        **{f"llvm.intr.{name}": _print_intrinsic for name in _INTRINSICS.split()},
        **{f"llvm.{name}": print_overflowing_binary for name in ("add", "sub", "mul", "shl")},
        "llvm.insertvalue": _print_insert_value,
        "llvm.mlir.constant": _print_constant,
        "llvm.mlir.global": _print_global,
    },
    inner_types_are_bare=True,
    branches={"llvm.br": BRANCH, "llvm.cond_br": CONDITIONAL_BRANCH},
)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(llvm, name)

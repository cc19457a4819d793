"""Building blocks of C++ text: indented output, types and constants."""

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation, TypeAttribute

from ttmlir_py.dialects.emitc.attributes import OpaqueAttr
from ttmlir_py.dialects.emitc.types import (
    ArrayType,
    LValueType,
    OpaqueType,
    PointerType,
    PtrDiffTType,
    SignedSizeTType,
    SizeTType,
    is_supported_integer,
)
from ttmlir_py.ir.diagnostics import DiagnosticEngine, OperationError
from ttmlir_py.ir.elements import all_values
from ttmlir_py.ir.floats import padded_text
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.writing.attributes import attribute_text, quoted

_NAMED_TYPES: dict[type[Attribute], str] = {
    BFloat16Type: "__bf16",
    Float16Type: "_Float16",
    Float32Type: "float",
    Float64Type: "double",
    IndexType: "size_t",
    PtrDiffTType: "ptrdiff_t",
    SignedSizeTType: "ssize_t",
    SizeTType: "size_t",
}
_FLOAT_SUFFIXES: dict[type[Attribute], str] = {
    BFloat16Type: "bf16",
    Float16Type: "f16",
    Float32Type: "f",
    Float64Type: "",
}


class EmissionError(OperationError):
    """An error about an operation's contents, which is shown only at the operation's location."""

    undeclared: Operation | None = None
    """The operation whose result variable the emitter was declaring when the error occurred, or
    None.
    """

    def emit(self, engine: DiagnosticEngine) -> None:
        """Emit the error as a diagnostic, followed by MLIR's error about the variable, if any."""
        where = self.op.location if isinstance(self.op, Operation) else self.op
        engine.emit_error(where, self.message)
        if self.undeclared is not None:
            message = "unable to declare result variable for op"
            engine.emit_error(self.undeclared, message, op_prefix=False)


class IndentedText:
    """A text builder that indents lines. Lines of spaces only are left empty."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._at_line_start = True
        self.indent = 0

    def write(self, text: str) -> None:
        """Append text of any number of lines, with indentation."""
        *lines, rest = text.split("\n")
        for line in lines:
            if line.strip(" \t\v\f\r"):
                self._append(line)
            self._pieces.append("\n")
            self._at_line_start = True
        if rest:
            self._append(rest)

    def write_unindented(self, text: str) -> None:
        """Append whole lines without indentation."""
        self._pieces.append(text)

    def _append(self, text: str) -> None:
        if self._at_line_start:
            self._pieces.append("  " * self.indent)
            self._at_line_start = False
        self._pieces.append(text)

    def text(self) -> str:
        """Return the text written so far."""
        return "".join(self._pieces)


def type_text(type: Attribute, op: Operation) -> str:
    """Return the C++ type for an IR type. Raise EmissionError at `op` if there is no such C++
    type.
    """
    name = _NAMED_TYPES.get(type.__class__)
    if name is not None:
        return name
    if is_integer_type(type):
        return _integer_type_text(type, op)
    if isinstance(type, OpaqueType):
        return type.value
    if isinstance(type, PointerType):
        if isinstance(type.pointee, ArrayType):
            raise EmissionError(op, f"cannot emit pointer to array type {quoted(type)}")
        return type_text(type.pointee, op) + "*"
    if isinstance(type, LValueType):
        return type_text(type.valueType, op)
    if isinstance(type, ArrayType):
        return type_text(type.element_type, op) + dimensions_text(type)
    if isinstance(type, TupleType):
        return _tuple_text(cast(Sequence[Attribute], type.types.data), op)
    if isinstance(type, UnrankedTensorType):
        raise EmissionError(op, "cannot emit unranked tensor type")
    if isinstance(type, TensorType):
        return _tensor_text(cast(TensorType[Attribute], type), op)
    kind = "float type" if isinstance(type, AnyFloat) else "type"
    raise EmissionError(op, f"cannot emit {kind} {quoted(type)}")


def _integer_type_text(type: IntegerType, op: Operation) -> str:
    width = type.width.data
    if not is_supported_integer(type):
        raise EmissionError(op, f"cannot emit integer type {quoted(type)}")
    if width == 1:
        return "bool"
    return f"{'u' if _is_unsigned(type) else ''}int{width}_t"


def _is_unsigned(type: IntegerType) -> bool:
    return type.signedness.data is Signedness.UNSIGNED


def _tensor_text(type: TensorType[Attribute], op: Operation) -> str:
    if not type.has_static_shape():
        raise EmissionError(op, "cannot emit tensor type with non static shape")
    if isinstance(type.element_type, ArrayType):
        raise EmissionError(op, f"cannot emit tensor of array type {quoted(type)}")
    sizes = "".join(f", {size}" for size in type.get_shape())
    return f"Tensor<{type_text(type.element_type, op)}{sizes}>"


def _tuple_text(types: Sequence[Attribute], op: Operation) -> str:
    if any(isinstance(type, ArrayType) for type in types):
        raise EmissionError(op, "cannot emit tuple of array type")
    return f"std::tuple<{', '.join(type_text(type, op) for type in types)}>"


def types_text(types: Sequence[Attribute], op: Operation) -> str:
    """Return the C++ return type of a function with results of these types."""
    if not types:
        return "void"
    return type_text(types[0], op) if len(types) == 1 else _tuple_text(types, op)


def dimensions_text(type: ArrayType) -> str:
    """Return the dimensions of an array type in C++, such as `[2][3]`."""
    return "".join(f"[{size}]" for size in type.shape)


def declaration_text(type: Attribute, name: str, op: Operation) -> str:
    """Return a C++ declaration: `type name`, or `type name[2][3]` for an array."""
    if isinstance(type, ArrayType):
        return f"{type_text(type.element_type, op)} {name}{dimensions_text(type)}"
    return f"{type_text(type, op)} {name}"


def constant_text(attribute: Attribute, op: Operation, symbol_name: Callable[[str], str]) -> str:
    """Return the C++ expression for an attribute. `symbol_name` converts symbols to C++ names.

    Raise EmissionError at `op` if C++ has no such expression.
    """
    if isinstance(attribute, OpaqueAttr):
        return attribute.value
    if isinstance(attribute, SymbolRefAttr):
        if len(attribute.nested_references.data) > 1:
            raise EmissionError(op, "attribute has more than 1 nested reference")
        return symbol_name(attribute.root_reference.data)
    if isinstance(attribute, TypeAttribute):
        return type_text(attribute, op)
    constant = cast(Any, attribute)
    if isinstance(attribute, FloatAttr | IntegerAttr):
        return _number_printer(constant.type, constant, op)(constant.value.data)
    if isinstance(attribute, DenseIntOrFPElementsAttr):
        element = _number_printer(constant.get_element_type(), constant, op)
        return f"{{{', '.join(map(element, all_values(constant)))}}}"
    raise EmissionError(op, f"cannot emit attribute: {attribute_text(attribute)}")


def _number_printer(type: Attribute, attribute: Attribute, op: Operation) -> Callable[[Any], str]:
    """Return a function that writes numbers of the type `type` in C++."""
    if is_integer_type(type):
        width = type.width.data
        if width == 1:
            return lambda value: "true" if value else "false"
        modulus = 1 << width
        return str if not _is_unsigned(type) else lambda value: str(value % modulus)
    if isinstance(type, IndexType):
        return str
    suffix = _FLOAT_SUFFIXES.get(type.__class__)
    if suffix is None:
        if isinstance(attribute, FloatAttr) or isinstance(type, AnyFloat):
            message = "expected floating point attribute to be f16, bf16, f32 or f64"
            raise EmissionError(op, message)
        raise EmissionError(op, f"cannot emit attribute: {attribute_text(attribute)}")
    return lambda value: _float_text(value, type, suffix)


def _float_text(value: float, type: Any, suffix: str) -> str:
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "-INFINITY" if value < 0 else "INFINITY"
    return padded_text(value, type) + suffix

"""Rules of StableHLO's calls. Messages about `custom_call` name the op."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    StringAttr,
    TupleType,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.stablehlo.enums import CustomCallApiVersion
from ttmlir_py.dialects.stablehlo.rules.common import Violation, is_tensor
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted

_NAME = "^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$"


def check_composite(op: Any, symbols: Mapping[str, Operation]) -> None:
    """Check that the composite's name has a namespace, and that its decomposition has the same
    types.
    """
    if re.fullmatch(_NAME.strip("^$"), op.name_.data) is None:
        raise Violation(
            "name must be a valid namespaced op name, i.e. it must match the following regular "
            f'expression: {_NAME} e.g. "my_namespace.my_op"'
        )
    target = op.decomposition.root_reference.data
    function = symbols.get(target)
    signature = None if function is None else function.properties.get("function_type")
    if not isinstance(signature, FunctionType) or function is None or function.name != "func.func":
        raise Violation(f"'{target}' does not reference a valid function")
    groups = (
        ("operand", op.operand_types, signature.inputs.data),
        ("result", op.result_types, signature.outputs.data),
    )
    for name, own, others in groups:
        if len(own) != len(others):
            raise Violation(f"has {len(own)} {name}(s), but decomposition has {len(others)}")
        for index, (a, b) in enumerate(zip(own, others, strict=True)):
            if a != b:
                raise Violation(
                    f"{name} at index {index} has type {quoted(a)}, but decomposition has type "
                    f"{quoted(b)}"
                )


def check_layouts(op: Any) -> None:
    """Check `custom_call`: all operands and results have a layout, or no value has one."""
    if op.operand_layouts is None or op.result_layouts is None:
        raise VerifyException(
            "Layout attributes should be specified for either both operands and results or none."
        )
    results: Sequence[Attribute] = op.result_types
    if len(results) == 1 and isinstance(results[0], TupleType):
        results = results[0].types.data
    _check_layouts(op.operand_types, op.operand_layouts.data, "operand")
    _check_layouts(results, op.result_layouts.data, "result")


def _check_layouts(types: Sequence[Attribute], layouts: Sequence[Any], name: str) -> None:
    if len(types) != len(layouts):
        raise VerifyException(
            f"Number of {name}s must match the number of {name} layouts, {len(types)} != "
            f"{len(layouts)}"
        )
    for index, (type_, layout) in enumerate(zip(types, layouts, strict=True)):
        order = [int(number) for number in layout.get_values()]
        if isinstance(type_, TupleType):
            raise VerifyException("Tuple types are not fully supported with layout constraints yet")
        if not is_tensor(type_):
            if order:
                raise VerifyException(
                    f"Only tensor types can have non-empty layout: {name} #{index} of type "
                    f"{quoted(type_)} has layout {quoted(layout)[1:-1]}"
                )
            continue
        if not is_tensor_type(type_):
            continue
        rank = len(type_.get_shape())
        if sorted(order) != list(range(rank)):
            raise VerifyException(
                f"incorrect layout {quoted(layout)[1:-1]} for type {quoted(type_)}, layout must be "
                f"a permutation of [0, {rank})"
            )


def check_alias(op: Any, alias: Any) -> None:
    """Check that the operand and the output which `alias` names have the same type."""
    count = len(op.inputs)
    if not 0 <= alias.operandIndex < count:
        raise VerifyException(
            "expects operandIndex in the output_operand_alias attribute to be in range [0, "
            f"{count}); got: {alias.operandIndex}."
        )
    results = op.result_types
    whole = TupleType(ArrayAttr(results)) if len(results) > 1 else results[0]
    operand = _part(op.operand_types[alias.operandIndex], alias.operandTupleIndices, "operand")
    output = _part(whole, alias.outputTupleIndices, "output")
    if operand != output:
        raise VerifyException(
            "shapes mismatch in the output_operand_alias attribute: operand part has type "
            f"{quoted(operand)} and output part has type {quoted(output)}"
        )


def _part(type_: Attribute, path: Sequence[int], name: str) -> Attribute:
    for index in path:
        members = type_.types.data if isinstance(type_, TupleType) else ()
        if not 0 <= index < len(members):
            raise VerifyException(
                f"{name}_tuple_indices in the output_operand_alias attribute out of bounds"
            )
        type_ = members[index]
    return type_


def check_backend_config(op: Any) -> None:
    """Check that the configuration is a dictionary for a typed interface, and otherwise a
    string.
    """
    if op.backend_config is None:
        return
    version = CustomCallApiVersion(op.api_version.value.data)
    is_typed = version is CustomCallApiVersion.API_VERSION_TYPED_FFI
    if not isinstance(op.backend_config, DictionaryAttr if is_typed else StringAttr):
        kind = "dictionary" if is_typed else "string"
        raise VerifyException(
            f"backend_config for api_version {version.keyword} must be a {kind} attribute."
        )

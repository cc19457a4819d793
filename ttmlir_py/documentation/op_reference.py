"""The entries of operations in the dialect reference.

Syntax, types, interfaces and effects follow from the definition, and lowerings from the tables of
passes and translations. `examples.mlir` in the dialect's folder has an example, and
`dialects/glossary.toml` explains operands and attributes.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from xdsl.ir import Operation
from xdsl.irdl import (
    IRDLOperation,
    OpDef,
    OperandDef,
    OptionalDef,
    ResultDef,
    VariadicDef,
)
from xdsl.traits import MemoryWriteEffect, NoMemoryEffect, Pure

from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.op_syntax import (
    SEGMENTS,
    constraint_words,
    fields_of,
    glossary,
    glossary_key,
    has_segments,
    notation,
    plain_name,
    segments_notation,
    skeleton,
)
from ttmlir_py.dialects.tt.ops import DeviceModuleOp
from ttmlir_py.dialects.ttir import TTIR
from ttmlir_py.dialects.ttir.generic_region import GenericRegionOp
from ttmlir_py.dialects.ttnn import ClampOp, GetDeviceOp
from ttmlir_py.documentation.markdown import paragraphs, table, wrapped
from ttmlir_py.documentation.semantics_reference import meaning_lines
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.writing.attributes import AttributePrinter
from ttmlir_py.passes.cpu.convert_ttir_to_linalg import BINARY as TO_LINALG
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import LOWERINGS as FROM_STABLEHLO
from ttmlir_py.passes.tosa.convert_tosa_to_ttir import LOWERINGS as FROM_TOSA
from ttmlir_py.passes.ttir.ttir_to_ttir_decomposition import LOWERINGS as DECOMPOSITIONS
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc import LOWERED_KERNEL_OPS
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import LOWERINGS as TO_TTNN
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import COMPLETE_LOWERINGS, LOWERINGS
from ttmlir_py.target.flatbuffer.ops import SERIALIZERS
from ttmlir_py.target.python.calls import CALLS

_WRONG_CALLS = {ClampOp}
"""TTNN operations whose C++ call names an operand that they lack, as in upstream."""
_CPP_CALLS = LOWERINGS.keys() - _WRONG_CALLS
LOWERINGS_BY_FLAG: Mapping[str, tuple[str, Collection[Any]]] = {
    "--stablehlo-legalize-composite-to-call": ("becomes a call", (stablehlo.CompositeOp,)),
    # `stablehlo.return` is lowered together with the region that it ends.
    "--convert-stablehlo-to-ttir": ("becomes TTIR", (*FROM_STABLEHLO, stablehlo.ReturnOp)),
    "--convert-tosa-to-ttir": ("becomes TTIR", FROM_TOSA),
    "--ttir-to-ttir-decomposition": ("becomes other ops of TTIR", DECOMPOSITIONS),
    "--convert-ttir-to-ttnn": ("becomes TTNN", TO_TTNN),
    "--ttir-generic": (
        "becomes a `ttir.generic`",
        [op for op in TTIR.operations if issubclass(op, GenericRegionOp)],
    ),
    "--convert-ttir-to-linalg": ("becomes linalg", TO_LINALG),
    "--ttnn-to-flatbuffer": ("is written to a binary", SERIALIZERS),
    "--convert-ttnn-to-emitc": ("becomes a call in C++", _CPP_CALLS),
    "--convert-ttnn-to-emitc=complete-calls=true": (
        "becomes a call in C++",
        COMPLETE_LOWERINGS.keys() - _CPP_CALLS,
    ),
    "--ttnn-to-python": ("becomes a call in Python", (*CALLS, GetDeviceOp)),
    "--convert-ttkernel-to-emitc": ("becomes C++", LOWERED_KERNEL_OPS),
    "--tt-unwrap-device-module": ("is taken apart", (DeviceModuleOp,)),
}
"""Maps flags of passes and translations to a verb and the operations that they lower.

Operations are classes or names.
"""


def lowerings(cls: type[Operation]) -> list[str]:
    """Return the flags of the passes and translations that lower an operation."""
    return [flag for flag, (_, ops) in LOWERINGS_BY_FLAG.items() if cls in ops or cls.name in ops]


def operation_lines(cls: type[IRDLOperation], example: str | None) -> list[str]:
    """Return the lines of an operation's entry. `example` is None if its types have no syntax."""
    definition = cls.get_irdl_definition()
    lines = [f"### `{cls.name}`", "", *paragraphs(cls)]
    lines += ["```mlir", skeleton(cls), "```", ""]
    if cls.print is not Operation.print:
        lines += ["It is printed in its own syntax. Both forms are parsed.", ""]
    lines += table(("operand", "description", "type"), _operand_rows(definition))
    header = ("attribute", "description", "constraint", "written", "default")
    lines += table(header, _attribute_rows(cls))
    lines += table(("result", "type"), _values(definition.results))
    lines += [f"Effects: {_effects(cls)}.", ""]
    if traits := _traits(cls, definition):
        lines += wrapped(f"Interfaces and traits: {', '.join(traits)}.")
    made = [f"{LOWERINGS_BY_FLAG[flag][0]} (`{flag}`)" for flag in lowerings(cls)]
    lines += wrapped(f"Lowering: {', '.join(made)}." if made else "It is not lowered.")
    lines += meaning_lines(cls.name)
    if example is None:
        return [*lines, "It has no example, because its types are not read yet.", ""]
    return [*lines, "Example:", "", "```mlir", example, "```", ""]


def _values(fields: Sequence[tuple[str, OperandDef | ResultDef]]) -> Iterator[tuple[str, str]]:
    for name, field in fields:
        words = constraint_words(field.constr)
        if isinstance(field, OptionalDef):
            words = f"optional {words}"
        elif isinstance(field, VariadicDef):
            words = f"variadic of {words}"
        yield f"`{plain_name(name)}`", words


def _operand_rows(definition: OpDef) -> Iterator[tuple[str, str, str]]:
    meanings = glossary()["operands"]
    for name, words in _values(definition.operands):
        yield name, meanings[glossary_key("operands", definition.name, name.strip("`"))], words


def _attribute_rows(cls: type[IRDLOperation]) -> Iterator[tuple[str, ...]]:
    definition = cls.get_irdl_definition()
    meanings = glossary()["attributes"]
    for name, field in fields_of(definition).items():
        words, value = constraint_words(field.constr), field.default_value
        default = "optional" if isinstance(field, OptionalDef) else "required"
        if value is not None:
            default = f"`{AttributePrinter().attribute_text(value)}`"
        meaning = meanings[glossary_key("attributes", definition.name, name)]
        yield f"`{name}`", meaning, words, f"`{notation(name, field)}`", default
    if has_segments(definition):
        meaning = f"the sizes of the {len(definition.operands)} groups of operands"
        written = f"`{segments_notation(cls)}`"
        yield f"`{SEGMENTS}`", meaning, "i32 dense array attribute", written, "required"


def _effects(cls: type[IRDLOperation]) -> str:
    """Return a sentence that says how passes may treat an operation, according to its effects."""
    if cls.has_trait(Pure):
        return "none; an unused op is erased, equal ones are merged"
    if cls.has_trait(NoMemoryEffect):
        return "none; an unused op is erased"
    if cls.has_trait(MemoryWriteEffect):
        return "writes memory"
    return "not known; the op is never erased, moved or merged"


def _traits(cls: type[IRDLOperation], definition: OpDef) -> list[str]:
    """Return the names of an operation's traits and interfaces, from xDSL and from its base
    classes.
    """
    effects = {Pure, NoMemoryEffect, MemoryWriteEffect}
    names = {type(trait).__name__ for trait in definition.traits if type(trait) not in effects}
    traits = [f"`{name}`" for name in sorted(names)]
    if issubclass(cls, DestinationStyle):
        traits.append(f"`DestinationStyleOpInterface` (writes into `{plain_name(cls.DPS_INITS)}`)")
    if issubclass(cls, GenericRegionOp):
        traits.append("`GenericRegionOpInterface`")
    shapes: tuple[str, ...] = getattr(cls, "SAME_SHAPES", ())
    if shapes:
        traits.append(f"same shape of {', '.join(f'`{name}`' for name in shapes)}")
    stretched = getattr(cls, "IMPLICIT_BROADCAST", None)
    if isinstance(stretched, Enum) and stretched.name != "NONE":
        which = "its first operand" if stretched.name == "FIRST_OPERAND" else "all operands"
        traits.append(f"broadcasts {which}")
    if hasattr(cls, "fold"):
        traits.append("folds")
    if hasattr(cls, "canonicalization_patterns"):
        traits.append("has canonicalization patterns")
    return traits

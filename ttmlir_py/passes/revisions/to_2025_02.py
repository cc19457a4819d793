"""Conversion of modules from later revisions to 2025-02, operation by operation."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from types import MappingProxyType
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects.func import CallOp, FuncOp
from ttmlir_py.dialects.revisions.definitions import RevisionOperation
from ttmlir_py.dialects.revisions.destinations import DestinationOperation, RegionlessOperation
from ttmlir_py.dialects.tt.const_eval import ARGUMENT_TYPE, PARAMETER_TYPES
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.ir.definition.attribute_format import EnumAttr
from ttmlir_py.ir.definition.operations import DestinationStyle, inherits
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.revisions.attention import ATTENTION
from ttmlir_py.passes.revisions.attributes import attribute_2025_02, is_later_system
from ttmlir_py.passes.revisions.collectives import COLLECTIVES
from ttmlir_py.passes.revisions.control_flow import CONTROL_FLOW
from ttmlir_py.passes.revisions.data_movement import DATA_MOVEMENT
from ttmlir_py.passes.revisions.destinations import add_region, drop_destinations
from ttmlir_py.passes.revisions.element_types import (
    RESHAPE,
    is_scalar,
    is_truth,
    normalized,
    one_element_of,
)
from ttmlir_py.passes.revisions.elementwise import ELEMENTWISE, TRUTH_OPS, typecast_to_truth
from ttmlir_py.passes.revisions.experts import EXPERTS
from ttmlir_py.passes.revisions.normalization import NORMALIZATION
from ttmlir_py.passes.revisions.paged_caches import PAGED_CACHES
from ttmlir_py.passes.revisions.random_bits import RANDOM_BITS
from ttmlir_py.passes.revisions.rows import ROWS
from ttmlir_py.passes.revisions.selection import SELECTION
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse
from ttmlir_py.passes.revisions.windows import WINDOWS
from ttmlir_py.rewriting.mutation import erase, replace, set_type

_ANNOTATIONS = (
    "ttcore.argument_type",
    "ttcore.kv_cache",
    "ttcore.local_shape",
    "ttcore.meshes",
    "ttcore.shard_status",
    "ttcore.weight_dtype",
    "tt.argument_type",
    "tt.meshes",
)
"""Names of discardable attributes about how a program is run, which do not affect its values.

docs/revisions.md describes the effect of each in this project.
"""


_ARGUMENT_TYPES = ("ttcore.argument_type", "tt.argument_type")


def _parameter_type(value: Attribute) -> StringAttr | None:
    """Return the type of an argument if it is the same in all runs, or None."""
    name = value.value.keyword if isinstance(value, EnumAttr) else ""
    return StringAttr(name) if name in PARAMETER_TYPES else None


_DEVICES = ("tt.device", "ttcore.device")
"""Names of the operations that declare the device of a module."""
_OLD_WRAPPERS = ("tt.device_module", "tt.cpu_module")
"""Names of the modules that revision 2025-06 wraps around programs."""


@cache
def _lowerings() -> Table:
    return MappingProxyType(
        {
            **ATTENTION,
            **COLLECTIVES,
            **CONTROL_FLOW,
            **DATA_MOVEMENT,
            **ELEMENTWISE,
            **NORMALIZATION,
            **EXPERTS,
            **PAGED_CACHES,
            **RANDOM_BITS,
            **ROWS,
            **SELECTION,
            **WINDOWS,
        }
    )


def conversions() -> set[str]:
    """Return the names of the operations for which a conversion function exists."""
    return set(_lowerings())


class Converter:
    """A converter of modules to 2025-02.

    With `normalize`, it also changes element types to those of devices. With `is_for_reference`,
    the result need not compile: StableHLO's operations stand for those that 2025-02 lacks.
    """

    def __init__(
        self,
        *,
        normalize: bool = False,
        mesh: tuple[int, ...] = (),
        is_for_reference: bool = False,
    ):
        self._normalize = normalize
        self._mesh = mesh
        self._is_for_reference = is_for_reference

    def convert(self, root: Operation) -> None:
        """Convert the operations in `root`.

        Raises OperationError for an operation that 2025-02 cannot express.
        """
        self._attributes(root)
        for region in root.regions:
            for block in region.blocks:
                self._block(block)

    def _type(self, type_: Attribute) -> Attribute:
        converted = attribute_2025_02(type_)
        return normalized(converted) if self._normalize else converted

    def _block(self, block: Block) -> None:
        for argument in block.args:
            set_type(argument, self._converted_type(cast(Any, block.parent_op()), argument.type))
        for op in list(block.ops):
            if op.parent is None:
                continue  # The conversion of another operation has erased `op`.
            self._operation(op)

    def _operation(self, op: Operation) -> None:
        if isinstance(op, DestinationOperation):
            made = drop_destinations(op)
            if made is None:
                return
            op = made
        elif isinstance(op, RegionlessOperation):
            op = add_region(op)
        truth = [
            is_truth(getattr(result.type, "element_type", result.type)) for result in op.results
        ]
        for result in op.results:
            set_type(result, self._converted_type(op, result.type))
        if isinstance(op, RevisionOperation):
            self._convert(op, truth)
        elif op.name.startswith("ttcore.") or (self._normalize and op.name in _OLD_WRAPPERS):
            self._wrapper(op)
        else:
            self.convert(op)
            if isinstance(op, FuncOp):
                op.properties["function_type"] = self._converted_type(op, op.function_type)

    def _converted_type(self, op: Operation, type_: Attribute) -> Attribute:
        try:
            return self._type(type_)
        except ValueError as error:
            raise OperationError(op, str(error)) from None

    def _convert(self, op: RevisionOperation, truth: Sequence[bool]) -> None:
        for value in op.operands:
            set_type(value, self._converted_type(op, value.type))
        builder = RevisionBuilder(op)
        builder.mesh, builder.normalizes = self._mesh, self._normalize
        builder.is_for_reference = self._is_for_reference
        if op.name in ("ttcore.composite", "ttcore.load_cached"):
            return self._call(op, builder)
        if op.name in _DEVICES:
            return self._device(op)
        values = self._values(builder, op, truth)
        for result, value in zip(op.results, values, strict=True):
            if value.type != result.type:
                raise OperationError(
                    op, f"gives {value.type}, not {result.type}, when it is made of 2025-02's"
                )
        if op.results:
            if isinstance(made := values[0].owner, Operation) and values[0] not in op.operands:
                made.attributes.update(self._kept(op, op.attributes))
            replace(op, values)
        else:
            erase(op)

    def _values(
        self, builder: RevisionBuilder, op: RevisionOperation, truth: Sequence[bool]
    ) -> Sequence[SSAValue]:
        if op.name == "ttir.typecast" and truth[0] and self._normalize:
            return [typecast_to_truth(builder, op)]
        if op.name in TRUTH_OPS and truth[0] and self._normalize:
            return [builder.into(TRUTH_OPS[op.name], tuple(op.operands), op.results[0].type)]
        lower = _lowerings().get(op.name)
        plain = op.ORIGIN is not None and op.ROW.is_as_it_was and not op.ROW.attributes
        if lower is not None and (self._normalize or not plain):
            found = lower(builder, op)
            return [found] if isinstance(found, SSAValue) else found
        if op.ORIGIN is None or not plain:
            raise refuse(op, "no equivalent operations are known")
        return self._as_it_was(builder, op, op.ORIGIN)

    def _as_it_was(
        self, builder: RevisionBuilder, op: RevisionOperation, cls: type[Operation]
    ) -> Sequence[SSAValue]:
        """Replace `op` by the 2025-02 operation `cls` with the same operands and properties, and
        return its results. The operation gets a new destination if it needs one.
        """
        properties = {
            name: self._property(op, value)
            for name, value in op.properties.items()
            if name != "operandSegmentSizes"
        }
        types = [result.type for result in op.results]
        if issubclass(cls, ReductionOp) and is_scalar(types[0]):
            types = [self._one_element(op)]
        if inherits(cls, DestinationStyle) and len(types) == 1:
            return [builder.into(cls, tuple(op.operands), types[0], **properties)]
        made = builder.op(cls, tuple(op.operands), types, **properties)
        return list(made.results)

    def _one_element(self, op: RevisionOperation) -> Attribute:
        """Return the 2025-02 type for `op`, a reduction to a scalar: a tensor of one element.

        All readers must reshape the scalar to that type.
        """
        result = op.results[0]
        type_ = one_element_of(result.type)
        readers = [use.operation for use in result.uses]
        if not all(each.name == RESHAPE and each.results[0].type == type_ for each in readers):
            raise refuse(op, "reductions give no scalars, only tensors of one element")
        set_type(result, type_)
        for each in readers:
            replace(each, [result])
        return type_

    def _property(self, op: Operation, value: Attribute) -> Attribute:
        try:
            return attribute_2025_02(value)
        except ValueError as error:
            raise OperationError(op, str(error)) from None

    def _call(self, op: Any, builder: RevisionBuilder) -> None:
        """Replace `op` by a call of the function that defines its semantics."""
        callee = op.decomposition if op.name == "ttcore.composite" else op.callee
        types = [result.type for result in op.results]
        made = builder.op(CallOp, tuple(op.operands), types, callee=callee)
        replace(op, list(made.results))

    def _wrapper(self, op: Any) -> None:
        """Replace the device module `op` by its contents. Without `normalize`, only rename it."""
        if not self._normalize:
            return self._renamed(op)
        if not op.name.endswith(".device_module"):
            raise refuse(op, "only modules of the device are lowered")
        outer = op.parent_op()
        inner = op.regions[0].block.first_op
        for name, value in inner.attributes.items():
            outer.attributes.setdefault(name, value)
        for each in list(inner.regions[0].block.ops):
            each.detach()
            op.parent.insert_op_before(each, op)
            self._operation(each)
        self._attributes(outer)
        if inner.resources and isinstance(outer, ModuleOp):
            cast(Any, outer).resources = inner.resources
        erase(op)

    def _device(self, op: Any) -> None:
        """Remove the device `op`, because passes declare one for the system that options name."""
        if prod(op.device_attr.meshShape) != 1:
            raise refuse(op, "only a device of one chip is lowered")
        erase(op)

    def _renamed(self, op: Any) -> None:
        """Replace `op` by the operation of the `tt` dialect with the same definition."""
        origin: Any = next(
            base for base in cast(Any, type(op)).__mro__ if base.name.startswith("tt.")
        )
        properties = {name: self._property(op, value) for name, value in op.properties.items()}
        self.convert(op)
        made = origin.create(
            operands=tuple(op.operands),
            result_types=[result.type for result in op.results],
            properties=properties,
            attributes=dict(op.attributes),
            regions=[op.detach_region(region) for region in list(op.regions)],
            location=op.location,
        )
        op.parent.insert_op_before(made, op)
        replace(op, list(made.results)) if made.results else erase(op)

    def _attributes(self, op: Operation) -> None:
        """Convert the discardable attributes of `op`, also those of a function's arguments and
        results.
        """
        kept = self._kept(op, op.attributes)
        op.attributes.clear()
        op.attributes.update(kept)
        for name in ("arg_attrs", "res_attrs"):
            listed = op.properties.get(name)
            if isinstance(listed, ArrayAttr):
                each = [DictionaryAttr(self._kept(op, d.data)) for d in cast(Any, listed).data]
                op.properties[name] = ArrayAttr(each)
                if not any(d.data for d in each):
                    del op.properties[name]

    def _kept(self, op: Operation, given: Mapping[str, Attribute]) -> dict[str, Attribute]:
        kept: dict[str, Attribute] = {}
        for name, value in given.items():
            if name in _ARGUMENT_TYPES and (kind := _parameter_type(value)):
                kept[ARGUMENT_TYPE] = kind
            elif name not in _ANNOTATIONS and not is_later_system(name, value):
                kept[name] = self._property(op, value)
        return kept

"""Conversion of modules between two revisions that differ only in names and defaults."""

from collections.abc import Collection
from typing import Any, cast

from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.revisions.definitions import operation_class
from ttmlir_py.dialects.revisions.table import base_names
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.revisions.attributes import AttributeConverter
from ttmlir_py.revisions import REGISTRY, lineage
from ttmlir_py.rewriting.mutation import erase, insert_before, replace, set_type


def _renamed(kind: str, source: str, target: str) -> dict[str, str]:
    """Map the names of definitions that `target` calls differently to their new names.

    `kind` is `op`, `attr` or `type`. One of the revisions is the base of the other one, or the base
    of its base, and so on.
    """
    if REGISTRY[target].base == source:
        return {old: new for new, old in base_names(kind, target).items()}
    found: dict[str, str] = {}
    for each in lineage(source):
        if each.id == target:
            break
        renamed = base_names(kind, each.id)
        found = {name: renamed.get(old, old) for name, old in found.items()}
        found = {**renamed, **found}
    return found


class Converter:
    """A converter of modules between a revision and the revision on which its definitions are
    based.
    """

    def __init__(self, source: str, target: str, lowered: Collection[str] = ()) -> None:
        """Create the converter.

        `lowered` names operations that a later step lowers. They stay unchanged if the target does
        not have them.
        """
        self._source, self._target, self._lowered = source, target, lowered
        self._operations = _renamed("op", source, target)
        names = _renamed("attr", source, target) | _renamed("type", source, target)
        self._attribute = AttributeConverter(target, lambda name: names.get(name, name))
        self._names = names

    def convert(self, root: Operation) -> None:
        """Convert the module `root` in place.

        Raises OperationError for an operation that the target revision does not have.
        """
        self._attributes(root)
        for region in root.regions:
            for block in region.blocks:
                self._block(block)

    def _block(self, block: Block) -> None:
        parent = cast(Any, block.parent_op())
        for argument in block.args:
            set_type(argument, self._converted(parent, argument.type))
        for op in list(block.ops):
            for result in op.results:
                set_type(result, self._converted(op, result.type))
            self._operation(op)

    def _operation(self, op: Operation) -> None:
        name = self._operations.get(op.name, op.name)
        if op.name.partition(".")[0] not in REGISTRY[self._source].dialects:
            self._properties(op)
            self.convert(op)
            return
        cls: Any = operation_class(self._target, name)
        if op.name in self._lowered and (cls is None or self._lost_property(op, cls)):
            return
        if cls is None:
            raise OperationError(
                op, f"of tt-mlir {self._source} has no counterpart in {self._target}"
            )
        self.convert(op)
        if cls is type(op):
            self._properties(op)
            return
        made = cls.create(
            operands=self._operands(op, cls),
            result_types=[result.type for result in op.results],
            properties=self._known_properties(op, cls),
            attributes=dict(op.attributes),
            successors=list(op.successors),
            regions=[op.detach_region(region) for region in list(op.regions)],
        )
        made.location = cast(Any, op).location
        insert_before(op, made)
        replace(op, list(made.results)) if made.results else erase(op)

    def _operands(self, op: Operation, cls: Any) -> tuple[SSAValue, ...]:
        """Return the operands of `op` that class `cls` has, too."""
        return tuple(op.operands)

    def _known_properties(self, op: Any, cls: Any) -> dict[str, Attribute]:
        """Return the properties of `op`, converted to those of class `cls`.

        A property that the target lacks is dropped if it has its default value. Otherwise
        OperationError is raised.
        """
        if lost := self._lost_property(op, cls):
            raise OperationError(op, f"has the property '{lost}', which {self._target} lacks")
        known = cls.get_irdl_definition().properties
        kept = {name: value for name, value in op.properties.items() if name in known}
        return {name: self._converted(op, value) for name, value in kept.items()}

    def _lost_property(self, op: Any, cls: Any) -> str:
        """Return a property that the target lacks and that differs from its default, or ""."""
        known, defaults = cls.get_irdl_definition().properties, getattr(op, "DEFAULTS", {})
        lost = (name for name, value in op.properties.items() if value != defaults.get(name))
        return next((name for name in lost if name not in known), "")

    def _properties(self, op: Operation) -> None:
        for name, value in op.properties.items():
            op.properties[name] = self._converted(op, value)

    def _attributes(self, op: Operation) -> None:
        """Convert the discardable attributes of `op`, and their names."""
        kept = {
            self._names.get(name, name): self._converted(op, value)
            for name, value in op.attributes.items()
        }
        op.attributes.clear()
        op.attributes.update(kept)

    def _converted(self, op: Operation, attribute: Attribute) -> Any:
        try:
            return self._attribute(attribute)
        except (ValueError, VerifyException) as error:
            raise OperationError(op, str(error)) from None

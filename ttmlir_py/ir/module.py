"""The top-level `builtin.module`, printed like MLIR."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from typing_extensions import override
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.writing.resources import Resources

_MOST_NAMES = 5
"""Number of functions that a short text of a module names."""


class ModuleOp(builtin.ModuleOp):
    """xDSL's module operation, except that `str(module)` is the output of mlir-opt."""

    @property
    def resources(self) -> Resources:
        """The resources in the `{-# ... #-}` section of the file; may be empty."""
        return vars(self).get("_resources", {})

    @resources.setter
    def resources(self, resources: Resources) -> None:
        vars(self)["_resources"] = resources

    @property
    def revision(self) -> str:
        """The tt-mlir revision of the dialects that the module uses, as detected by the parser.

        Empty for a module that was not parsed.
        """
        return vars(self).get("_revision", "")

    @revision.setter
    def revision(self, revision: str) -> None:
        vars(self)["_revision"] = revision

    @property
    def boolean_arguments(self) -> Mapping[str, Collection[int]]:
        """Maps names of functions to the positions of arguments that held booleans in the revision
        from which the module was converted. The converted type may be a float.
        """
        return vars(self).get("_boolean_arguments", {})

    @boolean_arguments.setter
    def boolean_arguments(self, positions: Mapping[str, Collection[int]]) -> None:
        vars(self)["_boolean_arguments"] = positions

    @property
    def boolean_results(self) -> Mapping[str, Collection[int]]:
        """Like `boolean_arguments`, for results. Any number but 0 is true in them."""
        return vars(self).get("_boolean_results", {})

    @boolean_results.setter
    def boolean_results(self, positions: Mapping[str, Collection[int]]) -> None:
        vars(self)["_boolean_results"] = positions

    @property
    def index_arguments(self) -> Mapping[str, Mapping[int, int]]:
        """Maps names of functions to the positions of arguments that held indices in the revision
        from which the module was converted, and these to the number of elements that are indexed.
        The conversion may compare numbers instead, which does not show that they are indices.
        """
        return vars(self).get("_index_arguments", {})

    @index_arguments.setter
    def index_arguments(self, positions: Mapping[str, Mapping[int, int]]) -> None:
        vars(self)["_index_arguments"] = positions

    @override
    def clone_without_regions(
        self,
        value_mapper: dict[SSAValue, SSAValue] | None = None,
        block_mapper: dict[Block, Block] | None = None,
        *,
        clone_name_hints: bool = True,
        clone_operands: bool = True,
    ) -> ModuleOp:
        """Return a copy of the module without its body. The copy shares the resources, the
        revision, and what is known of arguments and results.
        """
        cloned = super().clone_without_regions(
            value_mapper,
            block_mapper,
            clone_name_hints=clone_name_hints,
            clone_operands=clone_operands,
        )
        if self.resources:
            cloned.resources = self.resources
        if self.revision:
            cloned.revision = self.revision
        if self.boolean_arguments:
            cloned.boolean_arguments = self.boolean_arguments
        if self.boolean_results:
            cloned.boolean_results = self.boolean_results
        if self.index_arguments:
            cloned.index_arguments = self.index_arguments
        return cloned

    @classmethod
    def parse(cls, parser: Parser) -> ModuleOp:
        """Parse `@name? (attributes {...})? region`."""
        properties: dict[str, Attribute] = {}
        name = parser.parse_optional_symbol_name()
        if name is not None:
            properties["sym_name"] = name
        attributes = parser.parse_optional_attr_dict_with_keyword()
        discardable = dict(attributes.data) if attributes is not None else {}
        if "sym_name" in discardable:
            properties["sym_name"] = discardable.pop("sym_name")
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        return cls.create(regions=[region], attributes=discardable, properties=properties)

    def verify_(self) -> None:
        """Check the names of the module's attributes.

        The verifier checks symbols, isolation and the region.
        """
        for name in self.attributes:
            if "." not in name and name not in ("sym_name", "sym_visibility"):
                raise VerifyException(
                    f"can only contain attributes with dialect-prefixed names, found: '{name}'"
                )

    def __repr__(self) -> str:
        return f"<ModuleOp: {self._described()}>"

    def _described(self) -> str:
        """Return the number of operations, and the names of the functions."""
        count = sum(1 for _ in self.walk()) - 1
        symbols = (each.properties.get("sym_name") for each in self.ops)
        names = [f"@{each.data}" for each in symbols if isinstance(each, builtin.StringAttr)]
        shown = [*names[:_MOST_NAMES], *(["..."] if len(names) > _MOST_NAMES else [])]
        operations = f"{count} operation{'' if count == 1 else 's'}"
        return ", ".join([operations, *shown])

    def _repr_html_(self) -> str:
        from ttmlir_py.common.html_parts import block, source, title

        return block(title(f"Module: {self._described()}"), source(str(self)))

    def __str__(self) -> str:
        from ttmlir_py.ir.writing.printer import print_operation

        return print_operation(self, resources=self.resources)

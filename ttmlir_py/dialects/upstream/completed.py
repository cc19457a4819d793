"""Dialects of xDSL, completed with MLIR's operations that xDSL lacks or defines differently.

The modules of `operations` declare these operations. They are imported when a text names one of
them, or an attribute of the dialect.
"""

from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

from xdsl.ir import Attribute, Dialect, Operation


class Completion(NamedTuple):
    """The definitions that a dialect has in addition to xDSL's."""

    modules: tuple[str, ...]
    """The modules in `operations` with the additional operations and attributes."""
    replaced: frozenset[str] = frozenset()
    """Names of the operations that replace those of xDSL."""


COMPLETIONS = {
    "affine": Completion(
        ("affine", "affine_access"),
        frozenset(
            f"affine.{name}"
            for name in (
                *("apply", "if", "load", "min", "parallel", "store"),
                *("vector_load", "vector_store"),
            )
        ),
    ),
    "arith": Completion(("arith",), frozenset({"arith.truncf"})),
    "bufferization": Completion(("bufferization",)),
    "linalg": Completion(
        ("linalg",),
        frozenset(
            f"linalg.{name}"
            for name in (
                *("conv_2d_nchw_fchw", "conv_2d_ngchw_fgchw", "conv_2d_ngchw_gfchw"),
                *("conv_2d_nhwc_fhwc", "conv_2d_nhwc_hwcf", "conv_2d_nhwgc_gfhwc", "copy", "exp"),
                *("fill", "log", "matmul", "max", "min", "pooling_nchw_max", "quantized_matmul"),
                *("reduce", "select", "sqrt"),
            )
        ),
    ),
    "memref": Completion(
        ("memref",),
        frozenset(
            {
                "memref.alloca_scope",
                "memref.alloca_scope.return",
                "memref.assume_alignment",
                "memref.atomic_rmw",
                "memref.extract_aligned_pointer_as_index",
                "memref.rank",
            }
        ),
    ),
    "scf": Completion(("scf",)),
    "vector": Completion(
        ("vector", "vector_reductions", "vector_memory", "vector_regions"),
        frozenset({"vector.print"}),
    ),
}
"""The completions, by name of the dialect."""


class CompletedDialect(Dialect):
    """A dialect of xDSL with further operations, which are found by name."""

    def __init__(self, base: Dialect, completion: Completion) -> None:
        super().__init__(base.name, [], [], base._interfaces)  # pyright: ignore[reportPrivateUsage]
        self.base = base
        self.completion = completion

    @cached_property
    def _modules(self) -> list[Any]:
        package = f"{__package__}.operations"
        return [import_module(f"{package}.{name}") for name in self.completion.modules]

    @cached_property
    def _additions(self) -> dict[str, type[Operation]]:
        return {op.name: op for module in self._modules for op in module.OPERATIONS}

    @cached_property
    def _base_operations(self) -> dict[str, type[Operation]]:
        return {op.name: op for op in self.base.operations}

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """All operations: xDSL's that are not replaced, and the additional ones."""
        kept = (op for op in self.base.operations if op.name not in self.completion.replaced)
        return chain(kept, self._additions.values())

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        """All attributes and types."""
        added = [each for module in self._modules for each in getattr(module, "ATTRIBUTES", ())]
        names = {each.name for each in added}
        return chain((each for each in self.base.attributes if each.name not in names), added)

    def find_operation(self, name: str) -> type[Operation] | None:
        """Return the class of an operation, or None if the dialect has no such operation."""
        found = self._base_operations.get(name)
        if found is None or name in self.completion.replaced:
            return self._additions.get(name)
        return found

"""Operations, their views by class, and modules."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache, lru_cache
from typing import Any, ClassVar, TypeVar

from xdsl.dialects.builtin import UNKNOWN_LOC, DenseArrayBase, i32
from xdsl.ir import Block as XdslBlock
from xdsl.ir import Operation as XdslOperation
from xdsl.ir import Region as XdslRegion

from ttmlir_py.bindings.ir.attribute_map import OpAttributeMap
from ttmlir_py.bindings.ir.building import create_raw, record_revision, unpack_segments
from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.core import text_of
from ttmlir_py.bindings.ir.diagnostics import MLIRError, raising
from ttmlir_py.bindings.ir.dialect_modules import load_dialect_module
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.links import (
    Links,
    bind,
    block_of,
    bound_operation,
    operation_of,
    raw_operation,
    raw_operation_of,
    unbind,
)
from ttmlir_py.bindings.ir.locations import Location
from ttmlir_py.bindings.ir.state import (
    current_insertion_point,
    resolve_context,
    resolve_location,
)
from ttmlir_py.bindings.ir.structure import (
    Block,
    OpSuccessors,
    RegionSequence,
)
from ttmlir_py.bindings.ir.values import OpOperandList, OpOperands, OpResultList, to_value
from ttmlir_py.ir.unregistered import operation_name

__all__ = ["Module", "OpView", "Operation", "WalkOrder", "WalkResult"]

ViewT = TypeVar("ViewT", bound="OpView")
OPERATION_CLASSES: dict[str, type[OpView]] = {}
"""Maps names of operations to the classes that `register_operation` has registered."""


_SPECIFICATIONS: Sequence[str] = (
    "opRegionSpec",
    "operandSegmentSpecObj",
    "resultSegmentSpecObj",
)


class WalkOrder(Enum):
    """The order in which a walk visits an operation and its contents."""

    PRE_ORDER = 0
    POST_ORDER = 1


class WalkResult(Enum):
    """The decision of a callback on how a walk continues."""

    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2


class _OperationBase(HasCapsule):
    """The base of operations and of their views."""

    _CAPI_NAME = "ir.Operation"

    @property
    def operation(self) -> Operation:
        """The operation as an `Operation`."""
        raise NotImplementedError

    @property
    def opview(self) -> Any:
        """The operation as an object of the class that is registered for its name."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _OperationBase) and self.operation is other.operation

    def __hash__(self) -> int:
        return id(self.operation.checked)

    # Properties: the parts of an operation.

    @property
    def name(self) -> str:
        """The name of the operation, including its dialect."""
        return operation_name(self.operation.checked)

    @property
    def context(self) -> Any:
        """The context that the operation belongs to."""
        self.operation.check()
        return self.operation.own_context

    @property
    def attributes(self) -> OpAttributeMap:
        """The attributes, inherent and discardable."""
        self.operation.check()
        return OpAttributeMap(self.operation)

    @property
    def operands(self) -> OpOperandList:
        """The operands."""
        self.operation.check()
        return OpOperandList(self.operation)

    @property
    def op_operands(self) -> OpOperands:
        """The operands as uses: each with the operation and the operand's index."""
        self.operation.check()
        return OpOperands(self.operation)

    @property
    def results(self) -> OpResultList:
        """The results."""
        self.operation.check()
        return OpResultList(self.operation)

    @property
    def result(self) -> Any:
        """The only result. Raise ValueError if there is another number of results."""
        results = self.operation.checked.results
        if len(results) != 1:
            raise ValueError(
                f"Cannot call .result on operation {self.name} which has {len(results)} results "
                "(it is only valid for operations with a single result)"
            )
        return to_value(results[0], self.operation.own_context)

    @property
    def regions(self) -> RegionSequence:
        """The regions."""
        self.operation.check()
        return RegionSequence(self.operation)

    @property
    def successors(self) -> OpSuccessors:
        """The blocks to which the operation may branch."""
        self.operation.check()
        return OpSuccessors(self.operation)

    @property
    def location(self) -> Location:
        """The location."""
        raw = self.operation.checked.location
        return Location.wrap(raw, self.operation.own_context)

    @location.setter
    def location(self, location: Location) -> None:
        self.operation.checked.location = location.xdsl

    @property
    def parent(self) -> Any:
        """The operation that contains this one, or None for an outermost module. Raise ValueError
        for another operation without parent.
        """
        raw = self.operation.checked
        if raw.parent is None and raw.name != "builtin.module":
            raise ValueError("Detached operations have no parent")
        parent = raw.parent_op()
        return None if parent is None else operation_of(parent, self.operation.own_context)

    @property
    def block(self) -> Block:
        """The block that contains the operation."""
        block = self.operation.checked.parent
        if block is None:
            raise ValueError("the operation is in no block")
        return block_of(block, self.operation.own_context)

    @property
    def attached(self) -> bool:
        """Whether the operation is in a block."""
        return self.operation.checked.parent is not None

    # Methods that print an operation.

    def __str__(self) -> str:
        from ttmlir_py.bindings.ir.printing import operation_text

        return operation_text(self.operation.checked, context=self.context)

    def print(self, *arguments: Any, **options: Any) -> None:
        """Write the text to a file; see `get_asm` for the options.

        Args:
            large_elements_limit, enable_debug_info, pretty_debug_info, print_generic_op_form,
            use_local_scope, assume_verified: options of `get_asm`.
            file: where to write; the default is `sys.stdout`.
            binary: whether to write bytes.
            skip_regions: option of `get_asm`.
            state: the names to use, instead of options.
        """
        from ttmlir_py.bindings.ir.printing import print_to

        print_to(self.operation.checked, self.context, arguments, options)

    def get_asm(
        self,
        binary: bool = False,
        large_elements_limit: int | None = None,
        enable_debug_info: bool = False,
        pretty_debug_info: bool = False,
        print_generic_op_form: bool = False,
        use_local_scope: bool = False,
        assume_verified: bool = False,
        skip_regions: bool = False,
        *,
        large_resource_limit: int | None = None,
        use_name_loc_as_prefix: bool = False,
    ) -> Any:
        """Return the text.

        Args:
            binary: whether to return bytes.
            large_elements_limit: number of elements above which constants are elided.
            enable_debug_info: whether to write locations.
            pretty_debug_info: whether to write locations without `loc(...)`.
            print_generic_op_form: whether to write all operations in generic form.
            use_local_scope: whether to leave out aliases and number from the operation.
            assume_verified: whether to skip the verification that protects custom forms.
            skip_regions: whether to write `{...}` for regions.
            large_resource_limit: length above which resources are elided.
            use_name_loc_as_prefix: must be False: names of locations cannot be names of values.
        """
        from ttmlir_py.bindings.ir.printing import operation_text, print_options

        if use_name_loc_as_prefix:
            raise ValueError("use_name_loc_as_prefix is not supported")
        text = operation_text(
            self.operation.checked,
            print_options(
                large_elements_limit=large_elements_limit,
                enable_debug_info=enable_debug_info,
                pretty_debug_info=pretty_debug_info,
                print_generic_op_form=print_generic_op_form,
                use_local_scope=use_local_scope,
                assume_verified=assume_verified,
                skip_regions=skip_regions,
                large_resource_limit=large_resource_limit,
            ),
            self.context,
        )
        return text.encode("utf-8", "surrogateescape") if binary else text

    def dump(self) -> None:
        """Write the text to stderr."""
        sys.stderr.write(str(self).rstrip("\n") + "\n")

    def write_bytecode(self, file: Any, desired_version: int | None = None) -> None:
        """Raise NotImplementedError: MLIR's bytecode cannot be written."""
        raise NotImplementedError("MLIR bytecode is not supported; write the text of get_asm()")

    # Methods that verify, move, copy or erase an operation.

    def verify(self) -> bool:
        """Verify the operation and its contents. Raise MLIRError for the first violation."""
        from ttmlir_py.ir.checking.verifier import verify_or_raise

        context = self.operation.own_context
        with raising(context, "Verification failed"):
            verify_or_raise(self.operation.checked, context.xdsl)
        return True

    def move_after(self, other: _OperationBase) -> None:
        """Move the operation after another one."""
        anchor, raw = raw_operation_of(self.context, other), self.operation.checked
        if anchor is raw:
            return
        block = _block_of_anchor(anchor)
        if raw.parent is not None:
            raw.detach()
        block.insert_op_after(raw, anchor)

    def move_before(self, other: _OperationBase) -> None:
        """Move the operation before another one."""
        anchor, raw = raw_operation_of(self.context, other), self.operation.checked
        if anchor is raw:
            return
        block = _block_of_anchor(anchor)
        if raw.parent is not None:
            raw.detach()
        block.insert_op_before(raw, anchor)

    def is_before_in_block(self, other: _OperationBase) -> bool:
        """Whether the operation comes before another one in the same block."""
        return self.operation.checked.is_before_in_block(raw_operation(other))

    def detach_from_parent(self) -> Any:
        """Remove the operation from its block and return its view."""
        raw = self.operation.checked
        if raw.parent is None:
            raise ValueError("Detached operation has no parent.")
        raw.detach()
        return self.opview

    def clone(self, ip: Any = None) -> Any:
        """Copy the operation, insert the copy at the insertion point, and return its view."""
        copy = self.operation.checked.clone(clone_name_hints=False)
        _insert(copy, ip)
        return operation_of(copy, self.operation.own_context).opview

    def erase(self) -> None:
        """Erase the operation and its contents. Its results must have no uses."""
        raw = self.operation.checked
        for result in raw.results:
            if result.uses:
                raise ValueError(f"'{self.name}' op operation erased but still has uses")
        self.operation.invalidate(contents=True)
        if raw.parent is not None:
            raw.detach()
        raw.erase()

    def walk(
        self,
        callback: Callable[[Any], WalkResult],
        walk_order: WalkOrder = WalkOrder.POST_ORDER,
        op_class: type[OpView] | None = None,
    ) -> None:
        """Call `callback` for the operation and each operation inside of it, until the callback
        interrupts the walk.
        """
        context = self.operation.own_context
        if not callable(callback):
            raise TypeError(f"walk(): expected a callback, found {type(callback).__name__}")
        expect(walk_order, WalkOrder)

        def visit(raw: XdslOperation) -> WalkResult:
            operation = operation_of(raw, context)
            if op_class is not None:
                operation = operation.opview
                if not isinstance(operation, op_class):
                    return WalkResult.ADVANCE
            try:
                result = callback(operation)
            except Exception as error:
                raise RuntimeError(
                    f"Exception raised in callback: {type(error).__name__}: {error}"
                ) from error
            if not isinstance(result, WalkResult):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise RuntimeError(
                    f"the callback returned {type(result).__name__}, expected WalkResult"
                )
            return result

        _walk(self.operation.checked, visit, walk_order is WalkOrder.PRE_ORDER)


def _block_of_anchor(anchor: XdslOperation) -> Any:
    if anchor.parent is None:
        raise ValueError("the other operation is in no block")
    return anchor.parent


def _walk(raw: XdslOperation, visit: Callable[[XdslOperation], WalkResult], pre: bool) -> bool:
    """Walk an operation. Return False if the callback has interrupted the walk."""
    if pre:
        result = visit(raw)
        if result is not WalkResult.ADVANCE:
            return result is WalkResult.SKIP
    for region in raw.regions:
        for block in tuple(region.blocks):
            for op in tuple(block.ops):
                if not _walk(op, visit, pre):
                    return False
    return pre or visit(raw) is not WalkResult.INTERRUPT


def _insert(raw: XdslOperation, ip: Any) -> None:
    if ip is False:
        return
    point = current_insertion_point() if ip is None else ip
    if point is None:
        return
    insert = getattr(point, "insert_raw", None)
    if insert is None:
        raise TypeError(f"expected InsertionPoint, found {type(point).__name__}")
    insert(raw)


class Operation(_OperationBase):
    """An operation. Each operation has only one such object as long as it lives."""

    xdsl: XdslOperation
    own_context: Any
    _valid: bool

    def __init__(self) -> None:
        raise TypeError("Operation: No constructor defined! Use Operation.create")

    @staticmethod
    def create(
        name: str,
        results: Sequence[Any] | None = None,
        operands: Sequence[Any] | None = None,
        attributes: dict[str, Any] | None = None,
        successors: Sequence[Block] | None = None,
        regions: int = 0,
        loc: Location | None = None,
        ip: Any = None,
        infer_type: bool = False,
    ) -> Operation:
        """Create an operation and insert it at the insertion point.

        `ip=False` leaves it without parent. With `infer_type`, results have the inferred types.
        """
        location = resolve_location(loc)
        raw = create_raw(
            location.context,
            name,
            None if infer_type else results or (),
            operands or (),
            attributes or {},
            successors or (),
            regions,
            location.xdsl,
        )
        _insert(raw, ip)
        return operation_of(raw, location.context)

    @staticmethod
    def parse(source: str | bytes, *, source_name: str = "", context: Any = None) -> Any:
        """Parse a text that holds one operation, and return its view."""
        raw, context = _parse_operation(source, source_name, context)
        return operation_of(raw, context).opview

    def check(self) -> None:
        """Raise RuntimeError if the operation was erased."""
        if not self._valid:
            raise RuntimeError("the operation has been invalidated")

    @property
    def checked(self) -> XdslOperation:
        """The operation of xDSL. Raise RuntimeError if the operation was erased."""
        if not self._valid:
            raise RuntimeError("the operation has been invalidated")
        return self.xdsl

    def invalidate(self, *, contents: bool = False) -> None:
        """Make this object unusable. With `contents`, do the same for the objects of the operations
        inside.
        """
        if contents:
            for each in self.xdsl.walk():
                found = bound_operation(each)
                if found is not None:
                    found.invalidate()
        unbind(self.xdsl)
        self._valid = False

    @property
    def operation(self) -> Operation:
        """The operation as an `Operation`, which is this object."""
        return self

    @property
    def opview(self) -> Any:
        """The operation as an object of the class that is registered for its name."""
        name = operation_name(self.checked)
        cls = OPERATION_CLASSES.get(name)
        if cls is None:
            load_dialect_module(name.partition(".")[0])
            cls = OPERATION_CLASSES.get(name, OpView)
        view = object.__new__(cls)
        view.set_operation(self)
        return view

    def replace_uses_of_with(self, of: Any, with_: Any) -> None:
        """Replace a value by another one in the operands of this operation."""
        from ttmlir_py.rewriting.mutation import set_operand

        raw = self.checked
        for index, operand in enumerate(raw.operands):
            if operand is of.xdsl:
                set_operand(raw, index, with_.xdsl)


def _make_operation(raw: XdslOperation, context: Any) -> Operation:
    operation = object.__new__(Operation)
    operation.xdsl = raw
    operation.own_context = context
    operation._valid = True  # pyright: ignore[reportPrivateUsage]
    bind(raw, operation)
    return operation


Links.operation = _make_operation


def live_operations(context: Any) -> list[Operation]:
    """Return the valid `Operation` objects of a context that a program refers to.

    The garbage collector finds them, which costs nothing when operations are made.
    """
    objects: Iterable[Any] = gc.get_objects()
    operations = [each for each in objects if type(each) is Operation]
    return [
        each
        for each in operations
        if each.own_context is context and each._valid  # pyright: ignore[reportPrivateUsage]
    ]


def _parse_operation(source: str | bytes, source_name: str, context: Any) -> tuple[Any, Any]:
    from ttmlir_py.compiler import parse_operation

    context = resolve_context(context)
    text = text_of(source)
    with raising(context, "Unable to parse operation assembly"):
        raw = parse_operation(
            text, context.xdsl, file_name=source_name or "-", implicit_module=False
        )
    return raw, context


class OpView(_OperationBase):
    """An operation as an object of the class that is registered for its name."""

    OPERATION_NAME: ClassVar[str]
    _ODS_REGIONS: ClassVar[tuple[int, bool]] = (0, True)
    _ODS_OPERAND_SEGMENTS: ClassVar[Any] = None
    _ODS_RESULT_SEGMENTS: ClassVar[Any] = None
    _operation: Operation

    def __init__(self, operation: Any, *arguments: Any, **options: Any):
        """Make a view of an operation, or build one as `build_generic` does.

        The second form takes the name, the specifications of regions, operands and results, and the
        keywords of `build_generic`.
        """
        if isinstance(operation, _OperationBase):
            self._operation = operation.operation
            return
        if not isinstance(operation, str):
            raise TypeError(f"expected an operation, found {type(operation).__name__}")
        specifications = dict(zip(_SPECIFICATIONS, arguments, strict=False))
        self._operation = _build(type(self), operation, specifications, options).operation

    def set_operation(self, operation: Operation) -> None:
        """Set the operation of a view that was created without its constructor."""
        self._operation = operation

    @classmethod
    def build_generic(
        cls,
        results: Sequence[Any] | None = None,
        operands: Sequence[Any] | None = None,
        attributes: dict[str, Any] | None = None,
        successors: Sequence[Block] | None = None,
        regions: int | None = None,
        loc: Location | None = None,
        ip: Any = None,
    ) -> Any:
        """Build an operation of the class from segments of operands and results.

        Without `results`, their types are inferred.
        """
        options = {
            "results": results,
            "operands": operands,
            "attributes": attributes,
            "successors": successors,
            "regions": regions,
            "loc": loc,
            "ip": ip,
        }
        operation = _build(cls, cls.OPERATION_NAME, {}, options)
        view = object.__new__(cls)
        view.set_operation(operation)
        return view

    @classmethod
    def parse(
        cls: type[ViewT], source: str | bytes, *, source_name: str = "", context: Any = None
    ) -> ViewT:
        """Parse a text that holds one operation of the class."""
        raw, context = _parse_operation(source, source_name, context)
        view = operation_of(raw, context).opview
        if not isinstance(view, cls):
            raise MLIRError(
                f"Expected a '{cls.OPERATION_NAME}' op, got: '{view.operation.name}'", []
            )
        return view

    @property
    def operation(self) -> Operation:
        """The operation as an `Operation`."""
        return self._operation

    @property
    def opview(self) -> Any:
        """The view itself."""
        return self


@cache
def _specifications(cls: Any) -> tuple[Any, ...]:
    """Return the specifications of a class, in the order of `_SPECIFICATIONS`."""
    return cls._ODS_REGIONS, cls._ODS_OPERAND_SEGMENTS, cls._ODS_RESULT_SEGMENTS


def _build(
    cls: type[OpView], name: str, specifications: dict[str, Any], options: dict[str, Any]
) -> Operation:
    """Create an operation from segments of operands and results, and insert it."""
    location = resolve_location(options.get("loc"))
    found: Any = _specifications(cls)
    if specifications:
        found = tuple(map(specifications.get, _SPECIFICATIONS, found))
    (minimum, is_fixed), operand_segments, result_segments = found
    regions = options.get("regions")
    if regions is None:
        regions = minimum
    if regions < minimum:
        raise ValueError(
            f'Operation "{name}" requires a minimum of {minimum} regions but was built with '
            f"regions={regions}"
        )
    if is_fixed and regions > minimum:
        raise ValueError(
            f'Operation "{name}" requires a maximum of {minimum} regions but was built with '
            f"regions={regions}"
        )
    given: dict[str, Any] = options.get("attributes") or {}
    attributes = dict(given)
    context = location.context
    operands, sizes = unpack_segments(name, "Operand", operand_segments, options.get("operands"))
    if sizes is not None:
        _set_segments(attributes, "operandSegmentSizes", sizes, context)
    results = options.get("results")
    if results is not None:
        results, sizes = unpack_segments(name, "Result", result_segments, results)
        if sizes is not None:
            _set_segments(attributes, "resultSegmentSizes", sizes, context)
    raw = create_raw(
        context,
        name,
        results,
        operands,
        attributes,
        options.get("successors") or (),
        regions,
        location.xdsl,
    )
    _insert(raw, options.get("ip"))
    return operation_of(raw, context)


def _set_segments(
    attributes: dict[str, Any], name: str, sizes: Sequence[int], context: Any
) -> None:
    from ttmlir_py.bindings.ir.core import Attribute

    if name in attributes:
        raise ValueError(
            f"Manually setting a '{name}' attribute is unsupported. Use Operation.create for such "
            "low-level access."
        )
    attributes[name] = Attribute.wrap(_raw_sizes(tuple(sizes)), context)


@lru_cache(maxsize=1024)
def _raw_sizes(sizes: tuple[int, ...]) -> Any:
    return DenseArrayBase.from_list(i32, sizes)


class Module(HasCapsule):
    """A `builtin.module` that owns its operations."""

    _CAPI_NAME = "ir.Module"

    def __init__(self, operation: Operation):
        self._raw = raw_operation(operation)
        self._context = operation.operation.own_context
        self._context.live_modules.add(self)

    @staticmethod
    def create(loc: Location | None = None) -> Module:
        """Create an empty module."""
        from ttmlir_py.ir.module import ModuleOp

        location = resolve_location(loc)
        raw = ModuleOp.create(regions=[XdslRegion(XdslBlock())], location=location.xdsl)
        record_revision(raw, location.context)
        return Module(operation_of(raw, location.context))

    @staticmethod
    def parse(asm: str | bytes, context: Any = None) -> Module:
        """Parse a module. Raise MLIRError with the diagnostics if the text is invalid."""
        return Module._parse(text_of(asm), "-", context)

    @staticmethod
    def parseFile(path: str | os.PathLike[str], context: Any = None) -> Module:
        """Parse the module in a file."""
        name = os.fspath(path)
        with open(name, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
        return Module._parse(text, name, context)

    @staticmethod
    def _parse(text: str, name: str, context: Any) -> Module:
        from ttmlir_py.compiler import parse

        context = resolve_context(context)
        with raising(context, "Unable to parse module assembly"):
            raw = parse(text, context=context.xdsl, file_name=name)
        if raw.location is None:  # pyright: ignore[reportUnnecessaryComparison]
            raw.location = UNKNOWN_LOC  # pyrefly: ignore[attribute-assign-on-never]
        return Module(operation_of(raw, context))

    @property
    def context(self) -> Any:
        """The context that the module belongs to."""
        return self._context

    @property
    def operation(self) -> Operation:
        """The module as an operation."""
        return operation_of(self._raw, self._context)

    @property
    def body(self) -> Block:
        """The block with the operations of the module."""
        block = self._raw.regions[0].blocks.first
        assert block is not None
        return block_of(block, self.context)

    def dump(self) -> None:
        """Write the text to stderr."""
        self.operation.dump()

    def __str__(self) -> str:
        return str(self.operation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Module) and self.operation is other.operation

    def __hash__(self) -> int:
        return id(self._raw)

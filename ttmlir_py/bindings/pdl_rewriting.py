"""The rewrites of patterns of the dialect `pdl`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects import pdl
from xdsl.dialects.builtin import LocationAttr, UnregisteredOp
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.bindings.ir.building import create_raw
from ttmlir_py.bindings.ir.core import Attribute as BoundAttribute
from ttmlir_py.bindings.ir.core import Type, to_attribute, to_type
from ttmlir_py.bindings.ir.diagnostics import raising
from ttmlir_py.bindings.ir.inference import infers
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.bindings.ir.links import operation_of, raw_operation
from ttmlir_py.bindings.ir.values import Value, to_value
from ttmlir_py.bindings.pdl_matching import Found, Match
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.locations import fuse

Native = Callable[[Any, Any, list[Any]], object]
"""A Python function that a pattern names: it receives a rewriter, results and arguments."""


class PDLResultList(list[Any]):
    """The results of a function that a pattern names."""


@dataclass(frozen=True)
class NativeFunctions:
    """The functions that patterns may name."""

    constraints: Mapping[str, Native]
    rewrites: Mapping[str, Native]


@dataclass(eq=False)
class PdlRewriting:
    """A pattern: the operations to match, and the changes to make."""

    pattern: pdl.PatternOp
    root: SSAValue
    functions: NativeFunctions
    context: Any

    @classmethod
    def of(cls, pattern: pdl.PatternOp, functions: NativeFunctions, context: Any) -> PdlRewriting:
        """Return a pattern. Raise MLIRError if it names an unknown function, or if its root is not
        determined.
        """
        with raising(context, "Unsupported pattern"):
            for op, message in _problems(pattern, functions):
                context.xdsl.diagnostics.emit_error(op.location, f"'{op.name}' op {message}")
                raise CompilationError
        return cls(pattern, _roots(pattern)[0], functions, context)

    @property
    def root_name(self) -> str:
        """The name of the operations that the root matches; empty for all operations."""
        owner = self.root.owner
        name = owner.opName if isinstance(owner, pdl.OperationOp) else None
        return "" if name is None else name.data

    def match(self, op: Operation) -> Match | None:
        """Return the match of the pattern at an operation, or None."""
        return Match.of(self.pattern, self.root, op, self._constraint)

    def _constraint(self, op: pdl.ApplyNativeConstraintOp, given: Sequence[Found]) -> Any:
        function = self.functions.constraints[op.constraint_name.data]
        return self._call(function, op.args, given, len(op.res), None)

    def _call(
        self,
        function: Native,
        arguments: Sequence[SSAValue],
        given: Sequence[Found],
        results: int | None,
        rewriter: Any,
    ) -> list[Found] | None:
        """Call a function that a pattern names. Return its results, or None if it fails."""
        made = PDLResultList()
        values = [self._bound(*each) for each in zip(arguments, given, strict=True)]
        if function(rewriter, made, values):
            return None
        if results is not None and len(made) != results:
            raise ValueError(
                f"a native function of a pattern gave {len(made)} of {results} results"
            )
        return [_raw(each) for each in made]

    def _bound(self, value: SSAValue, found: Found) -> Any:
        """Return what a value of the pattern stands for, as an object of the bindings."""
        if isinstance(found, tuple):
            return [self._bound(value, each) for each in found]
        if isinstance(found, Operation):
            return operation_of(found, self.context)
        if isinstance(found, SSAValue):
            return to_value(found, self.context)
        kind: Any = value.type
        if is_a(kind, pdl.RangeType):
            kind = kind.element_type
        convert = to_type if isinstance(kind, pdl.TypeType) else to_attribute
        return convert(found, self.context)

    def apply(self, match: Match, root: Operation, rewriter: Any) -> bool:
        """Make the changes for a match. Return whether no function has failed."""
        rewrite = self.pattern.body.block.last_op
        assert isinstance(rewrite, pdl.RewriteOp)
        if rewrite.name_ is not None:
            given = [*([] if rewrite.root is None else [rewrite.root]), *rewrite.external_args]
            function = self.functions.rewrites[rewrite.name_.data]
            found = [match.value(each) for each in given]
            return self._call(function, given, found, None, rewriter) is not None
        location = fuse([each.location for each in match.operations])
        body = rewrite.body.blocks.first
        for op in () if body is None else body.ops:
            if not self._run(op, match, location, rewriter):
                return False
        return True

    def _run(self, op: Operation, match: Match, location: LocationAttr, rewriter: Any) -> bool:
        """Run an operation of a rewrite. Return whether it succeeded."""
        match op:
            case pdl.OperationOp():
                match.found[op.op] = self._created(op, match, location, rewriter)
            case pdl.RangeOp():
                match.found[op.result] = tuple(_flat(match.value(each) for each in op.arguments))
            case pdl.ReplaceOp():
                if op.repl_operation is not None:
                    values = match.value(op.repl_operation).results
                else:
                    values = _flat(match.value(each) for each in op.repl_values)
                by = [to_value(each, self.context) for each in values]
                rewriter.replace_op(operation_of(match.value(op.op_value), self.context), by)
            case pdl.EraseOp():
                rewriter.erase_op(operation_of(match.value(op.op_value), self.context))
            case pdl.ApplyNativeRewriteOp():
                function = self.functions.rewrites[op.constraint_name.data]
                given = [match.value(each) for each in op.args]
                found = self._call(function, op.args, given, len(op.res), rewriter)
                if found is None:
                    return False
                match.found.update(zip(op.res, found, strict=True))
            case _:  # a type, an attribute or a result, which `Match.value` finds
                pass
        return True

    def _created(
        self, op: pdl.OperationOp, match: Match, location: LocationAttr, rewriter: Any
    ) -> Operation:
        """Create an operation before the root."""
        assert op.opName is not None
        name, context = op.opName.data, self.context
        values = _flat(match.value(each) for each in op.operand_values)
        names = [each.data for each in op.attributeValueNames]
        given = zip(names, map(match.value, op.attribute_values), strict=True)
        types = self._result_types(op, match)
        made = create_raw(
            context,
            name,
            None if types is None else [to_type(each, context) for each in types],
            [to_value(each, context) for each in values],
            {key: to_attribute(value, context) for key, value in given},
            (),
            0,
            location,
        )
        rewriter.ip.insert_raw(made)
        return made

    def _result_types(self, op: pdl.OperationOp, match: Match) -> list[Attribute] | None:
        """Return the types of the results of a new operation, or None if they are inferred.

        Without stated types and inference, they are those of the operation that it replaces.
        """
        if op.type_values:
            return list(_flat(match.value(each) for each in op.type_values))
        assert op.opName is not None
        op_class = self.context.xdsl.get_optional_op(op.opName.data)
        if op_class is not None and not issubclass(op_class, UnregisteredOp) and infers(op_class):
            return None
        for use in op.op.uses:
            user = use.operation
            if isinstance(user, pdl.ReplaceOp) and user.repl_operation is op.op:
                replaced = match.value(user.op_value)
                if replaced is not None:
                    return [each.type for each in replaced.results]
        return []


def _roots(pattern: pdl.PatternOp) -> list[SSAValue]:
    """Return the operation that the rewrite names as its root. Otherwise, return the operations
    whose results no other operation of the pattern uses.
    """
    ops = pattern.body.block.ops
    rewrite = pattern.body.block.last_op
    if isinstance(rewrite, pdl.RewriteOp) and rewrite.root is not None:
        return [rewrite.root]
    used = {
        value.owner.parent_
        for op in ops
        if isinstance(op, pdl.OperationOp)
        for value in op.operand_values
        if isinstance(value.owner, pdl.ResultOp | pdl.ResultsOp)
    }
    return [op.op for op in ops if isinstance(op, pdl.OperationOp) and op.op not in used]


def _problems(
    pattern: pdl.PatternOp, functions: NativeFunctions
) -> Iterator[tuple[Operation, str]]:
    """Yield the reasons why a pattern cannot be applied, each with an operation."""
    if len(_roots(pattern)) != 1:
        yield pattern, "does not determine its root: name it in 'pdl.rewrite'"
    for op in pattern.walk():
        name, known = None, functions.rewrites
        if isinstance(op, pdl.ApplyNativeConstraintOp):
            name, known = op.constraint_name, functions.constraints
        elif isinstance(op, pdl.ApplyNativeRewriteOp):
            name = op.constraint_name
        elif isinstance(op, pdl.RewriteOp):
            name = op.name_
        if name is not None and name.data not in known:
            yield op, f"names the function '{name.data}', which is not registered"


def _flat(found: Any) -> Iterator[Any]:
    """Yield the parts of ranges, and everything else."""
    for each in found:
        if isinstance(each, tuple):
            yield from each
        else:
            yield each


def _raw(made: Any) -> Found:
    """Return what a native function made, without the objects of the bindings."""
    if is_a(made, list, tuple):
        return tuple(_raw(each) for each in made)
    if isinstance(made, Value | BoundAttribute | Type):
        return made.xdsl
    return raw_operation(made)

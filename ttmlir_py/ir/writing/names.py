"""Names of SSA values and blocks in printed IR, numbered as in MLIR.

The names of the input are never used. A whole tree of operations is numbered before anything is
printed, region by region: all arguments and results of a region get their names before those of any
nested region.
"""

from collections.abc import Iterable

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.traits import IsolatedFromAbove

from ttmlir_py.ir.external_models import (
    ResultGroups,
    ResultNames,
    argument_names,
    result_names,
)

UNKNOWN_VALUE = "<<UNKNOWN SSA VALUE>>"
UNKNOWN_OPERATION = "<<UNKNOWN OPERATION>>"
UNKNOWN_BLOCK = "INVALIDBLOCK"

# pyright: reportPrivateUsage=false


def signed_value(value: int, type: IntegerType) -> int:
    """Return `value` wrapped into the signed range of the signless integer type `type`, as MLIR
    prints it.
    """
    bound = 1 << type.width.data
    value %= bound
    return value - bound if 2 * value >= bound else value


class ValueNames:
    """The names of all values and blocks below one operation.

    Keys are ids, because hashing xDSL's values calls Python code. The operations must outlive this
    object.

    - `names` maps each block argument and each result to its text with `%` (`%0#1` for one of
      several results).
    - `result_texts` maps an operation to the text before its `=`.
    - `blocks` maps a block to its position in its region, whose label is `^bb<n>`.
    - With `value_users`, `operations` has a number for each operation without results.
    """

    def __init__(
        self,
        root: Operation,
        *,
        generic: bool = False,
        unique_ssa_ids: bool = False,
        value_users: bool = False,
    ):
        self.names: dict[int, str] = {}
        self.blocks: dict[int, int] = {}
        self.result_texts: dict[int, str] = {}
        self.operations: dict[int, str] = {}
        self._generic = generic
        self._unique = generic or unique_ssa_ids
        self._number_operations = value_users
        self._next_value = 0
        self._next_argument = 0
        self._next_conflict: int = 0
        self._used: set[str] = set()
        self._suggested: dict[type[Operation], ResultNames] = {}
        # the op classes whose results get no suggested names
        self._numbered: set[type[Operation]] = set()
        self._number_tree(root)

    def value(self, value: SSAValue) -> str:
        """Return the text of `value` as an operand, such as `%0` or `%1#2`."""
        return self.names.get(id(value), UNKNOWN_VALUE)

    def operation(self, op: Operation) -> str:
        """Return the number of `op`, an operation without results."""
        return self.operations.get(id(op), UNKNOWN_OPERATION)

    def block(self, block: Block) -> str:
        """Return the label of `block`, such as `^bb1`."""
        position = self.blocks.get(id(block))
        return UNKNOWN_BLOCK if position is None else f"^bb{position}"

    def _number_tree(self, root: Operation) -> None:
        # The stack pops the last region of a parent first. With unique SSA numbers, counters are
        # not reset between sibling regions, so this order is visible in the printed numbers.
        start = (self._next_value, self._next_argument, self._next_conflict)
        self._number_results(root)
        if root.results:
            start = (self._next_value, self._next_argument, self._next_conflict)
        pending = [(region, start, self._used) for region in root.regions]
        while pending:
            region, counters, outer_names = pending.pop()
            if not self._unique:
                self._next_value, self._next_argument, self._next_conflict = counters
            self._used = set(outer_names)
            nested = self._number_region(region)
            counters = (self._next_value, self._next_argument, self._next_conflict)
            pending.extend((child, counters, self._used) for child in nested)

    def _number_region(self, region: Region) -> list[Region]:
        """Name all values defined directly in `region`, and return the regions nested in it, in
        order.
        """
        nested: list[Region] = []
        names, result_texts, numbered = self.names, self.result_texts, self._numbered
        number_all = self._number_operations
        for index, block in enumerate(region.blocks):
            self.blocks[id(block)] = index
            if block.args:
                self._number_arguments(block, is_entry=index == 0)
            op = block.first_op
            while op is not None:
                results = op.results
                if len(results) == 1 and op.__class__ in numbered:
                    [result] = results
                    names[id(result)] = result_texts[id(op)] = f"%{self._next_value}"
                    self._next_value += 1
                elif results or number_all:
                    self._number_results(op)
                if op.regions:
                    nested.extend(op.regions)
                op = op._next_op
        return nested

    def _number_arguments(self, block: Block, *, is_entry: bool) -> None:
        if not is_entry:
            for argument in block.args:
                self.names[id(argument)] = self._number()
            return
        parent = block.parent_op()
        suggest = None
        if parent is not None and not self._generic:
            suggest = argument_names(type(parent))
        suggested = () if suggest is None else suggest(parent)
        for index, argument in enumerate(block.args):
            if index < len(suggested):
                self.names[id(argument)] = "%" + self._free(suggested[index])
        for argument in block.args[len(suggested) :]:
            self.names[id(argument)] = "%" + self._free(f"arg{self._next_argument}")
            self._next_argument += 1

    def _number(self) -> str:
        name = f"%{self._next_value}"
        self._next_value += 1
        return name

    def _number_results(self, op: Operation) -> None:
        results = op.results
        if not results:
            if self._number_operations:
                self.operations[id(op)] = self._number()
            return
        suggestion = self._suggested.get(op.__class__)
        if suggestion is None:
            suggestion = "" if self._generic else result_names(op.__class__)
            self._suggested[op.__class__] = suggestion
            if not suggestion:
                self._numbered.add(op.__class__)
        text = suggestion if isinstance(suggestion, str) else suggestion(op)
        if not isinstance(text, str):
            self._name_groups(op, text)
            return
        name = "%" + self._free(text) if text else self._number()
        if len(results) == 1:
            self.names[id(results[0])] = name
            self.result_texts[id(op)] = name
        else:
            self.result_texts[id(op)] = self._name_group(name, results)

    def _name_group(self, name: str, results: Iterable[OpResult]) -> str:
        """Give `results` the common name `name`, and return the text before the `=`."""
        group = tuple(results)
        if len(group) == 1:
            self.names[id(group[0])] = name
            return name
        for index, result in enumerate(group):
            self.names[id(result)] = f"{name}#{index}"
        return f"{name}:{len(group)}"

    def _name_groups(self, op: Operation, groups: ResultGroups) -> None:
        texts: list[str] = []
        start = 0
        for name, length in groups:
            if length:
                group = op.results[start : start + length]
                texts.append(self._name_group("%" + self._free(name), group))
            start += length
        self.result_texts[id(op)] = ", ".join(texts)

    def _free(self, name: str) -> str:
        """Return `name` if it is not taken, otherwise `name_<n>` with the next free number."""
        unique = name
        while unique in self._used:
            unique = f"{name}_{self._next_conflict}"
            self._next_conflict += 1
        self._used.add(unique)
        return unique


def numbering_root(op: Operation) -> Operation:
    """Return the operation at which numbering starts when `op` is printed alone.

    It is the innermost isolated operation around `op`, or the outermost operation if there is no
    isolated one. An isolated `op` is its own root.
    """
    current = op
    while not current.has_trait(IsolatedFromAbove, value_if_unregistered=False):
        parent = current.parent_op()
        if parent is None:
            break
        current = parent
    return current

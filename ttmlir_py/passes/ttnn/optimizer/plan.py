"""The input and the output of the policies for memory layouts."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation

from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import LegalLayouts, Refusal
from ttmlir_py.passes.ttnn.optimizer.op_model import OpModel
from ttmlir_py.passes.ttnn.optimizer.schedule import Scheduler

Edge = tuple[Operation, int]
"""An op and the index of one of its operands."""


@dataclass(frozen=True)
class PolicyInput:
    """The data from which a policy makes a plan."""

    legal: Mapping[Operation, LegalLayouts]
    usable_l1: int
    """The bytes of L1 per core that programs may use."""
    device: DeviceAttr
    op_model: OpModel
    reshard: Collection[Edge] = ()
    """The operands that the user wants to be resharded."""
    explain: bool = False
    """Whether policies record reasons and rejected layouts."""


@dataclass
class Plan:
    """The decisions of a policy about one function."""

    layouts: dict[Operation, TTNNLayoutAttr] = field(
        default_factory=dict[Operation, TTNNLayoutAttr]
    )
    reconfigured: list[Edge] = field(default_factory=list[Edge])
    """The operands that get the layout of their op's result."""
    chains: int = 0
    """The number of chains of ops that pass sharded tensors."""
    order: list[Operation] = field(default_factory=list[Operation])
    """The order in which ops run. If it is empty, the order of the program is kept."""
    reasons: dict[Operation, str] = field(default_factory=dict[Operation, str])
    """Maps each op to the reason for its layout."""
    refused: dict[Operation, Sequence[Refusal]] = field(
        default_factory=dict[Operation, Sequence[Refusal]]
    )
    """Maps each op to the layouts that the policy considered and rejected."""


Policy = Callable[[Block, PolicyInput], Plan]


class InterleavedChoice:
    """The two layouts between which the interleaved policies choose, for each op that has them."""

    def __init__(self, given: PolicyInput):
        self._legal = given.legal
        self._of = IdentityMemo(_dram_and_l1)
        self.capacity = given.usable_l1 * 3 // 4
        """The bytes of L1 per core that tensors may take: three quarters, which upstream
        measured.
        """

    def dram(self, op: Operation) -> TTNNLayoutAttr | None:
        """Return the legal layout in DRAM of the result of `op`, or None."""
        return self._of(self._legal[op])[0] if op in self._legal else None

    def l1(self, op: Operation) -> TTNNLayoutAttr | None:
        """Return the legal interleaved layout in L1 of the result of `op`, or None."""
        return self._of(self._legal[op])[1] if op in self._legal else None


def _dram_and_l1(legal: LegalLayouts) -> tuple[TTNNLayoutAttr | None, TTNNLayoutAttr | None]:
    dram = (each for each in legal.layouts if each.has_dram_buffer_type())
    l1 = (each for each in legal.layouts if each.has_interleaved_l1_tensor_memory_layout())
    return next(dram, None), next(l1, None)


def l1_bytes(layout: TTNNLayoutAttr) -> int:
    """Return the bytes of L1 per core for a result: the size of its shard, or 0 in DRAM."""
    return 0 if layout.has_dram_buffer_type() else layout.get_shard_size_in_bytes()


def operand_ops(op: Operation, scheduler: Scheduler) -> list[Operation]:
    """Return the schedulable ops that define operands of `op`, once for each use."""
    owners = (operand.owner for operand in op.operands)
    return [each for each in owners if isinstance(each, Operation) and each in scheduler.position]


def users(op: Operation) -> list[Operation]:
    """Return the users of the results of `op`, once for each use."""
    return [use.operation for result in op.results for use in result.uses]


def use_count(op: Operation) -> int:
    """Return the number of uses of the results of `op`."""
    return len(users(op))

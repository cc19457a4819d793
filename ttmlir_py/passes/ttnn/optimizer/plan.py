"""What the memory layout policies are given, and what they decide."""

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
"""An op and the number of one of its operands."""


@dataclass(frozen=True)
class PolicyInput:
    """What a policy decides upon."""

    legal: Mapping[Operation, LegalLayouts]
    usable_l1: int
    """Bytes of L1 that programs may use on one core."""
    device: DeviceAttr
    op_model: OpModel
    reshard: Collection[Edge] = ()
    """Operands that the user wants laid out anew."""
    explain: bool = False
    """Whether reasons and refusals are wanted."""


@dataclass
class Plan:
    """Decisions about one function."""

    layouts: dict[Operation, TTNNLayoutAttr] = field(
        default_factory=dict[Operation, TTNNLayoutAttr]
    )
    reconfigured: list[Edge] = field(default_factory=list[Edge])
    """Operands that are laid out anew, as the op's result is."""
    chains: int = 0
    """How many chains of ops hand each other sharded tensors."""
    order: list[Operation] = field(default_factory=list[Operation])
    """The order in which ops run; empty: as in the program."""
    reasons: dict[Operation, str] = field(default_factory=dict[Operation, str])
    """Why the layout of an op was chosen."""
    refused: dict[Operation, Sequence[Refusal]] = field(
        default_factory=dict[Operation, Sequence[Refusal]]
    )
    """The layouts that a policy considered and dropped."""


Policy = Callable[[Block, PolicyInput], Plan]


class InterleavedChoice:
    """The two layouts that the interleaved policies choose between, for ops that have them."""

    def __init__(self, given: PolicyInput):
        self._legal = given.legal
        self._of = IdentityMemo(_dram_and_l1)
        self.capacity = given.usable_l1 * 3 // 4
        """Bytes of a core's L1 that tensors may take: three quarters, as upstream found to work."""

    def dram(self, op: Operation) -> TTNNLayoutAttr | None:
        """The op's legal layout in DRAM."""
        return self._of(self._legal[op])[0] if op in self._legal else None

    def l1(self, op: Operation) -> TTNNLayoutAttr | None:
        """The op's legal interleaved layout in L1."""
        return self._of(self._legal[op])[1] if op in self._legal else None


def _dram_and_l1(legal: LegalLayouts) -> tuple[TTNNLayoutAttr | None, TTNNLayoutAttr | None]:
    dram = (each for each in legal.layouts if each.has_dram_buffer_type())
    l1 = (each for each in legal.layouts if each.has_interleaved_l1_tensor_memory_layout())
    return next(dram, None), next(l1, None)


def l1_bytes(layout: TTNNLayoutAttr) -> int:
    """Bytes of a core's L1 that a result takes: its shard, nothing if it is in DRAM."""
    return 0 if layout.has_dram_buffer_type() else layout.get_shard_size_in_bytes()


def operand_ops(op: Operation, scheduler: Scheduler) -> list[Operation]:
    """The ops that make the operands of an op, as often as it uses them, but for those that only make room."""
    owners = (operand.owner for operand in op.operands)
    return [each for each in owners if isinstance(each, Operation) and each in scheduler.position]


def users(op: Operation) -> list[Operation]:
    """The ops that use the results of an op, as often as they do."""
    return [use.operation for result in op.results for use in result.uses]


def use_count(op: Operation) -> int:
    """How often the results of an op are used."""
    return len(users(op))

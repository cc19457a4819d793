"""Dominator trees against the definition: a block dominates those that cannot be reached without it."""

from hypothesis import given
from hypothesis import strategies as st
from xdsl.ir import Block, Operation

from ttmlir_py.compiler import PassManager, create_context, parse
from ttmlir_py.ir.checking.dominance import DominatorTree
from ttmlir_py.ir.reading.parser import parse_module

GRAPHS = st.integers(1, 9).flatmap(
    lambda count: st.lists(
        st.lists(st.integers(1, count), max_size=3), min_size=count, max_size=count
    )
)


def blocks_of(graph: list[list[int]]) -> list[Block]:
    """Blocks with these successors; control starts before the first."""
    text = '"t.f"() ({\n  "t.br"()[^bb1] : () -> ()\n'
    for number, successors in enumerate(graph, 1):
        targets = ", ".join(f"^bb{each}" for each in successors)
        text += f'^bb{number}:\n  "t.br"(){f"[{targets}]" if targets else ""} : () -> ()\n'
    module = parse_module(text + "}) : () -> ()\n", create_context(allow_unregistered=True))
    (function,) = module.body.block.ops
    return list(function.regions[0].blocks)


def reached(blocks: list[Block], avoided: Block | None = None) -> list[Block]:
    """The blocks that control can get to from the first one without getting to the avoided one."""
    found = [blocks[0]] if avoided is not blocks[0] else []
    for block in found:
        last = block.last_op
        assert isinstance(last, Operation)
        found += [
            each
            for each in dict.fromkeys(last.successors)
            if each not in found and each is not avoided
        ]
    return found


@given(GRAPHS)
def test_a_block_dominates_what_cannot_be_reached_without_it(graph: list[list[int]]):
    blocks = blocks_of(graph)
    region = blocks[0].parent
    assert region is not None
    tree = DominatorTree(region)
    reachable = reached(blocks)
    assert [block for block in blocks if block in tree] == [b for b in blocks if b in reachable]
    for block in reachable:
        without = reached(blocks, block)
        for other in reachable:
            assert tree.dominates(block, other) == (other not in without)


@given(GRAPHS)
def test_a_walk_gets_to_a_block_after_those_that_dominate_it(graph: list[list[int]]):
    blocks = blocks_of(graph)
    region = blocks[0].parent
    assert region is not None
    tree = DominatorTree(region)
    path: list[Block] = []
    for block, depth in tree.walk():
        del path[depth:]
        assert all(tree.dominates(each, block) for each in path)
        assert depth == sum(tree.dominates(each, block) for each, _ in tree.walk()) - 1
        path.append(block)


def test_a_long_chain_of_blocks_takes_no_stack():
    count = 1500
    lines = ["func.func @f(%a: i32) -> i32 {", "  %v0 = arith.addi %a, %a : i32"]
    for number in range(1, count):
        lines += [f"  cf.br ^bb{number}", f"^bb{number}:"]
        lines += [f"  %v{number} = arith.addi %a, %a : i32"]
    module = parse("\n".join([*lines, f"  return %v{count - 1} : i32", "}"]))
    PassManager("builtin.module(cse)", context=create_context()).run(module)
    assert str(module).count("arith.addi") == 1

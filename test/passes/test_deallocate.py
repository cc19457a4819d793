"""Tests of `ttnn-deallocate` on random programs: memory is freed once, and is not read after
that.
"""

from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import func, ttnn
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.registry import create_passes
from ttmlir_py.passes.running.pass_manager import PassRunner
from ttmlir_py.rewriting.destination_style import init_range

PASSES = [
    "ttir-load-system-desc",
    "ttir-implicit-device",
    "ttnn-layout",
    "convert-ttir-to-ttnn",
    "remove-dead-values",
    "ttnn-workaround",
    "ttnn-decompose-layouts",
    "ttnn-deallocate",
]
SHAPE = "tensor<32x32xf32>"


def program(steps: list[tuple[int, int, int]]) -> str:
    """Return a function of unary ops, binary ops and transposes, each on any earlier value."""
    values, lines = ["%a", "%b"], []
    for number, (kind, first, second) in enumerate(steps):
        left, right = values[first % len(values)], values[second % len(values)]
        lines.append(f"%e{number} = tensor.empty() : {SHAPE}")
        op, operands, properties = (
            ("abs", [left], "operandSegmentSizes = array<i32: 1, 1>"),
            ("add", [left, right], "operandSegmentSizes = array<i32: 2, 1>"),
            ("transpose", [left], "dim0 = 0 : si32, dim1 = 1 : si32"),
        )[kind]
        operands.append(f"%e{number}")
        types = ", ".join([SHAPE] * len(operands))
        lines.append(
            f'%v{number} = "ttir.{op}"({", ".join(operands)}) <{{{properties}}}> : ({types}) -> {SHAPE}'
        )
        values.append(f"%v{number}")
    body = "\n".join(lines)
    return f"func.func @f(%a: {SHAPE}, %b: {SHAPE}) -> {SHAPE} {{\n{body}\nreturn {values[-1]} : {SHAPE}\n}}"


def compile_text(text: str) -> ModuleOp:
    context = create_context()
    module = parse_module(text, context=context)
    for name in PASSES:
        for each in create_passes(name):
            PassRunner(context).run_pass(each, module)
    return module


def memory_of(value: SSAValue) -> SSAValue:
    """Return the tensor whose memory holds `value`: for the result of an op, the tensor that the op
    writes into.
    """
    op = value.owner
    while isinstance(op, DestinationStyle):
        value = op.operands[init_range(op).start]
        op = value.owner
    return value


@settings(max_examples=example_count(13))
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 30), st.integers(0, 30)), max_size=12))
def test_deallocate_frees_each_tensor_once_after_last_read(steps: list[tuple[int, int, int]]):
    function = next(op for op in compile_text(program(steps)).walk() if isinstance(op, func.FuncOp))
    freed: set[SSAValue] = set()
    made: set[SSAValue] = set()
    returned: set[SSAValue] = set()
    for op in function.body.block.ops:
        used = {memory_of(operand) for operand in op.operands}
        assert not used & freed, f"{op} uses what is freed"
        if isinstance(op, ttnn.DeallocateOp):
            freed |= used
        elif isinstance(op, func.ReturnOp):
            returned = used
        made |= {memory_of(result) for result in op.results if isinstance(result.type, TensorType)}
    arguments = set(function.body.block.args)
    assert freed == made - returned - arguments

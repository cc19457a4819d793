"""Tests of traces as TTIR programs: compiled again, they compute the same bits, or are refused with
the operation's name.
"""

from pathlib import Path

import numpy as np
import pytest
from ttnn_builders import ProgramBuilder, binary_bytes

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.building import func, module, tensor, ttir
from ttmlir_py.tools import ttrt, tttrace
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.graph import OperationGraph
from ttmlir_py.traces.operation.program_recorder import ProgramRecorder
from ttmlir_py.traces.operation.recorder import OperationRecorder

pytestmark = pytest.mark.slow

EXAMPLES = Path(ttmlir_py.__file__).parents[1] / "examples"
PROGRAMS = {}


def program(*types):
    """Register a program for the test of all programs."""

    def keep(body):
        PROGRAMS[body.__name__] = (types, body)
        return body

    return keep


def f32(*shape):
    return tensor(shape, "f32")


def bf16(*shape):
    return tensor(shape, "bf16")


def ui32(*shape):
    return tensor(shape, "ui32")


@program(bf16(4, 40), bf16(40, 8), bf16(1, 8))
def attention(x, w, bias):
    scores = ttir.softmax(ttir.linear(x, w, bias), -1)
    return ttir.clamp(ttir.multiply(scores, ttir.matmul(x, w)), min=-1.5, max=0.5)


@program(f32(4, 40), f32(4, 1), f32(4, 40))
def elementwise(x, row, y):
    difference = ttir.subtract(ttir.add(x, row), ttir.subtract(x, row))
    chosen = ttir.where(ttir.gt(x, y), ttir.exp(y), ttir.sqrt(ttir.abs(difference)))
    return ttir.leaky_relu(ttir.div(chosen, ttir.maximum(x, y)), parameter=0.1), difference


@program(f32(2, 3, 4), f32(2, 3, 4))
def moved(x, y):
    joined = ttir.concat([x, ttir.neg(y)], dim=-1)
    turned = ttir.permute(ttir.transpose(joined, dim0=0, dim1=1), permutation=[2, 0, 1])
    padded = ttir.pad(turned, padding=[0, 1, 0, 0, 2, 0], value=0.5)
    part = ttir.slice(padded, begins=[0, 0, 0], ends=[8, 3, 4], step=[1, 1, 2])
    return ttir.reshape(part, shape=[24, 2]), ttir.repeat_interleave(x, repeats=2, dim=1)


@program(f32(2, 3, 4))
def reduced(x):
    sums = ttir.sum(x, dim_arg=[1], keep_dim=True), ttir.mean(x, dim_arg=[2], keep_dim=False)
    extremes = ttir.max(x, keep_dim=False), ttir.min(x, dim_arg=[0], keep_dim=True)
    return *sums, *extremes, ttir.cumsum(x, dim=1), ttir.prod(x, dim_arg=[1])


@program(f32(2, 3))
def made(x):
    constant = ttir.constant(np.arange(6, dtype=np.float32).reshape(2, 3) / 7, dtype="f32")
    filled = ttir.constant(0.1, result_type=f32(2, 3))
    ones = ttir.add(ttir.ones([2, 3], dtype="f32"), ttir.zeros([2, 3], dtype="f32"))
    counted = ttir.arange(3, 9, step=2, arange_dimension=1, result_type=f32(1, 3))
    return ttir.add(ttir.add(x, constant), ttir.add(filled, ttir.add(ones, counted)))


@program(ui32(2, 4), f32(2, 4))
def integers(x, y):
    seven = ttir.constant(7, result_type=ui32(2, 4))
    return ttir.add(x, seven), ttir.typecast(y, dtype="ui32"), ttir.typecast(x, dtype="f32")


@program(f32(1, 8, 8, 4), f32(6, 4, 3, 3), f32(1, 1, 1, 6))
def images(x, weight, bias):
    same = {"stride_height": 1, "stride_width": 2}
    sides = {f"padding_{side}": 1 for side in ("left", "right", "top", "bottom")}
    found = ttir.conv2d(x, weight, bias, **same, **sides)
    pooled = ttir.max_pool2d(
        found, kernel_height=2, kernel_width=2, stride_height=2, stride_width=2
    )
    return pooled, ttir.upsample2d(x, scale_factor=2)


@program(bf16(1, 4, 4, 4), bf16(4, 6, 3, 3))
def transposed_images(x, weight):
    return ttir.conv_transpose2d(x, weight, stride=2, padding=1, output_padding=1)


@program(ui32(1, 32), bf16(16, 64), bf16(1, 32, 64))
def looked_up(rows, table, gradient):
    return ttir.embedding(rows, table), ttir.embedding_backward(rows, table, gradient)


@program(f32(1, 2, 16, 8), f32(1, 2, 4, 8), f32(1, 2, 1, 8), ui32(1))
def cached(cache, many, one, index):
    cache = ttir.fill_cache(cache, many)
    return ttir.exp(ttir.update_cache(cache, one, index))


def inputs_of(binary):
    rng = np.random.default_rng(1)
    return [
        rng.integers(0, 4, ref.desc.shape).astype(np.uint32)
        if ref.desc.data_type.is_integer
        else rng.normal(size=ref.desc.shape).astype(np.float32)
        for ref in binary.program(0).inputs
    ]


def traced(binary):
    """Return the inputs, the outputs, and the graph of the executed operations."""
    recorder, inputs = OperationRecorder(), inputs_of(binary)
    with ProgramRecorder(recorder).watch_run(binary.program(0)) as hooks:
        outputs = binary.run(inputs, hooks=hooks)
    return inputs, outputs, OperationGraph.of(recorder)


def bits(outputs):
    return [(each.dtype, each.shape, each.tobytes()) for each in outputs]


def compiled(source):
    return runtime.load(ttmlir_py.compile(source))


def assert_compiles_to_the_same(binary):
    inputs, outputs, graph = traced(binary)
    text = str(graph.to_mlir(dialect="ttir"))
    assert '"ttnn.' not in text
    assert bits(compiled(text).run(inputs)) == bits(outputs)


@pytest.mark.parametrize("name", PROGRAMS)
def test_ttir_of_trace_of_every_kind_computes_same_bits(name):
    types, body = PROGRAMS[name]
    assert_compiles_to_the_same(compiled(module(func(*types)(body))))


@pytest.mark.parametrize("name", ["attention_weights", "digits/digits_bf16", "digits/digits_f32"])
def test_ttir_of_example_trace_computes_same_bits(name):
    assert_compiles_to_the_same(compiled(EXAMPLES / f"{name}.mlir"))


def small(kind, dtype="Float32", **fields):
    """Return a binary of one operation in a form that the compiler does not create."""
    made = ProgramBuilder("small")
    x = made.input((1, 1, 16, 32), dtype)
    shape = fields.pop("shape", (1, 1, 16, 32))
    return made.output(made.add(kind, **{"in": x}, out=made.ref(shape, dtype), **fields))


def pooled():
    sides = ("kernel", "stride", "dilation", "padding")
    fields = {f"{name}_{side}": name != "padding" for name in sides for side in ("height", "width")}
    sizes = {"batch_size": 1, "input_height": 4, "input_width": 4, "channels": 32}
    return small("MaxPool2dOp", **sizes, **{name: int(each) for name, each in fields.items()})


def difference():
    made = ProgramBuilder("difference")
    x, y = made.input((4, 8)), made.input((4, 1))
    return made.output(made.eltwise("Subtract", [x, y], made.ref((4, 8))))


def written():
    """Return a program that fills a cache and does not return it."""
    made = ProgramBuilder("written")
    cache, update = made.input((1, 2, 16, 8)), made.input((1, 2, 4, 8))
    made.add("FillCacheOp", cache=cache, input=update, batch_offset=0)
    return made.output(made.eltwise("Exp", [update], made.ref((1, 2, 4, 8))))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (pooled(), "'max_pool2d' has no form in TTIR: the compiler replaces it, or computes it in"),
        (
            difference(),
            "'subtract' has no form in TTIR: a difference of tensors of two shapes would be compiled to a sum",
        ),
        (
            small("SoftmaxOp", "BFP_BFloat8", dimension=3),
            "argument has no .*: it has a tensor of bfp",
        ),
        (written(), "'fill_cache' has no form in TTIR: nothing reads what it writes"),
    ],
    ids=["another-format", "another-op", "block-format", "unread-write"],
)
def test_trace_whose_ttir_would_compute_different_bits_is_refused(source, message):
    _, _, graph = traced(runtime.load(binary_bytes(source)))
    graph.to_mlir()
    with pytest.raises(TraceError, match=message):
        graph.to_mlir(dialect="ttir")


def test_ttir_of_trace_keeps_unusual_system(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("a.ttnn").write_bytes(binary_bytes(small("SoftmaxOp", dimension=3)))
    assert ttrt.main(["run", "a.ttnn", "--op-trace", "a.fb", "--result-file", ""]) == 0
    capsys.readouterr()
    for options, expected in (([], False), (["--system", "n300"], True)):
        assert tttrace.main(["to-mlir", "a.fb", "--dialect", "ttir", *options]) == 0
        text = capsys.readouterr().out
        assert ("tt.system_desc" in text) is expected
        binary = compiled(text)
        assert bits(binary.run(inputs_of(binary))) == bits(
            runtime.load("a.ttnn").run(inputs_of(binary))
        )

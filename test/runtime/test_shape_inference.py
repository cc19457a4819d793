"""A kernel's shape rule gives the shape, or the error, that computing gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS
from ttmlir_py.runtime.kernels.registry import UNDECLARED, placeholder
from ttmlir_py.runtime.mesh import Mesh

pytestmark = pytest.mark.slow

FORMATS = st.sampled_from([np.float32, np.uint32, np.int32])
SIZE, SMALL, ANY = st.integers(1, 4), st.integers(0, 3), st.integers(-4, 4)
SHAPES = st.lists(st.integers(0, 3), max_size=4).map(tuple)
IMAGES = st.tuples(SIZE, SIZE, SIZE, SIZE)
PAIRS = st.tuples(st.integers(0, 3), st.integers(1, 3))


@st.composite
def near(draw, shape):
    """Draw `shape`, or `shape` with one size changed or one dimension added or removed."""
    sizes = list(shape)
    match draw(st.integers(0, 5)):
        case 0 if sizes:
            sizes[draw(st.integers(0, len(sizes) - 1))] = draw(SMALL)
        case 1:
            sizes.insert(0, draw(SIZE))
        case 2 if sizes:
            del sizes[0]
    return tuple(sizes)


@st.composite
def arrays(draw, shape):
    """Draw an array of zeros with a shape near `shape`. Errors do not depend on the values."""
    return np.zeros(draw(near(shape)), draw(FORMATS))


def dims(rank):
    return st.lists(st.integers(-rank - 1, rank), max_size=rank + 1).map(tuple)


def moves(draw, shape):
    return (draw(arrays(shape)),), {}


def reshaped(draw, shape):
    return moves(draw, shape)[0], {"shape": draw(st.permutations([*shape, -1]))}


def transposed(draw, shape):
    return moves(draw, shape)[0], {"dim0": draw(ANY), "dim1": draw(ANY)}


def permuted(draw, shape):
    return moves(draw, shape)[0], {"permutation": draw(st.permutations(range(len(shape))))}


def joined(draw, shape):
    return (draw(st.lists(arrays(shape), max_size=3)),), {"dim": draw(ANY)}


def sliced(draw, shape):
    bounds = [draw(st.lists(ANY, min_size=len(shape), max_size=len(shape))) for _ in range(3)]
    return moves(draw, shape)[0], dict(zip(("begins", "ends", "steps"), bounds, strict=True))


def repeated(draw, shape):
    return moves(draw, shape)[0], {"repeats": draw(st.lists(st.integers(-1, 2), max_size=5))}


def interleaved(draw, shape):
    return moves(draw, shape)[0], {"repeats": draw(st.integers(-1, 3)), "dim": draw(ANY)}


def padded(draw, shape):
    count = 2 * len(shape)
    amounts = draw(st.lists(st.integers(-1, 2), min_size=count, max_size=count))
    return moves(draw, shape)[0], {"padding": amounts, "value": draw(st.floats(-9, 9))}


def product(draw, shape):
    right = (*shape[:-2], *shape[-1:], draw(SMALL)) if len(shape) > 1 else shape
    return (draw(arrays(shape)), draw(arrays(right))), {}


def with_bias(draw, shape):
    operands, attributes = product(draw, shape)
    bias = draw(st.none() | arrays((*shape[:-1], *operands[1].shape[-1:])))
    return (*operands, bias), attributes


def reduced(draw, shape):
    chosen = {"op": draw(st.sampled_from(["Sum", "Mean", "Max", "Min", "Median"]))}
    found = {"dims": draw(st.none() | dims(len(shape))), "keep_dim": draw(st.booleans())}
    return moves(draw, shape)[0], chosen | found


def multiplied(draw, shape):
    chosen = {"all_dimensions": draw(st.booleans()), "keep_dim": draw(st.booleans())}
    return moves(draw, shape)[0], chosen | {"dim": draw(ANY)}


def along(draw, shape):
    return moves(draw, shape)[0], {"dim": draw(ANY)}


def window(draw):
    size = {name: draw(st.tuples(SMALL, SIZE)) for name in ("kernel", "stride", "dilation")}
    return size | {"padding": draw(st.tuples(st.integers(-1, 2), SMALL))}


def pooled(draw, _):
    image = draw(IMAGES)
    chosen = {"image": image, "ceil_mode": draw(st.booleans())}
    return (draw(arrays(image)),), chosen | window(draw)


def convolved(draw, _, *, transposed=False):
    image, outputs, groups = draw(IMAGES), draw(SIZE), draw(st.integers(0, 2))
    sizes = window(draw)
    first, second = (image[3], outputs) if transposed else (outputs, image[3])
    weight = (first, second // max(groups, 1), *sizes["kernel"])
    flat = (1, 1, image[0] * image[1] * image[2], image[3])
    operands = (
        draw(arrays(draw(st.sampled_from([image, flat])))),
        draw(arrays(weight)),
        draw(st.none() | arrays((1, 1, 1, outputs))),
    )
    return operands, {"image": image, "out_channels": outputs, "groups": groups} | sizes


def transposed_convolved(draw, _):
    operands, attributes = convolved(draw, _, transposed=True)
    return operands, attributes | {"output_padding": draw(PAIRS)}


def enlarged(draw, _):
    scale = draw(st.integers(0, 3) | st.tuples(SIZE, SIZE) | st.tuples(SIZE))
    mode = draw(st.sampled_from(["nearest", "bilinear", "cubic"]))
    return (draw(arrays(draw(IMAGES))),), {"scale": scale, "mode": mode}


def looked_up(draw, shape):
    leading = draw(st.sampled_from([(), (1, 1), (2,)]))  # without rows, a table has no valid index
    return (draw(arrays(shape)), np.zeros((*leading, draw(SIZE), draw(SIZE)), np.float32)), {}


def gradient(draw, shape):
    operands, _ = looked_up(draw, shape)
    columns = operands[1].shape[-1:]
    return (*operands, draw(arrays((*operands[0].shape, *columns)))), {}


def filled(draw, _):
    cache = draw(IMAGES)
    update = (draw(SIZE), cache[1], draw(SIZE), cache[3])
    operands = (draw(arrays(cache)), draw(arrays(update)))
    return operands, {"batch_offset": draw(st.integers(-1, 2))}


def updated(draw, _):
    operands, attributes = filled(draw, _)
    return (*operands, draw(arrays((1,)))), attributes


def made(draw, shape):
    return (), {"shape": shape}


def full(draw, shape):
    return (), {"value": 1.0, "result_shape": shape}


def ranged(draw, _):
    halves = st.integers(-9, 9).map(lambda each: each / 2) | st.just(float("inf"))
    return (), {name: draw(halves) for name in ("start", "end", "step")}


def constant(draw, shape):
    count = 4 * int(np.prod(draw(near(shape))))
    data = np.zeros(count, np.uint8) if draw(st.booleans()) else None
    stored = draw(st.sampled_from(["Float32", "UInt16", "BFP_BFloat8"]))
    return (), {"data": data, "stored": stored, "result_shape": shape}


def stacked(draw, shape):
    mesh = Mesh(draw(st.integers(1, 2)), draw(SIZE))
    return (np.zeros((*mesh.sides, *shape), np.float32),), {"mesh": mesh}


def gathered(draw, shape):
    operands, chosen = stacked(draw, shape)
    return operands, chosen | {"dim": draw(ANY) % (1 << 32)}


def scattered(draw, shape):
    operands, chosen = gathered(draw, shape)
    return operands, chosen | {"math_op": draw(st.sampled_from([0, 1, 2, 3]))}


def sharded(draw, shape):
    operands, chosen = stacked(draw, shape)
    return operands, chosen | {
        "direction": draw(st.sampled_from(["FullToShardShape", "ShardToFullShape", "Half"])),
        "kind": draw(st.sampled_from(["Devices", "Replicate", "Identity"])),
        "dims": draw(st.tuples(st.integers(-1, 3), st.integers(-1, 3))),
        "shards": draw(st.lists(SIZE, min_size=1, max_size=4)),
    }


CALLS = {
    **dict.fromkeys(("ToLayoutOp", "ToMemoryConfigOp", "ToDTypeOp", "TypecastOp"), moves),
    **dict.fromkeys(("ToDeviceOp", "FromDeviceOp"), moves),
    **{"ReshapeOp": reshaped, "TransposeOp": transposed, "PermuteOp": permuted},
    **{"ConcatOp": joined, "SliceOp": sliced, "RepeatOp": repeated, "PadOp": padded},
    **{"RepeatInterleaveOp": interleaved, "MatmulOp": product, "LinearOp": with_bias},
    **{"ReductionOp": reduced, "ReductionProdOp": multiplied},
    **{"MorehCumSumOp": along, "SoftmaxOp": along, "MaxPool2dOp": pooled, "UpsampleOp": enlarged},
    **{"Conv2dOp": convolved, "ConvTranspose2dOp": transposed_convolved},
    **{"EmbeddingOp": looked_up, "EmbeddingBackwardOp": gradient},
    **{"FillCacheOp": filled, "UpdateCacheOp": updated},
    **dict.fromkeys(("EmptyOp", "ZerosOp", "OnesOp"), made),
    **{"FullOp": full, "ArangeOp": ranged, "ConstantOp": constant},
    **{"AllGatherOp": gathered, "ReduceScatterOp": scattered, "MeshShardOp": sharded},
}
"""Maps each kernel to a strategy that draws arguments, right and wrong ones, from a shape."""


def test_every_kernel_has_shape_inference_test_call():
    assert set(CALLS) == {name for name, row in KERNELS.items() if row.compute}


def described(operand):
    if isinstance(operand, list):
        return [described(each) for each in operand]
    return None if operand is None else placeholder(operand.shape, operand.dtype)


def outcome(call):
    """Return the shape that `call` returns, or the message of its error."""
    try:
        with np.errstate(all="ignore"):
            return call()
    except KernelError as error:
        return f"KernelError: {error}"
    except (ValueError, TypeError, IndexError, ArithmeticError) as error:
        return str(error)


def same(row, operands, attributes, declared):
    if row.takes_shape:
        attributes = {"result_shape": declared} | attributes
    inferred = outcome(lambda: row.infer_shape(*map(described, operands), **attributes))
    computed = outcome(lambda: np.shape(row.compute(*operands, **attributes)))
    assert inferred == computed
    return inferred


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
@pytest.mark.parametrize("name", CALLS)
@given(data=st.data())
@settings(max_examples=example_count(7))
def test_kernel_infers_shape_that_it_computes(name, data):
    operands, attributes = CALLS[name](data.draw, data.draw(SHAPES))
    shape = same(KERNELS[name], operands, attributes, UNDECLARED)
    if isinstance(shape, tuple):
        same(KERNELS[name], operands, attributes, data.draw(near(shape)))


@pytest.mark.parametrize("case", ELEMENTWISE)
@given(data=st.data())
@settings(max_examples=example_count(5))
def test_elementwise_kernel_infers_shape_that_it_computes(case, data):
    row, shape = ELEMENTWISE[case], data.draw(SHAPES)
    operands = data.draw(st.lists(arrays(shape), min_size=row.arity, max_size=row.arity))
    parameters = {name: data.draw(st.none() | st.floats(0, 2)) for name in row.attributes}
    same(row, (operands,), parameters, data.draw(st.sampled_from([UNDECLARED, shape])))


def test_shape_inference_takes_no_memory():
    large = placeholder((1 << 20, 1 << 20, 4), np.float32)
    rows = (
        ("ReshapeOp", {"shape": (4, -1)}, (4, 1 << 40)),
        ("PermuteOp", {"permutation": (2, 0, 1)}, (4, 1 << 20, 1 << 20)),
        ("SoftmaxOp", {"dim": -1}, large.shape),
        ("RepeatOp", {"repeats": (2, 1, 1), "result_shape": UNDECLARED}, (1 << 21, 1 << 20, 4)),
    )
    for name, attributes, shape in rows:
        assert KERNELS[name].infer_shape(large, **attributes) == shape


@pytest.mark.parametrize("op", ["Max", "Min"])
def test_extreme_of_no_elements_is_empty_if_the_result_is_empty(op: str) -> None:
    attributes = {"op": op, "dims": (0,), "keep_dim": False}
    no_rows = np.zeros((0, 0), np.float32)
    assert same(KERNELS["ReductionOp"], (no_rows,), attributes, UNDECLARED) == (0,)

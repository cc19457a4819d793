"""Runs mutated TTNN binaries. Reading and running any file must end within bounds, with results or
with a documented error.

    python test/runtime/fuzz_binaries.py --count 100000 --seed 0

Mutations: bits flipped, numbers overwritten with extreme ones, the file cut, parts of one file
copied into another, and fields changed, dropped or repeated before the file is written. Each case
is read (all sections), and each program runs.
"""

import argparse
import copy
import faulthandler
import json
import random
import signal
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence

from ttnn_builders import SCHEMA, ProgramBuilder, binary_bytes

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.runtime.summary import JSON_SECTIONS, SECTIONS
from ttmlir_py.schemas import BinaryError, SchemaError, read, write

MEMORY_LIMIT = 8 << 20
# Bytes that one case may allocate. Temporaries of a kernel take up to 8 bytes per value, but the
# memory limit counts only 1 byte for a u8 value.
ALLOCATION_BOUND = 16 * MEMORY_LIMIT
SECONDS = 10

DOCUMENTED = {"ran", "BinaryError", "SimulationError", "MemoryLimitError"}

NUMBERS = (0, 1, -1, 2, 3, 7, 31, 32, 33, 127, 255, 2**15, 2**16, 2**31 - 1, -(2**31), 2**32 - 1)
FLOATS = (0.0, -1.0, 0.5, 1e30, -1e30, float("inf"), float("nan"))
DEVICE = {"global_id": 0}


def _elementwise() -> ProgramBuilder:
    program = ProgramBuilder("elementwise")
    x, y = program.input((2, 33)), program.input((1, 33), "BFloat16")
    k = program.input((2, 33), "UInt16")
    total = program.eltwise("Add", [x, y], program.ref((2, 33), "BFP_BFloat8"))
    for name in ("Exp", "Gelu", "Sigmoid"):
        total = program.eltwise(name, [total], program.ref((2, 33), "BFloat16"))
    bounds = ("ClampOpParams", {"min": -1.0, "max": 1.0})
    total = program.eltwise("Clamp", [total], program.ref((2, 33)), bounds)
    total = program.eltwise("Where", [k, total, x], program.ref((2, 33)))
    program.add("DeallocateOp", **{"in": x})
    return program.output(
        program.eltwise("Remainder", [k, k], program.ref((2, 33), "UInt32"))
    ).output(total)


def _network() -> ProgramBuilder:
    program = ProgramBuilder("network")
    image, weight = program.input((1, 1, 36, 4)), program.input((8, 2, 3, 3))
    bias = program.input((1, 1, 1, 8))
    program.add("GetDeviceOp", mesh={"y": 1, "x": 1}, chip_ids=[0], out=DEVICE)
    size = {"batch_size": 1, "input_height": 6, "input_width": 6}
    window = {"kernel_height": 3, "kernel_width": 3, "stride_height": 1, "stride_width": 1}
    window |= {"padding_height": 1, "padding_width": 1, "dilation_height": 1, "dilation_width": 1}
    x = program.add(
        "Conv2dOp",
        input=image,
        weight=weight,
        bias=bias,
        out=program.ref((1, 1, 36, 8)),
        device=DEVICE,
        in_channels=4,
        out_channels=8,
        groups=2,
        **size,
        **window,
    )
    window |= {"stride_height": 2, "stride_width": 2}
    x = program.add(
        "MaxPool2dOp",
        **{"in": x},
        out=program.ref((1, 1, 9, 8)),
        device=DEVICE,
        channels=8,
        **size,
        **window,
    )
    x = program.add("ReshapeOp", **{"in": x}, out=program.ref((1, 3, 3, 8)), shape=[1, 3, 3, -1])
    kernel = program.input((8, 4, 2, 2))
    x = program.add(
        "ConvTranspose2dOp",
        input=x,
        weight=kernel,
        out=program.ref((1, 7, 7, 4)),
        device=DEVICE,
        in_channels=8,
        out_channels=4,
        batch_size=1,
        input_height=3,
        input_width=3,
        kernel_size=[2, 2],
        stride=[2, 2],
        padding=[0, 0],
        output_padding=[1, 1],
        dilation=[1, 1],
        groups=1,
    )
    factor = ("NonUniformScale2D", {"scale": [2, 1]})
    x = program.add(
        "UpsampleOp",
        **{"in": x},
        out=program.ref((1, 14, 7, 4)),
        scale_factor=factor,
        mode="bilinear",
    )
    x = program.add(
        "ReductionOp", **{"in": x}, out=program.ref((1, 4)), type="Mean", dim_arg=[1, 2]
    )
    x = program.add("SoftmaxOp", **{"in": x}, out=program.ref((1, 4)), dimension=-1)
    classes = program.input((4, 10))
    return program.output(program.add("LinearOp", in0=x, in1=classes, out=program.ref((1, 10))))


def _movement() -> ProgramBuilder:
    program = ProgramBuilder("movement")
    x = program.input((2, 3, 4))
    x = program.add("PermuteOp", **{"in": x}, permutation=[2, 0, 1], out=program.ref((4, 2, 3)))
    x = program.add("TransposeOp", **{"in": x}, dim0=-1, dim1=0, out=program.ref((3, 2, 4)))
    x = program.add("ConcatOp", inputs=[x, x], dim=1, out=program.ref((3, 4, 4)))
    steps = {"begins": [0, 1, 0], "ends": [3, 4, 4], "step": [1, 1, 2]}
    x = program.add("SliceOp", **{"in": x}, **steps, out=program.ref((3, 3, 2)))
    x = program.add(
        "PadOp", **{"in": x}, padding=[0, 0, 1, 0, 0, 2], value=1.5, out=program.ref((3, 4, 4))
    )
    x = program.add("RepeatOp", **{"in": x}, repeat_dims=[1, 2, 1], out=program.ref((3, 8, 4)))
    x = program.add("RepeatInterleaveOp", input=x, repeats=2, dim=0, out=program.ref((6, 8, 4)))
    x = program.add("MorehCumSumOp", **{"in": x}, dim=1, out=program.ref((6, 8, 4)))
    x = program.add(
        "ReductionProdOp", **{"in": x}, dim_arg=2, keep_dim=False, out=program.ref((6, 8))
    )
    program.output(
        program.add("MatmulOp", in0=x, in1=program.input((8, 2)), out=program.ref((6, 2)))
    )
    rows = program.input((2, 3), "UInt8")
    table, slope = program.input((256, 5)), program.input((1, 6, 5))
    program.output(program.add("EmbeddingOp", input=rows, weight=table, out=program.ref((2, 3, 5))))
    fields = {"input": rows, "weight": table, "in_grad": slope}
    program.output(program.add("EmbeddingBackwardOp", **fields, out=program.ref((256, 5))))
    cache, update = program.input((1, 2, 8, 4)), program.input((1, 2, 3, 4))
    program.add("FillCacheOp", cache=cache, input=update)
    one, index = program.input((1, 2, 1, 4)), program.ref((1,), "UInt32")
    program.add("FullOp", fill_value=3.0, out=index)
    program.add("UpdateCacheOp", cache=cache, input=one, update_index=index)
    program.output(cache)
    program.output(
        program.add("ArangeOp", start=0.0, end=6.0, step=2.0, out=program.ref((3,), "UInt8"))
    )
    program.output(program.add("EmptyOp", shape=[2, 2], out=program.ref((2, 2))))
    return program.output(program.add("OnesOp", shape=[3], out=program.ref((3,), "BFP_Float4")))


def _mesh() -> ProgramBuilder:
    program = ProgramBuilder("mesh")
    program.add("GetDeviceOp", mesh={"y": 2, "x": 4}, chip_ids=list(range(8)), out=DEVICE)

    def shard(x, result, direction, dims, shards):
        fields = {"shard_direction": direction, "shard_dims": dims, "shard_shape": shards}
        out = program.ref(result, host=True)
        return program.add(
            "MeshShardOp", **{"in": x}, out=out, device=DEVICE, shard_type="Devices", **fields
        )

    x = shard(program.input((8, 16), host=True), (4, 4), "FullToShardShape", [0, 1], [2, 4])
    x = program.add("ToDeviceOp", **{"in": x}, device=DEVICE, out=program.ref((4, 4)))
    x = program.eltwise("Relu", [x], program.ref((4, 4)))
    fields = {"scatter_split_dim": 1, "math_op": 0, "num_links": 1}
    x = program.add(
        "ReduceScatterOp", **{"in": x}, device=DEVICE, out=program.ref((4, 1)), **fields
    )
    x = program.add("AllGatherOp", **{"in": x}, device=DEVICE, dim=1, out=program.ref((4, 4)))
    x = program.add("FromDeviceOp", **{"in": x}, out=program.ref((4, 4), host=True))
    x = program.add(
        "ToLayoutOp", **{"in": x}, layout="RowMajor", out=program.ref((4, 4), host=True)
    )
    return program.output(shard(x, (8, 4), "ShardToFullShape", [0, -1], [2, 1]))


def corpus() -> list[bytes]:
    """Return the small files to mutate, which together use a kernel of every kind."""
    return [binary_bytes(build()) for build in (_elementwise, _network, _movement, _mesh)]


# ---- mutations -----------------------------------------------------------------------------------


def _flip(rng: random.Random, data: bytearray) -> None:
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _overwrite(rng: random.Random, data: bytearray) -> None:
    """Overwrite aligned numbers with extreme numbers or with other numbers of the file."""
    for _ in range(rng.randint(1, 4)):
        size = rng.choice([n for n in (1, 2, 4, 8) if n <= len(data)])
        at = rng.randrange(len(data) // size) * size
        if rng.random() < 0.3:
            source = rng.randrange(len(data) // size) * size
            data[at : at + size] = data[source : source + size]
        else:
            value = rng.choice(NUMBERS) % (1 << 8 * size)
            data[at : at + size] = value.to_bytes(size, "little")


def _truncate(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(len(data)) :]
    if len(data) >= 4 and rng.random() < 0.5:
        data[:4] = (len(data) - 4).to_bytes(4, "little")


def _splice(rng: random.Random, data: bytearray, other: bytes) -> None:
    start = rng.randrange(len(other))
    part = other[start : start + rng.randint(1, 256)]
    at = rng.randrange(len(data))
    data[at : at + rng.choice((0, len(part)))] = part
    if rng.random() < 0.5:
        data[:4] = (len(data) - 4).to_bytes(4, "little")


def _places(value: object, path: tuple = ()) -> Iterator[tuple]:
    """Yield the path of each field and list element in the tree `value`."""
    children = value.items() if isinstance(value, dict) else ()
    children = enumerate(value) if isinstance(value, list) else children
    for key, child in children:
        yield (*path, key)
        yield from _places(child, (*path, key))


def _changed(rng: random.Random, value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value + 1, value - 1, value * 2, *NUMBERS))
        case float():
            return rng.choice((value + 1, *FLOATS))
        case str():
            names = [n for t in ENUMS if value in t.values for n in t.values]
            return rng.choice([*names, value + "x", ""])
        case list():
            copies = rng.choice((0, 1, 2, 5))
            return (value * copies)[: rng.randint(0, 40)] if rng.random() < 0.7 else value[::-1]
        case _:
            return value


ENUMS = [type_ for type_ in SCHEMA.types.values() if hasattr(type_, "bit_flags")]


def _change_fields(rng: random.Random, tree: dict, places: list[tuple]) -> None:
    for _ in range(rng.randint(1, 3)):
        path, donor = rng.choice(places), rng.choice(places)
        try:
            node = tree
            for key in path[:-1]:
                node = node[key]
            action = rng.random()
            if action < 0.15 and isinstance(node, dict):
                del node[path[-1]]
            elif action < 0.35:
                source = tree
                for key in donor:
                    source = source[key]
                if type(source) is type(node[path[-1]]):
                    node[path[-1]] = copy.deepcopy(source)
            else:
                node[path[-1]] = _changed(rng, node[path[-1]])
        except (KeyError, IndexError, TypeError):
            continue


class Fuzzer:
    """Makes mutated files from a seed, runs them, and counts how the runs end."""

    def __init__(self, seed: int, files: Sequence[bytes] = ()) -> None:
        self.rng = random.Random(seed)
        self.files = files or corpus()
        self.trees = [writable(read(SCHEMA, data).as_dict()) for data in self.files]
        self.places = [list(_places(tree)) for tree in self.trees]
        self.outcomes: Counter[str] = Counter()
        self.peak = 0
        self.slowest = 0.0

    def case(self) -> bytes:
        """Return the next mutated file."""
        rng = self.rng
        index = rng.randrange(len(self.files))
        if rng.random() < 0.4:
            tree = copy.deepcopy(self.trees[index])
            _change_fields(rng, tree, self.places[index])
            try:
                return write(SCHEMA, tree)
            except SchemaError:
                pass  # the changed tree cannot be written as a file
        data = bytearray(self.files[index])
        for mutate in rng.choices(
            (_flip, _overwrite, _truncate, _splice), (4, 6, 1, 2), k=rng.randint(1, 2)
        ):
            if not data:
                break
            mutate(rng, data, rng.choice(self.files)) if mutate is _splice else mutate(rng, data)
        return bytes(data)

    def run(self, data: bytes) -> None:
        """Read and run the file `data`. Raise undocumented errors, and AssertionError for an
        exceeded bound.
        """
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        started = time.perf_counter()
        signal.alarm(SECONDS)
        try:
            outcome = exercise(data)
        finally:
            signal.alarm(0)
        peak = tracemalloc.get_traced_memory()[1] - before
        self.outcomes[outcome] += 1
        self.peak = max(self.peak, peak)
        self.slowest = max(self.slowest, time.perf_counter() - started)
        assert outcome in DOCUMENTED, outcome
        assert peak <= ALLOCATION_BOUND + 100 * len(data), f"{peak} bytes allocated"


def writable(value: object) -> object:
    """Return the tree `value`, as `read` returns it, with unions as the pairs (type, table) that
    `write` takes.
    """
    if isinstance(value, list):
        return [writable(each) for each in value]
    if not isinstance(value, dict):
        return value
    tree = {key: writable(each) for key, each in value.items()}
    for tag in [key for key in tree if key.endswith("_type") and key.removesuffix("_type") in tree]:
        tree[tag.removesuffix("_type")] = (tree.pop(tag), tree[tag.removesuffix("_type")])
    return tree


def exercise(data: bytes) -> str:
    """Read and run the file `data`; return `ran`, or the name of the documented error."""
    ended = "ran"
    try:
        binary = TTNNBinary.load(data)
        "\n".join(SECTIONS["all"](binary)).encode(errors="surrogatepass")
        json.dumps(JSON_SECTIONS["all"](binary))
    except (BinaryError, SimulationError) as error:
        return type(error).__name__
    for program in binary.programs:
        try:
            inputs = generate_inputs(program, "rand", 0, MEMORY_LIMIT)
            binary.run(inputs, program.index, memory_limit=MEMORY_LIMIT)
        except (BinaryError, SimulationError) as error:
            ended = type(error).__name__ if "\n" not in str(error) else "a message of several lines"
    return ended


def main() -> int:
    """Run cases until one fails, and keep the failing file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", default="failing.ttnn", help="where a failing file is written")
    options = parser.parse_args()
    faulthandler.enable()
    tracemalloc.start()
    fuzzer = Fuzzer(options.seed)
    for number in range(options.count):
        data = fuzzer.case()
        try:
            fuzzer.run(data)
        except BaseException:
            with open(options.keep, "wb") as file:
                file.write(data)
            print(
                f"case {number} of seed {options.seed} fails; it is kept in {options.keep}",
                file=sys.stderr,
            )
            raise
    print(f"{options.count} files: {dict(fuzzer.outcomes)}")
    print(f"at most {fuzzer.peak / 2**20:.1f} MiB allocated and {fuzzer.slowest:.2f} s for a file")
    return 0


def _stop(_signal: int, _frame: object) -> None:
    raise TimeoutError(f"more than {SECONDS} s")


signal.signal(signal.SIGALRM, _stop)

if __name__ == "__main__":
    sys.exit(main())

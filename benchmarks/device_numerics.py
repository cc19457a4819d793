"""The time of device numerics relative to ideal arithmetic, on a block of a Llama in bf16.

    python benchmarks/device_numerics.py [--repeat N] [--hidden 1024] [--heads 16] [--mlp 2816]
                                         [--tokens 128]

Both modes run the same binary in turns, and the least times of N runs are compared. Compiling,
loading and decoding are not counted. The target is a ratio of at most 20.
"""

import argparse
import time

from models import llama

import ttmlir_py
from ttmlir_py.runtime import DeviceNumerics, load
from ttmlir_py.runtime.inputs import generate_inputs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("hidden", 1024), ("heads", 16), ("mlp", 2816), ("tokens", 128)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--repeat", type=int, default=3)
    options = vars(parser.parse_args())
    repeat = options.pop("repeat")
    text = llama(layers=1, vocabulary=32, **options).replace("xf32>", "xbf16>")
    binary = load(ttmlir_py.compile(text, "ttir-to-ttnn-backend-pipeline", "ttnn-to-flatbuffer"))
    program = binary.programs[0]
    inputs = generate_inputs(program, "randn", 0)
    ways = {
        "ideal": None,
        "device": DeviceNumerics(),
        "device, blocks of 2": DeviceNumerics(in0_block_w=2),
        "device, fp32_acc": DeviceNumerics(fp32_acc=True),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(repeat):
        for name, numerics in ways.items():
            start = time.perf_counter()
            binary.run(inputs, numerics=numerics)
            best[name] = min(best[name], time.perf_counter() - start)
    for name, seconds in best.items():
        print(f"{name:<20} {seconds * 1000:8.1f} ms   / ideal = {seconds / best['ideal']:.1f}")


if __name__ == "__main__":
    main()

"""Cost in accuracy, and savings in time and memory, of formats of weights and caches.

    python benchmarks/formats.py [--only NAME,...]

Each layer of `benchmarks/layers.py` that has matrix products with constant weights is compiled with
each format. Times are estimates for one n150. The bytes are those of all constants that are kept on
the device. The PCC compares the simulator's result with PyTorch's in float64.

`fidelity` is a table of math fidelities and accumulations of a bf16 layer for 2026-10. `caches` is
a step of attention with caches of keys and values. Its bytes are those of the caches.
"""

import argparse
import copy
import sys

import numpy as np
from layers import figures, layers

from ttmlir_py.frontends.model import compile as compile_model
from ttmlir_py.ttrt.perf_model import tensor_bytes

FORMATS = ("none", "bfp_bf8", "bfp_bf4")
LAYERS = ("linear", "mlp with gelu", "attention", "encoder layer", "swiglu")
HEADS, LENGTH, NEW, SIZE = 8, 1024, 32, 64
"""The numbers of heads, of positions in the caches and of new positions, and the size of a head."""


def attention_step() -> str:
    """Return the text of attention over caches, to which new keys and values are written."""
    return f"""
!c = tensor<1x{HEADS}x{LENGTH}x{SIZE}xf32>
!n = tensor<1x{HEADS}x{NEW}x{SIZE}xf32>
!t = tensor<1x{HEADS}x{SIZE}x{LENGTH}xf32>
!s = tensor<1x{HEADS}x{NEW}x{LENGTH}xf32>
func.func @main(%kc: !c, %vc: !c, %k: !n, %v: !n, %q: !n) -> (!n, !c, !c) {{
  %keys = "ttir.fill_cache"(%kc, %k) <{{batch_offset = 0 : i32}}> : (!c, !n) -> !c
  %values = "ttir.fill_cache"(%vc, %v) <{{batch_offset = 0 : i32}}> : (!c, !n) -> !c
  %0 = tensor.empty() : !t
  %1 = "ttir.permute"(%keys, %0) <{{permutation = array<i64: 0, 1, 3, 2>}}> : (!c, !t) -> !t
  %2 = tensor.empty() : !s
  %3 = "ttir.matmul"(%q, %1, %2) : (!n, !t, !s) -> !s
  %4 = tensor.empty() : !s
  %5 = "ttir.softmax"(%3, %4) <{{dimension = 3 : si32}}> : (!s, !s) -> !s
  %6 = tensor.empty() : !n
  %7 = "ttir.matmul"(%5, %values, %6) : (!s, !c, !n) -> !n
  return %7, %keys, %values : !n, !c, !c
}}
"""


def exact_attention(inputs: list[np.ndarray]) -> np.ndarray:
    """Return the result of the step in float64."""
    keys, values, k, v, q = (each.astype(np.float64) for each in inputs)
    keys[:, :, :NEW], values[:, :, :NEW] = k, v
    scores = np.exp(q @ keys.swapaxes(2, 3))
    return scores / scores.sum(axis=-1, keepdims=True) @ values


def report(
    name: str, form: str, time: float, size: int, first: tuple[float, int], results: list
) -> None:
    """Print a row of the table. `results` are the exact one and that of the simulator."""
    pcc = np.corrcoef(*(np.asarray(each, np.float64).ravel() for each in results))[0, 1]
    print(
        f"| {name} | {form} | {time:.1f} | {time / first[0]:.2f} | {size:,} | "
        f"{size / first[1]:.2f} | {1 - pcc:.1e} |",
        flush=True,
    )


def caches() -> None:
    """Print the rows of attention with caches."""
    generator = np.random.default_rng(0)
    rows = ((LENGTH, 1), (LENGTH, 1), (NEW, 1), (NEW, 1), (NEW, SIZE**-0.5))
    inputs = [
        (generator.normal(size=(1, HEADS, count, SIZE)) * scale).astype(np.float32)
        for count, scale in rows
    ]
    exact = exact_attention(inputs)
    first: tuple[float, int] | None = None
    for form in FORMATS:
        options = {"experimental-kv-cache-dtype": form}
        model = compile_model(attention_step(), options=options, warnings=["-w"])
        time = model.perf().nanoseconds / 1000
        size = sum(tensor_bytes(each.desc) for each in model.program.inputs[:2])
        first = first or (time, size)
        report("attention with caches", form, time, size, first, [exact, model(*inputs)[0]])


TOKENS, HIDDEN, WIDE = 1024, 512, 2048
"""The numbers of rows and of columns of the two products of the fidelity table."""


def feed_forward() -> str:
    """Return the text of a bf16 layer: a product, ReLU, and another product."""
    return f"""
!x = tensor<{TOKENS}x{HIDDEN}xbf16>
!y = tensor<{TOKENS}x{WIDE}xbf16>
!a = tensor<{HIDDEN}x{WIDE}xbf16>
!b = tensor<{WIDE}x{HIDDEN}xbf16>
func.func @main(%x: !x, %a: !a, %b: !b) -> !x {{
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (!x, !a) -> !y
  %1 = stablehlo.constant dense<0.0> : !y
  %2 = stablehlo.maximum %0, %1 : !y
  %3 = stablehlo.dot_general %2, %b, contracting_dims = [1] x [0] : (!y, !b) -> !x
  return %3 : !x
}}
"""


def fidelities() -> None:
    """Print the table of math fidelities and accumulations, with the numbers of the device."""
    from ml_dtypes import bfloat16

    print("| math fidelity | accumulation in f32 | us | ratio | 1 - PCC |")
    print("|---|---|---|---|---|")
    generator = np.random.default_rng(0)
    shapes = ((TOKENS, HIDDEN), (HIDDEN, WIDE), (WIDE, HIDDEN))
    inputs = [(generator.normal(size=each) * 0.1).astype(bfloat16) for each in shapes]
    x, a, b = (each.astype(np.float64) for each in inputs)
    exact = np.maximum(x @ a, 0) @ b
    first = 0.0
    for fidelity in ("hifi4", "hifi3", "hifi2", "lofi"):
        for accumulation in ("true", "false"):
            options = {
                "target-revision": "2026-10",
                "compute-cfg-math-fidelity": fidelity,
                "compute-cfg-fp32-dest-acc-en": accumulation,
            }
            model = compile_model(feed_forward(), options=options, warnings=["-w"])
            time = model.perf().nanoseconds / 1000
            first = first or time
            found = model.run(inputs, numerics="device")[0].astype(np.float64)
            pcc = np.corrcoef(exact.ravel(), found.ravel())[0, 1]
            print(
                f"| {fidelity} | {accumulation} | {time:.1f} | {time / first:.2f} | "
                f"{1 - pcc:.1e} |",
                flush=True,
            )


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--only", default=",".join(["fidelity", *LAYERS, "caches"]), help="names of layers"
    )
    names = parser.parse_args().only.split(",")

    if "fidelity" in names:
        fidelities()
        names.remove("fidelity")
    if not names:
        return 0
    print("| layer | format | us | ratio | bytes | ratio | 1 - PCC |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        caches() if name == "caches" else weights(name)
    return 0


def weights(name: str) -> None:
    """Print the rows of a layer."""
    import torch

    from ttmlir_py.frontends import torch as front_end

    module, example = layers()[name]
    with torch.no_grad():
        exact = copy.deepcopy(module).double()(example.double()).numpy()
    first: tuple[float, int] | None = None
    for form in FORMATS:
        options = {"experimental-weight-dtype": form, "const-eval": True}
        model = front_end.compile(module, example, options=options, warnings=["-w"])
        time = figures(model).time
        kept = model.loaded.program("main_const_eval").outputs
        size = sum(tensor_bytes(each.desc) for each in kept)
        first = first or (time, size)
        report(name, form, time, size, first, [exact, model(example)])


if __name__ == "__main__":
    sys.exit(main())

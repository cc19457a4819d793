"""Cost in accuracy, and savings in time and memory, of formats of weights for layers of PyTorch.

    python benchmarks/formats.py [--only NAME,...]

Each layer of `benchmarks/layers.py` that has matrix products with constant weights is compiled with
each format. Times are estimates for one n150. The bytes are those of all constants that are kept on
the device. The PCC compares the simulator's result with PyTorch's in float64.
"""

import argparse
import copy
import sys

import numpy as np
from layers import figures, layers

from ttmlir_py.ttrt.perf_model import tensor_bytes

FORMATS = ("none", "bfp_bf8", "bfp_bf4")
LAYERS = ("linear", "mlp with gelu", "attention", "encoder layer", "swiglu")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default=",".join(LAYERS), help="names of layers")
    names = parser.parse_args().only.split(",")

    import torch

    from ttmlir_py.frontends import torch as front_end

    print("| layer | format of weights | us | ratio | bytes | ratio | 1 - PCC |")
    print("|---|---|---|---|---|---|---|")
    found = layers()
    for name in names:
        module, example = found[name]
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
            result = np.asarray(model(example), np.float64)
            pcc = np.corrcoef(exact.ravel(), result.ravel())[0, 1]
            print(
                f"| {name} | {form} | {time:.1f} | {time / first[0]:.2f} | {size:,} | "
                f"{size / first[1]:.2f} | {1 - pcc:.1e} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())

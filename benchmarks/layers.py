"""Estimated times of 12 layers of PyTorch, and of a corpus, before and after simplification.

    python benchmarks/layers.py [--only NAME,...] [--corpus FOLDER]

The first table has a row for each layer. With `--corpus`, a second table compares programs with
those that Tenstorrent's own compiler made: FOLDER/NAME/stablehlo.mlir and
FOLDER/NAME/0.1.3/binary.ttnn. `--only corpus` prints the second table only, without PyTorch. Times
are estimates of `ttrt perf`, for one n150. Nothing is measured. What depends on constants only is
left out of the second table, and of the column "once", because it is computed once for all runs.

The second table also leaves out the operations that change the layout of an argument. The other
compiler's programs take rows and change them to tiles. Our programs take tiles, and the runtime
makes them before the program starts. The ratio of a program is that of our program for 2026-10, the
revision of the other compiler. The column "2025-02" has the time of our program for 2025-02.
"""

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ttmlir_py.frontends.model import Model
from ttmlir_py.frontends.model import compile as compile_program
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError
from ttmlir_py.ttrt.perf_model import Machine, estimate_program

MOVES = ("ReshapeOp", "PermuteOp", "TransposeOp")
"""Labels of ops that only move elements."""


def attention(size: int = 64, heads: int = 4) -> Any:
    """Return self-attention with one product for query, key and value."""
    import torch
    from torch import nn

    class Attention(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.qkv, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)

        def forward(self, x: Any) -> Any:
            q, k, v = (
                each.unflatten(-1, (heads, -1)).transpose(1, 2)
                for each in self.qkv(x).chunk(3, dim=-1)
            )
            y = torch.nn.functional.scaled_dot_product_attention(q, k, v)
            return self.out(y.transpose(1, 2).flatten(2))

    return Attention()


def resnet_block(channels: int = 32) -> Any:
    """Return two convolutions with batch norm, and a shortcut."""
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = (
                nn.Sequential(
                    nn.Conv2d(channels, channels, 3, padding=1, bias=False),
                    nn.BatchNorm2d(channels),
                )
                for _ in range(2)
            )

        def forward(self, x: Any) -> Any:
            return torch.relu(x + self.second(torch.relu(self.first(x))))

    return Block()


def swiglu(size: int = 64, inner: int = 128) -> Any:
    """Return a gated layer as in Llama."""
    from torch import nn

    class Gated(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.gate, self.up = (nn.Linear(size, inner, bias=False) for _ in range(2))
            self.down = nn.Linear(inner, size, bias=False)

        def forward(self, x: Any) -> Any:
            return self.down(nn.functional.silu(self.gate(x)) * self.up(x))

    return Gated()


def mobile_block(channels: int = 32, inner: int = 64) -> Any:
    """Return three convolutions with batch norm, the middle one of single channels."""
    from torch import nn

    def convolution(before: int, after: int, kernel: int, groups: int = 1) -> list[Any]:
        padding = kernel // 2
        layer = nn.Conv2d(before, after, kernel, padding=padding, groups=groups, bias=False)
        return [layer, nn.BatchNorm2d(after)]

    return nn.Sequential(
        *convolution(channels, inner, 1),
        nn.ReLU6(),
        *convolution(inner, inner, 3, inner),
        nn.ReLU6(),
        *convolution(inner, channels, 1),
    )


def layers() -> dict[str, tuple[Any, Any]]:
    """Return each layer with an example of its input."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    image, rows, words = torch.randn(1, 32, 16, 16), torch.randn(32, 64), torch.randn(1, 32, 64)
    convolution = nn.Conv2d(32, 32, 3, padding=1)
    found = {
        "linear": (nn.Linear(32, 16), torch.randn(8, 32)),
        "mlp with gelu": (nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 64)), rows),
        "attention": (attention(), words),
        "encoder layer": (nn.TransformerEncoderLayer(64, 4, 128, batch_first=True), words),
        "conv-bn-relu": (nn.Sequential(convolution, nn.BatchNorm2d(32), nn.ReLU()), image),
        "resnet block": (resnet_block(), image),
        "layer norm": (nn.LayerNorm(64), rows),
        "rms norm": (nn.RMSNorm(64, eps=1e-6), rows),
        "embedding": (nn.Embedding(100, 64), torch.arange(32)[None]),
        "lstm": (nn.LSTM(32, 32, batch_first=True), torch.randn(1, 4, 32)),
        "mobile block": (mobile_block(), image),
        "swiglu": (swiglu(), rows),
    }
    for module, _ in found.values():
        for parameter in module.parameters():
            if parameter.ndim == 1:  # zeros and ones would be simplified away
                nn.init.normal_(parameter, std=0.1)
        module.eval()
    return found


def figures(model: Model | Any) -> SimpleNamespace:
    """Return the number of ops with a time, the sum of times in us, and the share of moves."""
    estimates = list(model.perf().estimates)
    total = sum(each.duration for each in estimates)
    moved = sum(each.duration for each in estimates if each.operation.label in MOVES)
    return SimpleNamespace(ops=len(estimates), time=total / 1000, moved=moved / total)


def show_layers(names: list[str]) -> None:
    """Print the table of layers."""
    from ttmlir_py.frontends import torch as front_end

    print(
        "| layer | ops | ops after | us | us after | ratio | once | moves | moves after | 2026-10 |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    chosen = ({"simplify": False}, {}, {"const-eval": True}, {"target-revision": "2026-10"})
    for name, (module, example) in layers().items():
        if names and name not in names:
            continue
        old, new, once, late = (
            figures(front_end.compile(module, example, options=each, warnings=["-w"]))
            for each in chosen
        )
        print(
            f"| {name} | {old.ops} | {new.ops} | {old.time:.1f} | {new.time:.1f} | "
            f"{new.time / old.time:.2f} | {once.time:.1f} | {old.moved:.0%} | {new.moved:.0%} | "
            f"{late.time:.1f} |",
            flush=True,
        )


def time_of(binary: TTNNBinary) -> float:
    """Return the estimated time of the first program in us, without operations that depend on
    constants only or change the layout of an argument.
    """
    program, machine = binary.programs[0], Machine.of(binary.system_desc)
    arguments = {each.global_id for each in program.inputs}
    constant: set[int] = set()
    needed: set[int] = set()
    for each in program.operations:
        if each.result is None:
            continue
        number, is_constant = each.result.global_id, all(r.global_id in constant for r in each.refs)
        if each.viewed is not None and each.viewed.global_id in arguments:
            arguments.add(number)
        (constant.add if is_constant else constant.discard)(number)
        changes = each.op_type == "ToLayoutOp" and each.refs[0].global_id in arguments
        if not is_constant and not changes:
            needed.add(each.index)
    estimates = estimate_program(program, machine)
    return sum(each.duration for each in estimates if each.operation.index in needed) / 1000


CORPUS_OPTIONS: tuple[dict[str, Any], ...] = (
    {"simplify": False},
    {},
    {"target-revision": "2026-10"},
)
"""The options of the columns of the second table."""


def corpus_times(folder: Path) -> Iterator[tuple[str, list[float], float]]:
    """Yield the name of each program, its times with each of `CORPUS_OPTIONS`, and that of the
    other compiler.
    """
    for case in sorted(folder.iterdir()):
        source, binary = case / "stablehlo.mlir", case / "0.1.3" / "binary.ttnn"
        if not source.exists() or not binary.exists():
            continue
        try:
            ours = [
                time_of(compile_program(source, options=each, warnings=["-w"]).loaded)
                for each in CORPUS_OPTIONS
            ]
            theirs = time_of(TTNNBinary.load(binary.read_bytes()))
        except (CompilationError, SimulationError, BinaryError, ValueError, ZeroDivisionError):
            continue  # one of the compilers refuses the program, or nothing runs on the device
        if theirs > 0 and min(ours) > 0:
            yield case.name, ours, theirs


def show_corpus(folder: Path) -> None:
    """Print the table of programs of a corpus, and how often ours is at most the other one."""
    print("\n| program | before | 2025-02 | 2026-10 | other compiler | ratio |")
    print("|---|---|---|---|---|---|")
    ratios: list[list[float]] = []
    for name, ours, theirs in corpus_times(folder):
        ratios.append([each / theirs for each in ours])
        times = " | ".join(f"{each:.1f}" for each in (*ours, theirs))
        print(f"| {name} | {times} | {ratios[-1][-1]:.2f} |", flush=True)
    columns = zip(("before", "2025-02", "2026-10"), zip(*ratios, strict=True), strict=False)
    for column, values in columns:
        mean = math.exp(sum(map(math.log, values)) / len(values))
        most = sum(round(ratio, 6) <= 1 for ratio in values) / len(values)
        print(
            f"\n{column}: {len(values)} programs, at most the other compiler's time in {most:.1%}, "
            f"geometric mean {mean:.3f}"
        )


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    help_ = "only these layers; corpus: none of them"
    parser.add_argument("--only", default="", metavar="NAME,...", help=help_)
    parser.add_argument("--corpus", type=Path, metavar="FOLDER", help="programs to compare")
    arguments = parser.parse_args()
    if arguments.only != "corpus":
        show_layers([name for name in arguments.only.split(",") if name])
    if arguments.corpus:
        show_corpus(arguments.corpus)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Compile time of models in StableHLO relative to the same models in TTIR.

    python benchmarks/stablehlo_compile.py [--repeat N] [--sizes N,...] [--layers N]

The ratios are those of CPU times within one run. The first table parses and converts random chains
of element-wise ops, and parses and canonicalizes the TTIR that they become. The startup time is
subtracted, so that the times are those per op of the model. The second table compiles the prefill
of a Llama to a binary, from the StableHLO that JAX writes and from its TTIR. It is omitted without
JAX.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from compile import BIN, least

TYPE = "tensor<32x32xf32>"
UNARY = ("exponential", "tanh", "negate", "abs", "sqrt", "logistic")
BINARY = ("add", "multiply", "subtract", "maximum", "divide")
TO_TTIR = "--stablehlo-to-ttir-pipeline"


def chain(ops: int) -> str:
    """Return a function of element-wise ops in StableHLO, each of which uses the one before it."""
    choose = random.Random(ops)
    lines = [f"func.func @main(%a: {TYPE}, %b: {TYPE}) -> {TYPE} {{"]
    values = ["%a", "%b"]
    for number in range(ops):
        last, other = values[-1], choose.choice(values[-20:])
        if choose.random() < 0.4:
            op = f"{choose.choice(UNARY)} {last}"
        else:
            op = f"{choose.choice(BINARY)} {last}, {other}"
        lines.append(f"  %{number} = stablehlo.{op} : {TYPE}")
        values.append(f"%{number}")
    return "\n".join([*lines, f"  return {values[-1]} : {TYPE}", "}", ""])


def write_ttir(source: Path) -> Path:
    """Write the TTIR of a StableHLO file next to it, and return its path."""
    target = source.with_suffix(".ttir.mlir")
    subprocess.run([BIN / "ttopt", TO_TTIR, source, "-o", target], check=True)
    return target


def conversion(path: Path, text: str, repeat: int) -> dict[str, float]:
    """Return the seconds to convert a StableHLO model, and to canonicalize its TTIR."""
    path.write_text(text)
    ttir = write_ttir(path)
    commands = {
        "convert": [str(BIN / "ttopt"), "--convert-stablehlo-to-ttir", str(path)],
        "canonicalize": [str(BIN / "ttopt"), "--canonicalize", str(ttir)],
    }
    return _complete(least({k: [*v, "-o", "/dev/null"] for k, v in commands.items()}, repeat))


def compilation(path: Path, text: str, repeat: int) -> dict[str, float]:
    """Return the seconds to compile a StableHLO model to a binary, and to compile its TTIR."""
    path.write_text(text)
    binary, ttir = str(path.with_suffix(".ttnn")), write_ttir(path)
    tool = str(BIN / "ttmlir-compile")
    commands = {
        name: [tool, "-w", str(source), "-o", binary]
        for name, source in (("stablehlo", path), ("ttir", ttir))
    }
    return _complete(least(commands, repeat))


def _complete(times: dict[str, float | None]) -> dict[str, float]:
    """Return the times without None values."""
    return {name: seconds for name, seconds in times.items() if seconds is not None}


def llama(layers: int, hidden: int = 2048, heads: int = 32, mlp: int = 5504) -> str:
    """Return the prefill of a Llama with this many layers for 128 tokens, which JAX writes as
    StableHLO.
    """
    import jax
    import jax.numpy as jnp

    tokens, vocabulary, size = 128, 32000, hidden // heads

    def normalized(x: Any, weight: Any) -> Any:
        return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-5) * weight

    def rotated(x: Any) -> Any:
        frequency = 10000.0 ** (-jnp.arange(0, size, 2) / size)
        angle = jnp.arange(tokens)[:, None] * frequency[None, :]
        cosine, sine = jnp.cos(angle), jnp.sin(angle)
        a, b = jnp.split(x, 2, axis=-1)
        return jnp.concatenate([a * cosine - b * sine, b * cosine + a * sine], axis=-1)

    def attention(weights: Any, x: Any) -> Any:
        query, key, value = (
            (x @ weights[name]).reshape(1, tokens, heads, size).swapaxes(1, 2)
            for name in ("query", "key", "value")
        )
        scores = rotated(query) @ rotated(key).swapaxes(2, 3) * size**-0.5
        position = jnp.arange(tokens)
        scores = jnp.where(position[None, :] - position[:, None] <= 0, scores, -1e9)
        joined = (jax.nn.softmax(scores) @ value).swapaxes(1, 2).reshape(1, tokens, hidden)
        return joined @ weights["output"]

    def prefill(weights: Any, numbers: Any) -> Any:
        x = weights["embedding"][numbers]
        for layer in weights["layers"]:
            x = x + attention(layer, normalized(x, layer["attention_norm"]))
            inner = normalized(x, layer["mlp_norm"])
            x = x + (jax.nn.silu(inner @ layer["gate"]) * (inner @ layer["up"])) @ layer["down"]
        return normalized(x, weights["norm"]) @ weights["head"]

    def array(*shape: int) -> Any:
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    layer = {name: array(hidden, hidden) for name in ("query", "key", "value", "output")}
    layer |= {"gate": array(hidden, mlp), "up": array(hidden, mlp), "down": array(mlp, hidden)}
    layer |= {"attention_norm": array(hidden), "mlp_norm": array(hidden)}
    weights = {
        "embedding": array(vocabulary, hidden),
        "layers": [layer] * layers,
        "norm": array(hidden),
        "head": array(hidden, vocabulary),
    }
    numbers = jax.ShapeDtypeStruct((1, tokens), jnp.int32)
    return jax.jit(prefill).lower(weights, numbers).as_text()


def main() -> int:
    """Measure, print both tables, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--layers", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.mlir"
        start = conversion(path, chain(1), options.repeat)
        print(f"{'an op of a chain':<24}{'StableHLO':>12}{'TTIR':>12}{'ratio':>8}")
        for size in map(int, options.sizes.split(",")):
            whole = conversion(path, chain(size), options.repeat)
            ours, theirs = (1e6 * (whole[name] - start[name]) / size for name in whole)
            shown = f"{f'{ours:.1f} us':>12}{f'{theirs:.1f} us':>12}{ours / theirs:>8.2f}"
            print(f"{f'{size} ops':<24}{shown}")
        try:
            text = llama(options.layers)
        except ImportError:
            print("(JAX is not installed: the Llama is left out)", file=sys.stderr)
            return 0
        times = compilation(path, text, options.repeat)
        ours, theirs = times["stablehlo"], times["ttir"]
        shown = f"{f'{1e3 * ours:.0f} ms':>12}{f'{1e3 * theirs:.0f} ms':>12}{ours / theirs:>8.2f}"
        print(f"{f'Llama of {options.layers} layers':<24}{shown}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

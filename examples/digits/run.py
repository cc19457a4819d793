"""Compile the digits network, run it on the simulator on held-out images, and check the answers.

The TTNN program and its binary are written to `out/digits`, as `ttopt` and `tttranslate` would.
The exit code is 0 only if the simulator's answers agree with numpy's in float64: see `LIMITS`.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from network import HERE, WEIGHTS, accuracy, logits, split

import ttmlir_py

OUT = HERE.parent.parent / "out" / "digits"
BATCH = 99
ResultT = TypeVar("ResultT")
# data format: least PCC of the logits, largest difference of the accuracy, against numpy in float64
LIMITS = {"f32": (0.9999, 0.0), "bf16": (0.99, 0.01)}


def pcc(left: np.ndarray, right: np.ndarray) -> float:
    """Pearson's correlation coefficient of two arrays."""
    return float(np.corrcoef(left.ravel(), right.ravel())[0, 1])


def show_image(image: np.ndarray) -> list[str]:
    """Draw an 8x8 image with one character for each pixel."""
    return [
        "".join(" .:-=+*#@"[min(int(pixel * 9), 8)] * 2 for pixel in row)
        for row in image.reshape(8, 8)
    ]


def compile_and_run(
    data_format: str, images: np.ndarray
) -> tuple[np.ndarray, list[tuple[str, float]]]:
    """Return the logits of all images, and the seconds of each step."""
    source = HERE / f"digits_{data_format}.mlir"
    lowered, binary = OUT / f"digits_{data_format}.ttnn.mlir", OUT / f"digits_{data_format}.ttnn"
    steps: list[tuple[str, float]] = []

    def step(name: str, work: Callable[[], ResultT]) -> ResultT:
        """Do some work and note how long it took."""
        start = time.perf_counter()
        result = work()
        steps.append((name, time.perf_counter() - start))
        return result

    module = step("parse", lambda: ttmlir_py.parse(source.read_text(), file_name=source.name))
    passes = ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)")
    step("compile", lambda: passes.run(module))
    lowered.write_text(str(module) + "\n")
    data = step("translate", lambda: ttmlir_py.translate(module, "ttnn-to-flatbuffer"))
    binary.write_bytes(data)
    program = step("load", lambda: ttmlir_py.runtime.load(binary))
    weights = list(np.load(WEIGHTS).values())
    batches = [images[row : row + BATCH].astype(np.float32) for row in range(0, len(images), BATCH)]
    scores = step(
        f"run {len(batches)} batches",
        lambda: [program.run([batch, *weights])[0] for batch in batches],
    )
    print(f"  {os.path.relpath(source)} -> {os.path.relpath(lowered)} -> {os.path.relpath(binary)}")
    return np.concatenate([score.astype(np.float64) for score in scores]), steps


def main() -> int:
    """Run the demonstration in f32 and bf16."""
    OUT.mkdir(parents=True, exist_ok=True)
    _, _, images, labels = split()
    exact = logits(
        {name: value.astype(np.float64) for name, value in np.load(WEIGHTS).items()}, images
    )
    print(
        f"{len(images)} held-out images of handwritten digits; "
        f"accuracy of numpy in float64: {accuracy(exact, labels):.4f}"
    )
    agreed = True
    for data_format, (least_pcc, largest_difference) in LIMITS.items():
        print(f"\n{data_format}")
        scores, steps = compile_and_run(data_format, images)
        found, correlation = accuracy(scores, labels), pcc(scores, exact)
        print("  " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in steps))
        good = (
            correlation >= least_pcc and abs(found - accuracy(exact, labels)) <= largest_difference
        )
        agreed = agreed and good
        print(
            f"  accuracy on the simulator {found:.4f}, PCC of the logits {correlation:.7f}: "
            f"{'good' if good else 'NOT GOOD'}"
        )
    print("\nThe first three images and what the bf16 program says they are:")
    pictures = [show_image(image) for image in images[:3]]
    for lines in zip(*pictures, strict=True):
        print("  " + "    ".join(lines))
    print(
        "  "
        + "    ".join(
            f"{int(score.argmax())} (label {label})".ljust(16)
            for score, label in zip(scores[:3], labels[:3], strict=True)
        )
    )
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())

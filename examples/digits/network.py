"""The digits network in float64 numpy, and its data: the reference for the compiled program.

hidden   = relu(x @ w1 + b1)                   64 pixels -> 96
hidden   = hidden + gelu(hidden @ w2 + b2)     a residual block
centred  = hidden - mean(hidden)
normal   = centred * rsqrt(mean(centred^2) + 1e-5)
logits   = normal @ w3 + b3                    96 -> 10
probabilities = softmax(logits)
"""

import csv
import gzip
import math
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
WEIGHTS = HERE / "weights.npz"
PARAMETERS = {
    "w1": (64, 96),
    "b1": (1, 96),
    "w2": (96, 96),
    "b2": (1, 96),
    "w3": (96, 10),
    "b3": (1, 10),
}
HELD_OUT = 297
EPSILON = 1e-5

erf = np.frompyfunc(math.erf, 1, 1)


def load_digits() -> tuple[np.ndarray, np.ndarray]:
    """Return the 1,797 images as float64 of shape (1797, 64) in [0, 1], and their labels."""
    with gzip.open(HERE / "digits.csv.gz", "rt") as file:
        rows = np.array([[int(cell) for cell in row] for row in csv.reader(file)])
    return rows[:, :64] / 16.0, rows[:, 64]


def split() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return (training images, labels, held-out images, labels); the last 297 rows are held out."""
    images, labels = load_digits()
    return images[:-HELD_OUT], labels[:-HELD_OUT], images[-HELD_OUT:], labels[-HELD_OUT:]


def gelu(x: np.ndarray) -> np.ndarray:
    """x times the normal distribution function at x."""
    return 0.5 * x * (1.0 + erf(x / math.sqrt(2.0)).astype(np.float64))


def logits(weights: dict[str, np.ndarray], x: np.ndarray) -> np.ndarray:
    """The network's last layer before the softmax, in the precision of its operands."""
    hidden = np.maximum(x @ weights["w1"] + weights["b1"], 0.0)
    hidden = hidden + gelu(hidden @ weights["w2"] + weights["b2"])
    centred = hidden - hidden.mean(axis=1, keepdims=True)
    variance = (centred * centred).mean(axis=1, keepdims=True)
    return centred / np.sqrt(variance + EPSILON) @ weights["w3"] + weights["b3"]


def softmax(x: np.ndarray) -> np.ndarray:
    """Probabilities along the last axis."""
    exponential = np.exp(x - x.max(axis=-1, keepdims=True))
    return exponential / exponential.sum(axis=-1, keepdims=True)


def accuracy(scores: np.ndarray, labels: np.ndarray) -> float:
    """The share of rows whose largest score is at the label."""
    return float((np.asarray(scores).argmax(axis=1) == labels).mean())

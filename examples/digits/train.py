"""Train the digits network with Adam and write weights.npz (float32).

Backpropagation is written by hand, so the script needs only numpy. The same seed and version of
numpy give the same weights.
"""

import math

import numpy as np
from network import EPSILON, PARAMETERS, WEIGHTS, accuracy, erf, gelu, logits, softmax, split

EPOCHS, BATCH, RATE, DECAY, SEED = 60, 50, 2e-3, 1e-4, 0


def gelu_slope(x: np.ndarray) -> np.ndarray:
    """Derivative of gelu: Phi(x) + x phi(x)."""
    phi = np.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)
    return 0.5 * (1.0 + erf(x / math.sqrt(2.0)).astype(np.float64)) + x * phi


def gradients(w: dict[str, np.ndarray], x: np.ndarray, labels: np.ndarray) -> dict[str, np.ndarray]:
    """Gradients of the mean cross-entropy over the batch."""
    before_relu = x @ w["w1"] + w["b1"]
    first = np.maximum(before_relu, 0.0)
    inner = first @ w["w2"] + w["b2"]
    hidden = first + gelu(inner)
    centred = hidden - hidden.mean(axis=1, keepdims=True)
    scale = 1.0 / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + EPSILON)
    normal = centred * scale
    probabilities = softmax(normal @ w["w3"] + w["b3"])

    d_logits = (probabilities - np.eye(10)[labels]) / len(x)
    d_normal = d_logits @ w["w3"].T
    projected = (d_normal * normal).mean(axis=1, keepdims=True)
    d_hidden = scale * (d_normal - d_normal.mean(axis=1, keepdims=True) - normal * projected)
    d_inner = d_hidden * gelu_slope(inner)
    d_first = (d_hidden + d_inner @ w["w2"].T) * (before_relu > 0)
    return {
        "w1": x.T @ d_first,
        "b1": d_first.sum(axis=0, keepdims=True),
        "w2": first.T @ d_inner,
        "b2": d_inner.sum(axis=0, keepdims=True),
        "w3": normal.T @ d_logits,
        "b3": d_logits.sum(axis=0, keepdims=True),
    }


def main() -> None:
    """Train, report, save."""
    random = np.random.default_rng(SEED)
    images, labels, held_out, held_out_labels = split()
    weights = {
        name: random.normal(0.0, math.sqrt(2.0 / shape[0]), shape)
        if name[0] == "w"
        else np.zeros(shape)
        for name, shape in PARAMETERS.items()
    }
    moment = {name: np.zeros(shape) for name, shape in PARAMETERS.items()}
    square = {name: np.zeros(shape) for name, shape in PARAMETERS.items()}
    step = 0
    for epoch in range(EPOCHS):
        order = random.permutation(len(images))
        rate = RATE * 0.5 * (1.0 + math.cos(math.pi * epoch / EPOCHS))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            step += 1
            for name, slope in gradients(weights, images[rows], labels[rows]).items():
                slope = slope + DECAY * weights[name]
                moment[name] = 0.9 * moment[name] + 0.1 * slope
                square[name] = 0.999 * square[name] + 0.001 * slope * slope
                first = moment[name] / (1.0 - 0.9**step)
                second = square[name] / (1.0 - 0.999**step)
                weights[name] -= rate * first / (np.sqrt(second) + 1e-8)
    single = {name: value.astype(np.float32) for name, value in weights.items()}
    print(f"training accuracy {accuracy(logits(single, images), labels):.4f}")
    print(f"held-out accuracy {accuracy(logits(single, held_out), held_out_labels):.4f}")
    np.savez(WEIGHTS, **single)


if __name__ == "__main__":
    main()

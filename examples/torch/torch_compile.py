"""torch.compile with the backend `ttmlir`, and training steps on the simulator.

Forward and backward passes run on the simulator.

$ python examples/torch/torch_compile.py
"""

import torch
from torch import nn


def main():
    """Train a classifier for a few steps, and compare the losses with PyTorch's own."""
    torch.manual_seed(0)
    network = nn.Sequential(nn.Linear(8, 32), nn.GELU(), nn.LayerNorm(32), nn.Linear(32, 3))
    images, labels = torch.randn(16, 8), torch.randint(0, 3, (16,))
    start = {name: each.clone() for name, each in network.state_dict().items()}

    def train(function):
        network.load_state_dict(start)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.5)
        losses = []
        for _ in range(4):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(function(images), labels)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses

    compiled = torch.compile(network, backend="ttmlir")
    for ours, theirs in zip(train(compiled), train(network), strict=True):
        print(f"loss {ours:.6f}, PyTorch's {theirs:.6f}")
        assert abs(ours - theirs) < 1e-3


if __name__ == "__main__":
    main()

"""A residual network like torchvision's, in plain torch.nn.

It has convolutions, batch norms, shortcuts, poolings and a classifier.

$ python examples/torch/convolutional_network.py
"""

import torch
from torch import nn

import ttmlir_py.frontends.torch as ttmlir


class Block(nn.Module):
    """Two convolutions with a shortcut."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Sequential()
        if stride != 1 or inputs != outputs:
            convolution = nn.Conv2d(inputs, outputs, 1, stride, bias=False)
            self.shortcut = nn.Sequential(convolution, nn.BatchNorm2d(outputs))

    def forward(self, x):
        hidden = torch.relu(self.first_norm(self.first(x)))
        return torch.relu(self.second_norm(self.second(hidden)) + self.shortcut(x))


class Network(nn.Module):
    """Images to the scores of ten classes."""

    def __init__(self, width=8):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, width, 7, stride=2, padding=3, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.MaxPool2d(3, stride=2, padding=1),
        )
        self.blocks = nn.Sequential(Block(width, width), Block(width, 2 * width, stride=2))
        self.head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2 * width, 10))

    def forward(self, x):
        return self.head(self.blocks(self.stem(x)))


def main():
    """Compile the network with constant weights, compare it with PyTorch, and estimate its time."""
    torch.manual_seed(0)
    network = Network().eval()  # batch norms use their averages, and dropout is off
    images = torch.randn(2, 3, 32, 32)
    model = ttmlir.compile(network, images)
    report = model.check(images)
    print(report)
    report.check()
    print(
        "classes:", model(images).argmax(1).tolist(), "PyTorch:", network(images).argmax(1).tolist()
    )
    print(f"on an n150 about {model.perf().nanoseconds / 1e3:.0f} us")


if __name__ == "__main__":
    main()

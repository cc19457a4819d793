"""Operations and estimated times of 12 layers, with and without the simplification of TTIR."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size=64, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(size, 3 * size)
        self.out = nn.Linear(size, size)

    def forward(self, x):
        batch, length, size = x.shape
        q, k, v = (
            each.view(batch, length, self.heads, -1).transpose(1, 2)
            for each in self.qkv(x).chunk(3, dim=-1)
        )
        y = nn.functional.scaled_dot_product_attention(q, k, v)
        return self.out(y.transpose(1, 2).reshape(batch, length, size))


class ResNetBlock(nn.Module):
    def __init__(self, channels=32):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)

    def forward(self, x):
        y = self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x)))))
        return torch.relu(x + y)


class SwiGLU(nn.Module):
    def __init__(self, size=64, inner=128):
        super().__init__()
        self.gate = nn.Linear(size, inner, bias=False)
        self.up = nn.Linear(size, inner, bias=False)
        self.down = nn.Linear(inner, size, bias=False)

    def forward(self, x):
        return self.down(nn.functional.silu(self.gate(x)) * self.up(x))


def mobile_block(channels=32, inner=64):
    return nn.Sequential(
        nn.Conv2d(channels, inner, 1, bias=False),
        nn.BatchNorm2d(inner),
        nn.ReLU6(),
        nn.Conv2d(inner, inner, 3, padding=1, groups=inner, bias=False),
        nn.BatchNorm2d(inner),
        nn.ReLU6(),
        nn.Conv2d(inner, channels, 1, bias=False),
        nn.BatchNorm2d(channels),
    )


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTM(32, 32, batch_first=True)

    def forward(self, x):
        return self.cell(x)[0]


def layers():
    torch.manual_seed(0)
    image = torch.randn(1, 32, 16, 16)
    rows = torch.randn(32, 64)
    words = torch.randn(1, 32, 64)
    return {
        "linear": (nn.Linear(32, 16), torch.randn(8, 32)),
        "mlp with gelu": (nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 64)), rows),
        "attention": (Attention(), words),
        "encoder layer": (nn.TransformerEncoderLayer(64, 4, 128, batch_first=True), words),
        "conv-bn-relu": (
            nn.Sequential(nn.Conv2d(32, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU()),
            image,
        ),
        "resnet block": (ResNetBlock(), image),
        "layer norm": (nn.LayerNorm(64), rows),
        "rms norm": (nn.RMSNorm(64), rows),
        "embedding": (nn.Embedding(100, 64), torch.arange(32)[None]),
        "lstm": (Lstm(), torch.randn(1, 4, 32)),
        "mobile block": (mobile_block(), image),
        "swiglu": (SwiGLU(), rows),
    }

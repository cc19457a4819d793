"""PyTorch programs as users write them: layers, networks and functions, each with its arguments."""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional

Tensor = torch.Tensor
_generator = torch.Generator().manual_seed(0)


class Program(NamedTuple):
    """A module or function and its arguments. `refused` is the error message if it cannot be
    compiled.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    refused: str | None
    bound: float
    """The allowed difference from PyTorch, relative to the largest magnitude of an output."""


PROGRAMS: dict[str, Program] = {}

F32 = 1e-5
"""The bound for programs computed in f32, where only the order of additions differs."""
F32_FUNCTIONS = 1e-4
"""The bound for programs with functions that PyTorch approximates differently."""
BF16 = 1e-2
"""The bound for programs that use bf16 in places: embeddings, indices, strided slices."""


def program(
    *arguments: Any, refused: str | None = None, bound: float = F32
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS[function.__name__.lstrip("_")] = Program(function, arguments, refused, bound)
        return function

    return add


def module(
    name: str, made: nn.Module, *arguments: Any, refused: str | None = None, bound: float = F32
) -> None:
    for each in made.modules():
        if isinstance(each, nn.modules.batchnorm._BatchNorm):  # statistics as after training
            each.running_mean, each.running_var = (
                normal(each.num_features),
                positive(each.num_features),
            )
    PROGRAMS[name] = Program(made.eval(), arguments, refused, bound)


def normal(*shape: int) -> Tensor:
    return torch.randn(shape, generator=_generator)


def positive(*shape: int) -> Tensor:
    return torch.rand(shape, generator=_generator) + 0.5


def integers(low: int, high: int, *shape: int) -> Tensor:
    return torch.randint(low, high, shape, generator=_generator)


torch.manual_seed(0)

# ---- layers --------------------------------------------------------------------------------------

module("linear", nn.Linear(16, 8), normal(4, 16))
module("linear_bf16", nn.Linear(16, 8).to(torch.bfloat16), normal(4, 16).bfloat16(), bound=BF16)
module("linear_f64", nn.Linear(16, 8).double(), normal(4, 16).double())
module("bilinear_layer", nn.Bilinear(5, 6, 4), normal(3, 5), normal(3, 6))
module("convolution", nn.Conv2d(3, 8, 3, stride=2, padding=1), normal(2, 3, 16, 16))
module("convolution_dilated", nn.Conv2d(4, 4, 3, dilation=2, bias=False), normal(1, 4, 12, 12))
module("convolution_depthwise", nn.Conv2d(8, 8, 3, padding=1, groups=8), normal(1, 8, 9, 9))
module("convolution_1d", nn.Conv1d(4, 8, 3, padding=1), normal(2, 4, 20))
module("convolution_transposed", nn.ConvTranspose2d(4, 3, 2, stride=2), normal(1, 4, 6, 6))
module("batch_norm", nn.BatchNorm2d(6), normal(2, 6, 5, 5))
module("batch_norm_1d", nn.BatchNorm1d(6), normal(4, 6))
module("layer_norm", nn.LayerNorm(16), normal(2, 5, 16))
module("group_norm", nn.GroupNorm(2, 8), normal(2, 8, 4, 4), bound=BF16)
module("instance_norm", nn.InstanceNorm2d(4, affine=True), normal(2, 4, 6, 6))
module("rms_norm", nn.RMSNorm(16), normal(2, 5, 16))
module("max_pool", nn.MaxPool2d(3, stride=2, padding=1), normal(2, 4, 12, 12), bound=BF16)
module("average_pool", nn.AvgPool2d(2), normal(2, 4, 12, 12), bound=BF16)
module(
    "average_pool_padded",
    nn.AvgPool2d(3, 2, 1, count_include_pad=False),
    normal(1, 4, 9, 9),
    bound=BF16,
)
module("adaptive_average_pool", nn.AdaptiveAvgPool2d(1), normal(2, 3, 8, 8))
module("adaptive_average_pool_2", nn.AdaptiveAvgPool2d(2), normal(2, 3, 8, 8), bound=BF16)
module("adaptive_max_pool", nn.AdaptiveMaxPool2d(1), normal(2, 3, 8, 8), bound=BF16)
module("embedding", nn.Embedding(20, 12), integers(0, 20, 3, 7), bound=BF16)
module(
    "embedding_bag",
    nn.EmbeddingBag(20, 12, mode="sum"),
    integers(0, 20, 3, 7),
    bound=BF16,
)
module("lstm", nn.LSTM(8, 8, batch_first=True), normal(2, 5, 8))
module("bidirectional_lstm", nn.LSTM(6, 8, num_layers=2, bidirectional=True), normal(4, 2, 6))
module("gru", nn.GRU(8, 8, batch_first=True), normal(2, 5, 8))
module("rnn", nn.RNN(8, 8), normal(5, 2, 8))
module("dropout", nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5)), normal(2, 8))
module(
    "multihead_attention", nn.MultiheadAttention(16, 4, batch_first=True), *[normal(2, 6, 16)] * 3
)
module(
    "upsample_nearest", nn.Upsample(scale_factor=2, mode="nearest"), normal(1, 3, 6, 6), bound=BF16
)
module(
    "upsample_bilinear",
    nn.Upsample(scale_factor=2, mode="bilinear"),
    normal(1, 3, 6, 6),
    bound=BF16,
)
module(
    "upsample_corners",
    nn.Upsample((9, 11), mode="bilinear", align_corners=True),
    normal(1, 2, 5, 6),
    bound=BF16,
)
module("pixel_shuffle", nn.PixelShuffle(2), normal(1, 8, 4, 4))
module("reflection_pad", nn.ReflectionPad2d(2), normal(1, 2, 6, 6))
module("replication_pad", nn.ReplicationPad3d((1, 0, 2, 1, 0, 0)), normal(1, 2, 3, 4, 5))
module("fold", nn.Unfold(3, padding=1), normal(1, 2, 6, 6), bound=BF16)
module("sums_of_windows", nn.Fold((7, 9), (2, 3), (2, 1), (1, 2), (3, 2)), normal(2, 12, 18))
module("cosine_similarity", nn.CosineSimilarity(), normal(4, 16), normal(4, 16))
module("cross_entropy", nn.CrossEntropyLoss(), normal(6, 10), integers(0, 10, 6))
module("binary_cross_entropy", nn.BCEWithLogitsLoss(), normal(6), positive(6))
module("smooth_l1", nn.SmoothL1Loss(), normal(6, 4), normal(6, 4))


for _name in (
    "ReLU",
    "GELU",
    "SiLU",
    "ELU",
    "SELU",
    "Softplus",
    "Tanh",
    "Sigmoid",
    "Hardswish",
    "Mish",
    "LeakyReLU",
    "LogSigmoid",
    "PReLU",
    "Hardtanh",
    "Softsign",
):
    module(_name.lower(), getattr(nn, _name)(), 3 * normal(4, 8), bound=F32_FUNCTIONS)
module("gelu_tanh", nn.GELU(approximate="tanh"), 3 * normal(4, 8), bound=F32_FUNCTIONS)
module("softmax", nn.Softmax(-1), normal(4, 8))
module("log_softmax", nn.LogSoftmax(1), normal(4, 8))
module("glu", nn.GLU(), normal(4, 8))

# ---- networks ------------------------------------------------------------------------------------

module(
    "convolutional_network",
    nn.Sequential(
        *(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16), nn.SiLU(), nn.AdaptiveAvgPool2d(1)),
        *(nn.Flatten(), nn.Linear(16, 10)),
    ),
    normal(2, 3, 16, 16),
    bound=BF16,
)
module(
    "transformer",
    nn.Sequential(
        nn.Embedding(50, 16),
        nn.TransformerEncoder(
            nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), 2, enable_nested_tensor=False
        ),
    ),
    integers(0, 50, 2, 7),
    bound=BF16,
)
module(
    "transformer_decoder",
    nn.TransformerDecoderLayer(16, 4, 32, batch_first=True),
    normal(2, 5, 16),
    normal(2, 7, 16),
)
module(
    "autoencoder",
    nn.Sequential(nn.Linear(12, 4), nn.Tanh(), nn.Linear(4, 12), nn.Sigmoid()),
    normal(3, 12),
)


class _Residual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(4, 8, 3, stride=2, padding=1, bias=False)
        self.second = nn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.norms = nn.ModuleList(nn.BatchNorm2d(8) for _ in range(3))
        self.shortcut = nn.Conv2d(4, 8, 1, stride=2, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.norms[0](self.first(x)))
        return functional.relu(self.norms[1](self.second(y)) + self.norms[2](self.shortcut(x)))


module("residual_block", _Residual(), normal(1, 4, 8, 8))


class _Llama(nn.Module):
    """A transformer block as in Llama: rotary embedding, grouped queries, causal mask, gated
    network.
    """

    def __init__(self, width: int = 16, heads: int = 4, groups: int = 2) -> None:
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.q = nn.Linear(width, width, bias=False)
        self.kv = nn.Linear(width, 2 * groups * self.size, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.norms = nn.ModuleList(nn.RMSNorm(width) for _ in range(2))
        self.gate, self.up, self.down = (
            nn.Linear(*each, bias=False) for each in ((width, 32), (width, 32), (32, width))
        )

    def rotated(self, x: Tensor, places: Tensor) -> Tensor:
        frequencies = 10000 ** -(torch.arange(0, self.size, 2).float() / self.size)
        angles = places[:, None].float() * frequencies
        cos, sin = angles.cos().repeat(1, 2), angles.sin().repeat(1, 2)
        low, high = x.chunk(2, -1)
        return x * cos + torch.cat((-high, low), -1) * sin

    def forward(self, x: Tensor) -> Tensor:
        batch, length, width = x.shape
        places = torch.arange(length)
        y = self.norms[0](x)
        q = self.q(y).view(batch, length, self.heads, self.size).transpose(1, 2)
        k, v = self.kv(y).view(batch, length, 2, self.groups, self.size).permute(2, 0, 3, 1, 4)
        k, v = (
            each.repeat_interleave(self.heads // self.groups, 1)
            for each in (self.rotated(k, places), v)
        )
        mask = torch.tril(torch.ones(length, length, dtype=torch.bool))
        y = functional.scaled_dot_product_attention(self.rotated(q, places), k, v, attn_mask=mask)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        y = self.norms[1](x)
        return x + self.down(functional.silu(self.gate(y)) * self.up(y))


module("llama_block", _Llama(), normal(2, 6, 16), bound=BF16)

# ---- functions -----------------------------------------------------------------------------------


@program(normal(4, 8))
def any_positive(x: Tensor) -> Any:
    return (x > 0).any(1), (x > -1).all(1), torch.any(x > 2)


@program(normal(4, 8))
def argmax(x: Tensor) -> Any:
    return x.argmax(1), x.argmin(0), x.max(-1), x.argmax(-1, keepdim=True)


@program(normal(5))
def arange(x: Tensor) -> Tensor:
    return x + torch.arange(5) * 2 - torch.arange(3, 8)


@program(normal(2, 3, 4), normal(2, 4, 5))
def batched_matmul(x: Tensor, y: Tensor) -> Any:
    return torch.bmm(x, y), x @ y[0]


@program(normal(2, 3, 4), normal(4, 5), normal(2, 5))
def einsum(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    return torch.einsum("bij,jk,bk->bi", x, y, z)


@program(normal(4, 8))
def clamp(x: Tensor) -> Any:
    return x.clamp(-1, 0.5), x.clamp(min=0.1), x.clamp(max=-0.25)


@program(normal(4, 8), integers(-5, 5, 6))
def cumulative_sum(x: Tensor, n: Tensor) -> Any:
    return x.cumsum(1), x.cumsum(0), n.cumsum(0)


@program(normal(4, 8))
def cumulative_product(x: Tensor) -> Tensor:
    return x.cumprod(1)


@program(normal(4, 8))
def cumulative_maximum(x: Tensor) -> Tensor:
    return x.cummax(1).values


@program(3 * normal(4, 8), bound=F32_FUNCTIONS)
def error_function(x: Tensor) -> Any:
    return x.erf(), torch.special.erf(x) * x


@program(normal(4, 8), bound=F32_FUNCTIONS)
def complementary_error_function(x: Tensor) -> Any:
    return torch.special.erfc(x)


@program(normal(60), bound=0)
def histogram(x: Tensor) -> Any:
    return torch.histc(x, 7, -0.5, 1.25), torch.histc(x.round(), 3, -1, 1)


@program(normal(9, 16).bfloat16(), normal(4, 16, 8).bfloat16(), torch.tensor([3, 3, 7, 9]).int())
def grouped_product(x: Tensor, matrices: Tensor, ends: Tensor) -> Tensor:
    return functional.grouped_mm(x, matrices, offs=ends)


@program(normal(4, 8), integers(0, 8, 4, 2), bound=0)
def gather(x: Tensor, index: Tensor) -> Tensor:
    return x.gather(1, index)


@program(normal(4, 8), bound=BF16)
def index(x: Tensor) -> Any:
    return x[:, [1, 3]], x[[0, 2], [1, 5]], x[torch.tensor([3, 0])]


@program(normal(9, 8), integers(-9, 9, 5), bound=BF16)
def negative_index(x: Tensor, i: Tensor) -> Tensor:
    return x[i]


@program(normal(9, 8), integers(0, 9, 5), bound=BF16)
def index_select(x: Tensor, i: Tensor) -> Tensor:
    return x.index_select(0, i)


@program(integers(-20, 20, 6), torch.tensor([3, -3, 7, 1, -1, 2]))
def integer_division(x: Tensor, y: Tensor) -> Any:
    return x // 3, x % 3, x // y, x % y, torch.div(x, y, rounding_mode="trunc"), torch.fmod(x, y)


@program(3 * normal(4, 8), normal(4, 8))
def float_remainders(x: Tensor, y: Tensor) -> Any:
    return x % 2, x % -1.5, torch.fmod(x, 0.75), torch.remainder(x, y), torch.fmod(x, y), x // y


@program(torch.tensor([2**31 - 1, -(2**31), 2**24 + 1, -(2**24) - 1, 7, -7]))
def large_integers(x: Tensor) -> Any:
    return x, x - (x > 0).long() > 2**24, x // 2, x.clamp(-(2**24) - 1, 2**30 + 1), x == 2**24 + 1


@program(integers(-9, 9, 4, 5), integers(-9, 9, 4, 5))
def integer_arithmetic(x: Tensor, y: Tensor) -> Any:
    return (
        x + y,
        x - y,
        x * y,
        -x,
        x.abs(),
        torch.maximum(x, y),
        x < y,
        x.sum(1),
        x.amax(0),
        x.sign(),
    )


@program(normal(4, 8))
def log_sum_exp(x: Tensor) -> Tensor:
    return torch.logsumexp(x, 1)


@program(normal(4, 4), normal(4, 4) > 0)
def masked_fill(x: Tensor, mask: Tensor) -> Any:
    return (
        x.masked_fill(mask, -1e9),
        x.masked_fill(mask, float("-inf")).softmax(-1),
        x.tril(),
        x.triu(1),
    )


@program(normal(2, 3))
def pad(x: Tensor) -> Any:
    return (
        functional.pad(x, (1, 2)),
        functional.pad(x, (0, 1, 2, 0), value=3.5),
        functional.pad(x, (-1, 0)),
    )


@program(normal(4, 8), bound=F32_FUNCTIONS)
def powers(x: Tensor) -> Any:
    return x**2, x.abs() ** 0.5, x**3, x.abs().rsqrt(), 2**x


@program(normal(4, 8))
def roll(x: Tensor) -> Any:
    return x.roll(1, 1), x.flip(0), x.roll((1, 2), (0, 1))


@program(normal(4, 8), integers(0, 8, 4, 2), bound=BF16)
def scatter(x: Tensor, index: Tensor) -> Tensor:
    return x.scatter(1, index, -torch.ones(4, 2))


@program(normal(4, 8), normal(2, 8))
def writes_to_slices(x: Tensor, y: Tensor) -> Any:
    x, tail = x.clone(), torch.zeros(4, 8)
    x[2:] = y
    x[-3:-1, 1:8:3] = y[:, :3]
    tail[:, -2:] = x[:, :2]
    return x, tail, torch.slice_scatter(x, y[:0], 0, 3, 3)


@program(normal(4, 8), integers(0, 4, 6), normal(6, 8), bound=BF16)
def index_add(x: Tensor, index: Tensor, y: Tensor) -> Tensor:
    return x.index_add(0, index, y)


@program(*[normal(2, 4, 6, 8)] * 3)
def scaled_dot_product_attention(q: Tensor, k: Tensor, v: Tensor) -> Any:
    attend = functional.scaled_dot_product_attention
    return attend(q, k, v), attend(q, k, v, is_causal=True)


@program(normal(4, 8), bound=BF16)
def sort(x: Tensor) -> Any:
    return torch.sort(x, 1)


@program(normal(4, 8), bound=BF16)
def top_k(x: Tensor) -> Any:
    unordered, _ = torch.topk(x, 3, sorted=False)
    return torch.topk(x, 3), unordered.sum(1)


@program(normal(4, 8))
def standard_deviation(x: Tensor) -> Any:
    return x.std(1), x.var(0, unbiased=False), torch.var_mean(x, 1), x.mean(), x.norm()


@program(normal(4, 8), normal(4, 8))
def where(x: Tensor, y: Tensor) -> Any:
    return torch.where(x > y, x, 0.0), torch.minimum(x, y), torch.isnan(x / 0.0 * 0)


@program(normal(2, 3), normal(2, 3))
def joining(x: Tensor, y: Tensor) -> Any:
    return (
        torch.cat((x, y), 1),
        torch.stack((x, y), 1),
        x.repeat(2, 2),
        x.unsqueeze(0).expand(4, 2, 3),
        y.split(1),
    )


@program(normal(3, 4, 5), bound=BF16)
def shapes(x: Tensor) -> Any:
    return (
        x.permute(2, 0, 1),
        x.reshape(6, 10),
        x.flatten(1),
        x[1:, ::2, -1],
        x.narrow(1, 1, 2),
        x.select(0, 1),
        x.T,
    )


@program(5 * normal(4, 8), bound=F32_FUNCTIONS)
def rounding(x: Tensor) -> Any:
    return (
        x.floor(),
        x.ceil(),
        x.round(),
        x.trunc(),
        x.frac(),
        x.sign(),
        x.to(torch.int32),
        x.long(),
        x.bool(),
    )


@program(normal(4, 8), bound=F32_FUNCTIONS)
def trigonometry(x: Tensor) -> Any:
    return (
        x.sin(),
        x.cos(),
        x.tan(),
        x.atan(),
        torch.atan2(x, x + 1),
        x.sinh(),
        x.exp(),
        x.abs().log(),
        x.log1p().nan_to_num(),
        x.expm1(),
    )


@program(normal(4, 8) > 0, normal(4, 8) > 0)
def truth_values(x: Tensor, y: Tensor) -> Any:
    return x & y, x | y, ~x, x ^ y, x.sum(1), x.float().mean()


@program(normal(6, 5), integers(0, 5, 6), bound=BF16)
def one_hot(x: Tensor, labels: Tensor) -> Any:
    return (functional.one_hot(labels, 5) * x).sum(1), functional.one_hot(labels, 5)


@program(normal(3, 4).double(), normal(4).half(), normal(4).bfloat16(), bound=BF16)
def mixed_types(x: Tensor, y: Tensor, z: Tensor) -> Any:
    return x + y, y * z, (x @ y.double()).float(), z.sum(), torch.arange(4) * z


@program({"x": normal(2, 3), "rest": [normal(3), torch.tensor(2.0)]}, 3)
def trees(tree: Any, times: int) -> Any:
    scale = tree["rest"][1]
    return {"y": tree["x"] * times + tree["rest"][0]}, [scale, times, None], tree["x"].shape[0]


@program(normal(2, 3, 12))
def windows(x: Tensor) -> Any:
    return x.unfold(2, 4, 4), x.unfold(-1, 5, 2), x.unfold(0, 2, 1), x[:, :, 1::3]


@program(normal(6, 3), integers(0, 4, 6, 3), normal(4, 3))
def scattered_reductions(x: Tensor, index: Tensor, start: Tensor) -> Any:
    kinds = ("sum", "prod", "mean", "amax", "amin")
    return [
        *(start.scatter_reduce(0, index, x, each, include_self=True) for each in kinds),
        *(start.scatter_reduce(0, index, x, each, include_self=False) for each in kinds),
        start.t().index_reduce(1, index[:, 0], x.t(), "amax"),
    ]


@program(normal(6, 3), integers(0, 4, 5, 2), normal(4, 3), integers(0, 4, 6))
def scattered_sums(x: Tensor, index: Tensor, start: Tensor, rows: Tensor) -> Any:
    return start.scatter_add(0, index, x), start.index_add(0, rows, x, alpha=2)


@program(integers(0, 4, 3, 9), normal(9, 3))
def sorting(x: Tensor, y: Tensor) -> Any:
    return (
        *torch.sort(x, stable=True, descending=True),
        torch.argsort(x, stable=True),
        *y.kthvalue(2, 0),
        *y.median(0),
        y.median(),
    )


@program(integers(-5, 5, 7, 2), normal(2, 7))
def scans(x: Tensor, y: Tensor) -> Any:
    return *x.cummax(0), *x.cummin(0), *y.cummin(1), y.cumprod(1)


@program(normal(3, 4), normal(3, 6).sort()[0], torch.tensor([0.0, 1.0]))
def searching(x: Tensor, rows: Tensor, boundaries: Tensor) -> Any:
    return (
        torch.searchsorted(rows, x, right=True),
        torch.searchsorted(boundaries, boundaries),
        torch.bucketize(x, boundaries, out_int32=True),
    )


@program(integers(-50, 50, 5), integers(0, 6, 5), integers(0, 50, 5).int())
def shifts(x: Tensor, distance: Tensor, y: Tensor) -> Any:
    return x << distance, x >> distance, y << 3, y >> 2, torch.bitwise_right_shift(x, 1)


@program(normal(2, 4, 5), normal(4, 4), normal(3))
def diagonals(x: Tensor, y: Tensor, values: Tensor) -> Any:
    return x.diagonal(1, 1, 2), x.diagonal(-2, 2, 0), y.trace(), y.diagonal_scatter(values, -1)


@program(torch.linspace(-4.3, 8, 37), torch.linspace(-1, 1, 33), bound=F32_FUNCTIONS)
def special_functions(x: Tensor, y: Tensor) -> Any:
    return torch.erfc(x), torch.lgamma(x), torch.digamma(x), torch.erfinv(y), torch.hypot(y, -y)


@program(torch.tensor([0.0, -0.0, 1.5, -2.0, float("inf"), float("-inf")]))
def signs(x: Tensor) -> Any:
    return torch.copysign(torch.ones(6), x), torch.signbit(x), torch.hypot(x, 0 * x.nan_to_num())


@program(normal(1, 2, 9, 9), bound=BF16)
def max_pool_indices(x: Tensor) -> Any:
    return *functional.max_pool2d(x, 3, 2, 1, return_indices=True), functional.max_pool3d(x, 2)


@program(normal(1, 2, 8, 6))
def resizing(x: Tensor) -> Any:
    return (
        functional.interpolate(x, size=(3, 5), mode="bilinear", antialias=True),
        functional.interpolate(x, size=(9, 7), mode="bicubic", antialias=True),
        functional.interpolate(x, size=(16, 18), mode="nearest"),
        functional.interpolate(x, size=(7, 9), mode="nearest-exact"),
        functional.interpolate(x, scale_factor=1.5, mode="bicubic", align_corners=True),
        functional.interpolate(x[0], size=9, mode="linear"),
        functional.adaptive_avg_pool2d(x, (3, 4)),
        functional.adaptive_avg_pool3d(x, (1, 3, 2)),
    )


@program(normal(1, 1, 300, 3))
def resizing_of_long_images(x: Tensor) -> Any:
    return (
        functional.interpolate(x, size=(200, 3), mode="bilinear"),
        functional.interpolate(x, size=(100, 2), mode="nearest"),
        functional.adaptive_avg_pool2d(x, (7, 1)),
    )


@program(normal(3, 4), normal(5, 4))
def distances(x: Tensor, y: Tensor) -> Any:
    return torch.cdist(x, y), torch.cdist(x, y, p=1.0), torch.cdist(x, y, p=float("inf"))


@program(normal(4, 6).abs())
def unsigned_integers(x: Tensor) -> Any:
    small, large = (50 * x).to(torch.uint8), (50 * x + 130).clamp(max=255).to(torch.uint8)
    extremes = small.amax(0), large.amin(0), (x > 9).max(), (x < 9).min()
    return *extremes, large > small, large > 150, large.argmax(1), large.sort(1).values, large // 7


@program(normal(4, 6))
def masked_assignment(x: Tensor) -> Any:
    y = x.clone()
    y[x > 0] = 2.0
    return y, torch.index_put(x, (x[:, 0] > 0,), torch.tensor(1.0), accumulate=True)


@program(normal(4, 6))
def strided_views(x: Tensor) -> Any:
    return x.as_strided((2, 12), (12, 1)), x.as_strided((6, 4), (1, 6))


@program(normal(8))
def fourier(x: Tensor) -> Tensor:
    return torch.fft.rfft(x).abs()


@program(normal(4).abs(), refused="draws random numbers")
def random_numbers(x: Tensor) -> Tensor:
    return torch.multinomial(x, 2)


@program(normal(3, 70) * 60)
def running_logarithms_of_large_sums(x: Tensor) -> Tensor:
    return torch.logcumsumexp(x, 1)


@program(normal())
def reductions_without_dimensions(x: Tensor) -> Tensor:
    return x.sum() + x.amax() + torch.logsumexp(x, 0)


@program(normal(), refused="give the tensor a dimension")
def softmax_without_dimensions(x: Tensor) -> Tensor:
    return x.softmax(0)


@program(normal(3, 5))
def constant_selections(x: Tensor) -> Any:
    columns = torch.arange(5) != 2
    y = x.clone()
    y[:, columns] = x[:, :4]
    return (
        torch.cat((x[:, columns], x), 1),
        x.masked_select(columns),
        x[torch.ones(3, 5).tril().bool()],
        columns.nonzero(),
        y,
    )


@program(normal(4), bound=BF16)
def positive_ones(x: Tensor) -> Tensor:
    return x[x > 0]


_halved = nn.Linear(4, 3).half()


@program(
    normal(2, 4), refused="'aten.linear.default' in 'float_types_mixed': .*got Float and Half: con"
)
def float_types_mixed(x: Tensor) -> Tensor:
    return _halved(x)


@program(normal(2, 4).half(), positive(4), positive(4))
def norm_of_half_by_floats(x: Tensor, scale: Tensor, offset: Tensor) -> Tensor:
    return functional.layer_norm(x, (4,), scale, offset).float()


@program(normal(1, 1, 4, 4), integers(1, 4, 2), refused="a size depends on data")
def resized_to_sum(x: Tensor, sizes: Tensor) -> Tensor:
    return functional.interpolate(x, size=(sizes.sum(), 4))  # pyright: ignore[reportArgumentType]


@program(normal(4), normal(4))
def branch_on_equality(x: Tensor, y: Tensor) -> Tensor:
    return x if torch.equal(x, y) else x + y


@program(normal(4))
def branch_on_sign(x: Tensor) -> Tensor:
    return x if (x > 0).any() else -x


@program(normal(4), refused="leave it out, and compute with the tensor")
def python_number(x: Tensor) -> Tensor:
    return x * x.sum().item()


@program(normal(4), refused="leave it out, and compute with the tensor")
def python_result(x: Tensor) -> Any:
    return x, x.sum().item()


@program(normal(4), refused="Python needs a number that depends on data")
def converted_number(x: Tensor) -> Tensor:
    return x * float(x.sum())


@program(normal(4), refused="compute both results, and choose with torch.where")
def condition_of_functions(x: Tensor) -> Any:
    return torch.cond(x.sum() > 0, lambda y: y + 1, lambda y: y - 1, (x,))


@program(normal(1, 4, 3, 8), normal(1, 2, 5, 8), normal(3, 5))
def attention_with_sums(q: Tensor, k: Tensor, mask: Tensor) -> Any:
    attention = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu
    key = k.repeat_interleave(2, 1)
    results = attention(q, k, k), attention(q, key, key, is_causal=True)
    return *results, attention(q, k, k, attn_mask=mask, scale=0.5)


@program(normal(3, 3), refused="linalg_solve|_linalg")
def solve(x: Tensor) -> Tensor:
    return torch.linalg.solve_ex(x, x).result

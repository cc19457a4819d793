"""Gradients of layers and functions under torch.compile are those of PyTorch."""

import copy

import pytest
from tiers import share

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
from ttmlir_py.frontends import torch_dynamo  # noqa: E402

pytestmark = pytest.mark.slow

nn, functional = torch.nn, torch.nn.functional


class Applied(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


def attention(q, k):
    return functional.scaled_dot_product_attention(q, k, k, is_causal=True)


def largest_in_groups(x):
    index = torch.tensor([[0, 1, 1], [3, 3, 2]])
    return torch.zeros(4, 3).scatter_reduce(0, index, x, "amax")


LAYERS = {
    "convolution": (nn.Conv2d(4, 6, (3, 2), (2, 1), (1, 0)), (2, 4, 8, 7)),
    "convolution_depthwise": (nn.Conv2d(4, 8, 3, 2, 1, groups=4), (2, 4, 8, 8)),
    "convolution_grouped_dilated": (nn.Conv2d(4, 6, 3, 2, 2, 2, groups=2), (2, 4, 8, 8)),
    "convolution_1d": (nn.Conv1d(4, 6, 3, 2, 1, groups=2), (2, 4, 9)),
    "convolution_3d": (nn.Conv3d(2, 3, 3, padding=1), (1, 2, 4, 4, 4)),
    "convolution_transposed": (nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, groups=2), (2, 4, 5, 5)),
    "convolution_transposed_1d": (nn.ConvTranspose1d(4, 6, 4, 2, 1), (2, 4, 5)),
    "max_pool": (nn.Sequential(nn.ReLU(), nn.MaxPool2d(3, 2, 1)), (2, 3, 8, 8)),
    "max_pool_ceil": (nn.MaxPool2d(3, 2, ceil_mode=True), (2, 3, 8, 8)),
    "max_pool_3d": (nn.MaxPool3d(2), (1, 2, 4, 4, 4)),
    "max_pool_adaptive": (nn.AdaptiveMaxPool2d(2), (1, 2, 4, 4)),
    "average_pool": (nn.AvgPool2d(3, 2, 1, True, False), (2, 3, 8, 8)),
    "average_pool_divisor": (nn.AvgPool2d(2, divisor_override=3), (1, 2, 6, 6)),
    "average_pool_adaptive": (nn.AdaptiveAvgPool2d((2, 3)), (1, 2, 7, 7)),
    "upsample_nearest": (nn.Upsample(scale_factor=2), (1, 2, 4, 4)),
    "upsample_bicubic": (nn.Upsample(size=(7, 9), mode="bicubic"), (1, 2, 4, 4)),
    "transformer_encoder": (nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True), (2, 5, 8)),
    "attention": (Applied(attention), (1, 2, 5, 4), (1, 2, 6, 4)),
    "unfold": (Applied(lambda x: x.unfold(-1, 3, 2)), (2, 9)),
    "cumprod": (Applied(lambda x: x.cumprod(-1)), (3, 5)),
    "diagonal": (Applied(lambda x: x.diagonal(1)), (4, 5)),
    "distances": (Applied(torch.cdist), (3, 4), (5, 4)),
    "scatter_reduce": (Applied(largest_in_groups), (2, 3)),
    "reflection_pad": (nn.ReflectionPad2d((1, 2, 0, 3)), (1, 2, 4, 5)),
    "replication_pad": (nn.ReplicationPad1d((2, 0)), (2, 3, 4)),
    "slice_with_step": (Applied(lambda x: x[:, ::2]), (3, 8)),
}


@pytest.mark.parametrize("name", share([*LAYERS], 4))
@pytest.mark.filterwarnings("ignore")
def test_gradients_of_compiled_layer_match_torch(name: str):
    layer, *shapes = LAYERS[name]
    generator = torch.Generator().manual_seed(0)
    inputs = [torch.randn(shape, generator=generator) for shape in shapes]
    torch._dynamo.reset()
    results: list[list[torch.Tensor]] = []
    for is_compiled in (False, True):
        module = copy.deepcopy(layer)
        leaves = [each.clone().requires_grad_() for each in inputs]
        function = torch.compile(module, backend=torch_dynamo.ttmlir) if is_compiled else module
        result = function(*leaves)
        weights = torch.arange(result.numel()).reshape(result.shape).cos()
        (result * weights).sum().backward()
        gradients = [each.grad for each in (*module.parameters(), *leaves)]
        results.append([result.detach(), *gradients])
    for expected, found in zip(*results, strict=True):
        bound = 5e-5 * expected.abs().max().item()
        torch.testing.assert_close(found, expected, rtol=0, atol=bound)

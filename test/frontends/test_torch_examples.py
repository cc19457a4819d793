"""Sizes and Python values that depend on data are those of the examples, and calls check them."""

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")

from ttmlir_py import CompilationError  # noqa: E402
from ttmlir_py.frontends import torch as ttmlir  # noqa: E402
from ttmlir_py.runtime.errors import InputError  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


class Selecting(torch.nn.Module):
    """Selects elements by values in several ways. The mask `held` is constant."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("held", torch.tensor([True, False, True, True]))

    def forward(self, x: torch.Tensor, sizes: torch.Tensor) -> Any:
        mask = x > 0
        y = x.clone()
        y[mask] = x[mask] * 2
        if not self.held.all():
            y = y + 1
        count = int(mask.sum())
        rows, columns = torch.where(mask)
        return (
            (y, x[rows, columns], x[:, self.held], x[mask.any(1)]),
            (x.split(sizes.tolist(), 1), torch.nn.functional.one_hot(sizes), count),
            (torch.masked_select(x, mask[:1]), torch.nonzero_static(mask, size=12)),
        )


def test_selections_have_sizes_of_examples_and_calls_check_them():
    x = torch.tensor([[1.0, -2, 3, -4], [-5, 6, -7, 8], [-9, -1, -2, -3]])
    sizes, module = torch.tensor([1, 3]), Selecting()
    model = ttmlir.compile(module, (x, sizes))
    assert str(model.check(x, sizes)).count("the number of selected elements") == 5
    for each in (x, x.roll(1, 1)):
        found, expected = model(each, sizes), module(each, sizes)
        torch.testing.assert_close(found, expected, rtol=0, atol=0)
    with pytest.raises(InputError, match=r"examples\.py:\d+: the number of selected .* is 12, but"):
        model(x.abs(), sizes)
    with pytest.raises(
        InputError, match=r"examples\.py:\d+: the value is 3, but .* compiled for 1"
    ):
        model(x, sizes.flip(0))


def test_float_of_a_tensor_is_refused_at_the_line_of_the_module():
    def scaled(x: torch.Tensor) -> torch.Tensor:
        return x * 2 if float(x.max()) > 1 else x

    with pytest.raises(CompilationError, match=r"examples\.py:\d+:0: error: Python needs a number"):
        ttmlir.compile(scaled, (torch.ones(2),))

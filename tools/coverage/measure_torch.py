"""Coverage of PyTorch: the operators of PyTorch's own test database, with its sample inputs."""

import multiprocessing
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any

from measure import Table, reason

INTRODUCTION = """
Which of PyTorch's operators compile, run on the simulator and give PyTorch's values. `make
coverage SOURCES=torch` takes the operators of PyTorch's test database (`op_db`), each with its
first sample in f32 that has at most 10,000 elements. The database needs the package `expecttest`.
The result must be PyTorch's, within 1 %.

Sizes that depend on values are taken from the sample. Random numbers are drawn on the host: those
of the two runs differ. `cross` and `stft` select elements in bf16, with a warning
(`reduced-precision`), which the measurement turns off.
"""
ELEMENTS = 10_000


def first_sample(torch: Any, operator: Any) -> Any:
    """Return the first small sample of an operator, or None."""
    torch.manual_seed(0)
    for sample in operator.sample_inputs("cpu", torch.float32):
        if isinstance(sample.input, torch.Tensor) and 0 < sample.input.numel() <= ELEMENTS:
            return sample
    return None


def outcome(torch: Any, operator: Any) -> tuple[str, str]:
    """Return whether an operator compiles and computes PyTorch's values, and why not."""
    import ttmlir_py.frontends.torch as front_end

    sample = first_sample(torch, operator)
    if sample is None:
        return "not measured", "no sample of one small f32 tensor"
    if "empty" in operator.name:
        return "not measured", "its values are not specified"
    flat, structure = torch.utils._pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
    places = [at for at, each in enumerate(flat) if isinstance(each, torch.Tensor)]

    class Operator(torch.nn.Module):
        """A module that applies the operator to tensors; other arguments are constants."""

        def forward(self, *tensors: Any) -> Any:
            values = list(flat)
            for at, tensor in zip(places, tensors, strict=True):
                values[at] = tensor
            first, args, kwargs = torch.utils._pytree.tree_unflatten(values, structure)
            return operator.op(first, *args, **kwargs)

    tensors = tuple(flat[at].detach() for at in places)
    leaves = torch.utils._pytree.tree_leaves
    try:
        expected = leaves(Operator()(*tensors))
        model = front_end.compile(Operator().eval(), tensors, warnings=["-w"])
        found = leaves(model(*tensors))
    except Exception as error:
        return "no", reason(error)
    for one, other in zip(found, expected, strict=True):
        if not torch.is_tensor(other):
            continue
        one, other = one.to(torch.complex128), other.to(torch.complex128)
        if one.shape != other.shape:
            return "differs", f"shape {tuple(one.shape)}, expected {tuple(other.shape)}"
        if not torch.allclose(one, other, rtol=0.01, atol=0.01, equal_nan=True):
            return "differs", f"by up to {float((one - other).abs().nan_to_num().max()):.3g}"
    return "yes", ""


def isolated_outcome(number: int) -> tuple[str, str]:
    """Return the outcome of operator `number` in a process of its own, which may crash."""
    context = multiprocessing.get_context("fork")
    try:
        with ProcessPoolExecutor(1, context) as pool:
            return pool.submit(_outcome, number).result()
    except BrokenProcessPool:
        return "no", "the process of the compilation ends by a signal"


def _outcome(number: int) -> tuple[str, str]:
    import torch

    torch.set_num_threads(1)
    return outcome(torch, operators(torch)[number])


@cache
def operators(torch: Any) -> list[Any]:
    """Return the operators of the database that take f32."""
    from torch.testing._internal.common_methods_invocations import op_db

    found = [each for each in op_db if torch.float32 in each.dtypes]
    return sorted(found, key=lambda each: (each.name, each.variant_test_name))


def table(name: str) -> Table:
    """Return the table."""
    import torch

    import ttmlir_py.frontends.torch  # noqa: F401  (loaded once, before processes are forked)

    warnings.simplefilter("ignore")
    rows = []
    for number, operator in enumerate(operators(torch)):
        label = ".".join(filter(None, (operator.name, operator.variant_test_name)))
        rows.append((f"`{label}`", *isolated_outcome(number)))
        print(f"{number + 1} of {len(operators(torch))}: {' '.join(rows[-1])}", file=sys.stderr)
    version = torch.__version__.partition("+")[0]
    text = f"{INTRODUCTION}\nMeasured with PyTorch {version}.\n"
    return ("Coverage of PyTorch", text, ("operator", "right", "reason"), rows)

"""Layers, networks and functions give what PyTorch gives, or are refused with the source
location.
"""

import re
from pathlib import Path

import pytest
from tiers import share

from ttmlir_py import CompilationError

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")

from ttmlir_py.frontends import torch as ttmlir  # noqa: E402

pytestmark = pytest.mark.slow

torch_programs = pytest.importorskip("frontends.torch_programs", reason="needs torch")
PLACE = r"\S+\.py:\d+:\d+: error: "


@pytest.mark.parametrize("name", share([*torch_programs.PROGRAMS], 60))
@pytest.mark.filterwarnings("ignore")
def test_torch_program_matches_pytorch_or_is_refused_with_source_line(name: str):
    function, arguments, refused, bound = torch_programs.PROGRAMS[name]
    if refused is not None:
        with pytest.raises(CompilationError) as caught:
            ttmlir.compile(function, arguments)
        assert re.search(f"{PLACE}.*{refused}", str(caught.value))
        return
    model = ttmlir.compile(function, arguments)
    leaves = torch.utils._pytree.tree_flatten
    with torch.no_grad():
        expected, structure = leaves(function(*arguments))
    found, found_structure = leaves(model(*arguments))
    assert found_structure == structure
    for ours, theirs in zip(found, expected, strict=True):
        if not isinstance(theirs, torch.Tensor):
            assert ours == theirs
            continue
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        if not theirs.dtype.is_floating_point:
            assert torch.equal(ours, theirs)
            continue
        largest = theirs[theirs.isfinite()].abs().max().item()
        torch.testing.assert_close(ours, theirs, rtol=0, atol=bound * largest, equal_nan=True)


def test_torch_program_list_has_documented_length():
    compiled = [each for each in torch_programs.PROGRAMS.values() if each.refused is None]
    assert len(compiled) >= 33
    assert Path(torch_programs.__file__).is_relative_to(Path(__file__).parent)

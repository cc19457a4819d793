"""Networks, losses and training steps give what XLA gives, or are refused with the source
location.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from tiers import share

from ttmlir_py import CompilationError

jax = pytest.importorskip("jax", reason="the extra jax is not installed")

from ttmlir_py.frontends import jax as ttmlir  # noqa: E402

pytestmark = pytest.mark.slow

jax_programs = pytest.importorskip("frontends.jax_programs", reason="needs jax")
BOUND = 1e-2
"""The allowed error relative to the largest output. Gathers and strided slices use bf16, which has
8 significant bits.
"""


@pytest.mark.parametrize("name", share([*jax_programs.PROGRAMS], 7))
def test_jax_program_matches_xla_or_is_refused_with_source_line(name: str):
    function, arguments, refused = jax_programs.PROGRAMS[name]
    if refused is not None:
        with pytest.raises(CompilationError) as caught:
            ttmlir.compile(function, *arguments)
        assert re.search(refused, str(caught.value))
        assert re.search(r"jax_programs\.py:\d+:\d+: error: ", str(caught.value))
        return
    model = ttmlir.compile(function, *arguments)
    reference = jax.jit(function)  # Without jit, XLA compiles each operation by itself: slower.
    found, expected = jax.tree.flatten(model(*arguments)), jax.tree.flatten(reference(*arguments))
    assert found[1] == expected[1]
    for ours, theirs in zip(found[0], map(np.asarray, expected[0]), strict=True):
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        if theirs.dtype.kind == "f":
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=BOUND * np.abs(theirs).max())
        else:
            np.testing.assert_array_equal(ours, theirs)


def test_jax_program_list_has_documented_length():
    compiled = [each for each in jax_programs.PROGRAMS.values() if each.refused is None]
    assert len(compiled) >= 40
    assert Path(jax_programs.__file__).is_relative_to(Path(__file__).parent)

"""Tests of warnings and errors for a program whose shards do not fit its mesh, when it is compiled,
translated and run.
"""

import pytest

import ttmlir_py
from ttmlir_py.building import func, module, tensor, ttir
from ttmlir_py.ir.module import ModuleOp


def sharded(dims: list[int], shards: list[int]) -> ModuleOp:
    """Return a program that divides a tensor of 64x128 into shards and joins them again."""

    @func(tensor((64, 128), "f32"))
    def program(x):
        part = ttir.mesh_shard(x, "devices", "full_to_shard", shards, dims)
        return ttir.mesh_shard(ttir.relu(part), "devices", "shard_to_full", shards, dims)

    return module(program)


def lowered(program: ModuleOp, mesh: str) -> list[str]:
    """Lower for a mesh of chips and return the warnings, without locations."""
    context = ttmlir_py.create_context()
    pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{mesh-shape={mesh}}})"
    program.attributes["tt.system_desc"] = ttmlir_py.system_desc("t3000")
    with context.diagnostics.collect() as diagnostics:
        ttmlir_py.PassManager(pipeline, context=context).run(program)
    return [each.message for each in diagnostics]


@pytest.mark.parametrize(
    ("dims", "shards", "mesh"),
    [
        ([-1, 1], [1, 2], "1,2"),
        ([-1, 1], [1, 4], "2,4"),
        ([0, 1], [2, 4], "2,4"),
        ([1, 0], [4, 2], "2,4"),
        ([0, -1], [2, 1], "2,2"),
    ],
)
def test_mesh_shape_that_matches_shards_gives_no_warning(
    dims: list[int], shards: list[int], mesh: str
):
    program = sharded(dims, shards)
    assert lowered(program, mesh) == []
    ttmlir_py.translate(program)


@pytest.mark.parametrize(
    ("dims", "shards", "mesh", "shard", "needed"),
    [
        ([-1, 1], [1, 2], "1,1", "64x64", "1x2"),
        ([-1, 1], [1, 2], "2,1", "64x64", "1x2"),
        ([0, 1], [2, 4], "1,4", "32x32", "2x4"),
        ([0, 1], [2, 4], "4,2", "32x32", "2x4"),
    ],
)
def test_mesh_shape_that_differs_from_shards_is_reported(
    dims: list[int], shards: list[int], mesh: str, shard: str, needed: str
):
    program = sharded(dims, shards)
    problem = (
        f"shards of {shard} of a tensor of 64x128 are those of a mesh of {needed}, "
        f"the program's is {mesh.replace(',', 'x')}: compile it with mesh-shape={needed.replace('x', ',')}"
    )
    assert lowered(program, mesh) == [f"'ttir.mesh_shard' op {problem} [-Wmesh-shape]"]
    with pytest.raises(ttmlir_py.CompilationError) as caught:
        ttmlir_py.translate(program)
    assert f"'ttnn.mesh_shard' op cannot be translated: {problem}" in str(caught.value)


def gathered() -> ModuleOp:
    """Return a program that joins the shards of a row."""

    @func(tensor((64, 32), "f32"))
    def program(x):
        return ttir.all_gather(x, 1, output=ttir.zeros([64, 128], dtype="f32"))

    return module(program)


def test_all_gather_along_wrong_mesh_axis_is_reported():
    assert lowered(gathered(), "1,4") == []
    (warning,) = lowered(gathered(), "1,2")
    assert warning.startswith(
        "'ttir.all_gather' op shards of 64x32 of a tensor of 64x128 are those of a mesh of 1x4"
    )

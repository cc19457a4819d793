"""Compare operations of tt-mlir 2026-08 on a mesh of several devices with their definitions, device
by device.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import ttmlir_py

pytestmark = pytest.mark.slow

Array = np.ndarray[Any, Any]
Place = tuple[int, int]
"""Row and column of a device."""
Devices = dict[Place, Array]
"""The array of each device."""
RANDOM = np.random.default_rng(11)
ELEMENTS = {"f": "f32", "i": "i32"}


def type_of(shape: Sequence[int], element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def sides_of(mesh: Place, dims: Place, rank: int) -> list[int]:
    """Return the number of parts into which rows and columns of a mesh divide each dimension."""
    sides = [1] * max(rank, 2)
    for dim, size in zip(dims, mesh, strict=True):
        if dim >= 0:
            sides[dim] = size
    return sides


def mesh_shard(direction: str, mesh: Place, dims: Place, rank: int) -> str:
    """Return the properties of a `mesh_shard`."""
    kind = "devices" if max(dims) >= 0 else "replicate"
    return (
        f"<{{shard_dims = array<i64: {dims[0]}, {dims[1]}>, shard_direction = #ttcore.shard_direction<{direction}>, "
        f"shard_shape = array<i64: {str(sides_of(mesh, dims, rank))[1:-1]}>, shard_type = #ttcore.shard_type<{kind}>}}>"
    )


Operand = tuple[Array, Place]
"""The array on the host, and the dimensions that the rows and columns of the mesh divide."""


def run(mesh: Place, op: str, properties: str, operands: list[Operand], result: Array) -> Devices:
    """Return the array of each device after an operation on shards of the operands. The result is
    shaped like `result`.
    """
    element = ELEMENTS[result.dtype.kind]
    lines: list[str] = []
    types: list[str] = []
    for index, (whole, dims) in enumerate(operands):
        full = type_of(whole.shape, element)
        types.append(type_of(cut(whole, mesh, dims)[0, 0].shape, element))
        how = mesh_shard("full_to_shard", mesh, dims, whole.ndim)
        lines.append(f'%s{index} = "ttir.mesh_shard"(%a{index}) {how} : ({full}) -> {types[-1]}')
    one, wide = (type_of((*sides, *result.shape), element) for sides in ((1, 1), mesh))
    own = type_of(result.shape, element)
    names = ", ".join(f"%s{i}" for i in range(len(operands)))
    sizes = ", ".join(f"{size} : i32" for size in (1, 1, *result.shape))
    how = mesh_shard("shard_to_full", mesh, (0, 1), result.ndim + 2)
    lines += [
        f'%r = "ttir.{op}"({names}) {properties and f"<{{{properties}}}>"} : ({", ".join(types)}) -> {own}',
        f'%w = "ttir.reshape"(%r) <{{shape = [{sizes}]}}> : ({own}) -> {one}',
        f'%j = "ttir.mesh_shard"(%w) {how} : ({one}) -> {wide}',
        f"return %j : {wide}",
    ]
    arguments = ", ".join(
        f"%a{i}: {type_of(each.shape, element)}" for i, (each, _) in enumerate(operands)
    )
    header = (
        f'module attributes {{ttcore.meshes = #ttcore.meshes<[<"mesh" = {mesh[0]}x{mesh[1]}>]>}}'
    )
    body = "\n".join(lines)
    text = f"{header} {{ func.func @f({arguments}) -> {wide} {{\n{body}\n}} }}"
    program = ttmlir_py.runtime.load(ttmlir_py.compile(text))
    (found,) = program.run([each.copy() for each, _ in operands])
    return {place: np.asarray(found)[place] for place in places_of(mesh)}


def places_of(mesh: Place) -> list[Place]:
    return [(row, column) for row in range(mesh[0]) for column in range(mesh[1])]


def cut(whole: Array, mesh: Place, dims: Place) -> Devices:
    """Return the part of each device, by index."""
    found: Devices = {}
    for place in places_of(mesh):
        index = [slice(None)] * whole.ndim
        for dim, size, position in zip(dims, mesh, place, strict=True):
            if dim >= 0:
                step = whole.shape[dim] // size
                index[dim] = slice(position * step, (position + 1) * step)
        found[place] = whole[tuple(index)]
    return found


def check(
    mesh: Place, op: str, properties: str, whole: Array, meaning: Callable[[Devices, Place], Array]
) -> None:
    """Compare an operation on parts of `whole` with `meaning`, the expected array of each device.
    The mesh divides the first two dimensions.
    """
    parts = cut(whole, mesh, (0, 1))
    expected = {place: meaning(parts, place) for place in parts}
    found = run(mesh, op, properties, [(whole, (0, 1))], expected[0, 0])
    for place, each in expected.items():
        np.testing.assert_array_equal(found[place], each)


def line(parts: Devices, place: Place, axis: int) -> list[Array]:
    """Return the arrays of the devices on one line of the mesh: those whose position differs along
    the axis only.
    """
    return [each for other, each in parts.items() if other[1 - axis] == place[1 - axis]]


def whole_numbers(*shape: int) -> Array:
    """Return small whole numbers, whose sums are exact in any order."""
    return RANDOM.integers(-50, 50, shape).astype(np.float32)


LINES: list[tuple[Place, int]] = [((1, 2), 0), ((2, 1), 0), ((2, 4), 0), ((2, 4), 1)]
in_lines = pytest.mark.parametrize(("mesh", "axis"), LINES)


@in_lines
def test_all_gather_on_mesh_matches_definition(mesh: Place, axis: int):
    for dim in (0, 2):
        check(
            mesh,
            "all_gather",
            f"all_gather_dim = {dim} : si32, cluster_axis = {axis} : ui32",
            whole_numbers(mesh[0] * 2, mesh[1] * 4, 3),
            lambda parts, place, dim=dim: np.concatenate(line(parts, place, axis), dim),
        )


@in_lines
def test_all_reduce_on_mesh_matches_definition(mesh: Place, axis: int):
    properties = f"cluster_axis = {axis} : ui32, reduce_type = #ttcore.reduce_type<sum>"
    # The second size is one that the library's reduction cannot scatter.
    for op, size in (("all_reduce", 4), ("all_reduce_async", 3)):
        check(
            mesh,
            op,
            properties,
            whole_numbers(mesh[0] * 3, mesh[1] * size, 5),
            lambda parts, place: np.sum(line(parts, place, axis), 0, dtype=np.float32),
        )


@pytest.mark.parametrize(
    ("mesh", "axis", "kind"),
    [*((*each, "sum") for each in LINES), ((2, 4), 1, "max"), ((2, 4), 0, "min")],
)
def test_reduce_scatter_on_mesh_matches_definition(mesh: Place, axis: int, kind: str):
    def meaning(parts: Devices, place: Place) -> Array:
        total = {"sum": np.sum, "max": np.max, "min": np.min}[kind](line(parts, place, axis), 0)
        return np.split(total, mesh[axis], 2)[place[axis]]

    check(
        mesh,
        "reduce_scatter",
        f"cluster_axis = {axis} : ui32, reduce_type = #ttcore.reduce_type<{kind}>, scatter_dim = -1 : si32",
        whole_numbers(mesh[0] * 2, mesh[1] * 3, 8),
        meaning,
    )


@in_lines
def test_mesh_partition_on_mesh_matches_definition(mesh: Place, axis: int):
    for whole in (whole_numbers(mesh[0] * 2, mesh[1] * 3, 8), RANDOM.integers(-9, 9, (2, 4, 8))):
        check(
            mesh,
            "mesh_partition",
            f"cluster_axis = {axis} : ui32, dim = 2 : si32",
            whole.astype(np.int32) if whole.dtype.kind == "i" else whole,
            lambda parts, place: np.split(parts[place], mesh[axis], 2)[place[axis]],
        )


def test_mesh_partition_ignores_nan_of_other_devices():
    whole = np.full((2, 8), np.nan, np.float32)
    whole[:, 2:4] = 5
    found = run(
        (1, 4),
        "mesh_partition",
        "cluster_axis = 1 : ui32, dim = 1 : si32",
        [(whole, (-1, -1))],
        whole[:, :2],
    )
    for place, each in found.items():
        np.testing.assert_array_equal(each, np.full((2, 2), 5 if place == (0, 1) else np.nan))


PAIRS = [[(0, 1), (1, 0)], [(0, 1)], [(0, 0), (1, 1)], [(3, 0), (1, 2), (2, 5)], []]


@pytest.mark.parametrize("pairs", PAIRS)
def test_collective_permute_on_mesh_matches_definition(pairs: list[Place]):
    mesh = (2, 4) if any(max(pair) > 1 for pair in pairs) else (1, 2)
    sources = {target: source for source, target in pairs}

    def meaning(parts: Devices, place: Place) -> Array:
        source = sources.get(place[0] * mesh[1] + place[1])
        return np.zeros_like(parts[place]) if source is None else list(parts.values())[source]

    table = f"dense<{[list(pair) for pair in pairs]}> : tensor<{len(pairs)}x2xi64>"
    check(
        mesh,
        "collective_permute",
        f"source_target_pairs = {table if pairs else 'dense<> : tensor<0x2xi64>'}",
        whole_numbers(mesh[0] * 2, mesh[1] * 3, 2),
        meaning,
    )


@in_lines
def test_collective_broadcast_on_mesh_matches_definition(mesh: Place, axis: int):
    groups = groups_of(mesh, axis)
    check(
        mesh,
        "collective_broadcast",
        f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>",
        whole_numbers(mesh[0], mesh[1] * 2, 2),
        lambda parts, place: line(parts, place, axis)[0],
    )


def groups_of(mesh: Place, axis: int) -> list[list[int]]:
    numbers = np.arange(mesh[0] * mesh[1]).reshape(mesh)
    return (numbers if axis else numbers.T).tolist()


@in_lines
def test_all_to_all_on_mesh_matches_definition(mesh: Place, axis: int):
    groups, count = groups_of(mesh, axis), mesh[axis]
    check(
        mesh,
        "all_to_all",
        f"split_dim = 2 : si32, concat_dim = 1 : si32, split_count = {count} : si32, "
        f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{count}xi64>",
        whole_numbers(mesh[0], mesh[1] * 3, 8),
        lambda parts, place: np.concatenate(
            [np.split(each, count, 2)[place[axis]] for each in line(parts, place, axis)], 1
        ),
    )


def test_mesh_shard_of_vectors_round_trips():
    vector = whole_numbers(64)
    for mesh, dims in (((1, 2), (-1, 0)), ((2, 1), (0, -1)), ((2, 4), (0, -1)), ((2, 4), (-1, 0))):
        found = run(mesh, "neg", "", [(vector, dims)], cut(vector, mesh, dims)[0, 0])
        for place, each in cut(-vector, mesh, dims).items():
            np.testing.assert_array_equal(found[place], each)


@pytest.mark.parametrize(
    ("mesh", "axis", "op"),
    [
        ((1, 2), 1, "distributed_layer_norm"),
        ((2, 1), 0, "distributed_layer_norm"),
        ((2, 4), 0, "distributed_rms_norm"),
        ((2, 4), 1, "distributed_rms_norm"),
        ((2, 4), 1, "distributed_layer_norm"),
    ],
)
def test_distributed_normalization_on_mesh_matches_definition(mesh: Place, axis: int, op: str):
    """Each device has a part of the normalized rows, and of weight, bias and residual."""
    count = mesh[axis]
    dims = (-1, 2) if axis else (2, -1)
    along = (-1, 0) if axis else (0, -1)
    shape = (2, 3, 8 * count)
    whole, residual = (RANDOM.normal(1, 2, shape).astype(np.float32) for _ in "xr")
    weight, bias = (RANDOM.normal(0, 1, shape[-1:]).astype(np.float32) for _ in "wb")
    total = (whole + residual).astype(np.float64)
    if op == "distributed_layer_norm":
        total -= total.mean(-1, keepdims=True)
    expected = total / np.sqrt((total**2).mean(-1, keepdims=True) + 1e-3) * weight
    operands: list[Operand] = [(whole, dims), (weight, along)]
    if op == "distributed_layer_norm":
        expected += bias
        operands.append((bias, along))
    operands.append((residual, dims))
    sizes = f"operandSegmentSizes = array<i32: {', '.join('1' for _ in operands)}>"
    properties = f"cluster_axis = {axis} : ui32, epsilon = 1.0e-03 : f32, {sizes}"
    wanted = cut(expected.astype(np.float32), mesh, dims)
    found = run(mesh, op, properties, operands, wanted[0, 0])
    for place, each in wanted.items():
        np.testing.assert_allclose(found[place], each, rtol=2e-3, atol=2e-3)

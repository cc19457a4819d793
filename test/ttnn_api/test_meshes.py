"""Meshes of the `ttnn` API: mappers, composers, collectives, and wrong arguments."""

from importlib.util import find_spec

import numpy as np
import pytest

from ttmlir_py import ttnn
from ttmlir_py.ttnn.tensor import TtnnError

VALUES = np.arange(8, dtype=np.float32).reshape(2, 4)


RANDOM = np.random.default_rng(7)


@pytest.fixture(name="mesh")
def opened_mesh():
    with ttnn.create_mesh_device(ttnn.MeshShape(1, 1), None, trace_region_size=0) as device:
        yield device


@pytest.mark.parametrize("mapper", ["ReplicateTensorToMesh", "ShardTensorToMesh"])
def test_from_torch_with_mapper_places_the_array_on_the_device(mesh, mapper):
    dims = (-1,) if mapper.startswith("Shard") else ()
    made = ttnn.from_torch(VALUES, device=mesh, mesh_mapper=getattr(ttnn, mapper)(mesh, *dims))
    parts = ttnn.get_device_tensors(made)
    assert len(parts) == mesh.get_num_devices() == len(ttnn.get_device_ids())
    np.testing.assert_array_equal(np.asarray(ttnn.aggregate_as_tensor(parts)), VALUES)


def test_as_tensor_with_mapper_uses_its_part(mesh):
    class Halved(ttnn.TensorToMesh):
        def map(self, tensor):
            return [tensor / 2]

    made = ttnn.as_tensor(VALUES, device=mesh, mesh_mapper=Halved(mesh))
    np.testing.assert_array_equal(np.asarray(made), VALUES / 2)


def test_as_tensor_caches_the_parts_of_each_mapping_apart(mesh, tmp_path):
    class Halved(ttnn.ReplicateTensorToMesh):
        def map(self, tensor):
            return [tensor / 2]

        def config(self):
            return {"strategy": "halved"}

    path = tmp_path / "weight"
    halved, whole = (
        ttnn.as_tensor(VALUES, cache_file_name=path, mesh_mapper=each)
        for each in (Halved(mesh), None)
    )
    np.testing.assert_array_equal(np.asarray(halved), VALUES / 2)
    np.testing.assert_array_equal(np.asarray(whole), VALUES)


def test_mapper_that_makes_two_parts_is_refused(mesh):
    class Twice(ttnn.TensorToMesh):
        def map(self, tensor):
            return [tensor, tensor]

    with pytest.raises(TtnnError, match="Twice made 2 parts for a mesh of 1 device"):
        ttnn.from_torch(VALUES, mesh_mapper=Twice(mesh))


def test_shard_dimension_beyond_rank_is_refused(mesh):
    with pytest.raises(TtnnError, match="dimension 2 of an array of rank 2"):
        ttnn.from_torch(VALUES, mesh_mapper=ttnn.ShardTensorToMesh(mesh, dim=2))


def test_mapper_and_composer_of_wrong_type_are_refused(mesh):
    with pytest.raises(TypeError, match=r"mesh_mapper is str, expected ttnn\.TensorToMesh"):
        ttnn.from_torch(VALUES, mesh_mapper="replicate")
    with pytest.raises(TypeError, match=r"mesh_composer is int, expected ttnn\.MeshToTensor"):
        ttnn.to_torch(ttnn.from_torch(VALUES), mesh_composer=0)
    with pytest.raises(TypeError, match="mesh_device is NoneType"):
        ttnn.ReplicateTensorToMesh(None)
    with pytest.raises(TypeError, match="dim is float"):
        ttnn.ConcatMeshToTensor(mesh, 0.5)


def test_to_torch_with_composer_returns_its_result(mesh):
    class Parts(ttnn.MeshToTensor):
        def compose(self, tensor):
            return [np.asarray(each) for each in ttnn.get_device_tensors(tensor)]

    [part] = ttnn.to_torch(ttnn.from_torch(VALUES), mesh_composer=Parts())
    np.testing.assert_array_equal(part, VALUES)


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_to_torch_with_concatenation_returns_the_part(mesh):
    made = ttnn.from_torch(VALUES, device=mesh)
    composed = ttnn.to_torch(made, mesh_composer=ttnn.ConcatMeshToTensor(mesh, dim=0))
    np.testing.assert_array_equal(composed.numpy(), VALUES)


# ---- meshes of several devices -------------------------------------------------------------------


@pytest.fixture(name="pair")
def opened_pair():
    with ttnn.create_mesh_device(ttnn.MeshShape(1, 2)) as device:
        yield device


@pytest.fixture(name="grid")
def opened_grid():
    with ttnn.create_mesh_device(ttnn.MeshShape(2, 4)) as device:
        yield device


def distributed(values, device, mapper):
    return ttnn.from_torch(values, layout=ttnn.TILE_LAYOUT, device=device, mesh_mapper=mapper)


def parts(tensor):
    return [np.asarray(each) for each in ttnn.get_device_tensors(tensor)]


def test_mesh_has_its_shape_and_devices(pair, grid):
    assert (pair.shape, pair.get_num_devices(), pair.get_device_ids()) == ((1, 2), 2, [0, 1])
    assert (grid.shape, grid.get_num_devices()) == ((2, 4), 8)
    assert isinstance(pair, ttnn.MeshDevice)
    assert pair.core_grid == ttnn.open_device(0).core_grid


def test_layer_with_split_weights_computes_the_whole_layer(pair):
    """The first product splits its columns over the devices, the second one its rows."""
    x, first, second = (RANDOM.normal(size=shape) for shape in ((32, 64), (64, 128), (128, 96)))
    replicate = ttnn.ReplicateTensorToMesh(pair)
    hidden = ttnn.matmul(
        distributed(x.astype(np.float32), pair, replicate),
        distributed(first.astype(np.float32), pair, ttnn.ShardTensorToMesh(pair, dim=1)),
    )
    assert hidden.shape == (32, 64)
    assert hidden.device() is pair
    hidden = ttnn.relu(hidden) * 0.5 + ttnn.ones((32, 64), device=pair, layout=ttnn.TILE_LAYOUT)
    rows = distributed(second.astype(np.float32), pair, ttnn.ShardTensorToMesh(pair, dim=0))
    result = ttnn.all_reduce(hidden @ rows)
    expected = (np.maximum(x @ first, 0) * 0.5 + 1) @ second
    for found in parts(result):
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-2)
    whole = parts(ttnn.all_gather(hidden, dim=-1))
    np.testing.assert_allclose(whole[1], np.maximum(x @ first, 0) * 0.5 + 1, rtol=1e-4, atol=1e-4)


def test_reduce_scatter_gives_each_device_its_part_of_the_sum(pair):
    values = RANDOM.integers(-9, 9, (2, 4, 6)).astype(np.float32)
    tensor = distributed(values, pair, ttnn.ShardTensorToMesh(pair, dim=0))
    for kind, combine in ((ttnn.ReduceType.Sum, np.sum), (ttnn.ReduceType.Max, np.max)):
        expected = combine(values, axis=0)
        found = parts(ttnn.reduce_scatter(tensor, dim=2, math_op=kind))
        np.testing.assert_array_equal(found[0][0], expected[:, :3])
        np.testing.assert_array_equal(found[1][0], expected[:, 3:])


def test_collectives_along_an_axis_stay_in_rows_or_columns(grid):
    values = np.arange(8, dtype=np.float32).reshape(8, 1)
    tensor = distributed(values, grid, ttnn.ShardTensorToMesh(grid, dim=0))
    with pytest.raises(TtnnError, match="all_gather: a mesh of 2x4 devices: give cluster_axis"):
        ttnn.all_gather(tensor, dim=0)
    rows = parts(ttnn.all_gather(tensor, 0, 1, grid))
    columns = parts(ttnn.all_gather(tensor, 0, 0, grid))
    sums = parts(ttnn.all_reduce(tensor, cluster_axis=0))
    for device in range(8):
        row, column = divmod(device, 4)
        assert rows[device].ravel().tolist() == [row * 4 + each for each in range(4)]
        assert columns[device].ravel().tolist() == [column, column + 4]
        assert sums[device].item() == 2 * column + 4


def test_all_reduce_without_axis_combines_all_devices(grid):
    values = np.arange(8, dtype=np.float32).reshape(8, 1)
    tensor = distributed(values, grid, ttnn.ShardTensorToMesh(grid, dim=0))
    for reduced in (
        ttnn.all_reduce(tensor),
        ttnn.experimental.all_reduce(tensor, ttnn.ReduceType.Sum, num_workers=1),
    ):
        assert [each.item() for each in parts(reduced)] == [28] * 8


def test_all_gather_of_list_returns_list(pair):
    tensor = distributed(VALUES, pair, ttnn.ShardTensorToMesh(pair, dim=1))
    found = ttnn.all_gather(ttnn.get_device_tensors(tensor), 1, num_workers=2)
    for each in found:
        np.testing.assert_array_equal(np.asarray(each), VALUES)
    assert [each.device() for each in found] == pair.get_devices()


def test_reduce_scatter_takes_its_arguments_in_the_order_of_ttnn(grid):
    values = np.arange(64, dtype=np.float32).reshape(8, 8)
    tensor = distributed(values, grid, ttnn.ShardTensorToMesh(grid, dim=0))
    along = parts(ttnn.reduce_scatter(tensor, 1, 0, grid, ttnn.ReduceType.Max))
    np.testing.assert_array_equal(along[0][0], values[4, :4])
    with ttnn.create_mesh_device(ttnn.MeshShape(1, 2)) as row:
        pieces = distributed(values, row, ttnn.ShardTensorToMesh(row, dim=0))
        summed = parts(ttnn.reduce_scatter(pieces, 1, ttnn.ReduceType.Sum))
    np.testing.assert_array_equal(summed[1], (values[:4] + values[4:])[:, 4:])


def test_distribute_sets_the_default_mapper_and_composer(pair):
    original = ttnn.from_torch
    with ttnn.distribute(ttnn.ShardTensorToMesh(pair, dim=1)):
        tensor = ttnn.from_torch(VALUES, device=pair)
    assert ttnn.from_torch is original
    assert tensor.shape == (2, 2)

    class Count(ttnn.MeshToTensor):
        def compose(self, tensor):
            return len(ttnn.get_device_tensors(tensor))

    with ttnn.distribute(Count()):
        assert ttnn.to_torch(tensor) == 2


def test_mesh_shape_has_rows_and_columns():
    shape = ttnn.MeshShape(num_rows=2, num_cols=4)
    rows, columns = shape
    assert (rows, columns) == (shape.num_rows, shape.num_cols) == ttnn.MeshShape((2, 4))
    assert repr(shape) == "MeshShape([2, 4])"


def test_mapper_in_two_dimensions_splits_for_rows_and_columns(grid):
    values = np.arange(64, dtype=np.float32).reshape(4, 16)
    tensor = distributed(values, grid, ttnn.ShardTensor2dMesh(grid, (2, 4), (0, 1)))
    for device, part in enumerate(parts(tensor)):
        row, column = divmod(device, 4)
        expected = values[2 * row : 2 * row + 2, 4 * column : 4 * column + 4]
        np.testing.assert_array_equal(part, expected)
    columns = parts(distributed(values, grid, ttnn.ShardTensor2dMesh(grid, (2, 4), (None, 1))))
    np.testing.assert_array_equal(columns[1], columns[5])
    with pytest.raises(ValueError, match=r"mesh_shape is \(4, 2\), the mesh is \(2, 4\)"):
        ttnn.ShardTensor2dMesh(grid, (4, 2), (0, 1))
    with pytest.raises(ValueError, match="both dimensions are 0"):
        ttnn.ConcatMesh2dToTensor(grid, (2, 4), (0, 0))


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_composers_undo_mappers(grid):
    values = np.arange(64, dtype=np.float32).reshape(4, 16)
    both = distributed(values, grid, ttnn.ShardTensor2dMesh(grid, (2, 4), (0, 1)))
    composer = ttnn.ConcatMesh2dToTensor(grid, (2, 4), (0, 1))
    np.testing.assert_array_equal(ttnn.to_torch(both, mesh_composer=composer).numpy(), values)
    one = distributed(values, grid, ttnn.ShardTensorToMesh(grid, dim=1))
    whole = ttnn.to_torch(one, mesh_composer=ttnn.ConcatMeshToTensor(grid, dim=1))
    np.testing.assert_array_equal(whole.numpy(), values)
    listed = ttnn.to_torch(one, mesh_composer=ttnn.ListMeshToTensor(grid))
    np.testing.assert_array_equal(listed[7].numpy(), values[:, 14:])


def test_tensors_move_between_host_and_mesh_with_all_parts(pair):
    host = ttnn.from_torch(VALUES, mesh_mapper=ttnn.ShardTensorToMesh(pair, dim=1))
    assert host.device() is None
    moved = host.to(pair).to(ttnn.TILE_LAYOUT).reshape(4, 1)
    assert moved.device() is pair
    assert moved.cpu().device() is None
    assert [part.ravel().tolist() for part in parts(moved)] == [[0, 1, 4, 5], [2, 3, 6, 7]]
    again = ttnn.aggregate_as_tensor(ttnn.get_device_tensors(moved))
    assert again.device() is pair
    copies = parts(ttnn.to_device(ttnn.from_torch(VALUES), pair))
    np.testing.assert_array_equal(copies, [VALUES, VALUES])
    ttnn.deallocate(moved)
    assert not moved.is_allocated()


def test_tensor_on_mesh_is_not_read_as_one_array(pair, tmp_path):
    tensor = distributed(VALUES, pair, ttnn.ReplicateTensorToMesh(pair))
    with pytest.raises(TtnnError, match=r"mesh of 2 devices is not one array: call ttnn\.to_torch"):
        np.asarray(tensor)
    with pytest.raises(TtnnError, match="is not one array"):
        ttnn.dump_tensor(tmp_path / "never.bin", tensor)
    assert repr(tensor).count("device_id") == 2


def test_mixed_devices_and_wrong_parts_are_refused(pair, tmp_path):
    tensor = distributed(VALUES, pair, ttnn.ReplicateTensorToMesh(pair))
    [first, second] = ttnn.get_device_tensors(tensor)
    with pytest.raises(TtnnError, match="on a mesh of 2 devices, another one on 1 device"):
        ttnn.add(tensor, first)
    with pytest.raises(TtnnError, match="on a mesh of 2 devices, another one on 1 device"):
        ttnn.concat([first, tensor], 0)
    with pytest.raises(TtnnError, match="2 parts for 1 device"):
        tensor.to(pair.parts[0])
    with pytest.raises(TtnnError, match="all_gather: the tensor is not on several devices"):
        ttnn.all_gather(first, dim=0)
    with pytest.raises(TtnnError, match="devices 1, 0, which do not form an open mesh"):
        ttnn.aggregate_as_tensor([second, first])
    with pytest.raises(TtnnError, match="2 devices do not divide dimension 0 of size 3"):
        ttnn.ShardTensorToMesh(pair, dim=0).map(np.zeros((3, 2)))
    mapper = ttnn.ReplicateTensorToMesh(pair)
    with pytest.raises(TtnnError, match="omit cache_file_name"):
        ttnn.as_tensor(VALUES, cache_file_name=tmp_path / "weight", mesh_mapper=mapper)
    with pytest.raises(TtnnError, match="math_op is Mean, expected Sum, Max or Min"):
        ttnn.reduce_scatter(tensor, 0, ttnn.ReduceType.Mean)
    with pytest.raises(ValueError, match=r"default is int, expected ttnn\.TensorToMesh or"):
        ttnn.distribute(1).__enter__()
    with pytest.raises(TtnnError, match="a mesh of 1x2x3, expected rows x columns"):
        ttnn.open_mesh_device(ttnn.MeshShape(1, 2, 3))
    with (
        ttnn.register_pre_operation_hook(lambda *_: None),
        pytest.raises(TtnnError, match="calls on several devices are not traced"),
    ):
        ttnn.relu(tensor)


def test_submeshes_compute_on_devices_of_their_mesh():
    mesh = ttnn.open_mesh_device(ttnn.MeshShape(2, 2))
    rows = mesh.create_submeshes(ttnn.MeshShape(1, 2))
    column = mesh.create_submesh(ttnn.MeshShape(2, 1), ttnn.MeshOffset(0, 1))
    assert [each.get_device_ids() for each in rows] == [[0, 1], [2, 3]]
    assert column.get_device_ids() == [1, 3]
    assert column.shape == ttnn.MeshShape(2, 1)
    assert mesh.get_submeshes() == [*rows, column]
    mapper = ttnn.ShardTensorToMesh(rows[1], 1)
    made = ttnn.from_torch(VALUES, device=rows[1], mesh_mapper=mapper)
    parts = ttnn.get_device_tensors(ttnn.add(made, made))
    np.testing.assert_array_equal(np.asarray(parts[1]), 2 * VALUES[:, 2:])
    ttnn.close_mesh_device(rows[1])
    ttnn.add(parts[0], parts[0])  # the devices belong to the mesh, which is open
    with pytest.raises(TtnnError, match="1x2 devices from row 0 and column 1 on are not in a mesh"):
        mesh.create_submesh((1, 2), (0, 1))
    with pytest.raises(TtnnError, match="a mesh of 2x2 does not consist of parts of 3x1"):
        mesh.create_submeshes((3, 1))
    ttnn.close_mesh_device(mesh)

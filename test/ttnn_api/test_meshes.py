"""Meshes of the `ttnn` API: mappers, composers, and wrong arguments."""

from importlib.util import find_spec

import numpy as np
import pytest

from ttmlir_py import ttnn
from ttmlir_py.ttnn.tensor import TtnnError

VALUES = np.arange(8, dtype=np.float32).reshape(2, 4)


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
    part = ttnn.from_torch(VALUES)
    with pytest.raises(TtnnError, match="2 tensors for a mesh of 1 device"):
        ttnn.aggregate_as_tensor([part, part])


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

"""Prints programs for several devices as JAX writes them, and the results of XLA on four CPU
devices, as JSON.

It runs in a process of its own, because the number of devices must be known before JAX starts.
"""

import json
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
from jax import lax
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir
from jax.sharding import Mesh, NamedSharding, PartitionSpec

GROUPS = [[0, 3], [2, 1]]
LINE, SQUARE = ((4,), ("x",)), ((2, 2), ("x", "y"))
X = np.arange(32, dtype=np.float32).reshape(16, 2) ** 2 - 100
PROGRAMS = {
    "all_reduce": (LINE, lambda x: lax.psum(x, "x")),
    "all_reduce of groups": (LINE, lambda x: lax.psum(x, "x", axis_index_groups=GROUPS)),
    "all_reduce of rows": (SQUARE, lambda x: lax.pmax(x, "y")),
    "all_reduce of columns": (SQUARE, lambda x: lax.pmin(x, "x")),
    "all_gather": (
        LINE,
        lambda x: lax.all_gather(x, "x", axis=1, tiled=True, axis_index_groups=GROUPS),
    ),
    "all_gather of columns": (SQUARE, lambda x: lax.all_gather(x, "x", axis=0, tiled=True)),
    "reduce_scatter": (
        LINE,
        lambda x: lax.psum_scatter(
            x, "x", scatter_dimension=0, tiled=True, axis_index_groups=GROUPS
        ),
    ),
    "all_to_all": (
        LINE,
        lambda x: lax.all_to_all(x, "x", 0, 1, tiled=True, axis_index_groups=GROUPS),
    ),
    "collective_permute": (LINE, lambda x: lax.ppermute(x, "x", [(0, 2), (2, 0), (1, 3)])),
    "partition_id": (SQUARE, lambda x: x + 10 * lax.axis_index("x") + lax.axis_index("y")),
}

ON_REPLICAS = """func.func @main(%a: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
"""
"""Operations that JAX does not write. XLA on a CPU has no `collective_broadcast`."""


def on_replicas(text: str) -> list[object]:
    """Return XLA's result on each of four replicas, for its own four rows of the input."""
    devices = jax.devices()
    options = xla_client.CompileOptions()
    options.num_replicas = options.executable_build_options.num_replicas = len(devices)
    numbers = np.arange(len(devices)).reshape(-1, 1)
    options.executable_build_options.device_assignment = xla_client.DeviceAssignment.create(numbers)
    with mlir.make_ir_context():
        code = mlir.module_to_bytecode(ir.Module.parse(text))
    program = devices[0].client.compile_and_load(code, devices, options)
    rows = NamedSharding(Mesh(np.array(devices), "x"), PartitionSpec("x"))
    made = program.execute_sharded([jax.device_put(X, rows)])
    (parts,) = made.disassemble_into_single_device_arrays()
    return [np.asarray(each).tolist() for each in parts]


def main() -> None:
    found = {}
    for partitioner in ("shardy", "gspmd"):
        jax.config.update("jax_use_shardy_partitioner", partitioner == "shardy")
        for name, ((shape, axes), function) in PROGRAMS.items():
            mesh = Mesh(np.array(jax.devices()).reshape(shape), axes)
            spec = PartitionSpec(axes)
            mapped = jax.shard_map(
                function, mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False
            )
            program = jax.jit(mapped)
            text, result = program.lower(X).as_text(), np.asarray(program(X))
            found[f"{name}, {partitioner}"] = (text, shape, result.tolist())
    replicas = (ON_REPLICAS, on_replicas(ON_REPLICAS))
    print(json.dumps({"input": X.tolist(), "programs": found, "replicas": replicas}))


if __name__ == "__main__":
    main()

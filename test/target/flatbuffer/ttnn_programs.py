"""TTNN modules for tests: one function whose body starts with a device and an empty tensor."""

from ttmlir_py.compiler import parse
from ttmlir_py.dialects.tt.system import SystemDescAttr

DEVICE = (
    "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>,"
    " l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, 0),"
    " dramMap = (d0, d1)[s0, s1] -> (0, 0, d0, d1), meshShape = {mesh}, chipIds = [{chips}]>"
)
MEMORY = "#ttnn.memory_config<#dram, <<2x4>>, <interleaved>>"
CONFIG = {
    "tensor_memory_layout": "Interleaved",
    "buffer_type": "DRAM",
    "shard_spec": {"shard_shape": [2, 4]},
}

MODULE = """
#device = {device}
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
!t = tensor<64x128xbf16, #layout>
!d = !tt.device<#device>
module attributes {{tt.device = #device}} {{
  func.func @f(%x: !t, %y: !t) -> !t {{
    %d = "ttnn.get_device"() <{{mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !d
    %o = "ttnn.empty"(%d) <{{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = {memory}, shape = #ttnn.shape<64x128>}}> : (!d) -> !t
    {body}
    return %r : !t
  }}
}}
"""

# A body that applies one operation to the first argument and returns a tensor of the same type.
IDENTITY = '%r = "ttnn.softmax"(%x) <{dimension = 1 : si32}> : (!t) -> !t'


def ttnn_module(body=IDENTITY, mesh="", chips="0"):
    """Return a module whose function computes `%r` by the lines of `body` from `%x`, `%y`, the
    device `%d` and the empty `%o`.
    """
    device = DEVICE.format(mesh=mesh, chips=chips)
    text = MODULE.format(device=device, memory=MEMORY, body=body.replace("MEMORY", MEMORY))
    module = parse(text, file_name="test.mlir", verify=False)
    module.attributes["tt.system_desc"] = SystemDescAttr.get_default()
    return module

"""Constraints on the project's own attributes and types, named as in ODS, for `prop_def` and
`operand_def`.

They compare IR names, not classes, so that declaring an op does not define its attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ArrayAttr

from ttmlir_py.ir.definition.constraints import Described, array_of, attribute_of

if TYPE_CHECKING:
    from ttmlir_py.dialects.tt import attributes as tt
    from ttmlir_py.dialects.tt.device import DeviceType
    from ttmlir_py.dialects.tt.layout import GridAttr, MemorySpaceAttr
    from ttmlir_py.dialects.ttir import attributes as ttir
    from ttmlir_py.dialects.ttnn import attributes as ttnn

TT_Device: Described[DeviceType] = attribute_of("tt.device", "TT device")
TT_GridAttr: Described[GridAttr] = attribute_of("tt.grid", "TT grid attribute")
TT_DataTypeAttr: Described[tt.DataTypeAttr] = attribute_of("tt.supportedDataTypes", "TT DataTypes")
TT_MemorySpaceAttr: Described[MemorySpaceAttr] = attribute_of("tt.memory_space", "TT MemorySpace")
TT_IteratorTypeAttr: Described[tt.IteratorTypeAttr] = attribute_of(
    "tt.iterator_type", "TT IteratorType"
)
TT_IteratorTypeArrayAttr: Described[ArrayAttr[tt.IteratorTypeAttr]] = array_of(
    TT_IteratorTypeAttr, ""
)
TT_ReduceTypeAttr: Described[tt.ReduceTypeAttr] = attribute_of("tt.reduce_type", "TT Reduce Type")
TT_MeshShardDirectionAttr: Described[tt.MeshShardDirectionAttr] = attribute_of(
    "tt.shard_direction", "TT MeshShardDirection"
)
TT_MeshShardTypeAttr: Described[tt.MeshShardTypeAttr] = attribute_of(
    "tt.shard_type", "TT MeshShardType"
)

TTIR_PoolingMethodAttr: Described[ttir.PoolingMethodAttr] = attribute_of(
    "ttir.pooling_method", "TTIR PoolingMethod"
)
TTIR_ConvolutionLayoutAttr: Described[ttir.ConvolutionLayoutAttr] = attribute_of(
    "ttir.convolution_layout", "Structure of dimension information for convolution op"
)

TTNN_LayoutAttr: Described[ttnn.LayoutAttr] = attribute_of("ttnn.layout", "TTNN Layout")
TTNN_BufferTypeAttr: Described[ttnn.BufferTypeAttr] = attribute_of(
    "ttnn.buffer_type", "TTNN Buffer Type"
)
TTNN_ShapeAttr: Described[ttnn.ShapeAttr] = attribute_of("ttnn.shape", "TTNN Shape attribute")
TTNN_MemoryConfigAttr: Described[ttnn.MemoryConfigAttr] = attribute_of(
    "ttnn.memory_config", "TTNN MemoryConfig attribute"
)
TTNN_MeshShapeAttr: Described[ttnn.MeshShapeAttr] = attribute_of(
    "ttnn.mesh_shape", "TTNN Mesh Shape"
)

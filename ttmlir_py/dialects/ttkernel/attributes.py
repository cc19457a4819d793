"""Attributes of the ttkernel dialect: thread configurations and kinds of reduction."""

from ttmlir_py.dialects.tt.enums import TTEnumAttr
from ttmlir_py.dialects.ttkernel.enums import (
    BcastType,
    EthType,
    MathFidelity,
    NocIndex,
    ReduceDim,
    ReduceType,
    ThreadType,
    UnpackToDestMode,
)
from ttmlir_py.ir.definition.attribute_format import FormatAttribute


class TensixConfigAttr(FormatAttribute):
    """The configuration of the math threads."""

    name = "ttkernel.tensix_config"
    ods_name = "TTKernel_TensixConfigAttr"
    assembly_format = """`<` $math_fidelity`,` $fp32_dest_acc_en`,` $math_approx_mode`,`
        `[` $unpack_to_dest_mode `]` `>`"""
    math_fidelity: MathFidelity = MathFidelity.HiFi4
    fp32_dest_acc_en: bool = False
    math_approx_mode: bool = False
    unpack_to_dest_mode: tuple[UnpackToDestMode, ...] = (UnpackToDestMode.Default,)

    def get_thread_type(self) -> ThreadType:
        """Return the kind of thread that is configured."""
        return ThreadType.Tensix


class NocConfigAttr(FormatAttribute):
    """The configuration of a data movement thread."""

    name = "ttkernel.noc_config"
    ods_name = "TTKernel_NocConfigAttr"
    assembly_format = "`<` $noc_index `>`"
    noc_index: NocIndex

    def get_thread_type(self) -> ThreadType:
        """Return the kind of thread that is configured."""
        return ThreadType.Noc


class EthernetConfigAttr(FormatAttribute):
    """The configuration of an ethernet thread."""

    name = "ttkernel.ethernet_config"
    ods_name = "TTKernel_EthernetConfigAttr"
    assembly_format = "`<` $eth_type`,` $noc_index `>`"
    eth_type: EthType
    noc_index: NocIndex

    def get_thread_type(self) -> ThreadType:
        """Return the kind of thread that is configured."""
        return ThreadType.Ethernet


class ThreadTypeAttr(TTEnumAttr):
    """A kind of thread."""

    name = "ttkernel.thread"
    ods_name = "TTKernel_ThreadTypeAttr"
    value: ThreadType


class ReduceTypeAttr(TTEnumAttr):
    """The operation of a reduction."""

    name = "ttkernel.reduce_type"
    ods_name = "TTKernel_ReduceTypeAttr"
    value: ReduceType


class ReduceDimAttr(TTEnumAttr):
    """The dimensions of a tile that a reduction removes."""

    name = "ttkernel.reduce_dim"
    ods_name = "TTKernel_ReduceDimAttr"
    value: ReduceDim


class BcastTypeAttr(TTEnumAttr):
    """The part of a tile that is broadcast."""

    name = "ttkernel.bcast_type"
    ods_name = "TTKernel_BcastTypeAttr"
    value: BcastType

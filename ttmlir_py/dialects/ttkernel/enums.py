"""Enumerations of the ttkernel dialect. Error messages use each docstring as the name of
its enum.
"""

from ttmlir_py.ir.definition.enums import MlirEnum


class ThreadType(MlirEnum):
    """TTKernel ThreadTypes"""

    Noc = 0, "noc"
    Tensix = 1, "tensix"
    Ethernet = 2, "ethernet"


class MathFidelity(MlirEnum):
    """TT MathFidelity"""

    LoFi = 0, "lofi"
    HiFi2 = 2, "hifi2"
    HiFi3 = 3, "hifi3"
    HiFi4 = 4, "hifi4"


class UnpackToDestMode(MlirEnum):
    """TT UnpackToDestMode"""

    UnpackToDestFp32 = 0, "unpack_to_dest_fp32"
    Default = 1, "default"


class NocIndex(MlirEnum):
    """TT NocIndex"""

    Noc0 = 0, "noc0"
    Noc1 = 1, "noc1"


class EthType(MlirEnum):
    """TT EthType"""

    Sender = 0, "sender"
    Receiver = 1, "receiver"


class CBPort(MlirEnum):
    """TTKernel Circular Buffer Ports"""

    In0 = 0, "cb_in0"
    In1 = 1, "cb_in1"
    In2 = 2, "cb_in2"
    In3 = 3, "cb_in3"
    In4 = 4, "cb_in4"
    In5 = 5, "cb_in5"
    In6 = 6, "cb_in6"
    In7 = 7, "cb_in7"
    DataFlow0 = 8, "cb_dfl0"
    DataFlow1 = 9, "cb_dfl1"
    DataFlow2 = 10, "cb_dfl2"
    DataFlow3 = 11, "cb_dfl3"
    DataFlow4 = 12, "cb_dfl4"
    DataFlow5 = 13, "cb_dfl5"
    DataFlow6 = 14, "cb_dfl6"
    DataFlow7 = 15, "cb_dfl7"
    Out0 = 16, "cb_out0"
    Out1 = 17, "cb_out1"
    Out2 = 18, "cb_out2"
    Out3 = 19, "cb_out3"
    Out4 = 20, "cb_out4"
    Out5 = 21, "cb_out5"
    Out6 = 22, "cb_out6"
    Out7 = 23, "cb_out7"
    Intermed0 = 24, "cb_int0"
    Intermed1 = 25, "cb_int1"
    Intermed2 = 26, "cb_int2"
    Intermed3 = 27, "cb_int3"
    Intermed4 = 28, "cb_int4"
    Intermed5 = 29, "cb_int5"
    Intermed6 = 30, "cb_int6"
    Intermed7 = 31, "cb_int7"


class ReduceType(MlirEnum):
    """TTKernel Reduce Types"""

    Sum = 0, "reduce_sum"
    Max = 1, "reduce_max"


class ReduceDim(MlirEnum):
    """TTKernel Reduce Dimensions"""

    Row = 0, "reduce_dim_row"
    Col = 1, "reduce_dim_col"
    Scalar = 2, "reduce_dim_scalar"
    None_ = 3, "reduce_dim_none"


class BcastType(MlirEnum):
    """TTKernel Broadcast Types"""

    None_ = 0, "none"
    Col = 1, "col"
    Row = 2, "row"
    Scalar = 3, "scalar"

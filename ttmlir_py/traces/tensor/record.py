"""The record of a tensor-access trace: its fields, and the names of their values."""

import re
import struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.traces.errors import one_line

Records = NDArray[Any]
"""An array of records, with the numpy type `RECORD`."""

STRUCT = struct.Struct("<QIHHBBHIIQQIBBHBBHII64s")
"""The record as a `struct` format. Fields that `RECORD` does not have are padding."""
SIZE = STRUCT.size
NAME_BYTES = 64
NO_LAYER = 0xFFFF
NO_INDEX = 0xFFFFFFFF
"""`tensor_idx` of a tensor that is not registered."""
NOT_APPLICABLE = 0xFF

_FIELDS = {
    "timestamp_ns": ("<u8", 0),
    "token_id": ("<u4", 8),
    "layer_id": ("<u2", 12),
    "thread_id": ("<u2", 14),
    "operation_type": ("u1", 16),
    "phase": ("u1", 17),
    "tensor_idx": ("<u4", 24),
    "tensor_ptr": ("<u8", 28),
    "file_offset": ("<u8", 36),
    "size_bytes": ("<u4", 44),
    "attention_head": ("u1", 48),
    "qkv_type": ("u1", 49),
    "expert_id": ("u1", 52),
    "expert_rank": ("u1", 53),
    "routing_score": ("<u2", 54),
    "tensor_name": (f"S{NAME_BYTES}", 64),
}
PADDING = ((18, 6), (50, 2), (56, 8))
"""Offsets and sizes of the bytes between fields, which are always zero."""
RECORD = np.dtype(
    {
        "names": list(_FIELDS),
        "formats": [kind for kind, _ in _FIELDS.values()],
        "offsets": [offset for _, offset in _FIELDS.values()],
        "itemsize": SIZE,
    }
)
"""The record as a numpy type. numpy does not preserve padding when it copies arrays."""

_ORIGINAL = {1: "MUL_MAT", 2: "ADD", 3: "ROPE"}
_FIRST_OWN = 16
_OWN = (
    *(
        "GET_ROWS",
        "NORM",
        "RMS_NORM",
        "SOFT_MAX",
        "SUB",
        "MUL",
        "DIV",
        "UNARY",
        "CONCAT",
        "PERMUTE",
    ),
    *("RESHAPE", "TRANSPOSE", "REPEAT", "PAD", "SLICE", "SUM", "MEAN", "MAX", "CONV_2D", "POOL_2D"),
    *(
        "TO_LAYOUT",
        "TO_DEVICE",
        "FROM_DEVICE",
        "TYPECAST",
        "CREATE",
        "CACHE",
        "COLLECTIVE",
        "OTHER",
    ),
    *("BINARY", "WHERE", "UPSAMPLE", "CUM_SUM", "PROD", "DEALLOCATE"),
)
"""Operations that llama.cpp has no code for. Their codes start at 16. Add new ones at the end."""
_GGML = [
    "NONE",
    "DUP",
    "ADD",
    "ADD_ID",
    "ADD1",
    "ACC",
    "SUB",
    "MUL",
    "DIV",
    "SQR",
    "SQRT",
    "LOG",
    "SIN",
    "COS",
    "SUM",
    "SUM_ROWS",
    "CUMSUM",
    "MEAN",
    "ARGMAX",
    "COUNT_EQUAL",
    "REPEAT",
    "REPEAT_BACK",
    "CONCAT",
    "SILU_BACK",
    "NORM",
    "RMS_NORM",
    "RMS_NORM_BACK",
    "GROUP_NORM",
    "L2_NORM",
    "MUL_MAT",
    "MUL_MAT_ID",
    "OUT_PROD",
    "SCALE",
    "SET",
    "CPY",
    "CONT",
    "RESHAPE",
    "VIEW",
    "PERMUTE",
    "TRANSPOSE",
    "GET_ROWS",
    "GET_ROWS_BACK",
    "SET_ROWS",
    "DIAG",
    "DIAG_MASK_INF",
    "DIAG_MASK_ZERO",
    "SOFT_MAX",
    "SOFT_MAX_BACK",
    "ROPE",
    "ROPE_BACK",
    "CLAMP",
    "CONV_TRANSPOSE_1D",
    "IM2COL",
    "IM2COL_BACK",
    "IM2COL_3D",
    "CONV_2D",
    "CONV_3D",
    "CONV_2D_DW",
    "CONV_TRANSPOSE_2D",
    "POOL_1D",
    "POOL_2D",
    "POOL_2D_BACK",
    "UPSCALE",
    "PAD",
    "PAD_REFLECT_1D",
    "ROLL",
    "ARANGE",
    "TIMESTEP_EMBEDDING",
    "ARGSORT",
    "TOP_K",
    "LEAKY_RELU",
    "TRI",
    "FILL",
    "FLASH_ATTN_EXT",
    "FLASH_ATTN_BACK",
    "SSM_CONV",
    "SSM_SCAN",
    "WIN_PART",
    "WIN_UNPART",
    "GET_REL_POS",
    "ADD_REL_POS",
    "RWKV_WKV6",
    "GATED_LINEAR_ATTN",
    "RWKV_WKV7",
    "SOLVE_TRI",
    "UNARY",
    "MAP_CUSTOM1",
    "MAP_CUSTOM2",
    "MAP_CUSTOM3",
    "CUSTOM",
    "CROSS_ENTROPY_LOSS",
    "CROSS_ENTROPY_LOSS_BACK",
    "OPT_STEP_ADAMW",
    "OPT_STEP_SGD",
    "GLU",
]
"""The operations of GGML, in the order of January 2026.

Later versions of the tracer use their indices as codes.
"""
_NAMED = {*_ORIGINAL.values(), *_OWN}
_ADDED = (*_OWN, *(name for name in _GGML if name not in _NAMED))
OPERATIONS = _ORIGINAL | {_FIRST_OWN + index: name for index, name in enumerate(_ADDED)}
"""Maps codes to names of operations."""
OPERATION_CODES = {name: code for code, name in OPERATIONS.items()}
GGML_CODES = [OPERATION_CODES[name] for name in _GGML]
"""Maps the index of each operation in GGML's list to our code for it."""

COMPONENTS = {
    "Q": "attn_q",
    "K": "attn_k",
    "V": "attn_v",
    "O": "attn_output",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
    "norm": "_norm",
    "embedding": "token_embd",
    "output": "output",
}
"""Maps types of tensors to the part of a name that identifies them. The first match applies."""
QKV = {0: "Q", 1: "K", 2: "V", 3: "O"}
"""Maps values of `qkv_type` to types of tensors. Other tensors have `NOT_APPLICABLE`."""
_QKV_CODES = {type: code for code, type in QKV.items()}
_LAYER = re.compile(r"blk\.([0-9]{1,5})\.")


class Record(NamedTuple):
    """An access: the tensor that was read, the operation that read it, and where the tensor is."""

    timestamp_ns: int
    """Time since the trace began, in nanoseconds. It is never 0, because that ends a trace."""
    token_id: int = 0
    layer_id: int = NO_LAYER
    thread_id: int = 0
    operation_type: int = 0
    phase: int = 0
    """0 while the prompt is read, 1 while tokens are generated."""
    tensor_idx: int = NO_INDEX
    tensor_ptr: int = 0
    file_offset: int = 0
    """Offset of the tensor's bytes in the model's file, or 0 if they are not there."""
    size_bytes: int = 0
    attention_head: int = NOT_APPLICABLE
    qkv_type: int = NOT_APPLICABLE
    expert_id: int = NOT_APPLICABLE
    expert_rank: int = NOT_APPLICABLE
    routing_score: int = 0
    tensor_name: str = ""

    def pack(self) -> bytes:
        """Return the record's 128 bytes.

        Sizes over 2^32 - 1 become that number. Longer names are truncated.
        """
        return STRUCT.pack(
            max(self.timestamp_ns, 1),
            *self[1:6],
            0,
            0,
            *self[6:9],
            min(self.size_bytes, 0xFFFFFFFF),
            self.attention_head,
            self.qkv_type,
            0,
            self.expert_id,
            self.expert_rank,
            self.routing_score,
            0,
            0,
            name_bytes(self.tensor_name),
        )


def name_bytes(name: str) -> bytes:
    """Return a name as a record stores it: at most 63 bytes of UTF-8, truncated between
    characters.
    """
    data = name.encode("utf-8", "surrogateescape").split(b"\0")[0][: NAME_BYTES - 1]
    return data if len(data) < NAME_BYTES - 1 else data.decode("utf-8", "ignore").encode()


def name_text(data: bytes) -> str:
    """Return a record's name as text. Invalid UTF-8 and unprintable characters are escaped."""
    return one_line(data.decode("utf-8", "backslashreplace"))


def layer_of(name: str) -> int:
    """Return the layer in a tensor's name: 5 for `blk.5.attn_q.weight`, `NO_LAYER` for other
    names.
    """
    found = _LAYER.match(name)
    return min(int(found[1]), NO_LAYER) if found else NO_LAYER


def component_of(name: str) -> str | None:
    """Return the type of a tensor from its name, or None; see `COMPONENTS`."""
    return next((type for type, part in COMPONENTS.items() if part in name), None)


def qkv_of(name: str) -> int:
    """Return the `qkv_type` of a tensor from its name; see `QKV`."""
    return _QKV_CODES.get(component_of(name) or "", NOT_APPLICABLE)


def operation_name(code: int) -> str:
    """Return the name of an operation, such as `OP200` for an unknown code."""
    return OPERATIONS.get(code, f"OP{code}")

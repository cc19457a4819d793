"""Names of types and attributes in op-execution trace files: ND4J's data types and fields."""

from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.traces.operation.record import Kind

_DTYPES = {
    "Float32": "FLOAT",
    "Float16": "HALF",
    "BFloat16": "BFLOAT16",
    "UInt32": "UINT32",
    "UInt16": "UINT16",
    "UInt8": "UINT8",
    "Int32": "INT32",
}
"""Maps data formats to ND4J's names. ND4J has no names for block formats."""
FORMAT_NAMES = {name: format_ for format_, name in _DTYPES.items()}
_UNKNOWN_DTYPE = "INHERIT"
FIELDS: dict[Kind, str] = {"int": "l", "float": "d", "bool": "b", "dtype": "types", "string": "s"}
"""Maps kinds of values to the field of `FlatProperties` that holds them."""


def dtype_name(name: str) -> str:
    """Return ND4J's name of a data format. Unknown names, from other writers, are returned
    unchanged.
    """
    return _DTYPES.get(name, _UNKNOWN_DTYPE if name in FORMATS else name)

"""Names of types and attributes in files: ND4J's data types, and the fields that hold values."""

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
"""ND4J's names of data formats. Block formats have no name there."""
FORMAT_NAMES = {name: format_ for format_, name in _DTYPES.items()}
_UNKNOWN_DTYPE = "INHERIT"
FIELDS: dict[Kind, str] = {"int": "l", "float": "d", "bool": "b", "dtype": "types", "string": "s"}
"""The field of `FlatProperties` that holds values of a kind."""


def dtype_name(name: str) -> str:
    """Return ND4J's name of a data format; unknown names of foreign files stay as they are."""
    return _DTYPES.get(name, _UNKNOWN_DTYPE if name in FORMATS else name)

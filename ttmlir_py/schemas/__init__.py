"""FlatBuffers without generated code: parsed schemas, a writer, and a bounds-checked reader.

```python
schema = load_schema("TTNN/binary.fbs")
data = write(schema, {"ttmlir_git_hash": "...", "programs": [...]})
root = read(schema, data)
root.programs[0].operations[3].type_type     # 'MatmulOp'
```
"""

from ttmlir_py.schemas.reader import BinaryError, TableView, VectorView, read
from ttmlir_py.schemas.schema import Schema, SchemaError, load_schema
from ttmlir_py.schemas.writer import MisfitError, write

__all__ = [
    "BinaryError",
    "MisfitError",
    "Schema",
    "SchemaError",
    "TableView",
    "VectorView",
    "load_schema",
    "read",
    "write",
]


def __dir__() -> list[str]:
    return sorted(__all__)

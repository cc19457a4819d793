"""The functions of upstream's module `ttrt.binary.stats`: a list of a binary's operations."""

import json
import re
from typing import Any, Protocol, cast


class _Binary(Protocol):
    """A `ttrt.binary.Binary`."""

    file_identifier: str

    def as_json(self) -> str:
        """Return all fields as JSON text."""
        ...


def as_dict(bin: _Binary) -> dict[str, Any]:
    """Return all fields of a binary as plain Python objects."""
    return json.loads(bin.as_json())


def _tensors(ref: Any) -> list[dict[str, Any]]:
    """Return the description of a tensor, or of each tensor of a list; nothing for other fields."""
    if isinstance(ref, list):
        refs = cast(list[Any], ref)
        return [tensor for each in refs for tensor in _tensors(each)]
    if not isinstance(ref, dict) or "desc" not in ref:
        return []
    desc = cast(dict[str, Any], ref)["desc"]
    memory = desc["layout"]["memory_desc"]
    return [
        {
            "shape": desc["shape"],
            "data_type": memory["data_type"],
            "memory_space": memory["memory_space"],
            "memory_layout": memory["memory_layout"],
            "core_range_set": desc["layout"]["core_range_set"],
        }
    ]


def _operands(operation: dict[str, Any], prefix: str) -> list[dict[str, Any]]:
    fields = operation["type"].items()
    refs = [value for name, value in fields if name.startswith(prefix)]
    return [tensor for ref in refs for tensor in _tensors(ref)]


def _ttnn_name(kind: str) -> str:
    """Return the name of an operation for a table of the schema: `ttnn.to_layout` for
    `ToLayoutOp`.
    """
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()
    # Upstream strips the letters of "_op" from both ends, not the suffix.
    return "ttnn." + words.strip("_op")


def collect_op_stats(bin: _Binary) -> list[dict[str, Any]]:
    """Return the name and the tensors of each operation of a TTNN binary's first program.

    Raises ValueError for other files, and for a binary without programs.
    """
    if bin.file_identifier != "TTNN":
        raise ValueError(f"a file with the identifier '{bin.file_identifier}': expected TTNN")
    programs = as_dict(bin)["programs"]
    if not programs:
        raise ValueError("the binary has no programs")
    return [
        {
            "op_name": _ttnn_name(operation["type_type"]),
            "framework_op_name": "",
            "dialect_op_name": "",
            "ttir_op_name": "",
            "inputs": _operands(operation, "in"),
            "outputs": _operands(operation, "out"),
            "attributes": {},
        }
        for operation in programs[0]["operations"]
    ]


def construct_op_stats_json(frontend: str, model: str, bin: _Binary) -> str:
    """Return the operations of a binary as JSON, with the names of its front end and model."""
    stats = {"frontend": frontend, "model": model, "operations": collect_op_stats(bin)}
    return json.dumps(stats, indent=4)

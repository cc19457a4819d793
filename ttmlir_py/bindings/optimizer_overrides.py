"""Overrides of the optimizer's choices (`ttmlir.optimizer_overrides`)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ttmlir_py.bindings.dialects.own_attributes import QualifiedEnum, numbers, qualified_enum
from ttmlir_py.dialects.tt import enums as tt_enums
from ttmlir_py.dialects.ttnn import enums as ttnn_enums

__all__ = [
    "BufferType",
    "DataType",
    "InputLayoutOverrideParams",
    "Layout",
    "MemoryLayoutAnalysisPolicyType",
    "OptimizerOverridesHandler",
    "OutputLayoutOverrideParams",
    "TensorMemoryLayout",
]

BufferType = qualified_enum(ttnn_enums.BufferType)
Layout = qualified_enum(ttnn_enums.Layout)
TensorMemoryLayout = qualified_enum(ttnn_enums.TensorMemoryLayout)
DataType = qualified_enum(tt_enums.DataType)


class MemoryLayoutAnalysisPolicyType(QualifiedEnum):
    """The policy by which the optimizer chooses memory layouts."""

    DFSharding = 0
    GreedyL1Interleaved = 1
    BFInterleaved = 2
    L1Interleaved = 1
    """The former name of GreedyL1Interleaved, which programs of upstream still use."""


_KINDS: dict[str, type[Any]] = {
    "buffer_type": BufferType,
    "data_type": DataType,
    "memory_layout": Layout,
    "tensor_memory_layout": TensorMemoryLayout,
}


@dataclass
class InputLayoutOverrideParams:
    """The operands of an operation whose layout an override changes."""

    operand_idxes: list[int] = field(default_factory=list[int])

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, list(numbers(value)) if name == "operand_idxes" else value)


@dataclass
class OutputLayoutOverrideParams:
    """The layout of the result of an operation. A field that is None is left to the optimizer."""

    grid: list[int] | None = None
    buffer_type: Any = None
    tensor_memory_layout: Any = None
    memory_layout: Any = None
    data_type: Any = None

    def __setattr__(self, name: str, value: Any) -> None:
        kind = _KINDS.get(name)
        if value is not None and name == "grid":
            value = list(numbers(value))
        elif value is not None and kind is not None and not isinstance(value, kind):
            raise TypeError(f"{name}: found {value!r}, expected {kind.__name__} or None")
        super().__setattr__(name, value)

    def set_buffer_type_from_str(self, value: str) -> None:
        """Set the buffer type. Raise ValueError for an unknown one."""
        self.buffer_type = _symbolized(
            ttnn_enums.BufferType, BufferType, value, "Invalid buffer type"
        )

    def set_tensor_memory_layout_from_str(self, value: str) -> None:
        """Set the memory layout. Raise ValueError for an unknown one."""
        self.tensor_memory_layout = _symbolized(
            ttnn_enums.TensorMemoryLayout,
            TensorMemoryLayout,
            value,
            "Invalid tensor memory layout",
        )

    def set_memory_layout_from_str(self, value: str) -> None:
        """Set the layout: row-major or tiles. Raise ValueError for an unknown one."""
        self.memory_layout = _symbolized(ttnn_enums.Layout, Layout, value, "Invalid memory layout")

    def set_data_type_from_str(self, value: str) -> None:
        """Set the data type. Raise ValueError for an unknown one."""
        self.data_type = _symbolized(tt_enums.DataType, DataType, value, "Invalid data type")

    def text(self) -> str:
        """Return the part of the option `override-output-layout` for one operation."""
        parts: list[str] = []
        if self.grid is not None:
            parts.append("x".join(map(str, self.grid)))
        chosen = (
            (ttnn_enums.BufferType, self.buffer_type),
            (ttnn_enums.TensorMemoryLayout, self.tensor_memory_layout),
            (ttnn_enums.Layout, self.memory_layout),
            (tt_enums.DataType, self.data_type),
        )
        parts += [str(source(each)) for source, each in chosen if each is not None]
        return ":".join(parts)


def _symbolized(source: Any, enum: Any, value: str, message: str) -> Any:
    found = source.from_keyword(value)
    if found is None:
        raise ValueError(f"{message}: {value}")
    return enum(found.value)


def _truth(value: Any) -> bool:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"expected bool, found {value!r}")
    return bool(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected str, found {value!r}")
    return value


class OptimizerOverridesHandler:
    """The options of the optimizer, set by functions and converted to text."""

    def __init__(self) -> None:
        self._enable_optimizer = False
        self._memory_reconfig = True
        self._enable_memory_layout_analysis = False
        self._enable_policy = False
        self._policy = MemoryLayoutAnalysisPolicyType.DFSharding
        self._input_overrides: dict[str, InputLayoutOverrideParams] = {}
        self._output_overrides: dict[str, OutputLayoutOverrideParams] = {}
        self._system_desc_path = ""
        self._max_legal_layouts = 0
        self._mesh_shape: list[int] = []

    def set_enable_optimizer(self, value: bool) -> None:
        """Set whether the optimizer is enabled."""
        self._enable_optimizer = _truth(value)

    def get_enable_optimizer(self) -> bool:
        """Whether the optimizer is enabled."""
        return self._enable_optimizer

    def set_memory_reconfig(self, value: bool) -> None:
        """Set whether memory layouts may change between operations."""
        self._memory_reconfig = _truth(value)

    def get_memory_reconfig(self) -> bool:
        """Whether memory layouts may change between operations."""
        return self._memory_reconfig

    def set_enable_memory_layout_analysis(self, value: bool) -> None:
        """Set whether the analysis of memory layouts is enabled."""
        self._enable_memory_layout_analysis = _truth(value)

    def get_enable_memory_layout_analysis(self) -> bool:
        """Whether the analysis of memory layouts is enabled."""
        return self._enable_memory_layout_analysis

    def set_enable_memory_layout_analysis_policy(self, value: bool) -> None:
        """Set whether the policy is written to the options."""
        self._enable_policy = _truth(value)

    def get_enable_memory_layout_analysis_policy(self) -> bool:
        """Whether the policy is written to the options."""
        return self._enable_policy

    def set_memory_layout_analysis_policy(self, value: MemoryLayoutAnalysisPolicyType) -> None:
        """Set the policy, and write it to the options."""
        self._policy = MemoryLayoutAnalysisPolicyType(value)
        self._enable_policy = True

    def get_memory_layout_analysis_policy(self) -> MemoryLayoutAnalysisPolicyType:
        """Return the policy."""
        return self._policy

    def set_system_desc_path(self, value: str) -> None:
        """Set the path of the system descriptor file."""
        self._system_desc_path = _text(value)

    def get_system_desc_path(self) -> str:
        """Return the path of the system descriptor file."""
        return self._system_desc_path

    def set_max_legal_layouts(self, value: int) -> None:
        """Set the number of layouts that are considered for an operation."""
        self._max_legal_layouts = numbers([value])[0]

    def get_max_legal_layouts(self) -> int:
        """Return the number of layouts that are considered for an operation."""
        return self._max_legal_layouts

    def set_mesh_shape(self, value: Sequence[int]) -> None:
        """Set the shape of the mesh of chips."""
        self._mesh_shape = list(numbers(value))

    def get_mesh_shape(self) -> list[int]:
        """Return the shape of the mesh of chips."""
        return list(self._mesh_shape)

    def get_input_layout_overrides(self) -> dict[str, InputLayoutOverrideParams]:
        """Return the overrides of operands, by name of the operation."""
        return dict(self._input_overrides)

    def get_output_layout_overrides(self) -> dict[str, OutputLayoutOverrideParams]:
        """Return the overrides of results, by name of the operation."""
        return dict(self._output_overrides)

    def add_input_layout_override(self, op_name: str, operand_idxes: Sequence[int]) -> None:
        """Change the layout of operands of an operation."""
        indexes = list(numbers(operand_idxes))
        self._input_overrides[_text(op_name)] = InputLayoutOverrideParams(indexes)

    def add_output_layout_override(self, op_name: str, override_params: Any, *parts: Any) -> None:
        """Change the layout of the result of an operation.

        Takes `OutputLayoutOverrideParams`, or their parts: grid, buffer type, tensor memory layout,
        layout and data type.
        """
        if not isinstance(override_params, OutputLayoutOverrideParams):
            override_params = OutputLayoutOverrideParams(list(override_params), *parts)
        self._output_overrides[_text(op_name)] = override_params

    def to_string(self) -> str:
        """Return the options as text for a pipeline."""
        options: list[str] = []
        if self._enable_optimizer:
            options.append("enable-optimizer=true")
        if self._memory_reconfig:
            options.append("memreconfig-enabled=true")
        if self._enable_memory_layout_analysis:
            options.append("memory-layout-analysis-enabled=true")
        if self._enable_policy:
            options.append(f"memory-layout-analysis-policy={self._policy.name}")
        if self._input_overrides:
            texts = [
                f"{name}={':'.join(map(str, each.operand_idxes))}"
                for name, each in self._input_overrides.items()
            ]
            options.append(f"insert-memreconfig={','.join(texts)}")
        if self._output_overrides:
            texts = [f"{name}={each.text()}" for name, each in self._output_overrides.items()]
            options.append(f"override-output-layout={','.join(texts)}")
        if self._system_desc_path:
            options.append(f"system-desc-path={self._system_desc_path}")
        if self._max_legal_layouts > 0:
            options.append(f"max-legal-layouts={self._max_legal_layouts}")
        if self._mesh_shape:
            options.append(f"mesh-shape={','.join(map(str, self._mesh_shape))}")
        return " ".join(options)

"""Overrides of single operations: conversion between the protocol and the optimizer's options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ttmlir_py.common.suggestions import alternatives, suggestion
from ttmlir_py.passes.ttnn.optimizer.overrides import OutputLayoutOverride, parse_output_layouts

POLICIES: Mapping[str, str | None] = {
    "DF Sharding": "DFSharding",
    "Greedy L1 Interleaved": "GreedyL1Interleaved",
    "BF Interleaved": "BFInterleaved",
    "Optimizer Disabled": None,
    "Auto": "auto",
}
"""Maps the protocol's names of memory layout policies to options. None runs no optimizer."""
DEFAULT_POLICY = "Auto"
UPSTREAM_POLICIES = [each for each in POLICIES if each != DEFAULT_POLICY]
"""The policies that upstream's explorer has, in its order."""
_ENUMS = ("buffer_type", "tensor_memory_layout", "memory_layout", "data_type")
_GRID, _OPERANDS, _LAYOUT = "grid_shape", "reconfigure_operands", "layout"


class OverrideError(ValueError):
    """An error for an unknown or illegal override. The message has the reason."""


@dataclass(frozen=True, slots=True)
class Override:
    """An override of an operation: properties of its result's layout, and operands to re-layout."""

    layout: OutputLayoutOverride = field(default_factory=OutputLayoutOverride)
    operands: tuple[int, ...] = ()

    def attributes(self) -> list[dict[str, str]]:
        """Return the override in the protocol's form."""
        layout = self.layout
        values = [(name, getattr(layout, name)) for name in _ENUMS]
        pairs = [(name, value.keyword) for name, value in values if value is not None]
        if layout.grid is not None:
            pairs.append((_GRID, "{}x{}".format(*layout.grid)))
        if self.operands:
            pairs.append((_OPERANDS, ",".join(map(str, self.operands))))
        return [{"key": key, "value": value} for key, value in pairs]


def parse_layout(text: str) -> OutputLayoutOverride:
    """Return the layout in a text such as `8x8:l1:block_sharded:tile`. Raises `OverrideError`."""
    try:
        if set(text) & set("=,"):
            raise ValueError(f"Invalid layout parameter: {text}")
        return parse_output_layouts(f"_={text}")["_"]
    except ValueError as error:
        raise OverrideError(str(error)) from None


def parse_override(attributes: Any) -> Override:
    """Return an override from the protocol's form, a list of `{"key", "value"}`.

    Raises `OverrideError` with upstream's message for unknown keys. In addition to upstream's keys,
    `layout` takes the whole layout, and `reconfigure_operands` operand indices. Grids are `8x8` or
    `[8, 8]`.
    """
    parts: list[str] = []
    operands: tuple[int, ...] = ()
    for key, value in _pairs(attributes):
        if key == _LAYOUT:
            parts.append(value)
        elif key == _GRID:
            parts.append(_grid_text(value))
        elif key in _ENUMS:
            parsed = parse_layout(value)
            if getattr(parsed, key) is None:
                raise OverrideError(f"Invalid value of {key}: {value}")
            parts.append(value)
        elif key == _OPERANDS:
            operands = _numbers(value)
        else:
            raise OverrideError(f"Invalid override attribute: {key}")
    return Override(parse_layout(":".join(parts)) if parts else OutputLayoutOverride(), operands)


def _pairs(attributes: Any) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for each in cast("list[Any]", attributes) if isinstance(attributes, list) else [None]:
        match each:
            case {"key": str(key), "value": str(value)}:
                found.append((key, value))
            case _:
                raise OverrideError(
                    'attributes of an override: expected a list of {"key", "value"}'
                )
    return found


def _grid_text(value: str) -> str:
    """Return a grid as options spell it. The protocol has `8x8`, and in older versions `[8,8]`."""
    numbers = value.strip("[] ").replace(",", "x").replace(" ", "")
    if numbers.count("x") != 1:
        raise OverrideError(f"Invalid grid size: {value}")
    return numbers


def _numbers(value: str) -> tuple[int, ...]:
    parts = [each.strip() for each in value.strip("[] ").split(",") if each.strip()]
    if not all(each.isascii() and each.isdecimal() and len(each) < 6 for each in parts):
        raise OverrideError(f"Invalid operand index: {value}")
    return tuple(map(int, parts))


def matches(asked: OutputLayoutOverride, layout: str) -> bool:
    """Whether the text of a layout has the properties in `asked`. Data types are not compared."""
    legal = parse_layout(layout)
    names = ("grid", "buffer_type", "tensor_memory_layout", "memory_layout")
    pairs = [(getattr(asked, name), getattr(legal, name)) for name in names]
    return all(wanted is None or wanted == got for wanted, got in pairs)


def unknown_policy(name: object) -> str:
    """Return the error message for an unknown optimization policy."""
    return (
        f"Invalid optimization policy selected: {name}; expected {alternatives([*POLICIES])}"
        f"{suggestion(str(name), POLICIES)}"
    )


@dataclass(frozen=True)
class Settings:
    """The settings with which a model is compiled."""

    policy: str = DEFAULT_POLICY
    system: str = ""
    """Name of a board, or path of a `.ttsys` file.

    Empty for the system in the model, by default an n150.
    """
    overrides: Mapping[str, Override] = field(default_factory=dict[str, Override])
    """Maps operation names to overrides."""

    def __post_init__(self):
        if self.policy not in POLICIES:
            raise OverrideError(unknown_policy(self.policy))

    @property
    def key(self) -> object:
        """Return a key that is equal for equal settings."""
        return self.policy, self.system, tuple(sorted(self.overrides.items(), key=lambda e: e[0]))

    @property
    def is_file(self) -> bool:
        """Return whether `system` is the path of a file."""
        return self.system.endswith(".ttsys")

    def options(self, others: Sequence[str] = ()) -> str:
        """Return the options of `ttir-to-ttnn-backend-pipeline`, in the order of upstream's
        explorer.

        `others` are additional options.
        """
        written: list[str] = []
        policy = POLICIES[self.policy]
        if policy is not None:
            written.append("enable-optimizer=true")
        written.append("memreconfig-enabled=true")
        if policy is not None:
            written.append("memory-layout-analysis-enabled=true")
            written.append(f"memory-layout-analysis-policy={policy}")
            written += self._override_options()
        if self.is_file:
            written.append(f"system-desc-path={self.system}")
        return " ".join((*written, *others))

    def _override_options(self) -> list[str]:
        given = self.overrides.items()
        operands = [(name, ":".join(map(str, each.operands))) for name, each in given]
        layouts = [(name, str(each.layout)) for name, each in given]
        texts = {"insert-memreconfig": operands, "override-output-layout": layouts}
        return [
            f"{option}={','.join(f'{name}={text}' for name, text in pairs if text)}"
            for option, pairs in texts.items()
            if any(text for _, text in pairs)
        ]

"""The events inside each kind of TT-NN function, nested as in the library.

A device operation is `ttnn::add` > `ttnn::prim::binary_ng` > `BinaryNgDeviceOperation` >
`tt::tt_metal::create_device_tensor`. In the era of `repeat` it is `ttnn::add` >
`ttnn::prim::binary` > `Device Operation` > `create_device_tensor`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, cast

from ttmlir_py.runtime.calls import Call, Composition, Era
from ttmlir_py.runtime.memory import Allocation, pages_per_bank
from ttmlir_py.runtime.tensor import ROW_MAJOR, TensorDesc
from ttmlir_py.traces.graph.arguments import (
    DEFAULT_QUEUE,
    EMPTY,
    Struct,
    Text,
    Unsupported,
    memory_config_struct,
    shape_struct,
)
from ttmlir_py.traces.graph.operations import (
    Allocated,
    Cores,
    buffer_info,
    circular_buffers,
    memory_layout_name,
    shard_of,
    tensor_info,
)
from ttmlir_py.traces.graph.recorder import CircularBuffer, GraphEvents


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of the nested functions of a device operation, which depend on the era."""

    binary: str
    create: str
    device_operation: str
    """Name of the device operation, as a format string in which `{}` stands for the name of its
    class.
    """


_NAMES = {
    Era.REPEAT: _Names("binary", "create_device_tensor", "Device Operation"),
    Era.BINARY_NG: _Names("binary_ng", "tt::tt_metal::create_device_tensor", "{}DeviceOperation"),
}
_PRIMITIVES = {"transpose": "permute", "fill_implicit_tile_padding": "fill_pad"}
"""Maps functions to the function whose program they run."""
_MOVES = {"to_device": "Tensor::to", "from_device": "Tensor::cpu"}
_VIEWS = {"reshape": "Tensor::reshape"}
_WITHOUT_TENSORS = {(Era.REPEAT, "repeat"): 5}
"""Maps device operations, by era, to the number of structures that hold all their arguments.

Traces do not show the contents of these structures.
"""
_BINARIES = {
    "subtract": "SUB",
    "multiply": "MUL",
    "divide": "DIV",
    "ge": "GTE",
    "le": "LTE",
}
"""Maps functions to members of `BinaryOpType`, where the name differs."""
_NAMESPACES = {"permute": "data_movement", "binary_ng": "binary_ng", "unary": "unary"}
"""Maps device operations to namespaces, where traces name the types of parameters."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work of a TTNN function, from which its nested events follow."""

    name: str
    operands: Sequence[Allocated]
    result: Allocated
    cores: Cores
    arity: int = 0
    """Number of operands of an element-wise function, or 0 for other functions."""
    is_new: bool = True
    """Whether the result needs new memory. Otherwise it is written in place or is a view."""
    keywords: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Arguments of the function other than tensors."""
    era: Era = Era.BINARY_NG
    composition: Composition | None = None
    """The functions that this function calls, or None for a single device operation."""
    places: Sequence[Allocation | None] = ()
    """Allocations of the results of the functions in `composition`, if known."""


def library_parameters(name: str, arity: int, given: Sequence[object]) -> list[object]:
    """Return the parameters of `ttnn::<name>` as in its published C++ signature.

    Functions without a published signature have the `given` parameters.
    """
    first, last = _signature(name, arity)
    return [*first, *given, *last[len(given) - arity if arity else 0 :]]


def given_texts(name: str, arity: int, texts: Sequence[str]) -> list[str]:
    """Return the texts of the given parameters, without those that `library_parameters` adds."""
    first, last = _signature(name, arity)
    shown = list(texts[len(first) :] if texts[: len(first)] == ["\0"] * len(first) else texts)
    added = ["nullopt" if each is None else str(each) for each in last]
    while added and shown and shown[-1] == added[-1]:
        shown.pop()
        added.pop()
    return shown


def _signature(name: str, arity: int) -> tuple[list[object], list[object]]:
    """Return the parameters of the C++ signature that come before the given ones, and those that
    come after them.
    """
    if arity == 2:  # the parameters after the operands: formats, memory, output, activations
        return [], [None] * 6
    return ([DEFAULT_QUEUE], [None, 0]) if name == "transpose" else ([], [])


def record_work(recorder: GraphEvents, work: Work, next_id: Callable[[], int]) -> None:
    """Record the events inside a function. `next_id` provides ids for intermediate tensors."""
    if work.composition and work.is_new:
        _record_calls(recorder, work, work.composition, next_id)
        return
    name, result = work.name, work.result.tensor
    if not work.is_new and name in _VIEWS:
        if work.operands[0].tensor != result:
            recorder.begin_function(_VIEWS[name], [work.operands[0].tensor])
            recorder.end_function([result])
        return
    if name in _MOVES:
        recorder.begin_function(_MOVES[name], [each.tensor for each in work.operands])
        if result.buffer is not None and work.is_new:
            recorder.allocate(result.buffer, work.result.address)
        recorder.end_function([result])
        return
    if not work.operands:
        _create(recorder, work)
        return
    _primitive(recorder, work)


def _create(recorder: GraphEvents, work: Work) -> None:
    """Record the function that creates the result, and its allocation."""
    made = work.result
    parameters = [
        shape_struct(made.desc.shape),
        Text(f"DataType::{made.desc.data_type.library_name.upper()}"),
        Text(f"Layout::{'ROW_MAJOR' if made.desc.tile == ROW_MAJOR else 'TILE'}"),
        0,
        _memory_config(made),
    ]
    recorder.begin_function(_NAMES[work.era].create, parameters)
    if made.tensor.buffer is not None and work.is_new:
        recorder.allocate(made.tensor.buffer, made.address)
    recorder.end_function([made.tensor])


def _memory_config(tensor: Allocated) -> Struct:
    buffer, desc = tensor.tensor.buffer, tensor.desc
    memory = "SYSTEM_MEMORY" if buffer is None else buffer.type
    return memory_config_struct(memory_layout_name(desc), memory, shard_of(desc))


def _primitive(recorder: GraphEvents, work: Work) -> None:
    names, result = _NAMES[work.era], work.result.tensor
    primitive = {1: "unary", 2: names.binary}.get(work.arity, _PRIMITIVES.get(work.name, work.name))
    parameters: list[object] = [each.tensor for each in work.operands]
    parameters += _primitive_arguments(work, primitive)
    if structures := _WITHOUT_TENSORS.get((work.era, primitive)):
        parameters = [EMPTY] * structures
    recorder.begin_function(f"ttnn::prim::{primitive}", parameters)
    class_name = f"{_pascal_case(primitive)}DeviceOperation"
    recorder.begin_function(
        names.device_operation.format(_pascal_case(primitive)),
        _types_of(primitive, class_name),
    )
    if work.is_new:
        _create(recorder, work)
    if result.buffer is not None:
        recorder.run_program(_program_buffers(work, primitive))
    recorder.end_function([result])
    recorder.end_function([result])


def _primitive_arguments(work: Work, primitive: str) -> list[object]:
    """Return the arguments of a device operation other than tensors, as far as their types are
    published.
    """
    if work.arity == 2:
        case = _BINARIES.get(work.name, work.name.upper())
        format_ = Text(f"DataType::{work.result.desc.data_type.library_name.upper()}")
        known = [Text(f"BinaryOpType::{case}"), format_, _memory_config(work.result)]
        return [*known, *[None] * 5]
    if primitive != "permute":
        return []
    order = work.keywords.get("permutation") or _exchange(
        len(work.result.desc.shape), work.keywords.get("dim0", 0), work.keywords.get("dim1", 0)
    )
    listed = Struct("SmallVector", tuple(order))
    absent = Unsupported("std::reference_wrapper<std::nullopt_t const>")
    return [listed, _memory_config(work.result), absent, 0]


def _exchange(rank: int, first: int, second: int) -> list[int]:
    order = list(range(rank))
    if order:
        order[first], order[second] = order[second], order[first]
    return order


def _types_of(primitive: str, class_name: str) -> list[object]:
    """Return the two structures of a device operation. Only their types can be named, not their
    contents.
    """
    space = _NAMESPACES.get(primitive)
    prefix = f"{space}::{class_name}" if space else class_name
    return [
        Unsupported(f"std::reference_wrapper<ttnn::operations::{prefix}::{each}_t const>")
        for each in ("operation_attributes", "tensor_args")
    ]


def _program_buffers(work: Work, primitive: str) -> list[CircularBuffer]:
    """Return the circular buffers of a device operation: one per tensor, on all cores.

    A repetition has only one, on as many cores as the result has pages.
    """
    if primitive != "repeat":
        return circular_buffers([*work.operands, work.result], work.cores)
    pages = pages_per_bank(work.result.desc, 1)
    (found,) = circular_buffers([work.result], work.cores)
    if found.globally_allocated:
        return [found]
    return [replace(found, core_range_set=work.cores.first(pages))]


def _pascal_case(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


# ---- composite functions, which call other TT-NN functions


def _record_calls(
    recorder: GraphEvents, work: Work, composed: Composition, next_id: Callable[[], int]
) -> None:
    """Record the functions that a composite function calls, and free buffers after their last
    use.
    """
    count, calls = composed.operands, composed.calls
    tensors = [*work.operands]
    owners, same = composed.owners, _same_tensors(work.operands, calls)
    for index, (call, freed) in enumerate(zip(calls, composed.freed_after(), strict=True)):
        number = count + index
        inputs = [tensors[each] for each in call.inputs]
        if same[number] == same[-1]:
            made = work.result
        elif same[number] != number:
            made = tensors[same[number]]
        else:
            is_results = owners[number] == owners[-1]
            like = work.result if is_results else inputs[0] if call.is_view else None
            place = work.places[index] if work.places else None
            made = _made(call.result, like, place, next_id())
        tensors.append(made)
        _record_call(recorder, work, call, inputs, made)
        for each in freed:
            buffer = tensors[count + each].tensor.buffer
            if buffer is not None:
                recorder.deallocate(buffer)


def _same_tensors(operands: Sequence[Allocated], calls: Sequence[Call]) -> list[int]:
    """Return, for each operand and for the result of each call, the number of the first tensor that
    is equal.

    A view with the same shape is equal to its input.
    """
    shapes = [each.desc.shape for each in operands]
    same = list(range(len(operands)))
    for call in calls:
        source, shape = call.inputs[0], call.result.shape
        is_same = call.is_view and shapes[source] == shape
        same.append(same[source] if is_same else len(same))
        shapes.append(shape)
    return same


def _made(
    desc: TensorDesc, like: Allocated | None, place: Allocation | None, number: int
) -> Allocated:
    """Return a new intermediate tensor, in the buffer of `like` or in a buffer of its own."""
    buffer = like.tensor.buffer if like else buffer_info(("call", number), desc)
    address = like.address if like else place.address if place else 0
    return Allocated(tensor_info(number, desc, buffer), desc, address)


def _record_call(
    recorder: GraphEvents, work: Work, call: Call, inputs: Sequence[Allocated], made: Allocated
) -> None:
    """Record a function that a composite one calls.

    Filling padding does nothing for a tensor without padding.
    """
    is_binary = call.function == "binary"
    inner = replace(
        work,
        name=work.name if is_binary else call.function,
        operands=inputs,
        result=made,
        arity=work.arity if is_binary else 0,
        is_new=not call.is_view,
        keywords=dict(zip(("dim0", "dim1"), call.arguments, strict=False)),
        composition=None,
    )
    if call.is_primitive:
        _primitive(recorder, inner)
        return
    given = [
        shape_struct(cast(Sequence[int], each)) if isinstance(each, tuple) else each
        for each in call.arguments
    ]
    tensors = [each.tensor for each in inputs]
    parameters = library_parameters(call.function, 0, [*tensors, *given])
    recorder.begin_function(f"ttnn::{call.function}", parameters)
    is_nothing = call.function == "fill_implicit_tile_padding" and not _has_padding(made.desc)
    if not is_nothing:
        record_work(recorder, inner, lambda: 0)
    recorder.end_function([made.tensor])


def _has_padding(desc: TensorDesc) -> bool:
    return prod(desc.padded_shape) != prod(desc.shape)

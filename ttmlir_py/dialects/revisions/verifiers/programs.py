"""Verifiers of calls, of operations that hold, store or move tensors, and of matrix products."""

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import AnyFloat, IntegerType, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import SymbolTable

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.revisions.verifiers.requirements import (
    is_set,
    number,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.shape_rules.common import broadcast_shapes
from ttmlir_py.dialects.shape_rules.matmul import matmul_shape, verify_matmul
from ttmlir_py.dialects.tensor_types import TILE_HEIGHT, Shape, joined, shape_of

Types = Sequence[Attribute]


def _function(op: Operation, symbol: Any) -> FuncOp:
    """Return the function that `symbol` names, as seen from `op`."""
    name = symbol.string_value()
    found = SymbolTable.lookup_symbol(op, symbol)
    require(isinstance(found, FuncOp), f"'{name}' does not reference a function")
    assert isinstance(found, FuncOp)
    return found


def _signature(types: Any) -> Types:
    """Return the argument or result types of a function, which may be in a tuple."""
    each = list(types.data)
    if len(each) == 1 and each[0].name == "tuple":
        return list(each[0].types.data)
    return each


def _load_cached(op: Any) -> None:
    """Check `ttcore.load_cached`, the call of a function whose result is cached: operands and
    results match the callee's signature.
    """
    kind = _function(op, op.callee).function_type
    for values, types, many, one in (
        (op.operands, kind.inputs, "operands", "Operand"),
        (op.results, kind.outputs, "results", "Result"),
    ):
        wanted = _signature(types)
        require(
            len(values) == len(wanted),
            f"Incorrect number of {many} for callee -- expected {len(wanted)} but got: "
            f"{len(values)}",
        )
        for index, (value, type_) in enumerate(zip(values, wanted, strict=True)):
            require(value.type == type_, f"{one} type mismatch at index {index}")


def _set_key_value(op: Any) -> None:
    require(op.operands[1:], "requires at least one value")


def _get_key_value(op: Any) -> None:
    require(op.results, "requires at least one result")


def _composite(op: Any) -> None:
    """Check `ttcore.composite`: the composite operation has the signature of the function that
    defines it.
    """
    name = op.decomposition.string_value()
    function = SymbolTable.lookup_symbol(op, op.decomposition)
    require(function is not None, f"decomposition function '{name}' not found in parent module")
    require(isinstance(function, FuncOp), f"decomposition symbol '{name}' is not a func.func")
    assert isinstance(function, FuncOp)
    inputs, outputs = function.function_type.inputs.data, function.function_type.outputs.data
    require(
        len(inputs) == len(op.operands),
        f"decomposition function expects {len(inputs)} arguments, but composite has "
        f"{len(op.operands)} inputs",
    )
    for index, (value, type_) in enumerate(zip(op.operands, inputs, strict=True)):
        require(
            value.type == type_,
            f"input type mismatch at index {index}: composite has '{value.type}', decomposition "
            f"expects '{type_}'",
        )
    require(
        len(outputs) == len(op.results),
        f"decomposition function returns {len(outputs)} results, but composite produces "
        f"{len(op.results)} results",
    )
    for index, (value, type_) in enumerate(zip(op.results, outputs, strict=True)):
        require(
            value.type == type_,
            f"result type mismatch at index {index}: composite produces '{value.type}', "
            f"decomposition returns '{type_}'",
        )


def _subgraph(op: Any) -> None:
    """Check `ttnn.d2m_subgraph`, the call of a function in another dialect."""
    name = op.d2m_func.string_value()
    function = SymbolTable.lookup_symbol(op, op.d2m_func)
    require(isinstance(function, FuncOp), f"Could not find D2M function '{name}' in parent module.")
    assert isinstance(function, FuncOp)
    kind = function.function_type
    for values, types, many, one in (
        (op.inputs, kind.inputs.data, "arguments", "argument"),
        (op.results, kind.outputs.data, "return values", "return"),
    ):
        require(
            len(values) == len(types),
            f"D2M function must have {len(values)} {many}, got {len(types)}",
        )
        for index, (value, type_) in enumerate(zip(values, types, strict=True)):
            require(
                value.type == type_,
                f"D2M function {one} type {index} mismatch: expected '{value.type}', got '{type_}'",
            )


def _layout_of(value: SSAValue) -> Any:
    """Return the layout of the tensor `value`, or None if it has no layout or an ND-sharded one."""
    encoding: Any = getattr(value.type, "encoding", None)
    return encoding if getattr(encoding, "name", "") == "ttnn.ttnn_layout" else None


def _buffer_of(layout: Any) -> str:
    return layout.memref.memory_space.value.keyword


def _is_on_device(type_: Attribute) -> bool:
    """Whether the tensor type `type_` has a layout on the device."""
    encoding: Any = getattr(type_, "encoding", None)
    memref = getattr(encoding, "memref", None)
    return memref is not None and memref.memory_space.value.keyword in ("dram", "l1")


def _require_layouts(op: Any) -> tuple[Any, Any]:
    layouts = [_layout_of(each) for each in (op.input, op.results[0])]
    for name, layout in zip(("Input", "Output"), layouts, strict=True):
        require(layout is not None, f"{name} tensor type missing layout attribute")
    return layouts[0], layouts[1]


def _to_memory_config(op: Any) -> None:
    """Check `ttnn.to_memory_config`: the move from one memory to another."""
    _, layout = _require_layouts(op)
    require(len(layout.memref.get_shape()) == 2, "Shard shape must be 2D")


def _grid_of(layout: Any) -> Sequence[int]:
    """Return the shape of a layout's grid, which has a mapping in 2025."""
    grid = getattr(layout, "grid", None)
    return layout.grid_shape if grid is None else grid.shape


def _to_layout(op: Any) -> None:
    """Check `ttnn.to_layout`: a change between tiles and rows, which keeps the memory."""
    source, result = _require_layouts(op)
    buffers = _buffer_of(source), _buffer_of(result)
    require(
        buffers[0] == buffers[1],
        f"ttnn.to_layout cannot change buffer type from '{buffers[0]}' to '{buffers[1]}'; "
        "use ttnn.to_tensor_spec for memory-config or device placement changes",
    )
    require(
        source.mem_layout == result.mem_layout,
        "ttnn.to_layout cannot change tensor memory layout; use ttnn.to_tensor_spec for "
        "memory-config changes",
    )
    # The missing space is part of upstream's message.
    require(
        _grid_of(source) == _grid_of(result),
        "ttnn.to_layout cannot change grid shape; usettnn.to_tensor_spec for memory-config changes",
    )


def _to_tensor_spec(op: Any) -> None:
    """Check `ttnn.to_tensor_spec`: the result has a layout."""
    encoding: Any = op.results[0].type.encoding
    require(
        encoding.name in ("ttnn.ttnn_layout", "ttnn.ttnn_nd_layout"),
        "Output tensor type missing layout attribute",
    )


def _metal_layout_cast(op: Any) -> None:
    """Check `ttir.ttnn_metal_layout_cast`, the conversion between the layouts of the two paths to
    the device.
    """
    kinds = [_world_of(each) for each in (op.input, op.results[0])]
    require(
        kinds[0] != "ttnn" or kinds[1] in ("metal", "memref"),
        "Input is ttnn tensor, output must be metal tensor or memref",
    )
    require(
        kinds[0] not in ("metal", "memref") or kinds[1] == "ttnn",
        "Input is metal tensor or memref, output must be ttnn tensor",
    )


def _world_of(value: SSAValue) -> str:
    encoding: Any = getattr(value.type, "encoding", None)
    if encoding is None:
        return "memref"
    return {
        "ttnn.ttnn_layout": "ttnn",
        "ttnn.ttnn_nd_layout": "ttnn",
        "ttcore.metal_layout": "metal",
    }.get(encoding.name, "")


def _constant(op: Any) -> None:
    """Check `ttir.constant`: the elements are numbers."""
    kind = op.value.type.get_element_type()
    require(
        isinstance(kind, AnyFloat | IntegerType), "value attribute must be of int or float type."
    )


def _ttnn_constant(op: Any) -> None:
    """Check `ttnn.constant`: the constant is on the device or on the host, as its operands
    require.
    """
    layout = _layout_of(op.results[0])
    require(layout is not None, "Output tensor type missing layout attribute")
    on_host = _buffer_of(layout) == "system_memory"
    require(
        on_host or op.device is not None,
        "device operand must be specified for non-system memory buffer type",
    )
    require(
        not (on_host and op.device is not None),
        "device operand must not be specified for system memory buffer type",
    )


def _require_file(op: Any) -> None:
    path = op.file_path.data
    require(path.endswith(".tensorbin"), f"file {path} must end with .tensorbin extension")


def _load_tensor(op: Any) -> None:
    """Check `ttnn.load_tensor`: a file is loaded into a tensor, on the device or on the host."""
    _require_file(op)
    on_device = _is_on_device(op.results[0].type)
    require(
        on_device or op.device is None,
        "device operand must be null for system memory buffer type",
    )
    require(
        op.device is not None or not on_device,
        "device operand must be specified for device memory buffer type",
    )


def _require_queue(op: Any) -> None:
    queue = number(op.cq_id)
    require(queue in (0, 1), f"Invalid CQ ID {queue}")


def _write_tensor(op: Any) -> None:
    """Check `ttnn.write_tensor`, the write from the host to the device."""
    require(not _is_on_device(op.host_tensor.type), "Host tensor must be on system memory")
    require(_is_on_device(op.device_tensor.type), "Device tensor must be on device memory")
    _require_queue(op)


def _copy(op: Any) -> None:
    """Check `ttnn.copy`, the copy between two tensors on the device."""
    for name, value in (("Source", op.src), ("Destination", op.dst)):
        require(_is_on_device(value.type), f"{name} tensor must be on device memory")
    require(
        op.src.type == op.dst.type,
        f"Source and destination tensor types must match, but got '{op.src.type}' and "
        f"'{op.dst.type}'",
    )


def _trace(op: Any) -> None:
    """Check the queue and the trace number of `begin_trace_capture`, `end_trace_capture` and
    `execute_trace`.
    """
    _require_queue(op)
    type_ = op.trace_id.type
    require(not type_.get_shape(), "Trace ID must be a scalar")
    kind = type_.element_type
    require(isinstance(kind, IntegerType), "Trace ID must be an integer")
    require(str(kind).startswith("ui"), "Trace ID must be unsigned")
    require(kind.width.data == 32, "Trace ID must be 32-bit")
    require(type_.encoding.name == "ttnn.trace_id", "Trace ID must have the TraceIdAttr encoding")


def _is_trace_id(type_: Any) -> bool:
    return (
        isinstance(type_, TensorType)
        and not type_.get_shape()
        and getattr(type_.encoding, "name", "") == "ttnn.trace_id"
    )


def _trace_call(op: Any) -> None:
    """Check `ttnn.capture_or_execute_trace`: a trace, which is recorded by the first call and
    replayed by later ones.
    """
    resident = [each.type for each in op.inputs if _is_on_device(each.type)]
    staged = [each.type for each in op.inputs if not _is_on_device(each.type)]
    slots = _require_slots(op, resident)
    capture = _function(op, op.capture_callee)
    _require_capture(op, capture, staged, slots)
    _require_traced(op, capture)
    execute = _function(op, op.execute_callee)
    inputs, name = execute.function_type.inputs.data, op.execute_callee.string_value()
    require(
        len(inputs) == 1,
        f"Execute function '{name}' must take exactly one trace_id argument, but has "
        f"{len(inputs)} arguments",
    )
    require(
        _is_trace_id(inputs[0]),
        f"Execute function '{name}' argument must be a trace_id tensor (scalar ui32 with "
        "TraceIdAttr encoding)",
    )


def _require_slots(op: Any, resident: Types) -> Types:
    """Return the types of the slots that a function allocates on the device for inputs and
    outputs.
    """
    kind = _function(op, op.allocate_slots_callee).function_type
    name = op.allocate_slots_callee.string_value()
    given, slots = kind.inputs.data, kind.outputs.data
    require(
        len(given) == len(resident),
        f"Slot allocation function '{name}' must take {len(resident)} arguments (the "
        f"device-resident inputs), but has {len(given)}",
    )
    for index, (found, wanted) in enumerate(zip(given, resident, strict=True)):
        require(
            found == wanted,
            f"Slot allocation function argument {index} type mismatch: expected '{wanted}', but "
            f"got '{found}'",
        )
    inputs, outputs = len(op.inputs), len(op.results)
    require(
        len(slots) == inputs + outputs,
        f"Slot allocation function '{name}' must return {inputs + outputs} slots ({inputs} input "
        f"slots + {outputs} output slots), but returns {len(slots)}",
    )
    for index, (found, result) in enumerate(zip(slots[inputs:], op.results, strict=True)):
        require(
            found == result.type,
            f"Slot allocation function output slot {index} type mismatch: expected "
            f"'{result.type}', but got '{found}'",
        )
    return slots


def _require_capture(op: Any, capture: FuncOp, staged: Types, slots: Types) -> None:
    name, found = op.capture_callee.string_value(), capture.function_type.inputs.data
    semaphores = [each.type for each in op.semaphore_inputs]
    count = len(staged) + len(slots) + len(semaphores)
    require(
        len(found) == count,
        f"Capture function '{name}' must take {count} arguments ({len(staged)} host-staged inputs "
        f"+ {len(slots)} slots + {len(semaphores)} semaphores), but has {len(found)}",
    )
    for index, (type_, wanted) in enumerate(zip(found, staged, strict=False)):
        require(
            type_ == wanted,
            f"Capture function host-staged input argument {index} type mismatch: expected "
            f"'{wanted}', but got '{type_}'",
        )
    for index, (type_, wanted) in enumerate(zip(found[len(staged) :], slots, strict=False)):
        require(
            type_ == wanted,
            f"Capture function slot argument {index} type mismatch: expected '{wanted}' from slot "
            f"allocation function, but got '{type_}'",
        )
    for index, (type_, given) in enumerate(
        zip(found[len(staged) + len(slots) :], semaphores, strict=True)
    ):
        require(
            type_ == given,
            f"Semaphore input argument {index} type mismatch: expected '{type_}' from capture "
            f"function, but got '{given}'",
        )
    results = capture.function_type.outputs.data
    require(
        len(results) == 1,
        f"Capture function '{name}' must return exactly one trace_id value, but returns "
        f"{len(results)}",
    )
    require(
        _is_trace_id(results[0]),
        f"Capture function '{name}' must return a trace_id tensor (scalar ui32 with TraceIdAttr "
        "encoding)",
    )


def _require_traced(op: Any, capture: FuncOp) -> None:
    """Check that all tensors in the recorded function are on the device."""
    calls: list[Any] = [each for each in capture.walk() if each.name == "func.call"]
    require(calls, "No trace function found in capture function")
    callee = calls[0].callee
    traced = _function(op, callee)
    require(
        not traced.function_type.outputs.data,
        f"Trace function '{callee.string_value()}' must return no results; it stores its outputs "
        "into the output slot arguments",
    )
    for type_ in traced.function_type.inputs.data:
        if type_.name == "ttnn.global_semaphore":
            continue
        require(
            isinstance(type_, TensorType),
            "All input arguments of trace function must be ranked tensors or global semaphores",
        )
        require(_is_on_device(type_), "All input arguments of trace function must be on device.")
    for each in traced.walk():
        _require_traceable(op, each)


def _require_traceable(op: Any, each: Any) -> None:
    require(
        each.name != "ttnn.capture_or_execute_trace",
        "CaptureOrExecuteTraceOp op must not be nested within trace function",
    )
    require(
        each.name != "ttcore.load_cached",
        "LoadCached op must not be nested within trace function",
    )
    if each.name == "ttnn.get_device":
        device = op.device.owner
        require(
            all(
                getattr(device, "properties", {}).get(key) == each.properties.get(key)
                for key in ("mesh_shape", "mesh_offset")
            ),
            "Device configuration of get_device op in callee must match device configuration of "
            "trace op",
        )
        return
    for name, values in (("input", each.operands), ("output", each.results)):
        types = [v.type for v in values if hasattr(v.type, "encoding")]
        require(
            all(map(_is_on_device, types)),
            f"All {name} tensors of trace function must be on device.",
        )


def _turned(shape: Shape, flag: Any) -> Shape:
    """Return the shape of a factor, transposed if the attribute `flag` is true."""
    return (*shape[:-2], shape[-1], shape[-2]) if is_set(flag) and len(shape) > 1 else shape


def _matmul(op: Any) -> None:
    """Check `linear` and `matmul` as in 2025-02, but with factors that may be transposed."""
    bias = getattr(op, "bias", None)
    verify_matmul(
        _turned(shape_of(op.a), op.transpose_a),
        _turned(shape_of(op.b), op.transpose_b),
        None if bias is None else shape_of(bias),
        shape_of(op.results[0]),
    )


def _ttnn_linear(op: Any) -> None:
    """Check `ttnn.linear`: the result has the shape of the sum, or of the product if the kernel
    adds a bias of several tile rows.
    """
    factors = _turned(shape_of(op.a), op.transpose_a), _turned(shape_of(op.b), op.transpose_b)
    product = matmul_shape(*factors, None) or (1,)
    found = shape_of(op.results[0])
    bias = None if op.bias is None else shape_of(op.bias)
    # `matmul_shape` raises an error if the bias does not match.
    matmul_shape(*factors, bias)
    wanted = product if bias is None else broadcast_shapes(product, bias)
    kernel_adds = bias is not None and len(bias) > 1 and bias[-2] <= TILE_HEIGHT
    end = f" or the matmul output shape({joined(product)})" if kernel_adds else ""
    require(
        found == wanted or (kernel_adds and found == product),
        f"Output shape({joined(found)}) must match the broadcasted "
        f"shape({joined(wanted or ())}){end}",
    )


PROGRAMS: Mapping[str, Verifier] = {
    "ttcore.get_key_value": _get_key_value,
    "ttcore.set_key_value": _set_key_value,
    "ttir.constant": _constant,
    "ttir.linear": _matmul,
    "ttir.matmul": _matmul,
    "ttir.ttnn_metal_layout_cast": _metal_layout_cast,
    "ttnn.begin_trace_capture": _trace,
    "ttnn.constant": _ttnn_constant,
    "ttnn.copy": _copy,
    "ttnn.dump_tensor": _require_file,
    "ttnn.end_trace_capture": _trace,
    "ttnn.execute_trace": _trace,
    "ttnn.linear": _ttnn_linear,
    "ttnn.load_tensor": _load_tensor,
    "ttnn.matmul": _matmul,
    "ttnn.to_layout": _to_layout,
    "ttnn.to_memory_config": _to_memory_config,
    "ttnn.to_tensor_spec": _to_tensor_spec,
    "ttnn.write_tensor": _write_tensor,
}
"""Maps operation names to verifiers."""

CALLS: Mapping[str, Verifier] = {
    "ttcore.composite": _composite,
    "ttcore.load_cached": _load_cached,
    "ttnn.capture_or_execute_trace": _trace_call,
    "ttnn.d2m_subgraph": _subgraph,
}
"""Maps operation names to verifiers that read the function which the operation names."""

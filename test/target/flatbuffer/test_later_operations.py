"""Binaries of 2026-09 and 2026-10: operations that 2025-02 lacks run on the simulator."""

import copy
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from target.flatbuffer.test_binary_revisions import TTNN, compiled, tagged

from ttmlir_py import runtime
from ttmlir_py.revisions import REGISTRY
from ttmlir_py.runtime import loops
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.schemas import BinaryError, load_schema, read, write
from ttmlir_py.schemas.revisions import (
    UnknownSchemaWarning,
    convert,
    read_internal,
    revision_of,
)

OCTOBER = load_schema(f"2026-10/{TTNN}")
Array = np.ndarray[Any, Any]


def october(name: str = "add") -> dict[str, Any]:
    """Return the root table of a binary of 2026-10 with one operation and two inputs `4x8xf32`."""
    data = convert(TTNN, compiled(name), "2026-10")
    assert revision_of(TTNN, data) == "2026-10"
    return read(OCTOBER, data).as_dict(raw_bytes=True)


def operation(root: dict[str, Any], kind: str) -> dict[str, Any]:
    operations = root["programs"][0]["operations"]
    (found,) = [each for each in operations if each["type_type"] == kind]
    return found


def like(ref: dict[str, Any], number: int, shape: list[int], data_type: str = "") -> dict[str, Any]:
    """Return a tensor like another one."""
    made = copy.deepcopy(ref)
    made["global_id"], made["desc"]["shape"] = number, shape
    if data_type:
        made["desc"]["layout"]["memory_desc"]["data_type"] = data_type
    return made


def run(root: dict[str, Any], *inputs: Array) -> list[Array]:
    return runtime.load(write(OCTOBER, tagged(root))).run([each.copy() for each in inputs])


def replaced(kind: str, *, results: int = 1, **fields: Any) -> dict[str, Any]:
    """Return a binary with another operation instead of the addition, and the results of that
    operation.
    """
    root = october()
    step = operation(root, "EltwiseBinaryOp")
    out = step["type"]["out"]
    step["type_type"] = kind
    step["type"] = fields
    names = [name for name in ("out", "outputs") if name in fields]
    assert names, "the operation has no result"
    made = fields[names[0]] if names[0] == "outputs" else [fields["out"]]
    last = max(each["global_id"] for each in made)
    assert results == len(made)
    # The program returns the results themselves, without the conversions after the addition.
    operations = root["programs"][0]["operations"]
    after = operations.index(step) + 1
    del operations[after:]
    root["programs"][0]["outputs"] = made
    assert last != out["global_id"] or results == 1
    return root


def operands() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    step = operation(october(), "EltwiseBinaryOp")["type"]
    return step["lhs"], step["rhs"], step["out"]


RANDOM = np.random.default_rng(3)
A, B = (RANDOM.uniform(0.1, 2, (4, 8)).astype(np.float32) for _ in range(2))


def activation(kind: str) -> dict[str, Any]:
    return {"op_type": kind, "params": []}


def test_activations_of_binary_operation_are_applied_before_and_after():
    root = october()
    step = operation(root, "EltwiseBinaryOp")["type"]
    step["input_tensor_a_activations"] = [activation("Sqrt"), activation("Neg")]
    step["input_tensor_b_activations"] = [activation("Exp")]
    step["activations"] = [activation("Log1p"), activation("Tanh")]
    (found,) = run(root, A, B)
    wide = -np.sqrt(A.astype("f8")) + np.exp(B.astype("f8"))
    np.testing.assert_allclose(found, np.tanh(np.log1p(wide)), rtol=1e-5)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"op_type": "ReluMax", "params": [6.0]}, r"the activation ReluMax\(\[6.0\]\)"),
        ({"op_type": "Heaviside", "params": []}, "the activation Heaviside"),
    ],
)
def test_fused_activation_that_is_not_simulated_is_refused(given: dict[str, Any], message: str):
    root = october()
    operation(root, "EltwiseBinaryOp")["type"]["activations"] = [given]
    with pytest.raises(BinaryError, match=f"program 'f': operation .*{message}"):
        run(root, A, B)


def test_sort_and_topk_operations_return_values_and_positions():
    lhs, _, out = operands()
    outputs = [like(out, 901, [4, 8]), like(out, 902, [4, 8], "UInt16")]
    root = replaced(
        "SortOp", results=2, **{"in": lhs}, dim=1, descending=True, stable=True, outputs=outputs
    )
    values, places = run(root, A, B)
    order = np.argsort(-A, axis=1, kind="stable")
    np.testing.assert_array_equal(places, order)
    np.testing.assert_array_equal(values, np.take_along_axis(A, order, 1))
    outputs = [like(out, 901, [4, 3]), like(out, 902, [4, 3], "Int32")]
    root = replaced("TopKOp", results=2, input_tensor=lhs, k=3, dim=1, outputs=outputs)
    values, places = run(root, A, B)
    np.testing.assert_array_equal(places, order[:, :3])


def test_norm_and_scalar_power_operations_match_formulas():
    lhs, rhs, out = operands()
    row = like(rhs, rhs["global_id"], [4, 8])
    root = replaced("RMSNormOp", input=lhs, epsilon=1e-5, out=like(out, 901, [4, 8]))
    (found,) = run(root, A, B)
    expected = A / np.sqrt((A * A).mean(-1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert row["desc"]["shape"] == [4, 8]
    root = replaced(
        "EltwiseBinaryCompositeScalarOp",
        type="PowScalar",
        lhs=lhs,
        rhs={"value": 3.0},
        rhs_type="FP",
        out=like(out, 901, [4, 8]),
    )
    (found,) = run(root, A, B)
    np.testing.assert_allclose(found, A**3, rtol=1e-5)


def test_binary_functions_without_fused_activation_run():
    lhs, rhs, out = operands()
    kind = "EltwiseBinaryCompositeWithoutFusedActivationOp"
    root = replaced(kind, type="Atan2", lhs=lhs, rhs=rhs, out=like(out, 901, [4, 8]))
    np.testing.assert_allclose(run(root, A, B)[0], np.arctan2(A, B), rtol=1e-6)
    root = replaced("EltwiseUnaryOp", type="Round", **{"in": lhs}, out=like(out, 901, [4, 8]))
    np.testing.assert_array_equal(run(root, A * 5, B)[0], np.round(A * 5))


@pytest.mark.parametrize("sides", [[1, 1], [0, 0, 1, 1], [1, 0, 1, 0]])
def test_pooling_operation_pads_in_order_top_left_bottom_right(sides: list[int]):
    root = october("max_pool2d")
    step = operation(root, "Pool2dOp")["type"]
    top, left, bottom, right = sides if len(sides) == 4 else sides * 2
    step |= {"kernel_size": [2, 2], "stride": [1, 1], "padding": sides}
    rows, columns = 8 + top + bottom - 1, 8 + left + right - 1
    out = like(step["out"], 901, [1, 1, rows * columns, 4])
    step["out"] = out
    operations = root["programs"][0]["operations"]
    del operations[operations.index(operation(root, "Pool2dOp")) + 1 :]
    root["programs"][0]["outputs"] = [out]
    x = RANDOM.integers(-9, 9, (1, 8, 8, 4)).astype(np.float32)
    edges = ((0, 0), (top, bottom), (left, right), (0, 0))
    padded = np.pad(x, edges, constant_values=-np.inf)
    corners = [padded[:, i : i + rows, j : j + columns] for i in (0, 1) for j in (0, 1)]
    (found,) = run(root, x)
    np.testing.assert_array_equal(found.reshape(1, rows, columns, 4), np.max(corners, axis=0))


@pytest.mark.parametrize("sides", [(1, 1), (0, 1, 2, 0), (1, 0, 0, 3)])
def test_convolution_operation_pads_in_order_top_bottom_left_right(sides: tuple[int, ...]):
    root = october("conv2d")
    step = operation(root, "Conv2dOp")["type"]
    top, bottom, left, right = sides if len(sides) == 4 else (1, 1, 1, 1)
    batch, height, width = (step[each] for each in ("batch_size", "input_height", "input_width"))
    channels, outputs = step["in_channels"], step["out_channels"]
    kernel = step["kernel_size"]
    rows, columns = height + top + bottom - kernel[0] + 1, width + left + right - kernel[1] + 1
    out = like(step["out"], 901, [1, 1, batch * rows * columns, outputs])
    step |= {"padding": [*sides], "stride": [1, 1], "dilation": [1, 1], "out": out}
    step.pop("bias", None)
    operations = root["programs"][0]["operations"]
    del operations[operations.index(operation(root, "Conv2dOp")) + 1 :]
    root["programs"][0]["outputs"] = [out]
    x = RANDOM.integers(-4, 5, (batch, height, width, channels)).astype(np.float32)
    w = RANDOM.integers(-4, 5, (outputs, channels, *kernel)).astype(np.float32)
    padded = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, kernel, (1, 2))
    (found,) = run(root, x, w)
    expected = np.einsum("bhwcij,ocij->bhwo", windows, w)
    np.testing.assert_array_equal(found.reshape(expected.shape), expected)


def controlled(kind: str, **fields: Any) -> dict[str, Any]:
    """Return a program that calls other programs: an operation `kind` with `fields`, and its
    result.
    """
    root = october()
    (body,) = root["programs"]
    caller = copy.deepcopy(body)
    inputs, (out,) = caller["inputs"], copy.deepcopy(caller["outputs"])
    out["global_id"] = 950
    call = {"inputs": copy.deepcopy(inputs), "outputs": [out], **fields}
    caller["operations"] = [{"type_type": kind, "type": call}]
    caller["outputs"] = [out]
    identity = copy.deepcopy(body)
    identity["operations"] = []
    identity["outputs"] = copy.deepcopy(identity["inputs"][:1])
    others = [{**body, "name": "add"}, {**identity, "name": "same"}]
    root["programs"] = [caller, *({**each, "private": True} for each in others)]
    return root


@pytest.mark.parametrize(("limit", "step", "count"), [(1, 1, 1), (4, 1, 4), (7, 3, 3), (0, 1, 0)])
def test_while_operation_with_constant_bounds_runs_trip_count_times(
    limit: int, step: int, count: int
):
    bounds = {"initial": {"value": 0}, "limit": {"value": limit}, "step": {"value": step}}
    root = controlled("WhileOp", body_program_id=1, state_count=1, output_indices=[0], **bounds)
    a, b = np.round(A * 8), np.round(B * 8)
    np.testing.assert_array_equal(run(root, a, b)[0], a + count * b)


def subtracting_loop() -> dict[str, Any]:
    """Return a loop that subtracts its second input from the first one, while that is not 0."""
    root = controlled(
        "WhileOp", body_program_id=1, condition_program_id=2, state_count=1, output_indices=[0]
    )
    (step,) = (
        each["type"]
        for each in root["programs"][1]["operations"]
        if each["type_type"] == "EltwiseBinaryOp"
    )
    step["type"] = "Subtract"
    return root


def number(value: float) -> Array:
    return np.full((4, 8), value, np.float32)


@pytest.mark.parametrize(("start", "step"), [(6, 2), (5, 1), (0, 1)])
def test_while_operation_with_computed_condition_runs_until_it_is_false(start: int, step: int):
    seen: list[str] = []

    def before(operation: Any, operands: Any) -> None:
        seen.append(operation.op_type)

    loaded = runtime.load(write(OCTOBER, tagged(subtracting_loop())))
    (found,) = loaded.run([number(start), number(step)], hooks=RunEvents(before=before))
    assert not found.any()
    labels = [each for each in seen if "Loop" in each]
    turn = ["ExitLoopOp", "EndLoopOp"]
    assert labels == ["BeginLoopOp", *turn * (start // step), "ExitLoopOp"]


def test_while_operation_that_does_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(loops, "MOST_ITERATIONS", 50)
    with pytest.raises(SimulationError, match="the loop has not ended after 50 iterations"):
        run(subtracting_loop(), number(5), number(2))


def test_while_operation_whose_body_swaps_states_swaps_them_each_time():
    bounds = {"initial": {"value": 0}, "limit": {"input_index": 2}, "step": {"value": 1}}
    root = controlled("WhileOp", body_program_id=2, state_count=2, output_indices=[0, 1], **bounds)
    caller, _, body = root["programs"]
    limit = like(caller["inputs"][0], 960, [1, 1], "Int32")
    outputs = [like(caller["outputs"][0], n, [4, 8]) for n in (961, 962)]
    caller["inputs"].append(limit)
    caller["operations"][0]["type"] |= {"inputs": caller["inputs"], "outputs": outputs}
    caller["outputs"] = outputs
    body["inputs"] = [*copy.deepcopy(caller["inputs"])]
    body["outputs"] = body["inputs"][1::-1]
    for count in (0, 3, 4):
        times = np.full((1, 1), count, np.int32)
        one, other = run(root, A, B, times)
        wanted = (B, A) if count % 2 else (A, B)
        np.testing.assert_array_equal(one, wanted[0])
        np.testing.assert_array_equal(other, wanted[1])


def test_while_operation_with_computed_condition_has_no_counterpart_in_2025_02():
    data = write(OCTOBER, tagged(subtracting_loop()))
    with pytest.raises(BinaryError, match="WhileOp that runs until a computed condition is false"):
        read_internal(TTNN, data)


@pytest.mark.parametrize(("index", "expected"), [(0.0, A + B), (1.0, A), (2.0, A), (-1.0, A)])
def test_case_operation_with_index_runs_selected_branch(index: float, expected: Array):
    root = controlled("CaseOp", branch_program_ids=[1, 2])
    caller = root["programs"][0]
    chosen = like(caller["inputs"][0], 960, [1, 1])
    caller["inputs"].append(chosen)
    caller["operations"][0]["type"]["index"] = chosen
    # The simulator reads all indices before it releases them. The branches do not receive them.
    device = operation(october(), "GetDeviceOp")
    caller["operations"].insert(0, device)
    (found,) = run(root, A, B, np.full((1, 1), index, np.float32))
    np.testing.assert_array_equal(found, expected)


def test_file_with_an_unknown_schema_hash_is_read_with_a_warning():
    data = convert(TTNN, compiled("add"), "2026-10")
    known = REGISTRY["2026-10"].schema_hashes[TTNN][0]
    future = data.replace(known.encode(), b"c0ffee" + known[6:].encode())
    with pytest.warns(UnknownSchemaWarning) as issued:
        assert revision_of(TTNN, future) == "2026-08"
    message = str(issued[0].message)
    assert message.startswith(
        f"warning: unknown schema hash c0ffee{known[6:8]}...: the file is read"
    )
    assert (
        f"known hashes are {REGISTRY['2026-09'].schema_hashes[TTNN][0][:8]}... (2026-09)" in message
    )


def test_conversion_to_2025_02_refuses_simulator_only_operations():
    lhs, _, out = operands()
    root = replaced("CumProdOp", **{"in": lhs}, dim=1, out=like(out, 901, [4, 8]))
    data = write(OCTOBER, tagged(root))
    np.testing.assert_allclose(runtime.load(data).run([A, B])[0], np.cumprod(A, 1), rtol=1e-5)
    with pytest.raises(BinaryError, match="CumProdOp has no counterpart in 2025-02"):
        read_internal(TTNN, data)


def mutated(data: bytes, random: Random) -> bytes:
    """Return a binary with a changed byte, number or field table, or without its end."""
    changed = bytearray(data)
    place = random.randrange(8, len(data) - 4)
    match random.randrange(4):
        case 0:
            changed[place] ^= 1 << random.randrange(8)
        case 1:
            changed[place : place + 4] = random.choice((b"\0\0\0\0", b"\xff\xff\xff\x7f"))
        case 2:
            del changed[place:]
        case _:
            tables = [at for at in range(8, len(data) - 4, 4) if _is_table(data, at)]
            table = random.choice(tables)
            fields = table - int.from_bytes(data[table : table + 4], "little", signed=True)
            size = int.from_bytes(data[fields : fields + 2], "little")
            entry = fields + random.randrange(0, size, 2)
            changed[entry] = random.choice((0, changed[entry] + 2 & 255, random.randrange(256)))
    return bytes(changed)


def _is_table(data: bytes, at: int) -> bool:
    """Whether a table may begin at `at`: it refers to a list of fields before or after it."""
    fields = at - int.from_bytes(data[at : at + 4], "little", signed=True)
    if not 8 <= fields < len(data) - 4 or fields == at:
        return False
    size = int.from_bytes(data[fields : fields + 2], "little")
    return 4 < size <= 80 and size % 2 == 0 and fields + size <= len(data)


def test_mutated_binary_of_2026_10_is_read_or_refused():
    random = Random(43)
    files = [convert(TTNN, compiled(each), "2026-10") for each in ("add", "conv2d", "matmul")]
    messages: list[str] = []
    for _ in range(60):
        data = mutated(random.choice(files), random)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UnknownSchemaWarning)
                for program in runtime.load(data).programs:
                    _ = program.operations
        except (BinaryError, SimulationError) as error:
            messages.append(str(error))
    assert 10 < len(messages) < 60
    assert all(messages)

"""Golden comparison finds the first wrong operation, with goldens in the binary, given goldens, or
float64.
"""

import json

import numpy as np
import pytest
from ttnn_builders import ProgramBuilder, binary_bytes

from ttmlir_py import runtime
from ttmlir_py.frontends.check import OutputRow, Report
from ttmlir_py.runtime.comparison import compare
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.schemas import BinaryError

RNG = np.random.default_rng(0)
X, W = (RNG.standard_normal((32, 32)).astype(np.float32) for _ in range(2))


def network(middle="BFloat16"):
    """Return a bf16 program of relu(x @ w) + x whose product passes through the format `middle`."""
    program = ProgramBuilder()
    x, w = program.input((32, 32), "BFloat16"), program.input((32, 32), "BFloat16")
    product = program.add("MatmulOp", in0=x, in1=w, out=program.ref((32, 32), "BFloat16"))
    packed = program.ref((32, 32), middle)
    program.add("TypecastOp", **{"in": product}, dtype=middle, out=packed)
    active = program.eltwise("Relu", [packed], program.ref((32, 32), "BFloat16"))
    total = program.eltwise("Add", [active, x], program.ref((32, 32), "BFloat16"))
    for index, operation in enumerate(program.operations):
        operation["loc_info"] = f'loc("op{index}")'
    return program.output(total)


def golden_table(array, dtype="Float32", name="", stride=None, data=None):
    elements = stride or [each // array.itemsize for each in array.strides]
    data = array.tobytes() if data is None else data
    return {
        "name": name,
        "shape": array.shape,
        "stride": elements,
        "dtype": dtype,
        "data": data,
    }


def with_goldens(program, goldens):
    table = program.table()
    entries = [{"key": key, "value": value} for key, value in goldens.items()]
    table["debug_info"] = {
        "mlir": {"name": "ttnn", "source": "module {}"},
        "golden_info": {"golden_map": entries},
    }
    program.table = lambda: table
    return runtime.load(binary_bytes(program))


def checked(program, inputs=(X, W), **options):
    binary = program if isinstance(program, runtime.Binary) else runtime.load(binary_bytes(program))
    checker = runtime.GoldenChecker(binary, binary.programs[0], **options)
    binary.run(list(inputs), hooks=checker.hooks)
    return checker.report


def test_float64_goldens_find_imprecise_format():
    report = checked(network("BFP_BFloat4"), source="f64")
    assert [row.operation.label for row in report.rows] == [
        "MatmulOp",
        "TypecastOp",
        "EltwiseOp(Relu)",
        "EltwiseOp(Add)",
    ]
    jump = report.first_jump
    assert jump is not None
    assert jump.operation.label == "TypecastOp"
    assert jump.isolated.relative > 0.03
    after = [row for row in report.rows if row.operation.index > jump.operation.index]
    assert all(row.accumulated.relative > 0.02 for row in after)
    assert all(row.isolated.relative < 0.005 for row in after)
    assert "the error jumps at operation 1 (TypecastOp), which is inexact by itself" in "\n".join(
        report.lines()
    )


def test_float64_goldens_of_bfloat16_program_show_no_error_jump():
    report = checked(network(), source="f64")
    assert report.first_jump is None
    assert report.failures == []
    assert all(0 <= row.accumulated.relative < 0.01 for row in report.rows)


def test_float64_goldens_are_not_rounded():
    program = ProgramBuilder()
    x = program.input((4,))
    third = program.eltwise("Div", [x, program.input((4,))], program.ref((4,)))
    program.output(program.eltwise("Exp", [third], program.ref((4,))))
    binary = runtime.load(binary_bytes(program))
    one, three = np.ones(4, np.float32), np.full(4, 3, np.float32)
    checker = runtime.GoldenChecker(binary, binary.programs[0], source="f64")
    binary.run([one, three], hooks=checker.hooks)
    first, second = checker.report.rows
    assert first.accumulated.max_absolute == abs(float(np.float32(1) / np.float32(3)) - 1 / 3)
    exact = np.exp(1 / 3)
    got = np.exp(np.float32(1) / np.float32(3))
    assert second.accumulated.max_absolute == pytest.approx(abs(float(got) - exact), abs=1e-9)


def test_golden_report_separates_amplified_errors_from_new_errors():
    program = ProgramBuilder()
    x, y = program.input((64,), "BFloat16"), program.input((64,), "BFloat16")
    total = program.eltwise("Add", [x, y], program.ref((64,), "BFloat16"))
    program.output(program.eltwise("Subtract", [total, x], program.ref((64,), "BFloat16")))
    x = np.linspace(100, 101, 64, dtype=np.float32)
    report = checked(program, [x, np.linspace(0.01, 0.02, 64, dtype=np.float32)], source="f64")
    assert report.first_jump.operation.label == "EltwiseOp(Subtract)"
    assert report.first_jump.isolated.relative < 0.01
    assert "which amplifies the error of its operands" in "\n".join(report.lines())


def test_embedded_golden_is_found_by_operation_location():
    bf16 = runtime.load(binary_bytes(network())).run([X, W])[0].astype(np.float32)
    product = X @ W
    binary = with_goldens(
        network(),
        {
            "input_0": golden_table(X),
            'loc("op0")': golden_table(product),
            'loc("op2")': golden_table(np.maximum(product, 0)),
            'loc("op3")': golden_table(-bf16),
        },
    )
    report = checked(binary)
    assert [row.operation.index for row in report.rows] == [0, 2, 3]
    assert report.skipped == 1
    assert [row.passed for row in report.rows] == [True, True, False]
    assert report.rows[0].isolated is None  # input_1 has no golden, so there is no isolated error
    with pytest.raises(
        SimulationError, match=r"operation 3 \(EltwiseOp\(Add\)\) differs .* 0.99 at .*op3"
    ):
        report.check()
    assert np.array_equal(runtime.golden_inputs(binary, binary.programs[0])[0], X)
    assert runtime.golden_inputs(binary, binary.programs[0])[1] is None


def test_golden_of_shared_location_belongs_to_last_operation():
    program = network()
    for operation in program.operations:
        operation["loc_info"] = 'loc("same")'
    product = np.maximum(X @ W, 0) + X
    report = checked(with_goldens(program, {'loc("same")': golden_table(product)}))
    assert [row.operation.index for row in report.rows] == [3]
    report.check()


def test_golden_report_has_upstream_keys_and_is_json():
    report = checked(network(), source="f64").as_dict()
    assert list(report) == [f'loc("op{index}")' for index in range(4)]
    assert {
        "expected_pcc",
        "actual_pcc",
        "atol",
        "rtol",
        "allclose",
        "max",
        "mean_absolute_error",
        "root_mean_square_error",
        "cosine_similarity",
    } <= set(report['loc("op0")'])
    json.dumps(report)


def test_golden_report_of_program_without_goldens_says_none_found():
    report = checked(network())
    report.check()
    assert list(report.lines()) == ["program 0 'main': no goldens to compare with"]


def test_golden_whose_size_differs_from_result_is_skipped():
    given = {'loc("op0")': (X @ W).ravel(), 'loc("op2")': np.zeros(5)}
    report = checked(network(), source=given)
    assert [row.operation.index for row in report.rows] == [0]
    assert report.skipped == 3


def test_strided_and_integer_goldens_of_binary_are_read():
    columns = np.asfortranarray(X @ W)
    table = golden_table(columns, data=columns.tobytes("F"))
    assert table["stride"] == [1, 32]
    binary = with_goldens(network(), {"a": table, "b": golden_table(np.uint16([3]), "UInt16")})
    found = runtime.embedded_goldens(binary)
    np.testing.assert_array_equal(found["a"], X @ W)
    assert found["b"].dtype == np.uint16


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (golden_table(X, data=b"abcd"), "golden 'g': 4 bytes do not hold 32x32 elements"),
        (golden_table(X, stride=[32]), "golden 'g': 4096 bytes do not hold 32x32 elements"),
        (golden_table(X, stride=[64, 1]), "golden 'g': its strides leave its 4096 bytes"),
        (golden_table(X, "BFP_BFloat8"), "golden 'g': elements of type BFP_BFloat8"),
    ],
)
def test_malformed_golden_is_refused(table, message):
    binary = with_goldens(network(), {"g": table | {"name": "g"}})
    with pytest.raises(BinaryError, match=message):
        runtime.GoldenChecker(binary, binary.programs[0])


def test_golden_check_of_single_element_or_constant_uses_error_not_pcc():
    program = ProgramBuilder()
    x = program.input((32, 32), "BFloat16")
    fields = {"type": "Mean", "dim_arg": [0, 1], "keep_dim": True}
    mean = program.add("ReductionOp", **{"in": x}, **fields, out=program.ref((1, 1), "BFloat16"))
    report = checked(program.output(mean), [X + 1], source="f64")
    (row,) = report.rows
    assert row.accumulated.pcc == 0  # upstream's definition for this case
    assert row.passed


def test_report_of_constant_golden_states_that_pcc_confirms_nothing():
    program = ProgramBuilder()
    x = program.input((32, 32))
    out = program.ref((32, 32))
    program.output(program.eltwise("Relu", [x], out))
    location = 'loc("relu")'
    program.operations[-1]["loc_info"] = location
    report = checked(program, [X], source={location: np.ones((32, 32), np.float32)})
    (row,) = report.rows
    assert row.accumulated.pcc == 1  # upstream's definition for this case
    (line,) = [each for each in report.lines() if "confirms nothing" in each]
    assert line.startswith(
        "operation 0 (EltwiseOp(Relu)): golden is constant: PCC confirms nothing"
    )
    assert "PCC confirms nothing" in report.as_dict()[location]["note"]


def test_output_with_constant_golden_states_that_pcc_confirms_nothing():
    seen = compare(np.ones((2, 2)), np.ones((2, 2)) + 1e-3, FORMATS["Float32"])
    (line,) = Report("PyTorch", [OutputRow("out", seen, True)], None).lines()
    assert "(golden and result are constant: PCC confirms nothing" in line


def test_golden_checker_saves_goldens_and_device_tensors(tmp_path):
    report = checked(network(), source="f64", save_directory=tmp_path / "tensors")
    golden = np.load(tmp_path / "tensors" / "0_loc_op0_golden.npy")
    device = np.load(tmp_path / "tensors" / "0_loc_op0_device.npy")
    assert golden.dtype == np.float64
    assert np.abs(golden - device).max() == report.rows[0].accumulated.max_absolute
    assert len(list((tmp_path / "tensors").iterdir())) == 8
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(InputError, match="cannot make"):
        checked(network(), source="f64", save_directory=blocked)


def test_golden_checker_second_run_starts_new_report():
    binary = runtime.load(binary_bytes(network()))
    checker = runtime.GoldenChecker(binary, binary.programs[0], source="f64", isolated=False)
    for _ in range(2):
        binary.run([X, W], hooks=checker.hooks)
    assert len(checker.report.rows) == 4
    assert all(row.isolated is None for row in checker.report.rows)
    with pytest.raises(SimulationError, match="unknown goldens 'f32'"):
        runtime.GoldenChecker(binary, binary.programs[0], source="f32")


def test_golden_checker_reused_for_different_program_is_refused():
    binary = runtime.load(binary_bytes(network(), network()))
    checker = runtime.GoldenChecker(binary, binary.programs[1])
    with pytest.raises(SimulationError, match="the goldens are those of program 1"):
        binary.run([X, W], 0, hooks=checker.hooks)


def test_golden_check_skips_operation_that_float64_cannot_compute():
    """An index is a whole number only after bf16 rounding. The comparison skips the operation and
    continues from its device result.
    """
    program = ProgramBuilder()
    x, table = program.input((4,), "BFloat16"), program.input((8, 4), "BFloat16")
    halves = program.eltwise("Add", [x, x], program.ref((4,), "BFP_BFloat4"))
    row = program.add(
        "EmbeddingOp", input=halves, weight=table, out=program.ref((4, 4), "BFloat16")
    )
    program.output(program.eltwise("Neg", [row], program.ref((4, 4), "BFloat16")))
    inputs = [np.float32([0.55, 1, 2, 2]), RNG.standard_normal((8, 4))]
    report = checked(program, inputs, source="f64")
    assert [row.operation.label for row in report.rows] == ["EltwiseOp(Add)", "EltwiseOp(Neg)"]
    assert report.skipped == 1


def test_goldens_on_mesh_find_wrong_operation():
    program = ProgramBuilder()
    device = {"global_id": 0}
    x = program.input((2, 32), "BFloat16", host=True)
    program.add("GetDeviceOp", mesh={"y": 1, "x": 2}, chip_ids=[0, 1], out=device)
    part = program.add(
        "MeshShardOp",
        **{"in": x},
        device=device,
        shard_direction="FullToShardShape",
        shard_type="Devices",
        shard_dims=[-1, 0],
        shard_shape=[2, 1],
        out=program.ref((1, 32), "BFloat16"),
    )
    half = program.eltwise("Exp", [part], program.ref((1, 32), "BFP_BFloat4"))
    whole = program.add(
        "AllGatherOp", **{"in": half}, device=device, dim=0, out=program.ref((2, 32), "BFloat16")
    )
    report = checked(program.output(whole), [X[:2]], source="f64")
    assert report.first_jump.operation.label == "EltwiseOp(Exp)"
    assert [row.accumulated.count for row in report.rows] == [64, 64, 64]
    assert report.rows[2].isolated.relative == 0


def test_float64_goldens_of_integers_and_casts_have_no_error():
    program = ProgramBuilder()
    x = program.input((5,), "BFloat16")
    whole = program.add("TypecastOp", **{"in": x}, dtype="UInt32", out=program.ref((5,), "UInt32"))
    program.output(program.eltwise("Add", [whole, whole], program.ref((5,), "UInt32")))
    report = checked(program, [np.array([0, 1.5, 2.5, 3, 300], np.float32)], source="f64")
    assert all(row.accumulated.max_absolute == 0 for row in report.rows)


def unary(name):
    program = ProgramBuilder()
    program.output(program.eltwise(name, [program.input((2, 2))], program.ref((2, 2))))
    program.operations[0]["loc_info"] = 'loc("op")'
    return program


def test_golden_check_of_nan_results_fails():
    report = checked(unary("Sqrt"), [np.full((2, 2), -1, np.float32)], source="f64")
    (row,) = report.rows
    assert (row.accumulated.pcc, row.passed) == (None, False)
    *_, table, summary, reason = report.lines()
    assert "     none   0.0e+00" in table
    assert "FAILED  4 NaN" in table
    assert summary == "1 cannot be compared, the first is operation 0 (EltwiseOp(Sqrt))"
    assert reason == (
        "operation 0 (EltwiseOp(Sqrt)) cannot be compared: "
        "the result or its golden has no finite value"
    )
    with pytest.raises(
        SimulationError, match="the result or its golden has no finite value at loc"
    ):
        report.check()
    assert json.loads(json.dumps(report.as_dict()))['loc("op")']["actual_pcc"] is None


def test_golden_check_of_equal_infinities_passes():
    report = checked(unary("Neg"), [np.full((2, 2), np.inf, np.float32)], source="f64")
    (row,) = report.rows
    assert (row.accumulated.pcc, row.passed) == (None, True)
    report.check()

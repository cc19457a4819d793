import csv
import json
import math
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fuzz_binaries import Fuzzer
from hypothesis import given
from hypothesis import strategies as st
from ttnn_builders import SCHEMA, ProgramBuilder, op_program
from ttrt_binaries import CURRENT, relu_program, root, save, system_desc

from ttmlir_py import runtime
from ttmlir_py.runtime.architectures import ARCHITECTURES
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError, load_schema, write
from ttmlir_py.ttrt.perf_model import (
    Machine,
    estimate_program,
    tensor_bytes,
)
from ttmlir_py.ttrt.perf_report import Row, csv_text
from ttmlir_py.ttrt.roofline import picture

pytestmark = pytest.mark.slow

N150 = Machine.of(system_desc())


def estimates(program, machine=N150):
    binary = runtime.load(write(SCHEMA, root(program)))
    return list(estimate_program(binary.programs[0], machine))


def test_perf_of_damaged_binary_estimates_or_refuses():
    fuzzer, ends = Fuzzer(seed=5), Counter()
    for _ in range(150):
        try:
            binary = runtime.TTNNBinary.load(fuzzer.case())
            for program in binary.programs:
                rows = [
                    Row(program, each.operation, each) for each in estimate_program(program, N150)
                ]
                csv_text(rows, N150)
                ends["estimated"] += 1
        except (BinaryError, SimulationError) as error:
            ends[type(error).__name__] += 1
    assert min(ends.values()) > 5
    assert len(ends) == 3


def test_perf_of_matmul_of_scalars_is_refused():
    program = op_program("MatmulOp", {"in0": (), "in1": (4, 4)}, (4, 4))
    with pytest.raises(SimulationError) as caught:
        estimates(program)
    assert str(caught.value) == (
        "program 0 'main': operation 0 (MatmulOp): cannot be estimated with operands of shapes scalar, 4x4"
    )


def product(m, k, n, data_type="BFloat16"):
    return op_program("MatmulOp", {"in0": (m, k), "in1": (k, n)}, (m, n), dtype=data_type)


def test_perf_machine_model_is_read_from_system_descriptor():
    assert (N150.name, N150.cores, N150.dram) == ("Wormhole_b0", 64, pytest.approx(258))
    p150 = Machine.of(system_desc("p150"))
    assert (p150.name, p150.cores, p150.dram) == ("Blackhole", 110, pytest.approx(458.4))
    assert set(ARCHITECTURES) == set(
        load_schema("TTNN/binary.fbs").types["tt.target.Arch"].names.values()
    )


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"chip_descs": [], "chip_desc_indices": [0]},
        {"chip_descs": [{"arch": 7}], "chip_desc_indices": [0]},
        {
            "chip_descs": [
                {"arch": "Wormhole_b0", "grid_size": {"y": 0, "x": 8}, "num_dram_channels": 12}
            ],
            "chip_desc_indices": [0],
        },
    ],
)
def test_perf_of_unsupported_system_is_refused(broken):
    with pytest.raises(BinaryError, match="the system descriptor"):
        Machine.of(broken)


def test_perf_estimate_of_large_matmul_is_compute_bound():
    [estimate] = estimates(product(4096, 4096, 4096))
    assert (estimate.bound, estimate.fidelity, estimate.cores) == ("compute", "HiFi2", 64)
    assert estimate.flop == 2 * 4096**3
    # 64 cores with 4096 FLOP per cycle at 1 GHz, two passes
    assert estimate.times["compute"] == pytest.approx(estimate.flop / (64 * 4096) * 2)
    assert estimate.ideal == estimate.times["compute"]
    assert estimate.duration == pytest.approx(estimate.ideal / 0.62 + 358)


PUBLISHED = {512: 19.04, 1024: 41.69, 2048: 66.74, 3072: 58.18, 4096: 59.49}
"""Maps n to the device utilization in percent of an n x n x n product in bf16 with HiFi2, from DRAM
of an n150, as in tt-metal's GEMM_FLOPS report.
"""
OTHERS = {
    **{(512, 1024, 1024): 9.01, (512, 1024, 2048): 16.70, (1024, 1024, 2048): 56.83},
    **{(1024, 2048, 2048): 60.52, (2048, 2048, 3072): 70.08, (2048, 3072, 3072): 71.31},
    **{(3072, 3072, 4096): 60.97, (3072, 4096, 4096): 59.36},
}
"""Maps other shapes (m, k, n) to their utilization in the same report. The estimated range must
contain it.
"""


def published_time(m, k, n, utilization):
    """Return the time in nanoseconds of an m x k x n product at `utilization` percent: 32 cycles
    for each product of two tiles, on 64 cores at 1 GHz.
    """
    return m * k * n / 32**3 * 32 / 64 / (utilization / 100)


@pytest.mark.parametrize(("size", "utilization"), PUBLISHED.items())
def test_perf_estimate_of_matmul_is_within_tenth_of_published_time(size, utilization):
    [estimate] = estimates(product(size, size, size))
    time = published_time(size, size, size, utilization)
    assert estimate.duration == pytest.approx(time, rel=0.1)
    assert estimate.least < time < estimate.most


@pytest.mark.parametrize(("shape", "utilization"), OTHERS.items(), ids=str)
def test_perf_estimate_range_contains_published_time(shape, utilization):
    [estimate] = estimates(product(*shape))
    assert estimate.least <= published_time(*shape, utilization) <= estimate.most
    assert estimate.least < estimate.duration < estimate.most


def test_perf_estimate_of_unmeasured_operation_has_roofline_as_lower_bound():
    [estimate] = estimates(op_program("SoftmaxOp", {"in": (64, 64)}, (64, 64), dimension=1))
    assert estimate.least == estimate.duration == estimate.ideal + estimate.latency
    assert estimate.most > 2 * estimate.least


@pytest.mark.parametrize(
    ("data_type", "fidelity", "bytes_of_tile"),
    [
        ("Float32", "HiFi4", 4096),
        ("BFloat16", "HiFi2", 2048),
        ("BFP_BFloat8", "LoFi", 1088),
        ("BFP_BFloat4", "LoFi", 576),
        ("BFP_BFloat2", "LoFi", 320),
    ],
)
def test_perf_estimate_takes_fidelity_and_bytes_from_data_format(
    data_type, fidelity, bytes_of_tile
):
    [estimate] = estimates(product(64, 32, 96, data_type))
    assert estimate.fidelity == fidelity
    assert estimate.cores == 6
    assert estimate.dram_bytes == (2 + 3 + 6) * bytes_of_tile


def test_perf_estimate_of_large_addition_is_dram_bound():
    program = ProgramBuilder()
    x, y = program.input((4096, 4096), "BFloat16"), program.input((4096, 4096), "BFloat16")
    program.output(program.eltwise("Add", [x, y], program.ref((4096, 4096), "BFloat16")))
    [estimate] = estimates(program)
    assert estimate.bound == "DRAM"
    assert estimate.ideal == pytest.approx(3 * 2 * 4096**2 / 258)


def test_perf_estimate_of_small_operation_is_latency_bound():
    program = ProgramBuilder()
    program.output(program.eltwise("Abs", [program.input((32, 32))], program.ref((32, 32))))
    [estimate] = estimates(program)
    assert (estimate.bound, estimate.cores) == ("latency", 1)


def sharded(program, ref):
    memory = ref["desc"]["layout"]["memory_desc"]
    memory |= {"memory_space": "DeviceL1", "memory_layout": "HeightSharded", "shape": [1, 1]}
    cores = {"loc": {"y": 0, "x": 0}, "size": {"y": 2, "x": 4}}
    ref["desc"]["layout"]["core_range_set"] = [cores]
    return ref


def test_perf_estimate_of_sharded_operation_has_no_dram_or_network_time():
    program = ProgramBuilder()
    x = sharded(program, program.input((256, 32)))
    program.output(program.eltwise("Abs", [x], sharded(program, program.ref((256, 32)))))
    [estimate] = estimates(program)
    assert (estimate.dram_bytes, estimate.times["NoC"], estimate.cores) == (0, 0, 8)


def test_perf_flop_of_convolution_counts_window():
    fields = {
        "in_channels": 32,
        "out_channels": 64,
        "batch_size": 1,
        "input_height": 16,
        "input_width": 16,
        "kernel_height": 3,
        "kernel_width": 3,
        "stride_height": 1,
        "stride_width": 1,
        "padding_height": 1,
        "padding_width": 1,
        "dilation_height": 1,
        "dilation_width": 1,
        "groups": 1,
    }
    operands = {"input": (1, 1, 256, 32), "weight": (64, 32, 3, 3)}
    [estimate] = estimates(op_program("Conv2dOp", operands, (1, 1, 256, 64), **fields))
    assert estimate.flop == 2 * 256 * 64 * 32 * 9


def test_perf_bytes_of_embedding_count_only_selected_rows():
    [estimate] = estimates(
        op_program("EmbeddingOp", {"input": (1, 32), "weight": (50000, 64)}, (1, 32, 64))
    )
    assert estimate.dram_bytes < 5 * 32 * 64 * 4


def test_perf_estimate_of_host_transfer_is_pcie_time():
    program = ProgramBuilder()
    program.add("GetDeviceOp", out={"global_id": 0})
    x = program.input((1024, 1024), host=True, tiled=False)
    out = program.ref((1024, 1024), tiled=False)
    program.output(program.add("ToDeviceOp", **{"in": x}, device={"global_id": 0}, out=out))
    [estimate] = estimates(program)
    assert (estimate.bound, estimate.on_host, estimate.cores) == ("PCIe", True, 0)
    assert estimate.times["PCIe"] == pytest.approx(4 * 1024**2 / 31.5)


@given(
    st.lists(st.integers(1, 300), min_size=3, max_size=3), st.sampled_from(["Float32", "BFloat16"])
)
def test_perf_estimate_does_not_decrease_with_more_work(sizes, data_type):
    [small] = estimates(product(*sizes, data_type))
    for position in range(3):
        larger = [size * (2 if index == position else 1) for index, size in enumerate(sizes)]
        [large] = estimates(product(*larger, data_type))
        assert large.flop == 2 * small.flop
        assert large.dram_bytes >= small.dram_bytes
        assert large.times["DRAM"] >= small.times["DRAM"]
    for name in ("compute", "DRAM", "NoC"):
        assert math.isfinite(small.times[name])
        assert small.times[name] > 0


def test_perf_tensor_bytes_include_tile_padding():
    binary = runtime.load(write(SCHEMA, root(relu_program())))
    assert tensor_bytes(binary.programs[0].inputs[0].desc) == 2048


def rows(name="ttrt-artifacts/relu.ttnn/perf/ops_perf_results.csv"):
    with open(name, newline="") as file:
        return list(csv.DictReader(file))


def test_perf_command_prints_estimate(tt, relu):
    code, out, err = tt("perf", relu)
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"program 0 'relu': \d\.\d{3} us estimated on Wormhole_b0 with 64 cores \(6 FLOP, \S+ TFLOP/s\), \S+ to \S+ us\n"
        r"  EltwiseOp\(Relu\)     1 x       \d\.\d{3} us  100.0 %    1 cores  bound by latency\n",
        out,
    )
    assert not Path("ttrt-artifacts").exists()


def test_perf_table_has_profiler_columns(tt, relu):
    assert tt("perf", "--save-artifacts", relu, "--loops", "2")[0] == 0
    first, second = rows()
    assert list(first)[:4] == ["OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "DEVICE ID"]
    assert list(first)[-6:-2] == ["LOC", "PROGRAM", "BOUND", "SOURCE"]
    assert list(first)[-2:] == ["LEAST DURATION [ns]", "MOST DURATION [ns]"]
    assert first["OP CODE"] == "EltwiseOp(Relu)"
    assert first["OP TYPE"] == "tt_dnn_device"
    assert first["SOURCE"] == "analytical estimate"
    assert [first[f"INPUT_0_{name}"] for name in "WZYX"] == ["1", "1", "32", "32"]
    assert first["INPUT_0_LAYOUT"] == "TILE"
    assert first["INPUT_0_DATATYPE"] == "BFLOAT16"
    assert first["OUTPUT_0_MEMORY"] == "DEV_0_DRAM_INTERLEAVED"
    ideal, compute, bandwidth = (
        int(first[f"PM {n} [ns]"]) for n in ("IDEAL", "COMPUTE", "BANDWIDTH")
    )
    assert ideal == max(compute, bandwidth)
    assert int(first["DEVICE FW DURATION [ns]"]) > ideal
    assert second["DEVICE FW START CYCLE"] == first["DEVICE FW END CYCLE"]
    assert [first["GLOBAL CALL COUNT"], second["GLOBAL CALL COUNT"]] == ["1", "2"]


def test_perf_with_artifact_directory_alone_saves_artifacts(tt, relu):
    assert tt("perf", relu, "--artifact-dir", "named")[0] == 0
    assert Path("named/relu.ttnn/perf/ops_perf_results.csv").exists()


def test_perf_trace_has_slice_per_operation(tt, relu):
    assert tt("perf", "--save-artifacts", relu, "--loops", "2")[0] == 0
    trace = json.loads(Path("ttrt-artifacts/relu.ttnn/perf/ops_perf_trace.json").read_text())
    assert trace["otherData"] == {"source": "analytical estimate", "architecture": "Wormhole_b0"}
    name, first, second = trace["traceEvents"]
    assert name["args"] == {"name": "relu"}
    assert (first["ph"], first["name"], first["ts"]) == ("X", "EltwiseOp(Relu)", 0)
    assert second["ts"] == pytest.approx(first["dur"])


def test_perf_estimates_are_deterministic(tt, relu):
    texts = []
    for _ in range(2):
        assert tt("perf", "--save-artifacts", relu)[0] == 0
        folder = Path("ttrt-artifacts/relu.ttnn/perf")
        texts.append([path.read_text() for path in sorted(folder.iterdir())])
    assert texts[0] == texts[1]


def test_perf_host_only_option_measures_host_time(tt, relu):
    code, out, _ = tt("perf", "--host-only", "--save-artifacts", relu)
    assert code == 0
    assert "estimated" not in out
    device, compute = rows()
    assert (device["OP CODE"], compute["OP CODE"]) == ("GetDeviceOp", "EltwiseOp(Relu)")
    for row in (device, compute):
        assert row["SOURCE"] == "simulator on the host"
        assert row["DEVICE FW DURATION [ns]"] == ""
        assert int(row["HOST END TS"]) - int(row["HOST START TS"]) == int(row["HOST DURATION [ns]"])
    assert int(compute["HOST START TS"]) >= int(device["HOST END TS"])


def test_perf_memory_option_adds_report_to_estimates(tt, relu):
    code, out, _ = tt("perf", "--memory", relu)
    assert code == 0
    assert "peak of DRAM" in out
    assert "estimated on" in out


def test_perf_of_binary_without_usable_system_is_refused(tt):
    table = root(relu_program(), version=CURRENT) | {"system_desc": {}}
    Path("x.ttnn").write_bytes(write(SCHEMA, table))
    assert tt("perf", "x.ttnn") == (
        1,
        "",
        "x.ttnn: error: the system descriptor has no chip that the model knows\n",
    )
    empty = save("empty.ttnn", ProgramBuilder())
    code, out, _ = tt("perf", "--save-artifacts", empty)
    assert code == 0
    assert "0.000 us estimated" in out


def test_perf_compare_option_shows_two_runs(tt, relu):
    small = save("small.ttnn", product(64, 64, 64))
    large = save("large.ttnn", product(1024, 1024, 1024))
    code, out, err = tt("perf", "--compare", small, large)
    assert (code, err) == (0, "")
    header, *lines = out.splitlines()[-3:]
    assert header.split() == ["before", "after"]
    times = [each.duration / 1000 for n in (64, 1024) for each in estimates(product(n, n, n))]
    for line, label in zip(lines, ("MatmulOp", "in all"), strict=True):
        match = re.fullmatch(rf"  {label} +1 x +(\S+) us +1 x +(\S+) us  x (\S+)", line)
        assert [float(each) for each in match.groups()] == pytest.approx(
            [*times, times[1] / times[0]], abs=1e-3
        )
    code, out, _ = tt("perf", "--compare", small, relu)
    assert code == 0
    assert re.search(r"MatmulOp .* gone\n", out)
    assert re.search(r"EltwiseOp\(Relu\) .* new\n", out)


def test_perf_compare_option_reads_profiler_table(tt, relu):
    Path("card.csv").write_text(
        "OP CODE,HOST DURATION [ns],DEVICE FW DURATION [ns]\nEltwiseOp(Relu),9,2000\nX,500,\n"
    )
    code, out, _ = tt("perf", "--compare", "card.csv", relu)
    assert code == 0
    assert re.search(r"EltwiseOp\(Relu\) +1 x +2.000 us +1 x ", out)
    assert re.search(r"X +1 x +0.500 us +0 x +0.000 us  gone", out)
    assert re.search(r"in all +2 x +2.500 us ", out)
    assert tt("perf", "--save-artifacts", relu)[0] == 0
    table = "ttrt-artifacts/relu.ttnn/perf/ops_perf_results.csv"
    code, out, _ = tt("perf", "--compare", table, relu)
    assert code == 0
    for text in ("OP CODE\nx\n", "a,b\n1,2\n", "OP CODE,HOST DURATION [ns]\nx,inf\n"):
        Path("card.csv").write_text(text)
        code, _, err = tt("perf", "--compare", "card.csv", relu)
        assert code == 1
        assert "card.csv: is not a table of operations with their durations" in err
    assert tt("perf", "--compare", "none.ttnn", relu)[0] == 1


def test_perf_roofline_lists_operations_without_flop_with_time():
    program = ProgramBuilder()
    x, moved = program.input((64, 64)), program.ref((64, 64))
    program.add("PermuteOp", **{"in": x, "out": moved, "permutation": [1, 0]})
    program.output(program.eltwise("Abs", [moved], program.ref((64, 64))))
    found = estimates(program)
    text = " ".join(re.findall("<text[^>]*>([^<]*)</text>", picture(found, N150)))
    permute, computed = found
    assert (permute.flop, computed.flop > 0) == (0, True)
    share = 100 * permute.duration / (permute.duration + computed.duration)
    assert f"not drawn: 1 of 2 operations, {share:.1f} % of the time: 1 x PermuteOp" in text
    assert "NoC, PCIe, ethernet, latency and the host have no roof" in text


def test_perf_roofline_is_drawn_with_point_per_operation(tt):
    path = save("product.ttnn", product(1024, 1024, 1024))
    code, out, _ = tt("perf", "--roofline", "roof.svg", path)
    assert code == 0
    assert "roofline drawn in roof.svg" in out
    picture = ElementTree.parse("roof.svg").getroot()
    name = "{http://www.w3.org/2000/svg}"
    (point,) = picture.iter(f"{name}circle")
    assert point.find(f"{name}title").text.startswith("MatmulOp: 1 x, ")
    texts = {each.text: each for each in picture.iter(f"{name}text")}
    speeds = {each.text: each for each in picture.iter(f"{name}text") if each.get("x") == "58"}
    assert {"LoFi", "HiFi2", "HiFi3", "HiFi4", "DRAM 258 GB/s"} <= texts.keys()
    # 2 * 1024^3 FLOP for 6 MiB are 341 FLOP per byte: right of 100, left of 1000
    below = {
        each.text: each
        for each in picture.iter(f"{name}text")
        if each.get("text-anchor") == "middle"
    }
    assert float(below["100"].get("x")) < float(point.get("cx")) < float(below["1000"].get("x"))
    # more than 10 TFLOP/s, and below the roof of HiFi2
    assert float(texts["HiFi2"].get("y")) < float(point.get("cy")) < float(speeds["10"].get("y"))

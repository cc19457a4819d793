import json
from pathlib import Path

import pytest
from ttrt_binaries import SOURCE, relu_program, root, save

import ttmlir_py
from ttmlir_py.runtime.summary import JSON_SECTIONS, SECTIONS
from ttmlir_py.schemas import load_schema, write
from ttmlir_py.ttrt import options


def test_read_prints_all_sections(tt, relu):
    assert tt("read", relu) == (
        0,
        """version: 0.0.769
tt-mlir git hash: abc
chip 0: Wormhole_b0, 8x8 cores, 1499136 bytes of L1 each
program 0 'relu': 1 input
  arg0 (image)  2x3xbf16 tile (padded to 32x32) DeviceDRAM interleaved
program 0 'relu': 1 output
  out0  2x3xbf16 tile (padded to 32x32) DeviceDRAM interleaved
program 0 'relu': 2 operations
  EltwiseOp(Relu)  1
  GetDeviceOp      1
""",
        "",
    )


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("version", "version: 0.0.769\ntt-mlir git hash: abc\n"),
        ("mlir", "program 0 'relu':\n" + SOURCE),
        ("cpp", "program 0 'relu':\n// C++\n"),
    ],
)
def test_read_section_prints_that_section(tt, relu, section, expected):
    assert tt("read", "--section", section, relu) == (0, expected, "")


@pytest.mark.parametrize("section", options.SECTIONS)
def test_every_read_section_has_text_and_json(tt, relu, section):
    code, out, _ = tt("read", "--section", section, relu)
    assert code == 0
    assert out.strip()
    code, out, _ = tt("read", "--json", "--section", section, relu)
    assert code == 0
    assert json.loads(out)


def test_read_section_names_match_runtime():
    assert list(options.SECTIONS) == list(SECTIONS) == list(JSON_SECTIONS)


def test_read_json_has_schema_fields(tt, relu):
    whole = json.loads(tt("read", "--json", relu)[1])
    assert whole["programs"][0]["operations"][1]["type_type"] == "EltwiseOp"
    inputs = json.loads(tt("read", "--json", "--section", "inputs", relu)[1])
    assert inputs["relu"][0]["desc"]["shape"] == [2, 3]
    stats = json.loads(tt("read", "--json", "--section", "op_stats", relu)[1])
    assert stats == {"relu": {"GetDeviceOp": 1, "EltwiseOp(Relu)": 1}}


def test_read_of_system_descriptor_prints_descriptor(tt):
    assert tt("query", "--quiet", "--save-artifacts", "--system-desc", "n300")[0] == 0
    path = "ttrt-artifacts/system_desc.ttsys"
    assert len(json.loads(tt("read", path)[1])["system_desc"]["chip_descs"]) == 2
    shown = json.loads(tt("read", "--section", "system_desc", path)[1])
    assert shown["chip_desc_indices"] == [0, 1]
    assert json.loads(tt("read", "--section", "version", path)[1])["version"] == "0.0.769"
    assert tt("read", "--section", "mlir", path) == (
        1,
        "",
        f"{path}: error: a system descriptor has no section 'mlir'\n",
    )


def metal_binary():
    """Return a TTMetal binary of one program with one queue."""
    program = relu_program()
    command = {"type": ("EnqueueProgramCommand", {}), "debug_info": ""}
    queue = {"name": "queue", "commands": [command, command]}
    table = {k: v for k, v in program.table().items() if k != "operations"}
    table["device_programs"] = [{"command_queues": [queue]}]
    data = root() | {"programs": [table]}
    Path("a.ttm").write_bytes(write(load_schema("TTMetal/binary.fbs"), data))
    return "a.ttm"


def test_read_ttmetal_binary_prints_commands(tt):
    code, out, err = tt("read", metal_binary())
    assert (code, err) == (0, "")
    assert out.endswith("program 0 'relu': 2 operations\n  EnqueueProgramCommand  2\n")
    for section in options.SECTIONS:
        assert tt("read", "--section", section, "a.ttm")[0] == 0
        assert json.loads(tt("read", "--json", "--section", section, "a.ttm")[1])
    assert tt("run", "a.ttm") == (1, "", "a.ttm: error: tensor 1 is on no core\n")
    assert tt("perf", "a.ttm") == (1, "", "a.ttm: error: tensor 1 is on no core\n")


def test_read_compiled_ttmetal_program_prints_buffers(tt):
    type_ = "tensor<32x64xf32>"
    text = f"""func.func @exp(%a: {type_}) -> {type_} {{
      %0 = tensor.empty() : {type_}
      %1 = "ttir.exp"(%a, %0) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({type_}, {type_}) -> {type_}
      return %1 : {type_}
    }}"""
    data = ttmlir_py.compile(text, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    Path("exp.ttm").write_bytes(data)
    code, out, _ = tt("read", "exp.ttm")
    assert code == 0
    assert out.splitlines()[3:] == [
        "program 0 'exp': 1 input",
        "  arg0  32x64xf32 row-major DeviceL1 none",
        "program 0 'exp': 1 output",
        "  out0  32x64xf32 row-major DeviceL1 none",
        "program 0 'exp': 8 operations",
        "  CreateBufferCommand      3",
        "  EnqueueProgramCommand    3",
        "  DeallocateBufferCommand  2",
    ]


def test_read_folder_reads_every_binary(tt):
    save("f/one.ttnn", relu_program())
    save("f/deep/two.ttnn", relu_program())
    Path("f/bad.ttnn").write_bytes(b"not a binary at all")
    code, out, err = tt("read", "--section", "version", "f")
    assert code == 1
    version = "version: 0.0.769\ntt-mlir git hash: abc\n"
    assert out == f"f/deep/two.ttnn:\n{version}f/one.ttnn:\n{version}3 results: 2 pass, 1 error\n"
    assert err.startswith("f/bad.ttnn: error: not a TTNNBinary")
    results = json.loads(Path("read_results.json").read_text())
    assert [each["result"] for each in results] == ["error", "pass", "pass"]


def test_read_skips_saved_artifacts(tt):
    save("f/one.ttnn", relu_program())
    arguments = ("read", "f", "--save-artifacts", "--artifact-dir", "f/artifacts")
    assert tt(*arguments)[0] == 0
    first = Path("read_results.json").read_text()
    assert tt(*arguments)[0] == 0
    assert Path("read_results.json").read_text() == first
    assert tt("read", "f/artifacts")[0] == 0


def test_read_of_binary_of_another_version_warns(tt):
    old = save("old.ttnn", relu_program(), version=(1, 2, 3))
    difference = (
        "the file has version 1.2.3 (revision abc), ttrt has version 0.0.769 (revision 4329701592)"
    )
    for command in ("read", "run", "perf"):
        code, out, err = tt(command, old)
        assert (code, err) == (0, f"old.ttnn: warning: {difference}\n")
        assert out
        assert tt(command, "--ignore-version", old)[::2] == (0, "")
        assert tt(command, "--strict", old) == (1, "", f"old.ttnn: skipped: {difference}\n")
        [result] = json.loads(Path(f"{command}_results.json").read_text())
        assert (result["result"], result["exception"]) == ("skip", difference)

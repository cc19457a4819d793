import json
from pathlib import Path

import pytest
from ttrt_binaries import relu_program, save, system_desc

from ttmlir_py.schemas import load_schema, read
from ttmlir_py.schemas.revisions import read_internal, revision_of
from ttmlir_py.target.flatbuffer.system_desc import read_system_desc
from ttmlir_py.target.flatbuffer.version import FORMAT_VERSION
from ttmlir_py.ttrt.options import SYSTEMS
from ttmlir_py.ttrt.system import board, differences, unknown_system


@pytest.mark.parametrize("name", SYSTEMS)
def test_query_describes_every_system(tt, name):
    code, out, err = tt("query", "--system-desc", name, "--save-artifacts")
    assert (code, err) == (0, "")
    shown, _, rest = out.rpartition("system descriptor saved to ")
    assert rest == "ttrt-artifacts/system_desc.ttsys\n"
    data = Path("ttrt-artifacts/system_desc.ttsys").read_bytes()
    root = read(load_schema("Common/system_desc.fbs"), data).as_dict()
    assert json.loads(shown) == root
    assert root["version"] == FORMAT_VERSION
    assert root["system_desc"] == system_desc(name)
    read_system_desc(data)


@pytest.mark.parametrize("name", SYSTEMS)
def test_query_saves_system_in_form_of_later_revision(tt, name):
    flags = ["--quiet", "--save-artifacts", "--tt-mlir", "2026-08", "--system-desc", name]
    assert tt("query", *flags)[0] == 0
    path = Path("ttrt-artifacts/system_desc.ttsys")
    assert revision_of("Common/system_desc.fbs", path.read_bytes()) == "2026-08"
    chips = json.loads(tt("read", "--json", path)[1])["system_desc"]["chip_descs"]
    assert {chip["dst_physical_size_tiles"] for chip in chips} == {16}
    assert all("physical_cores" not in chip for chip in chips)
    again = read_internal("Common/system_desc.fbs", path.read_bytes()).as_dict()["system_desc"]
    sizes = [(chip["arch"], chip["grid_size"], chip["l1_size"]) for chip in again["chip_descs"]]
    own = system_desc(name)["chip_descs"]
    assert sizes == [(chip["arch"], chip["grid_size"], chip["l1_size"]) for chip in own]


def test_query_with_quiet_option_writes_results_file_only(tt):
    assert tt("query", "--quiet") == (0, "", "")
    assert sorted(map(str, Path().iterdir())) == ["query_results.json", "ttrt_report.xml"]
    assert json.loads(tt("query")[1])["system_desc"] == system_desc("n150")
    code, out, err = tt("query", "--system-desc", "n151")
    assert (code, out) == (1, "")
    assert err == f"n151: error: {unknown_system('n151')}\n"
    assert json.loads(Path("query_results.json").read_text())[0]["result"] == "error"


@pytest.mark.parametrize(("name", "rows"), [("n150", 8), ("n300", 7), ("t3000", 7), ("p150", 10)])
def test_query_with_dispatch_from_worker_cores_removes_one_grid_row(tt, name, rows):
    out = tt("query", "--system-desc", name, "--disable-eth-dispatch")[1]
    chips = json.loads(out)["system_desc"]["chip_descs"]
    assert {chip["grid_size"]["y"] for chip in chips} == {rows}


def test_check_reports_match_and_mismatch(tt, relu):
    assert tt("check", relu) == (0, "relu.ttnn: matches n150\n", "")
    code, out, err = tt("check", relu, "--system-desc", "default")
    assert (code, err) == (1, "relu.ttnn: error: does not match default in 7 fields\n")
    assert out.splitlines()[:3] == [
        "relu.ttnn and default:",
        "  chip_descs[0].l1_unreserved_base: 97248, not 1024",
        "  chip_descs[0].erisc_l1_unreserved_base: 69632, not 1024",
    ]
    [result] = json.loads(Path("check_results.json").read_text())
    assert result["result"] == "error"
    assert result["system_desc"] == "default"
    assert len(result["differences"]) == 7


def test_check_accepts_system_desc_files_and_folders(tt, relu):
    for name in ("n150", "n300"):
        assert (
            tt(
                "query",
                "--quiet",
                "--save-artifacts",
                "--artifact-dir",
                name,
                "--system-desc",
                name,
            )[0]
            == 0
        )
    assert tt("check", relu, "--system-desc", "n150/system_desc.ttsys")[0] == 0
    Path("all").mkdir()
    for name in ("n150", "n300"):
        Path(name, "system_desc.ttsys").rename(f"all/{name}.ttsys")
    save("f/a.ttnn", relu_program())
    save("f/b.ttnn", relu_program(), board="n300")
    assert tt("check", "f", "--system-desc", "all")[0] == 1
    results = json.loads(Path("check_results.json").read_text())
    assert [(r["file_path"], r["system_desc"], r["result"]) for r in results] == [
        ("f/a.ttnn", "all/n150.ttsys", "pass"),
        ("f/a.ttnn", "all/n300.ttsys", "error"),
        ("f/b.ttnn", "all/n150.ttsys", "error"),
        ("f/b.ttnn", "all/n300.ttsys", "pass"),
    ]


def test_check_reports_binary_of_another_version(tt):
    old = save("old.ttnn", relu_program(), version=(1, 2, 3))
    code, out, _ = tt("check", old)
    assert code == 1
    assert out == "old.ttnn and n150:\n  version: 1.2.3, not 0.0.769\n"
    assert tt("check", "--ignore-version", old)[0] == 0


@pytest.mark.parametrize("command", ["run", "perf"])
def test_run_and_perf_warn_about_binary_for_another_system(tt, relu, command):
    assert tt(command, relu, "--system-desc", "n150")[::2] == (0, "")
    difference = (
        "was not compiled for default: chip_descs[0].l1_unreserved_base: 97248, not 1024, "
        "and 6 more fields differ"
    )
    code, out, err = tt(command, relu, "--system-desc", "default")
    assert (code, err) == (0, f"relu.ttnn: warning: {difference}\n")
    assert out
    strict = tt(command, relu, "--system-desc", "default", "--strict")
    assert strict == (1, "", f"relu.ttnn: skipped: {difference}\n")
    [result] = json.loads(Path(f"{command}_results.json").read_text())
    assert (result["result"], result["exception"]) == ("skip", difference)


def test_strict_run_accepts_system_desc_file(tt, relu):
    for board_name in ("n150", "n300"):
        tt("query", "--save-artifacts", "--system-desc", board_name)
        Path("ttrt-artifacts/system_desc.ttsys").rename(f"{board_name}.ttsys")
    assert tt("run", relu, "--system-desc", "n150.ttsys", "--strict")[::2] == (0, "")
    other = tt("run", relu, "--system-desc", "n300.ttsys", "--strict")
    assert other[0] == 1
    assert other[2].startswith("relu.ttnn: skipped: was not compiled for n300.ttsys: chip_descs: ")
    code, _, err = tt("run", relu, "--system-desc", ".")
    assert (code, err) == (1, ".: error: one system is needed, this directory has 2\n")
    code, _, err = tt("run", relu, "--system-desc", "n151")
    assert (code, err) == (
        1,
        f"n151: error: {unknown_system('n151')}\n",
    )


def test_parallel_run_skips_files_for_another_system(tt):
    for name in "abc":
        save(f"f/{name}.ttnn", relu_program(), board="n300" if name == "b" else "n150")
    code, _, err = tt("run", "f", "--jobs", 2, "--system-desc", "n150", "--strict")
    assert code == 1
    assert err.startswith("f/b.ttnn: skipped: was not compiled for n150: ")
    assert err.count("\n") == 1


def test_check_without_binary_or_system_fails(tt, relu):
    assert tt("check", relu, "--system-desc", "absent.ttsys") == (
        1,
        "",
        "absent.ttsys: error: No such file or directory\n",
    )
    assert tt("check", "absent.ttnn")[::2] == (1, "absent.ttnn: error: No such file or directory\n")
    code, _, err = tt("check", relu, "--system-desc", relu)
    assert (code, err) == (1, "relu.ttnn: error: relu.ttnn is not a system descriptor\n")


def test_system_desc_differences_list_paths_and_values():
    ours = {"a": 1, "b": [{"y": 1, "x": 2}, {"y": 3, "x": 4}], "c": [{"d": [1]}], "e": [1]}
    assert list(differences(ours, ours)) == []
    theirs = {"a": 2, "b": [{"y": 1, "x": 2}, {"y": 3, "x": 5}], "c": [{"d": [2]}], "f": None}
    assert list(differences(ours, theirs)) == [
        "a: 1, not 2",
        "b[1]: y=3 x=4, not y=3 x=5 (1 of 2 entries differ)",
        "c[0].d[0]: 1, not 2 (1 of 1 entries differ)",
        "e: [1], not absent",
    ]
    assert list(differences([1, 2], [1], "g")) == ["g: 2 entries, not 1"]


def test_n150_board_descriptor_has_version_of_tool():
    assert board("n150").version_difference() is None

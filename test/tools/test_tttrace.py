"""The command line of `tttrace`."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "traces"))

from trace_samples import multiply_add

from ttmlir_py import ttnn
from ttmlir_py.tools import progress, tttrace
from ttmlir_py.traces import operation
from ttmlir_py.traces.graph import files, pictures, scanning
from ttmlir_py.traces.tensor.record import Record

pytestmark = pytest.mark.slow

TRACE = multiply_add()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.json").write_text(files.dump(TRACE))
    records = [
        Record(i + 1, i % 3, i % 2, tensor_idx=i % 4, tensor_name=f"w{i % 4}") for i in range(9)
    ]
    Path("t.bin").write_bytes(b"".join(each.pack() for each in records))
    return tmp_path


@pytest.fixture
def run(folder, capsys):
    def call(*arguments):
        try:
            code = tttrace.main(arguments)
        except SystemExit as error:
            code = error.code
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_tttrace_graph_commands_print_tree_and_peaks(run):
    assert run("tree", "t.json")[1].splitlines()[1] == "Begin: ttnn::multiply"
    assert run("peak", "t.json")[1].startswith("Peak L1: 32,768 bytes at node 27 (tt::tt_metal::")
    assert run("display", "t.json", "--limit=2")[1].splitlines()[1].startswith("#1 function_start ")
    assert run("validate", "t.json")[:2] == (0, "40 nodes are valid\n")
    assert json.loads(run("stats", "t.json", "--format=json")[1])["peak_l1_bytes"] == 32768
    vertices = json.loads(run("levelized:2", "t.json")[1])
    assert [each["counter"] for each in vertices] == list(range(7))
    assert json.loads(run("levelized", "t.json")[1])[3]["name"] == "ttnn::multiply"
    assert json.loads(run("arguments", "t.json")[1])["content"][0]["operation"] == "ttnn::multiply"
    rows = list(csv.DictReader(run("csv", "t.json")[1].splitlines()))
    assert rows[0]["current_op"] == "ttnn::multiply"
    assert "begin_op" in run("table", "t.json", "--legacy")[1]


def test_tttrace_dot_command_draws_clusters_and_edges(run):
    dot = run("dot", "t.json")[1]
    assert dot.count("subgraph cluster_") == 8
    assert dot.count(" -> ") == sum(len(each.connections) for each in TRACE)
    assert dot.count("{") == dot.count("}")
    ElementTree.fromstring("\n".join(pictures.svg_lines(TRACE)))
    ElementTree.fromstring(run("svg", "t.json")[1])
    with pytest.raises(ValueError, match="not a picture suffix"):
        pictures.visualize(TRACE, "t.txt")
    pictures.visualize(
        TRACE, "t.dot", lambda node: {"color": "red"}, lambda a, b: {"style": "dashed"}
    )
    assert Path("t.dot").read_text().count('style="dashed"') == dot.count(" -> ")


def test_tttrace_perfetto_command_writes_trace_events(run):
    events = json.loads(run("perfetto", "t.json")[1])["traceEvents"]
    assert {each["ph"] for each in events} == {"M", "X", "C"}
    for each in events:
        assert {"name", "ph", "ts", "pid", "tid", "args"} <= each.keys()
        assert each["ph"] != "X" or each["dur"] > 0
        if each["ph"] == "C":
            assert all(isinstance(value, int) for value in each["args"].values())
    slices = [each for each in events if each["ph"] == "X"]
    assert [each["name"] for each in sorted(slices, key=lambda each: each["ts"])] == [
        n.name for n in TRACE if n.node_type == "function_start"
    ]


def test_tttrace_diff_of_graph_traces_lists_differences(run):
    Path("same.json").write_text(files.dump(TRACE))
    assert run("diff", "t.json", "same.json") == (0, "", "")
    Path("swapped.json").write_text(files.dump(multiply_add(swap=True)))
    code, out, _ = run("diff", "t.json", "swapped.json", "--level=1")
    assert (code, out.splitlines()[0]) == (
        1,
        "ttnn::add (level 1): nodes 20 and 20: links[0]: input 2 and function 0",
    )
    Path("shape.json").write_text(files.dump(multiply_add(shape=(64, 64))))
    out = run("diff", "t.json", "shape.json")[1]
    assert "inputs[0]: Shape([32, 64]) and Shape([64, 64])" in out


def test_tttrace_diff_of_tensor_traces_lists_differences(run):
    given = Path("t.bin").read_bytes()
    records = [given[at : at + 128] for at in range(0, len(given), 128)]
    # the times, threads, addresses and final padding bytes differ from the first trace
    other = [
        (7).to_bytes(8, "little") + r[8:14] + b"\1\2" + r[16:28] + b"\3" + r[29:] for r in records
    ]
    Path("u.bin").write_bytes(b"".join(other) + bytes(300))
    assert run("diff", "t.bin", "u.bin") == (0, "", "")
    extra = Record(5, operation_type=1, tensor_name="x\n", size_bytes=1 << 20).pack()
    records[6] = Record(7, 0, 0, tensor_idx=2, size_bytes=4096, tensor_name="w2").pack()
    Path("v.bin").write_bytes(b"".join([*records[:3], extra, *records[3:]]))
    code, out, err = run("diff", "t.bin", "v.bin")
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "record 3: only the second trace has MUL_MAT of x\\n",
        "OP0 of w2: records 6 and 7: size_bytes: 0 and 4,096",
        "3 records are alike, then 6 and 7",
        "MUL_MAT: 0 and 1 records",
    ]
    Path("empty.bin").write_bytes(b"")
    assert run("diff", "t.bin", "empty.bin", "--limit=1")[1].splitlines() == [
        "record 0: only the first trace has OP0 of w0",
        "...",
        "0 records are alike, then 9 and 0",
        "OP0: 9 and 0 records",
    ]


def test_tttrace_diff_of_different_kinds_of_trace_is_refused(run):
    message = "is {}, but {} is {}: only traces of the same kind can be compared\n"
    kinds = {"t.json": "a graph trace", "t.bin": "a tensor-access trace"}
    for one, other in (("t.json", "t.bin"), ("t.bin", "t.json")):
        text = f"{other}: error: " + message.format(kinds[other], one, kinds[one])
        assert run("diff", one, other) == (1, "", text)


@pytest.mark.parametrize(
    "head",
    [
        b"\x18\0\0\0\x14\0\0\0TTNN",
        b"GGUF\3\0\0\0",
        b"SQLite format 3\0",
        b"\x89PNG\r\n",
        b"ML\xefR",
    ],
)
def test_tttrace_refuses_other_file_as_trace(run, head):
    Path("model").write_bytes(head + bytes(200))
    for arguments in (("stats", "model"), ("parse", "model"), ("diff", "t.bin", "model")):
        code, out, err = run(*arguments)
        assert (code, out) == (1, "")
        assert err.startswith("model: error: is ")
        assert err.endswith(", not a trace\n")


def test_tttrace_tensor_commands_print_entries(run):
    out = run("parse", "t.bin", "--layer=1", "--limit=1")[1]
    assert out.startswith(
        "Parsed 9 trace entries\nFiltered to 4 entries for layer 1\n\nEntry #1:\n"
    )
    assert run("stats", "t.bin")[1].startswith("Total entries: 9\n")
    assert run("table", "t.bin", "--token=2")[1].count("\n") == 5
    (entry, *_) = run("display", "t.bin", "--format=json")[1].splitlines()
    assert json.loads(entry)["tensor_name"] == "w0"
    assert run("validate", "t.bin")[0] == 0
    with open("t.bin", "ab") as file:
        file.write(Record(1, tensor_idx=1, tensor_name="other").pack() + b"cut")
    code, out, err = run("validate", "t.bin", "-o", "found.txt")
    assert (code, out) == (2, "")
    assert err == "t.bin: warning: the last 3 bytes are not a whole record\n"
    assert "Entry 9: idx=1, Path A='other', Path B='w1'" in Path("found.txt").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tree", "t.bin"), "t.bin: error: tree: found a tensor-access trace, which allows only "),
        (
            ("parse", "t.json"),
            "t.json: error: parse: found a graph trace, expected a tensor-access trace",
        ),
        (("parse", "a.txt"), "a.txt: error: parse: found a text file, expected a tensor-access"),
        (("layers", "empty.json"), "empty.json: error: layers: found an empty file, expected a "),
        (("summary", "noise.bin"), "noise.bin: error: summary: found a file that is not a trace, "),
        (("summary", "empty.bin"), "empty.bin: error: summary: found an empty file, expected an "),
        (("summary", "a.txt"), "a.txt: error: summary: found a text file, expected an op-exec"),
        (("tree", "missing.json"), "tttrace: error: missing.json: No such file or directory"),
        (("parse", "missing.bin"), "tttrace: error: missing.bin: No such file or directory"),
        (("stats", "."), "tttrace: error: .: Is a directory"),
        (("stats", "bad.json"), "bad.json: error: node 3: 'size' is '-1', expected a number >= 0"),
        (("diff", "t.json", "bad.json"), "bad.json: error: node 3: 'size' is '-1'"),
        (("stats", "t.bin", "--csv=bad.json"), "bad.json: error: line 1: there is no column"),
        (("csv", "bad.ttnn"), "bad.ttnn: error: "),
    ],
)
def test_tttrace_reports_invalid_trace(run, arguments, message):
    bad = json.loads(files.dump(TRACE))
    bad[3]["params"]["size"] = "-1"
    Path("bad.json").write_text(json.dumps(bad))
    Path("a.txt").write_text("hello")
    Path("empty.json").write_text("")
    Path("empty.bin").write_text("")
    Path("noise.bin").write_bytes(bytes(range(256)) * 8)
    Path("bad.ttnn").write_bytes(b"none")
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(message)


@pytest.mark.parametrize(
    ("command", "option", "kinds"),
    [
        ("diff", "--level=1", "graph"),
        ("diff", "--limit=1", "graph operation tensor"),
        ("to-mlir", "--level=2", "graph"),
        ("to-mlir", "--nested=leaves", "operation"),
        ("display", "--layer=1", "tensor"),
        ("display", "--limit=1", "graph operation tensor"),
        ("display", "--format=json", "graph operation tensor"),
        ("stats", "--num-layers=9", "tensor"),
        ("stats", "--format=json", "graph operation tensor"),
        ("validate", "--format=json", "tensor"),
        ("validate", "--token=1", ""),
        ("table", "--legacy", "graph"),
        ("table", "--operation=1", "tensor"),
        ("table", "--format=json", "graph"),
        ("csv", "--legacy", "graph"),
        ("csv", "--token=1", "tensor"),
    ],
)
def test_tttrace_refuses_option_that_kind_of_trace_does_not_use(run, command, option, kinds):
    save_operations("t.fb")
    for path, kind in (("t.json", "graph"), ("t.fb", "operation"), ("t.bin", "tensor")):
        if (command, kind) in (("table", "operation"), ("to-mlir", "tensor")):
            continue  # no such command exists
        plain = run(command, path, *[path] * (command == "diff"))
        code, out, err = run(command, path, *[path] * (command == "diff"), option)
        name = option.partition("=")[0]
        if kind in kinds.split():
            assert "takes no" not in err
            assert command in ("diff", "to-mlir") or (code, out) != plain[:2]
        else:
            assert (code, out) == (1, "")
            assert err.endswith(f"trace, of which {command} takes no '{name}'\n")


def save_operations(path):
    """Save an op-execution trace of some calls."""
    operation.toggleTrace(True)
    try:
        x = ttnn.zeros((32, 32), layout=ttnn.TILE_LAYOUT, device=ttnn.open_device())
        for _ in range(2):
            x = ttnn.softmax(x)
    finally:
        operation.toggleTrace(False)
    operation.collectTrace().save(path)
    operation.purgeTrace()


def test_tttrace_prints_hostile_names_as_escapes(run):
    """Unprintable characters would break lines and control the terminal."""
    nodes = json.loads(files.dump(TRACE))
    for node in nodes:
        if node["params"].get("name") == "ttnn::add":
            node["params"]["name"] = "a\n\x1b[31m"
    Path("odd.json").write_text(json.dumps(nodes))
    for command in ("display", "stats", "table", "tree", "calltrace", "peak", "memory", "svg"):
        code, out, _ = run(command, "odd.json")
        assert (code, "\x1b" in out) == (0, False)
        if command == "memory":
            ElementTree.fromstring(out)
        else:
            assert out.count("\n") == run(command, "t.json")[1].count("\n")
    (line,) = run("diff", "t.json", "odd.json")[1].splitlines()
    assert line == r"nodes 20 and 20: ttnn::add (level 1) and a\n\x1b[31m (level 1)"
    _, _, err = run("to-mlir", "odd.json")
    assert (err.count("\n"), "\x1b" in err) == (1, False)


# ---- on a terminal -------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self):
        return True

    @property
    def rows(self):
        """Return the lines that are visible at the end, without erased ones."""
        lines = self.getvalue().removesuffix("\n").split("\n")
        return [line.rpartition("\r\x1b[K")[2] for line in lines]

    @property
    def shown(self):
        """Return the number of times that progress was shown."""
        return self.getvalue().count(" %)")


@pytest.fixture
def on_terminal(folder, monkeypatch):
    """Return a function that runs tttrace on a terminal and shows progress after each read."""
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    monkeypatch.setattr(scanning, "CHUNK", 1 << 10)
    monkeypatch.setattr(tttrace, "ProgressLine", lambda stream, **_: progress.ProgressLine(stream))

    def call(*arguments):
        screen = Terminal()
        with (
            monkeypatch.context() as patch
        ):  # here, since pytest has streams of its own for each phase
            patch.setattr(sys, "stdout", screen)
            patch.setattr(sys, "stderr", screen)
            return tttrace.main(arguments), screen

    return call


@pytest.mark.parametrize("command", ["stats", "levelized:2", "explorer", "dot", "display"])
def test_tttrace_erases_progress_at_end(on_terminal, command):
    code, screen = on_terminal(command, "t.json")
    assert (code, [row for row in screen.rows if " %)" in row]) == (0, [])
    assert screen.shown > 5


def test_tttrace_shows_progress_while_file_is_written(on_terminal):
    code, screen = on_terminal("tree", "t.json", "-o", "tree.txt")
    assert (code, screen.rows) == (0, [""])
    assert screen.getvalue().count("\x1b[K") == screen.shown + 1


def test_tttrace_error_replaces_progress(on_terminal):
    Path("cut.json").write_text(Path("t.json").read_text()[:-20])
    code, screen = on_terminal("stats", "cut.json")
    (row,) = screen.rows
    assert (code, row.startswith("cut.json: error: line ")) == (1, True)
    assert screen.shown


def test_tttrace_note_replaces_progress(on_terminal, monkeypatch):
    monkeypatch.setattr(pictures, "svg_text", lambda _, note: note("drawn by hand") or "<svg/>")
    _, screen = on_terminal("svg", "t.json")
    assert screen.rows == ["t.json: note: drawn by hand", "<svg/>"]
    assert screen.shown


# ---- errors --------------------------------------------------------------------------------------


def test_tttrace_with_wrong_usage_exits_with_2(run):
    assert run("levelized:x", "t.json")[0] == 2
    assert run("stats", "t.bin", "--layer=-1")[0] == 2
    assert run()[0] == 2


def test_tttrace_loads_no_heavy_modules():
    program = "import sys, ttmlir_py.tools.tttrace; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not {"numpy", "xdsl", "lark"} & set(done.stdout.split())

"""`ttopt --report`: what is recorded of a compilation, and how its page shows it."""

import base64
import json
import re
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Watched
from module_runs import run_module_on_text

pytestmark = pytest.mark.slow

MODEL = """func.func @forward(%arg0: tensor<64x128xbf16>, %arg1: tensor<128x96xbf16>, %arg2: tensor<64x96xbf16>) -> tensor<64x96xbf16> {
  %0 = tensor.empty() : tensor<64x96xbf16>
  %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<64x128xbf16>, tensor<128x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16> loc("product")
  %2 = tensor.empty() : tensor<96x64xbf16>
  %3 = "ttir.transpose"(%1, %2) <{dim0 = -2 : si32, dim1 = -1 : si32}> : (tensor<64x96xbf16>, tensor<96x64xbf16>) -> tensor<96x64xbf16> loc("turned")
  %4 = tensor.empty() : tensor<64x96xbf16>
  %5 = "ttir.transpose"(%3, %4) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<96x64xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
  %6 = tensor.empty() : tensor<64x96xbf16>
  %7 = "ttir.add"(%5, %arg2, %6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x96xbf16>, tensor<64x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16> loc("sum")
  return %7 : tensor<64x96xbf16>
}
"""
OPTIMIZED = "--ttir-to-ttnn-backend-pipeline=enable-optimizer=true memory-layout-analysis-enabled=true memory-layout-analysis-policy=GreedyL1Interleaved"


def ttopt(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_module_on_text("ttmlir_py.tools.ttopt", *arguments)


def report(folder: Path, text: str, *flags: str, exit_code: int = 0) -> tuple[Path, Any]:
    """Return the path of the report's page for `text`, and the data in the page."""
    source, page = folder / "model.mlir", folder / "report.html"
    source.write_text(text)
    done = ttopt(*flags, str(source), f"--report={page}", "-o", str(folder / "out.mlir"))
    assert done.returncode == exit_code, done.stderr
    found = re.search(r'id="data">([^<]*)</script>', page.read_text())
    assert found
    return page, json.loads(zlib.decompress(base64.b64decode(found[1])))


def passes(data: Any) -> Iterator[Any]:
    def walk(entries: Any) -> Iterator[Any]:
        for each in entries:
            yield each
            yield from walk(each["passes"])

    return (each for each in walk(data["passes"]) if "flag" in each)


def text(data: Any, number: int) -> str:
    return "\n".join(data["lines"][line] for line in data["texts"][number]) + "\n"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    return report(
        tmp_path_factory.mktemp("report"), MODEL, OPTIMIZED, "--canonicalize", "--system-desc=n150"
    )


def test_report_texts_after_each_pass_equal_ir_dumps(compiled: tuple[Path, Any]):
    """The report's text after each pass is what --mlir-print-ir-after-all prints after it."""
    page, data = compiled
    flags = (OPTIMIZED, "--canonicalize", "--system-desc=n150")
    dumps = ttopt(*flags, "--mlir-print-ir-after-all", str(page.with_name("model.mlir"))).stderr
    parts = re.split(r"// -----// IR Dump After (\w+) \(([\w-]+)\).*//----- //\n", dumps)
    texts = (each.rstrip("\n") + "\n" for each in parts[3::3])
    expected = list(zip(parts[1::3], parts[2::3], texts, strict=True))
    shown = [(each["name"], each["flag"], text(data, each["after"])) for each in passes(data)]
    # Sorted, because passes that run other passes end after them.
    assert sorted(shown) == sorted(expected)
    assert len(shown) > 10
    assert text(data, data["input"]) == MODEL


def test_report_rewrites_name_pattern_ops_and_location(compiled: tuple[Path, Any]):
    _, data = compiled
    lines = data["lines"]
    canonicalizer = next(each for each in passes(data) if each["flag"] == "canonicalize")
    rewrites = [
        (pattern is not None and lines[pattern], lines[place], [lines[each] for each in before])
        for pattern, place, before, after in canonicalizer["rewrites"]
    ]
    assert any(
        pattern and "Transpose" in pattern and "dim0 = -2" in before[0]
        for pattern, place, before in rewrites
    )
    (conversion,) = (each for each in passes(data) if each["flag"] == "convert-ttir-to-ttnn")
    products = [
        ([lines[each] for each in before], [lines[each] for each in after])
        for _, place, before, after in conversion["rewrites"]
        if "product" in lines[place]
    ]
    ((before, after),) = products
    assert "ttir.matmul" in before[-1]
    assert "ttnn.matmul" in after[-1]


def test_report_of_pass_without_changes_has_no_rewrites(compiled: tuple[Path, Any]):
    _, data = compiled
    for each in passes(data):
        if each["before"] == each["after"]:
            assert not each.get("rewrites")
            assert each["ops"][0] == each["ops"][1]


def test_report_has_layout_decisions_and_schedule(compiled: tuple[Path, Any]):
    _, data = compiled
    ((report,),) = [[each["report"] for each in data["decisions"]]]
    ops = {each["location"]: each for each in report["functions"][0]["operations"]}
    assert ops["product"]["chosen"] in ops["product"]["considered"]
    (program,) = data["programs"]
    assert program["time"] == pytest.approx(
        sum(each["duration"] for each in program["operations"]),
        abs=0.1 * len(program["operations"]),
    )
    assert program["peak"] == max(each["l1"] for each in program["operations"]) > 0
    assert program["problem"] is None


def test_report_of_same_input_is_identical(tmp_path: Path):
    first, second = tmp_path / "a", tmp_path / "b"
    pages: list[str] = []
    for folder in (first, second):
        folder.mkdir()
        _, data = report(folder, MODEL, OPTIMIZED, "--report-times=false")
        assert not any("seconds" in each for each in passes(data))
        data["command"] = data["input_name"] = None
        pages.append(json.dumps(data).replace(str(folder), ""))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("program", "line"),
    [
        (MODEL.replace('"ttir.add"(%5, %arg2, %6)', '"ttir.add"(%5, %arg2)'), 9),
        (MODEL.replace("return %7", "return %8"), 10),
        (MODEL.replace("dim0 = 0", "dim0 = 7"), 7),
    ],
    ids=["verifier", "parser", "attribute"],
)
def test_failed_compilation_still_writes_report(tmp_path: Path, program: str, line: int):
    _, data = report(tmp_path, program, OPTIMIZED, exit_code=1)
    assert data["outcome"] == "failed"
    errors = [each for each in data["diagnostics"] if each["severity"] == "error"]
    assert errors[0]["line"] == line
    assert text(data, data["input"]) == program


def test_report_shows_validation_values_and_errors(tmp_path: Path, chromium: Any):
    """The program has an error: the device computes another remainder of negative numbers than
    TTIR.
    """
    remainder = MODEL.replace("ttir.add", "ttir.remainder")
    flags = ("--verify-numerics", "--ttir-to-ttnn-backend-pipeline")
    path, data = report(tmp_path, remainder, *flags, exit_code=1)
    (verdict,) = data["verdicts"]
    kinds = {each["op"]: each["kind"] for each in verdict["compared"]}
    assert kinds["ttir.remainder"] == "WRONG"
    assert kinds["ttir.matmul"] == "right"
    page = Watched(chromium, offline=True).open(path.as_uri())
    page.get_by_role("button", name="Validation").click()
    shown = page.locator("#view").inner_text()
    assert "WRONG: ttir.remainder" in shown
    assert "first wrong after convert-ttir-to-ttnn" in shown
    assert page.locator("#view tbody tr.error td").nth(8).inner_text().count("\n") == 3


def test_report_of_function_pass_records_only_its_function(tmp_path: Path):
    """The report grows linearly with the size of the program, not with its size times the number of
    functions.
    """

    def functions(count: int) -> str:
        body = "{ %0 = arith.addi %a, %a : i32 return %a : i32 }"
        return "\n".join(f"func.func @f{each}(%a: i32) -> i32 {body}" for each in range(count))

    sizes: list[int] = []
    for count in (4, 40):
        nested = "--pass-pipeline=builtin.module(func.func(canonicalize,cse),symbol-dce)"
        _, data = report(tmp_path, functions(count), nested)
        first, second, *_, last = passes(data)
        assert first["on"] == second["on"] == 'func.func "f0"'
        assert "arith.addi" in text(data, first["before"])
        assert text(data, first["after"]).startswith("func.func @f0(")
        assert second["before"] == second["after"] == first["after"]
        assert text(data, last["after"]).count("func.func") == count
        sizes.append(sum(map(len, data["texts"])))
    assert sizes[1] < 12 * sizes[0]


def test_failed_pass_is_marked_in_report(tmp_path: Path):
    flags = ("--canonicalize", "--ttir-load-system-desc=path=/absent.ttsys", "--cse")
    _, data = report(tmp_path, MODEL, *flags, exit_code=1)
    assert [(each["flag"], each["failed"]) for each in passes(data)] == [
        ("canonicalize", False),
        ("ttir-load-system-desc", True),
    ]


def test_report_of_several_inputs_is_refused(tmp_path: Path):
    source = tmp_path / "model.mlir"
    source.write_text(MODEL)
    done = ttopt(str(source), "--split-input-file", f"--report={tmp_path / 'r.html'}")
    assert done.returncode == 1
    assert "one page cannot show the compilation of several inputs" in done.stderr
    done = ttopt(str(source), f"--report={tmp_path / 'absent' / 'r.html'}")
    assert done.returncode == 1
    assert "cannot open output file" in done.stderr


def test_report_elides_large_constants(tmp_path: Path):
    values = ", ".join(map(str, range(40_000)))
    program = f'func.func @f() -> tensor<40000xi32> {{ %0 = "ttir.constant"() <{{value = dense<[{values}]> : tensor<40000xi32>}}> : () -> tensor<40000xi32> return %0 : tensor<40000xi32> }}'
    _, data = report(tmp_path, program, "--canonicalize")
    assert "dense_resource<__elided__>" in text(data, next(passes(data))["after"])


def test_report_shows_hostile_names_as_text(tmp_path: Path, chromium: Any):
    """Names that look like the end of a script, or are not valid UTF-8, are shown unchanged."""
    evil = MODEL.replace('loc("sum")', 'loc("</script><img src=x>")')
    path, data = report(tmp_path, evil, OPTIMIZED)
    assert any("</script><img src=x>" in line for line in data["lines"])
    (tmp_path / "model.mlir").write_bytes(b"\xff\xfe<!--")
    ttopt(str(tmp_path / "model.mlir"), f"--report={tmp_path / 'bytes.html'}")
    for page in (path, tmp_path / "bytes.html"):
        watched = Watched(chromium, offline=True)
        assert watched.open(page.as_uri()).locator("img").count() == 0
        assert watched.errors == []


def test_report_page_opened_from_file_shows_compilation(compiled: tuple[Path, Any], chromium: Any):
    path, _ = compiled
    watched = Watched(chromium, offline=True)
    page = watched.open(path.as_uri())
    assert page.locator("nav button[data-pass=ttnn-deallocate]").count() == 1
    # Passes that changed nothing are in a folded list.
    folded = page.locator("nav details button[data-pass=ttir-load-system-desc]")
    assert folded.count() == 1
    assert not folded.is_visible()
    page.locator("nav button[data-pass=ttnn-deallocate]").click()
    assert "ttnn.deallocate" in page.locator(".diff .added").first.inner_text()
    page.get_by_role("tab", name=re.compile("Rewrites")).click()
    titles = page.locator(".rewrite h3").all_inner_texts()
    assert titles
    assert all(re.fullmatch(r"(\d+ × )?ttnn\.deallocate inserted", each) for each in titles)
    page.locator("nav button[data-pass=convert-ttir-to-ttnn]").click()
    page.get_by_role("tab", name=re.compile("Rewrites")).click()
    titles = page.locator(".rewrite h3").all_inner_texts()
    assert len(set(titles)) > 1
    assert any("ttir.matmul" in each and "→" in each and "ttnn.matmul" in each for each in titles)
    page.get_by_role("button", name="Optimizer's decisions").click()
    assert page.locator("#view td", has_text="ttnn.matmul").count() == 1
    page.get_by_text("Time and L1 over the schedule").first.click()
    assert "estimated" in page.locator("#view").inner_text()
    assert watched.errors == []
    assert watched.requests == [path.as_uri()]


def test_report_page_of_failed_compilation_shows_error_line(tmp_path: Path, chromium: Any):
    path, _ = report(tmp_path, MODEL.replace("return %7", "return %8"), exit_code=1)
    watched = Watched(chromium, offline=True)
    page = watched.open(path.as_uri())
    assert page.locator(".outcome.failed").is_visible()
    page.get_by_role("button", name="Show line 10").click()
    assert "return %8" in page.locator(".line.marked").inner_text()
    assert watched.errors == []

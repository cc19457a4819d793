"""The explorer's page in a real browser: views, edits, errors, keyboard use, export, and large
graphs.
"""

import json
import math
import os
import re
import threading
import urllib.request
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from browser import Watched

pytest.importorskip("starlette", reason="starlette is not installed")
pytest.importorskip("uvicorn", reason="uvicorn is not installed")
pytest.importorskip("igraph", reason="igraph is not installed")

from ttmlir_py.explorer.commands import Commands
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.graph import Graph, GraphNode, IncomingEdge, KeyValue
from ttmlir_py.explorer.html import html_page, html_text
from ttmlir_py.explorer.overlays import KIND_COLORS, decorated
from ttmlir_py.explorer.overrides import POLICIES, Settings
from ttmlir_py.explorer.server import Access, bind, serve
from ttmlir_py.tools import tt_explorer

pytestmark = pytest.mark.slow

MODEL = """module {
  func.func @forward(%arg0: tensor<64x256xbf16>, %arg1: tensor<256x512xbf16>, %arg2: tensor<64x512xbf16>, %arg3: tensor<512x96xbf16>) -> tensor<64x96xbf16> {
    %0 = tensor.empty() : tensor<64x512xbf16>
    %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<64x256xbf16>, tensor<256x512xbf16>, tensor<64x512xbf16>) -> tensor<64x512xbf16> loc("hidden/product")
    %2 = tensor.empty() : tensor<64x512xbf16>
    %3 = "ttir.add"(%1, %arg2, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x512xbf16>, tensor<64x512xbf16>, tensor<64x512xbf16>) -> tensor<64x512xbf16> loc("hidden/sum")
    %4 = tensor.empty() : tensor<64x512xbf16>
    %5 = "ttir.relu"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x512xbf16>, tensor<64x512xbf16>) -> tensor<64x512xbf16> loc("hidden/relu")
    %6 = tensor.empty() : tensor<64x96xbf16>
    %7 = "ttir.matmul"(%5, %arg3, %6) : (tensor<64x512xbf16>, tensor<512x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16> loc("last/product")
    return %7 : tensor<64x96xbf16>
  }
}
"""
BROKEN = MODEL.replace("return %7", "return %8")
PRODUCT = "forward/hidden/product/ttnn.matmul__0"
LAST = "forward/last/product/ttnn.matmul__0"
START = Settings(system="n150")


@dataclass(frozen=True)
class Server:
    """A running explorer server: its URL, the folder of its models, and its commands."""

    url: str
    folder: Path
    commands: Commands

    def send(self, command: str, **settings: object) -> Any:
        """Send `command` about the model to the server and return the answer."""
        given = {"cmdId": command, "extensionId": "tt_adapter", "modelPath": "model.mlir"}
        body = json.dumps({**given, "settings": settings, "deleteAfterConversion": False})
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(
            f"{self.url}apipost/v1/send_command", body.encode(), headers
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["graphs"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """Yield one server for all tests. A test may leave an edited model behind."""
    folder = tmp_path_factory.mktemp("models")
    (folder / "model.mlir").write_text(MODEL)
    (folder / "broken.mlir").write_text(BROKEN)
    listening = bind("localhost", 0)
    port = listening.getsockname()[1]
    commands = Commands(Files([folder]), settings=START, models=["model.mlir"])
    work = (commands, Access("localhost", port), listening)
    threading.Thread(target=serve, args=work, daemon=True).start()
    yield Server(f"http://localhost:{port}/", folder, commands)
    commands.close()


@pytest.fixture(scope="module")
def window(chromium: Any) -> Watched:
    """Return one browser window for all tests that use the server's page."""
    return Watched(chromium, color_scheme="light", reduced_motion="reduce")


@pytest.fixture
def watched(window: Watched, server: Server) -> Generator[Watched]:
    """Yield the server's page without edits. After the test, check that the page had no errors and
    fetched only from the server.
    """
    for _ in server.send("history")[1:]:
        server.send("undo")
    window.errors.clear()
    window.requests.clear()
    window.open(server.url)
    yield window
    assert window.errors == []
    assert [url for url in window.requests if not url.startswith((server.url, "data:"))] == []


BLINDNESS = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Maps a kind of color blindness to the 3x3 matrix that transforms linear red, green and blue
(Machado, Oliveira and Fernandes 2009, severity 1).
"""


def linear(color: Sequence[float]) -> list[float]:
    """Convert an sRGB color (0 to 255) to linear values."""
    return [c / 3294.6 if c <= 10.31 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]


def luminance(color: Sequence[float]) -> float:
    """Return the relative luminance of an sRGB color, from 0 to 1."""
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(color: Sequence[float]) -> float:
    """Return CIE's L* of an sRGB color, from 0 to 100."""
    return 116 * luminance(color) ** (1 / 3) - 16


def seen_by(blindness: str, color: Sequence[float]) -> list[float]:
    """Return `color` as color-blind people see it, in sRGB from 0 to 255."""
    light = linear(color)
    left = (
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1)
        for row in BLINDNESS[blindness]
    )
    return [255 * (12.92 * c if c < 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055) for c in left]


def settled(page: Any) -> None:
    """Wait until the page has finished compiling."""
    page.locator("body:not([aria-busy])").wait_for(timeout=60_000)


def shoot(page: Any, name: str) -> None:
    """Save a picture of the page, if the environment variable TTMLIR_PY_SCREENSHOTS names a
    folder.
    """
    if folder := os.environ.get("TTMLIR_PY_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def click(page: Any, node: str) -> None:
    """Click on the node with the id `node` in the graph."""
    page.mouse.click(*page.evaluate("id => ttExplorer.center(id)", node))


def layouts(page: Any) -> list[str]:
    """Return the layouts in the menu. The first one is empty: the optimizer chooses."""
    return page.locator("#layout option").evaluate_all("all => all.map(each => each.value)")


def choose_layout(page: Any, node: str, start: str) -> str:
    """Choose the first layout of the operation `node` that starts with `start`, wait until it is
    compiled, and return the layout.
    """
    click(page, node)
    wanted = next(each for each in layouts(page) if each.startswith(start))
    page.select_option("#layout", wanted)
    page.locator("#undo:enabled").wait_for(timeout=60_000)
    settled(page)
    return wanted


def microseconds(page: Any) -> float:
    return float(page.locator("#time").inner_text().partition(" ")[0])


def test_page_first_screen_shows_model_and_time(watched: Watched, server: Server):
    page = watched.page
    (graph,) = server.send("convert", stage="ttnn")
    assert page.locator("h1").inner_text() == "model.mlir"
    assert microseconds(page) == pytest.approx(graph["summary"]["duration"] / 1000, abs=0.006)
    assert "Estimated time" in page.locator("header").inner_text()
    assert "per bank (estimated)" in page.locator("header").inner_text()
    assert page.locator("#policy").input_value() == "Auto"
    assert page.locator("#board").input_value() == "n150"
    slowest = page.locator("#details .slow").all_inner_texts()
    assert len(slowest) == 3
    costs = {
        each["id"]: each["estimate"]["duration"] for each in graph["nodes"] if "estimate" in each
    }
    assert "product" in slowest[0]
    assert graph["summary"]["slowest"] == sorted(costs, key=lambda id: -costs[id])[:3]
    assert page.locator("#change").count() == 0
    assert page.locator("#undo").is_disabled()
    shoot(page, "first_screen")


def test_click_on_node_shows_details(watched: Watched):
    page = watched.page
    click(page, PRODUCT)
    details = page.locator("#details").inner_text()
    assert "ttnn.matmul hidden/product" in details
    assert re.search(r"Time: [\d.]+ µs \(estimated\), bound by \w+", details)
    assert "L1 per bank after this operation (estimated)" in details
    assert "ttnn.matmul" in page.locator("#code .marked").inner_text()
    for name, text in (("TTIR", "ttir.matmul"), ("C++", "matmul("), ("Python", "matmul(")):
        page.get_by_role("tab", name=name, exact=True).click()
        assert text in page.locator("#code .marked").inner_text()
    assert "product" in page.locator("#said").inner_text()


def test_layout_edit_changes_header_and_can_be_undone(watched: Watched, server: Server):
    page = watched.page
    start = microseconds(page)
    wanted = choose_layout(page, PRODUCT, "1x1:l1")
    assert page.locator("#current-layout").inner_text() == wanted
    edited = microseconds(page)
    assert edited != start
    sign, change = re.findall(r"([+−])([\d.]+) µs vs. start", page.locator("#change").inner_text())[
        0
    ]
    assert float(change) * (1 if sign == "+" else -1) == pytest.approx(edited - start, abs=0.02)
    shoot(page, "edit")
    page.select_option("#overlay", "l1")
    shoot(page, "memory")
    page.locator("#copy").click()
    assert wanted in page.locator("dialog textarea").input_value()
    page.keyboard.press("Escape")
    page.locator("#undo").click()
    page.locator("#change").wait_for(state="detached", timeout=60_000)
    settled(page)
    assert microseconds(page) == start
    assert page.locator("#layout").input_value() == ""


def test_illegal_layout_edit_is_not_offered(watched: Watched, server: Server):
    page = watched.page
    click(page, PRODUCT)
    ((said,),) = [server.send("choices", node=PRODUCT)]
    assert layouts(page) == ["", *said["considered"]]
    override = {PRODUCT: {"attributes": [{"key": "layout", "value": "3x3:l1:width_sharded"}]}}
    ((answer,),) = [server.send("override", overrides=override)]
    assert answer["success"] is False
    assert "is not legal for 'hidden/product'" in answer["error"]


def test_layout_list_shows_reason_and_time_of_each_layout(watched: Watched):
    page = watched.page
    click(page, LAST)  # an operation with fewer layouts
    assert "Why: " in page.locator("#details").inner_text()
    page.locator("#try").click()
    page.locator("body[aria-busy]").wait_for(timeout=10_000)
    settled(page)
    texts = page.locator("#layout option").all_inner_texts()[1:]
    assert all(re.search(r"— +[\d.]+ µs est\.$", text) for text in texts)
    assert page.locator("#change").count() == 0


def test_operand_layout_edit_recompiles_program(watched: Watched, server: Server):
    page = watched.page
    choose_layout(page, PRODUCT, "1x8:l1:width")
    page.get_by_text("Lay operands out anew").click()
    page.get_by_label("Lay operand 0 out anew").click()
    page.locator("label.operand input:checked:enabled").wait_for(timeout=60_000)
    settled(page)
    assert page.locator("#problem").inner_text() == ""
    ((said,),) = [server.send("history")[-1:]]
    assert said["overrides"]["hidden/product"].startswith("1x8:l1:width")
    page.locator("#copy").click()
    command = page.locator("dialog textarea").input_value()
    assert "insert-memreconfig=hidden/product=0" in command


def test_policy_change_recompiles_program(watched: Watched):
    page = watched.page
    page.select_option("#policy", "Optimizer Disabled")
    page.locator("#change").wait_for(timeout=60_000)
    settled(page)
    click(page, PRODUCT)
    assert page.locator("#layout").count() == 0
    page.locator("#compare").click()
    page.locator("dialog").wait_for(timeout=60_000)
    rows = page.locator("dialog tbody tr").all_inner_texts()
    assert [row.partition("\t")[0] for row in rows] == [*POLICIES]
    assert "estimated" in page.locator("dialog").inner_text()


SHAPES = """
func.func @shapes(%a: tensor<4x64xf32>) -> tensor<4x64xbf16> {
  %0 = tensor.empty() : tensor<2x128xf32>
  %1 = "ttir.reshape"(%a, %0) <{shape = [2 : i32, 128 : i32]}> : (tensor<4x64xf32>, tensor<2x128xf32>) -> tensor<2x128xf32> loc("add/first")
  %2 = tensor.empty() : tensor<2x128xf32>
  %3 = "ttir.add"(%1, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x128xf32>, tensor<2x128xf32>, tensor<2x128xf32>) -> tensor<2x128xf32> loc("sum")
  %4 = tensor.empty() : tensor<4x64xf32>
  %5 = "ttir.reshape"(%3, %4) <{shape = [4 : i32, 64 : i32]}> : (tensor<2x128xf32>, tensor<4x64xf32>) -> tensor<4x64xf32> loc("last")
  %6 = tensor.empty() : tensor<4x64xbf16>
  %7 = "ttir.typecast"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x64xf32>, tensor<4x64xbf16>) -> tensor<4x64xbf16> loc("cast")
  return %7 : tensor<4x64xbf16>
}
"""
UNCOMPILED = """
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
"""


@pytest.fixture
def shapes(chromium: Any, tmp_path: Path) -> Generator[Any]:
    """Yield the exported page of the program `SHAPES`."""
    model, out = tmp_path / "shapes.mlir", tmp_path / "shapes.html"
    model.write_text(SHAPES)
    assert tt_explorer.main(["export", str(model), "-o", str(out)]) == 0
    watched = Watched(chromium, offline=True)
    yield watched.open(out.as_uri())
    assert watched.errors == []


def test_nodes_of_reshape_and_typecast_show_type_of_result(shapes: Any):
    for words, expected in (("last", "[4, 64] f32"), ("first", "[2, 128] f32"), ("cast", "bf16")):
        shapes.locator("#search").fill(words)
        shapes.keyboard.press("Enter")
        assert expected in shapes.locator("#said").inner_text()
        assert "i32" not in shapes.locator("#said").inner_text()


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("add", "ttnn.add sum"),
        ("reshape first", "ttnn.reshape add/first"),
        ("sum", "ttnn.add sum"),
        ("ttnn.typecast", "ttnn.typecast cast"),
    ],
)
def test_search_selects_best_matching_operation(shapes: Any, words: str, title: str):
    shapes.locator("#search").fill(words)
    shapes.keyboard.press("Enter")
    assert shapes.locator("#details h2").inner_text() == title


def test_timeline_has_axis_of_time_with_units(shapes: Any):
    ticks = shapes.locator("#bottom canvas").get_attribute("data-ticks")
    numbers = [float(each) for each in re.findall(r"([\d.]+) µs", ticks)]
    total = float(shapes.locator("#time").inner_text().partition(" ")[0])
    assert ticks.count("µs") == len(numbers) > 3
    steps = {round(b - a, 6) for a, b in pairwise(numbers)}
    assert (numbers[0], len(steps)) == (0, 1)
    assert total - steps.pop() < numbers[-1] <= total


def test_drop_down_lists_have_visible_labels(watched: Watched):
    page = watched.page
    names = {
        "model": "Open a model",
        "board": "Board",
        "policy": "Optimization policy",
        "overlay": "Color by",
        "theme": "Theme",
    }
    for id, name in names.items():
        label = page.locator(f"header label:has(#{id}) .name")
        assert label.is_visible()
        assert label.inner_text() == name
    assert page.locator("header select").count() == len(names)


def test_model_that_does_not_compile_opens_with_graph_and_error(
    chromium: Any, server: Server, tmp_path: Path
):
    (tmp_path / "failing.mlir").write_text(UNCOMPILED)
    exported = tmp_path / "failing.html"
    assert tt_explorer.main(["export", str(tmp_path / "failing.mlir"), "-o", str(exported)]) == 1
    commands = Commands(Files([tmp_path]), models=["failing.mlir"])
    listening = bind("localhost", 0)
    port = listening.getsockname()[1]
    work = (commands, Access("localhost", port), listening)
    threading.Thread(target=serve, args=work, daemon=True).start()
    for url in (f"http://localhost:{port}/", exported.as_uri()):
        watched = Watched(chromium)
        page = watched.open(url)
        assert (
            "failed to legalize operation 'stablehlo.cholesky'"
            in page.locator("#problem").inner_text()
        )
        assert page.get_by_role("tab").all_inner_texts() == ["StableHLO"]
        assert "stablehlo.cholesky" in page.locator("#code").inner_text()
        page.locator("#search").fill("cholesky")
        page.keyboard.press("Enter")
        assert "stablehlo.cholesky" in page.locator("#details h2").inner_text()
        page.get_by_role("button", name=re.compile("^Line 3: ")).click()
        assert "stablehlo.cholesky" in page.locator("dialog .marked").inner_text()
        assert watched.errors == []
    commands.close()


def test_compile_error_is_shown_at_its_line_and_graph_stays(watched: Watched, server: Server):
    page = watched.page
    before = page.locator("#time").inner_text()
    page.select_option("#model", label=str(server.folder / "broken.mlir"))
    page.locator("#problem").wait_for(timeout=60_000)
    assert "use of undeclared SSA value name" in page.locator("#problem").inner_text()
    page.get_by_role("button", name=re.compile("^Line 11: ")).click()
    assert "return %8" in page.locator("dialog .marked").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("#time").inner_text() == before
    click(page, PRODUCT)
    assert "hidden/product" in page.locator("#details").inner_text()
    # The same happens when the open file becomes invalid, until it is repaired.
    (server.folder / "model.mlir").write_text(BROKEN)
    page.get_by_role("button", name="Dismiss").click()
    page.locator("#reload").click()
    page.locator("#problem").wait_for(timeout=60_000)
    assert page.locator("#time").inner_text() == before
    (server.folder / "model.mlir").write_text(MODEL)
    page.locator("#reload:enabled").click()
    page.locator("#problem").wait_for(state="hidden", timeout=60_000)


def test_run_on_page_shows_accuracy(watched: Watched):
    page = watched.page
    page.locator("#run").click()
    page.locator("dialog").wait_for(timeout=10_000)
    page.locator("dialog").wait_for(state="detached", timeout=120_000)
    settled(page)
    click(page, PRODUCT)
    assert "Accuracy, on the simulator" in page.locator("#details").inner_text()
    assert "PCC" in page.locator("#legend").inner_text()
    details = page.locator("#details").inner_text()
    assert re.search(r"Validation: right\s+ttir.matmul: differs by 0", details)
    page.select_option("#overlay", "validation")
    assert page.locator("#legend").inner_text().split() == ["Validation:", "right"]
    page.locator("#graph").focus()
    page.keyboard.press("Escape")
    assert page.locator("#verdict").inner_text().startswith("right, 4 operations of TTIR compared")


def test_reloaded_page_keeps_run_edit_and_undo(watched: Watched, server: Server):
    """After a reload, the run has finished, and the edit and its undo button are still there."""
    page = watched.page
    wanted = choose_layout(page, LAST, "1x1")
    page.locator("#run").click()
    page.locator("dialog").wait_for(timeout=10_000)
    page.goto("about:blank")
    while not server.send("status_check")[0]["isDone"]:
        page.wait_for_timeout(50)
    watched.open(server.url)
    click(page, LAST)
    assert page.locator("#layout").input_value() == wanted
    assert "Accuracy, on the simulator" in page.locator("#details").inner_text()
    page.locator("#undo").click()
    page.locator("#undo:disabled").wait_for(timeout=60_000)


def test_stage_list_shows_changes_of_each_pass(watched: Watched, server: Server):
    page = watched.page
    stages = server.send("stages")
    slider = page.locator("#stage")
    slider.fill("0")
    page.locator("#stage-name", has_text=f"1/{len(stages)}").wait_for()
    page.locator("#details h2", has_text="After").wait_for(timeout=60_000)
    page.locator("#search").fill("ttir.matmul")
    assert page.locator("#results [role=option]").count() == 2
    changed = next(each["number"] for each in stages if "Convert" in each["name"])
    slider.fill(str(changed))
    page.locator("#details", has_text="What the pass changed").wait_for(timeout=60_000)
    slider.fill(str(len(stages)))
    page.locator("#stage-name", has_text="compiled").wait_for()
    page.locator("#details .slow").first.wait_for(timeout=60_000)


def test_search_for_name_finds_operation(watched: Watched):
    page = watched.page
    page.locator("#search").fill("hidden matmul")
    (found,) = page.locator("#results [role=option]").all_inner_texts()
    assert "hidden/product" in found
    page.locator("#results [role=option]").click()
    assert "hidden/product" in page.locator("#details h2").inner_text()
    page.locator("#search").fill("nowhere")
    assert "nothing found" in page.locator("#results").inner_text()


def test_page_is_operable_with_keyboard_alone(watched: Watched):
    page = watched.page
    keyboard = page.keyboard
    keyboard.press("/")
    keyboard.type("hidden matmul")
    keyboard.press("Enter")
    assert "hidden/product" in page.locator("#details h2").inner_text()
    keyboard.press("ArrowDown")
    assert "hidden/sum" in page.locator("#details h2").inner_text()
    keyboard.press("ArrowUp")
    keyboard.press("Enter")
    assert page.locator("#details").evaluate("each => each === document.activeElement")
    for _ in range(20):
        keyboard.press("Tab")
        if page.locator("#layout").evaluate("each => each === document.activeElement"):
            break
    keyboard.press("ArrowDown")
    page.locator("#undo:enabled").wait_for(timeout=60_000)
    settled(page)
    page.locator("#graph").focus()
    keyboard.press("u")
    page.locator("#undo:disabled").wait_for(timeout=60_000)
    settled(page)
    keyboard.press("[")
    page.locator("#stage-name", has_text=re.compile(r"^\d+/\d+ ")).wait_for()
    keyboard.press("]")
    page.locator("#stage-name", has_text="compiled").wait_for()
    keyboard.press("?")
    assert "not measured" in page.locator("dialog").inner_text()
    keyboard.press("Escape")


def test_layer_on_page_collapses_and_expands(watched: Watched):
    page = watched.page
    page.get_by_role("button", name="Layers").click()
    page.locator("#graph[data-view='/']").wait_for()
    x, y = page.evaluate("ttExplorer.center('/hidden')")
    page.mouse.dblclick(x, y)
    page.locator("#graph[data-view='/hidden']").wait_for()
    assert page.evaluate(f"ttExplorer.center('{PRODUCT}')") is None
    page.locator("#graph").focus()
    page.keyboard.press("Escape")
    page.locator("#graph[data-view='/']").wait_for()


def test_page_without_model_offers_choice_and_upload(
    window: Watched, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    upload = tmp_path / "other.mlir"
    upload.write_text(MODEL)
    monkeypatch.setattr(server.commands, "given", [])
    window.errors.clear()
    page = window.open(server.url)
    names = page.locator("#welcome button").all_inner_texts()
    assert [name.rpartition("/")[2] for name in names] == ["broken.mlir", "model.mlir"]
    page.locator("#welcome button", has_text="broken").click()
    page.locator("#problem").wait_for(timeout=60_000)
    page.set_input_files("input[type=file]", upload)
    page.locator("#time").wait_for(timeout=60_000)
    assert page.locator("h1.model").inner_text() == "other.mlir"
    page.locator("#problem").wait_for(state="hidden", timeout=60_000)
    assert window.errors == []


def test_every_control_has_accessible_name(watched: Watched):
    """A screen reader needs a name for each control."""
    page = watched.page
    click(page, PRODUCT)
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, canvas, [role=region]")]
            .filter((each) => !(each.textContent.trim() || each.getAttribute("aria-label") || each.getAttribute("aria-hidden")))
            .map((each) => each.outerHTML)"""
    )
    assert unnamed == []


@pytest.fixture
def shown(window: Watched, server: Server) -> Any:
    """Return the page in whatever state the previous test left it, for tests of colors only."""
    return window.page if window.page.url == server.url else window.open(server.url)


def test_page_reduces_motion_if_user_prefers_reduced_motion(shown: Any):
    page = shown
    duration = "getComputedStyle(document.querySelector('#copy')).transitionDuration"
    assert page.evaluate(duration) == "0s"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(duration) == "0.12s"
    page.emulate_media(reduced_motion="reduce")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("blue", [False, True], ids=["heat", "blue"])
def test_colour_scales_have_monotone_lightness(shown: Any, scheme: str, blue: bool):
    """The lightness must be monotone, so that users who see no colors can compare values."""
    page = shown
    page.emulate_media(color_scheme=scheme)
    colors = "[0, 1, 2, 3, 4, 5, 6].map(each => common.heat(each / 6, blue))"
    scale = page.evaluate(f"blue => {colors}", blue)
    inks = page.evaluate(f"blue => {colors}.map(common.ink)", blue)
    page.emulate_media(color_scheme="light")
    seen = list(map(lightness, scale))
    steps = [b - a for a, b in pairwise(seen)]
    assert all(step < -2 for step in steps) or all(step > 2 for step in steps)
    assert abs(seen[-1] - seen[0]) > 40
    for color, ink in zip(scale, inks, strict=True):
        light, dark = sorted((luminance(color), float(ink == "#ffffff")), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 4.5


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_validation_colours_differ_for_colour_blind_users(blindness: str):
    shown = [
        tuple(int(color[place : place + 2], 16) for place in (1, 3, 5))
        for color in KIND_COLORS.values()
    ]
    for one, other in combinations(shown, 2):
        pairs = zip(seen_by(blindness, one), seen_by(blindness, other), strict=True)
        assert math.dist(*zip(*pairs, strict=True)) > 45


def test_page_theme_follows_system_preference_and_user_choice(chromium: Any, server: Server):
    def sum_of_page(page: Any) -> int:
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, re.findall(r"\d+", color)[:3]))

    dark = Watched(chromium, color_scheme="dark").open(server.url)
    assert sum_of_page(dark) < 150
    shoot(dark, "dark")
    dark.select_option("#theme", "light")
    assert sum_of_page(dark) > 600
    dark.reload()
    dark.locator("body[data-ready=true]").wait_for(timeout=60_000)
    assert sum_of_page(dark) > 600


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the page exported as one file with stages and texts."""
    from ttmlir_py.explorer.models import open_model
    from ttmlir_py.explorer.session import Session

    folder = tmp_path_factory.mktemp("export")
    (folder / "model.mlir").write_text(MODEL)
    session = Session(open_model(folder / "model.mlir"))
    result = session.show(Settings(system="n150"))
    page = html_text(result, decorated(result, session.base(result.settings)))
    path = folder / "model.html"
    path.write_text(page)
    return path


def test_exported_page_opened_from_file_shows_graph(chromium: Any, exported: Path):
    watched = Watched(chromium, offline=True)
    page = watched.open(exported.as_uri())
    assert microseconds(page) > 0
    click(page, PRODUCT)
    assert page.locator("#layout").is_disabled()
    assert page.locator("#layout option").count() > 2
    assert page.locator("#policy, #board, #undo, #run").count() == 0
    page.get_by_role("tab", name="C++").click()
    assert "matmul(" in page.locator("#code .marked").inner_text()
    page.locator("#stage").fill("0")
    page.locator("#details h2", has_text="After").wait_for()
    page.select_option("#overlay", "l1")
    shoot(page, "export")
    assert watched.errors == []
    assert [url for url in watched.requests if not url.startswith("data:")] == [exported.as_uri()]


def test_page_shows_hostile_names_as_text(chromium: Any, tmp_path: Path):
    """Names that look like HTML elements, script ends or quotes are shown unchanged."""
    evil = '</script><script>document.title="owned"</script><img src=x onerror=alert(1)>"\'&\u2028'
    nodes = [GraphNode(evil, evil, evil, [KeyValue(evil, evil)])]
    path = tmp_path / "evil.html"
    path.write_text(html_page(Graph("g", nodes, summary={"model": evil})), encoding="utf-8")
    watched = Watched(chromium, offline=True)
    page = watched.open(path.as_uri())
    assert page.locator("h1").inner_text().startswith("</script>")
    assert page.locator("img").count() == 0
    assert page.title() != "owned"
    assert watched.errors == []


def test_dragging_page_moves_graph(chromium: Any, tmp_path: Path):
    """The test checks positions only; benchmarks/explorer.py measures how smooth the motion is."""
    nodes = [
        GraphNode(f"n{i}", "ttnn.add", incomingEdges=[IncomingEdge(f"n{i - 1}")] if i else [])
        for i in range(300)
    ]
    path = tmp_path / "long.html"
    path.write_text(html_page(Graph("g", nodes, summary={"model": "long"})))
    page = Watched(chromium).open(path.as_uri())
    frames = int(page.locator("#graph").get_attribute("data-frames"))
    x, y = page.evaluate("ttExplorer.center('n0')")
    page.mouse.move(500, 300)
    page.mouse.down()
    page.mouse.move(380, 260, steps=4)
    page.mouse.up()
    assert page.evaluate("ttExplorer.center('n0')") == pytest.approx([x - 120, y - 40], abs=1)
    page.wait_for_function(f"Number(document.querySelector('#graph').dataset.frames) > {frames}")

"""The server of coding agents, by the client of the protocol's SDK."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the server of coding agents needs the extra mcp")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

pytestmark = pytest.mark.slow

PROGRAM = """\
func.func @f(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.subtract"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = tensor.empty() : tensor<32x32xf32>
  %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %3 : tensor<32x32xf32>
}
"""
CHOLESKY = """\
%4 = stablehlo.cholesky %3 : tensor<32x32xf32>
  return %4"""
Ask = Callable[..., Awaitable[dict[str, Any]]]


def session(scenario: Callable[[Ask, ClientSession], Awaitable[None]], folder: Path) -> None:
    """Run a scenario with a server that may use the files of `folder`."""

    async def run() -> None:
        program = "from ttmlir_py.tools.ttmlir_mcp import main; import sys; sys.exit(main())"
        server = StdioServerParameters(
            command=sys.executable, args=["-c", program, "--root", str(folder)]
        )
        async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
            await client.initialize()

            async def ask(tool: str, **arguments: Any) -> dict[str, Any]:
                found = await client.call_tool(tool, arguments)
                texts = [each.text for each in found.content if hasattr(each, "text")]
                return json.loads(texts[0])

            await scenario(ask, client)

    asyncio.run(asyncio.wait_for(run(), 200))


def test_agent_finds_the_wrong_operation_of_a_dump(tmp_path: Path) -> None:
    (tmp_path / "model.mlir").write_text(PROGRAM)

    async def scenario(ask: Ask, client: ClientSession) -> None:
        tools = await client.list_tools()
        assert {each.name for each in tools.tools} >= {"parse", "verify", "reduce", "search_docs"}
        assert (await ask("parse", source="model.mlir"))["is_valid"]
        lowered = await ask(
            "run_passes",
            source="model.mlir",
            pipeline="--ttir-to-ttnn-backend-pipeline",
            locations=True,
        )
        assert lowered["succeeded"]
        right = await ask("verify", source="model.mlir", target=lowered["text"])
        assert right["is_right"], right
        wrong = lowered["text"].replace("ttnn.subtract", "ttnn.add")
        assert wrong != lowered["text"]
        (tmp_path / "dump.mlir").write_text(wrong)
        found = await ask("verify", source="model.mlir", target="dump.mlir")
        assert not found["is_right"]
        assert "WRONG" in found["report"]
        assert "EltwiseOp(Add)" in found["report"]

    session(scenario, tmp_path)


def test_agent_compiles_estimates_and_runs_a_program(tmp_path: Path) -> None:
    async def scenario(ask: Ask, client: ClientSession) -> None:
        cost = await ask("estimate", source=PROGRAM)
        assert cost["nanoseconds"] > 0
        assert set(cost["operations"]) >= {"3", "5"}
        made = await ask("compile_model", source=PROGRAM, output="model.ttnn")
        assert made["succeeded"]
        assert (tmp_path / "model.ttnn").stat().st_size == made["bytes"]
        done = await ask("run", source=PROGRAM, inputs="ones")
        (result,) = done["programs"][0]["results"]
        assert result["shape"] == [32, 32]
        assert result["minimum"] == result["maximum"] == 1.0
        less = await ask(
            "reduce",
            source=PROGRAM.replace("return %3", CHOLESKY),
            pipeline="--ttir-to-ttnn-backend-pipeline",
            diagnostic="stablehlo.cholesky",
        )
        assert "stablehlo.cholesky" in less["text"]
        assert "ttir.exp" not in less["text"]
        listed = {str(each.uri): each.title for each in (await client.list_resources()).resources}
        assert listed["ttmlir://docs/deviations.md"] == "Differences from tt-mlir"
        assert "ttmlir://docs/dialects/ttir.md" in listed
        page = await client.read_resource("ttmlir://docs/deviations.md")
        assert "# Differences from tt-mlir" in page.contents[0].text
        with pytest.raises(Exception, match="Unknown resource"):
            await client.read_resource("ttmlir://docs/no.md")

    session(scenario, tmp_path)


def test_agent_gets_errors_for_its_mistakes(tmp_path: Path) -> None:
    async def scenario(ask: Ask, client: ClientSession) -> None:
        found = await ask("parse", source=PROGRAM.replace("ttir.exp", "ttir.expp"))
        assert [each["line"] for each in found["problems"]] == [5]
        assert found["problems"][0]["notes"] == ["did you mean 'ttir.exp'?"]
        for source in ("../../etc/passwd", "/etc/passwd"):
            assert "outside the folders" in (await ask("parse", source=source))["error"]
        for flags in ("--mlir-print-ir-tree-dir=/tmp/x", "-o /tmp/x", "; rm -rf", "--canonicalise"):
            assert (
                "is not the flag"
                in (await ask("run_passes", source=PROGRAM, pipeline=flags))["error"]
            )
        assert "did you mean" in (await ask("explain_operation", name="ttir.sofmax"))["error"]
        assert (
            "outside the folders"
            in (await ask("compile_model", source=PROGRAM, output="/tmp/out.ttnn"))["error"]
        )

    session(scenario, tmp_path)


def test_agent_reads_about_operations_and_tasks(tmp_path: Path) -> None:
    async def scenario(ask: Ask, client: ClientSession) -> None:
        found = await ask("explain_operation", name="ttir.softmax")
        assert set(found["operands"]) == {"input", "output"}
        assert found["attributes"]["dimension"]["example"] == "1 : si32"
        assert "ttir.softmax" in found["example"]
        results = (await ask("search_docs", query="wrong operation validate"))["results"]
        assert any(each["page"] == "validation.md" for each in results)

    session(scenario, tmp_path)

"""Graphs of modules: each op of each dialect has a node; node ids, edges and layers are right."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, StringAttr, TensorType, f32, i32
from xdsl.ir import Block, Operation, Region
from xdsl.irdl import IRDLOperation

from ttmlir_py.compiler import PassManager, create_context, parse
from ttmlir_py.dialects import all_dialects
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.op_syntax import examples
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.explorer.graph import INPUTS, GraphNode, as_dict, convert
from ttmlir_py.ir.module import ModuleOp

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
OPERATIONS = [
    op
    for dialect in all_dialects()
    for op in dialect.operations
    if isinstance(op.name, str)  # operations without a name are templates and occur in no program
]
WITH_EXAMPLES = ("stablehlo", "ttir", "ttnn", "ttmetal", "tosa", "tt", "chlo", "quant")
NAMED = """
func.func @main(%x: tensor<32x64xbf16>, %w: tensor<64x32xbf16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.matmul"(%x, %w, %0) : (tensor<32x64xbf16>, tensor<64x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16> loc("block/matmul_1"("a.py":3:1))
  %2 = tensor.empty() : tensor<32x32xbf16>
  %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %3 : tensor<32x32xbf16>
}
"""


def values(node: GraphNode) -> dict[str, str]:
    return {each.key: each.value for each in node.attrs}


def by_label(nodes: list[GraphNode], label: str) -> GraphNode:
    (found,) = (node for node in nodes if node.label == label)
    return found


def with_any_attributes(cls: type[Operation]) -> Operation:
    """Return an operation of `cls` with a value for each declared attribute. It may be invalid."""
    named = cls.get_irdl_definition().properties if issubclass(cls, IRDLOperation) else {}
    pool = [StringAttr("x"), ArrayAttr([]), i32, DenseArrayBase.from_list(i32, [1, 2])]
    properties = {name: pool[number % len(pool)] for number, name in enumerate(named)}
    properties.pop("sym_name", None)
    return cls.create(result_types=[TensorType(f32, [2])], properties=properties)


def test_graph_has_node_with_attributes_for_every_operation():
    for cls in OPERATIONS:
        op = with_any_attributes(cls)
        body = Region(Block([op, ReturnOp()]))
        nodes = convert(ModuleOp([FuncOp("main", ((), ()), body)])).graph.nodes
        shown = [values(node) for node in nodes if node.label == cls.name]
        assert shown, cls.name
        assert shown[0]["shape"] == "[2]", cls.name
        assert set(op.properties) <= set(shown[0]), cls.name


@pytest.mark.parametrize("dialect", WITH_EXAMPLES)
def test_example_of_every_operation_converts_to_graph(dialect: str):
    context = create_context()
    for name, text in examples(dialect).items():
        graph = convert(parse(text, context=context, verify=False)).graph
        assert graph.nodes or graph.groupNodeAttributes or "module" in name, name
        check_edges(list(graph.nodes))


def check_edges(nodes: list[GraphNode]) -> None:
    """Check that node ids are unique and that each edge starts at an existing output."""
    known = {node.id: len(node.outputsMetadata) for node in nodes}
    assert len(known) == len(nodes)
    for node in nodes:
        for edge in node.incomingEdges:
            assert int(edge.sourceNodeOutputId) <= max(known[edge.sourceNodeId] - 1, 0)


def test_graph_node_ids_name_function_and_operation():
    nodes = list(convert(parse(NAMED)).graph.nodes)
    matmul, relu = by_label(nodes, "ttir.matmul"), by_label(nodes, "ttir.relu")
    assert matmul.id == "main/block/matmul_1/ttir.matmul__0"
    assert relu.id == "main/6:8/ttir.relu__0"
    assert [edge.sourceNodeId for edge in matmul.incomingEdges] == [
        "main/arg0",
        "main/arg1",
        "main/3:8/tensor.empty__0",
    ]
    assert (matmul.namespace, relu.namespace) == ("block/matmul_1", "")
    assert values(matmul)["named_location"] == "block/matmul_1"
    assert values(matmul)["full_location"] == 'loc("block/matmul_1"("a.py":3:1))'
    assert {node.namespace for node in nodes if node.label.startswith("%")} == {INPUTS}


def test_graph_node_ids_are_stable_across_conversions_and_edits():
    def ids(override: str) -> list[str]:
        module = parse(NAMED)
        options = f"enable-optimizer=true memory-layout-analysis-enabled=true {override}"
        pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{{options}}})"
        PassManager(pipeline).run(module)
        first = [node.id for node in convert(module).graph.nodes]
        assert first == [node.id for node in convert(module).graph.nodes]
        return first

    plain = ids("")
    edited = ids("override-output-layout=block/matmul_1=1x1:l1:block_sharded")
    kept = [each for each in plain if "/ttnn.matmul" in each or "ttnn.relu" in each]
    assert len(kept) == 2
    assert set(kept) <= set(edited)


def test_graph_splits_layout_device_and_system_attributes_into_rows():
    module = parse(NAMED)
    PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    graph = convert(module).graph
    shown = values(by_label(list(graph.nodes), "ttnn.matmul"))
    assert shown["tensor_memory_layout"] == "interleaved"
    assert (shown["buffer_type"], shown["memory_layout"]) == ("dram", "tile")
    assert (shown["grid_shape"], shown["data_type"]) == ("1x1", "bf16")
    assert shown["linear"] == "(d0, d1) -> (d0, d1)"
    about = graph.groupNodeAttributes[""]
    chip = SystemDescAttr.get_default().chipDescs[0]
    assert about["device_grid_shape"] == "[8, 8]"
    assert about["chip#0-arch"] == chip.arch.value.keyword
    assert about["chip#0-l1-size"] == str(chip.l1Size)


def test_graph_layers_follow_functions_and_regions():
    text = """
    func.func @first(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
      %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    func.func @second() { return }
    """
    nodes = list(convert(parse(text)).graph.nodes)
    reduce, add = by_label(nodes, "stablehlo.reduce"), by_label(nodes, "stablehlo.add")
    assert reduce.namespace == add.namespace == "first/stablehlo.reduce__0"
    assert reduce.config is not None
    assert reduce.config.pinToGroupTop
    assert {node.namespace for node in nodes if node.label == "func.return"} == {"first", "second"}
    check_edges(nodes)


def test_graph_block_arguments_have_edges_from_branches():
    text = """
    func.func @main(%c: i1) -> i1 {
      cf.br ^bb1(%c : i1)
    ^bb1(%d: i1):
      return %d : i1
    }
    """
    nodes = {node.id: node for node in convert(parse(text)).graph.nodes}
    (edge,) = nodes["main/^bb1/arg0"].incomingEdges
    assert nodes[edge.sourceNodeId].label == "cf.br"


def test_graph_json_has_only_fields_of_model_explorer():
    def nothing(value: object) -> Iterator[object]:
        if isinstance(value, dict):
            yield from (each for part in value.values() for each in nothing(part))
        elif isinstance(value, list):
            yield from (each for part in value for each in nothing(part))
        elif value is None:
            yield value

    graph = as_dict(convert(parse(NAMED)).graph)
    assert not list(nothing(graph))
    assert {"id", "nodes", "groupNodeAttributes", "nodeLabelsToHide"} == set(graph)


def test_graph_cuts_text_of_large_attributes():
    text = f'func.func @main() attributes {{test.long = "{"x" * 5000}"}} {{ return }}'
    shown = convert(parse(text)).graph.groupNodeAttributes[""]["test.long"]
    assert len(shown) < 500

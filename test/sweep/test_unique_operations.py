"""Extraction of unique operations: every operation is counted, and equal ones are one program."""

import re
import sqlite3
from pathlib import Path

import pytest

from ttmlir_py import compiler
from ttmlir_py.sweep.exchange import OpTest, TensorDesc
from ttmlir_py.sweep.operations import Operations, hash_of
from ttmlir_py.sweep.pieces import SMALL, connected
from ttmlir_py.sweep.sources import Model, ModelError, find

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "examples/sweep/models"
TWO_LAYERS = """
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x8xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
"""
WHILE = """
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %y : tensor<4xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
"""


def extracted(folder: Path, *texts: str, pieces=()) -> Operations:
    made = Operations(folder / "ops")
    for number, text in enumerate(texts):
        path = folder / f"m{number}.mlir"
        path.write_text(text)
        made.add(Model(path.stem, str(path)), pieces)
    return made


def counts(made: Operations) -> dict[str, list[dict[str, int]]]:
    found: dict[str, list[dict[str, int]]] = {}
    for row in made.rows():
        found.setdefault(row.name, []).append(row.origins)
    return found


def test_equal_operations_of_models_are_one_with_all_origins(tmp_path):
    made = extracted(tmp_path, TWO_LAYERS, TWO_LAYERS.replace("@main", "@other"))
    found = counts(made)
    assert found["stablehlo.dot_general"] == [{"m0": 2, "m1": 2}]
    # `x + x` and `x + y` are different programs
    assert found["stablehlo.add"] == [{"m0": 1, "m1": 1}] * 2
    assert made.counts() == (2, 8, 3)


def test_adding_model_again_changes_nothing(tmp_path):
    made = extracted(tmp_path, TWO_LAYERS)
    before = list(made.rows())
    made.add(Model("m0", str(tmp_path / "m0.mlir")))
    assert list(made.rows()) == before


def test_programs_parse_and_have_their_names(tmp_path):
    made = extracted(tmp_path, TWO_LAYERS, WHILE)
    for row in made.rows():
        text = made.text(row)
        module = compiler.parse(text)
        assert row.name in {op.name for op in module.walk()}
        assert hash_of(text) == row.hash
    row = next(made.rows())
    (made.folder / row.file).write_text("changed")
    with pytest.raises(ModelError, match="was changed"):
        made.text(row)


def test_body_of_loop_counts_by_itself_and_reads_outer_values(tmp_path):
    found = counts(extracted(tmp_path, WHILE))
    assert {name: len(rows) for name, rows in found.items()} == {
        **{"stablehlo.add": 1, "stablehlo.compare": 1, "stablehlo.constant": 2},
        **{"stablehlo.multiply": 1, "stablehlo.while": 1},
    }


def test_large_constant_is_described_and_small_one_is_kept(tmp_path):
    def text(count: int, last: str) -> str:
        values = ", ".join(["1.0"] * (count - 1) + [last])
        type_ = f"tensor<{count}xf32>"
        return (
            f"func.func @main(%x: {type_}) -> {type_} {{\n"
            f"  %c = stablehlo.constant dense<[{values}]> : {type_}\n"
            f"  %0 = stablehlo.add %x, %c : {type_}\n  return %0 : {type_}\n}}\n"
        )

    made = extracted(tmp_path, text(SMALL, "2.0"), text(SMALL + 1, "2.0"), text(SMALL + 1, "3.0"))
    rows = {(row.name, len(row.inputs), row.described): row.origins for row in made.rows()}
    assert rows == {
        ("stablehlo.add", 1, False): {"m0": 1},
        ("stablehlo.add", 2, False): {"m1": 1, "m2": 1},
        ("stablehlo.constant", 0, False): {"m0": 1},
        ("stablehlo.constant", 0, True): {"m1": 1, "m2": 1},
    }


def test_every_operation_of_examples_is_counted(tmp_path):
    """The sums are compared with names in the text, which the extraction does not read."""
    made = Operations(tmp_path)
    for model in find([str(MODELS)]):
        made.add(model)
        text = Path(model.path).read_text()
        names = re.findall(r'(?<== )"?(?:stablehlo|chlo)\.\w+|(?<== )call(?= @)', text)
        (total,) = [count for name, _, count, _ in made.models() if name == model.name]
        held = sum(
            row.inner * row.origins.get(model.name, 0) + row.origins.get(model.name, 0)
            for row in made.rows()
        )
        # the text writes the reducer of `stablehlo.reduce` as `applies OPERATION`
        assert held - text.count(" applies ") == len(names), model.name
        assert total == sum(row.origins.get(model.name, 0) for row in made.rows())


def test_unreadable_model_is_error_and_counts_nothing(tmp_path):
    path = tmp_path / "bad.mlir"
    path.write_text("func.func @main(")
    made = Operations(tmp_path / "ops")
    with pytest.raises(ModelError, match=r"bad\.mlir:1:16"):
        made.add(Model("bad", str(path)))
    ((_, _, count, error),) = made.models()
    assert count == 0
    assert "bad.mlir:1" in error
    with pytest.raises(ModelError, match="no such file"):
        find([str(tmp_path / "missing")])


def test_folder_of_dump_gives_model_for_each_stage(tmp_path):
    for stage in ("shlo_compiler_1", "ttir_1"):
        path = tmp_path / "dump/resnet/irs" / f"{stage}.mlir"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TWO_LAYERS)
    assert [each.name for each in find([str(tmp_path / "dump")])] == [
        "resnet/irs/shlo_compiler_1.mlir",
        "resnet/irs/ttir_1.mlir",
    ]


def test_binary_and_text_of_other_revision_are_read(tmp_path):
    binary = tmp_path / "model.ttnn"
    text = "func.func @main(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>) -> tensor<32x32xf32> {\n"
    text += "  %e = tensor.empty() : tensor<32x32xf32>\n"
    text += '  %0 = "ttir.add"(%x, %y, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : '
    text += "(tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>\n"
    text += "  return %0 : tensor<32x32xf32>\n}\n"
    binary.write_bytes(compiler.compile(text))
    newer = tmp_path / "newer.mlir"
    newer.write_text(
        "func.func @main(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {\n"
        '  %0 = "ttir.relu"(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>\n'
        "  return %0 : tensor<32x32xf32>\n}\n"
    )
    made = Operations(tmp_path / "ops")
    for model in find([str(binary), str(newer)]):
        made.add(model)
    found = {row.name: row for row in made.rows()}
    assert found["ttnn.add"].origins == {"model.ttnn": 1}
    assert "#ttnn" in found["ttnn.add"].inputs[0]
    assert found["ttir.relu"].revision == "2026-08"
    compiler.parse(made.text(found["ttnn.add"]))


def test_connected_pieces_of_examples_are_found():
    module = compiler.parse((MODELS / "encoder.mlir").read_text())
    ((name, piece),) = connected(module, ["attention"])
    assert name == "attention"
    names = [op.name for op in piece.ops]
    assert names.count("stablehlo.dot_general") == 2
    assert "stablehlo.exponential" in names
    compiler.parse(str(piece.module()))
    vision = compiler.parse((MODELS / "vision.mlir").read_text())
    found = [piece.ops[0].name for _, piece in connected(vision, ["conv-bn"])]
    assert found == ["stablehlo.convolution"]
    with pytest.raises(ValueError, match="unknown piece 'conv'"):
        list(connected(vision, ["conv"]))


def test_op_test_records_become_operations_of_their_models(tmp_path):
    made = Operations(tmp_path / "ops")
    record = '{"op_name": "ttir.relu", "success": true, "test_start_ts": "", "test_end_ts": "", '
    record += '"inputs": [{"shape": [2, 3], "data_type": "BFloat16"}], "model_name": "%s", '
    record += '"outputs": [{"shape": [2, 3], "data_type": "BFloat16"}]}'
    path = tmp_path / "report.json"
    path.write_text(f"[{record % 'a'}, {record % 'b'}, {record % 'a'}]")
    assert made.add_file(Model("report.json", str(path))) == 3
    (row,) = made.rows()
    assert (row.name, row.inputs, row.origins) == (
        *("ttir.relu", ("tensor<2x3xbf16>",)),
        {"a": 2, "b": 1},
    )


def test_op_test_with_malicious_name_is_refused():
    record = OpTest("", "", True, 'x"() : () -> ()', [TensorDesc([1], "f32")], [])
    with pytest.raises(ValueError, match="not the name"):
        record.text()


def test_table_is_plain_sqlite(tmp_path):
    made = extracted(tmp_path, TWO_LAYERS)
    base = sqlite3.connect(made.folder / "operations.sqlite")
    assert base.execute("SELECT total(count) FROM origins").fetchone() == (4,)

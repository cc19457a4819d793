"""The dialects of later revisions in the bindings. A process has those of one revision."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROGRAM = """\
from ttmlir.dialects import d2m, debug, func, sdy, ttcore, ttir, ttnn
from ttmlir.ir import AsmState, Context, Module, OpOperandList, Value
from ttmlir.util import get_write_effect_operand_indices

TEXT = '''
#dram = #ttnn.buffer_type<dram>
#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
!t = tensor<4x8xf32, #l>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%a: !t, %b: !t) -> !t {
    %0 = "ttnn.rms_norm"(%a) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!t) -> !t
    %1 = "ttnn.concat"(%0, %b) <{dim = 1 : si32}> : (!t, !t) -> tensor<4x16xf32, #l>
    "ttnn.copy"(%0, %b) : (!t, !t) -> ()
    "debug.region_start"() : () -> ()
    return %0 : !t
  }
}
'''
with Context() as context:
    context.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    state = AsmState(module.operation)
    (function,) = module.body.operations
    norm, concat, copy, start, _ = function.regions[0].blocks[0].operations
    print(type(norm) is ttnn.RMSNormOp, norm.OPERAND_NAMES, norm.weight, norm.input.get_name(state))
    print(isinstance(concat.inputs, OpOperandList), isinstance(norm.input, Value))
    print(get_write_effect_operand_indices(copy), get_write_effect_operand_indices(concat))
    print(debug.RegionStartOp.OPERATION_NAME, start.operation.name)
    meshes = ttcore.ir.MeshesAttr.maybe_downcast(module.operation.attributes["ttcore.meshes"])
    (mesh,) = meshes.meshes
    print(type(mesh).__name__, mesh.name, mesh.shape)
    print(ttcore.ir.ReduceTypeAttr.maybe_downcast(module.operation.attributes["ttcore.meshes"]))
    layout = ttnn.ir.TTNNLayoutAttr.maybe_downcast(norm.results[0].type.encoding)
    print(layout.memref, ttnn.BufferType.L1.name, ttcore.DataType.Int32.value)
    print(ttir.TopKOp.OPERAND_NAMES, ttir.ir.ConvolutionLayoutAttr.__name__, sdy.ReshardOp.OPERATION_NAME)
"""


def run(
    tmp_path: Path, program: str, *options: str, arguments: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    (tmp_path / "program.py").write_text(program)
    command = [sys.executable, "-m", "ttmlir_py.bindings", *options, "program.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)


def test_activated_program_reads_text_of_2026_08(tmp_path: Path):
    done = run(tmp_path, PROGRAM, "--tt-mlir=2026-08")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "True ('input', 'weight', 'bias') None %arg0",
        "True True",
        "[1] []",
        "debug.region_start debug.region_start",
        "MeshAttr mesh [1, 2]",
        "None",
        "memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>> L1 12",
        "('input_tensor',) ConvolutionLayoutAttr sdy.reshard",
    ]


def test_activation_with_unavailable_revision_lists_available_revisions(tmp_path: Path):
    done = run(tmp_path, "", "--tt-mlir=2025-07")
    assert done.returncode == 2
    assert "the bindings have 2025-02, and 2026-08 or later" in done.stderr
    assert "unknown revision" in run(tmp_path, "", "--tt-mlir=x").stderr


def test_import_of_dialect_missing_in_active_revision_is_refused(tmp_path: Path):
    late = """\
import ttmlir_py.bindings
ttmlir_py.bindings.activate()
import ttmlir.dialects.ttnn
try:
    import ttmlir.dialects.ttcore
except ImportError as error:
    print(error)
try:
    ttmlir_py.bindings.activate(revision="2026-08")
except RuntimeError as error:
    print(error)
"""
    first, second = run(tmp_path, late).stdout.splitlines()
    assert "revision 2025-02 has ttmlir.dialects.tt; select 2026-08 with" in first
    assert second.startswith("activate: dialects of 2025-02 are already imported")


BUILDERS = """\
import importlib, inspect, sys
from ttmlir_py.bindings.ods import later
from ttmlir_py.dialects.revisions.definitions import operation_class

compared = 0
for line in open(sys.argv[1]).read().splitlines():
    if not line.startswith("#"):
        dialect, name, operation, parameters = line.split(" ", 3)
        module = importlib.import_module(f"ttmlir.dialects.{dialect}")
        signature = str(inspect.signature(getattr(module, name).__init__))
        if signature != f"(self, {parameters})":
            print(operation, signature)
        compared += 1
print(compared)
for revision in ("2026-08", "2026-09", "2026-10"):
    later.selected = lambda: revision
    for each in later.specifications("ttir") + later.specifications("ttnn"):
        definition = operation_class(revision, each.name).get_irdl_definition()
        fields = [name.rstrip("_") for name, _ in definition.operands]
        if [part.name.rstrip("_") for part in each.of_kind("operand")] != fields:
            print(revision, each.name)
"""


def test_builders_of_2026_08_have_signatures_of_tablegen_builders(tmp_path: Path):
    """Covers all 378 operations. Operands keep the order of the IR in all later revisions."""
    signatures = Path(__file__).with_name("signatures_2026_08.txt")
    done = run(tmp_path, BUILDERS, "--tt-mlir=2026-08", arguments=[str(signatures)])
    assert done.stderr == ""
    assert done.stdout == "378\n"


BUILT = """\
from ttmlir.dialects import func, ttcore, ttir, ttnn
from ttmlir.ir import Context, InsertionPoint, IntegerType, Location, Module, Operation
from ttmlir.ir import RankedTensorType
from ttmlir.passmanager import PassManager

with Context() as context, Location.unknown():
    created = Operation.create("ttnn.get_device", infer_type=True, ip=False)
    print(str(created).strip())  # no text was parsed yet
    pair = RankedTensorType.get([4], IntegerType.get_signless(32))
    for make in (Module.create, lambda: Operation.create("builtin.module", regions=1).opview):
        module = make()
        if not len(module.operation.regions[0].blocks):
            module.regions[0].blocks.append()
        with InsertionPoint(module.operation.regions[0].blocks[0]):

            @func.func(pair, pair)
            def main(a, b):
                return a

        before = str(module)
        PassManager.parse("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module.operation)
        print("xi32>" in before, "tensor<4xsi32" in str(module), "tensor<4xui32" in str(module))
        # The pipeline has converted the module to the internal revision.
    module = Module.create()
    with InsertionPoint(module.body):

        @func.func(pair, pair)
        def second(a, b):
            both = ttcore.tuple([a, b])
            device = ttnn.get_device()
            return ttir.add(pair, ttcore.get_tuple_element(both, 0), b)

    print(module.operation.verify())
    print(module)
"""


def test_programs_that_only_build_have_the_operations_and_signs_of_2026_08(tmp_path: Path):
    done = run(tmp_path, BUILT, "--tt-mlir=2026-08")
    assert done.returncode == 0, done.stderr
    device, first, second, verified, *text = done.stdout.splitlines()
    assert device == '%0 = "ttnn.get_device"() : () -> !ttnn.device'
    assert [first, second, verified] == ["True True False", "True True False", "True"]
    pair = "tensor<4xi32>"
    assert [line.strip() for line in text[2:6]] == [
        f"%0 = ttcore.tuple %arg0, %arg1 : tuple<{pair}, {pair}>",
        '%1 = "ttnn.get_device"() : () -> !ttnn.device',
        f"%2 = ttcore.get_tuple_element %0[0] : (tuple<{pair}, {pair}>) -> {pair}",
        f'%3 = "ttir.add"(%2, %arg1) : ({pair}, {pair}) -> {pair}',
    ]

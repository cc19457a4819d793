"""Tests of binaries of TTMetal modules."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from ttmlir_py.compiler import PassManager, create_context, parse
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.schemas import load_schema, read
from ttmlir_py.schemas.schema import FOLDER
from ttmlir_py.target.flatbuffer.ttmetal import translate

SCHEMA = load_schema("TTMetal/binary.fbs")
LAYOUT = (
    "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<64x96xbf16, #tt.memory_space<l1>>>"
)
EXP = f"""
!t = tensor<128x96xbf16, {LAYOUT}>
func.func @exp(%a: !t, %b: !t) -> !t {{
  %0 = tensor.empty() : !t
  %1 = "ttir.exp"(%b, %0) <{{operandSegmentSizes = array<i32: 1, 1>}}> : (!t, !t) -> !t
  return %1 : !t
}}
"""
FILLED = """
func.func @filled(%a: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<32x64xf32>}> : () -> tensor<32x64xf32>
  %1 = tensor.empty() : tensor<32x64xf32>
  %2 = "ttir.add"(%a, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}
"""


def lowered(text):
    """Return the TTMetal module of the TTIR module `text`."""
    context = create_context()
    module = parse(text, context=context)
    PassManager("builtin.module(ttir-to-ttmetal-backend-pipeline)", context=context).run(module)
    return module


def translated(text):
    return read(SCHEMA, translate(lowered(text)))


def commands_of(program):
    (device_program,) = program.device_programs
    (queue,) = device_program.command_queues
    return list(queue.commands)


def test_ttmetal_programs_and_tensors_are_numbered_in_order():
    """Arguments are numbered first; then, in order, each buffer and each circular buffer of a
    program.
    """
    (program,) = translated(EXP).programs
    (device_program,) = program.device_programs
    assert program.name == device_program.command_queues[0].name == "exp"
    assert program.debug_info is None
    assert [ref.global_id for ref in program.inputs] == [1, 2]
    assert program.inputs[1].as_dict() == {
        "global_id": 2,
        "address": 1024 + 64 * 96 * 2,
        "size": 64 * 96 * 2,
        "desc": {
            "shape": [128, 96],
            "layout": {
                "oob_val": "Undef",
                "core_range_set": [{"loc": {"y": 0, "x": 0}, "size": {"y": 2, "x": 1}}],
                "memory_desc": {
                    "shape": [64, 96],
                    "tile_shape": {"y": 1, "x": 1},
                    "data_type": "BFloat16",
                    "memory_space": "DeviceL1",
                    "memory_layout": "None",
                    "size": 64 * 96 * 2,
                },
            },
        },
    }
    assert [ref.as_dict() for ref in device_program.inputs] == [
        ref.as_dict() for ref in program.inputs
    ]
    commands = commands_of(program)
    assert [command.type_type.removesuffix("Command") for command in commands] == [
        *("CreateBuffer", "EnqueueProgram"),
        *("CreateBuffer", "EnqueueProgram", "DeallocateBuffer"),
        *("CreateBuffer", "EnqueueProgram", "DeallocateBuffer"),
    ]
    buffers = [commands[index].type.ref for index in (0, 2, 5)]
    assert [ref.global_id for ref in buffers] == [3, 6, 9]
    assert [ref.address for ref in buffers] == [25600, 37888, 50176]
    assert [ref.desc.layout.memory_desc.tile_shape for ref in buffers] == [
        (32, 32),
        (32, 32),
        (1, 1),
    ]
    assert list(buffers[0].desc.layout.memory_desc.shape) == [2, 3]
    assert [commands[index].type.ref.global_id for index in (4, 7)] == [3, 6]
    for owner in (program, device_program):
        assert [ref.global_id for ref in owner.outputs] == [9]


def test_ttmetal_kernels_list_their_buffers():
    (program,) = translated(EXP).programs
    command = commands_of(program)[3].type
    assert [ref.global_id for ref in command.operands] == [3, 6]
    tensix, noc = command.program.kernels
    assert (tensix.kernel_type, tensix.kernel.config_type) == ("KernelSource", "TensixConfig")
    assert tensix.kernel.config.as_dict() == {
        "math_fidelity": "HiFi4",
        "fp32_dest_acc_en": False,
        "math_approx_mode": False,
        "unpack_to_dest_mode": ["Default"] * 32,
    }
    assert noc.kernel.config.as_dict() == {"noc_index": "Noc0"}
    for kernel in (tensix, noc):
        assert [(range_.loc, range_.size) for range_ in kernel.core_range_set] == [((0, 0), (2, 1))]
    assert "exp_tile(" in tensix.kernel.source
    assert (
        tensix.kernel.source.endswith("void MAIN { kernel_main(); }\n}\n")
        or "void MAIN" in tensix.kernel.source
    )
    assert '#include "dataflow_api.h"' in noc.kernel.source
    assert len(noc.cbs) == len(tensix.runtime_args) == 0
    assert [ref.global_id for ref in tensix.cbs] == [7, 8]
    assert [ref.tensor_ref.global_id for ref in tensix.cbs] == [3, 6]
    assert [ref.address for ref in tensix.cbs] == [25600, 37888]
    assert [ref.desc.port for ref in tensix.cbs] == [0, 16]
    assert tensix.cbs[0].desc.page_size == 2048
    assert tensix.cbs[0].desc.num_buffers == 1
    assert tensix.cbs[0].desc.memory_desc.size == 2 * 3 * 2048


def test_ttmetal_buffer_without_operand_has_address_only():
    """The scaling factor of a reduction is in the scratch memory."""
    text = EXP.replace("ttir.exp", "ttir.sum").replace(
        "operandSegmentSizes = array<i32: 1, 1>", "dim_arg = [0 : i32], keep_dim = true"
    )
    text = text.replace("func.func @exp(%a: !t, %b: !t) -> !t", "func.func @sum(%b: !t) -> !u")
    text = text.replace("%0 = tensor.empty() : !t", "%0 = tensor.empty() : !u")
    text = text.replace(": (!t, !t) -> !t", ": (!t, !u) -> !u").replace("%1 : !t", "%1 : !u")
    small = LAYOUT.replace("<2x1>", "<1x1>").replace("64x96", "32x96")
    (program,) = translated(f"!u = tensor<32x96xbf16, {small}>\n{text}").programs
    (kernel,) = [
        kernel
        for command in commands_of(program)
        if command.type_type == "EnqueueProgramCommand"
        for kernel in command.type.program.kernels
        if len(kernel.cbs) == 3
    ]
    assert kernel.cbs[2].tensor_ref is None
    assert (kernel.cbs[2].address, kernel.cbs[2].desc.port) == (1495040, 1)


def test_ttmetal_splat_constant_is_written_as_one_number():
    (program,) = translated(FILLED).programs
    (command,) = [
        command
        for command in commands_of(program)
        if command.type_type == "EnqueueWriteBufferCommand"
    ]
    assert command.type.src_type == "ConstantBuffer32"
    assert list(command.type.src.data) == [0x40000000]
    assert command.debug_info.startswith(
        '%1 = "ttmetal.enqueue_write_buffer"(%0) <{value = dense<2.000000e+00> : tensor<32x64xf32>}> : (tensor<32x64xf32, #tt.metal_layout<'
    )


def test_ttmetal_operation_text_elides_regions():
    (program,) = translated(EXP).programs
    text = commands_of(program)[1].debug_info
    assert text.startswith(
        '%1 = "ttmetal.enqueue_program"(%arg1, %0) <{core_ranges = [#ttmetal.core_range<0x0, 2x1>]'
    )
    assert "({...})" in text
    assert "tilize" not in text
    assert text.endswith(' loc("<stdin>":5:8)')


def test_ttmetal_equal_buffers_share_one_description():
    """Row-major and tiled shards of tensors and circular buffers with equal contents refer to one
    description.
    """
    twice = EXP.replace(
        "return %1 : !t",
        """%2 = tensor.empty() : !t
  %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (!t, !t) -> !t
  return %3 : !t""",
    )
    (program,) = translated(twice).programs
    kernels = [
        command.type.program.kernels[0]
        for command in commands_of(program)
        if command.type_type == "EnqueueProgramCommand"
    ]
    ports = [[ref.desc.port for ref in kernel.cbs] for kernel in kernels]
    assert ports == [[0, 16]] * 4
    descriptions = [ref.desc.memory_desc for kernel in kernels for ref in kernel.cbs]
    assert len({each.shape.ctypes.data for each in descriptions}) == 2


def test_ttmetal_binary_is_deterministic():
    assert translate(lowered(EXP)) == translate(lowered(EXP))


SEMAPHORES = """
#l1 = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #l1>>
#host = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<system>>>
!t = tensor<32x32xf32, #layout>
module {
  module {
    func.func @inner(%a: !t) -> !t attributes {tt.arg_alloc = [#tt.arg_alloc<1024, 4096, l1>]} {
      %0 = "ttmetal.create_buffer"() <{address = 5120 : i64, memory_space = #l1, size = 4096 : i64}> : () -> !t
      %1 = "ttmetal.enqueue_program"(%a, %0) <{core_ranges = [#ttmetal.core_range<2x3, 4x5>, #ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.noc_config<noc1>, #ttkernel.ethernet_config<receiver, noc1>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%s: !ttkernel.semaphore<7>, %in: !ttkernel.cb<cb_in3, 1024, memref<32x32xf32, #l1>, 128, 2>, %u: !ttkernel.semaphore<0>):
        "ttkernel.return"() : () -> ()
      }, {
        "ttkernel.return"() : () -> ()
      }) : (!t, !t) -> !t
      return %1 : !t
    }
  }
  func.func @outer(%a: !t) -> !t attributes {tt.arg_alloc = [#tt.arg_alloc<2048, 4096, l1>]} {
    return %a : !t
  }
}
"""


def with_system(text):
    """Return the module `text` with the default system and device."""
    context = create_context()
    module = parse(text, context=context)
    PassManager("builtin.module(ttir-load-system-desc,ttir-implicit-device)", context=context).run(
        module
    )
    return module


def test_ttmetal_semaphores_and_inner_modules_are_numbered_in_order():
    """Semaphores are runtime arguments. Functions in nested modules are programs, and their numbers
    continue those of the outer module.
    """
    inner, outer = read(SCHEMA, translate(with_system(SEMAPHORES))).programs
    assert (inner.name, outer.name) == ("inner", "outer")
    assert [ref.global_id for ref in (*outer.inputs, *outer.outputs)] == [4, 4]
    noc, ethernet = commands_of(inner)[1].type.program.kernels
    assert noc.kernel.config.as_dict() == {"noc_index": "Noc1"}
    assert noc.as_dict()["core_range_set"] == [{"loc": {"y": 2, "x": 3}, "size": {"y": 4, "x": 5}}]
    assert [each.as_dict() for each in noc.runtime_args] == [
        {"initial_value": 7, "core_type": "WORKER"},
        {"initial_value": 0, "core_type": "WORKER"},
    ]
    (buffer,) = noc.cbs
    assert (buffer.tensor_ref.global_id, buffer.desc.port, buffer.desc.num_buffers) == (1, 3, 2)
    assert ethernet.kernel.config_type == "EthernetConfig"
    assert ethernet.kernel.config.as_dict() == {"eth_type": "Receiver", "noc_index": "Noc1"}


def failure(module):
    with pytest.raises(OperationError) as caught:
        translate(module)
    return caught.value.op.name, caught.value.message


def test_ttmetal_module_not_lowered_is_refused():
    assert failure(parse("module {}", verify=False)) == (
        "builtin.module",
        "has no 'tt.system_desc', so it is not a TTMetal program: lower it with --ttir-to-ttmetal-backend-pipeline first",
    )
    module = with_system(EXP)
    assert failure(module) == (
        "func.func",
        "needs an address in 'tt.arg_alloc' for each argument (see --ttir-allocate)",
    )
    text = EXP.replace(
        "-> !t {",
        "-> !t attributes {tt.arg_alloc = [#tt.arg_alloc<1024, 12288, l1>, #tt.arg_alloc<13312, 12288, l1>]} {",
    )
    assert failure(with_system(text)) == (
        "tensor.empty",
        "cannot be translated: TTMetal binaries have no such operation",
    )
    assert failure(with_system(text.replace("<1024, 12288, l1>", "<1024, 12288, dram>"))) == (
        "func.func",
        "argument allocation memory space does not match tensor type memory space",
    )


@pytest.mark.parametrize(
    ("constant", "problem"),
    [
        (
            "dense<2.0> : tensor<32x64xbf16>",
            "its elements have 16 bits: binaries hold constants of 32 only",
        ),
        ("dense<[[1.0], [2.0]]> : tensor<2x1xf32>", "expected a splat elements attr"),
    ],
)
def test_ttmetal_constant_that_format_cannot_hold_is_refused(constant, problem):
    layout = LAYOUT.replace("<2x1>", "<1x1>")
    text = f"""
    !t = tensor<64x96xbf16, {layout}>
    func.func @f(%a: !t) attributes {{tt.arg_alloc = [#tt.arg_alloc<1024, 12288, l1>]}} {{
      %0 = "ttmetal.enqueue_write_buffer"(%a) <{{value = {constant}}}> : (!t) -> !t
      return
    }}
    """
    assert failure(with_system(text)) == (
        "ttmetal.enqueue_write_buffer",
        f"cannot be translated: {problem}",
    )


@pytest.mark.skipif(shutil.which("flatc") is None, reason="flatc is not installed")
def test_flatc_decodes_ttmetal_binary(tmp_path: Path):
    """flatc cannot print vectors of unions, so the test passes it the types and the only table."""
    schemas = tmp_path / "schemas"
    shutil.copytree(FOLDER, schemas, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    program = schemas / "TTMetal/program.fbs"
    union = "runtime_args: [RuntimeArg];"
    assert union in program.read_text()
    lying = "runtime_args_type: [ubyte];\n  runtime_args: [RuntimeArgSemaphoreAddress];"
    program.write_text(program.read_text().replace(union, lying))
    data = translate(with_system(SEMAPHORES))
    (tmp_path / "x.ttm").write_bytes(data)
    options = [
        "--json",
        "--strict-json",
        "--defaults-json",
        "--size-prefixed",
        "--raw-binary",
        "-I",
        str(schemas),
    ]
    command = ["flatc", *options, str(schemas / "TTMetal/binary.fbs"), "--", "x.ttm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    shown = json.loads((tmp_path / "x.json").read_text())
    kernel = shown["programs"][0]["device_programs"][0]["command_queues"][0]["commands"][1]["type"][
        "program"
    ]["kernels"][0]
    assert kernel.pop("runtime_args_type") == [2, 2]
    ours = read(SCHEMA, data).as_dict()["programs"]
    own = ours[0]["device_programs"][0]["command_queues"][0]["commands"][1]["type"]["program"][
        "kernels"
    ]
    assert own[0].pop("runtime_args_type") == ["RuntimeArgSemaphoreAddress"] * 2
    assert kernel == own[0]
    own[1].pop("runtime_args_type")
    shown["programs"][0]["device_programs"][0]["command_queues"][0]["commands"][1]["type"][
        "program"
    ]["kernels"][1].pop("runtime_args_type")
    assert shown["programs"] == ours

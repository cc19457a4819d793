"""Tests of the conversion to EmitC: every op is covered, and MLIR accepts the results."""

import shutil
import subprocess
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects import ttnn
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import LOWERINGS, ConvertTTNNToEmitCPass, table
from ttmlir_py.target.cpp.emitter import translate

pytestmark = pytest.mark.slow

# Upstream has no EmitC conversion for these ops, so programs that contain them are not converted.
NOT_CONVERTED = {ttnn.AllocOp, ttnn.AllReduceOp, ttnn.UpsampleOp}
# The programs of the lit tests, except those that test errors.
PROGRAMS = sorted((Path(__file__).parent / "convert-ttnn-to-emitc").glob("[!i]*.mlir"))
MLIR_OPT = shutil.which("mlir-opt-19")


def converted(source: str) -> ModuleOp:
    context = create_context()
    module = parse_module(source, context=context)
    ConvertTTNNToEmitCPass().run(context, module)
    assert verify_operation(module, context.diagnostics)
    return module


def test_every_ttnn_op_is_converted_or_listed_as_not_converted():
    assert not LOWERINGS.keys() & NOT_CONVERTED
    assert LOWERINGS.keys() & set(ttnn.TTNN.operations) == set(ttnn.TTNN.operations) - NOT_CONVERTED


def test_every_converted_ttnn_op_is_in_one_argument_table():
    assert not table.ARGUMENTS.keys() & table.NAMED_ARGUMENTS.keys()


@pytest.fixture(scope="module", params=PROGRAMS, ids=lambda path: path.stem)
def program(request):
    return converted(request.param.read_text())


def test_emitc_module_has_only_emitc_ops_and_functions(program):
    names = {op.name.partition(".")[0] for op in program.walk()}
    assert names <= {"builtin", "func", "emitc"}


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")
def test_emitc_module_round_trips_through_mlir_opt(program):
    text = str(program)
    if "!emitc.lvalue" in text:
        pytest.skip("LLVM 19 has no !emitc.lvalue")
    command = [MLIR_OPT, "--allow-unregistered-dialect"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == text.strip()


HEADER = """#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>
namespace ttnn {
struct Tensor {};
struct IDevice {};
struct Shape { Shape(std::initializer_list<int>) {} };
enum class TensorMemoryLayout { INTERLEAVED, SINGLE_BANK, HEIGHT_SHARDED, WIDTH_SHARDED, BLOCK_SHARDED };
enum class BufferType { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE };
enum class Layout { ROW_MAJOR, TILE, INVALID };
enum class DataType { BFLOAT16, FLOAT32, UINT32, BFLOAT8_B, BFLOAT4_B, UINT8, UINT16 };
struct MemoryConfig { MemoryConfig(TensorMemoryLayout, BufferType) {} };
struct DeviceGetter { static IDevice *getInstance(); };
template <typename T> using SmallVector = std::vector<T>;
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_generated_cpp_compiles_against_stub_library(program, request, tmp_path):
    """The functions of the stub library accept arguments of any type."""
    if "structure" in request.node.name:
        pytest.skip("calls functions of its own")
    names = [cls.name.removeprefix("ttnn.") for cls in table.LOWERINGS] + ["from_buffer"]
    functions = (f"template <typename... T> Tensor {name}(T &&...);\n" for name in names)
    (tmp_path / "ttnn-precompiled.hpp").write_text(
        f"#pragma once\n{HEADER}{''.join(functions)}}}\n"
    )
    (tmp_path / "program.cpp").write_text(translate(program))
    command = ["g++", "-std=c++20", "-fsyntax-only", "-I.", "-include", "ttnn-precompiled.hpp"]
    done = subprocess.run([*command, "program.cpp"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")

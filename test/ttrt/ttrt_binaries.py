"""Binaries for the tests of ttrt, of the tool's version, for an n150."""

from pathlib import Path

from ttnn_builders import SCHEMA, ProgramBuilder

from ttmlir_py.schemas import load_schema, read, write
from ttmlir_py.target.flatbuffer.system_desc import write_board

CURRENT = (0, 0, 769)
SOURCE = 'func.func @relu(%arg0: tensor<2x3xbf16> loc("image")) -> tensor<2x3xbf16> {\n'


def relu_program():
    program = ProgramBuilder("relu", SOURCE)
    x = program.input((2, 3), "BFloat16")
    program.add("GetDeviceOp", out={"global_id": 0})
    return program.output(program.eltwise("Relu", [x], program.ref((2, 3), "BFloat16")))


def identity_program():
    program = ProgramBuilder("same")
    x = program.input((2, 3))
    return program.output(program.add("ToLayoutOp", **{"in": x}, out=program.ref((2, 3))))


def log_program():
    """Return a program of abs(log(x)), which is infinite or NaN if x is not positive."""
    program = ProgramBuilder("log")
    log = program.eltwise("Log", [program.input((2, 3))], program.ref((2, 3)))
    return program.output(program.eltwise("Abs", [log], program.ref((2, 3))))


def system_desc(board="n150"):
    return read(load_schema("Common/system_desc.fbs"), write_board(board)).as_dict()["system_desc"]


def root(*programs, version=CURRENT, board="n150"):
    return {
        "version": dict(zip(("major", "minor", "patch"), version, strict=True)),
        "ttmlir_git_hash": "abc",
        "system_desc": system_desc(board),
        "programs": [program.table() for program in programs],
    }


def save(name, *programs, **options):
    """Write a binary with `programs` to the file `name` and return its path."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(write(SCHEMA, root(*programs, **options)))
    return str(path)

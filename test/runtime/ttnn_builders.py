"""Builders of small TTNN binaries for the tests of the runtime and of ttrt."""

from ttmlir_py import runtime
from ttmlir_py.schemas import load_schema, write

SCHEMA = load_schema("TTNN/binary.fbs")


class ProgramBuilder:
    """Builds the tables of one program. Each method that adds an operation returns its result
    tensor.
    """

    def __init__(self, name="main", source=None):
        self.name = name
        self.source = source
        self.inputs = []
        self.outputs = []
        self.operations = []
        self._next_id = 1

    def ref(self, shape, data_type="Float32", *, host=False, tiled=True, global_id=None):
        if global_id is None:
            global_id = self._next_id
            self._next_id += 1
        side = 32 if tiled else 1
        memory = {
            "shape": list(shape),
            "tile_shape": {"y": side, "x": side},
            "data_type": data_type,
            "memory_space": "System" if host else "DeviceDRAM",
            "memory_layout": "None" if host else "Interleaved",
        }
        desc = {"shape": list(shape), "layout": {"memory_desc": memory}}
        return {"global_id": global_id, "desc": desc}

    def input(self, shape, data_type="Float32", **placement):
        self.inputs.append(self.ref(shape, data_type, **placement))
        return self.inputs[-1]

    def output(self, ref):
        self.outputs.append(ref)
        return self

    def add(self, op_type, **fields):
        self.operations.append({"type": (op_type, fields), "loc_info": "loc(unknown)"})
        return fields.get("out")

    def eltwise(self, name, ins, out, params=None):
        return self.add("EltwiseOp", type=name, ins=ins, out=out, params=params)

    def table(self):
        mlir = {"name": "ttnn", "source": self.source} if self.source else None
        return {
            "name": self.name,
            "inputs": self.inputs,
            "outputs": self.outputs,
            "operations": self.operations,
            "debug_info": {"mlir": mlir, "cpp": "// C++"} if mlir else None,
        }


def binary_bytes(*programs):
    return write(
        SCHEMA,
        {
            "version": {"major": 1, "minor": 2, "patch": 3},
            "ttmlir_git_hash": "abc",
            "system_desc": {
                "chip_descs": [
                    {"arch": "Wormhole_b0", "grid_size": {"y": 8, "x": 8}, "l1_size": 1499136}
                ]
            },
            "programs": [program.table() for program in programs],
        },
    )


def run_one(program, inputs, **options):
    """Run `program`, alone in a binary, and return its outputs."""
    return runtime.load(binary_bytes(program)).run(inputs, **options)


def unary_program(name, shape, data_type="Float32", out_type=None, params=None):
    program = ProgramBuilder()
    x = program.input(shape, data_type)
    out = program.ref(shape, out_type or data_type)
    return program.output(program.eltwise(name, [x], out, params))


def op_program(op_type, operands, result, *, dtype="Float32", in_dtype=None, **fields):
    """Return a program of one op. `operands` maps its fields to shapes, or to lists of shapes."""
    program = ProgramBuilder()
    tables = {}
    for name, shape in operands.items():
        if isinstance(shape, list):
            tables[name] = [program.input(each, in_dtype or dtype) for each in shape]
        else:
            tables[name] = program.input(shape, in_dtype or dtype)
    out = program.ref(result, dtype)
    return program.output(program.add(op_type, **tables, **fields, out=out))

"""Compare `canonicalize` with Debian's mlir-opt on random functions of MLIR's dialects: texts must
be equal.
"""

import random
import shutil
import subprocess
from collections.abc import Callable

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.manager import PassManager

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = [
    pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed"),
    pytest.mark.slow,
]

PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
ORDERED = ["oeq", "ogt", "oge", "olt", "ole", "one", "ord"]
UNORDERED = ["ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true", "false"]
DIVISIONS = ["divui", "divsi", "remui", "remsi", "ceildivsi", "ceildivui", "floordivsi"]
BITS = ["andi", "ori", "xori", "shli", "shrui", "shrsi"]
EXTREMES = ["minsi", "maxsi", "minui", "maxui"]
FLOATS = ["addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf"]
WIDTHS = {"i1": 1, "i8": 8, "i32": 32, "i64": 64}
INTEGER_TYPES = ["i8", "i32", "i64", "index"]
FLOAT_TYPES = ["f16", "bf16", "f32", "f64"]
NUMBERS = {
    "i1": ["true", "false"],
    **{type_: ["0", "1", "-1", "2", "7", "-8", "-128", "127"] for type_ in INTEGER_TYPES},
    **{type_: ["0.0", "-0.0", "1.0", "-1.5", "0.1", "3.0e4"] for type_ in FLOAT_TYPES},
}


class Arithmetic:
    """A function of one value of each type that computes, mostly with few different values, and
    returns the last value of each type.
    """

    def __init__(self, rng: random.Random, name: str):
        self._rng = rng
        self._values = {type_: [f"%{type_}"] for type_ in NUMBERS}
        self._count = 0
        header = ", ".join(f"%{type_}: {type_}" for type_ in NUMBERS)
        self.lines = [f"func.func @{name}({header}) {{"]
        steps = [self._constant, self._integers, self._casts, self._floats, self._choice]
        weights = [rng.random() for _ in steps]
        for step in rng.choices(steps, weights, k=rng.randint(4, 16)):
            step()
        for type_, values in self._values.items():
            self.lines += [f'  "foo.use"({value}) : ({type_}) -> ()' for value in values[-3:]]
        self.lines += ["  return", "}"]

    def _pick(self, type_: str) -> str:
        return self._rng.choice(self._values[type_][-4:])

    def _compute(self, type_: str, text: str) -> None:
        self._count += 1
        self.lines.append(f"  %v{self._count} = arith.{text}")
        self._values[type_].append(f"%v{self._count}")

    def _binary(self, type_: str, names: list[str]) -> None:
        operands = f"{self._pick(type_)}, {self._pick(type_)}"
        self._compute(type_, f"{self._rng.choice(names)} {operands} : {type_}")

    def _constant(self) -> None:
        type_ = self._rng.choice(list(NUMBERS))
        number = self._rng.choice(NUMBERS[type_])
        self._compute(type_, f"constant {number}" + (f" : {type_}" if type_ != "i1" else ""))

    def _integers(self) -> None:
        type_ = self._rng.choice(["i1", "i8", "i32", "i32", "i64", "index"])
        sums = ["addi", "subi", "muli"]
        self._binary(type_, self._rng.choice([sums, sums, DIVISIONS, BITS, EXTREMES]))

    def _casts(self) -> None:
        narrow, wide = sorted(self._rng.sample(list(WIDTHS), 2), key=WIDTHS.__getitem__)
        if self._rng.random() < 0.5:
            name = self._rng.choice(["extsi", "extui"])
            self._compute(wide, f"{name} {self._pick(narrow)} : {narrow} to {wide}")
        elif self._rng.random() < 0.5:
            self._compute(narrow, f"trunci {self._pick(wide)} : {wide} to {narrow}")
        else:
            source, target = self._rng.choice([("index", wide), (narrow, "index")])
            cast = f"index_cast {self._pick(source)} : {source} to {target}"
            self._compute(target, cast)

    def _floats(self) -> None:
        type_ = self._rng.choice(FLOAT_TYPES)
        choice = self._rng.randrange(6)
        if choice < 3:
            self._binary(type_, FLOATS)
        elif choice == 3:
            self._compute(type_, f"negf {self._pick(type_)} : {type_}")
        elif choice == 4:
            self._compute("f64", f"extf {self._pick('f32')} : f32 to f64")
            self._compute("f16", f"truncf {self._pick('f32')} : f32 to f16")
        else:
            self._compute("f32", f"sitofp {self._pick('i32')} : i32 to f32")
            self._compute("i8", f"fptoui {self._pick('f32')} : f32 to i8")

    def _choice(self) -> None:
        if self._rng.random() < 0.4:
            type_ = self._rng.choice(["i1", "i8", "i32", "index"])
            operands = f"{self._pick(type_)}, {self._pick(type_)}"
            self._compute("i1", f"cmpi {self._rng.choice(PREDICATES)}, {operands} : {type_}")
        elif self._rng.random() < 0.3:
            predicate = self._rng.choice(ORDERED + UNORDERED)
            self._compute("i1", f"cmpf {predicate}, {self._pick('f32')}, {self._pick('f32')} : f32")
        else:
            type_ = self._rng.choice(["i1", "i32", "index", "f32"])
            operands = f"{self._pick('i1')}, {self._pick(type_)}, {self._pick(type_)}"
            self._compute(type_, f"select {operands} : {type_}")


def random_arithmetic(seed: int) -> list[str]:
    return Arithmetic(random.Random(seed), f"f{seed}").lines


CARRIED = ["i1", "i32", "index"]


class Structured:
    """A function of nested loops and branches that carry values, many of them unused."""

    def __init__(self, rng: random.Random, name: str):
        self._rng = rng
        self._values = {"i1": ["%c"], "i32": ["%x", "%y"], "index": ["%n", "%m"]}
        self._count = 0
        header = "%c: i1, %x: i32, %y: i32, %n: index, %m: index"
        self.lines = [f"func.func @{name}({header}) {{"]
        steps = [self._for, self._while, self._if, self._switch, self._once, self._compute]
        weights = [rng.random() for _ in steps]
        self._steps = steps, weights
        for type_, numbers in (("i32", "012"), ("index", "0123")):
            for number in rng.sample(numbers, 2):
                self._add(type_, f"arith.constant {number} : {type_}")
        self._block(rng.randint(1, 4), 0)
        self.lines += ["  return", "}"]

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _add(self, type_: str, text: str) -> None:
        name = self._name()
        self.lines.append(f"{name} = {text}")
        self._values[type_].append(name)

    def _pick(self, type_: str) -> str:
        """Return a random value in scope, mostly one of the last."""
        values = self._values[type_]
        return self._rng.choice(values[-3:] if self._rng.random() < 0.6 else values)

    def _pick_all(self, types: list[str]) -> list[str]:
        return [self._pick(type_) for type_ in types]

    def _some_types(self) -> list[str]:
        return self._rng.choices(CARRIED, k=self._rng.randint(0, 3))

    def _block(
        self, count: int, depth: int, arguments: list[tuple[str, str]] | None = None
    ) -> None:
        """Write ops in a new scope, which the caller closes."""
        for name, type_ in arguments or []:
            self._values[type_].append(name)
        for _ in range(count):
            step = self._rng.choices(*self._steps)[0] if depth < 3 else self._compute
            step(depth)
            if self._rng.random() < 0.3:
                self._use(self._rng.choice(CARRIED))

    def _region(
        self, depth: int, arguments: list[tuple[str, str]], end: str, types: list[str]
    ) -> None:
        """Write a region of one block that ends with values of the given types."""
        outer = {type_: list(values) for type_, values in self._values.items()}
        self._block(self._rng.choice([0, 1, 1, 2]), depth + 1, arguments)
        self._end(end, types)
        self._values = outer

    def _end(self, name: str, types: list[str]) -> None:
        typed = f" : {', '.join(types)}" if types else ""
        values = ", ".join(self._pick_all(types))
        self.lines.append(f"{name} {values}{typed}" if types else name.removesuffix(","))

    def _results(self, types: list[str]) -> str:
        """Write the beginning of an op with results of the given types. The results come into scope
        after the op.
        """
        if not types:
            return ""
        return f"{self._name()}:{len(types)} = "

    def _define(self, beginning: str, types: list[str]) -> None:
        name = beginning.partition(":")[0]
        for number, type_ in enumerate(types):
            self._values[type_].append(f"{name}#{number}")
            if self._rng.random() < 0.5:
                self._use(type_)

    def _use(self, type_: str) -> None:
        self.lines.append(f'"foo.use"({self._pick(type_)}) : ({type_}) -> ()')

    def _compute(self, depth: int) -> None:
        choice = self._rng.randrange(6)
        if choice == 0:
            number = self._rng.choice(["0", "1", "2", "5"])
            type_ = self._rng.choice(["i32", "index"])
            self._add(type_, f"arith.constant {number} : {type_}")
        elif choice == 1:
            self._add("i1", f"arith.constant {self._rng.choice(['true', 'false'])}")
        elif choice == 2:
            true = self._name()
            self.lines.append(f"{true} = arith.constant true")
            self._add("i1", f"arith.xori {self._pick('i1')}, {true} : i1")
        elif choice == 3:
            predicate = self._rng.choice(["eq", "ne", "slt", "sge"])
            self._add(
                "i1", f"arith.cmpi {predicate}, {self._pick('i32')}, {self._pick('i32')} : i32"
            )
        elif choice == 4:
            type_ = self._rng.choice(["i32", "index"])
            self._add(type_, f"arith.addi {self._pick(type_)}, {self._pick(type_)} : {type_}")
        else:
            self._add("i1", '"foo.some"() : () -> i1')

    def _for(self, depth: int) -> None:
        types = self._some_types()
        index, arguments = self._name(), [(self._name(), type_) for type_ in types]
        bounds = "{} to {} step {}".format(*self._pick_all(["index"] * 3))
        initial = ", ".join(f"{name} = {self._pick(type_)}" for name, type_ in arguments)
        carried = f" iter_args({initial}) -> ({', '.join(types)})" if types else ""
        beginning = self._results(types)
        self.lines.append(f"{beginning}scf.for {index} = {bounds}{carried} {{")
        self._region(depth, [(index, "index"), *arguments], "scf.yield", types)
        self.lines.append("}")
        self._define(beginning, types)

    def _while(self, depth: int) -> None:
        types, passed = self._some_types(), self._some_types()
        arguments = [(self._name(), type_) for type_ in types]
        initial = ", ".join(f"{name} = {self._pick(type_)}" for name, type_ in arguments)
        beginning = self._results(passed)
        signature = f"({', '.join(types)}) -> ({', '.join(passed)})"
        assigned = f"({initial}) " if types else ""
        self.lines.append(f"{beginning}scf.while {assigned}: {signature} {{")
        outer = {type_: list(values) for type_, values in self._values.items()}
        self._block(self._rng.choice([0, 1, 1, 2]), depth + 1, arguments)
        self._end(f"scf.condition({self._pick('i1')})", passed)
        self._values = outer
        arguments = [(self._name(), type_) for type_ in passed]
        header = ", ".join(f"{name}: {type_}" for name, type_ in arguments)
        self.lines += ["} do {", f"^bb0({header}):"]
        self._region(depth, arguments, "scf.yield", types)
        self.lines.append("}")
        self._define(beginning, passed)

    def _if(self, depth: int) -> None:
        types = self._some_types()
        beginning = self._results(types)
        arrow = f" -> ({', '.join(types)})" if types else ""
        self.lines.append(f"{beginning}scf.if {self._pick('i1')}{arrow} {{")
        self._region(depth, [], "scf.yield", types)
        if types or self._rng.random() < 0.5:
            self.lines.append("} else {")
            self._region(depth, [], "scf.yield", types)
        self.lines.append("}")
        self._define(beginning, types)

    def _switch(self, depth: int) -> None:
        types = self._some_types()
        beginning = self._results(types)
        arrow = f" -> {', '.join(types)}" if types else ""
        self.lines.append(f"{beginning}scf.index_switch {self._pick('index')}{arrow}")
        for label in ["case 0", "case 2", "default"]:
            self.lines.append(f"{label} {{")
            self._region(depth, [], "scf.yield", types)
            self.lines.append("}")
        self._define(beginning, types)

    def _once(self, depth: int) -> None:
        types = self._some_types()
        beginning = self._results(types)
        arrow = f" -> ({', '.join(types)})" if types else ""
        self.lines.append(f"{beginning}scf.execute_region{arrow} {{")
        outer = {type_: list(values) for type_, values in self._values.items()}
        if self._rng.random() < 0.5:
            self._block(1, depth + 1)
            label = self._name().replace("%", "^")
            self.lines += [f"cf.br {label}", f"{label}:"]
        self._region(depth, [], "scf.yield", types)
        self._values = outer
        self.lines.append("}")
        self._define(beginning, types)


def random_structures(seed: int) -> list[str]:
    return Structured(random.Random(seed), f"f{seed}").lines


class Sizes:
    """A function that makes tensors and memrefs, casts them, uses their sizes, and casts other
    values in both directions.
    """

    def __init__(self, rng: random.Random, name: str):
        self._rng = rng
        self._values = {"index": ["%n", "%i"], "i32": ["%x"], "i64": ["%y"], "f32": ["%v"]}
        self._shaped: dict[str, list[tuple[str, tuple[str, ...]]]] = {
            "tensor": [("%t", ("?", "4")), ("%u", ())],
            "memref": [("%m", ("?", "4")), ("%w", ())],
        }
        self._count = 0
        header = "%n: index, %i: index, %x: i32, %y: i64, %v: f32, %t: tensor<?x4xf32>, %u: tensor<*xf32>"
        header += ", %m: memref<?x4xf32>, %w: memref<*xf32>"
        self.lines = [f"func.func @{name}({header}) {{"]
        for number in (4, 0, 1):
            self._add("index", f"arith.constant {number} : index")
        self._sizes = self._values["index"][:3]
        steps = [self._make, self._cast, self._dim, self._access, self._convert, self._use]
        for step in rng.choices(steps, [2, 4, 3, 2, 3, 2], k=rng.randint(4, 20)):
            step()
        for _ in range(4):
            self._use()
        self.lines += ["  return", "}"]

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _add(self, type_: str, text: str) -> None:
        name = self._name()
        self.lines.append(f"  {name} = {text}")
        self._values[type_].append(name)

    def _pick(self, type_: str) -> str:
        return self._rng.choice(self._values[type_][-6:])

    def _size(self) -> str:
        return self._rng.choice(["?", "4"])

    def _make(self) -> None:
        kind = self._rng.choice(["tensor", "memref"])
        name = self._rng.choice(["alloc", "alloca"] if kind == "memref" else ["empty"])
        shape = (self._size(), self._size())
        sizes = ", ".join(self._rng.choice(self._sizes) for size in shape if size == "?")
        self._define(kind, shape, f"{kind}.{name}({sizes}) : {self._type(kind, shape)}")

    def _type(self, kind: str, shape: tuple[str, ...]) -> str:
        return f"{kind}<{'x'.join(shape or '*')}xf32>"

    def _define(self, kind: str, shape: tuple[str, ...], text: str) -> None:
        name = self._name()
        self.lines.append(f"  {name} = {text}")
        self._shaped[kind].append((name, shape))

    def _any(self, kind: str) -> tuple[str, tuple[str, ...]]:
        return self._rng.choice(self._shaped[kind][-4:])

    def _cast(self) -> None:
        kind = self._rng.choice(["tensor", "memref"])
        value, old = self._any(kind)
        new = tuple(self._rng.choice([size, "?"]) if size != "?" else self._size() for size in old)
        if not old:
            new = (self._size(), self._size())
        elif self._rng.random() < 0.1:
            new = ()
        types = f"{self._type(kind, old)} to {self._type(kind, new)}"
        self._define(kind, new, f"{kind}.cast {value} : {types}")

    def _dim(self) -> None:
        kind = self._rng.choice(["tensor", "memref"])
        value, shape = self._any(kind)
        index = self._rng.choice(self._values["index"][1:5])
        self._add("index", f"{kind}.dim {value}, {index} : {self._type(kind, shape)}")
        self._sizes.append(self._values["index"][-1])

    def _access(self) -> None:
        value, shape = self._any("memref")
        if not shape:
            return
        where = (
            f"{value}[{self._pick('index')}, {self._pick('index')}] : {self._type('memref', shape)}"
        )
        choice = self._rng.randrange(4)
        if choice == 0:
            self._add("f32", f"memref.load {where}")
        elif choice == 1:
            self.lines.append(f"  memref.store {self._pick('f32')}, {where}")
        elif choice == 2:
            self.lines.append(f"  memref.dealloc {value} : {self._type('memref', shape)}")
        else:
            type_ = self._type("memref", shape)
            target = "%m" if shape == ("?", "4") else value
            self.lines.append(f"  memref.copy {value}, {target} : {type_} to {type_}")

    def _convert(self) -> None:
        source, target = self._rng.choices(["index", "i32", "i64"], k=2)
        if self._rng.random() < 0.7:
            types = f"{source} to {target}"
            self._add(target, f"builtin.unrealized_conversion_cast {self._pick(source)} : {types}")
            return
        name = self._name()
        operands = f"{self._pick(source)}, {self._pick(target)}"
        types = f"{source}, {target} to {target}, {source}"
        self.lines.append(f"  {name}:2 = builtin.unrealized_conversion_cast {operands} : {types}")
        self._values[target].append(f"{name}#0")
        self._values[source].append(f"{name}#1")
        if self._rng.random() < 0.7:
            again = self._name()
            types = f"{target}, {source} to {source}, {target}"
            self.lines.append(
                f"  {again}:2 = builtin.unrealized_conversion_cast {name}#0, {name}#1 : {types}"
            )
            self._values[source].append(f"{again}#0")
            self._values[target].append(f"{again}#1")

    def _use(self) -> None:
        kind = self._rng.choice([*self._values, *self._shaped])
        if kind in self._values:
            value, type_ = self._pick(kind), kind
        else:
            value, shape = self._any(kind)
            type_ = self._type(kind, shape)
        self.lines.append(f'  "foo.use"({value}) : ({type_}) -> ()')


def random_sizes(seed: int) -> list[str]:
    return Sizes(random.Random(seed), f"f{seed}").lines


def expect_same(functions: list[list[str]], *, locations: bool = False) -> None:
    """Canonicalize functions in one module with both tools, and compare the texts."""
    assert MLIR_OPT is not None
    program = "\n".join(["module {", *(line for lines in functions for line in lines), "}", ""])
    flags = ["--mlir-print-debuginfo"] if locations else []
    expected = subprocess.run(
        [MLIR_OPT, "--allow-unregistered-dialect", "--canonicalize", *flags, "-"],
        input=program,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    context = create_context(allow_unregistered=True)
    module = parse_module(program, context=context, file_name="<stdin>")
    PassManager("builtin.module(canonicalize)", context=context).run(module)
    printed = print_operation(module, PrintOptions(debug_info=locations))
    assert printed.strip() == expected.strip()


@pytest.mark.parametrize(
    "generate", [random_arithmetic, random_structures, random_sizes], ids=lambda each: each.__name__
)
def test_canonicalize_on_random_functions_prints_as_mlir_opt(generate: Callable[[int], list[str]]):
    expect_same([generate(seed) for seed in range(80)])

"""A search for the operations that must compute more precisely to reach a wanted correlation.

The search looks for as few operations as possible. Operations with the same source location (a
"place") are raised together, because overrides name locations. A raised operation keeps its result
in float32, and computes in four fidelity phases with a 32-bit Dst register. Afterwards the search
tries whether one of these two changes is enough for each place.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations

from ttmlir_py.runtime.comparison import is_constant, pcc
from ttmlir_py.runtime.evaluation import as_on_device, evaluate, in_float64
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.runtime.formats import FORMATS, Array
from ttmlir_py.runtime.inputs import bind_inputs
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.summary import INDENT, output_names
from ttmlir_py.runtime.tensor import Tensor, TensorDesc, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram

MOST_PAIRS = 150
"""Largest number of pairs of places for an exhaustive search.

It shows whether two places are the fewest.
"""
_SINGLE = FORMATS["Float32"]
_NAMED = re.compile(r'loc\("([^"]*)"\(.*\)\)|loc\("([^":]*)"\)')


class Raised(Enum):
    """The change that makes an operation more precise: a result in float32, more precise
    arithmetic, or both.
    """

    TYPE = "data type"
    FIDELITY = "fidelity"
    BOTH = "data type and fidelity"


@dataclass(frozen=True)
class Place:
    """The operations with the same source location, which are raised together."""

    location: str
    labels: tuple[str, ...]
    operations: tuple[int, ...]

    @property
    def name(self) -> str:
        """Return the name by which overrides refer to this place; empty if its location has no
        name.
        """
        found = _NAMED.fullmatch(self.location)
        return (found[1] or found[2] or "") if found else ""


@dataclass(frozen=True)
class Precision:
    """The result of a search."""

    before: float
    """The lowest correlation of any output with float64, for the unchanged program."""
    best: float
    """The lowest correlation with all operations raised."""
    reached: float
    """The lowest correlation with the places in `raised` raised."""
    raised: Mapping[Place, Raised] | None
    """Maps places to their changes; None if the wanted correlation is out of reach."""
    are_fewest: bool
    """Whether all smaller sets of places were tried.

    If False, it is only known that no place can be left out.
    """
    runs: int
    constant: Sequence[str] = ()
    """Names of constant outputs, whose correlation has no meaning."""

    def lines(self, wanted: float) -> Iterator[str]:
        """Yield a report for the wanted correlation, with the pipeline options that make the
        changes.
        """
        yield f"{INDENT}PCC with float64 {self.before:.6f}, wanted {wanted:.6f}"
        for name in self.constant:
            yield f"{INDENT}{name} is constant: PCC confirms nothing of it"
        if self.raised is None:
            yield (
                f"{INDENT}out of reach: {self.best:.6f} with everything in float32 and four phases"
            )
            return
        if not self.raised:
            yield f"{INDENT}nothing need be raised"
            return
        kind = "the fewest" if self.are_fewest else "none can be left out"
        count = "1 place" if len(self.raised) == 1 else f"{len(self.raised)} places"
        yield (
            f"{INDENT}{self.reached:.6f} if {count} compute more precisely ({kind}; {self.runs} "
            "runs):"
        )
        for place, raised in self.raised.items():
            yield f"{INDENT * 2}{place.location} {', '.join(place.labels)}: {raised.value}"
        yield from self._overrides(self.raised)

    def _overrides(self, raised: Mapping[Place, Raised]) -> Iterator[str]:
        types = [place for place, each in raised.items() if each is not Raised.FIDELITY]
        named = [f"{place.name}=f32" for place in types if place.name]
        if named:
            yield f"{INDENT}enable-optimizer=true override-output-layout={','.join(named)}"
        if len(named) < len(types):
            count = len(types) - len(named)
            yield (
                f"{INDENT}{count} of these places cannot be overridden: no named location, "
                'expected loc("name"); name the operation in the source'
            )
        if any(each is not Raised.TYPE for each in raised.values()):
            yield (
                f"{INDENT}fidelity is that of TTNN's functions: no pass sets math_fidelity=HiFi4, "
                "fp32_dest_acc_en=true"
            )


@dataclass(frozen=True, slots=True)
class _Mixed(DeviceNumerics):
    """Device numerics in which some operations are raised.

    `raised` maps operation indices to changes.
    """

    raised: Mapping[int, Raised] = ...  # pyright: ignore[reportAssignmentType]
    ideal: bool = False

    def evaluate(self, operation: Operation, operands: Sequence[Tensor], copies: int = 1) -> Tensor:
        """Return the operation's result, in float32 if the operation's data type is raised."""
        raised = self.raised.get(operation.index)
        if raised in (Raised.TYPE, Raised.BOTH):
            operation = _in_float32(operation)
        if self.ideal:
            return evaluate(operation, operands, as_on_device, copies)
        numerics = DeviceNumerics(self.fidelity, self.fp32_acc, self.in0_block_w)
        if raised in (Raised.FIDELITY, Raised.BOTH):
            numerics = DeviceNumerics(4, True, self.in0_block_w)
        return numerics.evaluate(operation, operands, copies)


def _in_float32(operation: Operation) -> Operation:
    """Return a copy of the operation whose result has the type float32."""
    assert operation.result is not None
    desc = operation.result.desc
    wide = TensorDesc(desc.shape, replace(desc.layout, data_type=_SINGLE))
    return replace(operation, result=TensorRef(operation.result.global_id, wide))


def places_of(program: TTNNProgram) -> list[Place]:
    """Return the places whose operations compute floating-point numbers, in program order."""
    found: dict[str, list[Operation]] = {}
    for operation in program.operations:
        if operation.result is None or operation.kernel.cost.work == "none":
            continue
        if not operation.result.desc.data_type.is_integer:
            found.setdefault(operation.location, []).append(operation)
    return [
        Place(location, tuple(each.label for each in ops), tuple(each.index for each in ops))
        for location, ops in found.items()
    ]


class Search:
    """A search for the fewest places whose operations must compute more precisely (see `Place`,
    `Raised`).

    `numerics` are the device's, or None for ideal arithmetic.
    """

    def __init__(
        self,
        program: TTNNProgram,
        inputs: Sequence[Array],
        numerics: DeviceNumerics | None,
        memory_limit: int,
    ) -> None:
        self._program = program
        self._numerics = numerics
        self._limit = memory_limit
        self._values = bind_inputs(program, list(inputs))
        self._exact = Executor(program, RunEvents(), memory_limit, in_float64).run(
            [
                Tensor(ref.desc, in_float64(each, ref.desc.data_type))
                for ref, each in zip(program.inputs, self._values, strict=True)
            ]
        )
        self._known: dict[frozenset[tuple[Place, Raised]], float] = {}

    def correlation(self, raised: Mapping[Place, Raised]) -> float:
        """Return the lowest correlation of any output with float64, or 0 if it is undefined."""
        key = frozenset(raised.items())
        if key not in self._known:
            levels = {index: each for place, each in raised.items() for index in place.operations}
            given = self._numerics or DeviceNumerics()
            mixed = _Mixed(
                given.fidelity,
                given.fp32_acc,
                given.in0_block_w,
                levels,
                self._numerics is None,
            )
            tensors = [
                Tensor(ref.desc, as_on_device(each, ref.desc.data_type))
                for ref, each in zip(self._program.inputs, self._values, strict=True)
            ]
            run = Executor(self._program, RunEvents(), self._limit, numerics=mixed).run(tensors)
            found = [pcc(a.values, b.values) or 0.0 for a, b in zip(self._exact, run, strict=True)]
            self._known[key] = min(found, default=1.0)
        return self._known[key]

    def find(self, wanted: float) -> Precision:
        """Return the fewest places that must be raised to reach the correlation `wanted`, and the
        changes of each.
        """
        places = places_of(self._program)
        before = self.correlation({})
        best = self.correlation(dict.fromkeys(places, Raised.BOTH))
        chosen: Sequence[Place] | None = [] if before >= wanted else None
        are_fewest = True
        if chosen is None and best >= wanted:
            chosen, are_fewest = self._fewest(places, wanted)
        raised = None if chosen is None else self._lowered(chosen, wanted)
        reached = best if raised is None else self.correlation(raised)
        names = output_names(len(self._exact))
        constant = [
            name for name, each in zip(names, self._exact, strict=True) if is_constant(each.values)
        ]
        return Precision(before, best, reached, raised, are_fewest, len(self._known), constant)

    def _reaches(self, chosen: Collection[Place], wanted: float) -> bool:
        return self.correlation(dict.fromkeys(chosen, Raised.BOTH)) >= wanted

    def _fewest(self, places: Sequence[Place], wanted: float) -> tuple[list[Place], bool]:
        """Return places that reach the correlation `wanted` if they are raised, and whether the
        search has proved that fewer places cannot.
        """
        alone = {each: self.correlation({each: Raised.BOTH}) for each in places}
        ranked = sorted(places, key=lambda each: -alone[each])
        if alone[ranked[0]] >= wanted:
            return ranked[:1], True
        pairs = list(combinations(ranked, 2))
        for pair in pairs[:MOST_PAIRS]:
            if self._reaches(pair, wanted):
                return list(pair), True
        found = self._pruned(self._first_ones(ranked, wanted), wanted)
        other = self._pruned(list(places), wanted)
        fewest = min(found, other, key=len)
        return fewest, len(fewest) <= 2 or (len(fewest) == 3 and len(pairs) <= MOST_PAIRS)

    def _first_ones(self, ranked: list[Place], wanted: float) -> list[Place]:
        """Return the shortest prefix of `ranked` that reaches the correlation, found by
        bisection.
        """
        low, high = 0, len(ranked)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._reaches(ranked[:middle], wanted) else (middle, high)
        return ranked[:high]

    def _pruned(self, chosen: list[Place], wanted: float) -> list[Place]:
        """Return `chosen` without places that are not needed.

        Removal is tried for halves, quarters and so on, from the end.
        """
        size = len(chosen)
        while size:
            for start in reversed(range(0, len(chosen), size)):
                rest = chosen[:start] + chosen[start + size :]
                if self._reaches(rest, wanted):
                    chosen = rest
            size //= 2
        return chosen

    def _lowered(self, chosen: Sequence[Place], wanted: float) -> dict[Place, Raised]:
        """Return for each place in `chosen` the smallest change that still reaches the correlation
        `wanted`.

        With ideal arithmetic, only the data type can be raised.
        """
        raised = dict.fromkeys(chosen, Raised.TYPE if self._numerics is None else Raised.BOTH)
        for place in chosen if self._numerics is not None else ():
            for less in (Raised.FIDELITY, Raised.TYPE):
                if self.correlation({**raised, place: less}) >= wanted:
                    raised[place] = less
                    break
        return raised


def search(
    program: TTNNProgram,
    inputs: Sequence[Array],
    numerics: DeviceNumerics | None,
    memory_limit: int,
) -> Search:
    """Return a search with the device numerics that give the lowest correlation.

    The device may have several numerics if its matrix blocking is unknown.
    """
    if numerics is None:
        return Search(program, inputs, None, memory_limit)
    found = [Search(program, inputs, each, memory_limit) for each in numerics.bounds()]
    return min(found, key=lambda each: each.correlation({}))

"""`ttrt debug precision` finds the fewest operations whose precision must be raised, and its
overrides have the reported effect.
"""

import re
from collections.abc import Collection, Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.runtime.defaults import INITIALIZER
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.ttrt import API
from ttmlir_py.ttrt.correlations import output_correlations
from ttmlir_py.ttrt.precision import Place, Precision, Raised, Search

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "debugging_numerics.md").read_text()
SOURCE = re.search(r"```mlir\n(func\.func @scale.*?)```", PAGE, re.DOTALL)
PIPELINE = "ttir-to-ttnn-backend-pipeline"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("precision")
    assert SOURCE is not None
    (folder / "variance.mlir").write_text(SOURCE[1])
    (folder / "variance.ttnn").write_bytes(ttmlir_py.compile(SOURCE[1], warnings=["-w"]))
    values = 8 + np.random.default_rng(0).standard_normal((32, 256))
    np.savez(folder / "in.npz", arg0=values.astype(np.float32))
    return folder


def found(folder: Path, wanted: float, **options: str) -> tuple[int, dict]:
    given = {"binary": str(folder / "variance.ttnn"), "what": "precision", "--pcc": wanted}
    code, (result,) = API.Debug(given | {f"--{k}": v for k, v in options.items()})()
    return code, result["programs"][0]


def test_precision_search_overrides_reach_target_pcc(folder: Path):
    code, result = found(folder, 0.99999)
    assert code == 0
    assert result["before"] < 0.99999 <= result["reached"]
    assert set(result["raised"].values()) == {"data type"}
    names = [each.removeprefix('loc("').removesuffix('")') for each in result["raised"]]
    overrides = ",".join(f"{name}=f32" for name in names)
    text = f"builtin.module({PIPELINE}{{enable-optimizer=true override-output-layout={overrides}}})"
    binary = runtime.load(ttmlir_py.compile(folder / "variance.mlir", text, warnings=["-w"]))
    (program,) = binary.programs
    inputs = generate_inputs(program, INITIALIZER, 0)
    numerics = DeviceNumerics()
    ((low, _),) = output_correlations(binary, program, inputs, numerics, 1 << 30)
    assert low == pytest.approx(result["reached"], abs=1e-6)


def test_precision_search_uses_given_inputs_and_fidelity(folder: Path):
    _, result = found(folder, 0.99, inputs=str(folder / "in.npz"))
    assert result["raised"]['loc("scale")'] == "fidelity"
    assert 'loc("variance")' not in result["raised"]


def test_precision_search_reports_no_override_if_target_is_met_or_unreachable(folder: Path):
    code, result = found(folder, 0.99, numerics="ideal")
    assert (code, result["raised"]) == (0, {})
    code, result = found(folder, 0.9, init="zeros")
    assert (code, result["raised"]) == (1, None)


class Hidden(Search):
    """A search whose correlation depends on the places `needed`; raising other places helps only
    slightly.
    """

    def __init__(self, needed: Collection[Place], places: Collection[Place]) -> None:
        self._needed, self._places = set(needed), places
        self._numerics = DeviceNumerics()
        self._known = {}

    def correlation(self, raised: Mapping[Place, Raised]) -> float:
        missing = len(self._needed - set(raised))
        value = 1 - 0.1 * missing + 1e-6 * len(raised)
        return self._known.setdefault(frozenset(raised.items()), value)


PLACES = [Place(f'loc("{i}")', ("op",), (i,)) for i in range(40)]


@settings(max_examples=example_count(7))
@given(st.sets(st.sampled_from(PLACES), min_size=1, max_size=6), st.integers(6, 40))
def test_precision_search_finds_minimal_set_of_operations(needed: set[Place], count: int):
    places = list(dict.fromkeys([*PLACES[:count], *sorted(needed, key=PLACES.index)]))
    search = Hidden(needed, places)
    chosen, _ = search._fewest(places, 0.999)
    assert set(chosen) == needed


@pytest.mark.parametrize(
    ("location", "name"),
    [
        ('loc("add")', "add"),
        ('loc("add"("m.mlir":1:2))', "add"),
        ('loc("m.mlir":1:2)', ""),
        ("loc(unknown)", ""),
    ],
)
def test_precision_search_names_operation_by_location_name(location: str, name: str):
    assert Place(location, (), ()).name == name


def test_precision_report_counts_operations_without_a_name():
    named, unnamed = Place('loc("a")', ("Add",), (0,)), Place('loc("m.mlir":1:2)', ("Add",), (1,))
    raised = {named: Raised.TYPE, unnamed: Raised.TYPE}
    lines = list(Precision(0.9, 1.0, 0.99, raised, True, 5).lines(0.99))
    assert "  enable-optimizer=true override-output-layout=a=f32" in lines
    assert lines[-1] == (
        '  1 of these places cannot be overridden: no named location, expected loc("name"); '
        "name the operation in the source"
    )

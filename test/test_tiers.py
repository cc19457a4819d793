"""The choice of cases in `make test-fast`: all cases of fast tests, some cases of each slow
test.
"""

from pathlib import Path
from types import SimpleNamespace

import cpu_times
import pytest
import tiers

ROOT = Path(__file__).parents[1]
HERE = "test/test_tiers.py"


@pytest.mark.parametrize(
    ("count", "expected"), [(0, []), (1, [0]), (2, [0, 9]), (4, [0, 3, 6, 9]), (10, [*range(10)])]
)
def test_share_is_evenly_spaced(count: int, expected: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tiers, "THOROUGH", False)
    assert tiers.share(range(10), count) == expected
    monkeypatch.setattr(tiers, "THOROUGH", True)
    assert tiers.share(range(10), count) == [*range(10)]


def test_measured_times_replace_counts_of_their_files(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    not_run, removed = "test/conftest.py::test_not_run", "test/removed.py::test_removed"
    known = {f"{HERE}::test_fast_now": 3, not_run: 2, removed: 1}
    spent = {
        f"{HERE}::test_fast_now": cpu_times.BUDGET / 2,
        f"{HERE}::test_slow": cpu_times.BUDGET * 3,
        **{f"{HERE}::test_cases[{n}-::x]": cpu_times.BUDGET / 4 for n in range(8)},
        "test/test_architecture.py::test_of_a_whole_file": 5.0,
    }
    expected = {f"{HERE}::test_slow": 0, f"{HERE}::test_cases": 4, not_run: 2}
    assert cpu_times.updated(known, spent) == expected


def test_fast_tier_keeps_counted_cases_and_all_of_other_tests(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tiers, "THOROUGH", False)
    monkeypatch.setattr(cpu_times, "read_fast_cases", lambda: {"a::slow": 0, "a::cases": 2})
    names = ["a::slow", *(f"a::cases[{n}]" for n in range(5)), "a::fast[0]", "a::fast[1]"]
    items = [SimpleNamespace(nodeid=name) for name in names]
    chosen = cpu_times.fast_items(items)  # type: ignore[arg-type]
    assert [item.nodeid for item in chosen] == [
        *("a::cases[0]", "a::cases[4]", "a::fast[0]", "a::fast[1]")
    ]


def test_fast_cases_name_existing_files():
    known = cpu_times.read_fast_cases()
    assert known
    assert not {
        file for file in (each.partition("::")[0] for each in known) if not (ROOT / file).exists()
    }

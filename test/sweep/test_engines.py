"""Engines, isolation and results: crashes cost one case, and every engine gives the same table."""

import json
import logging
import os
import signal
import sqlite3
from dataclasses import replace
from importlib.util import find_spec

import pytest

from ttmlir_py.sweep import engines, results
from ttmlir_py.sweep.cases import Case, version
from ttmlir_py.sweep.isolation import Host, run_isolated
from ttmlir_py.sweep.outcome import Cost, Finished, Result, Stage, Status
from ttmlir_py.sweep.results import MergeError, Results

pytestmark = pytest.mark.slow

ADD = """func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
"""
CASES = [Case(ADD, seed=seed, name="stablehlo.add", models={"m": 1}) for seed in range(7)]
PASSED = Result(Status.PASS, Stage.VALIDATE, pcc=1.0, nanoseconds=5.0)
CRASHED = Result(Status.FAIL_CRASH, Stage.START, "killed by SIGKILL")


@pytest.fixture
def quick(monkeypatch):
    """Replace the run of a case by its seed."""

    def run(data):
        case = Case.of_dict(data)
        return Finished(case.id(), version(), replace(PASSED, operations=case.seed), Cost(0.1))

    monkeypatch.setattr(engines, "run_isolated", run)


def test_host_survives_killed_and_limited_cases(monkeypatch):
    """The host process is real. One process serves all cases of this test."""
    host = Host()
    right = host.run(CASES[0])
    assert (right.result.status, right.version) == (Status.PASS, version())
    assert right.cost.memory > 1 << 20
    process = host._process
    slow = host.run(replace(CASES[1], timeout=0.0))
    assert (slow.result.status, slow.result.message) == (Status.FAIL_CRASH, "time limit of 0 s")
    large = ADD.replace("4x8", "2000x3000")
    small = host.run(replace(CASES[1], text=large, memory=1 << 20))
    assert small.result.status is Status.FAIL_CRASH
    assert small.result.message.startswith("memory limit: ")
    assert host.run(CASES[0]).result == right.result
    assert host._process is process
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert host._process.poll() is not None
    host.close()


def test_dead_host_gives_result_without_version(monkeypatch):
    host = Host()
    monkeypatch.setattr("ttmlir_py.sweep.isolation._COMMAND", "import sys; sys.exit(3)")
    lost = host.run(CASES[0])
    assert (lost.version, lost.result.status) == ("", Status.FAIL_CRASH)


def test_case_of_dead_host_runs_again_and_then_counts_as_crash(monkeypatch, tmp_path):
    answers = []

    def run(data):
        answers.append(data)
        return Finished(Case.of_dict(data).id(), "", CRASHED, Cost())

    monkeypatch.setattr(engines, "run_isolated", run)
    done = engines.run(CASES[:1], tmp_path / "r", workers=1)
    assert len(answers) == done.repeated + 1 == engines.RETRIES + 1
    assert Results(tmp_path / "r").finished(version()) == {CASES[0].id()}


def test_other_version_of_worker_is_error(monkeypatch, tmp_path):
    monkeypatch.setattr(
        engines, "run_isolated", lambda data: Finished("id", "0.0+x", PASSED, Cost())
    )
    with pytest.raises(engines.EngineError, match=r"a worker has the version 0\.0\+x"):
        engines.run(CASES[:1], tmp_path / "r", workers=1)


def test_run_resumes_and_shards_merge_to_same_table(quick, tmp_path):
    engines.run(CASES, tmp_path / "all", workers=1)
    for shard in (1, 2, 3):
        engines.run(CASES, tmp_path / f"s{shard}", workers=1, shard=(shard, 3))
    merged = Results(tmp_path / "merged")
    new = [merged.merge(tmp_path / f"s{shard}") for shard in (1, 2, 3, 1, 2, 3)]
    assert sum(new[:3]) == len(CASES)
    assert new[3:] == [0, 0, 0]
    assert merged.digest() == Results(tmp_path / "all").digest()
    again = engines.run(CASES, tmp_path / "all", workers=1)
    assert (again.done, again.skipped) == (0, len(CASES))


def test_big_cases_run_last(quick, tmp_path, monkeypatch):
    order = []
    run = engines.run_isolated
    monkeypatch.setattr(
        engines, "run_isolated", lambda data: order.append(data["seed"]) or run(data)
    )
    big = replace(CASES[0], text=ADD.replace("4x8", "400x800"))
    assert big.need() > 1 << 20 > CASES[1].need()
    engines.run([big, *CASES[1:]], tmp_path / "r", workers=1, big=1 << 20)
    assert order == [1, 2, 3, 4, 5, 6, 0]


@pytest.mark.skipif(not find_spec("distributed"), reason="Dask's distributed is not installed")
def test_dask_gives_same_table_and_repeats_lost_cases(quick, tmp_path, monkeypatch):
    """Some cases have no result at first, and case 20 ends its whole task several times."""
    cases = [replace(CASES[0], seed=seed) for seed in range(48)]
    engines.run(cases, tmp_path / "serial", workers=1)
    run, task_size, sizes = engines.run_isolated, engines.task_size, []
    monkeypatch.setattr(engines, "RETRIES", 2)

    def sometimes(data):
        lost = tmp_path / f"lost{data['seed']}"
        times = len(lost.read_text()) if lost.exists() else 0
        if times < {0: 1, 20: 3}.get(data["seed"] % 24, 0):
            lost.write_text("x" * (times + 1))
            if data["seed"] == 20:
                raise OSError("lost")
            return replace(run(data), version="")
        return run(data)

    def recorded(*arguments):
        sizes.append(task_size(*arguments))
        return sizes[-1]

    monkeypatch.setattr(engines, "run_isolated", sometimes)
    monkeypatch.setattr(engines, "task_size", recorded)
    for limit in (engines.BIG, 0):  # with 0, every case runs alone
        for each in tmp_path.glob("lost*"):
            each.unlink()
        path = tmp_path / f"dask{limit}"
        done = engines.run(cases, path, workers=2, big=limit)
        assert done.done == 48
        assert done.repeated >= 3
        assert Results(path).digest() == Results(tmp_path / "serial").digest()
    assert max(sizes) > 1
    loggers = [each for each in logging.root.manager.loggerDict if each.startswith("distributed")]
    assert len(loggers) > 10
    assert not any(logging.getLogger(each).isEnabledFor(logging.ERROR) for each in loggers)


def test_size_of_task_follows_duration_and_number_of_cases():
    assert engines.task_size(10_000, 2, 0.0625) == 8
    assert engines.task_size(10_000, 2, 0.0) == engines.LARGEST_TASK
    assert engines.task_size(10_000, 2, 60.0) == 1
    assert [engines.task_size(left, 2, 0.0625) for left in (64, 63, 16, 7, 1)] == [8, 7, 2, 1, 1]


@pytest.mark.skipif(not find_spec("distributed"), reason="Dask's distributed is not installed")
def test_scheduler_that_is_lost_before_a_submission_costs_no_case(quick, tmp_path, monkeypatch):
    from distributed import Client, LocalCluster

    ask, asked, warnings = Client.scheduler_info, [], []

    def lost_once(client, **settings):
        """Return what Dask returns once the connection is lost."""
        asked.append(client)
        if len(asked) == 2:
            client.close()
            return {}
        return ask(client, **settings)

    monkeypatch.setattr(Client, "scheduler_info", lost_once)
    settings = {"n_workers": 1, "threads_per_worker": 1, "processes": False}
    with LocalCluster(**settings, protocol="tcp", host="127.0.0.1", dashboard_address=None) as at:
        address = at.scheduler_address
        done = engines.run(CASES, tmp_path / "t", scheduler=address, warn=warnings.append)
    assert done.done == len(CASES)
    assert warnings == ["the scheduler is lost: connecting again"]


def test_missing_dask_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(engines, "find_spec", lambda _: None)
    with pytest.raises(engines.EngineError, match=r"pip install 'ttmlir-py\[sweep\]'"):
        engines.run(CASES, tmp_path / "r", scheduler="tcp://127.0.0.1:1")


def stored(path, *finished: Finished) -> Results:
    made = Results(path)
    made.add_cases(CASES)
    made.add(finished)
    return made


def test_merge_prefers_result_to_crash_and_refuses_differences(tmp_path):
    first, second, third = (Finished(CASES[0].id(), "1", each, Cost()) for each in (
        CRASHED, PASSED, replace(PASSED, pcc=0.5),
    ))  # fmt: skip
    mine = stored(tmp_path / "a", first)
    stored(tmp_path / "b", second).close()
    stored(tmp_path / "c", third).close()
    stored(tmp_path / "d", first).close()
    assert mine.merge(tmp_path / "b") == 1
    assert [row.result for row in mine.rows("1")] == [PASSED]
    assert mine.merge(tmp_path / "d") == 0
    with pytest.raises(MergeError, match=f"different results of the case {CASES[0].id()[:16]}"):
        mine.merge(tmp_path / "c")
    assert [row.result for row in mine.rows("1")] == [PASSED]


def test_result_is_kept_when_case_is_added_again(tmp_path):
    one = Finished(CASES[0].id(), "1", PASSED, Cost(1.0))
    made = stored(tmp_path / "a", one, replace(one, result=CRASHED))
    assert [row.result for row in made.rows("1")] == [PASSED]
    made.forget("1", Status.PASS)
    assert list(made.rows("1")) == []


def test_full_disk_is_waited_for(tmp_path, monkeypatch):
    made, warnings, attempts = Results(tmp_path / "a"), [], []
    made.warn = warnings.append
    monkeypatch.setattr(results, "_WAIT", 0.0)
    add = made._add_result

    def full(each):
        attempts.append(each)
        if len(attempts) < 3:
            raise sqlite3.OperationalError("database or disk is full")
        add(each)

    monkeypatch.setattr(made, "_add_result", full)
    made.add([Finished(CASES[0].id(), "1", PASSED, Cost())])
    assert made.finished("1") == {CASES[0].id()}
    assert len(warnings) == 2
    assert "full" in warnings[0]


def test_case_is_found_by_start_of_its_name(tmp_path):
    made = stored(tmp_path / "a")
    assert made.case(CASES[3].id()[:12]) == CASES[3]
    with pytest.raises(LookupError, match="2 cases start with"):
        made.case("")
    with pytest.raises(LookupError, match="no cases start with 'zz'"):
        made.case("zz")


def test_cases_are_data_for_any_engine():
    data = json.loads(json.dumps(CASES[2].as_dict()))
    assert Case.of_dict(data) == CASES[2]
    assert run_isolated.__module__ == "ttmlir_py.sweep.isolation"

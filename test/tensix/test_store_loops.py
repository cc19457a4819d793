"""Tests that loops of stores executed as one step leave the same memory and reports as stores
executed word by word.
"""

import numpy as np
import pytest
from metal_builders import L1_BASE, Kernel, Tensor, run

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.tensix.dataflow import NocThread

pytestmark = pytest.mark.slow

OUT = Tensor(1, (64, 64), L1_BASE, (0, 0, 2, 2))
WORDS = 32 * 32


def outcome(body, *, schedule=None, lockstep=True):
    """Return the tensor that a kernel leaves, as bits, or its report. Random schedules store word
    by word.
    """
    kernel = Kernel("noc0", body, OUT.cores)
    try:
        (result,) = run([], [OUT], kernel, lockstep=lockstep, schedule=schedule)
    except SimulationError as error:
        return str(error)
    return result.tobytes()


def loop(index, value="i", count=WORDS, start=L1_BASE):
    return f"""volatile tt_l1_ptr uint32_t* p = reinterpret_cast<volatile tt_l1_ptr uint32_t*>({start});
for (int32_t i = 0; i < {count}; i += 1) {{
  int32_t k = {index};
  volatile tt_l1_ptr uint32_t v = (volatile tt_l1_ptr uint32_t) {value};
  p[k] = v;
}}"""


@pytest.fixture
def words(monkeypatch):
    """Return the arguments of the stores that are executed one by one."""
    made = []
    one = NocThread.store_to_l1
    monkeypatch.setattr(
        NocThread, "store_to_l1", lambda *given: made.append(given[1:]) or one(*given)
    )
    return made


WHOLE = {
    "neighbours": loop("i"),
    "numbers below 0": loop("i", "-7"),
    "backwards": loop(f"{WORDS - 1} - i"),
    "every other word, then the rest": loop(f"i * 2 % {WORDS} + i / {WORDS // 2}"),
    "over each other": loop("i / 2", count=2 * WORDS),
}


@pytest.mark.parametrize("name", WHOLE)
def test_store_loop_run_in_one_step_equals_run_word_by_word(name, words):
    together = outcome(WHOLE[name])
    alone = outcome(WHOLE[name], lockstep=False)
    assert words == []
    one_by_one = outcome(WHOLE[name], schedule=1)
    assert len(words) >= WORDS
    assert isinstance(together, bytes)
    assert together == alone == one_by_one
    assert len(set(np.frombuffer(together, np.int32).tolist())) in (1, WORDS)


def test_store_loop_writes_words_computed_by_its_body():
    (result,) = run([], [OUT], Kernel("noc0", loop("i", "1065353216 + i"), OUT.cores))
    expected = (1065353216 + np.arange(WORDS)).astype("<i4").view("<f4").reshape(2, 16, 32)
    faces = expected.reshape(2, 2, 16, 16).transpose(0, 2, 1, 3).reshape(32, 32)
    assert np.array_equal(result, np.tile(faces, (2, 2)))


FAULTY = {
    "behind the tensor": (loop("i", count=WORDS + 1), "writes 4 bytes at"),
    "between words": (loop("i", start=L1_BASE + 2), "is not the address of a word"),
    "behind L1": (loop("i + 400000"), "is not the address of a word"),
    "without an end": (loop("i").replace("i += 1", "i += 0"), "has no end"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_store_loop_fault_names_faulty_word(name):
    body, reason = FAULTY[name]
    report = outcome(body)
    assert isinstance(report, str)
    assert reason in report
    assert report == outcome(body, schedule=1)


def test_store_to_semaphore_wakes_waiting_thread():
    read = "volatile tt_l1_ptr uint32_t* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(32);"
    waiter = f"{read}\nnoc_semaphore_wait(flag, 8);"
    setter = loop("i", count=16, start=0)
    assert run([], [], Kernel("noc0", waiter), Kernel("noc1", setter)) == []

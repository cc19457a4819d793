"""Long lists on one line: reading and printing them takes at most three times their text and 100
MB.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from tiers import share

SIZE = 4_000_000
CASES = {
    "equal integers": lambda: f"[{', '.join(['1'] * (SIZE // 3))}]",
    "integers": lambda: f"[{', '.join(str(n % 1000) for n in range(SIZE // 5))}]",
    "typed integers": lambda: f"[{', '.join(['1 : i32'] * (SIZE // 9))}]",
    "equal lists": lambda: f"[{', '.join(['[1, 2]'] * (SIZE // 8))}]",
    "equal lists of typed integers": lambda: f"[{', '.join(['[1 : i32]'] * (SIZE // 11))}]",
    "dense array": lambda: f"array<i32: {', '.join(['1'] * (SIZE // 3))}>",
    "elements": lambda: (
        f"dense<[{', '.join(['1', '2'] * (SIZE // 6))}]> : tensor<{SIZE // 6 * 2}xi32>"
    ),
    "string": lambda: f'"{"x" * SIZE}"',
}
LOCATIONS = {
    "equal fused locations": lambda: ", ".join(['"a":1:2'] * (SIZE // 9)),
    "repeated fused locations": lambda: ", ".join(
        f'"a.py":{n % 5000}:{n % 80}' for n in range(SIZE // 15)
    ),
}
MEASURE = """
import resource, sys
from ttmlir_py.tools.ttopt import run
status = run("ttopt", ["--allow-unregistered-dialect", sys.argv[1], "-o", "/dev/null"])
print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux only")
@pytest.mark.parametrize("name", share([*CASES], 3))
def test_memory_for_a_long_line_is_bounded(name: str, tmp_path: Path) -> None:
    check_memory(f'"t.x"() {{a = {CASES[name]()}}} : () -> ()', tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux only")
@pytest.mark.parametrize("name", LOCATIONS)
def test_memory_for_a_long_fused_location_is_bounded(name: str, tmp_path: Path) -> None:
    check_memory(f'"t.x"() : () -> () loc(fused[{LOCATIONS[name]()}])', tmp_path)


def check_memory(text: str, tmp_path: Path) -> None:
    path = tmp_path / "long.mlir"
    path.write_text(text)
    starter = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
    command = [sys.executable, "-c", starter, sys.executable, "-c", MEASURE, str(path)]
    process = subprocess.run(command, capture_output=True, text=True, check=True)
    status, peak = map(int, process.stdout.split())
    assert status == 0
    assert peak < 3 * path.stat().st_size + 100_000_000

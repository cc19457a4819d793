"""Tests of warm starts: a server gives the results of an ordinary process, and without a server the
process computes them itself.
"""

import os
import pty
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tiers import share

from ttmlir_py.tools import start
from ttmlir_py.tools.ttmlir_server import answers
from ttmlir_py.warm_server import client, freshness, places, watching, worker
from ttmlir_py.warm_server.server import SPARES, work

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
PROGRAM = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }\n"
WRONG = "func.func @f() { %0 = tensor.empty() : tensor<4xf33> return }\n"
PATIENCE = 120
"""Time limit in seconds for steps that usually take one second, for machines under load."""


def run(
    *arguments: str | Path, warm: bool = True, tool: str = "ttopt", **options
) -> subprocess.CompletedProcess[bytes]:
    options = {"capture_output": True, "input": PROGRAM.encode(), **options}
    options["env"] = os.environ | {"TTMLIR_WARM": str(int(warm))} | options.get("env", {})
    return subprocess.run([BIN / tool, *arguments], timeout=PATIENCE, check=False, **options)


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def served() -> int:
    """Return how many runs the server has executed."""
    (answer,) = answers(b"status")
    return int(answer.split(" runs")[0].rpartition(" ")[2])


def server() -> int:
    (answer,) = answers(b"status")
    return int(answer.split()[1].rstrip(","))


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder of a working server. Its name is longer than a socket's may be."""
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.mktemp("s" * 100)
        patch.setenv("XDG_RUNTIME_DIR", str(base))
        assert run().returncode == 0
        until(lambda: answers(b"status"))
        yield base / "ttmlir-py"
        answers(b"stop")


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ("ttopt", ["--canonicalize"], PROGRAM),
        ("ttmlir-opt", ["-"], WRONG),
        ("ttopt", ["--no-such-pass"], ""),
        ("ttopt", ["--split-input-file"], f"// first\n// ---- nearly a separator\n{PROGRAM}"),
        ("ttopt", ["<(", "--mlir-print-op-generic"], PROGRAM),
        ("tttranslate", ["--ttnn-to-flatbuffer"], WRONG),
        ("ttrt", ["read", "missing.ttnn"], ""),
        ("ttrt", ["--no-such-option"], ""),
    ],
)
def test_served_run_equals_run_without_server(
    tool: str, arguments: list[str], text: str, tmp_path: Path, servers: Path
):
    (tmp_path / "file.mlir").write_text(text)
    before, results = served(), []
    for warm in (False, True):
        with open(tmp_path / "file.mlir") as file:
            words = [f"/dev/fd/{file.fileno()}" if word == "<(" else word for word in arguments]
            options = {"input": text.encode(), "pass_fds": [file.fileno()], "cwd": tmp_path}
            done = run(*words, warm=warm, tool=tool, **options)
        results.append((done.returncode, done.stdout, done.stderr))
    assert results[0] == results[1]
    assert served() == before + 1


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_served_tool_sees_streams_closed_by_caller_as_closed(
    stream: int, tmp_path: Path, servers: Path
):
    before = served()
    (tmp_path / "in.mlir").write_text(WRONG if stream == 2 else PROGRAM)
    arguments = ["-o", "out.mlir", "-" if stream == 0 else "in.mlir"][2 * (stream == 1) :]
    results = [
        run(*arguments, warm=warm, cwd=tmp_path, preexec_fn=lambda: os.close(stream), input=None)
        for warm in (False, True)
    ]
    assert len({(each.returncode, each.stdout, each.stderr) for each in results}) == 1
    assert served() == before + 1


def test_served_tool_writes_files_with_directory_and_mode_of_caller(tmp_path: Path, servers: Path):
    before = served()
    (tmp_path / "gone").mkdir()
    program = f'cd gone && rmdir ../gone && umask 027 && "{BIN}/ttopt" -o "{tmp_path}/out.mlir" -'
    done = subprocess.run(
        ["sh", "-c", program],
        cwd=tmp_path,
        input=PROGRAM.encode(),
        env=os.environ | {"TTMLIR_WARM": "1"},
        check=False,
    )
    assert done.returncode == 0
    assert (tmp_path / "out.mlir").stat().st_mode & 0o777 == 0o640
    assert served() == before + 1


def test_served_and_direct_runs_share_result_cache(tmp_path: Path, servers: Path):
    before, env = served(), {"TTMLIR_CACHE": str(tmp_path / "cache")}
    for first in (True, False):
        text = PROGRAM.replace("@f", f"@{first}").encode()
        done = [run(warm=warm, input=text, env=env) for warm in (first, not first)]
        assert done[0].returncode == 0
        assert done[0].stdout == done[1].stdout
    assert served() == before + 1  # the hits need no server
    assert (tmp_path / "cache" / "hits").stat().st_size == 2


def test_served_tool_does_not_see_warm_argument(servers: Path):
    before = served()
    done = run("--warm", "--no-such", env={"TTMLIR_WARM": "0"})
    assert (done.returncode, b"--no-such'" in done.stderr) == (1, True)
    assert served() == before + 1


def test_terminal_is_visible_to_served_tool(servers: Path):
    before, seen = served(), []
    for warm in (False, True):
        master, slave = pty.openpty()
        env = {"TERM": "xterm-color"}
        done = run(warm=warm, input=WRONG.encode(), capture_output=False, stderr=slave, env=env)
        os.close(slave)
        seen.append((done.returncode, os.read(master, 1 << 16)))
        os.close(master)
    assert seen[0] == seen[1]
    assert b"\x1b[" in seen[0][1]
    assert served() == before + 1


_begun: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def ends_of_runs() -> Iterator[None]:
    """End the runs that a failed test left, because later tests count the server's processes."""
    yield
    while _begun:
        process = _begun.pop()
        if process.poll() is None:
            process.kill()
            process.communicate()


def begun(warm: bool = True, **options) -> subprocess.Popen[bytes]:
    """Start a run that has read some input and waits for more."""
    process = subprocess.Popen(
        [BIN / "ttopt", "-"],
        env=os.environ | {"TTMLIR_WARM": str(int(warm))},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )
    _begun.append(process)
    if warm:
        until(lambda: " 1 running" in answers(b"status")[0])
        time.sleep(0.2)
    return process


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGUSR1, -10)]
)
def test_signal_to_client_ends_client_and_worker(number: int, status: int, servers: Path):
    process = begun()
    process.send_signal(number)
    assert process.wait(PATIENCE) == status
    assert process.communicate() == (None, b"")
    assert " 0 running" in answers(b"status")[0]


def test_served_tool_ignores_interrupt_that_caller_ignores(servers: Path):
    process = begun(preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    process.send_signal(signal.SIGINT)
    assert process.communicate(PROGRAM.encode(), timeout=PATIENCE)[1] == b""
    assert process.returncode == 0


def test_stopped_client_of_server_continues_after_signal(servers: Path):
    process = begun(stdout=subprocess.PIPE)
    process.send_signal(signal.SIGTSTP)
    assert os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1])
    process.send_signal(signal.SIGCONT)
    assert b"@f" in process.communicate(PROGRAM.encode(), timeout=PATIENCE)[0]


def nobody_reads(process: subprocess.Popen[bytes]) -> bool:
    """Return whether the process that read the input has ended."""
    try:
        os.write(process.stdin.fileno(), b"\n")
    except BrokenPipeError:
        return True
    return False


def test_killed_client_ends_its_worker(servers: Path):
    process = begun()
    process.kill()
    process.wait()
    until(lambda: " 0 running" in answers(b"status")[0])
    until(lambda: nobody_reads(process))


def test_served_tool_gets_caller_descriptors_despite_equal_server_numbers(
    tmp_path: Path, servers: Path
):
    (tmp_path / "program").write_text(PROGRAM)
    others = begun()
    for number in range(3, 24):
        lent = os.open(tmp_path / "program", os.O_RDONLY)
        os.dup2(lent, number + 100)
        os.close(lent)
        script = f"exec {number}<&{number + 100} {number + 100}<&-; exec {BIN / 'ttopt'} --warm /dev/fd/{number}"
        before = served()
        done = subprocess.run(
            ["bash", "-c", script], pass_fds=[number + 100], capture_output=True, check=False
        )
        os.close(number + 100)
        assert (done.returncode, done.stderr, served()) == (0, b"", before + 1), number
    others.kill()
    others.wait()


def test_closed_pipe_ends_served_run_like_direct_run(tmp_path: Path, servers: Path):
    ends = []
    for warm in (False, True):
        reading, writing = os.pipe()
        os.close(reading)
        done = run(warm=warm, capture_output=False, stdout=writing, stderr=subprocess.PIPE)
        os.close(writing)
        ends.append((done.returncode, done.stderr))
    assert ends[0] == ends[1]


def ask(folder: Path, *fields: bytes) -> bytes:
    """Return the server's answer to a request without descriptors."""
    (name,) = (each for each in os.listdir(folder) if each.endswith(places.SOCKET))
    descriptor = os.open(folder, os.O_RDONLY)
    connection = client.connection_to(places.path_in(descriptor, name))
    os.close(descriptor)
    connection.sendall(client.message(list(fields)))
    try:
        return connection.recv(1)
    except ConnectionResetError:
        return b""
    finally:
        connection.close()


def test_server_does_not_answer_invalid_request(servers: Path):
    before = served()
    fields = [b"ttopt", b"", b"0022", b"0", b"0", b"", b"1", b"ttopt"]
    assert ask(servers, b"run", b"another identity", *fields) == b""
    assert ask(servers, b"run") == b""
    assert ask(servers, b"exec", b"import os") == b""
    assert served() == before


@pytest.mark.parametrize(
    "change",
    [
        {0: b"os"},
        {0: b"warm.server"},
        {2: b"9"},
        {2: b"7777"},
        {3: b"x"},
        {5: b"0,1"},
        {5: b"-1"},
        {6: b"0"},
        {6: b"4"},
        {6: b"x"},
    ],
)
def test_server_refuses_damaged_run_request(change: dict[int, bytes]):
    fields = [b"ttopt", b"", b"0022", b"0", b"0", b"0", b"1", b"ttopt", b"A=b=c"]
    request = worker.parse_request(fields, [5, 6])
    assert request.variables == {b"A": b"b=c"}
    assert (
        worker.parse_request([change.get(at, old) for at, old in enumerate(fields)], [5, 6]) is None
    )


@pytest.mark.parametrize(
    ("tool", "argument", "code"),
    share(
        [
            ("ttopt", "--version", 0),
            ("ttopt", "--none", 1),
            ("ttrt", "--help", 0),
            ("ttrt", "-?", 2),
        ],
        2,
    ),
)
def test_client_receives_exit_status_when_its_descriptors_are_closed(
    tool: str, argument: str, code: int
):
    """The process closes its descriptors itself; the test does not wait for its end before that."""
    told, caller = socket.socketpair()
    reading, writing = os.pipe()
    fields = [tool.encode(), b"", b"0022", b"0", b"0", b"0,1,2", b"2", tool.encode()]
    null, folder = os.open(os.devnull, os.O_RDONLY), os.open("/", os.O_RDONLY)
    request = worker.parse_request(
        [*fields, argument.encode()], [null, writing, os.dup(writing), folder]
    )
    gate, opener = os.pipe()
    os.write(opener, b"S")
    request.server, request.caller, request.gate = os.getpid(), caller.detach(), gate
    pid = os.fork()
    if pid == 0:
        try:
            work(request)
        finally:
            os._exit(99)
    for descriptor in (request.caller, gate, opener, *request.descriptors):
        os.close(descriptor)
    assert told.recv(64) == places.ended(code << 8)
    assert select.select([reading], [], [], 0)[0]
    os.set_blocking(reading, False)
    assert os.read(reading, 1 << 16)
    assert os.read(reading, 1 << 16) == b""
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == code
    told.close()
    os.close(reading)


def test_client_receives_no_exit_status_of_forked_child():
    told, caller = socket.socketpair()
    fields = [b"ttopt", b"", b"0022", b"0", b"0", b"", b"1", b"ttopt"]
    request = worker.parse_request(fields, [5])
    request.caller, request.process = caller.fileno(), os.getpid()
    pid = os.fork()
    if pid == 0:
        request.end(3)
    caller.close()
    assert told.recv(1) == b""
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3
    told.close()


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for servers without a server."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path / "ttmlir-py"


def spoil_mode(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    folder.chmod(0o750)


def spoil_link(folder: Path) -> None:
    real = folder.with_name("real")
    real.mkdir(mode=0o700)
    folder.symlink_to(real)


def spoil_kind(folder: Path) -> None:
    folder.write_text("")


def spoil_owner(folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives folders away")
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, 12345)


@pytest.mark.parametrize("spoil", [spoil_mode, spoil_link, spoil_kind, spoil_owner])
def test_client_with_non_private_server_folder_runs_without_server(
    spoil: Callable[[Path], None], alone: Path
):
    spoil(alone)
    with pytest.raises(OSError, match=r"private|Not a directory|Too many levels"):
        places.open_folder()
    done = run()
    assert (done.returncode, b"@f" in done.stdout, done.stderr) == (0, True, b"")
    assert not alone.is_dir() or not os.listdir(alone)


def test_run_without_space_for_server_files_succeeds(alone: Path):
    from resource import RLIMIT_FSIZE, setrlimit

    done = run(preexec_fn=lambda: setrlimit(RLIMIT_FSIZE, (0, 0)))
    assert (done.returncode, done.stderr) == (0, b"")
    assert answers(b"status") == []


def test_resource_limits_or_python_options_disable_server(alone: Path):
    from resource import RLIMIT_AS, setrlimit

    assert run(preexec_fn=lambda: setrlimit(RLIMIT_AS, (1 << 32, 1 << 32))).returncode == 0
    assert not alone.exists()


def test_server_answers_only_requests_of_same_user():
    def of(user: int) -> bytes:
        return b"".join(value.to_bytes(4, sys.byteorder) for value in (1, user, 1))

    assert places.is_own(of(os.geteuid()))
    assert not places.is_own(of(os.geteuid() + 1))


def test_environment_that_python_reads_selects_another_server(monkeypatch: pytest.MonkeyPatch):
    def name() -> str:
        return places.name_of(places.identity(places.read_process_file("status")))

    names = [name()]
    for variable in ("PYTHONHASHSEED", "LC_ALL", "OPENBLAS_NUM_THREADS"):
        monkeypatch.setenv(variable, "7")
        names.append(name())
    monkeypatch.setattr(sys, "path", [*sys.path, "/elsewhere"])
    names.append(name())
    monkeypatch.setattr(places, "__file__", "/another/version/places.py")
    names.append(name())
    assert len(set(names)) == len(names)
    for variable in ("UNRELATED", "OPENBLAS_THREAD_TIMEOUT"):
        monkeypatch.setenv(variable, "7")
        assert name() == names[-1]


def edit(package: Path):
    """Change a file in place and keep its time stamps."""
    module = package / "module.py"
    times = module.stat().st_atime_ns, module.stat().st_mtime_ns
    module.write_text("a = 2")
    os.utime(module, ns=times)


def replace(package: Path):
    new = package.parent / "new.py"
    new.write_text("a = 2")
    new.rename(package / "module.py")


def move_away(folder: Path):
    """Replace a folder by another one with the same contents."""
    folder.rename(folder.with_name("before"))
    shutil.copytree(folder.with_name("before"), folder)


def leave_alone(package: Path):
    (package.parent.parent / "unrelated.py").write_text("a = 2")
    (package / "module.py").read_text()


CHANGES: list[Callable[[Path], object]] = [
    edit,
    replace,
    move_away,
    leave_alone,
    lambda package: (package / "other.py").write_text(""),
    lambda package: (package / "module.py").unlink(),
    lambda package: (package / "module.py").chmod(0o400),
    lambda package: (package.parent.parent / "same.py").write_text("b = 2"),
    lambda package: (package.parent.parent / "target.py").write_text("b = 2"),
    lambda package: (package.parent.parent / "target" / "module.py").write_text("b = 2"),
    lambda package: move_away(package.parent),
    lambda package: os.truncate(package / "module.py", 1),
]


@pytest.mark.parametrize("is_watched", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_server_detects_changed_package_files(
    change: Callable[[Path], object],
    is_watched: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """The package has a module, a module with two names, a symbolic link, and a linked folder."""
    package = tmp_path / "folder" / "package"
    package.mkdir(parents=True)
    (tmp_path / "target").mkdir()
    for path in (package / "module.py", tmp_path / "same.py", tmp_path / "target.py"):
        path.write_text("a = 1")
    (tmp_path / "target" / "module.py").write_text("a = 1")
    (package / "same.py").hardlink_to(tmp_path / "same.py")
    (package / "linked.py").symlink_to(tmp_path / "target.py")
    (package / "linked").symlink_to(tmp_path / "target")
    monkeypatch.setattr(freshness, "PACKAGE", str(package))
    inner = [str(package / "linked" / "module.py")]
    monkeypatch.setattr(
        freshness, "package_files", partial(chain, inner, freshness.package_files())
    )
    loaded = freshness.Loaded()
    if is_watched:
        loaded.watch()
    assert loaded.is_fresh()
    assert loaded.is_fresh()
    change(package)
    assert loaded.is_fresh() == (change is leave_alone)
    assert loaded.is_fresh() == (change is leave_alone)


@pytest.fixture
def watched(tmp_path: Path) -> tuple[watching.Watch, Path]:
    if tmp_path.stat().st_dev not in watching.local_devices():
        pytest.skip("nothing is told of this file system")
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("module.py", "b", "c"):
        (folder / name).write_text("a = 1")
    watch = watching.Watch([str(folder / "module.py")])
    assert watch.covered == {str(folder / "module.py")}
    assert watch.is_quiet()
    return watch, folder


def test_server_checks_watched_files_only_after_change_event(watched: tuple[watching.Watch, Path]):
    watch, folder = watched
    for change in (lambda: edit(folder), lambda: replace(folder)):
        change()
        assert not watch.is_quiet()
        assert watch.is_quiet()
    folder.rename(folder.with_name("other"))
    assert not watch.is_quiet()
    folder.with_name("other").rename(folder)
    assert not watch.is_quiet()
    assert not watch.is_quiet()


def test_server_watches_folders_instead_of_checking_them_in_each_run(
    watched: tuple[watching.Watch, Path],
):
    _, folder = watched
    watch = watching.Watch([str(folder)])
    assert watch.covered == {str(folder)}
    changes: list[Callable[[], object]] = [
        lambda: (folder / "new").write_text(""),
        lambda: (folder / "new").rename(folder / "newer"),
        lambda: (folder / "newer").unlink(),
        lambda: folder.chmod(0o700),
        lambda: os.utime(folder, (1, 1)),
        (folder / "below").mkdir,
        (folder / "below").rmdir,
    ]
    for change in changes:
        assert watch.is_quiet()
        change()
        assert not watch.is_quiet()
    link = folder.with_name("link")
    link.symlink_to(folder)
    assert not watching.Watch([str(link)]).covered


def test_server_checks_all_files_after_overflow_of_change_events(
    watched: tuple[watching.Watch, Path],
):
    watch, folder = watched
    most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    for mode in range(most // 2 + 1):
        (folder / "b").chmod(0o600 | mode % 2)
        (folder / "c").chmod(0o600 | mode % 2)
    edit(folder)
    assert not watch.is_quiet()
    assert watch.is_quiet()
    edit(folder)
    assert not watch.is_quiet()


def test_server_without_change_events_checks_all_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "module.py").write_text("a = 1")
    monkeypatch.setattr(watching, "local_devices", set[int])
    assert not watching.Watch([str(tmp_path / "module.py")]).covered
    monkeypatch.setattr(watching, "_libc", SimpleNamespace(inotify_init1=lambda _: -1))
    watch = watching.Watch([str(tmp_path / "module.py")])
    assert not watch.covered
    assert not watch.is_quiet()


def forked() -> list[int]:
    """Return the processes that the server has forked."""
    number = server()
    return [*map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())]


def waiting() -> list[int]:
    """Return the processes that the server forked in advance, oldest first, when all of them exist,
    and none before.
    """
    processes = forked()
    return sorted(processes) if len(processes) == SPARES else []


def working() -> list[int]:
    """Return the processes that have a client's standard input."""
    null = Path(os.devnull)
    return [each for each in forked() if Path(f"/proc/{each}/fd/0").resolve() != null]


def test_server_has_idle_workers_for_next_runs(servers: Path):
    before = served()
    until(waiting)
    idle = waiting()
    process = begun()
    (first,) = working()
    assert first in idle
    process.kill()
    process.wait()
    until(lambda: first not in forked() and waiting())
    assert {*idle} - {first} < {*waiting()}
    assert served() == before + 1


def test_server_prepares_next_worker_during_long_run(servers: Path):
    if len(os.sched_getaffinity(0)) == 1:
        pytest.skip("with one processor the run has it")
    until(waiting)
    before = waiting()
    process = begun()
    until(lambda: len(forked()) == SPARES + 1)
    assert {*before} < {*forked()}
    process.kill()
    process.wait()


def test_worker_repeats_short_runs_without_their_state(tmp_path: Path, servers: Path):
    """The runs differ in folder, arguments, variables, streams, umask and exit code."""
    until(waiting)
    before, count = waiting(), served()
    (tmp_path / "wrong.mlir").write_text(WRONG)
    for number in range(3 * SPARES):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "in.mlir").write_text(PROGRAM)
        mask = number % 2 * 0o077
        settings: dict[str, Any] = {"cwd": folder, "preexec_fn": partial(os.umask, mask)}
        written = run("in.mlir", "-o", f"out{number}", env={"A": str(number)}, **settings)
        assert (written.returncode, written.stdout, written.stderr) == (0, b"", b"")
        assert [each.name for each in sorted(folder.iterdir())] == ["in.mlir", f"out{number}"]
        assert (folder / f"out{number}").stat().st_mode & 0o777 == 0o666 & ~mask
        results = [run("../wrong.mlir", warm=warm, cwd=folder) for warm in (False, True)]
        assert len({(each.returncode, each.stdout, each.stderr) for each in results}) == 1
        until(waiting)
        assert waiting() == before
    assert served() == count + 6 * SPARES


def test_worker_ends_after_run_with_result_cache(tmp_path: Path, servers: Path):
    until(waiting)
    before = waiting()
    settings = {"TTMLIR_CACHE": "cache"}
    assert run("--version", cwd=tmp_path, env=settings).returncode == 0
    until(lambda: waiting() and waiting() != before)


@pytest.mark.parametrize(
    ("statement", "is_clean"),
    [
        ("pass", True),
        ("import xdsl.utils.colors, colorsys", True),
        ("import other_package", False),
        (
            "import subprocess; subprocess.Popen(['sleep', '2'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)",
            False,
        ),
        ("import threading, time; threading.Timer(9, print).start()", False),
        ("request.started -= 100", False),
    ],
)
def test_run_that_leaves_more_than_caches_is_not_clean(
    statement: str, is_clean: bool, tmp_path: Path
):
    (tmp_path / "other_package.py").touch()
    code = (
        "import os, sys, time, xdsl.ir\n"
        "from ttmlir_py.warm_server.worker import Request\n"
        "request = Request('ttopt', '', 0, 0, 0, [], [], {}, [])\n"
        "request.started, request.modules = time.monotonic() + 60, frozenset(sys.modules)\n"
        f"{statement}\n"
        "print(request.is_clean(), flush=True)\n"
        "os._exit(0)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == f"{is_clean}\n"


def test_worker_does_not_keep_ignored_signals(servers: Path):
    until(waiting)
    before = waiting()
    for _ in before:
        ignore = partial(signal.signal, signal.SIGQUIT, signal.SIG_IGN)
        assert run("--version", preexec_fn=ignore).returncode == 0
        until(waiting)
    assert waiting() == before
    for _ in before:
        process = begun()
        process.send_signal(signal.SIGQUIT)
        assert process.wait(PATIENCE) == -signal.SIGQUIT


def test_signal_after_run_does_not_reach_next_run(servers: Path):
    until(waiting)
    before = waiting()
    for process in before:
        os.kill(process, signal.SIGTERM)
    assert [run("--version").returncode for _ in range(2 * SPARES)] == [0] * 2 * SPARES
    assert waiting() == before


def test_idle_server_worker_has_no_descriptors_of_clients(servers: Path):
    until(waiting)
    for process in waiting():
        folder = Path(f"/proc/{process}/fd")
        until(lambda: len(list(folder.iterdir())) == 4)  # noqa: B023
        assert [os.readlink(each) for each in folder.iterdir()].count(os.devnull) == 3


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_server_without_idle_worker_forks_worker_for_run(number: int, servers: Path):
    until(waiting)
    before, processes = served(), waiting()
    for process in processes:
        os.kill(process, number)
    if number == signal.SIGKILL:
        until(lambda: not forked())
    else:
        long = {"TTMLIR_TEST_OF_LONG_REQUESTS": "x" * (1 << 16)}
        assert run(env=long).returncode == 0
        for process in processes:
            os.kill(process, signal.SIGCONT)
    assert run().returncode == 0
    assert served() == before + 1 + (number == signal.SIGSTOP)


def test_killed_server_is_reported_and_replaced(servers: Path):
    """The new server ends by itself when it gets no requests."""
    process, killed = begun(), server()
    os.kill(killed, signal.SIGKILL)
    until(lambda: nobody_reads(process))
    assert process.wait(PATIENCE) == 1
    message = process.communicate()[1]
    assert message.endswith(b"ttopt: error: the warm server ended before its work\n")
    assert answers(b"status") == []
    short = {"TTMLIR_WARM_IDLE": "0.2"}
    for lock in servers.glob(f"*{places.LOCK}"):
        os.utime(lock, (0, 0))  # as if some time had gone by
    runs = [
        subprocess.Popen(
            [BIN / "ttopt", "--warm", "--version"],
            env=os.environ | short,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(3)
    ]
    assert [each.wait(PATIENCE) for each in runs] == [0, 0, 0]
    until(lambda: list(servers.glob(f"*{places.SOCKET}")) and answers(b"status"))
    assert server() != killed
    until(lambda: not list(servers.glob(f"*{places.SOCKET}")))


def test_installed_scripts_start_tools_of_same_name():
    scripts = {each.name: each.read_text() for each in (ROOT / "scripts").iterdir()}
    for name, text in scripts.items():
        function = start.TOOLS.get(name, name.replace("-", "_"))
        expected = f"#!python\nfrom ttmlir_py.tools.start import {function}\n\n{function}()\n"
        assert text == expected
        assert callable(getattr(start, function))
    assert scripts.keys() >= start.TOOLS.keys() | {"ttmlir-server"}

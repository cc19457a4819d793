"""Tests of dataclasses in the tools' processes: their methods give the results of Python's own."""

import dataclasses
import functools
import inspect
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from ttmlir_py.startup import lazy_dataclasses


def _classes() -> SimpleNamespace:
    @dataclass
    class Plain:
        x: int
        y: list[int] = field(default_factory=list[int])

    @dataclass(frozen=True, order=True)
    class Frozen:
        a: int
        b: str = "b"

    @dataclass(frozen=True)
    class Child(Frozen):
        c: float = 0.5

        def __post_init__(self) -> None:
            object.__setattr__(self, "c", self.c * 2)

    @dataclass(slots=True)
    class Slotted:
        x: int

    @dataclass(init=False, repr=False, eq=False)
    class Bare:
        x: int = 1

    return SimpleNamespace(Plain=Plain, Frozen=Frozen, Child=Child, Slotted=Slotted, Bare=Bare)


def _outcome(function: Callable[[], Any]) -> object:
    try:
        return repr(function())
    except Exception as error:
        return type(error), str(error)


def _set(value: Any, name: str) -> None:
    setattr(value, name, 1)


def _facts(c: SimpleNamespace) -> list[object]:
    """Return the results and errors of the classes."""
    steps: list[Callable[[], Any]] = [
        lambda: c.Plain(1),
        lambda: c.Plain(1) == c.Plain(1, []),
        lambda: c.Plain(1) == c.Frozen(1),
        lambda: hash(c.Plain(1)),
        c.Plain,
        lambda: c.Plain(1, 2, 3),
        lambda: c.Plain(z=1),
        lambda: c.Frozen(1) < c.Frozen(2),
        lambda: sorted([c.Frozen(2), c.Frozen(1, "z"), c.Frozen(1)]),
        lambda: c.Frozen(1) < 3,
        lambda: hash(c.Frozen(1)) == hash(c.Frozen(1, "b")),
        functools.partial(_set, c.Frozen(1), "a"),
        functools.partial(_set, c.Child(1), "c"),
        lambda: c.Child(1, c=4.0),
        lambda: c.Child(1) == c.Child(1),
        lambda: c.Child(1) == c.Frozen(1),
        lambda: dataclasses.replace(c.Child(1), b="x"),
        lambda: dataclasses.asdict(c.Child(3)),
        lambda: c.Slotted(3),
        functools.partial(_set, c.Slotted(3), "other"),
        lambda: c.Bare().x,
        lambda: c.Bare() == c.Bare(),
        lambda: c.Child.__init__.__qualname__,
        lambda: [cls.__doc__ for cls in vars(c).values()],
        lambda: c.Child(1).__doc__,
    ]
    return [_outcome(step) for step in steps]


@pytest.fixture
def compiler_of_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the compiler of methods after the test."""
    for name in ("_create_fn", "_process_class"):
        if name not in vars(dataclasses):
            pytest.skip("dataclasses work otherwise in this Python")
        monkeypatch.setattr(dataclasses, name, vars(dataclasses)[name])


@pytest.mark.usefixtures("compiler_of_methods")
def test_lazy_dataclass_methods_behave_as_standard() -> None:
    expected = _facts(_classes())
    lazy_dataclasses.install()
    lazy = _classes()
    assert _facts(lazy) == expected
    assert _facts(lazy) == expected, "the second time, they are compiled"


@pytest.mark.usefixtures("compiler_of_methods")
def test_lazy_dataclass_method_is_replaced_at_first_call() -> None:
    lazy_dataclasses.install()
    frozen = _classes().Frozen
    before = {name: vars(frozen)[name] for name in ("__init__", "__eq__", "__lt__")}
    assert frozen(1) == frozen(1)
    changed = {name for name, method in before.items() if vars(frozen)[name] is not method}
    assert changed == {"__init__", "__eq__"}


@pytest.mark.usefixtures("compiler_of_methods")
def test_lazy_dataclass_docstring_is_created_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [cls.__doc__ for cls in vars(_classes()).values()]
    signature = inspect.signature
    asked: list[object] = []

    def counted(function: Callable[..., Any], **options: Any) -> inspect.Signature:
        asked.append(function)
        return signature(function, **options)

    monkeypatch.setattr(inspect, "signature", counted)
    lazy_dataclasses.install()
    classes = list(vars(_classes()).values())
    assert asked == []
    assert [cls.__doc__ for cls in classes] == expected
    assert "y: list[int] = <factory>" in expected[0]
    assert asked == classes


@pytest.mark.usefixtures("compiler_of_methods")
def test_untested_python_version_keeps_standard_dataclasses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def create(name: str, body: str) -> None: ...
    def process(params: object, cls: type) -> None: ...

    monkeypatch.setattr(dataclasses, "_create_fn", create, raising=False)
    monkeypatch.setattr(dataclasses, "_process_class", process, raising=False)
    lazy_dataclasses.install()
    assert vars(dataclasses)["_create_fn"] is create
    assert vars(dataclasses)["_process_class"] is process
    monkeypatch.delattr(dataclasses, "_create_fn")
    monkeypatch.delattr(dataclasses, "_process_class")
    lazy_dataclasses.install()
    assert not {"_create_fn", "_process_class"} & set(vars(dataclasses))


def test_library_import_does_not_patch_dataclasses() -> None:
    code = "import dataclasses as d; f = vars(d).get('_create_fn'); import ttmlir_py.compiler; assert vars(d).get('_create_fn') is f"
    subprocess.run([sys.executable, "-c", code], check=True)

"""Tests of textual pipelines, options, the registry, and the facts that the catalogue gives without
importing passes.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py.documentation.pass_catalogue import catalogue_text
from ttmlir_py.passes.base import Configurable, option
from ttmlir_py.passes.catalogue import STORED, read_passes, read_pipelines
from ttmlir_py.passes.registry import (
    PASSES,
    PIPELINES,
    UnknownPassError,
    create_passes,
    get_pass,
    get_pipeline,
)
from ttmlir_py.passes.running.manager import build_nested_pipeline, build_pipeline
from ttmlir_py.passes.running.option_text import OptionError, split_options
from ttmlir_py.passes.running.pipeline_text import PipelineElement, PipelineError, parse_pipeline


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True)
class Example(Configurable):
    name = "example"

    flag: bool = option(False, "A flag")
    count: int = option(3, "A number", name="how-many")
    text: str = option("", "A text")
    size: Size = option(Size.SMALL, "A choice")
    numbers: tuple[int, ...] = option((), "Numbers")
    words: tuple[str, ...] = option((), "Words")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Example()),
        ("flag", Example(flag=True)),
        ("flag=0 how-many=0x10", Example(count=16)),
        ("how-many=-7", Example(count=-7)),
        ("  text='a b'   size=large ", Example(text="a b", size=Size.LARGE)),
        ("text={a=b c={d}}", Example(text="a=b c={d}")),
        ("text=a=b:c,d", Example(text="a=b:c,d")),
        ("numbers=1,2 numbers={3,4}", Example(numbers=(1, 2, 3, 4))),
        ("words=a(b,c),d", Example(words=("a(b,c)", "d"))),
    ],
)
def test_pass_options_in_valid_syntax_parse_to_values(text: str, expected: Example):
    assert Example.parse_options(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nope=1", "<Pass-Options-Parser>: no such option nope"),
        ("flag=maybe", "'maybe' is invalid value for boolean argument! Try 0 or 1"),
        ("how-many=many", "'many' value invalid for long argument!"),
        ("how-many", "for the --how-many option: requires a value!"),
        ("size=huge", "Cannot find option named 'huge'!"),
        ("numbers=1,x", "'x' value invalid for long argument!"),
        ("numbers=08", "'08' value invalid for long argument!"),
        ("numbers=1_0", "'1_0' value invalid for long argument!"),
        ("numbers=9223372036854775808", "'9223372036854775808' value invalid for long argument!"),
    ],
)
def test_invalid_pass_options_are_refused(text: str, message: str):
    with pytest.raises(OptionError, match=message.replace("(", r"\(")):
        Example.parse_options(text)


WORDS = st.text("abcxyz0-9_", min_size=1, max_size=5)


LONGS = st.integers(-(1 << 63), (1 << 63) - 1)


@given(st.booleans(), LONGS, WORDS, st.sampled_from(Size), st.lists(LONGS))
def test_formatted_pass_options_round_trip(
    flag: bool, count: int, text: str, size: Size, numbers: list[int]
):
    example = Example(flag, count, text, size, tuple(numbers))
    assert Example.parse_options(example.format_options()[1:-1]) == example


@given(st.text("ab=,{}'\" ", max_size=20))
def test_pass_option_splitting_of_random_text_ends(text: str):
    assert all(key for key, _ in split_options(text))


@st.composite
def pipelines(draw: st.DrawFn, depth: int = 2) -> str:
    elements: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        name = draw(WORDS)
        kind = draw(st.integers(0, 2 if depth else 1))
        inner = draw(pipelines(depth - 1)) if kind == 2 else ""
        elements.append([name, f"{name}{{a=b c={{d}}}}", f"{name}({inner})"][kind])
    return ",".join(elements)


def write(elements: list[PipelineElement]) -> str:
    def one(element: PipelineElement) -> str:
        if element.inner is not None:
            return f"{element.name}({write(element.inner)})"
        return element.name + ("" if element.options is None else f"{{{element.options}}}")

    return ",".join(map(one, elements))


@given(pipelines())
def test_pipeline_text_round_trips(text: str):
    assert write(parse_pipeline(f"builtin.module({text})").elements) == text


@given(st.text("ab.(){}, ", max_size=20))
def test_damaged_pipeline_text_parses_or_is_refused(text: str):
    try:
        message = str(parse_pipeline(f"builtin.module({text})").anchor)
    except PipelineError as error:
        message = str(error)
    assert message == "builtin.module" or message.endswith("^\n")


@pytest.mark.parametrize("flag", PASSES)
def test_pass_class_name_follows_from_flag(flag: str):
    cls = get_pass(flag)
    assert cls.name == flag
    assert cls.cpp_name
    assert cls.parse_options("") == cls()
    assert cls.parse_options(cls().format_options()[1:-1]) == cls()


def test_stored_pass_catalogue_is_current():
    assert Path(STORED).read_text() == catalogue_text(), "run `make docs`"


def test_pass_catalogue_agrees_with_pass_classes():
    entries = {entry.flag: entry for entry in (*read_passes(), *read_pipelines())}
    assert set(entries) == {*PASSES, *PIPELINES}
    for flag, entry in entries.items():
        cls = get_pass(flag) if flag in PASSES else get_pipeline(flag)
        assert entry.summary
        assert entry.summary == " ".join((cls.__doc__ or "").split("\n\n")[0].split())
        options = sorted(cls.options(), key=lambda each: each.name)
        assert [each.name for each in entry.options] == [each.name for each in options]
        for read, real in zip(entry.options, options, strict=True):
            assert read.help == real.help
            if read.default not in ("", "unlimited"):
                assert real.parse(read.default) == real.default
        if flag in PASSES:
            assert entry.anchor == get_pass(flag).anchor


def test_backend_pipeline_expands_to_passes_of_upstream():
    flags = [each.name for each in create_passes("ttir-to-ttnn-backend-pipeline")]
    assert flags == [
        *("canonicalize", "ttir-to-ttir-decomposition", "canonicalize", "inline"),
        *("ttir-load-system-desc", "ttir-implicit-device", "ttir-implicit-broadcast-fold"),
        *("ttnn-layout", "convert-ttir-to-ttnn", "remove-dead-values"),
        *("ttnn-workaround", "canonicalize", "ttnn-decompose-layouts", "ttnn-deallocate"),
    ]


def test_pipeline_options_set_options_of_passes():
    passes = create_passes(
        "ttir-to-ttnn-backend-pipeline",
        "mesh-shape=1,1 system-desc-path=x.ttsys enable-repeat-folding-workaround-pass=false"
        " enable-implicit-broadcast-folding-pass=false",
    )
    texts = [each.name + each.format_options() for each in passes]
    assert "ttir-implicit-device{mesh-shape=1,1}" in texts
    assert "ttir-load-system-desc{path=x.ttsys}" in texts
    assert "ttir-implicit-broadcast-fold" not in texts
    assert any("repeat-folding-workaround-pass=false" in text for text in texts)


def test_built_pipeline_prints_its_own_text():
    text = "builtin.module(cse,func.func(symbol-dce,any(cse)),inline{default-pipeline=cse inlining-threshold=10 max-iterations=1 })"
    assert str(build_pipeline(text)) == text
    assert str(build_nested_pipeline("func.func", "cse,symbol-dce")) == "func.func(cse,symbol-dce)"


def test_pipeline_with_unknown_pass_is_refused():
    with pytest.raises(UnknownPassError, match="'nope' does not refer to a registered pass"):
        get_pass("nope")
    with pytest.raises(PipelineError, match=r"Parser:1:5: error: 'nope'"):
        build_pipeline("builtin.module(cse,nope)")

"""A memo of operation lines, so that the parser need not parse similar lines again.

In a large module most lines differ only in value names and locations. A regular expression splits a
line into the result's name, the text before the operands, the operands, and the rest. These texts
and the kind of the token after the line are the key. The entry holds what the ordinary parser built
for the first such line: class, types, properties and attributes. Unusual lines and all errors are
left to the ordinary parser, so the grammar is defined only once.

In the generic form, the types at the end of a line are those of the operands and results, and
nothing else depends on them. So a line that differs only in these types is known as well, if the
parser knows each type by its text.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.lexer import Position

from ttmlir_py.ir.construction import append_operation
from ttmlir_py.ir.memo import Kinds, OpKind, kind_with_types, op_kind
from ttmlir_py.ir.reading.lexer import BLANK, SUFFIX_ID
from ttmlir_py.ir.reading.scopes import ScopeParser

# pyright: reportPrivateUsage=false

# Every repetition is of one character class or its complement, which `re` matches several times
# faster than other repetitions.
# Repetitions are bounded, so that many operations on one line take linear time.
_LINE = re.compile(
    r"""(?:%("""
    + SUFFIX_ID
    + r""")[ ]=[ ])?                                                    # the result
    ([A-Za-z"][A-Za-z0-9_."$@\#:(<>,\ -]{0,4096}+)                             # the name, and the text before the operands
    (?:%([A-Za-z0-9_$.-]++(?>(?:,[ ]%[A-Za-z0-9_$.-]++){0,1000})))?       # the operands
    ([^\n]{0,8192}+)\n"""  # noqa: E501
    + BLANK
    + r"([A-Za-z_][\w$]*+\.?|.|\Z)",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_TRAILING_LOCATION = re.compile(
    r"[ ]loc\((?:(\#[\w$-]++)|[^()\#\n]*+(?>(?:\([^()\#\n]*+\)[^()\#\n]*+)*))\)\Z", re.ASCII
)
_TYPE = re.compile(r"[A-Za-z!][\w.]*+(?:<[^<>\n]*+(?>(?:<[^<>\n]*+>[^<>\n]*+)*)>)?", re.ASCII)
_SIGNATURE = re.compile(r"\(([^()\n]*+)\) -> (?:\(([^()\n]*+)\)|([^()\n]++))", re.ASCII)
_ODD = re.compile(r"//|\bloc\b", re.ASCII)
"""Matches comments, and locations other than the last one. Lines that contain a match are not
recorded.
"""

MAX_LENGTH = 4096
"""The maximum number of characters of a recorded line; longer lines are mostly constants."""

Key = tuple[str, str, str, str]


@dataclass(slots=True, eq=False, repr=False)
class Template:
    """The operation that a line denotes, without operands, result name and location."""

    op_class: type[Operation]
    operand_types: list[Attribute]
    type_ids: list[int]
    result_types: tuple[Attribute, ...]
    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    kind: OpKind


class Ending(NamedTuple):
    """The operand and result types at the end of a line."""

    key: Key
    """The key of the line without the types at its end."""
    operands: list[str]
    results: list[str]


class Line(NamedTuple):
    """A line that is not in the memo yet."""

    key: Key
    operands: list[SSAValue]
    is_named: bool
    end: Position


class OperationMemo:
    """The memo of the operation lines of one text.

    Every method receives the parser as an argument. A reference from this object to the parser
    would be a cycle, which keeps everything that was parsed alive.
    """

    def __init__(self) -> None:
        self.kinds: Kinds = {}
        """Maps the id of each operation whose line was known to its kind (`op_kind`)."""
        self._templates: dict[Key, Template] = {}
        self._untyped: dict[Key, Template] = {}
        """Maps the key of a line without its types to the template of the operation."""
        self._locations: dict[str, LocationAttr] = {}

    def append_known(self, parser: ScopeParser, block: Block) -> Line | None:
        """Append operations to `block` as long as their lines are in the memo.

        Return the next line if it can be recorded, otherwise None.
        """
        content: str = parser.lexer.input.content
        start = position = parser.token.span.start
        default_dialect = parser.default_dialect
        templates, kinds, values = self._templates, self.kinds, parser.ssa_values
        forward = parser.forward_ssa_references
        locate = parser.source_map.location
        line: Line | None = None
        while (match := _LINE.match(content, position)) is not None:
            name, before, arguments, rest, following = match.groups()
            tail: re.Match[str] | None = None
            if (rest or before)[-1:] == ")":
                tail = _TRAILING_LOCATION.search(content, match.start(2), match.end(4))
                if tail is not None:
                    excess = match.end(4) - tail.start()
                    before, rest = (before, rest[:-excess]) if rest else (before[:-excess], "")
            template = templates.get(key := (default_dialect, before, rest, following))
            operands: list[SSAValue] = []
            type_ids: list[int] = []
            try:
                for each in arguments.split(", %") if arguments else ():
                    operand = values[each][0]
                    operands.append(operand)
                    type_ids.append(id(operand._type))
            except KeyError:
                break
            if template is None and (template := self._retyped(parser, key)) is None:
                end = match.end(4) if tail is None else tail.start()
                if _may_be_learnt(content, position, end, rest):
                    line = Line(key, operands, name is not None, match.start(5))
                break
            is_alike = type_ids == template.type_ids
            if not is_alike and [each._type for each in operands] != template.operand_types:
                break
            if name is not None and (
                name in values or name in forward or len(template.result_types) != 1
            ):
                break
            location = locate(match.start(2)) if tail is None else self.location(parser, tail)
            op = append_operation(
                block,
                template.op_class,
                operands,
                template.result_types,
                template.properties.copy(),
                template.attributes.copy(),
                location,
            )
            if is_alike:
                kinds[id(op)] = template.kind
            if name is not None:
                parser.define_value(name, tuple(op.results), position)
            position = match.start(5)
        if position != start:
            parser.resume_from(position)
        return line

    def location(self, parser: ScopeParser, match: re.Match[str]) -> LocationAttr:
        """Return the location at the end of the line that `match` has split."""
        alias = match[1]
        if alias is not None:
            return parser.location_alias(alias, match.start(1))
        text = match.group()
        location = self._locations.get(text)
        if location is None:
            parser.resume_from(match.start() + 1)
            location = parser.parse_optional_location()
            assert location is not None
            self._locations[text] = location
        return location

    def _retyped(self, parser: ScopeParser, key: Key) -> Template | None:
        """Return the template of a line that differs from an earlier one only in its types, or
        None.

        The template is recorded for later lines.
        """
        ending = _ending(key)
        known = None if ending is None else self._untyped.get(ending.key)
        if ending is None or known is None or len(ending.results) != len(known.result_types):
            return None
        operand_types: list[Attribute] = []
        for text in ending.operands:
            if (type := parser.types.get(text)) is None:
                return None
            operand_types.append(type)
        result_types: list[Attribute] = []
        for text, earlier in zip(ending.results, known.result_types, strict=True):
            type = parser.types.get(text)
            if type is None or type.__class__ is not earlier.__class__:
                return None
            result_types.append(type)
        count = len(known.operand_types) + len(known.result_types)
        template = self._templates[key] = Template(
            known.op_class,
            operand_types,
            list(map(id, operand_types)),
            tuple(result_types),
            known.properties,
            known.attributes,
            kind_with_types(known.kind, count, operand_types, result_types),
        )
        return template

    def learn(self, parser: ScopeParser, line: Line, op: Operation) -> None:
        """Record `op` as the operation on `line`, if the line contains the whole operation."""
        operands = op._operands
        if (
            op.regions
            or op._successors
            or parser.token.span.start != line.end
            or len(operands) != len(line.operands)
            or (line.is_named and len(op.results) != 1)
            or any(a is not b for a, b in zip(operands, line.operands, strict=True))
            or (len(set(operands)) != len(operands) and line.key[1][0] != '"')
        ):
            return
        canonical = parser.types.canonical
        for result in op.results:
            result._type = canonical(result.type)
        types = [operand.type for operand in operands]
        template = self._templates[line.key] = Template(
            type(op),
            types,
            list(map(id, types)),
            tuple(result.type for result in op.results),
            dict(op.properties),
            dict(op.attributes),
            op_kind(op),
        )
        if line.key[1][0] == '"' or (getattr(op, "ENDS_WITH_ITS_TYPE", False) and not operands):
            ending = _ending(line.key)
            if ending is not None:
                self._untyped[ending.key] = template


def _ending(key: Key) -> Ending | None:
    """Return the types at the end of a line, or None if they cannot be separated from the text
    before.

    They are `(types) -> types` in the generic form.
    """
    dialect, name, rest, following = key
    before, _, text = rest.rpartition(" : ")
    if name[0] != '"':
        return Ending((dialect, name, before, following), [], [text])
    match = _SIGNATURE.fullmatch(text)
    if match is None:
        return None
    operands = _TYPE.findall(match[1])
    made = match[2] or match[3] or ""
    results = _TYPE.findall(made)
    if ", ".join(operands) != match[1] or ", ".join(results) != made:
        return None
    return Ending((dialect, name, before, following), operands, results)


def _may_be_learnt(content: str, start: Position, end: Position, rest: str) -> bool:
    """Whether a line can be recorded: it is short enough, and all of its values are consecutive
    operands.

    The location is not considered.
    """
    return (
        end - start <= MAX_LENGTH and "%" not in rest and _ODD.search(content, start, end) is None
    )

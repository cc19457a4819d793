"""A parser of locations such as `loc("file":1:2)`."""

import re

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ttmlir_py.ir.literals import unsigned_value
from ttmlir_py.ir.locations import (
    add_fused_part,
    file_location,
    file_range,
    fused_location,
)
from ttmlir_py.ir.reading.numbers import NumberParser
from ttmlir_py.ir.writing.attributes import attribute_text

_FILE_LOCATION = re.compile(
    r'"([^"\\\n\v\f]*+)":([0-9]{1,9}+):([0-9]{1,9}+)'
    r"(?: to ([0-9]{1,9}+)?:([0-9]{1,9}+))?(?=[,)\]])",
    re.ASCII,
)
"""The most frequent locations, parsed by one match."""

_MOST_PARTS = 1 << 12
"""Maximum number of file names and numbers that the parser memoizes."""

MAX_LOCATION_DEPTH = 200
"""The maximum nesting depth of locations. Deeper nesting would exceed Python's stack in printing or
comparison, so it is rejected.
"""


class LocationParser(NumberParser):
    """A parser of locations, with a memo of file names and numbers."""

    _location_depth: int = 0
    _file_names: dict[str, StringAttr]
    _line_numbers: dict[str, IntAttr]

    def parse_optional_location(self) -> LocationAttr | None:
        """Parse the attribute `loc(...)` if present, otherwise return None."""
        if self._current_token.text != "loc":
            return None
        self._consume_token()
        self.parse_punctuation("(", " in inline location")
        location = self._parse_location()
        self.parse_punctuation(")", " in inline location")
        return location

    def _parse_location(self) -> LocationAttr:
        self._location_depth += 1
        if self._location_depth > MAX_LOCATION_DEPTH:
            self.raise_error("nested too deeply")
        location = self._parse_location_instance()
        self._location_depth -= 1
        return location

    def _parse_location_instance(self) -> LocationAttr:
        token = self._current_token
        if token.kind is MLIRTokenKind.HASH_IDENT:
            attribute = self.parse_attribute()
            if not isinstance(attribute, LocationAttr):
                self.raise_error(
                    f"expected location attribute, but got {attribute_text(attribute)}"
                )
            return attribute
        if token.kind is MLIRTokenKind.STRING_LIT:
            return self._parse_name_or_file_location()
        match token.text:
            case "unknown":
                self._consume_token()
                return UNKNOWN_LOC
            case "callsite":
                return self._parse_call_site()
            case "fused":
                return self._parse_fused()
            case _:
                self.raise_wrong_token("expected location instance")

    def _parse_name_or_file_location(self) -> LocationAttr:
        match = _FILE_LOCATION.match(self.lexer.input.content, self.pos)
        if match is not None:
            self.resume_from(match.end())
            name, line, column, end_line, end_column = match.groups()
            start = self._file_location(name, line, column)
            if end_column is None:
                return start
            return file_range(start, int(end_line) if end_line else None, int(end_column))
        name = StringAttr(self.parse_str_literal())
        if self.parse_optional_punctuation(":") is not None:
            line = self._parse_location_integer("line")
            self.parse_punctuation(":", " in FileLineColLoc")
            column = self._parse_location_integer("column")
            return self._parse_end_of_range(file_location(name, line, column))
        child: Attribute = NoneAttr()
        if self.parse_optional_punctuation("(") is not None:
            child = self._parse_location()
            if type(child) is UnknownLoc:
                child = NoneAttr()
            self.parse_punctuation(")", " after child location of NameLoc")
        return NameLoc(name, child)

    def _file_location(self, name: str, line: str, column: str) -> FileLineColLoc:
        """Return a file location. Equal names and numbers become the same objects.

        This saves memory, because a fused location can contain very many locations.
        """
        names, numbers = self._file_names, self._line_numbers
        if len(names) + len(numbers) > _MOST_PARTS:
            names.clear()
            numbers.clear()
        if name not in names:
            names[name] = StringAttr(name)
        for number in (line, column):
            if number not in numbers:
                numbers[number] = IntAttr(int(number))
        return file_location(names[name], numbers[line], numbers[column])

    def _parse_end_of_range(self, start: FileLineColLoc) -> FileLineColLoc:
        """Parse `to 3:20` or `to :20` if present, and return the range or `start`."""
        if self._current_token.text != "to":
            return start
        self._consume_token()
        line = None
        if self.parse_optional_punctuation(":") is None:
            line = self._parse_location_integer("end line")
            self.parse_punctuation(":", " in FileLineColRange")
        return file_range(start, line, self._parse_location_integer("end column"))

    def _parse_location_integer(self, what: str) -> int:
        token = self._current_token
        is_number = token.kind is MLIRTokenKind.INTEGER_LIT
        value = unsigned_value(token.text, 32) if is_number else None
        if value is None:
            self.raise_wrong_token(f"expected integer {what} number in FileLineColLoc")
        self._consume_token()
        return value

    def _parse_call_site(self) -> LocationAttr:
        self._consume_token()
        self.parse_punctuation("(", " in callsite location")
        callee = self._parse_location()
        if self.parse_optional_keyword("at") is None:
            self.raise_wrong_token("expected 'at' in callsite location")
        caller = self._parse_location()
        self.parse_punctuation(")", " in callsite location")
        return CallSiteLoc(callee, caller)

    def _parse_fused(self) -> LocationAttr:
        self._consume_token()
        metadata: Attribute | None = None
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">", " after fused location metadata")
        meta = NoneAttr() if metadata is None else metadata
        parts: dict[Attribute, None] = {}

        def parse_part() -> None:  # Duplicates are dropped here, because there can be very many.
            add_fused_part(parts, self._parse_location(), meta)

        self.parse_comma_separated_list(self.Delimiter.SQUARE, parse_part, " in fused location")
        return fused_location(parts, meta)

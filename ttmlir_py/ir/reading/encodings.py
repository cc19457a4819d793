"""Checks that the encoding attribute of a tensor type fits the type."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException


def check_encoding(
    parser: AttrParser, encoding: Any, dims: Sequence[int], element: Attribute
) -> None:
    """Report an error at the next token if `encoding` does not fit a tensor of this shape and
    element type.

    Only encodings with a method `verify_encoding` are checked.
    """
    verify = getattr(encoding, "verify_encoding", None)
    if verify is None:
        return
    try:
        verify(dims, element)
    except VerifyException as error:
        parser.raise_error(str(error))

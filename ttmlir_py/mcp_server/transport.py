"""Answers to lines that are not messages of JSON-RPC, which the protocol's SDK only logs."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from anyio import EndOfStream
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCNotification
from pydantic import ValidationError


class AnsweringServer(MCPServer):
    """A server that answers every line that is not a message with an error."""

    async def run_stdio_async(self) -> None:
        """Answer one client on stdin and stdout until it closes them."""
        async with stdio_server() as (messages, answers):
            server = self._lowlevel_server
            options = server.create_initialization_options()
            await server.run(Messages(messages, answers), answers, options)


class Messages:
    """The stream of a client's messages, without the lines that are not messages."""

    def __init__(self, messages: Any, answers: Any):
        self._messages, self._answers = messages, answers

    @property
    def last_context(self) -> Any:
        """The context variables of the sender of the last message."""
        return self._messages.last_context

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message; answer all wrong lines before it."""
        while True:
            found = await self._messages.receive()
            if isinstance(found, ValidationError):
                error = _error(found)
            elif _lacks_id(found):
                error = _invalid(None, "id: Input should be a string or an integer")
            else:
                return found
            if error is not None:
                await self._answers.send(SessionMessage(error))

    async def aclose(self) -> None:
        """Close the stream."""
        await self._messages.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


def _error(problem: ValidationError) -> JSONRPCError | None:
    """Return the answer to a line that is not a message, or None for an empty line."""
    found = problem.errors(include_url=False)
    first: Any = found[0]
    if first["type"] == "json_invalid":
        if not str(first["input"]).strip():
            return None
        data = first["msg"].removeprefix("Invalid JSON: ")
        return _answer(None, PARSE_ERROR, "Parse error", data)
    if len(first["loc"]) == 1 and isinstance(first["input"], list):
        return _invalid(None, "found a batch, expected one request per line")
    wholes: list[Any] = [each["input"] for each in found if each["type"] == "missing"]
    whole: Any = wholes[0] if wholes else ()
    number = whole["id"] if "id" in whole and "method" in whole else None
    if isinstance(number, bool) or not isinstance(number, int | str):
        number = None
    fields = [
        f"{'.'.join(map(str, each['loc'][1:])) or 'request'}: {each['msg']}"
        for each in found
        if each["loc"][:1] == ("JSONRPCRequest",)
    ]
    return _invalid(number, "; ".join(fields))


def _lacks_id(found: Any) -> bool:
    """Whether a message has the method of a request but no valid `id`.

    The SDK takes it for a notification.
    """
    message = getattr(found, "message", None)
    is_notification = isinstance(message, JSONRPCNotification)
    return is_notification and not message.method.startswith("notifications/")


def _invalid(number: int | str | None, data: str) -> JSONRPCError:
    return _answer(number, INVALID_REQUEST, "Invalid Request", data)


def _answer(number: int | str | None, code: int, message: str, data: str) -> JSONRPCError:
    error = ErrorData(code=code, message=message, data=data)
    return JSONRPCError(jsonrpc="2.0", id=number, error=error)

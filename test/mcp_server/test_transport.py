"""Lines that are not messages of JSON-RPC are answered with errors."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the server of coding agents needs the extra mcp")

from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from ttmlir_py.mcp_server.transport import Messages

PING = '{"jsonrpc": "2.0", "id": 9, "method": "ping"}'
WRONG = {
    '{"jsonrpc"': (-32700, None, "EOF while parsing"),
    "[" + PING + "]": (-32600, None, "found a batch"),
    "42": (-32600, None, "should be an object"),
    '{"jsonrpc": "2.0", "id": 7}': (-32600, None, "method: Field required"),
    '{"jsonrpc": "1.0", "id": 8, "method": "ping"}': (-32600, 8, "jsonrpc: "),
    '{"jsonrpc": "2.0", "id": "a", "method": "ping", "params": [1]}': (-32600, "a", "params: "),
    '{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}': (-32600, None, "id: "),
}
SILENT = ["", '{"jsonrpc": "2.0", "method": "notifications/initialized"}']


class Lines:
    """A stream of lines as the SDK passes them on: messages, or the error of a line."""

    def __init__(self, lines: list[str]):
        self._lines = iter(lines)

    async def receive(self) -> Any:
        try:
            return SessionMessage(jsonrpc_message_adapter.validate_json(next(self._lines)))
        except ValueError as error:
            return error


class Sent(list[Any]):
    async def send(self, item: Any) -> None:
        self.append(item.message)


@pytest.mark.parametrize("line", WRONG)
def test_line_that_is_not_a_message_is_answered_with_an_error(line: str):
    sent = Sent()
    found: Any = asyncio.run(Messages(Lines([line, PING]), sent).receive())
    assert found.message.id == 9
    code, number, words = WRONG[line]
    assert [(each.error.code, each.id) for each in sent] == [(code, number)]
    assert words in sent[0].error.data


def test_empty_line_and_notification_get_no_answer():
    sent, messages = Sent(), Lines([*SILENT, PING])
    found: Any = asyncio.run(Messages(messages, sent).receive())
    assert found.message.method == "notifications/initialized"
    assert sent == []

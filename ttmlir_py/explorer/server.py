"""The server: Model Explorer's routes with upstream's answers, the page, and access rules.

- It answers only requests whose `Host` header has a host name that it was started with, and its
  port. With another `Host` header, pages of other sites could reach a local server.
- A browser must state that a request comes from the server's own pages. Changes require POST with
  JSON.
- Off loopback, every request needs a token, which is in the printed URL and then in a cookie.
- Bodies are limited to `BODY_LIMIT` bytes, and slow clients are disconnected.
- Pages load nothing from elsewhere, and no other page can frame them.
"""

import asyncio
import ipaddress
import json
import secrets
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders, UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ttmlir_py.explorer.commands import EXTENSION, EXTENSION_ID, CommandError, Commands

BODY_LIMIT = 64 << 20
"""Largest size of a request's body, in bytes."""
BODY_SECONDS, HEADER_SECONDS = 60.0, 10.0
"""Time limits in seconds for sending a body, and for sending the head of a request."""
DEFAULT_PORT, PORTS = 8080, 20
"""The default port, and the number of ports that are tried if it is in use."""
HEARTBEAT_SECONDS = 1.0
_COOKIE = "tt_explorer_token"
_PAGE = Path(__file__).parent / "page"
_CONTENT_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
_SAFE_METHODS = ("GET", "HEAD")
_EXTENSION_IDS = (EXTENSION_ID, "builtin_mlir")
"""Names of the extension at clients: upstream's explorer, and TT-NN visualizer."""
_KEYS = ("cmdId", "extensionId", "modelPath", "settings", "deleteAfterConversion")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src "
    "'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_NO_PAGE = (
    "The page is not in this installation. Requests of the protocol are answered: see "
    "docs/explorer.md.\n"
)


@dataclass(frozen=True, slots=True)
class Access:
    """The access rules: the server's host names and port, another allowed origin, and the token.

    The token is empty for a server on loopback.
    """

    host: str = "localhost"
    port: int = DEFAULT_PORT
    cors: str = ""
    token: str = ""

    @property
    def url(self) -> str:
        """Return the URL to open in a browser."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def knows_host(self, given: str) -> bool:
        """Whether the `Host` header of a request names this server.

        A server on all interfaces accepts any of its addresses.
        """
        name, colon, port = given.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = given, "80"
        if port != str(self.port):
            return False
        name = name.lower()
        own = {"localhost", "127.0.0.1", "[::1]", self.host.lower(), f"[{self.host.lower()}]"}
        if name in own:
            return True
        return self._is_wildcard and (name == socket.gethostname().lower() or _is_address(name))

    @property
    def _is_wildcard(self) -> bool:
        return self.host in ("0.0.0.0", "::")

    def knows_origin(self, origin: str) -> bool:
        """Whether a page comes from this server, or from the other allowed origin."""
        scheme, _, host = origin.partition("://")
        return (scheme == "http" and self.knows_host(host)) or bool(
            self.cors and origin == self.cors
        )


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a host is reachable from this machine only."""
    if host == "localhost":
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


@dataclass(frozen=True, slots=True)
class Guard:
    """Middleware that rejects requests, limits bodies, and adds headers to answers."""

    app: ASGIApp
    access: Access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(Request(scope), headers)

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self.app if refusal is None else refusal
        await app(scope, _limited(receive), add_headers)

    def _refusal(self, request: Request, headers: Headers) -> Response | None:
        """Return the answer to a request that is rejected, or None for an accepted one."""
        if not self.access.knows_host(headers.get("host", "")):
            return PlainTextResponse("Invalid host header", 403)
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        if origin is not None and not self.access.knows_origin(origin):
            return PlainTextResponse("Requests of other origins are not answered", 403)
        if site not in ("same-origin", "none") and not (origin and origin == self.access.cors):
            return PlainTextResponse("Requests of other sites are not answered", 403)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15 or int(length) > BODY_LIMIT:
            return PlainTextResponse(f"A request has at most {BODY_LIMIT} bytes", 413)
        return self._token_refusal(request)

    def _token_refusal(self, request: Request) -> Response | None:
        token = self.access.token
        if not token or secrets.compare_digest(
            request.cookies.get(_COOKIE, "").encode(), token.encode()
        ):
            return None
        given = request.query_params.get("token", "")
        if not secrets.compare_digest(given.encode(), token.encode()):
            return PlainTextResponse("The URL that was printed has a token, which is needed", 403)
        if request.method != "GET" or request.url.path != "/":
            return None
        answer = RedirectResponse("/", 303)
        answer.set_cookie(_COOKIE, token, httponly=True, samesite="strict")
        return answer


def _limited(receive: Receive) -> Receive:
    """Return a `receive` function that limits the size of the body and the time to send it."""
    loop = asyncio.get_running_loop()
    end, size = loop.time() + BODY_SECONDS, 0
    is_complete = False

    async def read() -> Message:
        nonlocal size, is_complete
        if is_complete:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(end - loop.time(), 0))
        except TimeoutError:
            raise HTTPException(408, "The request took too long") from None
        size += len(message.get("body", b""))
        is_complete = not message.get("more_body", False)
        if size > BODY_LIMIT:
            raise HTTPException(413, f"A request has at most {BODY_LIMIT} bytes")
        return message

    return read


@dataclass
class Routes:
    """The routes of the server."""

    commands: Commands
    listeners: set[asyncio.Queue[str]] = field(default_factory=set[asyncio.Queue[str]])

    def routes(self) -> Sequence[Route]:
        """Return the table of routes."""
        post, get = ["POST"], ["GET"]
        return [
            Route("/apipost/v1/send_command", self.send_command, methods=post),
            Route("/api/v1/send_command", self.refuse_get, methods=["GET", "POST"]),
            Route("/apipost/v1/upload", self.upload, methods=post),
            Route("/apipost/v1/update_config", self.refresh, methods=post),
            Route("/apipost/v1/refresh_page", self.refresh, methods=post),
            Route("/apistream/server_director", self.directives, methods=get),
            Route("/api/v1/get_extensions", self.extensions, methods=get),
            Route("/api/v1/check_new_version", self.version, methods=get),
            Route("/api/v1/load_graphs_json", self.load_graphs, methods=get),
            Route("/api/v1/load_node_data", self.load_node_data, methods=get),
            Route("/api/v1/read_text_file", self.read_text_file, methods=get),
            Route("/api/v1/notify_user_provided_model_path", self.opened, methods=get),
            Route("/check_health", self.check_health, methods=get),
            Route("/", self.page, methods=get),
            Route("/{name}", self.page, methods=get),
        ]

    async def send_command(self, request: Request) -> Response:
        """Run a command of the extension.

        If the command fails, the answer contains the error, as upstream's server does it.
        """
        given = await _json(request)
        missing = [key for key in _KEYS if key not in given]
        if missing:
            return JSONResponse({"error": f"KeyError: '{missing[0]}'"})
        if given["extensionId"] not in _EXTENSION_IDS or not isinstance(given["cmdId"], str):
            return JSONResponse(
                {"error": f"ValueError: there is no extension {given['extensionId']!r}"}
            )
        settings: Any = given["settings"]
        if not isinstance(settings, dict):
            return JSONResponse({"error": "ValueError: settings are an object"})
        return await run_in_threadpool(self._answer, given, cast("dict[str, Any]", settings))

    def _answer(self, given: dict[str, Any], settings: dict[str, Any]) -> Response:
        path: Any = given["modelPath"]
        try:
            return JSONResponse(self.commands.run(given["cmdId"], path, settings))
        except CommandError as error:
            said: dict[str, Any] = {"error": str(error)}
            if error.diagnostics:
                said["diagnostics"] = error.diagnostics
            return JSONResponse(said)
        finally:
            if given["deleteAfterConversion"] is True:
                with suppress(ValueError):
                    self.commands.forget(self.commands.files.resolve(path))

    async def refuse_get(self, request: Request) -> Response:
        """Reject GET requests for commands.

        Commands change state, which links and images must not be able to do.
        """
        return PlainTextResponse("Use POST /apipost/v1/send_command", 405, {"Allow": "POST"})

    async def upload(self, request: Request) -> Response:
        """Store an uploaded model, and return its path."""
        if request.headers.get("content-type", "").partition(";")[0] != "multipart/form-data":
            raise HTTPException(415, "expected multipart/form-data")
        async with request.form(max_files=1, max_fields=4) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise HTTPException(400, "expected a file, called 'file'")
            data = await file.read()
            try:
                path = self.commands.files.upload(file.filename or "", data)
            except (ValueError, OSError) as error:
                return JSONResponse({"error": f"{type(error).__name__}: {error}"})
        return JSONResponse({"path": str(path)})

    async def refresh(self, request: Request) -> Response:
        """Make open pages reload."""
        await _json(request)
        self.refresh_pages()
        return PlainTextResponse("")

    def refresh_pages(self) -> None:
        """Make all pages that listen for directives reload."""
        for queue in self.listeners:
            queue.put_nowait(json.dumps({"name": "refreshPage", "url": ""}))

    async def directives(self, request: Request) -> Response:
        """Stream directives to a page."""
        return StreamingResponse(self.listen(), media_type="text/event-stream")

    async def listen(self) -> AsyncGenerator[str]:
        """Yield server-sent events: directives as they occur, and heartbeats."""
        queue = asyncio.Queue[str]()
        self.listeners.add(queue)
        try:
            while True:
                try:
                    yield f"data: {await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)}\n\n"
                except TimeoutError:
                    yield ": heartbeat\n\n"
        finally:
            self.listeners.discard(queue)

    async def extensions(self, request: Request) -> Response:
        """Return the extensions that can open files."""
        builtin = {
            "id": "builtin_json",
            "name": "JSON adapter",
            "description": "Graphs in Model Explorer's JSON.",
            "fileExts": ["json"],
            "type": "adapter",
        }
        return JSONResponse([EXTENSION, builtin])

    async def version(self, request: Request) -> Response:
        """Report that there is no newer version, without contacting another server."""
        names = ("version", "runningVersion", "releaseUrl", "desktopAppUrl")
        return JSONResponse(dict.fromkeys(names, ""))

    async def opened(self, request: Request) -> Response:
        """Accept the report of a page about opened files. Only servers that watch files for changes
        need it.
        """
        return JSONResponse({"status": "ok"})

    async def load_graphs(self, request: Request) -> Response:
        """Return the graphs of a model that was given at the start of the server."""
        path = self._given(request, "graph_index")
        if path is None:
            return JSONResponse({})
        command = {"cmdId": "convert", "modelPath": path, "deleteAfterConversion": False}
        return await run_in_threadpool(self._answer, command, {})

    async def load_node_data(self, request: Request) -> Response:
        """Return the estimates of a model that was given at the start of the server."""
        path = self._given(request, "node_data_index")
        if path is None:
            return JSONResponse({})
        command = {"cmdId": "export", "modelPath": path, "deleteAfterConversion": False}
        answer = await run_in_threadpool(self._answer, command, {"format": "node-data"})
        said = json.loads(bytes(answer.body))
        return JSONResponse({"content": said["graphs"][0]["text"]} if "graphs" in said else said)

    def _given(self, request: Request, key: str) -> str | None:
        index = request.query_params.get(key, "")
        known = self.commands.given
        is_number = index.isascii() and index.isdecimal() and len(index) < 6
        return known[int(index)] if is_number and int(index) < len(known) else None

    async def read_text_file(self, request: Request) -> Response:
        """Return the text of a model that may be opened."""
        try:
            path = self.commands.files.resolve(request.query_params.get("path"))
            text = await run_in_threadpool(path.read_text, "utf-8", "replace")
        except (ValueError, OSError) as error:
            return JSONResponse({"error": str(error)})
        return JSONResponse({"content": text})

    async def check_health(self, request: Request) -> Response:
        """Report that the server is running."""
        return PlainTextResponse("model_explorer_ok")

    async def page(self, request: Request) -> Response:
        """Return a file of the page."""
        name = request.path_params.get("name", "index.html")
        files = {each.name: each for each in _PAGE.glob("*.*")} if _PAGE.is_dir() else {}
        path = files.get(name)
        if path is None or path.suffix not in _CONTENT_TYPES:
            return PlainTextResponse(_NO_PAGE if name == "index.html" else "Not Found\n", 404)
        return Response(path.read_bytes(), media_type=_CONTENT_TYPES[path.suffix])


async def _json(request: Request) -> dict[str, Any]:
    """Return the JSON object in the body of a request. Raises HTTPException for other bodies.

    Pages from elsewhere cannot send JSON without permission.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "expected application/json")
    try:
        given: Any = await request.json()
        if b"\\ud" in (await request.body()).lower():  # Half a surrogate pair cannot be answered.
            json.dumps(given, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not valid JSON") from None
    if not isinstance(given, dict):
        raise HTTPException(400, "the body is not a JSON object")
    return cast("dict[str, Any]", given)


def application(commands: Commands, access: Access) -> Starlette:
    """Return the ASGI application of the server."""
    middleware = [Middleware(Guard, access=access)]
    if access.cors:
        headers = ["Content-Type"]
        cors = Middleware(CORSMiddleware, allow_origins=[access.cors], allow_headers=headers)
        middleware.append(cors)
    return Starlette(routes=Routes(commands).routes(), middleware=middleware)


class ImpatientProtocol(H11Protocol):
    """A protocol that closes connections whose request does not begin in time.

    uvicorn would wait forever.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, transport: asyncio.Transport
    ) -> None:
        """Start waiting for a request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Process data of a request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._rest()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Run the timer while the head of a request is incomplete, and stop it afterwards."""
        if self.conn.their_state is not h11.IDLE:
            self._rest()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to a port. Raises OSError.

    If the default port is in use, the next free one is taken.
    """
    ports = range(port, port + PORTS) if port == DEFAULT_PORT else [port]
    failure: OSError | None = None
    for each in ports:
        family, *_, address = socket.getaddrinfo(host, each, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(address)
            found.listen(128)
        except OSError as error:
            found.close()
            failure = failure or error
            continue
        return found
    assert failure is not None
    raise failure


def serve(commands: Commands, access: Access, listening: socket.socket) -> None:
    """Serve requests until the process is interrupted."""
    config = uvicorn.Config(
        application(commands, access),
        http=ImpatientProtocol,
        log_level="warning",
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        commands.close()

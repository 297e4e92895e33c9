"""Lets a client that insists on a new version of Docker's API talk to an older engine.

    tests/containers/python/door.py ENGINE_SOCKET DOOR_SOCKET

The testcontainers crate asks for the newest version only, which an engine of a
distribution refuses. What it uses has been the same for years, so the door
puts the engine's own version into every path that names a newer one.
"""

import asyncio
import http.client
import json
import re
import socket
import sys

HEAD_BYTES_MAX = 1 << 20


async def pump(source, sink):
    """Copies everything until the source ends."""
    try:
        while chunk := await source.read(1 << 16):
            sink.write(chunk)
            await sink.drain()
        sink.write_eof()
    except (ConnectionError, OSError):
        sink.close()


def version_of(engine_path):
    """The newest version that the engine speaks."""
    connection = http.client.HTTPConnection("engine", timeout=10)
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(engine_path)
    connection.request("GET", "/version")
    return json.load(connection.getresponse())["ApiVersion"]


def translated(head, version):
    """The head of a request in a version that the engine speaks, and for one answer only."""

    def older(found):
        def number(text):
            return tuple(int(part) for part in text.split("."))

        asked = found.group(2).decode()
        known = min(asked, version, key=number)
        return found.group(1) + b" /v" + known.encode() + b"/"

    head = re.sub(rb"^(\w+) /v(\d+\.\d+)/", older, head)
    if re.search(rb"\r\nupgrade:", head, re.IGNORECASE):
        return head
    return head[:-2] + b"Connection: close\r\n\r\n"


async def pass_through(engine_path, version, client_in, client_out):
    """One request and its answer; the connection ends with it, so that the next has a head too."""
    try:
        head = await client_in.readuntil(b"\r\n\r\n")
        engine_in, engine_out = await asyncio.open_unix_connection(engine_path)
    except (asyncio.IncompleteReadError, ConnectionError, OSError):
        client_out.close()
        return
    engine_out.write(translated(head, version))
    upward = asyncio.create_task(pump(client_in, engine_out))
    await pump(engine_in, client_out)
    upward.cancel()
    client_out.close()
    engine_out.close()


async def main(engine_path, door_path):
    """Serves until it is killed."""
    version = version_of(engine_path)

    async def serve(client_in, client_out):
        await pass_through(engine_path, version, client_in, client_out)

    server = await asyncio.start_unix_server(serve, door_path, limit=HEAD_BYTES_MAX)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))

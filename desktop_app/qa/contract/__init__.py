"""The kit for authors of a service: what the contract suite runs an adapter in.

    @asynccontextmanager
    async def my_world() -> AsyncIterator[World]:
        async with MyServer() as server:
            yield World(MyService(server), MyService(server, "bad token"), server.stored)

The suite itself is `tests/contract`: it checks in each world that the adapter keeps its promises.
"""

from desktop_app.qa.contract.world import Gate, Report, Subject, World, a_signal

__all__ = ["Gate", "Report", "Subject", "World", "a_signal"]

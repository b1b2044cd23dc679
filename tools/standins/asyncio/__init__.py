"""Stands in for asyncio: the runtime imports it when it starts, and the engine never waits."""

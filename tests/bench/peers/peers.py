"""Runs one peer's own request function against the truth server and prints what it measured.

    peers.py PEER '{"url", "streams", "requests", "tokens", "warm", "pad"}'

Start-up imports that are not on the measured path (tokenizers, data sets) are stubs.
"""

import asyncio
import json
import sys
import time
import types
from unittest import mock


class Nothing:
    """Any option that is not set."""

    def __getattr__(self, name):
        return None


async def aiohttp_min():
    """The least that a client of aiohttp can do: a control, nobody's product."""
    import aiohttp

    session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    async def request(url, prompt, tokens):
        body = {
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        start = time.perf_counter()
        first = end = start
        stamps = []
        rest = b""
        async with session.post(url + "/v1/chat/completions", json=body) as response:
            async for piece in response.content.iter_any():
                at = time.perf_counter()
                *events, rest = (rest + piece).split(b"\n\n")
                for event in events:
                    if event == b"data: [DONE]":
                        continue
                    choices = json.loads(event[6:])["choices"]
                    if choices and choices[0]["delta"].get("content"):
                        stamps.append(at)
                    elif choices and choices[0]["finish_reason"]:
                        end = at
        first = stamps[0]
        gaps = [b - a for a, b in zip(stamps, stamps[1:])]
        return first - start, end - start, len(stamps), gaps

    return request, session.close


async def llama_benchy():
    import aiohttp
    from llama_benchy.client import LLMClient

    session = aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=3600),
        connector=aiohttp.TCPConnector(limit=0, force_close=False, keepalive_timeout=600),
        trust_env=True,
    )

    async def request(url, prompt, tokens):
        client = LLMClient(url + "/v1", "none", "truth")
        result = await client.run_generation(session, "", prompt, tokens, True)
        assert result.error is None and result.total_tokens == tokens, result
        # its token times are interpolated from the usage: no gaps to look at
        first, end = result.first_token_ts - result.start_ts, result.end_ts - result.start_ts
        return first, end, result.total_tokens, None

    return request, session.close


async def sglang():
    from importlib.util import find_spec

    package = types.ModuleType("sglang")
    package.__path__ = list(find_spec("sglang").submodule_search_locations)
    sys.modules["sglang"] = package
    for name in (
        "transformers",
        "sglang.benchmark.datasets",
        "sglang.benchmark.datasets.mooncake",
        "sglang.benchmark.goodput",
        "sglang.benchmark.utils",
        "sglang.srt",
        "sglang.srt.disaggregation",
        "sglang.srt.disaggregation.utils",
        "sglang.srt.utils",
        "sglang.srt.utils.network",
    ):
        sys.modules[name] = mock.MagicMock()
    from sglang.benchmark import serving

    serving.remove_prefix = lambda text, prefix: text.removeprefix(prefix)
    serving.args = Nothing()

    async def request(url, prompt, tokens):
        output = await serving.async_request_openai_chat_completions(
            serving.RequestFuncInput(
                prompt=prompt,
                api_url=url + "/v1/chat/completions",
                prompt_len=2048,
                output_len=tokens,
                model="truth",
                lora_name="",
                image_data=None,
                extra_request_body={},
            )
        )
        assert output.success, output.error
        return output.ttft, output.latency, len(output.itl) + 1, output.itl

    async def close():
        pass

    return request, close


peers = {"aiohttp-min": aiohttp_min, "llama-benchy": llama_benchy, "sglang": sglang}


async def run(peer, order):
    request, close = await peers[peer]()
    url, tokens, pad = order["url"], order["tokens"], "x" * order["pad"]
    await asyncio.gather(
        *(request(url, f"rid={10**6 + i} {pad}", 8) for i in range(order["warm"]))
    )
    waiting = list(range(1, order["requests"] + 1))
    measured = []

    async def worker():
        while waiting:
            rid = waiting.pop(0)
            ttft, end, events, gaps = await request(url, f"rid={rid} {pad}", tokens)
            closed = None if gaps is None else sum(gap < 50e-6 for gap in gaps)
            count = None if gaps is None else len(gaps)
            measured.append([rid, ttft * 1e9, end * 1e9, events, closed, count])

    from_cpu, from_wall = time.process_time(), time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(order["streams"])))
    cpu, wall = time.process_time() - from_cpu, time.perf_counter() - from_wall
    await close()
    print("RESULT " + json.dumps({"cpuSeconds": cpu, "wallSeconds": wall, "requests": measured}))


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], json.loads(sys.argv[2])))

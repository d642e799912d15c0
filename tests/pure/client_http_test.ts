import assert from "node:assert/strict";
import { ExchangeFailure } from "../../lib/run/client/exchange_failure.ts";
import { httpLimits, HttpResponse } from "../../lib/run/client/http_response.ts";

interface Seen {
  status: number | null;
  body: string;
  endNs: number | null;
}

/** What a parser makes of text that comes in these pieces, at 1, 2, 3 …, and then the close. */
function parse(pieces: string[]): Seen {
  const seen: Seen = { status: null, body: "", endNs: null };
  const response = new HttpResponse({
    head: ({ status }) => seen.status = status,
    body: (bytes, from, to) => seen.body += new TextDecoder().decode(bytes.subarray(from, to)),
    end: (atNs) => seen.endNs = atNs,
  });
  pieces.forEach((piece, at) => response.feed(new TextEncoder().encode(piece), at + 1));
  response.eof(pieces.length + 1);
  return seen;
}

function everyCut(text: string): string[][] {
  const cuts = Array.from({ length: text.length - 1 }, (_, at) => [
    text.slice(0, at + 1),
    text.slice(at + 1),
  ]);
  return [[text], [...text], ...cuts];
}

const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

Deno.test("one body in each framing, cut anywhere", () => {
  const texts = [
    `${chunked}2\r\nhe\r\n3;name="a;b"\r\nllo\r\n0\r\n\r\n`,
    `${chunked}02 \r\nhe\r\n03\r\nllo\r\n000\r\nServer-Timing: x\r\nA: b\r\n\r\n`,
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.0 200\r\n\r\nhello",
    "HTTP/1.1 200 \r\ncontent-type:text/plain\r\n\r\nhello",
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${chunked}5\r\nhello\r\n0\r\n\r\n`,
    `${chunked}5\r\nhello\r\n0\r\n\r\nHTTP/1.1 200 a second answer\r\n\r\n`,
  ];
  for (const text of texts) {
    for (const pieces of everyCut(text)) {
      const { status, body, endNs } = parse(pieces);
      assert.deepEqual({ status, body }, { status: 200, body: "hello" }, pieces.join("|"));
      assert.notEqual(endNs, null);
    }
  }
});

Deno.test("the end has the time of the read that brought it", () => {
  assert.equal(parse([`${chunked}1\r\nx`, "\r\n0\r\n", "\r\n"]).endNs, 3);
  assert.equal(parse(["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na", "b"]).endNs, 2);
  assert.equal(parse(["HTTP/1.1 204 No Content\r\n\r\n"]).endNs, 1);
  assert.equal(parse(["HTTP/1.1 200 OK\r\n\r\nab"]).endNs, 2, "up to the close");
});

Deno.test("what leaves the length in doubt, and what is no HTTP, is refused", () => {
  const heads = [
    "hello\r\n\r\n",
    "HTTP/2 200 OK\r\n\r\n",
    "HTTP/1.1 099 No\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n".repeat(httpLimits.interimResponses + 1),
    `HTTP/1.1 200 OK\r\nA: ${"b".repeat(httpLimits.headBytes)}`,
    `${chunked}\r\n`,
    `${chunked}x\r\n`,
    `${chunked}-1\r\n`,
    `${chunked}5\r\nhelloX`,
    `${chunked}5\r\nhello\n`,
    `${chunked}10000000\r\n`,
    `${chunked}1;${"x".repeat(httpLimits.chunkLineBytes)}`,
  ];
  for (const text of heads) {
    for (const pieces of [[text], [...text]]) {
      assert.throws(
        () => parse(pieces),
        (error) => error instanceof ExchangeFailure && error.code === "bad-http",
        text.slice(0, 80),
      );
    }
  }
});

Deno.test("a close before the end is a lost connection", () => {
  for (
    const text of ["", "HTTP/1.1 200 OK\r\n", `${chunked}5\r\nhel`, `${chunked}1\r\nx\r\n0\r\n`]
  ) {
    assert.throws(
      () => parse([text]),
      (error) => error instanceof ExchangeFailure && error.code === "connection-lost",
    );
  }
});

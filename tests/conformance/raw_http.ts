/** An answer as its bytes came, with its HTTP chunks kept apart. */
export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  /** The body: one piece for each HTTP chunk, or one in all. */
  chunks: string[];
  /** The last chunk of length 0 came. */
  whole: boolean;
}

/** One request on a connection of its own, read to its end. */
export async function rawRequest(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawAnswer> {
  const connection = await rawConnect(url);
  try {
    await connection.write(rawBytes(method, path, body));
    return rawAnswer(await readToEnd(connection));
  } finally {
    connection.close();
  }
}

export async function rawConnect(url: string): Promise<Deno.TcpConn> {
  const { hostname, port } = new URL(url);
  return await Deno.connect({ hostname, port: Number(port) });
}

export function rawBytes(
  method: string,
  path: string,
  body?: unknown,
  keepAlive = false,
): Uint8Array {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const content = new TextEncoder().encode(text);
  const head = `${method} ${path} HTTP/1.1\r\nHost: test\r\n` +
    (keepAlive ? "" : "Connection: close\r\n") +
    (body === undefined ? "" : `Content-Length: ${content.length}\r\n`) + "\r\n";
  return Uint8Array.from([...new TextEncoder().encode(head), ...content]);
}

/** All that comes until the server closes. */
export async function readToEnd(connection: Deno.TcpConn): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const buffer = new Uint8Array(65_536);
  for (let read; (read = await connection.read(buffer)) !== null;) {
    parts.push(buffer.slice(0, read));
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Takes apart what a server sent on one connection. */
export function rawAnswer(bytes: Uint8Array): RawAnswer {
  const latin = new TextDecoder("latin1").decode(bytes);
  const headEnd = latin.indexOf("\r\n\r\n");
  const [start, ...fields] = latin.slice(0, headEnd).split("\r\n");
  const headers = new Map(fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  }));
  const status = Number(start.split(" ")[1]);
  const utf8 = new TextDecoder();
  let at = headEnd + 4;
  if (headers.get("transfer-encoding") !== "chunked") {
    return { status, headers, chunks: [utf8.decode(bytes.subarray(at))], whole: true };
  }
  const chunks: string[] = [];
  while (at < bytes.length) {
    const lineEnd = latin.indexOf("\r\n", at);
    const length = parseInt(latin.slice(at, lineEnd), 16);
    if (length === 0) return { status, headers, chunks, whole: true };
    chunks.push(utf8.decode(bytes.subarray(lineEnd + 2, lineEnd + 2 + length)));
    at = lineEnd + 2 + length + 2;
  }
  return { status, headers, chunks, whole: false };
}

import { UserError } from "../../base/errors.ts";
import { joinBytes } from "../../base/join_bytes.ts";
import type { Target } from "./request_spec.ts";

/** What a request needs of a socket. */
export type Connection = Pick<Deno.Conn, "read" | "write" | "close">;

/**
 * Opens a TCP connection to a target, with TLS for `https`, with Nagle's delay off.
 *
 * @param options.caCerts Certificates (PEM) to trust beside the system's.
 */
export async function connect(
  target: Target,
  options: { signal?: AbortSignal; caCerts?: string[] } = {},
): Promise<Connection> {
  const url = urlOf(target);
  const secure = url.protocol === "https:";
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const connection = await Deno.connect({
    hostname,
    port: Number(url.port) || (secure ? 443 : 80),
    signal: options.signal,
  });
  connection.setNoDelay(true);
  if (!secure) return connection;
  const tls = await Deno.startTls(connection, { hostname, caCerts: options.caCerts ?? [] });
  // a server that takes the connection and then says nothing would be waited for without end
  const close = () => tls.close();
  options.signal?.addEventListener("abort", close, { once: true });
  try {
    options.signal?.throwIfAborted();
    await tls.handshake();
    return tls;
  } catch (error) {
    if (!options.signal?.aborted) tls.close();
    throw error;
  } finally {
    options.signal?.removeEventListener("abort", close);
  }
}

/**
 * The bytes of a whole request.
 *
 * @param body JSON to post; null for a GET.
 */
export function requestBytes(
  target: Target,
  path: string,
  accept: string,
  body: string | null,
): Uint8Array {
  const url = urlOf(target);
  const content = new TextEncoder().encode(body ?? "");
  const head = [
    `${body === null ? "GET" : "POST"} ${url.pathname.replace(/\/$/, "")}${path} HTTP/1.1`,
    `Host: ${url.host}`,
    `Accept: ${accept}`,
    // a compressed stream would come in blocks, late
    "Accept-Encoding: identity",
    "Connection: close",
    ...(target.apiKey === null ? [] : [`Authorization: Bearer ${checkedKey(target.apiKey)}`]),
    ...(body === null
      ? []
      : ["Content-Type: application/json", `Content-Length: ${content.length}`]),
    "",
    "",
  ].join("\r\n");
  return joinBytes([new TextEncoder().encode(head), content]);
}

function urlOf(target: Target): URL {
  const url = URL.parse(target.url);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) {
    if (url.username === "" && url.password === "" && url.search === "" && url.hash === "") {
      return url;
    }
  }
  throw new UserError("Cannot use the server's address: it must be http(s)://host:port", {
    advice: "Give a key by the environment, not in the address.",
    exitCode: 2,
  });
}

function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UserError("Cannot send the API key: it has characters that a header does not take");
}

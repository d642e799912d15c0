import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** A whole answer. */
export interface HttpAnswer {
  status: number;
  body: string;
}

/**
 * GET on a connection of its own, which is closed afterwards: it takes none of the server's few
 * threads for longer, and no proxy that the environment names comes between.
 *
 * @throws When there is no connection, no answer within `timeoutMs`, or the signal is aborted.
 */
export function httpGet(
  url: string,
  { timeoutMs, headers = {}, signal }: {
    timeoutMs: number;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  },
): Promise<HttpAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent: false,
      headers,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }, (response) => {
      const parts: Uint8Array[] = [];
      response.on("data", (part: Uint8Array) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        new Blob(parts as Uint8Array<ArrayBuffer>[]).text()
          .then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

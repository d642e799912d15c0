/**
 * A control: the least that a client in this runtime can do. It reads a socket, notes the time, and
 * parses nothing: what it costs is the runtime's and the kernel's. `bare_reads.ts ORDER` prints a line
 * `RESULT {…}`.
 */
import { drive, type Row, warmUp } from "./drive.ts";
import type { Order } from "./order.ts";

const order: Order = JSON.parse(Deno.args[0]);
const { hostname, port } = new URL(order.url);
const encoder = new TextEncoder();
const spare: Uint8Array[] = [];
/** How a body in chunks ends, and how a head does; an event ends otherwise. */
const bodyEnd = encoder.encode("\r\n0\r\n\r\n");
const headEnd = encoder.encode("\r\n\r\n");
const endsWith = (bytes: Uint8Array, length: number, end: Uint8Array) =>
  end.every((byte, at) => bytes[length - end.length + at] === byte);

async function once(rid: number, tokens: number): Promise<Row> {
  const prompt = [rid, ...Array(Math.ceil(order.pad / 4)).fill(1000)];
  const body = JSON.stringify({ prompt, n_predict: tokens, stream: true });
  const head = `POST /completion HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const connection = await Deno.connect({ hostname, port: Number(port) });
  connection.setNoDelay(true);
  const buffer = spare.pop() ?? new Uint8Array(65_536);
  const sentMs = performance.now();
  await connection.write(encoder.encode(head + body));
  let firstMs = 0;
  let lastMs = 0;
  for (;;) {
    const length = await connection.read(buffer);
    if (length === null) break;
    lastMs = performance.now();
    const whole = endsWith(buffer, length, bodyEnd);
    if (firstMs === 0 && (whole || !endsWith(buffer, length, headEnd))) firstMs = lastMs;
    if (whole) break;
  }
  spare.push(buffer);
  connection.close();
  return [rid, (firstMs - sentMs) * 1e6, (lastMs - sentMs) * 1e6, tokens, null, null];
}

await warmUp(order, once);
await drive(order, once);

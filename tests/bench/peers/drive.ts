import process from "node:process";
import type { Measured, Order } from "./order.ts";

/** What one request gave, in the shape of {@linkcode Measured}. */
export type Row = Measured["requests"][number];

/** The unmeasured requests beforehand, all at once; their rids lie above all others. */
export async function warmUp(
  order: Order,
  once: (rid: number, tokens: number) => Promise<unknown>,
): Promise<void> {
  await Promise.all(Array.from({ length: order.warm }, (_, at) => once(10 ** 6 + at, 8)));
}

/** Keeps as many requests open as the order has streams until all are done; prints `RESULT {…}`. */
export async function drive(
  order: Order,
  once: (rid: number, tokens: number) => Promise<Row>,
): Promise<void> {
  const waiting = Array.from({ length: order.requests }, (_, at) => at + 1).reverse();
  const requests: Row[] = [];
  const worker = async () => {
    for (let rid; (rid = waiting.pop()) !== undefined;) {
      requests.push(await once(rid, order.tokens));
    }
  };
  const fromCpu = process.cpuUsage();
  const fromMs = performance.now();
  await Promise.all(Array.from({ length: order.streams }, worker));
  const cpu = process.cpuUsage(fromCpu);
  const measured: Measured = {
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    wallSeconds: (performance.now() - fromMs) / 1e3,
    requests,
  };
  console.log(`RESULT ${JSON.stringify(measured)}`);
}

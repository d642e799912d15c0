import { UserError } from "../base/errors.ts";
import type { SimulatedServer } from "./server.ts";

/** A simulated server on a socket. */
export interface Listening {
  port: number;
  /** Takes no more connections; those that are open break. */
  close(): void;
}

/**
 * Answers on a port of 127.0.0.1.
 *
 * @param port 0 is any free one.
 * @throws {UserError} When the port is taken.
 */
export function listen(server: SimulatedServer, port: number): Listening {
  let listener: Deno.TcpListener;
  try {
    listener = Deno.listen({ hostname: "127.0.0.1", port });
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new UserError(`Cannot simulate: port ${port} of 127.0.0.1 is taken.`, {
      advice: "Leave the port to be chosen.",
    });
  }
  const open = new Set<Deno.TcpConn>();
  const accept = async () => {
    for await (const connection of listener) {
      connection.setNoDelay(true);
      open.add(connection);
      server.serve(connection).finally(() => open.delete(connection));
    }
  };
  const accepting = accept().catch((error) => {
    if (!(error instanceof Deno.errors.BadResource)) throw error; // closed
  });
  return {
    port: listener.addr.port,
    close: () => {
      listener.close();
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // closed before
        }
      }
      accepting.catch(() => {});
    },
  };
}

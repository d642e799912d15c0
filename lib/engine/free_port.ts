/**
 * A TCP port of 127.0.0.1 that nobody listens on at the moment of the call: the given one, or any.
 * Null when the given one is taken.
 */
export function freePort(port = 0): number | null {
  try {
    using listener = Deno.listen({ hostname: "127.0.0.1", port });
    return listener.addr.port;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return null;
    throw error;
  }
}

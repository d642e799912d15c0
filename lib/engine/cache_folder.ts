import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where engines and the tiny model are kept between runs: `corebook` in `XDG_CACHE_HOME`, or in
 * `~/.cache`. Nothing in it is worth keeping; it may be deleted at any time.
 */
export function cacheFolder(): string {
  const base = Deno.env.get("XDG_CACHE_HOME");
  // the XDG rules say that a relative path is to be ignored
  return join(base?.startsWith("/") ? base : join(homedir(), ".cache"), "corebook");
}

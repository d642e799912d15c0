import { messageOf } from "../../base/errors.ts";
import type { TransportError } from "../../record/response.ts";

/** Why an exchange failed, with the reason's code in the record. */
export class ExchangeFailure extends Error {
  override name = "ExchangeFailure";

  constructor(readonly code: TransportError, message: string) {
    super(message);
  }
}

/** The failure that an error thrown by a socket stands for. */
export function socketFailure(thrown: unknown, doing: "connect" | "exchange"): ExchangeFailure {
  if (thrown instanceof ExchangeFailure) return thrown;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : null;
  const message = messageOf(thrown);
  if (code === "EMFILE" || code === "ENFILE") return new ExchangeFailure("too-many-files", message);
  if (doing === "connect") return new ExchangeFailure("connect-failed", message);
  const reset = thrown instanceof Deno.errors.ConnectionReset ||
    thrown instanceof Deno.errors.ConnectionAborted || thrown instanceof Deno.errors.BrokenPipe;
  return new ExchangeFailure(reset ? "connection-reset" : "connection-lost", message);
}

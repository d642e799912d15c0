/** What a client under test is to do. */
export interface Order {
  url: string;
  streams: number;
  requests: number;
  tokens: number;
  /** Unmeasured requests beforehand, all at once. */
  warm: number;
  /** Characters of the prompt beside its number; for token prompts, a quarter as many tokens. */
  pad: number;
}

/** What it measured: its own durations, in nanoseconds. */
export interface Measured {
  cpuSeconds: number;
  wallSeconds: number;
  /** rid, time to first token, response time, events with tokens, gaps under 50 us, gaps. */
  requests: [number, number, number, number, number | null, number | null][];
}

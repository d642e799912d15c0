/**
 * Turns stamps of local time, `2026/11/30 09:31:05.123`, into times in milliseconds since
 * 1970-01-01 UTC. In the hour that comes twice the order of the stamps decides: each one takes the
 * first of its times that is not before the last.
 *
 * @param timeZone IANA name of the zone; null takes each stamp as if it were UTC, so that only
 * differences mean something, and those not across a change of the clock.
 * @returns One function for a file: null for what is no such stamp, or names a time that its zone
 * skips. A date like `04-03-2021` is none: nothing says which part is the day.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { localStamps } from "./local_stamps.ts";
 *
 * const read = localStamps("Europe/Warsaw");
 * const utc = (stamp: string) => new Date(read(stamp)!).toISOString();
 * assert.equal(utc("2026/10/25 02:59:59.000"), "2026-10-25T00:59:59.000Z"); // summer time
 * assert.equal(utc("2026/10/25 02:00:00.000"), "2026-10-25T01:00:00.000Z"); // a second later
 * assert.equal(read("04-03-2021 13:32:39"), null);
 * ```
 */
export function localStamps(timeZone: string | null): (stamp: string) => number | null {
  const offset = timeZone === null ? () => 0 : offsets(timeZone);
  let last = -Infinity;
  return (stamp) => {
    const local = asUtc(stamp);
    if (local === null) return null;
    const day = 24 * 3600e3;
    const times = [...new Set([local - day, local + day].map((near) => local - offset(near)))]
      .filter((time) => time + offset(time) === local).sort((a, b) => a - b);
    if (times.length === 0) return null;
    const time = times.find((each) => each >= last) ?? times.at(-1)!;
    last = time;
    return time;
  };
}

function asUtc(stamp: string): number | null {
  const found = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d(?:\.\d{1,6})?)$/.exec(stamp);
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute) + second * 1000;
}

/** How far local time is ahead of UTC at a time, in milliseconds. */
function offsets(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (time) => {
    const parts = format.formatToParts(time);
    const part = (type: string) => Number(parts.find((each) => each.type === type)!.value);
    const local = Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
    return local - Math.floor(time / 1000) * 1000;
  };
}

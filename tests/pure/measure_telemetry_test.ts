import assert from "node:assert/strict";
import { telemetrySamples } from "../../lib/measure/read_telemetry.ts";
import { emptyReading, type TelemetryLine } from "../../lib/record/telemetry.ts";

const at = (
  seconds: number,
  ...devices: Partial<ReturnType<typeof emptyReading>>[]
): TelemetryLine => ({
  kind: "sample",
  atNs: seconds * 1e9,
  wallMs: seconds * 1e3,
  toolTime: null,
  devices: devices.map((reading, index) => ({ ...emptyReading(`gpu${index}`), ...reading })),
});

Deno.test("two devices: powers add up, the hotter counts, a slowdown of one is one", () => {
  assert.deepEqual(
    telemetrySamples([
      at(1, { powerWatts: 100, celsius: 60, throttle: [] }, { powerWatts: 50, celsius: 70 }),
      at(2, { powerWatts: 100, throttle: ["hw_thermal_slowdown"] }, { celsius: 71 }),
      at(3, {}, {}),
    ]),
    [
      { atNs: 1e9, powerWatts: 150, celsius: 70, slowdown: false },
      { atNs: 2e9, powerWatts: null, celsius: 71, slowdown: true },
      { atNs: 3e9, powerWatts: null, celsius: null, slowdown: null },
    ],
  );
});

Deno.test("an energy counter gives power, also over its end", () => {
  const source: TelemetryLine = {
    kind: "source",
    atNs: 0,
    wallMs: 0,
    tool: "linux-sensors",
    version: null,
    fields: [],
    devices: [{ device: "gpu0", name: "package", energyRangeMicrojoules: 100e6 }],
  };
  const samples = telemetrySamples([
    source,
    at(1, { energyMicrojoules: 80e6 }),
    at(2, { energyMicrojoules: 90e6 }),
    at(4, { energyMicrojoules: 10e6 }),
  ]);
  assert.deepEqual(samples.map(({ powerWatts }) => powerWatts), [null, 10, 10]);
});

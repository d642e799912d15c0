import assert from "node:assert/strict";
import { type FileSystem, systemFiles } from "../../lib/base/file_system.ts";
import { ArrivalLog } from "../../lib/run/client/arrival_log.ts";
import { ArrivalSpill, spilledBlockEvents } from "../../lib/run/client/arrival_spill.ts";

const events = spilledBlockEvents * 3 + 5;

/** What a log gives back of that many events, the nth after n ns and with n % 3 tokens. */
async function logged(files: FileSystem): Promise<{ spilledFiles: number }> {
  const folder = await Deno.makeTempDir();
  try {
    const spill = new ArrivalSpill({ files, folder });
    const log = new ArrivalLog(100, spill);
    for (let n = 0; n < events; n++) log.add(n, n % 3);
    await spill.settled();
    const { afterNs, tokens } = log.arrivals();
    assert.equal(afterNs.length, events);
    assert(afterNs.every((after, n) => after === n));
    assert(tokens!.every((count, n) => count === n % 3));
    const spilledFiles = [...Deno.readDirSync(folder)].length;
    return { spilledFiles };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a long log is given back from its spill, whole and in order", async () => {
  assert.deepEqual(await logged(systemFiles()), { spilledFiles: 1 });
});

Deno.test("a disk that fills up loses no arrival", async () => {
  let writes = 0;
  const full: FileSystem = {
    ...systemFiles(),
    create: async (path) => {
      const file = await systemFiles().create(path);
      return {
        ...file,
        write: async (bytes) => {
          if (++writes === 2) {
            await file.write(bytes.subarray(0, 1000));
            throw new Error("No space left on device");
          }
          await file.write(bytes);
        },
      };
    },
  };
  assert.deepEqual(await logged(full), { spilledFiles: 1 });
});

Deno.test("one event without a count makes all counts unknown, and a short log spills nothing", () => {
  const log = new ArrivalLog(1);
  for (let n = 0; n < 40; n++) log.add(n, n === 20 ? null : 1);
  const { afterNs, tokens } = log.arrivals();
  assert.deepEqual([afterNs.length, afterNs[39], tokens], [40, 39, null]);
});

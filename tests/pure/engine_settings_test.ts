import assert from "node:assert/strict";
import { attachedModelName, checkAttachedModel } from "../../lib/engine/attached_model.ts";
import { newestTriedBuild } from "../../lib/engine/engine_program.ts";
import { parseEngineVersion } from "../../lib/engine/engine_version.ts";
import type { ServerFacts } from "../../lib/engine/read_back.ts";
import { parseServerHelp } from "../../lib/engine/server_help.ts";
import { checkSettings, serverEnvironment, serverFlags } from "../../lib/engine/settings.ts";
import { settingsTable } from "../../lib/engine/settings_table.ts";
import { loadPlan } from "../../lib/plan/load.ts";

const { server: settings } = await loadPlan("core-1.1");

const newHelp = parseServerHelp(`
-fa,   --flash-attn [on|off|auto]       set Flash Attention use ('on', 'off', or 'auto')
-lm,   --load-mode MODE                 model loading mode (default: auto)
-lzm,  --lazy-mode MODE                 on-demand reading of certain tensors
-ngl,  --gpu-layers, --n-gpu-layers N   max. number of layers to store in VRAM, either an exact number,
                                        'auto', or 'all' (default: auto)
-fit,  --fit [on|off]                   whether to adjust unset arguments to fit in device memory
-lv,   --verbosity, --log-verbosity N   Set the verbosity threshold.
                                         - 3: info
                                         - 4: trace (more info)
-cram, --cache-ram N                    set the maximum cache size in MiB
-kvu,  --kv-unified, -no-kvu, --no-kv-unified
                                        use single unified KV buffer shared across all sequences
--context-shift, --no-context-shift     whether to use context shift on infinite text generation
--cache-prompt, --no-cache-prompt       whether to enable prompt caching (default: enabled)
--metrics                               enable prometheus compatible metrics endpoint
--slots, --no-slots                     expose slots monitoring endpoint (default: enabled)
`);
/** Build 9093, of May 2026: the model is mapped by a flag of its own, and no trace level. */
const mayHelp = parseServerHelp(`
-fa,   --flash-attn [on|off|auto]       set Flash Attention use ('on', 'off', or 'auto')
--mmap, --no-mmap                       whether to memory-map model. (default: enabled)
-ngl,  --gpu-layers, --n-gpu-layers N   max. number of layers to store in VRAM, either an exact number,
                                        'auto', or 'all' (default: auto)
-fit,  --fit [on|off]                   whether to adjust unset arguments to fit in device memory
-lv,   --verbosity, --log-verbosity N   Set the verbosity threshold.
                                         - 3: info
                                         - 4: debug
-cram, --cache-ram N                    set the maximum cache size in MiB
-kvu,  --kv-unified, -no-kvu, --no-kv-unified
                                        use single unified KV buffer shared across all sequences
--context-shift, --no-context-shift     whether to use context shift on infinite text generation
--cache-prompt, --no-cache-prompt       whether to enable prompt caching (default: enabled)
--metrics                               enable prometheus compatible metrics endpoint
--slots, --no-slots                     expose slots monitoring endpoint (default: enabled)
`);
/** A year earlier: no load mode, no lazy mode, no fit, no cache in RAM. */
const oldHelp = parseServerHelp(`
-fa,   --flash-attn [on|off|auto]       set Flash Attention use ('on', 'off', or 'auto')
-ngl,  --gpu-layers, --n-gpu-layers N   max. number of layers to store in VRAM (default: -1)
--no-mmap                               do not memory-map model (slower load but may reduce pageouts)
-lv,   --verbosity, --log-verbosity N   Set the verbosity threshold.
--context-shift, --no-context-shift     enables context shift on infinite text generation
--metrics                               enable prometheus compatible metrics endpoint
--slots, --no-slots                     expose slots monitoring endpoint (default: enabled)
`);

const newLog = `
0.00.1 I cmn  common_param: system_info: n_threads = 16 (n_threads_batch = 16) / 32 | CPU : AVX = 1 |
0.00.2 I load_tensors: loading model tensors, this can take a while... (load_mode = mmap)
0.00.2 I load_tensors: offloaded 37/37 layers to GPU
0.00.3 I llama_context: n_ctx                 = 34816
0.00.3 I llama_context: n_ctx_seq             = 8704
0.00.3 I llama_context: n_batch               = 2048
0.00.3 I llama_context: n_ubatch              = 512
0.00.3 I llama_context: flash_attn            = enabled
0.00.3 I llama_context: kv_unified            = false
0.00.4 I llama_kv_cache: size = 9.0 MiB ( 8704 cells, 36 layers, 4/4 seqs), K (f16): 4.5 MiB, V (f16): 4.5 MiB
0.00.5 I srv    load_model: initializing, n_slots = 4, n_ctx_slot = 8704, kv_unified = 'false'
0.00.5 I srv    load_model: prompt cache is disabled - use \`--cache-ram N\` to enable it
`;
const oldLog = newLog.replace("(load_mode = mmap)", "(mmap = true)")
  .replace("n_ctx_seq ", "n_ctx_per_seq ")
  .replace("flash_attn            = enabled", "flash_attn            = auto") +
  "llama_context: Flash Attention was auto, set to enabled\n";

const facts: ServerFacts = {
  props: { total_slots: 4, default_generation_settings: { n_ctx: 8704 } },
  slots: [0, 1, 2, 3].map((id) => ({ id, n_ctx: 8704 })),
  metrics: "",
  log: newLog,
  help: newHelp,
};
const verdicts = (told: ServerFacts, planned = settings) =>
  Object.fromEntries(checkSettings(planned, told).map((check) => [check.setting, check.verdict]));

Deno.test("CORE-1.1 in the words of a build with today's flags", () => {
  assert.equal(
    serverFlags(settings, newHelp).join(" "),
    "-np 4 -c 34816 --no-kv-unified -ngl all -t 16 -tb 16 -b 2048 -ub 512 -ctk f16 -ctv f16 " +
      "-fa on --load-mode mmap --lazy-mode off --fit off -cram 0 --no-cache-prompt " +
      "--no-context-shift --slots --metrics -lv 4",
  );
});

Deno.test("CORE-1.1 in the words of a build of May 2026", () => {
  assert.equal(
    serverFlags(settings, mayHelp).join(" "),
    "-np 4 -c 34816 --no-kv-unified -ngl all -t 16 -tb 16 -b 2048 -ub 512 -ctk f16 -ctv f16 " +
      "-fa on --mmap --fit off -cram 0 --no-cache-prompt --no-context-shift --slots --metrics",
  );
});

Deno.test("CORE-1.1 in the words of a build of a year ago", () => {
  assert.equal(
    serverFlags(settings, oldHelp).join(" "),
    "-np 4 -c 34816 -ngl 999 -t 16 -tb 16 -b 2048 -ub 512 -ctk f16 -ctv f16 -fa on " +
      "--no-context-shift --slots --metrics",
  );
  assert(serverFlags({ ...settings, mmap: false }, oldHelp).includes("--no-mmap"));
});

Deno.test("every member of a plan's server has a row, and only on a CPU threads wait passively", () => {
  const rows = new Set(settingsTable.map((row) => row.setting));
  assert.deepEqual(Object.keys(settings).filter((name) => !rows.has(name)), []);
  assert.deepEqual(serverEnvironment(settings), {});
  assert.deepEqual(serverEnvironment({ ...settings, gpuLayers: null }), {
    OMP_WAIT_POLICY: "passive",
  });
});

Deno.test("settings are read back from props, slots and the logs of new and old builds", () => {
  const { lazyLoading, contextShift, ...others } = verdicts(facts);
  assert.deepEqual([lazyLoading, contextShift], ["unverified", "unverified"]); // no build tells
  assert.deepEqual(new Set(Object.values(others)), new Set(["equal"]));
  const old = verdicts({ ...facts, log: oldLog, help: oldHelp });
  assert.deepEqual(Object.entries(old).filter(([, verdict]) => verdict !== "equal"), [
    ["contextShift", "unverified"],
  ]);
});

Deno.test("each setting that the server has otherwise is different", () => {
  const wrong: [setting: string, told: Partial<ServerFacts>][] = [
    ["slots", { props: { ...facts.props, total_slots: 2 } }],
    ["slots", { slots: facts.slots!.slice(1) }], // although /props says 4
    ["contextPerSlotTokens", { props: { default_generation_settings: { n_ctx: 4096 } } }],
    ["contextPerSlotTokens", { slots: [{ n_ctx: 8704 }, { n_ctx: 4096 }] }],
    ["kvUnified", { log: newLog.replaceAll(/(kv_unified += )'?false'?/g, "$1true") }],
    ["gpuLayers", { log: newLog.replace("37/37", "36/37") }],
    ["gpuLayers", { log: newLog.replace(/.*offloaded.*\n/, "") }], // a build without a GPU
    ["threads", { log: newLog.replace("n_threads = 16", "n_threads = 8") }],
    ["threadsBatch", { log: newLog.replace("n_threads_batch = 16", "n_threads_batch = 8") }],
    ["batch", { log: newLog.replace("= 2048", "= 512") }],
    ["ubatch", { log: newLog.replace("= 512", "= 256") }],
    ["kvCache", { log: newLog.replace(", V (f16): 4.5 MiB", "").replace("f16", "q8_0") }], // MLA
    ["kvCache", { log: newLog.replace("V (f16)", "V (q8_0)") }],
    ["flashAttention", { log: newLog.replace("= enabled", "= disabled") }],
    ["flashAttention", { log: oldLog.replace("set to enabled", "set to disabled") }],
    ["mmap", { log: newLog.replace("= mmap", "= none") }],
    ["mmap", { log: newLog.replace("= mmap", "= mmap+mlock") }],
    ["mmap", { log: oldLog.replace("mmap = true", "mmap = false") }],
    ["autoFit", { log: `common_init_: fitting params to device memory ...${newLog}` }],
    ["promptCache", { log: newLog.replace("is disabled", "is enabled") }],
  ];
  for (const [setting, told] of wrong) {
    assert.equal(verdicts({ ...facts, ...told })[setting], "different", setting);
  }
});

Deno.test("what nobody says is unverified with no source, never equal", () => {
  const silent = { props: null, slots: null, metrics: null, log: null, help: null };
  for (const check of checkSettings(settings, silent)) {
    assert.deepEqual([check.verdict, check.found, check.source], ["unverified", null, null]);
  }
});

Deno.test("versions of both forms, and what is not llama-server", () => {
  assert.deepEqual(parseEngineVersion("version: 4719 (1a2b3c4)\nbuilt with cc"), {
    release: null,
    number: 4719,
    build: "b4719-1a2b3c4",
  });
  assert.equal(parseEngineVersion("version: 0 (unknown)")?.number, null);
  assert.equal(parseEngineVersion("true (GNU coreutils) 9.1"), null);
  const tried = parseEngineVersion("version: 0.7.0 (build 11669, commit Debian)")?.number;
  assert.equal(tried, newestTriedBuild);
});

Deno.test("of several models that a running server lists, only the plan's is asked", () => {
  const planned = { id: "q8b", name: "Qwen3-8B", file: "q.gguf" };
  assert.equal(attachedModelName([], planned), null);
  assert.equal(attachedModelName(["whatever"], planned), "whatever");
  for (const name of ["q8b", "Qwen3-8B", "/srv/models/q.gguf"]) {
    assert.equal(attachedModelName(["other", name], planned), name);
  }
  assert.throws(
    () => attachedModelName(["other", "q.gguf.old"], planned),
    {
      message: /lists 2 models, and none of them is called q8b, Qwen3-8B or q\.gguf/,
      advice: /one of them: other, q\.gguf\.old/,
    },
  );

  const verdict = (props: object | null) =>
    checkAttachedModel(props as Parameters<typeof checkAttachedModel>[0], null, planned).verdict;
  assert.equal(verdict(null), "unverified");
  assert.equal(verdict({ model_path: "q-00001-of-00002.gguf" }), "equal");
  assert.equal(checkAttachedModel(null, "qwen/Qwen3-8B", planned).verdict, "equal");
  const other = checkAttachedModel(null, "/srv/other", planned);
  assert.deepEqual([other.verdict, other.found], ["unverified", "other"]);
  assert.deepEqual(checkAttachedModel({ model_path: "/srv/r.gguf" }, "q8b", planned), {
    setting: "model",
    planned: "q.gguf",
    found: "r.gguf",
    source: "/props model_path",
    verdict: "different",
  });
});

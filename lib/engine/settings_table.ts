import type { ServerSettings } from "../record/plan.ts";
import type { ServerHelp } from "./server_help.ts";
import { fromHelp, fromLog, fromProps, fromSlots, type ReadBack, traceLog } from "./read_back.ts";

/** One setting of the method: what it means, how it is asked for and where it is read back. */
export interface SettingRow {
  /** Name in a plan's `server`, or of something that every run fixes. */
  setting: string;
  meaning: string;
  /** The flags in words, for the documentation; newer names first. */
  flag: string;
  /** The value that the server must show; undefined when there is nothing to hold it against. */
  planned(settings: ServerSettings): string | number | boolean | undefined;
  /** The flags for a build with this help. */
  flags(settings: ServerSettings, help: ServerHelp): string[];
  /** Empty when no build reports it. */
  readBack: ReadBack[];
}

const onOff = (value: boolean) => value ? "on" : "off";
const enabled = (word: string) => /^(1|true|enabled|on)$/.test(word);

/**
 * Every setting of the method, in one place: the server's flags, the checks before a run and the
 * table in METHOD.md all come from these rows.
 */
export const settingsTable: readonly SettingRow[] = [
  {
    setting: "slots",
    meaning: "Requests that can be answered at once; reserved also when fewer are active",
    flag: "-np N",
    planned: ({ slots }) => slots,
    flags: ({ slots }) => ["-np", `${slots}`],
    readBack: [
      fromProps("total_slots", (props) => props.total_slots),
      fromSlots("number of slots", (slots) => slots.length),
      fromLog("n_slots", /\bn_slots = (\d+)/, Number),
    ],
  },
  {
    setting: "contextPerSlotTokens",
    meaning: "Context of each slot: prompt and answer must fit",
    flag: "-c SLOTS*N",
    planned: ({ contextPerSlotTokens }) => contextPerSlotTokens,
    flags: ({ slots, contextPerSlotTokens }) => ["-c", `${slots * contextPerSlotTokens}`],
    readBack: [
      fromProps(
        "default_generation_settings.n_ctx",
        (props) => (props.default_generation_settings as { n_ctx?: number } | undefined)?.n_ctx,
      ),
      fromSlots("n_ctx", (slots) => {
        const all = [...new Set(slots.map((slot) => slot.n_ctx as number | undefined))];
        return all.length === 1 ? all[0] : all.join(", ");
      }),
      fromLog("n_ctx_seq", /\bn_ctx_(?:seq|per_seq) += (\d+)/, Number),
    ],
  },
  {
    setting: "kvUnified",
    meaning: "One context shared by all slots; off, so that each slot's context is its own",
    flag: "--no-kv-unified",
    planned: () => false,
    flags: (_, help) => help.has("--no-kv-unified") ? ["--no-kv-unified"] : [],
    readBack: [fromLog("kv_unified", /\bkv_unified += '?(\w+)/, enabled)],
  },
  {
    setting: "gpuLayers",
    meaning: "Layers of the model on the GPU",
    flag: "-ngl all (where the build does not know all: -ngl 999)",
    planned: ({ gpuLayers }) => gpuLayers ?? undefined,
    flags: ({ gpuLayers }, help) => {
      if (gpuLayers === null) return [];
      const knowsAll = help.entry("-ngl")?.includes("'all'");
      return ["-ngl", gpuLayers === "all" && !knowsAll ? "999" : `${gpuLayers}`];
    },
    readBack: [{
      source: "start-up log, offloaded layers",
      read: ({ log }, settings) => {
        const [, done, all] = log?.match(/offloaded (\d+)\/(\d+) layers to GPU/) ?? [];
        if (done === undefined) return traceLog(log) ? 0 : undefined;
        if (settings.gpuLayers !== "all") return Number(done);
        return done === all ? "all" : `${done} of ${all}`;
      },
    }],
  },
  {
    setting: "threads",
    meaning: "CPU threads while answers are generated",
    flag: "-t N",
    planned: ({ threads }) => threads,
    flags: ({ threads }) => ["-t", `${threads}`],
    readBack: [fromLog("n_threads", /system_info: n_threads = (\d+)/, Number)],
  },
  {
    setting: "threadsBatch",
    meaning: "CPU threads while prompts are processed",
    flag: "-tb N",
    planned: ({ threads, threadsBatch }) => threadsBatch ?? threads,
    flags: ({ threads, threadsBatch }) => ["-tb", `${threadsBatch ?? threads}`],
    readBack: [fromLog("n_threads_batch", /\bn_threads_batch = (\d+)/, Number)],
  },
  {
    setting: "batch",
    meaning: "Most tokens in a logical batch",
    flag: "-b N",
    planned: ({ batch }) => batch,
    flags: ({ batch }) => ["-b", `${batch}`],
    readBack: [fromLog("n_batch", /\bn_batch += (\d+)/, Number)],
  },
  {
    setting: "ubatch",
    meaning: "Most tokens in a physical batch",
    flag: "-ub N",
    planned: ({ ubatch }) => ubatch,
    flags: ({ ubatch }) => ["-ub", `${ubatch}`],
    readBack: [fromLog("n_ubatch", /\bn_ubatch += (\d+)/, Number)],
  },
  {
    setting: "kvCache",
    meaning: "Type of the numbers in the key-value cache, keys and values alike",
    flag: "-ctk TYPE -ctv TYPE",
    planned: ({ kvCache }) => kvCache,
    flags: ({ kvCache }) => ["-ctk", kvCache, "-ctv", kvCache],
    readBack: [{
      source: "start-up log, K and V",
      read: ({ log }) => {
        const named = [...log?.matchAll(/kv_cache.*: size = .*/g) ?? []]
          .flatMap(([line]) => [...line.matchAll(/\b[KV] \((\w+)\)/g)]);
        const types = [...new Set(named.map(([, type]) => type))];
        return types.length === 0 ? undefined : types.join(", ");
      },
    }],
  },
  {
    setting: "flashAttention",
    meaning: "Flash attention",
    flag: "-fa on|off",
    planned: ({ flashAttention }) => flashAttention,
    flags: ({ flashAttention }, help) =>
      help.entry("-fa")?.includes("auto") || !help.has("-fa")
        ? ["-fa", onOff(flashAttention)]
        : flashAttention
        ? ["-fa"]
        : [],
    readBack: [
      fromLog("set to", /Flash Attention was auto, set to (\w+)/, enabled),
      fromLog(
        "flash_attn",
        /\bflash_attn += (\w+)/,
        (word) => word === "auto" ? undefined : enabled(word),
      ),
    ],
  },
  {
    setting: "mmap",
    meaning: "The model file is mapped into memory, not read into it",
    flag: "--load-mode mmap|none (before July 2026: --mmap, --no-mmap)",
    planned: ({ mmap }) => mmap,
    flags: ({ mmap }, help) => {
      if (help.has("--load-mode")) return ["--load-mode", mmap ? "mmap" : "none"];
      const flag = mmap ? "--mmap" : "--no-mmap";
      return help.has(flag) ? [flag] : []; // the oldest have no flag for the default, mmap
    },
    readBack: [
      fromLog(
        "load_mode",
        /\bload_mode = ([\w+]+)/,
        (mode) => mode === "mmap" ? true : mode === "none" ? false : mode,
      ),
      fromLog("mmap", /\(mmap = (\w+)/, enabled),
    ],
  },
  {
    setting: "lazyLoading",
    meaning: "Some tensors are read from the disk only when they are needed",
    flag: "--lazy-mode on|off",
    planned: ({ lazyLoading }) => lazyLoading,
    flags: ({ lazyLoading }, help) =>
      help.has("--lazy-mode") ? ["--lazy-mode", onOff(lazyLoading)] : [],
    readBack: [fromHelp("--lazy-mode")],
  },
  {
    setting: "autoFit",
    meaning: "The server changes settings to fit the memory",
    flag: "--fit on|off",
    planned: ({ autoFit }) => autoFit,
    flags: ({ autoFit }, help) => help.has("--fit") ? ["--fit", onOff(autoFit)] : [],
    readBack: [
      fromHelp("--fit"),
      {
        source: "start-up log, fitting params",
        read: ({ log }) => traceLog(log) ? log!.includes("fitting params to") : undefined,
      },
    ],
  },
  {
    setting: "promptCache",
    meaning: "Prompts seen before are reused; each response proves it too (cache_n)",
    flag: "-cram 0 --no-cache-prompt, and cache_prompt in each request",
    planned: ({ promptCache }) => promptCache,
    flags: ({ promptCache }, help) => {
      if (promptCache) return help.has("--cache-prompt") ? ["--cache-prompt"] : [];
      return [
        ...(help.has("--cache-ram") ? ["-cram", "0"] : []),
        ...(help.has("--no-cache-prompt") ? ["--no-cache-prompt"] : []),
      ];
    },
    readBack: [fromLog("prompt cache is", /\bprompt cache is (enabled|disabled)/, enabled)],
  },
  {
    setting: "contextShift",
    meaning: "A full slot drops its oldest tokens; each response proves it too (truncated)",
    flag: "--no-context-shift",
    planned: ({ contextShift }) => contextShift,
    flags: ({ contextShift }, help) => {
      const flag = contextShift ? "--context-shift" : "--no-context-shift";
      return help.has(flag) ? [flag] : [];
    },
    readBack: [fromHelp("--no-context-shift")],
  },
  {
    setting: "endpoints",
    meaning: "The server tells its slots and counters",
    flag: "--slots --metrics",
    planned: () => undefined,
    flags: (_, help) => ["--slots", "--metrics"].filter(help.has),
    readBack: [],
  },
  {
    setting: "logLevel",
    meaning: "The start-up log says what the checks above read",
    flag: "-lv 4 (where level 4 is trace)",
    planned: () => undefined,
    flags: (_, help) => /4: trace/.test(help.entry("-lv") ?? "") ? ["-lv", "4"] : [],
    readBack: [],
  },
];

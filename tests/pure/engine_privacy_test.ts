import assert from "node:assert/strict";
import { filterPrivate } from "../../lib/record/privacy.ts";

const names = {
  users: ["jane", "root"],
  hosts: ["gpubox.lab.example", "gpubox"],
  folders: ["/home/jane", "/mnt/my models"],
};
const cases: [text: string, kept: string][] = [
  ["loading model '/home/jane/models/m.gguf'", "loading model 'm.gguf'"],
  ["loading model '/home/other one/mo dels/m.gguf'", "loading model 'm.gguf'"],
  ["from /mnt/my models/m.gguf (version 3)", "from m.gguf (version 3)"],
  ["loaded CPU backend from /opt/llama/lib/libggml.so", "loaded CPU backend from libggml.so"],
  ["path=/srv/data/m.gguf,other", "path=m.gguf,other"],
  ["KEY=/opt/jane/bin:/usr/lib", "KEY=lib"],
  ["C:\\Users\\jane\\m.gguf", "m.gguf"],
  ['open "C:\\Users\\jane doe\\m.gguf" failed', 'open "m.gguf" failed'],
  ["\\\\gpubox\\share\\m.gguf", "m.gguf"],
  ["file:///home/jane/m.gguf", "m.gguf"],
  ["/home/jane", "<folder>"],
  ["cd /home/jane && ls /home/other", "cd <folder> && ls <folder>"],
  ["~/models/m.gguf", "m.gguf"],
  ["jane@gpubox.lab.example: Jane_log on GPUBOX", "<user>@<host>: <user>_log on <host>"],
  ["listening on http://gpubox:9931/v1/models", "listening on http://<host>:9931/v1/models"],
  ["client 192.168.1.20 and 10.0.0.7:80", "client <address> and <address>:80"],
  ["Authorization: Bearer sk-123 sent", "Authorization: Bearer <key> sent"],
];

Deno.test("names of users, hosts and folders do not stay", () => {
  for (const [text, kept] of cases) assert.equal(filterPrivate(text, names), kept);
});

Deno.test("what names nobody stays as it is", () => {
  const harmless = [
    "0.00.013.914 W srv  llama_server: see https://github.com/ggml-org/llama.cpp/pull/25655",
    "10.10.100.100 I srv: listening on http://127.0.0.1:9931, all 0.0.0.0",
    "POST /v1/chat/completions 127.0.0.1 200, GET /props",
    "n_threads = 1 (n_threads_batch = 2) / 2 | CPU : 4/4 seqs, 37/37 layers, 12 tokens/s",
    "{% if m %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endif %}</s>",
    "janet and root, build b11669-Debian, text/event-stream",
  ];
  for (const text of harmless) assert.equal(filterPrivate(text, names), text);
});

Deno.test("a JSON value is filtered in all its texts and names, numbers stay", () => {
  const value = {
    model_path: "/home/jane/m.gguf",
    list: [{ n_ctx: 8704, who: "jane" }, null, true],
    "/home/jane/key": 1.5,
  };
  assert.deepEqual(filterPrivate(Object.freeze(value), names), {
    model_path: "m.gguf",
    list: [{ n_ctx: 8704, who: "<user>" }, null, true],
    key: 1.5,
  });
});

/** What a stand-in for another server was asked to generate. */
export interface Asked {
  path: string;
  body: {
    model?: string;
    prompt?: string | number[];
    messages?: { role: string; content: string }[];
    max_tokens: number;
  };
}

/** A server on 127.0.0.1 with the routes and shapes of another program than llama-server. */
export interface OtherServer extends AsyncDisposable {
  url: string;
  /** Every generation, in order. */
  asked: Asked[];
}

export interface OtherServerOptions {
  /** Tokens that its counts are off by. */
  miscount?: number;
  /** Fails an answer of more than one token with status 500, by its number from 0. */
  fails?: (answer: number) => boolean;
}

const notFound = () => new Response("404 page not found", { status: 404 });

/**
 * vLLM: a tokenizer of its own shape, token ids as prompt, counts in `usage`; nothing of a cache. A
 * word is a token, and a chat's template adds four.
 */
export function vllmLike(options: OtherServerOptions = {}): OtherServer {
  const idsOf = (text: string) => text.split(/\s+/).filter(Boolean).map((word) => word.length);
  return serve(options, ["Qwen/Qwen3-8B"], "vllm", {
    "/health": () => new Response(""),
    "/version": () => Response.json({ version: "0.11.0" }),
    "/metrics": () => new Response("vllm:prompt_tokens_total 4096.0\n"),
    "/tokenize": ({ prompt, messages, add_special_tokens }) => {
      if (prompt === undefined && messages === undefined) {
        return Response.json({ object: "error", message: "Field required" }, { status: 400 });
      }
      const tokens = prompt === undefined
        ? [...idsOf(messages[0].content), 1, 2, 3, 4]
        : [...add_special_tokens === false ? [] : [0], ...idsOf(prompt)];
      return Response.json({ count: tokens.length, max_model_len: 8704, tokens });
    },
    "/detokenize": ({ tokens }) =>
      Response.json({ prompt: tokens.map((id: number) => "w".repeat(id)).join(" ") }),
  }, ({ prompt, messages }) => ({
    usage: Array.isArray(prompt)
      ? prompt.length
      : messages
      ? idsOf(messages[0].content).length + 4
      : null,
  }));
}

/** Ollama: no tokenizer; a token is some five characters, and the template adds ten. */
export function ollamaLike(options: OtherServerOptions = {}): OtherServer {
  return serve(options, ["qwen3:8b", "llama3.2:1b"], "library", {
    "/api/version": () => Response.json({ version: "0.12.3" }),
  }, ({ prompt, messages }, generation) => ({
    usage: Math.ceil((messages?.[0].content ?? prompt as string).length / 4.7) + 10 +
      generation % 3,
  }));
}

/** LM Studio: status 200 for every path, and no `usage`. */
export function lmStudioLike(options: OtherServerOptions = {}): OtherServer {
  return serve(
    options,
    ["qwen3-8b"],
    "organization_owner",
    {},
    () => ({ usage: null }),
    (method, path) =>
      Response.json({ error: `Unexpected endpoint or method. (${method} ${path})` }),
  );
}

// deno-lint-ignore no-explicit-any -- the body is whatever the client sent
type Route = (body: any) => Response;

function serve(
  { miscount = 0, fails = () => false }: OtherServerOptions,
  models: string[],
  owner: string,
  routes: Record<string, Route>,
  count: (body: Asked["body"], generation: number) => { usage: number | null },
  missing: (method: string, path: string) => Response = notFound,
): OtherServer {
  const asked: Asked[] = [];
  let answers = 0;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const path = new URL(request.url).pathname;
      const body = request.method === "POST" ? await request.json() : null;
      if (path === "/v1/models") {
        return Response.json({ data: models.map((id) => ({ id, owned_by: owner })) });
      }
      if (path === "/v1/completions" || path === "/v1/chat/completions") {
        if (!models.includes(body.model)) return notFound();
        const generation = asked.push({ path, body }) - 1;
        if (body.max_tokens > 1 && fails(answers++)) {
          return new Response("it broke", { status: 500 });
        }
        const { usage } = count(body, generation);
        return streamOf(path, body.max_tokens, usage === null ? null : usage + miscount);
      }
      return routes[path]?.(body) ?? missing(request.method, path);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function streamOf(path: string, tokens: number, promptTokens: number | null): Response {
  const chat = path === "/v1/chat/completions";
  const piece = (text: string, finish_reason: string | null) =>
    chat
      ? { index: 0, delta: { content: text }, finish_reason }
      : { index: 0, text, finish_reason };
  const events: unknown[] = Array.from(
    { length: tokens },
    (_, at) => ({ choices: [piece("a ", at === tokens - 1 ? "length" : null)] }),
  );
  if (promptTokens !== null) {
    const usage = {
      prompt_tokens: promptTokens,
      completion_tokens: tokens,
      total_tokens: promptTokens + tokens,
    };
    events.push({ choices: [], usage });
  }
  const lines = [...events.map((event) => JSON.stringify(event)), "[DONE]"];
  const body = ReadableStream.from((async function* () {
    for (const line of lines) {
      yield new TextEncoder().encode(`data: ${line}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })());
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

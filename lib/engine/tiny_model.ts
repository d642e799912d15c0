import { dirname } from "node:path";
import { seededRandom } from "../base/random.ts";
import type { TensorType } from "./gguf_format.ts";
import { encodeGguf, type GgufTensor, type GgufValue } from "./gguf_writer.ts";
import { type TinyVocabulary, tinyVocabulary, tokenKinds } from "./tiny_vocabulary.ts";

const SHAPE = { layers: 2, width: 64, feedForward: 128, heads: 4, kvHeads: 2, context: 131072 };
const HEAD_WIDTH = SHAPE.width / SHAPE.heads;
const FILE_TYPE: Record<TensorType, number> = { f32: 0, f16: 1, q8_0: 7 };
const CHAT_TEMPLATE =
  "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}" +
  "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

/**
 * The bytes of a tiny llama model, the same ones on every machine: 2 layers, 167 thousand
 * parameters, 0.35 MB as F16. Its weights are random, but the output head is wired so that each
 * token has one sure successor: greedy or sampled, alone or beside others, it recites one sentence.
 * The sentence ends in the end-of-sequence token; with `ignore_eos` it begins again.
 */
export function tinyModel(type: TensorType = "f16"): Uint8Array {
  const vocabulary = tinyVocabulary();
  const tensors = tinyTensors(vocabulary, type);
  const parameters = tensors.reduce((sum, { values }) => sum + values.length, 0);
  return encodeGguf(tinyMetadata(vocabulary, type, parameters), tensors);
}

/**
 * Writes {@linkcode tinyModel} to a file in one step; what was there is replaced. Processes that do
 * it at once do not disturb each other.
 */
export async function writeTinyModel(
  path: string,
  options: { type?: TensorType } = {},
): Promise<void> {
  const draft = await Deno.makeTempFile({ dir: dirname(path), prefix: ".tiny-", suffix: ".tmp" });
  await Deno.writeFile(draft, tinyModel(options.type));
  await Deno.chmod(draft, 0o644);
  await Deno.rename(draft, path);
}

function tinyTensors(vocabulary: TinyVocabulary, type: TensorType): GgufTensor[] {
  const random = seededRandom(1);
  const noise = (count: number, scale: number) =>
    Float32Array.from({ length: count }, () => (random() * 2 - 1) * scale);
  const matrix = (name: string, input: number, output: number, values?: Float32Array) => ({
    name,
    dimensions: [input, output],
    values: values ?? noise(input * output, 0.05),
    type,
  });
  const ones = (name: string): GgufTensor => ({
    name,
    dimensions: [SHAPE.width],
    values: new Float32Array(SHAPE.width).fill(1),
    type: "f32",
  });

  const { width, feedForward, heads, kvHeads } = SHAPE;
  const count = vocabulary.texts.length;
  const { embedding, head } = wiredEnds(vocabulary, random);
  const tensors = [
    matrix("token_embd.weight", width, count, embedding),
    ones("output_norm.weight"),
    matrix("output.weight", width, count, head),
  ];
  for (let layer = 0; layer < SHAPE.layers; layer++) {
    const name = (part: string) => `blk.${layer}.${part}.weight`;
    tensors.push(
      ones(name("attn_norm")),
      matrix(name("attn_q"), width, heads * HEAD_WIDTH),
      matrix(name("attn_k"), width, kvHeads * HEAD_WIDTH),
      matrix(name("attn_v"), width, kvHeads * HEAD_WIDTH),
      matrix(name("attn_output"), heads * HEAD_WIDTH, width),
      ones(name("ffn_norm")),
      matrix(name("ffn_gate"), width, feedForward),
      matrix(name("ffn_up"), width, feedForward),
      matrix(name("ffn_down"), feedForward, width),
    );
  }
  return tensors;
}

/**
 * Embedding and output head. Each place of the cycle has a direction of random signs, so that any
 * two are all but orthogonal. A token that is followed by the token at place p+1 is embedded along
 * direction p, and the head's row of the token at p+1 points along direction p.
 */
function wiredEnds(vocabulary: TinyVocabulary, random: () => number) {
  const { width } = SHAPE;
  const { texts, kinds, cycle, eos } = vocabulary;
  const last = cycle.length - 1;
  const directions = cycle.map(() =>
    Float32Array.from({ length: width }, () => random() < 0.5 ? -1 : 1)
  );
  const embedding = new Float32Array(texts.length * width);
  const head = new Float32Array(texts.length * width);
  texts.forEach((_, token) => {
    const place = cycle.indexOf(token);
    // outside the sentence: control tokens lead to its beginning, others to some place in it
    const before = place >= 0
      ? place
      : kinds[token] === tokenKinds.control
      ? last
      : Math.floor(random() * cycle.length);
    for (let at = 0; at < width; at++) {
      embedding[token * width + at] = directions[before][at] + (random() * 2 - 1) * 0.3;
    }
    // both the end token and the first word follow the last word; the end token is the surer
    const [follows, strength] = token === eos
      ? [last, 0.4]
      : place === 0
      ? [last, 0.3]
      : [place - 1, 0.4];
    for (let at = 0; at < width; at++) {
      head[token * width + at] = follows >= 0
        ? directions[follows][at] * strength
        : (random() * 2 - 1) * 0.1;
    }
  });
  return { embedding, head };
}

function tinyMetadata(
  vocabulary: TinyVocabulary,
  type: TensorType,
  parameters: number,
): [string, GgufValue][] {
  const label = `${Math.round(parameters / 1000)}K`;
  const text = (value: string): GgufValue => ({ type: "string", value });
  const uint = (value: number): GgufValue => ({ type: "uint32", value });
  const float = (value: number): GgufValue => ({ type: "float32", value });
  const bool = (value: boolean): GgufValue => ({ type: "bool", value });
  return [
    ["general.architecture", text("llama")],
    ["general.type", text("model")],
    ["general.name", text(`Tiny Cycle ${label}`)],
    ["general.basename", text("tiny-cycle")],
    ["general.size_label", text(label)],
    ["general.license", text("cc0-1.0")],
    ["general.file_type", uint(FILE_TYPE[type])],
    ["general.quantization_version", uint(2)],
    ["llama.vocab_size", uint(vocabulary.texts.length)],
    ["llama.context_length", uint(SHAPE.context)],
    ["llama.embedding_length", uint(SHAPE.width)],
    ["llama.block_count", uint(SHAPE.layers)],
    ["llama.feed_forward_length", uint(SHAPE.feedForward)],
    ["llama.rope.dimension_count", uint(HEAD_WIDTH)],
    ["llama.rope.freq_base", float(10000)],
    ["llama.attention.head_count", uint(SHAPE.heads)],
    ["llama.attention.head_count_kv", uint(SHAPE.kvHeads)],
    ["llama.attention.layer_norm_rms_epsilon", float(1e-5)],
    ["tokenizer.ggml.model", text("llama")],
    ["tokenizer.ggml.pre", text("default")],
    ["tokenizer.ggml.tokens", { type: "string[]", value: vocabulary.texts }],
    ["tokenizer.ggml.scores", { type: "float32[]", value: vocabulary.scores }],
    ["tokenizer.ggml.token_type", { type: "int32[]", value: vocabulary.kinds }],
    ["tokenizer.ggml.bos_token_id", uint(vocabulary.bos)],
    ["tokenizer.ggml.eos_token_id", uint(vocabulary.eos)],
    ["tokenizer.ggml.unknown_token_id", uint(vocabulary.unknown)],
    ["tokenizer.ggml.add_bos_token", bool(true)],
    ["tokenizer.ggml.add_eos_token", bool(false)],
    ["tokenizer.chat_template", text(CHAT_TEMPLATE)],
  ];
}

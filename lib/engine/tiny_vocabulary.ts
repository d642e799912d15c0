/** How a SentencePiece vocabulary marks a token. */
export const tokenKinds = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;

/** A vocabulary with the sentence that the tiny model walks through. */
export interface TinyVocabulary {
  texts: string[];
  scores: number[];
  kinds: number[];
  /** Token ids of the sentence, none of them twice. */
  cycle: number[];
  bos: number;
  eos: number;
  unknown: number;
}

/**
 * The tiny model's answer, over and over. It holds characters of two, three and four bytes that no
 * token stands for, so that a stream has tokens which complete no character.
 */
const SENTENCE = "Once upon a time there lived one small grey llama🦙 who ran quickly over green " +
  "hills and sold coffee for three€ each day in her café near that old stone bridge . Everyone " +
  "knew they would come back , because tokens never stop flowing until some budget runs out";

/** Words that make ordinary prompts shorter than a token a letter. */
const COMMON = "the of to is it you he was on are as with his at be this have from or had by but " +
  "what all were we when your can said use an which she do how their if will up other about many " +
  "then them these so make like him into has look two more write go see number no way could people " +
  "my than first been call its now find long down did get may part The This What How system user " +
  "assistant Hello world benchmark prompt token model temperature measure";

const SPACE = "▁";

/**
 * Builds the vocabulary: three special tokens, the 256 bytes, chat marks, every beginning of every
 * word (a SentencePiece merge needs each step) and printable ASCII. Any text can be tokenized.
 */
export function tinyVocabulary(): TinyVocabulary {
  const texts: string[] = [];
  const scores: number[] = [];
  const kinds: number[] = [];
  const ids = new Map<string, number>();
  const add = (text: string, kind: number) => {
    if (ids.has(text)) return;
    ids.set(text, texts.length);
    // earlier words merge first
    scores.push(kind === tokenKinds.normal ? -texts.length : 0);
    texts.push(text);
    kinds.push(kind);
  };
  const byteText = (byte: number) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;

  add("<unk>", tokenKinds.unknown);
  add("<s>", tokenKinds.control);
  add("</s>", tokenKinds.control);
  for (let byte = 0; byte < 256; byte++) add(byteText(byte), tokenKinds.byte);
  add("<|im_start|>", tokenKinds.control);
  add("<|im_end|>", tokenKinds.control);
  const words = SENTENCE.split(" ").map(splitAscii);
  for (const word of [...words.map(({ ascii }) => ascii), ...COMMON.split(" ")]) {
    for (let end = 1; end <= word.length; end++) {
      add(SPACE + word.slice(0, end), tokenKinds.normal);
    }
  }
  add(SPACE, tokenKinds.normal);
  for (let code = 0x21; code < 0x7f; code++) add(String.fromCharCode(code), tokenKinds.normal);

  const cycle = words.flatMap(({ ascii, rest }) => [
    ids.get(SPACE + ascii)!,
    ...[...new TextEncoder().encode(rest)].map((byte) => ids.get(byteText(byte))!),
  ]);
  return { texts, scores, kinds, cycle, bos: 1, eos: 2, unknown: 0 };
}

/** A word as its ASCII letters and what follows them, which byte tokens spell. */
function splitAscii(word: string): { ascii: string; rest: string } {
  const ascii = /^[\x21-\x7e]+/.exec(word)![0];
  return { ascii, rest: word.slice(ascii.length) };
}

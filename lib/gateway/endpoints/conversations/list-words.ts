/** Words by which a conversation is found. */
import { isRecord } from "#lib/contract/is-record.ts";

/** Limits of one conversation: different words, their characters, and those of one word. */
const MOST_WORDS = 20_000;
const MOST_CHARACTERS = 200_000;
const LONGEST_WORD = 60;

/**
 * Splits text into lower-case words of letters and digits without accents, each once. Both databases store and search
 * these words, so that they find the same.
 */
export function listWords(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  let characters = 0;
  for (const text of texts) {
    // Composed and decomposed letters are one word; marks of other scripts are part of theirs.
    const plain = text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase();
    for (const [match] of plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      const word = match.slice(0, LONGEST_WORD).toWellFormed();
      if (words.has(word)) continue;
      characters += word.length + 1;
      if (words.size >= MOST_WORDS || characters > MOST_CHARACTERS) return [...words];
      words.add(word);
    }
  }
  return [...words];
}

/** Lists the texts of the messages, and the names of tools and files, as the playground stores them. */
export function* listTexts(content: Record<string, unknown>): Generator<string> {
  const { transcript } = content;
  const turns = isRecord(transcript) && isRecord(transcript.turns) ? Object.values(transcript.turns) : [];
  for (const turn of turns) {
    if (!isRecord(turn)) continue;
    yield* stringsOf(turn, ["text"]);
    for (const attachment of listOf(turn.attachments)) yield* stringsOf(attachment, ["name"]);
    for (const result of listOf(turn.results)) yield* stringsOf(result, ["name", "content"]);
    for (const choice of listOf(isRecord(turn.answer) ? turn.answer.choices : undefined)) {
      yield* stringsOf(choice, ["text", "refusal"]);
      for (const call of listOf(choice.toolCalls)) yield* stringsOf(call, ["name", "arguments"]);
    }
  }
}

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function* stringsOf(value: Record<string, unknown>, fields: readonly string[]): Generator<string> {
  for (const field of fields) {
    const text = value[field];
    if (typeof text === "string") yield text;
  }
}

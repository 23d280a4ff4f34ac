/** Text around the first word that a search found. */
import { isRecord } from "#lib/contract/is-record.ts";
import type { ConversationHead, ConversationStore } from "#lib/store/conversations/conversation-record.ts";
import { listTexts, listWords } from "./list-words.ts";

/** Characters before and after the beginning of the word: few before, so that it shows in a narrow list. */
const BEFORE = 16;
const AFTER = 84;
/** Bytes of content that one page of results may read: a conversation can have megabytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Returns the snippets of the conversations by ID. One that has the words in its title alone has none, nor has one
 * beyond the bytes that are read.
 * @param words as `listWords` writes them
 */
export async function findSnippets(
  found: readonly ConversationHead[],
  words: readonly string[],
  { find }: Pick<ConversationStore, "find">,
): Promise<Map<string, string>> {
  const snippets = new Map<string, string>();
  let left = MOST_BYTES;
  for (const { keyId, id, bytes } of found) {
    if (bytes > left) continue;
    left -= bytes;
    const content: unknown = JSON.parse((await find({ keyId, id }))?.content ?? "null");
    const snippet = isRecord(content) ? findSnippet(content, words) : undefined;
    if (snippet !== undefined) snippets.set(id, snippet);
  }
  return snippets;
}

function findSnippet(content: Record<string, unknown>, words: readonly string[]): string | undefined {
  for (const text of listTexts(content)) {
    for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      if (listWords([written]).some((word) => words.some((beginning) => word.startsWith(beginning))))
        return cutSnippet(text, index);
    }
  }
  return undefined;
}

function cutSnippet(text: string, at: number): string {
  const [begin, end] = [Math.max(0, at - BEFORE), Math.min(text.length, at + AFTER)];
  // A cut may halve a character of two units.
  const piece = text.slice(begin, end).toWellFormed().replaceAll("\ufffd", "").replace(/\s+/g, " ").trim();
  return `${begin > 0 ? "…" : ""}${piece}${end < text.length ? "…" : ""}`;
}

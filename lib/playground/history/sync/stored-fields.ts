/** Fields of a conversation or preset that the gateway stores. */
import { CONVERSATION_LIMITS } from "#lib/contract/stored-conversation.ts";

export type StoredFields = {
  page: string;
  title: string;
  folder: string;
  tags: string[];
  content: Record<string, unknown>;
};

/** Returns a text that differs when the fields do (cyrb53 with two seeds' halves). */
export function hashFields({ title, folder, tags, content }: StoredFields): string {
  // One without folder and tags has the fingerprint that it had before there were any.
  const filing = folder === "" && tags.length === 0 ? "" : JSON.stringify([folder, tags]);
  const text = title + filing + JSON.stringify(sortKeys(content));
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  return `${text.length}.${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
}

/** Orders the fields of the item itself, which depend on where it was made. */
function sortKeys(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns a title that the gateway takes: one line. */
export function toLine(title: string): string {
  return title
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, CONVERSATION_LIMITS.title)
    .toWellFormed();
}

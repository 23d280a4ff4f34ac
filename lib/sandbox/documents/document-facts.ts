/** Facts of an attachment that is no image, as they cross from the worker. */
import type { FileData } from "#lib/canonical/part.ts";

export type Fact = [name: string, value: string];

/** Characters of a document's text that are read. */
export const EXCERPT = 4000;

export type DocumentTask = { mediaType: string; data: FileData };

export type DocumentFacts = {
  /** Bytes. */
  size: number;
  facts: Fact[];
  /** First characters of its text. */
  excerpt?: string;
  /** A sentence on what could not be read. */
  note?: string;
  isPlainText?: boolean;
};

/** What the worker sends: the facts, or why the document is refused, as a clause without a subject. */
export type DocumentResult = DocumentFacts | { reason: string };

/** @returns the note on a file that its parser refuses */
export function unreadable(error: unknown): string {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return `It could not be read: ${reason.replace(/\.+$/, "")}.`;
}

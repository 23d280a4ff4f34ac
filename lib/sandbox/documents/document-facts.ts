/** Facts of an attachment that is not an image, as the worker sends them. */
import type { FileData } from "#lib/canonical/part.ts";

export type Fact = [name: string, value: string];

/** Limit on the text of a document, in characters. */
export const EXCERPT = 4000;

export type DocumentTask = { mediaType: string; data: FileData };

export type DocumentFacts = {
  /** Size in bytes. */
  size: number;
  facts: Fact[];
  /** First characters of its text. */
  excerpt?: string;
  /** Sentence about the parts that could not be read. */
  note?: string;
  isPlainText?: boolean;
};

/** Result of the worker: the facts, or the reason for a refusal, as a clause without a subject. */
export type DocumentResult = DocumentFacts | { reason: string };

/** @returns the note on a file that its parser refuses */
export function unreadable(error: unknown): string {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return `It could not be read: ${reason.replace(/\.+$/, "")}.`;
}

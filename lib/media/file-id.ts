/**
 * Ids of files. One id serves all dialects: `file-<24 of [0-9a-z]>` where clients expect that prefix, and the bare name
 * after `files/` in Google's, whose SDK reads only [0-9a-z] from a URI (wire-formats §4.8).
 */
import { createHash } from "node:crypto";
import { createRandomName } from "./create-random-name.ts";

const NAME_LENGTH = 24;
const REFERENCE = /^(?:files\/)?(?:file[-_])?([0-9a-z]{24})$/;
const URI =
  /^(?:https?:\/\/[^/?#]+)?(?:\/api)?\/(?:v1|v1beta)\/files\/(?:file[-_])?([0-9a-z]{24})(?::download|\/content)?(?:\?|$)/;

export function createFileId(): string {
  return createRandomName(NAME_LENGTH);
}

/** Derives the id of a file from a secret: the same id each time, which does not reveal the secret. */
export function deriveFileId(secret: string): string {
  const digest = createHash("sha256").update(secret).digest("hex");
  return BigInt(`0x${digest}`).toString(36).padStart(NAME_LENGTH, "0").slice(-NAME_LENGTH);
}

/** Returns the id as OpenAI's and Anthropic's clients see it. */
export function toFileId(id: string): string {
  return `file-${id}`;
}

/** Reads the id in any of its forms, including `files/…` and `file-…`; undefined when it is not a file id. */
export function parseFileId(text: string): string | undefined {
  return REFERENCE.exec(text)?.[1];
}

/** Reads the id in a URL of this gateway's files, whatever its host; undefined for any other URL. */
export function parseFileUri(url: string): string | undefined {
  return URI.exec(url)?.[1];
}

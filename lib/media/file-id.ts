/**
 * Ids of files. One id serves all conventions: `file-<24 of [0-9a-z]>` where clients expect that mark, and the bare name
 * behind `files/` in Google's, whose SDK reads only [0-9a-z] out of a URI (wire-formats §4.8).
 */
import { createHash } from "node:crypto";
import { randomName } from "./random-name.ts";

const NAME_LENGTH = 24;
const REFERENCE = /^(?:files\/)?(?:file[-_])?([0-9a-z]{24})$/;
const URI =
  /^(?:https?:\/\/[^/?#]+)?(?:\/api)?\/(?:v1|v1beta)\/files\/(?:file[-_])?([0-9a-z]{24})(?::download|\/content)?(?:\?|$)/;

export function createFileId(): string {
  return randomName(NAME_LENGTH);
}

/** The id of the file that comes of a secret, which cannot be told from it: the same one each time. */
export function fileIdOf(secret: string): string {
  const digest = createHash("sha256").update(secret).digest("hex");
  return BigInt(`0x${digest}`).toString(36).padStart(NAME_LENGTH, "0").slice(-NAME_LENGTH);
}

/** The id as OpenAI's and Anthropic's clients see it. */
export function toFileId(id: string): string {
  return `file-${id}`;
}

/** The id in any of its forms, `files/…` and `file-…` included; undefined when it is none of this gateway's. */
export function parseFileId(text: string): string | undefined {
  return REFERENCE.exec(text)?.[1];
}

/** The id in a URL of this gateway's files, whatever the host that it was called by; undefined for any other URL. */
export function parseFileUri(url: string): string | undefined {
  return URI.exec(url)?.[1];
}

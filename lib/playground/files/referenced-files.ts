import type { Transcript } from "../conversation/transcript.ts";

/** Returns the hashes of a conversation's files in the blob store: attachments, and files of responses. */
export function referencedFiles(transcript: Transcript): string[] {
  return Object.values(transcript.turns).flatMap((turn) => {
    if (turn.role === "user") return turn.attachments.map((attachment) => attachment.sha256);
    if (turn.role !== "assistant") return [];
    return turn.answer.choices.flatMap(({ files = [] }) => files.flatMap(({ sha256 }) => sha256 ?? []));
  });
}

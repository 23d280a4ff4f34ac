import { fields, fieldsList, string } from "../dialects/json-fields.ts";

/** Prefix of the keys of drafts in localStorage (drafts.ts). */
export const DRAFT_PREFIX = "parlance.draft.";

/** Returns the hashes of files in unsent drafts, which no conversation refers to yet. */
export function draftedFiles(): string[] {
  if (typeof localStorage === "undefined") return [];
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(DRAFT_PREFIX))
    .flatMap((key) => {
      try {
        const draft = fields(JSON.parse(localStorage.getItem(key) ?? "null"));
        return fieldsList(draft?.attachments).map(({ sha256 }) => string(sha256));
      } catch {
        return [];
      }
    });
}

import { fields, fieldsList, string } from "../dialects/json-fields.ts";

/** What the keys of drafts in localStorage begin with (drafts.ts). */
export const DRAFT_PREFIX = "parlance.draft.";

/** Hashes of the files that stand unsent in a message field: no conversation refers to them yet. */
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

/**
 * Unsent text of the composer, by session. In localStorage, because it must be available at once and survive a crash.
 */

import type { Attachment } from "../conversation/transcript.ts";
import { DRAFT_PREFIX } from "../files/drafted-files.ts";
import type { TextPage } from "./history.ts";

export type Draft = { text: string; attachments: Attachment[] };

export const EMPTY_DRAFT: Draft = { text: "", attachments: [] };

const getKey = (sessionId: string) => DRAFT_PREFIX + sessionId;

/** Key of the draft of a comparison without messages. */
export const NEW_COMPARISON_DRAFT = "compare.new";

/** Key of the draft that is typed before a conversation begins. */
export const newDraftKey = (page: TextPage) => (page === "chat" ? "new" : `${page}.new`);

export function loadDraft(sessionId: string): Draft {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(getKey(sessionId)) ?? "null");
    if (typeof parsed !== "object" || parsed === null) return EMPTY_DRAFT;
    const { text, attachments } = parsed as Partial<Draft>;
    return { text: typeof text === "string" ? text : "", attachments: Array.isArray(attachments) ? attachments : [] };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function saveDraft(sessionId: string, draft: Draft): void {
  try {
    if (draft.text === "" && draft.attachments.length === 0) localStorage.removeItem(getKey(sessionId));
    else localStorage.setItem(getKey(sessionId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the draft lasts as long as the page is open.
  }
}

/** Draft in the page's fields, in localStorage: available at once after a reload, and safe from a crash. */

import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import { FIRST_VALUES } from "./image-parameters.ts";

export type ImageDraft = {
  model: string;
  prompt: string;
  /** All values set in the panel, including those that the chosen model does not accept. */
  values: ParameterValues;
  sources: readonly Attachment[];
  /** Mask of the first source. */
  mask?: MaskState;
};

const KEY = "parlance.images.draft";

export const FIRST_DRAFT: ImageDraft = { model: "image-model-a", prompt: "", values: FIRST_VALUES, sources: [] };

export function loadImageDraft(): ImageDraft {
  try {
    return { ...FIRST_DRAFT, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<ImageDraft>) };
  } catch {
    return FIRST_DRAFT;
  }
}

export function saveImageDraft(draft: ImageDraft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the draft is lost when the page closes.
  }
}

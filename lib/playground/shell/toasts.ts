/** What the app has to say beside the place where something was done. Newest last. */

import { newId } from "../history/new-id.ts";
import { createStore } from "./create-store.ts";

export type ToastContent = {
  /** One plain sentence or less. */
  title: string;
  detail?: string;
  /** `error` stays until it is closed. */
  kind?: "info" | "success" | "error";
  /** The next step, or how to take it back. */
  action?: { label: string; run: () => void };
};

export type Toast = ToastContent & { id: string };

/** More than this hides the page: the oldest gives way. */
const MOST_AT_ONCE = 4;

export const toasts = createStore<{ shown: readonly Toast[] }>({ shown: [] });

/** Says it once: the same words that are still on screen are not repeated. */
export function addToast(content: ToastContent): void {
  toasts.set(({ shown }) => {
    const others = shown.filter(({ title, detail }) => title !== content.title || detail !== content.detail);
    return { shown: [...others, { ...content, id: newId() }].slice(-MOST_AT_ONCE) };
  });
}

export function closeToast(id: string): void {
  toasts.set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }));
}

/** How long it stays, in milliseconds: long enough to be read twice, and never under six seconds. */
export function readingTime({ title, detail = "", kind }: ToastContent): number {
  if (kind === "error") return Number.POSITIVE_INFINITY;
  return Math.max(6000, (title.length + detail.length) * 90);
}

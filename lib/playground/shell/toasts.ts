/** Toasts: messages of the app outside the place of an action. Newest last. */

import { newId } from "../history/new-id.ts";
import { createStore } from "./create-store.ts";

export type ToastContent = {
  /** At most one plain sentence. */
  title: string;
  detail?: string;
  /** An `error` stays until it is closed. */
  kind?: "info" | "success" | "error";
  /** The next step, or undo. */
  action?: { label: string; run: () => void };
};

export type Toast = ToastContent & { id: string };

/** Limit on toasts at once, since more would hide the page: the oldest is removed. */
const MAXIMUM_AT_ONCE = 4;

export const toasts = createStore<{ shown: readonly Toast[] }>({ shown: [] });

/** Adds a toast, in place of one with the same text. */
export function addToast(content: ToastContent): void {
  toasts.set(({ shown }) => {
    const others = shown.filter(({ title, detail }) => title !== content.title || detail !== content.detail);
    return { shown: [...others, { ...content, id: newId() }].slice(-MAXIMUM_AT_ONCE) };
  });
}

export function closeToast(id: string): void {
  toasts.set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }));
}

/** Returns how long a toast stays, in milliseconds: long enough to read twice, and at least six seconds. */
export function readingTime({ title, detail = "", kind }: ToastContent): number {
  if (kind === "error") return Number.POSITIVE_INFINITY;
  return Math.max(6000, (title.length + detail.length) * 90);
}

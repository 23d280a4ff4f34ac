/**
 * Presentation: everything two steps larger, without ids and chips, for a projector or a shared screen. Stored in this
 * browser; RESTORE_ZONES_SCRIPT sets it before the first paint.
 */
const listeners = new Set<() => void>();

export const PRESENTATION_KEY = "parlance.presentation";

export function isPresentation(): boolean {
  return document.documentElement.dataset.presentation !== undefined;
}

export function setPresentation(on: boolean): void {
  if (on) document.documentElement.dataset.presentation = "";
  else delete document.documentElement.dataset.presentation;
  try {
    if (on) localStorage.setItem(PRESENTATION_KEY, "on");
    else localStorage.removeItem(PRESENTATION_KEY);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page is open.
  }
  for (const listener of listeners) listener();
}

export function watchPresentation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

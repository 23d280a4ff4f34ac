import { useEffect, useSyncExternalStore } from "react";
import { hasSavedHint, type MediaPage, setSavedHint } from "#lib/playground/history/saved-hint.ts";
import { endRestoring } from "#lib/playground/shell/preferences.ts";

const never = () => () => {};

/** Returns whether to hide the empty page's text because stored content is about to replace it. */
export function useHiddenUntilReady(page: MediaPage, { ready, empty }: { ready: boolean; empty: boolean }): boolean {
  const kept = useSyncExternalStore(
    never,
    () => hasSavedHint(page),
    () => false,
  );
  useEffect(() => {
    if (!ready) return;
    setSavedHint(page, !empty);
    endRestoring();
  }, [page, ready, empty]);
  return kept && !ready;
}

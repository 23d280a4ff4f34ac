/** Stores imports in the histories of their pages. */

import { referencedFiles } from "#lib/playground/files/referenced-files.ts";
import { assignNewIds } from "#lib/playground/history/assign-new-ids.ts";
import { type ChatSession, openHistory, type TextPage } from "#lib/playground/history/history.ts";
import { openPresets } from "#lib/playground/parameters/preset-store.ts";
import type { Imported } from "./import-file.ts";

/**
 * Stores the imports; an existing conversation stays, and the imported one is added beside it.
 * @returns the conversations as stored
 */
export async function storeImport({ conversations, presets, files }: Imported): Promise<ChatSession[]> {
  const decodeBytes = new Map(files.map(({ sha256, bytes }) => [sha256, bytes]));
  const stored: ChatSession[] = [];
  for (const given of conversations) {
    const history = openHistory(given.page);
    const session = (await history.load(given.id)) ? assignNewIds(given) : given;
    for (const sha256 of referencedFiles(session.transcript)) {
      const bytes = decodeBytes.get(sha256);
      if (bytes) await history.saveBlob(sha256, bytes);
    }
    await history.save(session);
    announce(session);
    stored.push(session);
  }
  for (const preset of presets) await openPresets(preset.page).save(preset);
  return stored;
}

/** Notifies the page's controllers, in this tab and in others, that the list has changed. */
function announce({ page, id }: { page: TextPage; id: string }): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(`parlance.${page}`);
  channel.postMessage(id);
  channel.close();
}

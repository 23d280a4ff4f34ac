/** Opens a conversation of another page in two columns: with the model that responded, and with one to choose. */
import type { HandedOver } from "#lib/playground/compare/handed-over.ts";
import { assignNewIds } from "#lib/playground/history/assign-new-ids.ts";
import { NEW_COMPARISON_DRAFT, saveDraft } from "#lib/playground/history/drafts.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import type { Comparison } from "./comparison.ts";

export async function openHandedOver(comparison: Comparison, given: HandedOver): Promise<void> {
  const { page, settings, turns, draft } = given;
  const { model: _, ...others } = settings;
  const starts = [settings, others].map((own) => ({ page, settings: own }));
  await comparison.restore({});
  comparison.startNew(starts);
  const { id, columns } = comparison.store.get();
  if (turns.length > 0) {
    columns.forEach(({ chat }, index) => {
      chat.adopt(assignNewIds(makeSession({ page, settings: starts[index]?.settings ?? settings, turns })));
    });
  }
  saveDraft(turns.length === 0 ? NEW_COMPARISON_DRAFT : id, draft);
}

/** Opens a conversation of another page in the columns that were chosen there, each in its own API format. */
import type { HandedOver } from "#lib/playground/compare/handed-over.ts";
import { assignNewIds } from "#lib/playground/history/assign-new-ids.ts";
import { NEW_COMPARISON_DRAFT, saveDraft } from "#lib/playground/history/drafts.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import type { Comparison } from "./comparison.ts";

/** @returns descriptions of what an API format cannot hold */
export async function openHandedOver(comparison: Comparison, given: HandedOver): Promise<string[]> {
  const { columns: places, page, settings, turns, draft } = given;
  const { model: _, ...others } = settings;
  const starts = places.map(({ model }) => ({ page, settings: model === undefined ? others : { ...others, model } }));
  await comparison.restore({});
  comparison.startNew(starts);
  const { id, columns } = comparison.store.get();
  if (turns.length > 0) {
    columns.forEach(({ chat }, index) => {
      chat.adopt(assignNewIds(makeSession({ page, settings: starts[index]?.settings ?? settings, turns })));
    });
  }
  saveDraft(turns.length === 0 ? NEW_COMPARISON_DRAFT : id, draft);
  const lost = columns.flatMap(({ id: columnId }, index) =>
    comparison.changePage(columnId, places[index]?.page ?? page),
  );
  return [...new Set(lost)];
}

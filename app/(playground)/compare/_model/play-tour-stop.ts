import { playStop } from "#components/tour/play-stop.ts";
import { TOUR_MODEL } from "#lib/contract/tour.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";
import type { Comparison } from "./comparison.ts";

/** Plays a stop of the guided tour: one prompt through all four APIs. */
export function playTourStop(comparison: Comparison, id: string): Promise<void> {
  return playStop({ owner: comparison, page: "/compare", id }, async ({ prompt }) => {
    comparison.startNew(TEXT_PAGES.map((page) => ({ page, settings: { ...EMPTY_SETTINGS, model: TOUR_MODEL } })));
    await comparison.send({ text: prompt, attachments: [] });
  });
}

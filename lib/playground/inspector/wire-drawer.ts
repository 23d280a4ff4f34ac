/** What the wire drawer shows: it follows the newest request until a reader chooses another. */
import { createStore } from "../shell/create-store.ts";
import { setZoneOpen } from "../shell/preferences.ts";

/** `chosen` is the id of an answer, picture or video; `newest` was the newest one at that time. */
type Choice = { chosen?: string; newest?: string };

export const wireChoice = createStore<Choice>({});

export function chooseWire(id: string, newest: string | undefined): void {
  wireChoice.set({ chosen: id, newest });
}

/** Opens the drawer on one request; the newest decides when it follows again. */
export function openWire(id: string, newest?: string): void {
  chooseWire(id, newest);
  setZoneOpen("wire", true);
}

/** The id to show. A choice holds until there is something newer than what was the newest then. */
export function shownWire(ids: readonly string[], { chosen, newest }: Choice): string | undefined {
  const last = ids.at(-1);
  const holds = chosen !== undefined && ids.includes(chosen) && (newest === undefined || newest === last);
  return holds ? chosen : last;
}

/** Selection of the inspector drawer: it follows the newest request until the user chooses another. */
import { createStore } from "../shell/create-store.ts";
import { setZoneOpen } from "../shell/preferences.ts";

/** `chosen` is the id of a response, image or video; `newest` was the newest one at the time of the choice. */
type Choice = { chosen?: string; newest?: string };

export const traceSelection = createStore<Choice>({});

export function selectTrace(id: string, newest: string | undefined): void {
  traceSelection.set({ chosen: id, newest });
}

/** Opens the drawer on one request; it follows again after a request newer than `newest`. */
export function openInspector(id: string, newest?: string): void {
  selectTrace(id, newest);
  setZoneOpen("wire", true);
}

/** Returns the id to show. A choice holds until a request newer than `newest` arrives. */
export function chooseShownTrace(ids: readonly string[], { chosen, newest }: Choice): string | undefined {
  const last = ids.at(-1);
  const holds = chosen !== undefined && ids.includes(chosen) && (newest === undefined || newest === last);
  return holds ? chosen : last;
}

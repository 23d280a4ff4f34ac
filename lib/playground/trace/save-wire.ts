import type { History } from "../history/history.ts";
import { withUpstreamSide } from "../inspector/upstream-side.ts";
import type { WireRecord } from "./wire-record.ts";

/** Saves a response's record: at once, and again with the upstream's side when there is one. Never rejects. */
export async function saveWire(history: Pick<History, "saveWire">, record: WireRecord): Promise<void> {
  try {
    await history.saveWire(record);
    const whole = await withUpstreamSide(record);
    if (whole !== record) await history.saveWire(whole);
  } catch {
    // A browser that refuses storage must not break the conversation.
  }
}

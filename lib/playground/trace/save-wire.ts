import type { History } from "../history/history.ts";
import type { WireRecord } from "./wire-record.ts";

/** Saves a response's record: at once, and again with the upstream's side when there is one. Never rejects. */
export async function saveWire(history: Pick<History, "saveWire">, record: WireRecord): Promise<void> {
  try {
    await history.saveWire(record);
    // Needed at the end of a response at the earliest, so that no first load has it.
    const { withUpstreamSide } = await import("../inspector/upstream-side.ts");
    const whole = await withUpstreamSide(record);
    if (whole !== record) await history.saveWire(whole);
  } catch {
    // A browser that refuses storage must not break the conversation.
  }
}

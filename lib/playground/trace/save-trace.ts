import type { History } from "../history/history.ts";
import type { SavedTrace } from "./trace.ts";

/** Saves a response's record: at once, and again with the upstream's side when there is one. Never rejects. */
export async function saveTrace(history: Pick<History, "saveTrace">, record: SavedTrace): Promise<void> {
  try {
    await history.saveTrace(record);
    // Needed at the end of a response at the earliest, so that no first load has it.
    const { withUpstreamSide } = await import("../inspector/upstream-side.ts");
    const whole = await withUpstreamSide(record);
    if (whole !== record) await history.saveTrace(whole);
  } catch {
    // A browser that refuses storage must not break the conversation.
  }
}

/** A conversation that another page hands to the compare page, to be sent again to several models. */
import type { ChatSettings } from "../chat/chat-settings.ts";
import type { Turn } from "../conversation/transcript.ts";
import type { Draft } from "../history/drafts.ts";
import type { TextPage } from "../history/history.ts";
import type { ColumnPlace } from "./column-places.ts";

export type HandedOver = {
  /** API formats and models to compare. */
  columns: readonly ColumnPlace[];
  /** Page of the conversation. */
  page: TextPage;
  settings: ChatSettings;
  /** Turns before the message that is sent again. */
  turns: readonly Turn[];
  /** The message. */
  draft: Draft;
};

let waiting: HandedOver | undefined;

/** Replaces what an earlier page handed over. */
export function handOver(conversation: HandedOver): void {
  waiting = conversation;
}

/** Returns what was handed over, once. */
export function takeHandedOver(): HandedOver | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}

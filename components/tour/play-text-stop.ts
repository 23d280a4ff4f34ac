import { TOUR_MODEL, type TourStopId } from "#lib/contract/tour.ts";
import type { Chat } from "#lib/playground/chat/chat.ts";
import { type ChatSettings, EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { CITY_SCHEMA } from "#lib/playground/parameters/presets.ts";
import { playStop } from "./play-stop.ts";

/** Settings of the stops that need more than a message. */
const SETTINGS: Partial<Record<TourStopId, (dialect: TextDialect) => Partial<ChatSettings>>> = {
  tools: ({ tools }) => ({
    toolsText: tools?.example ?? "",
    parameters: { tool_choice: "auto" },
    autoReply: true,
  }),
  schema: () => ({
    parameters: { format: { type: "json_schema", name: "city", schemaText: CITY_SCHEMA, strict: true } },
  }),
  reasoning: () => ({ parameters: { budget_tokens: 2048 } }),
};

/** Plays a stop of the guided tour as a new conversation. */
export function playTextStop(chat: Chat, id: string): Promise<void> {
  return playStop({ owner: chat, page: `/${chat.dialect.page}`, id }, async (stop) => {
    chat.startNew();
    chat.applySuggestion({ ...EMPTY_SETTINGS, model: TOUR_MODEL, ...SETTINGS[stop.id]?.(chat.dialect) });
    await chat.send({ text: stop.prompt, attachments: [] });
  });
}

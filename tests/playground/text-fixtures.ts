/** Conversations and streams for the tests of the text pages' dialects. */
import type { ModelResponse, ResponseChoice, ResponseReader } from "#lib/playground/conversation/model-response.ts";
import type { AssistantTurn, Attachment, ToolTurn, Turn, UserTurn } from "#lib/playground/conversation/transcript.ts";
import { type ChatSettings, EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import type { TextDialect, TextRequest } from "#lib/playground/dialects/text-dialect.ts";

const common = { createdAt: 0, parent: null };
export const MODEL = "sandbox/guide";

/** "Hello" in base64. */
export const BYTES = "SGVsbG8=";

export const question = (text: string, attachments: Attachment[] = []): UserTurn => ({
  ...common,
  id: "question",
  role: "user",
  text,
  attachments,
});

export const fileOf = (name: string, mediaType: string): Attachment => ({ sha256: name, name, mediaType, size: 5 });

export const answerTurn = (answer: ModelResponse, changes: Partial<AssistantTurn> = {}): AssistantTurn => ({
  ...common,
  id: "answer",
  role: "assistant",
  model: MODEL,
  state: "complete",
  accepted: true,
  answer,
  chosen: 0,
  timings: {},
  route: { dropped: [] },
  ...changes,
});

export const toolTurn = (results: ToolTurn["results"]): ToolTurn => ({
  ...common,
  id: "results",
  parent: "answer",
  role: "tool",
  results,
});

export function build(dialect: TextDialect, turns: Turn[], settings: Partial<ChatSettings> = {}): Promise<TextRequest> {
  return dialect.buildRequest({
    model: settings.model ?? MODEL,
    settings: { ...EMPTY_SETTINGS, ...settings },
    turns,
    readDataUrl: async ({ mediaType }) => `data:${mediaType};base64,${BYTES}`,
  });
}

/** The response after all events, once its files are kept. */
export async function readAll(reader: ResponseReader, events: readonly unknown[]): Promise<ModelResponse> {
  for (const event of events) await reader.apply(event).pending;
  return reader.snapshot();
}

export function onlyChoice({ choices }: ModelResponse): ResponseChoice {
  const [choice] = choices;
  if (!choice) throw new Error("The events made no choice.");
  return choice;
}

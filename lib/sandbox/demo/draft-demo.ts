/** `sandbox/demo`: plays the prepared answers of the guided tour, and understands nothing else. */
import type { Call, Tool } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { TOUR_STOPS, type TourStopId } from "#lib/contract/tour.ts";
import { errors } from "#lib/http/errors.ts";
import { type Conversation, readConversation } from "../conversation.ts";
import { answerToolResults } from "../guide/answer-tool-results.ts";
import { atOrigin, draftGuide } from "../guide/draft-guide.ts";
import { createTextDraft, type Draft, type DraftBlock } from "../responses/draft.ts";
import { createWording } from "../responses/wording.ts";
import { INTRODUCTION, LISBON, PREPARED_ANSWERS } from "./prepared-answers.ts";

type DemoOptions = Parameters<typeof draftGuide>[0];

/** Tool of the stop with parallel calls. */
const WEATHER_TOOL = "get_weather";
const CITIES = ["Paris", "Oslo", "Lisbon"];

/**
 * Drafts the prepared answer to the last message. A request that needs JSON or a tool call for which nothing is
 * prepared gets the guide's answer, so that it stays valid.
 */
export async function draftDemo(options: DemoOptions): Promise<Draft> {
  const { call, choice, origin } = options;
  const conversation = readConversation(call);
  const stop = findStop(conversation.question);
  if (conversation.endsInToolResult && conversation.outcomes.length > 0)
    return createTextDraft(answerToolResults(conversation.outcomes, createWording(call, choice)));
  if (stop === "tools" && offersWeather(call)) return { reasoning: [], blocks: weatherCalls(call, conversation) };
  if (stop === "schema" && wantsCity(call)) return createTextDraft(JSON.stringify(LISBON));
  if (needsMore(call)) return draftGuide(options);
  if (stop === "retry" && choice === 0 && !isRetry()) throw errors.sandboxDemoFault();
  const { text, reasoning } = stop ? PREPARED_ANSWERS[stop] : { text: INTRODUCTION };
  return atOrigin(createTextDraft(text, reasoning), origin);
}

function findStop(question: string): TourStopId | undefined {
  const asked = plain(question);
  return TOUR_STOPS.find(({ prompt }) => plain(prompt) === asked)?.id;
}

/** Case, spaces and the last mark of a prompt that was typed by hand do not matter. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/[.?!\s]+$/, "")
    .trim();
}

function offersWeather({ tools = [], toolChoice }: Call): boolean {
  return toolChoice?.mode !== "none" && tools.some(isWeather);
}

const isWeather = (tool: Tool) => tool.kind === "function" && tool.name === WEATHER_TOOL;

function weatherCalls(call: Call, { outcomes }: Conversation): DraftBlock[] {
  const left = CITIES.slice(outcomes.length);
  return (call.parallelToolCalls === false ? left.slice(0, 1) : left).map((city) => ({
    type: "tool-call",
    name: WEATHER_TOOL,
    kind: "function",
    input: JSON.stringify({ city }),
  }));
}

/** Returns true for a schema with the fields of the record and no other. */
function wantsCity({ output }: Call): boolean {
  if (output?.type !== "json-schema" || !isRecord(output.schema) || !isRecord(output.schema.properties)) return false;
  return Object.keys(output.schema.properties).toSorted().join() === Object.keys(LISBON).toSorted().join();
}

function needsMore({ output, toolChoice }: Call): boolean {
  return (
    output?.type === "json-schema" || output?.type === "json" || /^(?:required|tool)$/.test(toolChoice?.mode ?? "")
  );
}

/** Time in milliseconds for which a failed attempt waits for its retry. */
const RETRY_WITHIN = 60_000;

/** When the last prepared error was sent; undefined once its retry has come. One for the process. */
let failedAt: number | undefined;

/** Returns false for the first attempt, which is to fail, and true for the next one. */
function isRetry(now = performance.now()): boolean {
  const waited = failedAt !== undefined && now - failedAt < RETRY_WITHIN;
  failedAt = waited ? undefined : now;
  return waited;
}

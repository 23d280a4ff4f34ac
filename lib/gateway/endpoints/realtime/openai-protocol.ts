/** Messages of OpenAI's Realtime API (wire-formats §12.1). */
import { randomUUID } from "node:crypto";
import { setCount } from "#lib/canonical/set-count.ts";
import { errors } from "#lib/http/errors.ts";
import {
  BACKSLASH,
  parseObject,
  type RealtimeProtocol,
  type TurnUsage,
  toBuffer,
  toCount,
} from "./realtime-protocol.ts";

const MODEL = Buffer.from('"model"');
const BEGINS = Buffer.from("response.created");
const ENDS = Buffer.from("response.done");

export const openAiProtocol: RealtimeProtocol = {
  readClient(data, { name, model }) {
    // Sound in base64 has neither, and an escape could hide a name.
    const bytes = toBuffer(data);
    if (!bytes.includes(MODEL) && !bytes.includes(BACKSLASH)) return data;
    const event = parseObject(data);
    const session = event?.session;
    if (typeof session !== "object" || session === null || !("model" in session)) return data;
    if (session.model === undefined || session.model === model) return data;
    if (session.model !== name) throw errors.realtimeModelChanged({ model: name });
    return JSON.stringify({ ...event, session: { ...session, model } });
  },

  readUpstream(data) {
    const bytes = toBuffer(data);
    if (!bytes.includes(BEGINS) && !bytes.includes(ENDS)) return undefined;
    const event = parseObject(data);
    if (event?.type === "response.created") return { turn: "begins" };
    if (event?.type !== "response.done") return undefined;
    const usage = readUsage(event.response);
    return { turn: "ends", ...(usage ? { usage } : {}) };
  },

  writeError: ({ type, code, message, param }, requestId) =>
    JSON.stringify({
      type: "error",
      event_id: `event_${randomUUID().replaceAll("-", "")}`,
      error: { type, code: code ?? type, message, param: param ?? null, event_id: null, request_id: requestId },
    }),
};

type Details = { cached_tokens?: unknown; audio_tokens?: unknown; cached_tokens_details?: Details | null };
type WireUsage = {
  input_tokens?: unknown;
  output_tokens?: unknown;
  input_token_details?: Details | null;
  output_token_details?: Details | null;
};

function readUsage(response: unknown): TurnUsage | undefined {
  const wire = (response as { usage?: WireUsage | null } | undefined)?.usage;
  if (!wire) return undefined;
  const { input_token_details: input, output_token_details: output } = wire;
  const usage: TurnUsage = {};
  setCount(usage, "inputTokens", wire.input_tokens);
  setCount(usage, "outputTokens", wire.output_tokens);
  setCount(usage, "cachedInputTokens", input?.cached_tokens);
  const audio = {
    inputTokens: toCount(input?.audio_tokens),
    outputTokens: toCount(output?.audio_tokens),
    cachedInputTokens: toCount(input?.cached_tokens_details?.audio_tokens),
  };
  return audio.inputTokens + audio.outputTokens > 0 ? { ...usage, audio } : usage;
}

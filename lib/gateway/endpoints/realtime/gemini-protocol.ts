/** Messages of Google's Live API (wire-formats §12.2): JSON, which the server sends in binary messages. */
import { errors } from "#lib/http/errors.ts";
import {
  BACKSLASH,
  parseObject,
  type RealtimeProtocol,
  type TurnUsage,
  toBuffer,
  toCount,
} from "./realtime-protocol.ts";

const SETUP = Buffer.from('"setup"');
const USAGE = /usageMetadata|usage_metadata/;
const ENDS = /"turn_?[cC]omplete"\s*:\s*true/;
const CONTENT = /"server_?[cC]ontent"|"tool_?[cC]all"/;
const PREFIX = "models/";

type Setup = { setup?: { model?: unknown } | null };

/** Returns the model that the first message names. @throws GatewayError 400 */
export function readSetupModel(data: Uint8Array): string {
  const model = (parseObject(data) as Setup | undefined)?.setup?.model;
  if (typeof model !== "string" || model === "" || model === PREFIX) throw errors.realtimeSetupMissing();
  return model.startsWith(PREFIX) ? model.slice(PREFIX.length) : model;
}

/** Returns the first message with the upstream's name of the model. */
export function writeSetup(data: Uint8Array, model: string): string {
  const message = parseObject(data) as { setup: object };
  return JSON.stringify({ ...message, setup: { ...message.setup, model: `${PREFIX}${model}` } });
}

export const geminiProtocol: RealtimeProtocol = {
  readClient(data, { name }) {
    // Google's server ends a session at its second setup; another server may change the model.
    const bytes = toBuffer(data);
    const mayBeSetup = bytes.includes(SETUP) || bytes.includes(BACKSLASH);
    if (mayBeSetup && parseObject(data)?.setup !== undefined) {
      throw errors.realtimeModelChanged({ model: name });
    }
    return data;
  },

  readUpstream(data) {
    // Sound is one long value, in which neither name is.
    const text = toBuffer(data).toString("latin1");
    const isEnd = ENDS.test(text);
    const usage = USAGE.test(text) ? readUsage(data) : undefined;
    if (!isEnd && !usage) return CONTENT.test(text) ? { turn: "begins" } : undefined;
    return { ...(isEnd ? { turn: "ends" as const } : {}), ...(usage ? { usage } : {}) };
  },
};

type Modality = { modality?: unknown; tokenCount?: unknown };
type WireUsage = Record<string, unknown>;

function readUsage(data: Uint8Array): TurnUsage | undefined {
  const message = parseObject(data);
  const wire = (message?.usageMetadata ?? message?.usage_metadata) as WireUsage | undefined;
  if (typeof wire !== "object" || wire === null) return undefined;
  const thoughts = toCount(wire.thoughtsTokenCount);
  const input = toCount(wire.promptTokenCount) + toCount(wire.toolUsePromptTokenCount);
  const output = toCount(wire.responseTokenCount ?? wire.candidatesTokenCount) + thoughts;
  const audio = {
    inputTokens: countAudio(wire.promptTokensDetails),
    outputTokens: countAudio(wire.responseTokensDetails ?? wire.candidatesTokensDetails),
    cachedInputTokens: countAudio(wire.cacheTokensDetails),
  };
  return {
    inputTokens: input,
    outputTokens: output,
    cachedInputTokens: toCount(wire.cachedContentTokenCount),
    ...(thoughts > 0 ? { reasoningTokens: thoughts } : {}),
    ...(audio.inputTokens + audio.outputTokens > 0 ? { audio } : {}),
  };
}

function countAudio(details: unknown): number {
  if (!Array.isArray(details)) return 0;
  return (details as Modality[])
    .filter(({ modality }) => modality === "AUDIO")
    .reduce((sum, { tokenCount }) => sum + toCount(tokenCount), 0);
}

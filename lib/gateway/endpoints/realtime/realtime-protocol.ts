/** RealtimeProtocol: what the gateway reads and writes in the messages of one realtime API, and no more. */
import type { Usage } from "#lib/canonical/part.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** Tokens of audio, which have prices of their own; they are part of the usage beside them. */
export type AudioUsage = { inputTokens: number; outputTokens: number; cachedInputTokens: number };

export type TurnUsage = Usage & { audio?: AudioUsage | undefined };

/** Facts of a message of an upstream. */
export type UpstreamEvent = {
  /** A response begins, or ends. */
  turn?: "begins" | "ends";
  usage?: TurnUsage;
};

export type SessionModel = {
  /** Model as the client named it. */
  name: string;
  /** Model as the upstream names it. */
  model: string;
};

export type RealtimeProtocol = {
  /**
   * Returns the message for the upstream, in which the model has the upstream's name.
   * @throws GatewayError 400 for a message that would change the model
   */
  readClient(data: Uint8Array, session: SessionModel): Uint8Array | string;
  readUpstream(data: Uint8Array): UpstreamEvent | undefined;
  /** Writes the event of an error; undefined in an API that has none, and names errors in its close frame. */
  writeError?(error: GatewayError, requestId: string): string;
};

export const BACKSLASH = 0x5c;

/** Returns a count of an upstream; 0 for one that it did not send. */
export const toCount = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

export function toBuffer(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/** Returns undefined for anything but the JSON of an object. */
export function parseObject(data: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(toBuffer(data).toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Adds up the usage of two turns; a count that neither has stays unknown. */
export function addUsage(one: TurnUsage | undefined, other: TurnUsage): TurnUsage {
  const sum: TurnUsage = {};
  for (const name of COUNTS) {
    if (one?.[name] !== undefined || other[name] !== undefined) sum[name] = (one?.[name] ?? 0) + (other[name] ?? 0);
  }
  const audios = [one?.audio, other.audio].filter((audio) => audio !== undefined);
  if (audios.length > 0) {
    sum.audio = audios.reduce((total, audio) => ({
      inputTokens: total.inputTokens + audio.inputTokens,
      outputTokens: total.outputTokens + audio.outputTokens,
      cachedInputTokens: total.cachedInputTokens + audio.cachedInputTokens,
    }));
  }
  return sum;
}

const COUNTS = [
  "inputTokens",
  "outputTokens",
  "cachedInputTokens",
  "cacheWriteInputTokens",
  "reasoningTokens",
] as const;

/** Returns the usage without its tokens of audio. */
export function withoutAudio({ audio, ...usage }: TurnUsage): Usage {
  if (!audio) return usage;
  const rest = (count: number | undefined, part: number) =>
    count === undefined ? {} : { count: Math.max(0, count - part) };
  const input = rest(usage.inputTokens, audio.inputTokens).count;
  const output = rest(usage.outputTokens, audio.outputTokens).count;
  const cached = rest(usage.cachedInputTokens, audio.cachedInputTokens).count;
  return {
    ...usage,
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
}

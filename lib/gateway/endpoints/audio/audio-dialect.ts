/** The relay's view of OpenAI's audio routes (wire-formats §11.3, §11.4). */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { readReplyUsage, readStreamTail } from "#lib/dialects/openai-audio/events.ts";
import type { RelayDialect } from "#lib/gateway/lanes/relay.ts";

const chat = dialects["openai-chat"];

export const audioDialect: RelayDialect = {
  id: "openai-audio",
  modelPlace: "body",
  writeUpstreamPath: () => "/audio/speech",
  relayedHeaders: [],
  ping: chat.ping,
  writeStreamError: chat.writeStreamError,
  readError: chat.readError,
  readReplyUsage,
  readStreamTail,
};

export const AUDIO_EVENTS = { ping: chat.ping, writeError: chat.writeStreamError };

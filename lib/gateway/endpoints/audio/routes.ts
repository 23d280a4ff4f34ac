/** Endpoints of OpenAI's audio API. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { audioDialect } from "./audio-dialect.ts";
import * as operations from "./openapi.ts";
import { handleSpeech } from "./speech.ts";
import { handleTranscription } from "./transcription.ts";

const shared = {
  method: "POST",
  scope: "inference",
  dialect: dialects["openai-chat"],
  loggedDialect: audioDialect.id,
  dryRun: true,
} as const;

export const audioEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    path: "/v1/audio/speech",
    ...shared,
    operation: operations.createSpeech,
    handle: handleSpeech,
  }),
  defineEndpoint({
    path: "/v1/audio/transcriptions",
    ...shared,
    operation: operations.createTranscription,
    handle: (context) => handleTranscription(context, "transcriptions"),
  }),
  defineEndpoint({
    path: "/v1/audio/translations",
    ...shared,
    operation: operations.createTranslation,
    handle: (context) => handleTranscription(context, "translations"),
  }),
];

/** OpenAPI operations of the audio routes. */
import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { routeErrors } from "#lib/contract/errors/routes.ts";
import { speechRequest, transcriptionFields } from "#lib/contract/openai-audio/wire.ts";
import { FORM_ERRORS, JSON_ERRORS, KEY_ERRORS, MODEL_ERRORS, UPSTREAM_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, fileBytes, json, MODEL_HEADERS, TAGS } from "#lib/openapi/operation-parts.ts";

const ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  ...MODEL_ERRORS,
  ...(Object.keys(routeErrors) as ErrorName[]),
  "modelHasNoAudio",
  "providerLacksRoute",
  ...UPSTREAM_ERRORS,
];

const speechEvent = z
  .union([
    z.looseObject({ type: z.literal("speech.audio.delta"), audio: z.string() }),
    z.looseObject({ type: z.literal("speech.audio.done"), usage: z.looseObject({}) }),
  ])
  .meta({ id: "SpeechEvent" });

export const createSpeech: Operation = {
  id: "createSpeech",
  tag: TAGS.audio,
  summary: "Speak a text",
  description:
    "OpenAI's speech API. Providers that speak it get the request unchanged, and their audio leaves as it comes. Models of Google's API and the sandbox make `wav` and `pcm` only; for another `response_format` the response is `wav`, and `x-gateway-dropped` names the field.",
  key: "bearer",
  isCall: true,
  body: json(speechRequest, {
    wav: example("A sentence", {
      ...{ model: "sandbox/speech-model-a", voice: "alloy", response_format: "wav" },
      input: "The train leaves at nine.",
    }),
    events: example("The audio in events", {
      ...{ model: "sandbox/speech-model-a", voice: "alloy", response_format: "pcm", stream_format: "sse" },
      input: "Hello.",
    }),
  }),
  replies: {
    200: {
      description: "The audio; with `stream_format` sse, events with its base64.",
      headers: MODEL_HEADERS,
      content: { "audio/*": { schema: fileBytes }, "audio/wav": { schema: fileBytes }, ...events(speechEvent) },
    },
  },
  errors: [...JSON_ERRORS, ...ERRORS],
};

const transcript = z.looseObject({ text: z.string() }).meta({ id: "Transcript" });
const transcriptEvent = z
  .looseObject({ type: z.string() })
  .meta({ id: "TranscriptEvent", description: "`transcript.text.delta`, and at the end `transcript.text.done`." });
const form = transcriptionFields.extend({ file: fileBytes });

const transcription = (id: string, summary: string, description: string): Operation => ({
  ...{ id, tag: TAGS.audio, summary, description },
  key: "bearer",
  isCall: true,
  body: {
    "multipart/form-data": {
      schema: form.meta({ id: `${id.replace(/^create/, "")}Form` }),
      examples: { file: example("A file", { model: "sandbox/transcription-model-a", file: "audio" }) },
    },
  },
  replies: {
    200: {
      description: "The text, in the format of `response_format`; with `stream`, events.",
      headers: MODEL_HEADERS,
      content: { ...json(transcript), "text/plain": { schema: z.string() }, ...events(transcriptEvent) },
    },
  },
  errors: [
    ...FORM_ERRORS,
    ...ERRORS,
    ...(["formFileEmpty", "formFileTooLarge", "fileTooLarge", "uploadIncomplete"] satisfies ErrorName[]),
  ],
});

export const createTranscription = transcription(
  "createTranscription",
  "Write down speech",
  "OpenAI's transcription API. The form goes on to providers that speak it; models of Google's API hear the file in generateContent.",
);

export const createTranslation = transcription(
  "createTranslation",
  "Write down speech in English",
  "OpenAI's translation API. The sandbox does not translate.",
);

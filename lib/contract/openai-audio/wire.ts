/** The wire of OpenAI's audio routes: request schemas (wire-formats §11.3, §11.4). */
import { z } from "zod";
import { optional } from "#lib/contract/wire-schema.ts";

const SPEECH_FORMATS = ["mp3", "opus", "aac", "flac", "wav", "pcm"] as const;

export const speechRequest = z
  .looseObject({
    model: z.string().min(1).describe("`<provider>/<model>`, an alias or a route."),
    input: z.string().min(1).describe("Text to be spoken."),
    voice: z
      .union([z.string().min(1), z.looseObject({ id: z.string().min(1) })])
      .describe("Name of a voice, or the id of your own."),
    instructions: optional(z.string(), "How it is spoken."),
    response_format: optional(z.enum(SPEECH_FORMATS), "`mp3` unless the model makes another format only."),
    speed: optional(z.number().min(0.25).max(4), "1 is the usual speed."),
    stream_format: optional(z.enum(["sse", "audio"]), "`sse`: the audio as base64 in events."),
  })
  .meta({ id: "SpeechRequest" });

export type SpeechRequest = z.output<typeof speechRequest>;

export const TRANSCRIPT_FORMATS = ["json", "text", "srt", "verbose_json", "vtt", "diarized_json"] as const;

/** Fields of the form beside its file; every other field goes to the provider unchanged. */
export const transcriptionFields = z
  .looseObject({
    model: z.string().min(1).describe("`<provider>/<model>`, an alias or a route."),
    language: optional(z.string(), "Language of the audio, such as `en`."),
    prompt: optional(z.string(), "Text that helps with style and names."),
    response_format: optional(z.enum(TRANSCRIPT_FORMATS)),
    temperature: optional(z.number().min(0).max(1)),
    stream: optional(z.boolean(), "The text in events as it is recognised."),
  })
  .meta({ id: "TranscriptionFields" });

export type TranscriptionFields = z.output<typeof transcriptionFields>;

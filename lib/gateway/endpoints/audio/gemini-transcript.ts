/** Transcripts by a model that hears audio in generateContent (wire-formats §11.4). */
import type { Transcript } from "#lib/canonical/audio-call.ts";
import type { Usage } from "#lib/canonical/part.ts";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import { fetchReply } from "#lib/gateway/lanes/fetch-reply.ts";
import type { PlainContext } from "#lib/gateway/lanes/run-plain-call.ts";
import { writeBody } from "#lib/gateway/lanes/write-body.ts";
import { AUDIO_LIMITS } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { AudioForm, TranscriptionTask } from "./read-audio-form.ts";

/** Types that clients send for what the API calls otherwise. */
const TYPES: Readonly<Record<string, string>> = {
  "audio/mpeg": "audio/mp3",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/mp4": "audio/m4a",
  "audio/x-m4a": "audio/m4a",
};

/** @throws GatewayError 413 for a file that a request cannot hold, 502 for an answer without text */
export async function fetchGeminiTranscript(
  context: PlainContext,
  { form, task, upstream, model }: { form: AudioForm; task: TranscriptionTask; upstream: Upstream; model: string },
): Promise<Transcript & { usage: Usage }> {
  const { fields, file } = form;
  const limit = AUDIO_LIMITS.inlineBytes;
  if (file.size > limit) throw errors.formFileTooLarge({ param: "file", limit });
  const data = Buffer.from(await file.read()).toString("base64");
  const body = await writeBody(context, {
    contents: [
      {
        role: "user",
        parts: [
          { text: writeInstruction(fields, task) },
          { inlineData: { mimeType: TYPES[file.mediaType] ?? file.mediaType, data } },
        ],
      },
    ],
    generationConfig: { temperature: fields.temperature ?? 0 },
  });
  const reply = await fetchReply(context, { upstream, dialect: getDialect("google-generate"), model, body });
  const texts = (reply.choices[0]?.content ?? []).flatMap((content) => (content.type === "text" ? [content.text] : []));
  if (texts.length === 0) throw errors.upstreamReplyUnreadable({ provider: upstream.id });
  return { text: texts.join("").trim(), seconds: undefined, usage: reply.usage ?? {} };
}

function writeInstruction({ language, prompt }: AudioForm["fields"], task: TranscriptionTask): string {
  return [
    task === "translations"
      ? "Translate the speech in this audio into English. Return the translation alone, without comments."
      : "Transcribe the speech in this audio word for word. Return the transcript alone, without comments or times.",
    ...(language ? [`The language is ${language}.`] : []),
    ...(prompt ? [`Names and style follow this text: ${prompt}`] : []),
  ].join(" ");
}

/** Speech by a model that answers generateContent with audio (wire-formats §11.3). */

import type { SpeechRequest } from "#lib/contract/openai-audio/wire.ts";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import { fetchReply } from "#lib/gateway/lanes/fetch-reply.ts";
import type { PlainContext } from "#lib/gateway/lanes/run-plain-call.ts";
import { writeBody } from "#lib/gateway/lanes/write-body.ts";
import { decodeBase64 } from "#lib/http/decode-base64.ts";
import { errors } from "#lib/http/errors.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { MadeSpeech } from "./speech-events.ts";

/** Rate of samples when the type of the audio does not name it. */
const USUAL_RATE = 24_000;
/** Types of samples without a file format around them. */
const RAW_AUDIO = /^audio\/(?:l16|pcm)\b/i;
/** Voices of OpenAI's API and similar ones of Google's; other names are sent unchanged. */
const VOICES: Readonly<Record<string, string>> = {
  ...{ alloy: "Kore", ash: "Charon", ballad: "Algieba", coral: "Aoede", echo: "Puck", fable: "Fenrir" },
  ...{ onyx: "Orus", nova: "Leda", sage: "Despina", shimmer: "Zephyr", verse: "Enceladus" },
  ...{ marin: "Sulafat", cedar: "Iapetus" },
};

/** @throws GatewayError 502 for an answer without audio, and all errors of the upstream */
export async function fetchGeminiSpeech(
  context: PlainContext,
  { wire, upstream, model }: { wire: SpeechRequest; upstream: Upstream; model: string },
): Promise<MadeSpeech> {
  const { input, voice, instructions } = wire;
  const name = typeof voice === "string" ? voice : voice.id;
  const body = await writeBody(context, {
    contents: [{ role: "user", parts: [{ text: instructions ? `${instructions}: ${input}` : input }] }],
    generationConfig: {
      responseModalities: ["AUDIO"],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: VOICES[name] ?? name } } },
    },
  });
  const dialect = getDialect("google-generate");
  const reply = await fetchReply(context, { upstream, dialect, model, body });
  for (const content of reply.choices[0]?.content ?? []) {
    if (content.type !== "file" || content.data.kind !== "base64" || !RAW_AUDIO.test(content.mediaType)) continue;
    const samples = await decodeBase64(content.data.base64);
    const rate = Number(/rate=(\d+)/.exec(content.mediaType)?.[1] ?? USUAL_RATE);
    return {
      sampleRate: rate,
      bytes: samples.length,
      usage: reply.usage ?? {},
      async *samples() {
        yield samples;
      },
    };
  }
  throw errors.upstreamReplyUnreadable({ provider: upstream.id });
}

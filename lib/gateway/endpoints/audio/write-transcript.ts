/** Transcripts that the gateway writes, in each format of the route (wire-formats §11.4). */
import type { Transcript } from "#lib/canonical/audio-call.ts";
import type { Usage } from "#lib/canonical/part.ts";
import type { TRANSCRIPT_FORMATS } from "#lib/contract/openai-audio/wire.ts";
import { writeEvent } from "#lib/dialects/openai-audio/events.ts";

type MadeTranscript = Transcript & { usage: Usage };

function writeUsage({ inputTokens = 0, outputTokens = 0 }: Usage) {
  return {
    ...{ type: "tokens", input_tokens: inputTokens, output_tokens: outputTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

/** @returns text, or an object to be written as JSON */
export function writeTranscript(
  { text, seconds, usage }: MadeTranscript,
  format: (typeof TRANSCRIPT_FORMATS)[number],
): string | Record<string, unknown> {
  const duration = seconds ?? 0;
  switch (format) {
    case "text":
      return `${text}\n`;
    case "srt":
      return `1\n${writeTime(0, ",")} --> ${writeTime(duration, ",")}\n${text}\n\n`;
    case "vtt":
      return `WEBVTT\n\n${writeTime(0, ".")} --> ${writeTime(duration, ".")}\n${text}\n\n`;
    case "verbose_json":
      return {
        ...{ task: "transcribe", language: "unknown", duration, text },
        segments: [{ id: 0, start: 0, end: duration, text }],
        usage: { type: "duration", seconds: Math.ceil(duration) },
      };
    case "diarized_json":
      return {
        ...{ task: "transcribe", duration, text },
        segments: [{ id: "seg_0", type: "transcript.text.segment", start: 0, end: duration, text, speaker: "A" }],
        usage: writeUsage(usage),
      };
    default:
      return { text, usage: writeUsage(usage) };
  }
}

/** Formats seconds as `00:00:01,500`. */
function writeTime(seconds: number, point: string): string {
  const milliseconds = Math.round(seconds * 1_000);
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  const rest = String(milliseconds % 1_000).padStart(3, "0");
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1_000) % 60)}${point}${rest}`;
}

/** Writes the text word by word. */
export async function* writeTranscriptEvents({ text, usage }: MadeTranscript): AsyncGenerator<string, void, void> {
  for (const [delta] of text.matchAll(/\s*\S+\s*$|\s*\S+/g)) yield writeEvent({ type: "transcript.text.delta", delta });
  yield writeEvent({ type: "transcript.text.done", text, usage: writeUsage(usage) });
}

/** The painter in a conversation: paints an image for the last message, or edits the last image. */
import type { Call, FileContent } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import { errors } from "#lib/http/errors.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { approximateSize, hasBytes, readFileBytes } from "#lib/prompts/file-bytes.ts";
import { countPromptTokens } from "#lib/prompts/prompt-tokens.ts";
import { readConversation } from "../conversation.ts";
import { imageOutputTokens } from "../media/image-tokens.ts";
import { type PaintOptions, paint } from "../painter/paint.ts";
import { requireFewImages } from "./output-limits.ts";

/** Sizes of generateContent's aspect ratios, each about one million pixels. */
const SIZES: Record<string, { width: number; height: number }> = {
  "1:1": { width: 1024, height: 1024 },
  "2:3": { width: 832, height: 1248 },
  "3:2": { width: 1248, height: 832 },
  "3:4": { width: 864, height: 1184 },
  "4:3": { width: 1184, height: 864 },
  "4:5": { width: 896, height: 1152 },
  "5:4": { width: 1152, height: 896 },
  "9:16": { width: 768, height: 1344 },
  "16:9": { width: 1344, height: 768 },
  "21:9": { width: 1536, height: 672 },
};

export async function* respondWithImages(call: Call, signal: AbortSignal): AsyncGenerator<Part, void, void> {
  const { question } = readConversation(call);
  if (question === "") {
    throw errors.paintingWithoutPrompt();
  }
  requireFewImages(call);
  const choices = call.choices ?? 1;
  const sources = sourcesOf(call);
  let outputTokens = 0;
  for (let choice = 0; choice < choices; choice++) {
    const painted = await paint(
      {
        prompt: question,
        seed: (call.seed ?? 0) + choice,
        ...sizeOf(call, sources),
        quality: "medium",
        style: "vivid",
        background: "auto",
        format: "png",
        compression: 100,
        passes: 0,
        model: call.model,
      },
      { signal, ...(sources.length > 0 && { input: inputOf(sources) }) },
    );
    // Sent after the first image, so that a refusal of the painter has its own status.
    if (choice === 0) yield { type: "start" };
    const text = `${painted.revisedPrompt}\n\n`;
    const id = `text-${choice}`;
    yield { type: "text-start", choice, id };
    yield { type: "text-delta", choice, id, text };
    yield { type: "text-end", choice, id };
    const base64 = Buffer.from(painted.bytes).toString("base64");
    yield { type: "file", choice, mediaType: `image/${painted.format}`, data: { kind: "base64", base64 } };
    yield { type: "finish", choice, reason: { unified: "stop" } };
    outputTokens += imageOutputTokens(painted, "medium") + countTokens(text);
  }
  yield { type: "usage", usage: { inputTokens: await countPromptTokens(call), cachedInputTokens: 0, outputTokens } };
}

/**
 * Returns the images of the last message; without any, the last image of the conversation, which the message is about.
 */
function sourcesOf(call: Call): FileContent[] {
  const { latestAttachments, attachments } = readConversation(call);
  const images = (of: typeof attachments) =>
    of.flatMap(({ file }) => (file.mediaType.startsWith("image/") && hasBytes(file) ? [file] : []));
  const latest = images(latestAttachments);
  return latest.length > 0 ? latest : images(attachments).slice(-1);
}

function inputOf(sources: FileContent[]): PaintOptions["input"] {
  return {
    bytes: sources.reduce((sum, file) => sum + approximateSize(file), 0),
    async load() {
      const images = await Promise.all(sources.map(readFileBytes));
      return { sources: images.filter((image) => image !== undefined) };
    },
  };
}

/** @throws GatewayError 400 for an unsupported aspect ratio */
function sizeOf({ aspectRatio }: Call, sources: FileContent[]): { size?: { width: number; height: number } } {
  if (aspectRatio !== undefined) {
    const size = SIZES[aspectRatio];
    if (size) return { size };
    throw errors.aspectRatioNotTaken({ ratios: Object.keys(SIZES), got: aspectRatio });
  }
  return sources.length > 0 ? {} : { size: { width: 1024, height: 1024 } };
}

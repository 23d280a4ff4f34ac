/**
 * Version 3 of the AI SDK's model interface (AI SDK 6) has another form for files in a prompt than version 4, and no
 * setting for reasoning.
 */
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";

/** Methods that calls use. */
export type CallableModel = Pick<LanguageModelV4, "doGenerate" | "doStream">;

/**
 * Adapts an older model to version 4: it returns fewer of the same parts, and bytes in a form that our reader accepts.
 */
export function toVersion4(model: LanguageModelV3): CallableModel {
  return {
    doGenerate: (options) => model.doGenerate(toVersion3(options)) as ReturnType<CallableModel["doGenerate"]>,
    doStream: (options) => model.doStream(toVersion3(options)) as ReturnType<CallableModel["doStream"]>,
  };
}

function toVersion3({ reasoning: _, ...options }: LanguageModelV4CallOptions): LanguageModelV3CallOptions {
  const prompt = options.prompt.map((message) =>
    message.role === "system" ? message : { ...message, content: message.content.map(toPart) },
  );
  return { ...options, prompt } as LanguageModelV3CallOptions;
}

function toPart(part: { type: string }): unknown {
  if (part.type === "file") return { ...part, data: toData((part as LanguageModelV4FilePart).data) };
  if (part.type !== "tool-result") return part;
  const { output } = part as unknown as { output: LanguageModelV4ToolResultOutput };
  return output.type === "content" ? { ...part, output: { ...output, value: output.value.map(toResultPart) } } : part;
}

function toData(data: LanguageModelV4FilePart["data"]): unknown {
  if (data.type === "url") return data.url;
  return data.type === "data" ? data.data : data;
}

function toResultPart(part: { type: string }): unknown {
  if (part.type !== "file") return part;
  const { data, mediaType, filename } = part as LanguageModelV4FilePart;
  const kind = mediaType.startsWith("image/") ? "image" : "file";
  if (data.type === "url") return { type: `${kind}-url`, url: data.url.href };
  return { type: `${kind}-data`, data: toData(data), mediaType, ...(filename !== undefined ? { filename } : {}) };
}

/** Writes a Call as the request of `POST /v1/chat/completions` (wire-formats §1.1 to §1.4). */
import type { AssistantContent, Call, FileContent, Message, OutputFormat, UserContent } from "#lib/canonical/call.ts";
import { formatFileUrl } from "#lib/canonical/file-url.ts";
import { omitVendor } from "#lib/canonical/opaque.ts";
import { DIALECT } from "./dialect-id.ts";
import { hasImageVendor, writeImage } from "./images.ts";
import { writeTool, writeToolChoice } from "./tools.ts";

/** Adds the names of dropped fields to `call.dropped`. */
export function writeRequest(call: Call): Record<string, unknown> {
  const vendor = call.vendor?.[DIALECT];
  const body: Record<string, unknown> = {
    model: call.model,
    messages: call.messages.map((message, index) => writeMessage(message, `messages[${index}]`, call.dropped)),
  };
  const tools = call.tools?.flatMap((tool) => writeTool(tool) ?? drop(call.dropped, `tools.${tool.name}`));
  put(body, "tools", tools);
  put(body, "tool_choice", call.toolChoice && writeToolChoice(call.toolChoice, call.tools));
  put(body, "response_format", call.output && writeOutputFormat(call.output));
  if (vendor?.max_tokens === undefined) put(body, "max_completion_tokens", call.maxOutputTokens);
  put(body, "parallel_tool_calls", call.parallelToolCalls);
  put(body, "temperature", call.temperature);
  put(body, "top_p", call.topP);
  put(body, "frequency_penalty", call.frequencyPenalty);
  put(body, "presence_penalty", call.presencePenalty);
  put(body, "seed", call.seed);
  put(body, "stop", call.stop);
  put(body, "n", call.choices);
  put(body, "logit_bias", call.logitBias);
  if (call.logprobs) {
    body.logprobs = true;
    put(body, "top_logprobs", call.logprobs.top || undefined);
  }
  put(body, "reasoning_effort", call.reasoning?.effort);
  put(body, "verbosity", call.verbosity);
  put(body, "modalities", call.modalities);
  put(body, "metadata", call.metadata);
  put(body, "user", call.user);
  put(body, "safety_identifier", call.safetyIdentifier);
  put(body, "prompt_cache_key", call.promptCacheKey);
  put(body, "service_tier", call.serviceTier);
  if (call.topK !== undefined) drop(call.dropped, "top_k");
  if (call.aspectRatio !== undefined) drop(call.dropped, "aspect_ratio");
  if (call.reasoning?.budgetTokens !== undefined) drop(call.dropped, "reasoning.budget_tokens");
  if (call.stream) {
    body.stream = true;
    // The gateway always needs the usage; the writer decides if the client gets it.
    body.stream_options = { include_usage: true };
  }
  Object.assign(body, vendor);
  for (const fields of Object.values(omitVendor(call.vendor, DIALECT) ?? {})) {
    // Every body has messages: a field of this name is not among them.
    for (const name in fields) if (!(name in body) || name === "messages") drop(call.dropped, name);
  }
  return body;
}

function put(body: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) body[key] = value;
}

function drop(dropped: string[], name: string): [] {
  dropped.push(name);
  return [];
}

function writeOutputFormat(format: OutputFormat): Record<string, unknown> {
  if (format.type === "text") return { type: "text" };
  if (format.type === "json") return { type: "json_object" };
  const { type: _, ...definition } = format;
  return { type: "json_schema", json_schema: definition };
}

function writeMessage(message: Message, path: string, dropped: string[]): Record<string, unknown> {
  const extras = { ...(message.name ? { name: message.name } : {}), ...message.vendor?.[DIALECT] };
  switch (message.role) {
    case "assistant":
      return { role: "assistant", ...writeAssistantContent(message.content, path, dropped), ...extras };
    case "tool":
      if (message.isError) dropped.push(`${path}.is_error`);
      return {
        role: "tool",
        tool_call_id: message.callId,
        content: writeContent(message.content, path, dropped),
        ...extras,
      };
    default:
      return { role: message.role, content: writeContent(message.content, path, dropped), ...extras };
  }
}

function writeContent(content: string | UserContent[], path: string, dropped: string[]): unknown {
  if (typeof content === "string") return content;
  return content.flatMap((part, index) => writePart(part, `${path}.content[${index}]`, dropped));
}

function writePart(part: UserContent, path: string, dropped: string[]): Record<string, unknown>[] {
  if (part.type === "unknown")
    return part.dialect === DIALECT ? [part.value as Record<string, unknown>] : drop(dropped, path);
  const extras = part.vendor?.[DIALECT];
  if (part.type === "text") return [{ type: "text", text: part.text, ...extras }];
  const written = writeFile(part);
  return written ? [{ ...written, ...extras }] : drop(dropped, path);
}

function writeFile({ mediaType, data, filename, detail }: FileContent): Record<string, unknown> | undefined {
  if (data.kind === "reference") return { type: "file", file: { file_id: data.id, ...(filename ? { filename } : {}) } };
  const url = formatFileUrl(data, mediaType);
  if (mediaType.startsWith("image/")) return { type: "image_url", image_url: { url, ...(detail ? { detail } : {}) } };
  const audio = /^audio\/(?:x-)?(wav|wave|mp3|mpeg)$/.exec(mediaType)?.[1];
  if (audio && data.kind === "base64") {
    return { type: "input_audio", input_audio: { data: data.base64, format: audio.startsWith("wav") ? "wav" : "mp3" } };
  }
  // This API has no links to documents.
  if (data.kind === "url" && !url.startsWith("data:")) return undefined;
  return { type: "file", file: { ...(filename ? { filename } : {}), file_data: url } };
}

function writeAssistantContent(
  content: string | AssistantContent[],
  path: string,
  dropped: string[],
): Record<string, unknown> {
  if (typeof content === "string") return { content };
  const texts: Record<string, unknown>[] = [];
  const calls: Record<string, unknown>[] = [];
  const reasoning: string[] = [];
  const images: Record<string, unknown>[] = [];
  content.forEach((part, index) => {
    if (part.type === "tool-call") {
      const payload =
        part.kind === "custom" ? { name: part.name, input: part.input } : { name: part.name, arguments: part.input };
      calls.push({ id: part.id, type: part.kind, [part.kind]: payload, ...part.vendor?.[DIALECT] });
    } else if (part.type === "reasoning") {
      reasoning.push(part.text);
    } else if (part.type === "file" && hasImageVendor(part)) {
      const image = writeImage(part, images.length);
      if (image) images.push(image);
    } else if (part.type === "refusal") {
      texts.push({ type: "refusal", refusal: part.text });
    } else {
      texts.push(...writePart(part, `${path}.content[${index}]`, dropped));
    }
  });
  const [only] = texts;
  const isPlain = texts.length === 1 && only?.type === "text" && Object.keys(only).length === 2;
  return {
    ...(texts.length > 0
      ? { content: isPlain ? only?.text : texts }
      : calls.length > 0
        ? { content: null }
        : { content: "" }),
    ...(reasoning.length > 0 ? { reasoning_content: reasoning.join("") } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** Calls and replies as named features, so that the differences of two of them have names. */
import { isDeepStrictEqual } from "node:util";
import type { AssistantContent, Call, FileContent, Message, UserContent } from "#lib/canonical/call.ts";
import { openId } from "#lib/canonical/opaque.ts";
import type { Choice, Reply, Source } from "#lib/canonical/reply.ts";

export type Features = Record<string, unknown>;

/** The names of the features of `before` that are not the same in `after`. */
export function lostBetween(before: Features, after: Features): string[] {
  const lost = Object.keys(before).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const isCut = Array.isArray(before.words) && before.words.length !== (after.words as unknown[]).length;
  return isCut
    ? [...lost.filter((name) => !isDeepStrictEqual(firstOf(before[name]), firstOf(after[name]))), "choices"]
    : lost;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** @param ask only what was asked for counts: APIs add defaults of their own */
export function callFeatures(call: Call, fetchText: Partial<Call>): Features {
  const features: Features = { messages: call.messages.flatMap(turnsOf) };
  const files = call.messages.flatMap(filesOf);
  if (fetchText.messages && files.length > 0) {
    features.files = files.map(({ data }) => data);
    // Some dialects give only the family of a link: that it is an image.
    features["media types"] = files.map(({ mediaType, data }) =>
      data.kind === "url" ? mediaType.split("/")[0] : mediaType,
    );
    if (files.some(({ filename }) => filename)) features["file names"] = files.map(({ filename }) => filename);
  }
  const failed = call.messages.flatMap((message) => (message.role === "tool" && message.isError ? message.callId : []));
  if (fetchText.messages?.some((message) => message.role === "tool" && message.isError))
    features["failed tools"] = failed;
  if (fetchText.tools) {
    features.tools = call.tools?.map((tool) => [tool.kind, tool.name, "description" in tool ? tool.description : ""]);
    features["tool parameters"] = call.tools?.map((tool) => (tool.kind === "function" ? parametersOf(tool) : ""));
  }
  if (fetchText.output) {
    features["output format"] = call.output?.type;
    const schema = call.output?.type === "json-schema" ? JSON.stringify(call.output.schema) : "";
    const open = schema.replaceAll(CLOSED, "");
    features["output schema"] = open && JSON.parse(open);
    features["closed objects"] = schema.includes(CLOSED);
  }
  // Parallel calls are what every API does when nothing is said.
  if (fetchText.parallelToolCalls !== undefined) features["parallel tool calls"] = call.parallelToolCalls ?? true;
  for (const key of PLAIN) if (fetchText[key] !== undefined) features[WORDS[key] ?? key] = call[key];
  return features;
}

const CLOSED = ',"additionalProperties":false';

const PLAIN = [
  ...(["toolChoice", "maxOutputTokens", "temperature", "topP", "stop"] as const),
  ...(["choices", "logprobs", "reasoning"] as const),
];
const WORDS: Partial<Record<(typeof PLAIN)[number], string>> = {
  toolChoice: "tool choice",
  maxOutputTokens: "token limit",
  topP: "top_p",
  choices: "n",
};

/** No parameters, however an API says it. */
function parametersOf({ parameters }: { parameters?: unknown }): unknown {
  const isEmpty = isDeepStrictEqual(parameters, { type: "object", properties: {} });
  return isEmpty || parameters === undefined ? "none" : parameters;
}

function turnsOf(message: Message): unknown[] {
  const { role } = message;
  if (role === "tool") return [[role, message.callId, textOf(message.content)]];
  const calls = Array.isArray(message.content)
    ? message.content.flatMap((part) => (part.type === "tool-call" ? [[part.id, part.name, part.input]] : []))
    : [];
  const text = textOf(message.content);
  return [[role === "developer" ? "system" : role, text, ...calls]];
}

function textOf(content: string | (UserContent | AssistantContent)[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}

function filesOf({ content }: Message): FileContent[] {
  return Array.isArray(content) ? content.flatMap((part) => (part.type === "file" ? [part] : [])) : [];
}

export function replyFeatures(reply: Reply): Features {
  const { raw: _, ...usage } = reply.usage ?? {};
  const features: Features = {
    "input tokens": usage.inputTokens,
    "output tokens": usage.outputTokens,
  };
  if (usage.cachedInputTokens) features["cached tokens"] = usage.cachedInputTokens;
  if (usage.cacheWriteInputTokens) features["tokens written to the cache"] = usage.cacheWriteInputTokens;
  if (usage.reasoningTokens) features["reasoning tokens"] = usage.reasoningTokens;
  const all = reply.choices.map(choiceFeatures);
  for (const feature of new Set(all.flatMap(Object.keys))) features[feature] = all.map((one) => one[feature]);
  return features;
}

function choiceFeatures({ content, finish, logprobs, sources = [] }: Choice): Features {
  const said = (type: "text" | "reasoning" | "refusal") =>
    withoutNotes(content.flatMap((part) => (part.type === type ? part.text : [])).join(""));
  const calls = content.filter((part) => part.type === "tool-call");
  const kinds = content.filter((part) => !("text" in part) || part.text !== "").map(({ type }) => type);
  const files = content.filter((part) => part.type === "file");
  const features: Features = {
    words: said("text") + said("refusal"),
    "finish reason": finish?.unified,
  };
  if (said("reasoning")) features.reasoning = said("reasoning");
  if (said("refusal")) features["refusal as such"] = said("refusal");
  if (calls.length > 0) {
    features["tool calls"] = calls.map(({ id, name, input }) => [openId(id).id, name, JSON.parse(input || "{}")]);
  }
  if (files.length > 0) {
    features["files made"] = files.map(({ mediaType, data }) => [mediaType, data]);
  }
  if (new Set(kinds).size > 1) features["order of blocks"] = kinds.filter((kind, at) => kind !== kinds[at - 1]);
  if (finish?.stopSequence !== undefined) features["stop sequence"] = finish.stopSequence;
  if (sources.length > 0) {
    // Once each: an API that cites for a whole text says of it once what others say of several places.
    features.sources = unique(sources.map(({ url, title }) => [url, title]));
    features["places of sources"] = unique(sources.map((source) => placeOf(source, content)));
  }
  if (logprobs?.content) {
    features.logprobs = logprobs.content.map(({ token, logprob, top }) => [
      token,
      logprob,
      top.map((one) => one.token),
    ]);
  }
  return features;
}

/** The place in all text of the choice, however many texts it is in. */
function placeOf({ url, text = 0, startIndex, endIndex }: Source, content: AssistantContent[]): unknown[] {
  const texts = content.flatMap((part) => (part.type === "text" ? part.text : []));
  const before = texts.slice(0, text).join("").length;
  const from = (index: number | undefined) => (index === undefined ? undefined : before + index);
  return [url, from(startIndex), from(endIndex)];
}

/** Without what the gateway puts in the place of a file that it cannot give. */
function withoutNotes(text: string): string {
  return text.replace(/\s*\[\w+ left out: [^\]]+\]/g, "");
}

function unique(values: unknown[]): string[] {
  return [...new Set(values.map((value) => JSON.stringify(value)))];
}

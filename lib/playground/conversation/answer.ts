/**
 * An answer as the pages show it, whatever dialect it came in; and the reader of a chat completion stream (wire-formats
 * §1.6), which folds its chunks into one.
 */

import { checkIndex, MAXIMUM_CHOICES, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";
import { type Fields, fields, fieldsList, number, string } from "../dialects/json-fields.ts";
import type { GatewayFailure } from "../gateway/errors.ts";

export type ToolCall = { id: string; name: string; kind: "function" | "custom"; arguments: string };
export type TokenLogprob = { token: string; logprob: number; top: { token: string; logprob: number }[] };

/** A file in an answer; its bytes lie in the blob store under their SHA-256. */
export type AnswerFile = {
  mediaType: string;
  /** Characters of the text that come before it. */
  at: number;
  /** In bytes. */
  size: number;
  /** It belongs to the reasoning: kept and sent back, not shown. */
  thought?: true;
  sha256?: string;
  /** Pixels, images only. */
  width?: number;
  height?: number;
  /** In memory only: a picture that has just come is shown without waiting for the store. */
  bytes?: Blob;
};

export type AnswerChoice = {
  text: string;
  reasoning: string;
  refusal: string;
  toolCalls: ToolCall[];
  /** As the wire says it, but `length` and `content_filter` in every dialect; absent until the choice has ended. */
  finishReason?: string;
  /** What belongs to the reason, such as the stop sequence that was met. */
  finishDetail?: string;
  /** What the text rests on. */
  citations?: AnswerCitation[];
  /** What proves the reasoning, or carries it unseen: it goes back with the conversation, unchanged. */
  seals?: { kind: "signature" | "encrypted"; value: string }[];
  logprobs: TokenLogprob[];
  files?: AnswerFile[];
  /** In dialects that want an answer back exactly as it came: its parts, each file as the index of `files`. */
  parts?: AnswerPart[];
  /** The order in which a hand put text, files and calls; absent where it is text, with files at their places, then calls. */
  content?: AnswerContent[];
};

/** Files and calls by their index in the choice's own lists. */
export type AnswerContent =
  | { type: "text"; text: string }
  | { type: "file"; index: number }
  | { type: "call"; index: number };

export type AnswerPart = { [field: string]: unknown; file?: number };

export type AnswerCitation = {
  title: string;
  /** Of a page; absent for files of the conversation. */
  url?: string;
  /** Where in the source, in words. */
  place?: string;
  /** The source's own words. */
  quote?: string;
};

export type AnswerUsage = {
  /** All of the prompt, whether it came from a cache or not. */
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
};

export type AnswerSnapshot = {
  model?: string;
  /** In dialects whose next request can name the answer that it follows. */
  responseId?: string;
  choices: AnswerChoice[];
  usage?: AnswerUsage;
};

/** What a chunk brought, for the timings. */
export type ChunkEffect = {
  content: boolean;
  reasoning: boolean;
  /** Settles when a file of the chunk can be shown; never rejects. */
  pending?: Promise<void>;
  /** The answer ended in a failure that the dialect does not tell by an error event. */
  failure?: GatewayFailure;
};

/** Folds the events of one stream. */
export type AnswerReader = {
  /** @throws WireIndexError when an index in the event is outside its bound */
  apply(event: unknown): ChunkEffect;
  snapshot(): AnswerSnapshot;
};

export const EMPTY_ANSWER: AnswerSnapshot = { choices: [] };

const CHOICE_INDEX = { field: "choices[].index", limit: MAXIMUM_CHOICES };
const TOOL_CALL_INDEX = { field: "choices[].delta.tool_calls[].index", limit: MAXIMUM_ITEMS };

export function createAnswer(): AnswerReader {
  const choices: AnswerChoice[] = [];
  /** Tool calls of each choice by the wire's index: fragments of parallel calls may interleave. */
  const calls = new Map<AnswerChoice, Map<number, ToolCall>>();
  let model: string | undefined;
  let usage: AnswerUsage | undefined;

  function choiceAt(index: number): AnswerChoice {
    while (choices.length <= index) choices.push(emptyChoice());
    return choices[index] ?? emptyChoice();
  }

  function applyChoice(raw: Fields): ChunkEffect {
    const choice = choiceAt(checkIndex(raw.index ?? 0, CHOICE_INDEX));
    // A server that ignores `stream` sends whole messages: the same fields under another name.
    const delta = fields(raw.delta) ?? fields(raw.message) ?? {};
    const text = string(delta.content);
    const reasoning = string(delta.reasoning_content) || string(delta.reasoning);
    const refusal = string(delta.refusal);
    choice.text += text;
    choice.reasoning += reasoning;
    choice.refusal += refusal;
    const fragments = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    for (const [position, fragment] of fragments.entries()) applyToolCall(choice, fields(fragment) ?? {}, position);
    addCitations(
      choice,
      fieldsList(delta.annotations).map((annotation) => fields(annotation.url_citation) ?? annotation),
    );
    if (typeof raw.finish_reason === "string") choice.finishReason = raw.finish_reason;
    appendLogprobs(choice, fields(raw.logprobs));
    return { content: text !== "" || refusal !== "" || fragments.length > 0, reasoning: reasoning !== "" };
  }

  /** The first fragment of a call carries its id and name, later ones only more arguments, all under one index. */
  function applyToolCall(choice: AnswerChoice, raw: Fields, position: number): void {
    const index = checkIndex(raw.index ?? position, TOOL_CALL_INDEX);
    const known = calls.get(choice) ?? new Map<number, ToolCall>();
    calls.set(choice, known);
    const call: ToolCall = known.get(index) ?? { id: "", name: "", kind: "function", arguments: "" };
    if (!known.has(index)) choice.toolCalls.push(call);
    known.set(index, call);
    if (raw.type === "custom") call.kind = "custom";
    if (typeof raw.id === "string" && raw.id) call.id = raw.id;
    const body = fields(raw.function) ?? fields(raw.custom) ?? {};
    call.name += string(body.name);
    call.arguments += string(body.arguments) + string(body.input);
  }

  return {
    apply(chunk) {
      const effect: ChunkEffect = { content: false, reasoning: false };
      const body = fields(chunk);
      if (!body) return effect;
      if (typeof body.model === "string" && body.model) model = body.model;
      usage = readUsage(fields(body.usage)) ?? usage;
      for (const raw of Array.isArray(body.choices) ? body.choices : []) {
        const { content, reasoning } = applyChoice(fields(raw) ?? {});
        effect.content ||= content;
        effect.reasoning ||= reasoning;
      }
      return effect;
    },
    snapshot: () => ({
      model,
      usage,
      choices: choices.map(copyChoice),
    }),
  };
}

export function emptyChoice(): AnswerChoice {
  return { text: "", reasoning: "", refusal: "", toolCalls: [], logprobs: [] };
}

/** Takes what annotations say of their sources, as OpenAI and Google write it; those that name none are passed over. */
export function addCitations(choice: AnswerChoice, annotations: readonly Fields[]): void {
  const citations = annotations.flatMap((raw): AnswerCitation[] => {
    const url = string(raw.url) || string(raw.uri);
    const title = string(raw.title) || string(raw.filename) || url || string(raw.file_id);
    return title === "" ? [] : [{ title, ...(url === "" ? {} : { url }) }];
  });
  if (citations.length > 0) choice.citations = [...(choice.citations ?? []), ...citations];
}

/** For a snapshot: what comes later does not change it. */
export function copyChoice(choice: AnswerChoice): AnswerChoice {
  return {
    ...choice,
    toolCalls: choice.toolCalls.map((call) => ({ ...call })),
    logprobs: choice.logprobs.slice(),
    ...(choice.files && { files: choice.files.map((file) => ({ ...file })) }),
    ...(choice.parts && { parts: choice.parts.map((part) => ({ ...part })) }),
    ...(choice.citations && { citations: choice.citations.slice() }),
    ...(choice.seals && { seals: choice.seals.slice() }),
  };
}

function appendLogprobs(choice: AnswerChoice, raw: Fields | undefined): void {
  for (const entry of Array.isArray(raw?.content) ? raw.content : []) {
    const token = readLogprob(fields(entry));
    if (!token) continue;
    const top = fields(entry)?.top_logprobs;
    const alternatives = Array.isArray(top) ? top.map((other) => readLogprob(fields(other))) : [];
    choice.logprobs.push({ ...token, top: alternatives.filter((other) => other !== undefined) });
  }
}

function readLogprob(raw: Fields | undefined): { token: string; logprob: number } | undefined {
  if (typeof raw?.token !== "string" || typeof raw.logprob !== "number") return undefined;
  return { token: raw.token, logprob: raw.logprob };
}

function readUsage(raw: Fields | undefined): AnswerUsage | undefined {
  if (!raw) return undefined;
  return {
    inputTokens: number(raw.prompt_tokens),
    outputTokens: number(raw.completion_tokens),
    cachedTokens: number(fields(raw.prompt_tokens_details)?.cached_tokens),
    reasoningTokens: number(fields(raw.completion_tokens_details)?.reasoning_tokens),
  };
}

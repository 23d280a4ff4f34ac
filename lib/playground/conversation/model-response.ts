/**
 * A response as the pages show it, in any dialect, and the reader that folds the chunks of a chat completion stream
 * (wire-formats §1.6) into one.
 */

import { checkIndex, MAXIMUM_CHOICES, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";
import { type Fields, fields, fieldsList, number, string } from "../dialects/json-fields.ts";
import type { GatewayFailure } from "../gateway/errors.ts";
import { readTokenLogprobs, type TokenLogprob } from "./token-logprobs.ts";

export type ToolCall = { id: string; name: string; kind: "function" | "custom"; arguments: string };

/** A file in a response; its bytes are in the blob store under their SHA-256. */
export type ResponseFile = {
  mediaType: string;
  /** Number of characters of the text before the file. */
  at: number;
  /** Size in bytes. */
  size: number;
  /** Part of the reasoning: stored and sent back, not shown. */
  thought?: true;
  sha256?: string;
  /** Pixels, images only. */
  width?: number;
  height?: number;
  /** In memory only, so that a new image is shown without waiting for the store. */
  bytes?: Blob;
};

export type ResponseChoice = {
  text: string;
  reasoning: string;
  refusal: string;
  toolCalls: ToolCall[];
  /**
   * The dialect's own value, except that `length` and `content_filter` are the same in every dialect. Absent until the
   * choice has ended.
   */
  finishReason?: string;
  /** Detail of the finish reason, such as the stop sequence that was met. */
  finishDetail?: string;
  /** Sources that the text cites. */
  citations?: ResponseCitation[];
  /** Signatures and encrypted reasoning, sent back unchanged with the conversation. */
  seals?: { kind: "signature" | "encrypted"; value: string }[];
  logprobs: TokenLogprob[];
  files?: ResponseFile[];
  /** Parts exactly as received, for dialects that need them back unchanged; each file is an index into `files`. */
  parts?: ResponsePart[];
  /** Order of text, files and calls in an edited response. Absent: text with files at their positions, then calls. */
  content?: ResponseContent[];
};

/** Files and calls are indexes into the choice's own lists. */
export type ResponseContent =
  | { type: "text"; text: string }
  | { type: "file"; index: number }
  | { type: "call"; index: number };

export type ResponsePart = { [field: string]: unknown; file?: number };

export type ResponseCitation = {
  title: string;
  /** Address of a web page; absent for files of the conversation. */
  url?: string;
  /** Place in the source, as text. */
  place?: string;
  /** Text quoted from the source. */
  quote?: string;
};

export type ResponseUsage = {
  /** Tokens of the whole prompt, cached or not. */
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
};

export type ModelResponse = {
  model?: string;
  /** Response id, in dialects whose next request can continue from it. */
  responseId?: string;
  choices: ResponseChoice[];
  usage?: ResponseUsage;
};

/** Effect of one chunk, for the timings. */
export type ChunkEffect = {
  content: boolean;
  reasoning: boolean;
  /** Settles when a file of the chunk can be shown; never rejects. */
  pending?: Promise<void>;
  /** Failure that the dialect reports without an error event. */
  failure?: GatewayFailure;
};

/** Folds the events of one stream. */
export type ResponseReader = {
  /** @throws WireIndexError when an index in the event is outside its bound */
  apply(event: unknown): ChunkEffect;
  snapshot(): ModelResponse;
};

export const EMPTY_RESPONSE: ModelResponse = { choices: [] };

const CHOICE_INDEX = { field: "choices[].index", limit: MAXIMUM_CHOICES };
const TOOL_CALL_INDEX = { field: "choices[].delta.tool_calls[].index", limit: MAXIMUM_ITEMS };

/** @param saveFile stores the bytes of a file of the response; without it they are in memory only */
export function createResponseReader({
  saveFile = async () => {},
}: {
  saveFile?: (file: ResponseFile) => Promise<void>;
} = {}): ResponseReader {
  const choices: ResponseChoice[] = [];
  /** Pieces of the audio of each choice, as base64. */
  const sounds = new Map<ResponseChoice, string[]>();
  /** Tool calls of each choice by stream index: fragments of parallel calls may interleave. */
  const calls = new Map<ResponseChoice, Map<number, ToolCall>>();
  let model: string | undefined;
  let usage: ResponseUsage | undefined;

  function choiceAt(index: number): ResponseChoice {
    while (choices.length <= index) choices.push(emptyChoice());
    return choices[index] ?? emptyChoice();
  }

  function applyChoice(raw: Fields): ChunkEffect {
    const choice = choiceAt(checkIndex(raw.index ?? 0, CHOICE_INDEX));
    // A server that ignores `stream` sends whole messages: the same fields under another name.
    const delta = fields(raw.delta) ?? fields(raw.message) ?? {};
    const audio = fields(delta.audio);
    // Its transcript takes the place of a text.
    const text = string(delta.content) + string(audio?.transcript);
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
    choice.logprobs.push(...readTokenLogprobs(fields(raw.logprobs)?.content));
    const sound = string(audio?.data);
    if (sound !== "") {
      const pieces = sounds.get(choice) ?? [];
      pieces.push(sound);
      sounds.set(choice, pieces);
    }
    const isEnded = typeof raw.finish_reason === "string" || audio?.expires_at !== undefined;
    const heard = isEnded ? sounds.get(choice) : undefined;
    return {
      content: text !== "" || refusal !== "" || fragments.length > 0 || sound !== "",
      reasoning: reasoning !== "",
      ...(heard && { pending: saveAudio(choice, heard) }),
    };
  }

  /** Adds the audio of a choice before its text, once all of it has come. */
  async function saveAudio(choice: ResponseChoice, pieces: readonly string[]): Promise<void> {
    sounds.delete(choice);
    const file: ResponseFile = { mediaType: "audio/pcm", at: 0, size: 0 };
    choice.files = [...(choice.files ?? []), file];
    // Without a network the code may be missing; the file stays without bytes then.
    const loaded = await import("../files/join-audio.ts").catch(() => undefined);
    const bytes = loaded?.joinAudio(pieces);
    if (!bytes) return;
    Object.assign(file, { bytes, mediaType: bytes.type, size: bytes.size });
    await saveFile(file);
  }

  /** The first fragment of a call carries its id and name, later ones only more arguments, all under one index. */
  function applyToolCall(choice: ResponseChoice, raw: Fields, position: number): void {
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
      const saving: Promise<void>[] = [];
      for (const raw of Array.isArray(body.choices) ? body.choices : []) {
        const { content, reasoning, pending } = applyChoice(fields(raw) ?? {});
        effect.content ||= content;
        effect.reasoning ||= reasoning;
        if (pending) saving.push(pending);
      }
      if (saving.length > 0) effect.pending = Promise.all(saving).then(() => {});
      return effect;
    },
    snapshot: () => ({
      model,
      usage,
      choices: choices.map(copyChoice),
    }),
  };
}

export function emptyChoice(): ResponseChoice {
  return { text: "", reasoning: "", refusal: "", toolCalls: [], logprobs: [] };
}

/** Adds the sources that annotations of OpenAI and Google name; annotations without a source are skipped. */
export function addCitations(choice: ResponseChoice, annotations: readonly Fields[]): void {
  const citations = annotations.flatMap((raw): ResponseCitation[] => {
    const url = string(raw.url) || string(raw.uri);
    const title = string(raw.title) || string(raw.filename) || url || string(raw.file_id);
    return title === "" ? [] : [{ title, ...(url === "" ? {} : { url }) }];
  });
  if (citations.length > 0) choice.citations = [...(choice.citations ?? []), ...citations];
}

/** Copies a choice for a snapshot, so that later events do not change it. */
export function copyChoice(choice: ResponseChoice): ResponseChoice {
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

function readUsage(raw: Fields | undefined): ResponseUsage | undefined {
  if (!raw) return undefined;
  return {
    inputTokens: number(raw.prompt_tokens),
    outputTokens: number(raw.completion_tokens),
    cachedTokens: number(fields(raw.prompt_tokens_details)?.cached_tokens),
    reasoningTokens: number(fields(raw.completion_tokens_details)?.reasoning_tokens),
  };
}

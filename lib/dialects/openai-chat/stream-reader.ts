/** Reads a stream of chat completion chunks as Parts (wire-formats §1.6). */
import type { FinishReason, Part, TokenLogprob, ToolKind, Usage } from "#lib/canonical/part.ts";
import { pickUnknownFields, type VendorData } from "#lib/canonical/vendor-data.ts";
import type { ChatChoice, ChatReply, ChatToolCall } from "#lib/contract/openai-chat/wire.ts";
import { checkIndex, MAXIMUM_CHOICES, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";
import { errors } from "#lib/http/errors.ts";
import type { StreamReader, WireEvent } from "../dialect.ts";
import { readErrorBody } from "../error-bodies.ts";
import { type StreamFailure, toEventError } from "../malformed.ts";
import { readContentParts } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFinishReason } from "./finish-reason.ts";
import { readImages } from "./images.ts";
import { readLogprobs } from "./logprobs.ts";
import { readAnnotation } from "./reply.ts";
import { readUsage } from "./usage.ts";

const CHUNK_FIELDS = new Set(["id", "object", "created", "model", "choices", "usage", "error", "obfuscation"]);

const CHOICE_INDEX = { field: "choices[].index", limit: MAXIMUM_CHOICES };
const TOOL_CALL_INDEX = { field: "choices[].delta.tool_calls[].index", limit: MAXIMUM_ITEMS };

type ToolCallState = { id: string; name: string; kind: ToolKind; pieces: string[]; vendor?: VendorData };
type ChoiceState = {
  /** The open block of text or reasoning; at most one at a time. */
  block: { type: "text" | "reasoning"; id: string } | undefined;
  blocks: number;
  /** Calls by index: argument fragments of parallel calls may interleave. */
  calls: Map<number, ToolCallState>;
  /** Calls that may still get arguments. */
  open: Set<ToolCallState>;
  /** True once empty text arrived; `hasContent` is true once anything else did. */
  empty: boolean;
  hasContent: boolean;
  finished: boolean;
  refused: boolean;
};

export function createStreamReader(emit: (part: Part) => void): StreamReader {
  const choices = new Map<number, ChoiceState>();
  let started = false;
  let done = false;
  let failed = false;
  let usage: Usage | undefined;

  function getState(choice: number): ChoiceState {
    let state = choices.get(choice);
    if (!state) {
      const calls = { calls: new Map(), open: new Set<ToolCallState>() };
      state = {
        block: undefined,
        blocks: 0,
        ...calls,
        empty: false,
        hasContent: false,
        finished: false,
        refused: false,
      };
      choices.set(choice, state);
    }
    return state;
  }

  function closeBlock(choice: number, state: ChoiceState): void {
    if (!state.block) return;
    emit({ type: state.block.type === "text" ? "text-end" : "reasoning-end", choice, id: state.block.id });
    state.block = undefined;
  }

  function appendText({
    choice,
    state,
    type,
    text,
    logprobs,
  }: {
    choice: number;
    state: ChoiceState;
    type: "text" | "reasoning";
    text: string;
    logprobs?: TokenLogprob[] | undefined;
  }): void {
    if (state.block?.type !== type) {
      closeBlock(choice, state);
      closeWholeCalls(choice, state);
      state.block = { type, id: `${type}-${state.blocks++}` };
      emit({ type: `${type}-start`, choice, id: state.block.id });
    }
    const { id } = state.block;
    if (type === "text") emit({ type: "text-delta", choice, id, text, ...(logprobs ? { logprobs } : {}) });
    else emit({ type: "reasoning-delta", choice, id, text });
  }

  function readToolCall(choice: number, state: ChoiceState, fragment: ChatToolCall, position: number): void {
    closeBlock(choice, state);
    // Mistral gives no index; each of its fragments is a whole call.
    const index = checkIndex(fragment.index ?? (fragment.id ? state.calls.size : position), TOOL_CALL_INDEX);
    let call = state.calls.get(index);
    const name = fragment.custom?.name ?? fragment.function?.name ?? "";
    // Some upstreams give every call the same index: another id with a name is another call.
    if (!call || (fragment.id && fragment.id !== call.id && name)) {
      closeWholeCalls(choice, state);
      const kind: ToolKind = fragment.custom ? "custom" : "function";
      const rest = pickUnknownFields(DIALECT, fragment as Record<string, unknown>, TOOL_CALL_FIELDS);
      const vendor = rest ? { vendor: rest } : {};
      call = { id: fragment.id || `call_${choice}_${index}`, name, kind, pieces: [], ...vendor };
      state.calls.set(index, call);
      state.open.add(call);
      emit({ type: "tool-input-start", choice, id: call.id, name, kind, ...vendor });
    }
    const text = fragment.custom?.input ?? fragment.function?.arguments;
    if (!text || !state.open.has(call)) return;
    call.pieces.push(text);
    emit({ type: "tool-input-delta", choice, id: call.id, text });
  }

  function closeCall(choice: number, state: ChoiceState, call: ToolCallState): void {
    const { pieces, ...rest } = call;
    state.open.delete(call);
    emit({ type: "tool-input-end", choice, id: call.id });
    emit({ type: "tool-call", choice, ...rest, input: pieces.join("") });
  }

  /**
   * In this API only the end of the response ends a call. When other content begins, calls whose arguments are a
   * complete object are done; the others may continue, since parallel calls may alternate.
   */
  function closeWholeCalls(choice: number, state: ChoiceState): void {
    for (const call of state.open) if (isWhole(call)) closeCall(choice, state, call);
  }

  function closeChoice(choice: number, state: ChoiceState): void {
    closeBlock(choice, state);
    for (const call of state.open) closeCall(choice, state, call);
  }

  function finish(choice: number, state: ChoiceState, reason: FinishReason): void {
    if (state.finished) return;
    // A response that is empty text is not one without text.
    if (state.empty && !state.hasContent) {
      emit({ type: "text-start", choice, id: "text-0" });
      emit({ type: "text-end", choice, id: "text-0" });
    }
    closeChoice(choice, state);
    state.finished = true;
    emit({ type: "finish", choice, reason });
  }

  function readChoice(wire: ChatChoice, position: number): void {
    const choice = checkIndex(wire.index ?? position, CHOICE_INDEX);
    const state = getState(choice);
    const delta = wire.delta ?? {};
    const logprobs = readLogprobs(wire.logprobs?.content);
    const reasoning = delta.reasoning_content ?? delta.reasoning;
    if (reasoning) appendText({ choice, state, type: "reasoning", text: reasoning });
    if (typeof delta.content === "string" ? delta.content || logprobs?.length : logprobs?.length) {
      appendText({ choice, state, type: "text", text: String(delta.content ?? ""), logprobs });
    } else if (Array.isArray(delta.content)) {
      for (const part of readContentParts(delta.content)) {
        if (part.type === "unknown") emit({ ...part, choice });
        else appendText({ choice, state, type: part.type, text: part.text });
      }
    }
    if (delta.refusal) {
      closeBlock(choice, state);
      closeWholeCalls(choice, state);
      const tokens = readLogprobs(wire.logprobs?.refusal);
      state.refused = true;
      emit({ type: "refusal-delta", choice, text: delta.refusal, ...(tokens ? { logprobs: tokens } : {}) });
    }
    if (delta.images != null) {
      closeBlock(choice, state);
      closeWholeCalls(choice, state);
      for (const image of readImages(delta.images) ?? []) emit({ ...image, choice });
    }
    delta.tool_calls?.forEach((fragment, at) => {
      readToolCall(choice, state, fragment, at);
    });
    if (delta.function_call) {
      readToolCall(choice, state, { index: 0, function: delta.function_call }, 0);
    }
    for (const annotation of delta.annotations ?? []) emit({ type: "source", choice, ...readAnnotation(annotation) });
    state.empty ||= delta.content === "";
    state.hasContent ||= [reasoning, delta.content, delta.refusal, delta.tool_calls, logprobs].some(
      (hasContent) => hasContent?.length,
    );
    state.hasContent ||= delta.function_call != null || delta.images != null;
    if (wire.finish_reason)
      finish(
        choice,
        state,
        readFinishReason(wire.finish_reason, { hasRefusal: state.refused, stopReason: wire.stop_reason }),
      );
  }

  function fail({ status, message, code }: StreamFailure): void {
    failed = true;
    emit({ type: "error", status, message, ...(code ? { code } : {}) });
  }

  return {
    read({ data }: WireEvent): void {
      if (failed || done) return;
      if (data.trim() === "[DONE]") {
        done = true;
        return;
      }
      const chunk = parseChunk(data);
      if (!chunk) {
        fail(errors.eventNotObject());
        return;
      }
      if (chunk.error != null) {
        const error = readErrorBody(chunk);
        fail({ ...errors.upstreamErrorWithoutMessage(), ...error });
        return;
      }
      if (!started) {
        started = true;
        const { id, model, created } = chunk;
        const rest = pickUnknownFields(DIALECT, chunk as Record<string, unknown>, CHUNK_FIELDS);
        emit({ type: "start", id, model, created, ...(rest ? { vendor: rest } : {}) });
      }
      try {
        chunk.choices?.forEach(readChoice);
      } catch (error) {
        fail(toEventError(error));
        return;
      }
      // Some upstreams send a running count with every chunk: the last one is the response's.
      if (chunk.usage) usage = readUsage(chunk.usage);
    },
    end(): void {
      if (failed) return;
      if (done) {
        // The upstream ended the stream without a finish reason: this counts as an end.
        if (choices.size === 0) getState(0);
        for (const [choice, state] of choices) finish(choice, state, { unified: "other" });
      }
      const finished = choices.size > 0 && [...choices.values()].every((state) => state.finished);
      if (!finished) {
        for (const [choice, state] of choices) closeChoice(choice, state);
        fail(errors.streamTruncated());
        return;
      }
      if (usage) emit({ type: "usage", usage });
    },
  };
}

const TOOL_CALL_FIELDS = new Set(["index", "id", "type", "function", "custom"]);

function isWhole({ kind, pieces }: ToolCallState): boolean {
  if (kind !== "function" || pieces.length === 0) return false;
  try {
    const value: unknown = JSON.parse(pieces.join(""));
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

function parseChunk(data: string): ChatReply | undefined {
  try {
    const chunk: unknown = JSON.parse(data);
    return typeof chunk === "object" && chunk !== null ? chunk : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a stream of candidate results as Parts (wire-formats §4.7). The text of each event is a delta. */
import type { Part, TokenLogprob } from "#lib/canonical/part.ts";
import { pickUnknownFields, type VendorData } from "#lib/canonical/vendor-data.ts";
import type { GoogleAnswerPart, GoogleCandidate, GoogleReply } from "#lib/contract/google-generate/wire.ts";
import { errors } from "#lib/http/errors.ts";
import type { StreamReader, WireEvent } from "../dialect.ts";
import { readErrorStatus, readGoogleError } from "../google-error-bodies.ts";
import { type StreamFailure, toEventError } from "../malformed.ts";
import { createCallIds } from "./call-ids.ts";
import { addMetadata, CANDIDATE_FIELDS } from "./candidate-metadata.ts";
import { readPart } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFinishReason } from "./finish-reason.ts";
import { readSources } from "./grounding.ts";
import { readLogprobs } from "./logprobs.ts";
import { applyPartialArg } from "./partial-args.ts";
import { isBlocked, readCandidateIndex, readHead } from "./reply.ts";
import { readUsage } from "./usage.ts";

type ChoiceState = {
  /** The open block of text or reasoning; at most one at a time. */
  block: { type: "text" | "reasoning"; id: string } | undefined;
  blocks: number;
  calls: number;
  /** The texts so far, in pieces: citations refer to places in them at the end. */
  texts: string[][];
  /** A call whose arguments arrive in pieces. */
  partial: { id: string; name: string; args: Record<string, unknown>; vendor: VendorData | undefined } | undefined;
  /** True once empty text arrived; `hasContent` is true once anything else did. */
  empty: boolean;
  hasContent: boolean;
  finishReason: string | undefined;
  metadata: Record<string, unknown> | undefined;
};

export function createStreamReader(emit: (part: Part) => void): StreamReader {
  const choices = new Map<number, ChoiceState>();
  let started = false;
  let failed = false;
  let blocked: GoogleReply | undefined;
  let usage: Record<string, unknown> | undefined;
  let callId = createCallIds(undefined);

  function getState(choice: number): ChoiceState {
    let state = choices.get(choice);
    if (!state) {
      state = {
        block: undefined,
        blocks: 0,
        calls: 0,
        texts: [],
        partial: undefined,
        empty: false,
        hasContent: false,
        finishReason: undefined,
        metadata: undefined,
      };
      choices.set(choice, state);
    }
    return state;
  }

  function closeBlock(choice: number, state: ChoiceState, vendor?: VendorData): void {
    if (!state.block) return;
    const { type, id } = state.block;
    emit({ type: `${type}-end`, choice, id, ...(vendor ? { vendor } : {}) });
    state.block = undefined;
  }

  function appendText({
    choice,
    state,
    type,
    text,
    vendor,
    logprobs,
  }: {
    choice: number;
    state: ChoiceState;
    type: "text" | "reasoning";
    text: string;
    vendor?: VendorData | undefined;
    logprobs?: TokenLogprob[] | undefined;
  }): void {
    if (text === "" && !vendor && !logprobs) {
      state.empty ||= type === "text";
      return;
    }
    state.hasContent = true;
    if (state.block?.type !== type) {
      closeBlock(choice, state);
      state.block = { type, id: `${type}-${state.blocks++}` };
      if (type === "text") state.texts.push([]);
      emit({ type: `${type}-start`, choice, id: state.block.id });
    }
    const { id } = state.block;
    if (type === "text") state.texts.at(-1)?.push(text);
    if (type === "reasoning") {
      if (text) emit({ type: "reasoning-delta", choice, id, text });
    } else if (logprobs) emit({ type: "text-delta", choice, id, text, logprobs });
    else if (text) emit({ type: "text-delta", choice, id, text });
    // A signature belongs to all of the text before it and ends it (§4.3).
    if (vendor) closeBlock(choice, state, vendor);
  }

  function emitCallStart(choice: number, id: string, name: string, vendor: VendorData | undefined): void {
    emit({ type: "tool-input-start", choice, id, name, kind: "function", ...(vendor ? { vendor } : {}) });
  }

  function emitCallEnd({
    choice,
    id,
    name,
    input,
    vendor,
  }: {
    choice: number;
    id: string;
    name: string;
    input: string;
    vendor: VendorData | undefined;
  }): void {
    emit({ type: "tool-input-delta", choice, id, text: input });
    emit({ type: "tool-input-end", choice, id });
    emit({ type: "tool-call", choice, id, name, kind: "function", input, ...(vendor ? { vendor } : {}) });
  }

  function closePartial(choice: number, state: ChoiceState): void {
    if (!state.partial) return;
    const { id, name, args, vendor } = state.partial;
    state.partial = undefined;
    emitCallEnd({ choice, id, name, input: JSON.stringify(args), vendor });
  }

  /** A call arrives complete, or as a name, then pieces of its arguments, then an empty end. */
  function readCall(choice: number, state: ChoiceState, part: GoogleAnswerPart): void {
    const { name, partialArgs, willContinue } = part.functionCall ?? {};
    if (name !== undefined) {
      closeBlock(choice, state);
      closePartial(choice, state);
      const call = readPart(part, () => callId(choice, state.calls));
      if (call.type !== "tool-call") return;
      const { id, input, vendor } = call;
      state.calls++;
      state.hasContent = true;
      emitCallStart(choice, id, name, vendor);
      if (!willContinue && !partialArgs) {
        emitCallEnd({ choice, id, name, input, vendor });
        return;
      }
      state.partial = { id, name, args: { ...part.functionCall?.args }, vendor };
    }
    if (!state.partial) return;
    for (const piece of partialArgs ?? []) applyPartialArg(state.partial.args, piece);
    if (!willContinue) closePartial(choice, state);
  }

  function readAnswerPart(
    choice: number,
    state: ChoiceState,
    part: GoogleAnswerPart,
    logprobs: TokenLogprob[] | undefined,
  ): void {
    if (part.functionCall) {
      readCall(choice, state, part);
      return;
    }
    const content = readPart(part, () => "");
    if (content.type === "text" || content.type === "reasoning") {
      const { type, text, vendor } = content;
      appendText({ choice, state, type, text, vendor, logprobs });
      return;
    }
    closeBlock(choice, state);
    state.hasContent = true;
    if (content.type === "file") {
      const { mediaType, data, vendor } = content;
      emit({ type: "file", choice, mediaType, data, ...(vendor ? { vendor } : {}) });
    } else if (content.type === "unknown") emit({ ...content, choice });
  }

  function readCandidate(wire: GoogleCandidate, position: number): void {
    const choice = readCandidateIndex(wire, position);
    const state = getState(choice);
    let logprobs = readLogprobs(wire.logprobsResult);
    for (const part of wire.content?.parts ?? []) {
      const isAnswer = part.text !== undefined && !part.thought;
      readAnswerPart(choice, state, part, isAnswer ? logprobs : undefined);
      if (isAnswer) logprobs = undefined;
    }
    if (logprobs) appendText({ choice, state, type: "text", text: "", logprobs });
    // Older models send STOP on every event: the last value counts, at the end of the stream.
    if (wire.finishReason) state.finishReason = wire.finishReason;
    const metadata = pickUnknownFields(DIALECT, wire as Record<string, unknown>, CANDIDATE_FIELDS)?.[DIALECT];
    if (metadata && state.metadata) addMetadata(state.metadata, metadata);
    else state.metadata ??= metadata;
  }

  function finish(choice: number, state: ChoiceState, raw: string): void {
    // Empty text is different from no text.
    if (state.empty && !state.hasContent) {
      emit({ type: "text-start", choice, id: "text-0" });
      emit({ type: "text-end", choice, id: "text-0" });
    }
    closeBlock(choice, state);
    closePartial(choice, state);
    const joinTexts = () => state.texts.map((pieces) => ({ text: pieces.join("") }));
    // A source of the first text names it: without a number it would be one of the last text.
    const first = state.texts.length > 1 ? { text: 0 } : {};
    for (const source of readSources(state.metadata, joinTexts)) emit({ type: "source", choice, ...first, ...source });
    const reason = readFinishReason(raw, state.calls > 0);
    emit({ type: "finish", choice, reason, ...(state.metadata ? { vendor: { [DIALECT]: state.metadata } } : {}) });
  }

  function fail({ status, message, code }: StreamFailure): void {
    failed = true;
    for (const [choice, state] of choices) {
      closeBlock(choice, state);
      closePartial(choice, state);
    }
    emit({ type: "error", status, message, ...(code ? { code } : {}) });
  }

  function readEvent(event: GoogleReply): void {
    if (event.error != null) {
      const read = readGoogleError(event);
      const message = read?.message ?? errors.upstreamErrorWithoutMessage().message;
      fail({ status: readErrorStatus(event.error), message, code: read?.code });
      return;
    }
    if (!started) {
      started = true;
      const head = readHead(event);
      callId = createCallIds(head.id);
      emit({ type: "start", ...head });
    }
    if (isBlocked(event)) blocked = event;
    event.candidates?.forEach(readCandidate);
    // Each event has the count so far; in some streams the last one omits fields of earlier ones.
    if (event.usageMetadata) usage = Object.assign(usage ?? {}, event.usageMetadata);
  }

  return {
    read({ data }: WireEvent): void {
      if (failed) return;
      try {
        readEvent(JSON.parse(data) as GoogleReply);
      } catch (error) {
        // `[DONE]` is not part of this API, but some servers that imitate it end with it.
        if (data.trim() !== "[DONE]") fail(toEventError(error));
      }
    },
    end(): void {
      if (failed) return;
      const unfinished = [...choices.values()].some((state) => state.finishReason === undefined);
      if (unfinished || (choices.size === 0 && !blocked)) {
        fail(errors.streamTruncated());
        return;
      }
      for (const [choice, state] of choices) finish(choice, state, state.finishReason ?? "");
      if (choices.size === 0 && blocked) {
        const raw = String(blocked.promptFeedback?.blockReason);
        const vendor = { [DIALECT]: { promptFeedback: blocked.promptFeedback } };
        emit({ type: "finish", choice: 0, reason: { unified: "content-filter", raw }, vendor });
      }
      if (usage) emit({ type: "usage", usage: readUsage(usage) });
    },
  };
}

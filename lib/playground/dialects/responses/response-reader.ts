/**
 * Folds the events of a streamed response (wire-formats §2.6). Items are stored unchanged and in order, since the next
 * request sends them back.
 */

import { checkIndex, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";
import {
  addCitations,
  type ChunkEffect,
  copyChoice,
  emptyChoice,
  type ResponseChoice,
  type ResponseFile,
  type ResponseReader,
  type ResponseUsage,
} from "#lib/playground/conversation/model-response.ts";
import { readTokenLogprobs } from "#lib/playground/conversation/token-logprobs.ts";
import { decodeAndSave } from "#lib/playground/files/decode-and-save.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { type Fields, fields, fieldsList, number, string } from "../json-fields.ts";
import type { SaveFile } from "../text-dialect.ts";

/** Finish reasons that all pages share; others keep the API's name. */
const FINISH_REASONS: Record<string, string> = { max_output_tokens: "length" };

const OUTPUT_INDEX = { field: "output_index", limit: MAXIMUM_ITEMS };

/** An item still streaming, with its text so far. */
type OpenItem = { item: Fields; text: string; shown: boolean; ended: boolean; call?: number };

const NOTHING: ChunkEffect = { content: false, reasoning: false };
const CONTENT: ChunkEffect = { content: true, reasoning: false };
const REASONING: ChunkEffect = { content: false, reasoning: true };

export function createResponsesReader({ saveFile }: { saveFile: SaveFile }): ResponseReader {
  const choice: ResponseChoice = emptyChoice();
  const items = new Map<number, OpenItem>();
  const files: ResponseFile[] = [];
  let begun = false;
  let model: string | undefined;
  let responseId: string | undefined;
  let usage: ResponseUsage | undefined;

  function itemAt(index: number, item: Fields = {}): OpenItem {
    const known = items.get(index);
    if (known) return known;
    const added: OpenItem = { item, text: "", shown: false, ended: false };
    items.set(index, added);
    return added;
  }

  /** Appends text; consecutive messages, summaries and reasoning texts are paragraphs. */
  function append(open: OpenItem, name: "text" | "reasoning" | "refusal", text: string): ChunkEffect {
    if (text === "") return NOTHING;
    if (!open.shown && choice[name] !== "") choice[name] += "\n\n";
    open.shown = true;
    open.text += text;
    choice[name] += text;
    return name === "reasoning" ? REASONING : CONTENT;
  }

  function openCall(open: OpenItem, item: Fields): ChunkEffect {
    const custom = item.type === "custom_tool_call";
    open.call = choice.toolCalls.length;
    choice.toolCalls.push({
      id: string(item.call_id) || string(item.id),
      name: string(item.name),
      kind: custom ? "custom" : "function",
      arguments: string(custom ? item.input : item.arguments),
    });
    return CONTENT;
  }

  function startItem(index: number, item: Fields): ChunkEffect {
    const open = itemAt(index, item);
    if (item.type === "function_call" || item.type === "custom_tool_call") return openCall(open, item);
    return NOTHING;
  }

  /** Ends an item; adds what the deltas did not bring from the whole item. */
  function endItem(index: number, item: Fields): ChunkEffect {
    const isNew = !items.has(index);
    const open = itemAt(index, item);
    open.item = { ...item };
    open.ended = true;
    switch (item.type) {
      case "message": {
        const { text, refusal, annotations, logprobs } = readMessageItem(item);
        addCitations(choice, annotations);
        if (!open.shown) choice.logprobs.push(...logprobs);
        const brought = open.shown ? NOTHING : append(open, "text", text);
        if (refusal !== "" && choice.refusal === "") choice.refusal = refusal;
        return brought;
      }
      case "reasoning":
        if (string(item.encrypted_content) !== "")
          choice.seals = [...(choice.seals ?? []), { kind: "encrypted", value: string(item.encrypted_content) }];
        return open.shown ? NOTHING : append(open, "reasoning", readReasoning(item));
      case "function_call":
      case "custom_tool_call": {
        const effect = isNew ? openCall(open, item) : NOTHING;
        const call = open.call === undefined ? undefined : choice.toolCalls[open.call];
        if (call) call.arguments = string(item.arguments ?? item.input) || call.arguments;
        return effect;
      }
      case "image_generation_call":
        return takePicture(open, item);
      default:
        return NOTHING;
    }
  }

  function takePicture(open: OpenItem, item: Fields): ChunkEffect {
    if (string(item.result) === "") return NOTHING;
    const file: ResponseFile = {
      mediaType: `image/${string(item.output_format) || "png"}`,
      at: choice.text.length,
      size: 0,
    };
    const { result: _bytes, ...rest } = item;
    open.item = { ...rest, file: files.push(file) - 1 };
    return { ...CONTENT, pending: decodeAndSave(file, string(item.result), saveFile) };
  }

  /**
   * Returns an item for the next request. An unfinished one is sent as its text so far; unfinished reasoning is
   * dropped.
   */
  function asPart({ item, text, ended, call: index }: OpenItem): Fields[] {
    if (ended) return [item];
    if (text !== "" && item.type === "message")
      return [{ type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }];
    const call = choice.toolCalls[index ?? -1];
    if (!call) return [];
    const begun = { call_id: call.id, name: call.name };
    return call.kind === "custom"
      ? [{ type: "custom_tool_call", ...begun, input: call.arguments }]
      : [{ type: "function_call", ...begun, arguments: call.arguments }];
  }

  function readResponse(response: Fields | undefined): void {
    if (!response) return;
    begun = true;
    model = string(response.model) || model;
    responseId = string(response.id) || responseId;
    usage = readUsage(fields(response.usage)) ?? usage;
  }

  function end(response: Fields): ChunkEffect {
    let effect = NOTHING;
    // A server without item events, or without any events, sends whole items. The flat text repeats them (§2.5).
    if (items.size === 0) {
      const output = fieldsList(response.output).filter(({ type }) => type !== "output_text");
      for (const [index, item] of output.entries()) effect = joined(effect, endItem(index, item));
    }
    const status = string(response.status) || "completed";
    const reason = string(fields(response.incomplete_details)?.reason);
    choice.finishReason = status === "incomplete" ? (FINISH_REASONS[reason] ?? (reason || status)) : status;
    return status === "failed" ? { ...effect, failure: readResponseFailure(response) } : effect;
  }

  return {
    apply(event) {
      const body = fields(event);
      if (!body) return NOTHING;
      const index = checkIndex(body.output_index ?? 0, OUTPUT_INDEX);
      if (body.object === "response") {
        readResponse(body);
        return end(body);
      }
      readResponse(fields(body.response));
      switch (body.type) {
        case "response.output_item.added":
          return startItem(index, fields(body.item) ?? {});
        case "response.output_item.done":
          return endItem(index, fields(body.item) ?? {});
        case "response.output_text.delta":
          choice.logprobs.push(...readTokenLogprobs(body.logprobs));
          return append(itemAt(index), "text", string(body.delta));
        case "response.refusal.delta":
          return append(itemAt(index), "refusal", string(body.delta));
        case "response.reasoning_summary_part.added":
          // Each part of a summary is a paragraph.
          itemAt(index).shown = false;
          return NOTHING;
        case "response.reasoning_summary_text.delta":
        case "response.reasoning_text.delta":
          return append(itemAt(index), "reasoning", string(body.delta));
        case "response.function_call_arguments.delta":
        case "response.custom_tool_call_input.delta": {
          const call = choice.toolCalls[itemAt(index).call ?? -1];
          if (call) call.arguments += string(body.delta);
          return call ? CONTENT : NOTHING;
        }
        case "response.completed":
        case "response.incomplete":
        case "response.failed":
        case "response.cancelled":
          return end(fields(body.response) ?? {});
        default:
          return NOTHING;
      }
    },
    snapshot() {
      const ordered = [...items].sort(([a], [b]) => a - b).flatMap(([, open]) => asPart(open));
      return { model, responseId, usage, choices: begun ? [copyChoice({ ...choice, files, parts: ordered })] : [] };
    },
  };
}

function joined(one: ChunkEffect, other: ChunkEffect): ChunkEffect {
  const pending = [one.pending, other.pending].filter((promise) => promise !== undefined);
  return {
    content: one.content || other.content,
    reasoning: one.reasoning || other.reasoning,
    ...(pending.length > 0 ? { pending: Promise.all(pending).then(() => {}) } : {}),
  };
}

function readUsage(raw: Fields | undefined): ResponseUsage | undefined {
  if (!raw) return undefined;
  const input = fields(raw.input_tokens_details);
  return {
    inputTokens: number(raw.input_tokens),
    outputTokens: number(raw.output_tokens),
    cachedTokens: number(input?.cached_tokens),
    cacheWriteTokens: number(input?.cache_write_tokens),
    reasoningTokens: number(fields(raw.output_tokens_details)?.reasoning_tokens),
  };
}

/** Returns the texts of a whole message item (wire-formats §2.4). */
function readMessageItem(item: Fields) {
  const parts = fieldsList(item.content);
  return {
    text: parts.map((part) => (part.type === "output_text" ? string(part.text) : "")).join(""),
    refusal: parts.map((part) => (part.type === "refusal" ? string(part.refusal) : "")).join(""),
    annotations: parts.flatMap((part) => fieldsList(part.annotations)),
    logprobs: parts.flatMap((part) => readTokenLogprobs(part.logprobs)),
  };
}

/** Returns the parts of the summary, or the reasoning text of models that show it. */
function readReasoning(item: Fields): string {
  const summary = fieldsList(item.summary);
  return (summary.length > 0 ? summary : fieldsList(item.content)).map(({ text }) => string(text)).join("\n\n");
}

/** Returns the failure of a response with status `failed` (wire-formats §2.4). */
function readResponseFailure(response: Fields): GatewayFailure {
  const error = fields(response.error) ?? {};
  return {
    origin: "stream",
    message: string(error.message) || "The response failed without a message.",
    type: string(error.type) || undefined,
    code: string(error.code) || undefined,
    param: string(error.param) || undefined,
  };
}

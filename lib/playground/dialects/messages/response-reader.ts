/**
 * Folds the events of a streamed message (wire-formats §3.6) into a response. Blocks are stored unchanged and in order,
 * since the next request sends them back; `ended` marks the complete ones.
 */
import { checkIndex, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";
import {
  type ChunkEffect,
  copyChoice,
  emptyChoice,
  type ResponseChoice,
  type ResponsePart,
  type ResponseReader,
  type ResponseUsage,
  type ToolCall,
} from "#lib/playground/conversation/model-response.ts";
import { type Fields, fields, fieldsList, number, string } from "../json-fields.ts";
import { readCitation } from "./read-citation.ts";

/** Finish reasons that all pages share; others keep the API's name. */
const FINISH_REASONS: Record<string, string> = { max_tokens: "length" };
const REFUSED = "No reason given.";

const BLOCK_INDEX = { field: "index", limit: MAXIMUM_ITEMS };

type OpenBlock = { part: ResponsePart; call?: ToolCall; json: string };

export function createMessagesReader(): ResponseReader {
  const choice: ResponseChoice & { parts: ResponsePart[] } = { ...emptyChoice(), parts: [] };
  const open = new Map<number, OpenBlock>();
  let begun = false;
  let model: string | undefined;
  let usage: ResponseUsage | undefined;
  let counts: Fields = {};

  /** Starts a new paragraph for text after another block. Adjacent text blocks are one text, split by its citations. */
  function separate(name: "text" | "reasoning", type: unknown): void {
    const isAdjacent = name === "text" && choice.parts.at(-2)?.type === type;
    if (choice[name] !== "" && !isAdjacent) choice[name] += "\n\n";
  }

  /** Returns the index of an event's block; an event without an index refers to the next one. */
  const blockIndex = ({ index }: Fields) => checkIndex(index ?? choice.parts.length, BLOCK_INDEX);

  function startBlock(index: number, block: Fields): ChunkEffect {
    const part: ResponsePart = { ...block };
    choice.parts.push(part);
    const opened: OpenBlock = { part, json: "" };
    open.set(index, opened);
    switch (block.type) {
      case "text":
        separate("text", "text");
        choice.text += string(block.text);
        addCitations(fieldsList(block.citations));
        return { content: string(block.text) !== "", reasoning: false };
      case "thinking":
        separate("reasoning", "thinking");
        choice.reasoning += string(block.thinking);
        addSeal("signature", block.signature);
        return { content: false, reasoning: string(block.thinking) !== "" };
      case "redacted_thinking":
        addSeal("encrypted", block.data);
        return { content: false, reasoning: true };
      case "tool_use": {
        const input = fields(block.input);
        const written = input && Object.keys(input).length > 0 ? JSON.stringify(input) : "";
        const { id, name } = block;
        opened.call = { id: string(id), name: string(name), kind: "function", arguments: written };
        choice.toolCalls.push(opened.call);
        return { content: true, reasoning: false };
      }
      default:
        return { content: true, reasoning: false };
    }
  }

  function applyDelta(block: OpenBlock, delta: Fields): ChunkEffect {
    const { part, call } = block;
    switch (delta.type) {
      case "text_delta":
        part.text = string(part.text) + string(delta.text);
        choice.text += string(delta.text);
        return { content: delta.text !== "", reasoning: false };
      case "thinking_delta":
        part.thinking = string(part.thinking) + string(delta.thinking);
        choice.reasoning += string(delta.thinking);
        return { content: false, reasoning: delta.thinking !== "" };
      case "signature_delta":
        part.signature = string(part.signature) + string(delta.signature);
        addSeal("signature", delta.signature);
        return { content: false, reasoning: false };
      case "input_json_delta":
        block.json += string(delta.partial_json);
        if (call) call.arguments += string(delta.partial_json);
        return { content: true, reasoning: false };
      case "citations_delta": {
        const citation = fields(delta.citation);
        if (!citation) return { content: false, reasoning: false };
        part.citations = [...fieldsList(part.citations), citation];
        addCitations([citation]);
        return { content: true, reasoning: false };
      }
      default:
        return { content: false, reasoning: false };
    }
  }

  function endBlock({ part, json }: OpenBlock): void {
    part.ended = true;
    if (json === "") return;
    try {
      part.input = JSON.parse(json);
    } catch {
      // Cut off by the token limit: the call shows the arguments received so far.
    }
  }

  function addSeal(kind: "signature" | "encrypted", value: unknown): void {
    if (string(value) !== "") choice.seals = [...(choice.seals ?? []), { kind, value: string(value) }];
  }

  function addCitations(citations: Fields[]): void {
    if (citations.length > 0) choice.citations = [...(choice.citations ?? []), ...citations.map(readCitation)];
  }

  function addUsage(raw: Fields | undefined, output: boolean): void {
    if (!raw) return;
    const given = Object.entries(raw).filter(([, value]) => value !== null);
    counts = { ...counts, ...Object.fromEntries(given) };
    // The first event counts one output token before any text: until the end, characters give a better estimate.
    usage = readUsage(output ? counts : { ...counts, output_tokens: undefined });
  }

  function end({ stop_reason: reason, stop_sequence: sequence, stop_details: details }: Fields): void {
    if (typeof reason !== "string") return;
    choice.finishReason = FINISH_REASONS[reason] ?? reason;
    if (typeof sequence === "string") choice.finishDetail = sequence;
    if (reason === "refusal") choice.refusal = string(fields(details)?.explanation) || REFUSED;
  }

  /** Reads a whole message, from a server that does not stream. */
  function applyWhole(message: Fields): ChunkEffect {
    begun = true;
    const effect: ChunkEffect = { content: false, reasoning: false };
    for (const [index, block] of fieldsList(message.content).entries()) {
      const brought = startBlock(index, block);
      effect.content ||= brought.content;
      effect.reasoning ||= brought.reasoning;
      const opened = open.get(index);
      if (opened) endBlock(opened);
    }
    addUsage(fields(message.usage), true);
    end(message);
    return effect;
  }

  return {
    apply(event) {
      const nothing: ChunkEffect = { content: false, reasoning: false };
      const body = fields(event);
      const message = body?.type === "message" ? body : fields(body?.message);
      if (typeof message?.model === "string") model = message.model;
      switch (body?.type) {
        case "message":
          return applyWhole(body);
        case "message_start":
          begun = true;
          addUsage(fields(message?.usage), false);
          return nothing;
        case "content_block_start":
          begun = true;
          return startBlock(blockIndex(body), fields(body.content_block) ?? {});
        case "content_block_delta": {
          const block = open.get(blockIndex(body));
          return block ? applyDelta(block, fields(body.delta) ?? {}) : nothing;
        }
        case "content_block_stop": {
          const block = open.get(blockIndex(body));
          if (block) endBlock(block);
          return nothing;
        }
        case "message_delta":
          addUsage(fields(body.usage), true);
          end(fields(body.delta) ?? {});
          return { ...nothing, content: choice.refusal !== "" };
        default:
          // `ping`, `message_stop`, errors (which the run reads), and events newer than this page.
          return nothing;
      }
    },
    snapshot: () => ({ model, usage, choices: begun ? [copyChoice(choice)] : [] }),
  };
}

/** Reads the token counts; `input_tokens` excludes cached tokens (§3.5). */
function readUsage(raw: Fields): ResponseUsage {
  const cached = number(raw.cache_read_input_tokens);
  const written = number(raw.cache_creation_input_tokens);
  const fresh = number(raw.input_tokens);
  return {
    inputTokens: fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0),
    outputTokens: number(raw.output_tokens),
    cachedTokens: cached,
    cacheWriteTokens: written,
    reasoningTokens: number(fields(raw.output_tokens_details)?.thinking_tokens),
  };
}

/** Reads the stream parts of a language model of the AI SDK (`LanguageModelV4StreamPart`) into Parts. */
import type {
  LanguageModelV4Citation,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { FileData, Part, Usage } from "#lib/canonical/part.ts";
import { setCount } from "#lib/canonical/set-count.ts";
import { mergeMetadata, toVendor, type VendorKey } from "./vendor-metadata.ts";

type StreamPart = LanguageModelV4StreamPart;
type BlockKind = "text" | "reasoning";
type Block = { id: string; metadata: SharedV4ProviderMetadata | undefined };
/** Tool call whose input has begun. `shown`: the part that the client has received. */
type Input = { shown: string; isStreamed: boolean; metadata: SharedV4ProviderMetadata | undefined };

const CHOICE = 0;

export type PartReader = (part: StreamPart) => Part[];

/**
 * @param key key of the upstream's vendor data
 * @returns a function that reads one part, except `stream-start` and `error`
 */
export function createPartReader(key: VendorKey): PartReader {
  const open = new Map<string, Block>();
  const inputs = new Map<string, Input>();
  /** Calls that the provider executes itself: a client that saw them would try to execute them too. */
  const hidden = new Set<string>();
  let count = 0;

  function begin(kind: BlockKind, id: string, metadata?: SharedV4ProviderMetadata): Part[] {
    // Providers reuse an id once its block has ended.
    const block = { id: `${kind}-${count++}`, metadata };
    open.set(`${kind}/${id}`, block);
    return [{ type: `${kind}-start`, choice: CHOICE, id: block.id, ...toVendor(metadata, key) }];
  }

  function grow(kind: BlockKind, part: Extract<StreamPart, { type: `${BlockKind}-delta` }>): Part[] {
    const begun = open.has(`${kind}/${part.id}`) ? [] : begin(kind, part.id);
    const block = open.get(`${kind}/${part.id}`);
    if (!block) return [];
    block.metadata = mergeMetadata(block.metadata, part.providerMetadata);
    if (part.delta === "") return begun;
    return [...begun, { type: `${kind}-delta`, choice: CHOICE, id: block.id, text: part.delta }];
  }

  function close(kind: BlockKind, id: string, metadata: SharedV4ProviderMetadata | undefined): Part[] {
    const block = open.get(`${kind}/${id}`);
    if (!block) return [];
    open.delete(`${kind}/${id}`);
    const whole = mergeMetadata(block.metadata, metadata);
    return [{ type: `${kind}-end`, choice: CHOICE, id: block.id, ...toVendor(whole, key) }];
  }

  function beginInput(id: string, name: string, metadata: SharedV4ProviderMetadata | undefined, isStreamed: boolean) {
    inputs.set(id, { shown: "", isStreamed, metadata });
    const vendor = toVendor(metadata, key);
    return [{ type: "tool-input-start", choice: CHOICE, id, name, kind: "function", ...vendor }] satisfies Part[];
  }

  function growInput(id: string, text: string): Part[] {
    const input = inputs.get(id);
    if (!input?.isStreamed || text === "") return [];
    input.shown += text;
    return [{ type: "tool-input-delta", choice: CHOICE, id, text }];
  }

  /** Some providers stream a call's input, some send it whole, some alternate. */
  function endCall({ toolCallId: id, toolName: name, input, providerMetadata }: LanguageModelV4ToolCall): Part[] {
    const begun = inputs.has(id) ? [] : beginInput(id, name, providerMetadata, false);
    const known = inputs.get(id);
    inputs.delete(id);
    const text = known?.shown || input || "{}";
    const call = { choice: CHOICE, id, ...toVendor(mergeMetadata(known?.metadata, providerMetadata), key) };
    return [
      ...begun,
      ...(known?.shown ? [] : [{ type: "tool-input-delta", choice: CHOICE, id, text } satisfies Part]),
      { type: "tool-input-end", choice: CHOICE, id },
      { ...call, type: "tool-call", name, kind: "function", input: text },
    ];
  }

  function createUnknownPart(value: unknown): Part[] {
    return [{ type: "unknown", choice: CHOICE, dialect: key, value }];
  }

  return (part) => {
    switch (part.type) {
      case "response-metadata": {
        const { id, modelId: model, timestamp } = part;
        const created = timestamp && Math.floor(timestamp.getTime() / 1000);
        return [{ type: "start", ...(id ? { id } : {}), ...(model ? { model } : {}), ...(created ? { created } : {}) }];
      }
      case "text-start":
        return begin("text", part.id, part.providerMetadata);
      case "reasoning-start":
        return begin("reasoning", part.id, part.providerMetadata);
      case "text-delta":
        return grow("text", part);
      case "reasoning-delta":
        return grow("reasoning", part);
      case "text-end":
        return [...(part.citations ?? []).map(readCitation), ...close("text", part.id, part.providerMetadata)];
      case "reasoning-end":
        return close("reasoning", part.id, part.providerMetadata);
      case "tool-input-start":
        if (part.providerExecuted) {
          hidden.add(part.id);
          return [];
        }
        return beginInput(part.id, part.toolName, part.providerMetadata, part.inputEncoding !== "text");
      case "tool-input-delta":
        return growInput(part.id, part.delta);
      case "tool-input-end":
        // The tool call that follows shows whether there was more input.
        return [];
      case "tool-call":
        return part.providerExecuted || hidden.has(part.toolCallId) ? createUnknownPart(part) : endCall(part);
      case "file":
        return [
          {
            type: "file",
            choice: CHOICE,
            mediaType: part.mediaType,
            data: readData(part.data),
            ...toVendor(part.providerMetadata, key),
          },
        ];
      case "source":
        return [readSource(part)];
      case "finish":
        return readFinish(part);
      case "tool-result":
      case "tool-approval-request":
      case "custom":
      case "reasoning-file":
        return createUnknownPart(part);
      default:
        // Pings, raw chunks, and parts of later versions.
        return [];
    }
  };
}

function readFinish({ finishReason, usage }: Extract<StreamPart, { type: "finish" }>): Part[] {
  const counted = readUsage(usage);
  const counts: Part[] = counted ? [{ type: "usage", usage: counted }] : [];
  const { unified, raw } = finishReason;
  // No reason from the upstream means that its stream was cut; a response without a finish is reported as cut.
  if (unified === "interrupted" || (unified === "other" && raw === undefined)) return counts;
  return [{ type: "finish", choice: CHOICE, reason: { unified, ...(raw !== undefined ? { raw } : {}) } }, ...counts];
}

function readSource(source: LanguageModelV4Source): Part {
  const { title } = source;
  return {
    type: "source",
    choice: CHOICE,
    ...(source.sourceType === "url" ? { url: source.url } : {}),
    ...(title !== undefined ? { title } : {}),
  };
}

function readCitation({ source, startIndex, endIndex }: LanguageModelV4Citation): Part {
  return {
    ...readSource(source),
    ...(startIndex !== undefined ? { startIndex } : {}),
    ...(endIndex !== undefined ? { endIndex } : {}),
  } as Part;
}

/** Version 3 has the bytes where version 4 has their type. */
function readData(data: Extract<StreamPart, { type: "file" }>["data"] | string | Uint8Array): FileData {
  if (typeof data === "string") return { kind: "base64", base64: data };
  if (data instanceof Uint8Array) return { kind: "base64", base64: Buffer.from(data).toString("base64") };
  return data.type === "url" ? { kind: "url", url: String(data.url) } : readData(data.data);
}

/**
 * Returns undefined when nothing was counted. The provider's own object is not passed on: a dialect's writer would take
 * a similar object for its own, and lose counts with other names.
 */
function readUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  const usage: Usage = {};
  setCount(usage, "inputTokens", inputTokens?.total);
  setCount(usage, "cachedInputTokens", inputTokens?.cacheRead);
  setCount(usage, "cacheWriteInputTokens", inputTokens?.cacheWrite);
  setCount(usage, "outputTokens", outputTokens?.total);
  setCount(usage, "reasoningTokens", outputTokens?.reasoning);
  return Object.keys(usage).length > 0 ? usage : undefined;
}

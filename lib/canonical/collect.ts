/** collect: folds a stream of Parts into the Reply of the same call without streaming (architecture.md, law 3). */
import { checkIndex, MAXIMUM_CHOICES } from "../contract/wire-index.ts";
import type { AssistantContent, ReasoningContent, RefusalContent, TextContent, ToolCallContent } from "./call.ts";
import type { Part, TokenLogprob } from "./part.ts";
import type { Choice, Reply } from "./reply.ts";

export type Collector = {
  add(part: Part): void;
  /** Returns the Reply of the Parts so far; more may be added afterwards. */
  reply(): Reply;
};

/** Deltas are stored as pieces and joined once, so that a long response is not copied for each token. */
type OpenBlock = { content: TextContent | ReasoningContent | RefusalContent; pieces: string[] };

export function createCollector(): Collector {
  const reply: Reply = { choices: [] };
  const blocks = new Map<string, OpenBlock>();
  /** Texts of each choice so far. */
  const texts = new Map<number, number>();
  const refusals = new Map<number, OpenBlock>();
  /** Calls whose input has begun: they have their place, and count once they are whole. */
  const begunCalls = new Map<string, ToolCallContent>();

  /** @throws WireIndexError for an index that no reader of a dialect lets through */
  function choiceAt(index: number): Choice {
    checkIndex(index, { field: "choice", limit: MAXIMUM_CHOICES });
    while (reply.choices.length <= index) reply.choices.push({ content: [] });
    return reply.choices[index] as Choice;
  }

  function open(choice: number, key: string, content: OpenBlock["content"]): OpenBlock {
    const block: OpenBlock = { content, pieces: [] };
    blocks.set(`${choice}/${key}`, block);
    choiceAt(choice).content.push(content);
    if (content.type === "text") texts.set(choice, (texts.get(choice) ?? 0) + 1);
    return block;
  }

  function append(choice: number, key: string, text: string): void {
    blocks.get(`${choice}/${key}`)?.pieces.push(text);
  }

  function close({ choice, id, vendor }: { choice: number; id: string; vendor?: TextContent["vendor"] }): void {
    const block = blocks.get(`${choice}/${id}`);
    if (block && vendor) block.content.vendor = { ...block.content.vendor, ...vendor };
  }

  function addLogprobs(choice: number, of: "content" | "refusal", tokens: TokenLogprob[] | undefined): void {
    if (!tokens) return;
    const target = choiceAt(choice);
    target.logprobs = { ...target.logprobs, [of]: target.logprobs?.[of] ?? [] };
    for (const token of tokens) target.logprobs[of]?.push(token);
  }

  function add(part: Part): void {
    switch (part.type) {
      case "start": {
        const { type: _, ...rest } = part;
        Object.assign(reply, rest);
        return;
      }
      case "text-start":
        open(part.choice, part.id, { type: "text", text: "", ...withVendor(part) });
        return;
      case "reasoning-start":
        open(part.choice, part.id, { type: "reasoning", text: "", ...withVendor(part) });
        return;
      case "text-delta":
        append(part.choice, part.id, part.text);
        addLogprobs(part.choice, "content", part.logprobs);
        return;
      case "reasoning-delta":
        append(part.choice, part.id, part.text);
        return;
      case "text-end":
      case "reasoning-end":
        close(part);
        return;
      case "refusal-delta": {
        let block = refusals.get(part.choice);
        if (!block) {
          block = open(part.choice, "refusal", { type: "refusal", text: "", ...withVendor(part) });
          refusals.set(part.choice, block);
        }
        block.pieces.push(part.text);
        addLogprobs(part.choice, "refusal", part.logprobs);
        return;
      }
      case "tool-input-start": {
        const { id, name, kind } = part;
        const call: ToolCallContent = { type: "tool-call", id, name, kind, input: "", ...withVendor(part) };
        begunCalls.set(`${part.choice}/${id}`, call);
        choiceAt(part.choice).content.push(call);
        return;
      }
      case "tool-call": {
        const { id, name, kind, input } = part;
        const key = `${part.choice}/${id}`;
        const begun = begunCalls.get(key);
        if (begun) {
          begunCalls.delete(key);
          Object.assign(begun, { name, input }, withVendor({ vendor: { ...begun.vendor, ...part.vendor } }));
        } else choiceAt(part.choice).content.push({ type: "tool-call", id, name, kind, input, ...withVendor(part) });
        return;
      }
      case "tool-input-delta":
      case "tool-input-end":
        // The tool-call that follows has it all.
        return;
      case "file": {
        const content: AssistantContent = {
          type: "file",
          mediaType: part.mediaType,
          data: part.data,
          ...withVendor(part),
        };
        choiceAt(part.choice).content.push(content);
        return;
      }
      case "source": {
        const { type: _, choice, text, ...source } = part;
        const target = choiceAt(choice);
        const about = text ?? (texts.get(choice) ?? 0) - 1;
        target.sources ??= [];
        target.sources.push(about > 0 ? { ...source, text: about } : source);
        return;
      }
      case "finish": {
        const target = choiceAt(part.choice);
        target.finish = part.reason;
        if (part.vendor) target.vendor = { ...target.vendor, ...part.vendor };
        return;
      }
      case "usage":
        reply.usage = part.usage;
        return;
      case "error":
        reply.error = { status: part.status, message: part.message, ...(part.code ? { code: part.code } : {}) };
        return;
      case "unknown":
        if (!part.streamOnly) {
          choiceAt(part.choice).content.push({ type: "unknown", dialect: part.dialect, value: part.value });
        }
        return;
      default:
        part satisfies never;
    }
  }

  return {
    add,
    reply() {
      for (const { content, pieces } of blocks.values()) content.text = pieces.join("");
      if (begunCalls.size === 0) return reply;
      const unfinished = new Set<AssistantContent>(begunCalls.values());
      const choices = reply.choices.map((choice) => ({
        ...choice,
        content: choice.content.filter((content) => !unfinished.has(content)),
      }));
      return { ...reply, choices };
    },
  };
}

function withVendor({ vendor }: { vendor?: TextContent["vendor"] }): { vendor?: NonNullable<TextContent["vendor"]> } {
  return vendor && Object.keys(vendor).length > 0 ? { vendor } : {};
}

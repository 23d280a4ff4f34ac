import type { AssistantContent } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";

/** Returns the Parts that fold into a Reply: the stream of a response that is known as a whole. */
export function toParts({ choices, usage }: Reply): Part[] {
  const parts: Part[] = [{ type: "start" }];
  for (const [choice, { content, sources = [], finish }] of choices.entries()) {
    for (const [index, one] of content.entries()) parts.push(...toBlock(one, { choice, id: `${choice}-${index}` }));
    for (const source of sources) parts.push({ type: "source", choice, ...source });
    parts.push({ type: "finish", choice, reason: finish ?? { unified: "stop" } });
  }
  if (usage) parts.push({ type: "usage", usage });
  return parts;
}

function toBlock(content: AssistantContent, { choice, id }: { choice: number; id: string }): Part[] {
  const vendor = "vendor" in content && content.vendor ? { vendor: content.vendor } : {};
  switch (content.type) {
    case "text":
    case "reasoning": {
      const { type, text } = content;
      const block = { choice, id };
      return [
        { type: `${type}-start`, ...block },
        { type: `${type}-delta`, ...block, text },
        { type: `${type}-end`, ...block, ...vendor },
      ];
    }
    case "refusal":
      return [{ type: "refusal-delta", choice, text: content.text, ...vendor }];
    case "tool-call": {
      const { id: callId, name, kind, input } = content;
      const block = { choice, id: callId };
      return [
        { type: "tool-input-start", ...block, name, kind },
        { type: "tool-input-delta", ...block, text: input },
        { type: "tool-input-end", ...block },
        { type: "tool-call", ...block, name, kind, input, ...vendor },
      ];
    }
    case "file":
      return [{ type: "file", choice, mediaType: content.mediaType, data: content.data, ...vendor }];
    case "unknown":
      return [{ type: "unknown", choice, dialect: content.dialect, value: content.value }];
    default:
      return content satisfies never;
  }
}

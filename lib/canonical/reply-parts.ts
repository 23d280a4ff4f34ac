/** Lists the Parts of a whole Reply, as the stream of the same response has them: the reverse of collect. */
import type { AssistantContent } from "./call.ts";
import type { Part } from "./part.ts";
import type { Choice, Reply } from "./reply.ts";

export function* listReplyParts({ choices, usage, error, ...start }: Reply): Generator<Part, void, void> {
  yield { type: "start", ...start };
  for (const [choice, content] of choices.entries()) yield* listChoiceParts(choice, content);
  if (usage) yield { type: "usage", usage };
  if (error) yield { type: "error", ...error };
}

function* listChoiceParts(choice: number, { content, sources, logprobs, finish, vendor }: Choice) {
  // All log probabilities of a choice are in the delta of its first text.
  let texts = logprobs?.content;
  let refusals = logprobs?.refusal;
  for (const [index, item] of content.entries()) {
    const tokens = item.type === "text" ? texts : item.type === "refusal" ? refusals : undefined;
    if (item.type === "text") texts = undefined;
    if (item.type === "refusal") refusals = undefined;
    yield* listContentParts(item, { choice, id: String(index), tokens });
  }
  for (const source of sources ?? []) yield { type: "source", choice, ...source } satisfies Part;
  if (finish) yield { type: "finish", choice, reason: finish, ...(vendor && { vendor }) } satisfies Part;
}

function* listContentParts(
  content: AssistantContent,
  {
    choice,
    id,
    tokens,
  }: { choice: number; id: string; tokens: NonNullable<Choice["logprobs"]>["content"] | undefined },
): Generator<Part, void, void> {
  const place = { choice, id };
  switch (content.type) {
    case "text":
    case "reasoning": {
      const { type, text, vendor } = content;
      const own = vendor && { vendor };
      yield { type: `${type}-start`, ...place, ...own };
      if (type === "text") yield { type: "text-delta", ...place, text, ...(tokens && { logprobs: tokens }) };
      else if (text !== "") yield { type: "reasoning-delta", ...place, text };
      yield { type: `${type}-end`, ...place, ...own };
      return;
    }
    case "refusal":
      yield { type: "refusal-delta", choice, text: content.text, ...(tokens && { logprobs: tokens }) };
      return;
    case "tool-call": {
      const { id: callId, name, kind, input, vendor } = content;
      const call = { choice, id: callId, ...(vendor && { vendor }) };
      yield { type: "tool-input-start", ...call, name, kind };
      if (input !== "") yield { type: "tool-input-delta", choice, id: callId, text: input };
      yield { type: "tool-input-end", choice, id: callId };
      yield { type: "tool-call", ...call, name, kind, input };
      return;
    }
    case "file":
      yield {
        type: "file",
        choice,
        mediaType: content.mediaType,
        data: content.data,
        ...(content.vendor && { vendor: content.vendor }),
      };
      return;
    case "unknown":
      yield { type: "unknown", choice, dialect: content.dialect, value: content.value };
      return;
    default:
      content satisfies never;
  }
}

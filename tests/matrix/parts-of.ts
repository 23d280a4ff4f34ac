/** Returns the stream of Parts that folds to a reply, as an upstream would stream it. */
import type { AssistantContent, ReasoningContent } from "#lib/canonical/call.ts";
import type { Part, PartOf } from "#lib/canonical/part.ts";
import type { Choice, Reply } from "#lib/canonical/reply.ts";

/** @param interleaved whether the deltas of parallel calls take turns */
export function partsOf(reply: Reply, { interleaved = false } = {}): Part[] {
  const choices = reply.choices.map((choice, index) => partsOfChoice(choice, index, interleaved));
  return [
    { type: "start", id: "upstream_1", model: "some-model", created: 1_700_000_000 },
    ...takeTurns(choices),
    ...(reply.usage ? [{ type: "usage" as const, usage: reply.usage }] : []),
  ];
}

function partsOfChoice(choice: Choice, index: number, interleaved: boolean): Part[] {
  const sources = (choice.sources ?? []).map(
    (source): PartOf<"source"> => ({ type: "source", choice: index, ...source }),
  );
  let texts = 0;
  const blocks = choice.content.map((content, position) => {
    const parts = partsOfContent({ content, choice, index, position });
    if (content.type !== "text") return parts;
    // A source that names its text follows that text.
    const text = texts++;
    return [...parts, ...sources.filter((source) => source.text === text)];
  });
  const firstCall = choice.content.findIndex(({ type }) => type === "tool-call");
  const parts = interleaved
    ? [...blocks.slice(0, firstCall).flat(), ...takeTurns(blocks.slice(firstCall))]
    : blocks.flat();
  parts.push(...sources.filter((source) => source.text === undefined));
  return choice.finish ? [...parts, { type: "finish", choice: index, reason: choice.finish }] : parts;
}

function partsOfContent({
  content,
  choice: { logprobs },
  index,
  position,
}: {
  content: AssistantContent;
  choice: Choice;
  index: number;
  position: number;
}): Part[] {
  const at = { choice: index, id: `${content.type}-${position}` };
  const vendor = "vendor" in content && content.vendor ? { vendor: content.vendor } : {};
  switch (content.type) {
    case "text": {
      const deltas: Part[] = logprobs?.content
        ? logprobs.content.map((token) => ({ type: "text-delta", ...at, text: token.token, logprobs: [token] }))
        : pieces(content.text).map((text) => ({ type: "text-delta", ...at, text }));
      return [{ type: "text-start", ...at }, ...deltas, { type: "text-end", ...at, ...vendor }];
    }
    case "reasoning":
      return [
        // Hidden reasoning and reasoning with an id have vendor data from the start; a signature follows the text.
        { type: "reasoning-start", ...at, ...(content.text === "" || hasId(content) ? vendor : {}) },
        ...pieces(content.text).map((text): Part => ({ type: "reasoning-delta", ...at, text })),
        { type: "reasoning-end", ...at, ...vendor },
      ];
    case "refusal":
      return pieces(content.text).map((text) => ({ type: "refusal-delta", choice: index, text }));
    case "tool-call": {
      const { type: _, input, ...call } = content;
      const { id } = call;
      return [
        { type: "tool-input-start", choice: index, ...call },
        ...pieces(input).map((text): Part => ({ type: "tool-input-delta", choice: index, id, text })),
        { type: "tool-input-end", choice: index, id },
        { type: "tool-call", choice: index, ...call, input },
      ];
    }
    case "file":
      return [{ choice: index, ...content }];
    case "unknown":
      return [{ choice: index, ...content }];
    default:
      return content satisfies never;
  }
}

function hasId({ vendor = {} }: ReasoningContent): boolean {
  return Object.values(vendor).some(({ id }) => id !== undefined);
}

/** By characters, so that none is cut in two. */
function pieces(text: string): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += 4) parts.push(characters.slice(at, at + 4).join(""));
  return parts;
}

function takeTurns(lists: Part[][]): Part[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/**
 * Makes a response meet a schema that the upstream's API cannot hold: an instruction asks for it, the text is checked, and
 * a response that breaks it gets one more turn.
 */
import type { AssistantContent, Call, JsonSchema, Message, OutputFormat } from "#lib/canonical/call.ts";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Choice, Reply } from "#lib/canonical/reply.ts";
import { listReplyParts } from "#lib/canonical/reply-parts.ts";
import { errors } from "#lib/http/errors.ts";
import { sumUsage } from "./sum-usage.ts";

export type SchemaTerms = {
  /** Returns what is wrong with the text and where; undefined when it is valid. */
  check(text: string): Promise<string | undefined>;
  /** Sends the conversation again with the response and what is wrong with it; counted by limits and budget. */
  askAgain(messages: Message[]): Promise<AsyncIterable<Part>>;
  /** Upstream's id, for the error. */
  upstream: string;
};

/** @throws GatewayError 502 that says where the second response breaks the schema */
export async function* meetSchema(
  parts: AsyncIterable<Part>,
  { check, askAgain, upstream }: SchemaTerms,
): AsyncGenerator<Part, void, void> {
  const first = await collect(parts);
  const problem = await findProblem(first, check);
  if (problem === undefined) {
    yield* listReplyParts(withJsonAlone(first));
    return;
  }
  const second = await collect(await askAgain(writeRepairTurn(textOf(first.choices[0]), problem)));
  const remaining = await findProblem(second, check);
  if (remaining !== undefined) throw errors.upstreamSchemaNotMet({ provider: upstream, problem: remaining });
  const { usage: _, ...reply } = withJsonAlone(second);
  // The usage of one call would be taken for that of both.
  const usages = [first.usage, second.usage].filter((usage) => usage !== undefined);
  yield* listReplyParts(usages.length === 2 ? { ...reply, usage: sumUsage(usages) } : reply);
}

async function collect(parts: AsyncIterable<Part>): Promise<Reply> {
  const collector = createCollector();
  for await (const part of parts) collector.add(part);
  return collector.reply();
}

/** Checks whole texts only: a model that calls a tool, refuses, or was cut has not given its response. */
async function findProblem(
  { choices: [choice], error }: Reply,
  check: SchemaTerms["check"],
): Promise<string | undefined> {
  const isWhole = !error && choice?.finish?.unified === "stop";
  if (!isWhole || choice.content.some(({ type }) => type === "refusal" || type === "tool-call")) return undefined;
  return check(takeJson(textOf(choice)));
}

function textOf(choice: Choice | undefined): string {
  return (choice?.content ?? []).flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}

/** Returns the text without spaces and the fence of a code block around it. */
function takeJson(text: string): string {
  const trimmed = text.trim();
  return /^```(?:json)?\s*\n([\s\S]*?)\n?\s*```$/i.exec(trimmed)?.[1]?.trim() ?? trimmed;
}

function withJsonAlone(reply: Reply): Reply {
  const [choice] = reply.choices;
  const text = textOf(choice);
  const json = takeJson(text);
  if (choice?.finish?.unified !== "stop" || json === text) return reply;
  // Log probabilities would be those of the text with its fence.
  const { logprobs: _, ...rest } = choice;
  let isFirst = true;
  const content = choice.content.flatMap((part): AssistantContent[] => {
    if (part.type !== "text") return [part];
    const kept = isFirst ? [{ ...part, text: json }] : [];
    isFirst = false;
    return kept;
  });
  return { ...reply, choices: [{ ...rest, content }] };
}

type CheckedFormat = Exclude<OutputFormat, { type: "text" }>;

/** Returns the schema to check; any object where the client asked for JSON alone. */
export function schemaOf(format: CheckedFormat): JsonSchema {
  return (format.type === "json-schema" ? format.schema : undefined) ?? { type: "object" };
}

/** Returns the call with an instruction in place of its format, as a part of its first system message if it has one. */
export function withInstruction({ output: _, ...call }: Call, format: CheckedFormat): Call {
  const [first, ...others] = call.messages;
  const instruction = writeInstruction(format);
  if (first?.role === "system" && typeof first.content === "string") {
    return { ...call, messages: [{ ...first, content: `${first.content}\n\n${instruction}` }, ...others] };
  }
  return { ...call, messages: [{ role: "system", content: instruction }, ...call.messages] };
}

const JSON_ONLY = "Respond with JSON only: no Markdown, no code fence, no other text.";

function writeInstruction(format: CheckedFormat): string {
  if (format.type === "json") return `${JSON_ONLY} It must be one JSON object.`;
  const { description, schema } = format;
  const about = description ? ` ${description}` : "";
  return `${JSON_ONLY} It must be valid against this JSON Schema.${about}\n${JSON.stringify(schema ?? { type: "object" })}`;
}

function writeRepairTurn(text: string, problem: string): Message[] {
  return [
    { role: "assistant", content: text },
    { role: "user", content: `This is not valid: ${problem}. Respond again with the corrected JSON only.` },
  ];
}

/** Calls the sandbox as the gateway does, and folds what comes back. */
import type { Call, Message } from "#lib/canonical/call.ts";
import type { FinishReason, Part, PartOf, TokenLogprob, Usage } from "#lib/canonical/part.ts";
import { respond } from "#lib/sandbox/responses/respond.ts";

export function user(text: string): Message {
  return { role: "user", content: text };
}

export function callOf(question: string | Message[], fields: Partial<Call> = {}): Call {
  const messages = typeof question === "string" ? [user(question)] : question;
  return { model: "guide", stream: true, dropped: [], messages, ...fields };
}

export async function partsOf(
  call: Call,
  signal = new AbortController().signal,
  place: { origin?: string } = {},
): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of respond(call, { signal, tokensPerSecond: 0, ...place })) parts.push(part);
  return parts;
}

export type Folded = {
  text: string;
  reasoning: string;
  deltas: string[];
  logprobs: TokenLogprob[];
  calls: PartOf<"tool-call">[];
  finish?: FinishReason;
  usage?: Usage;
};

export function fold(parts: Part[], choice = 0): Folded {
  const folded: Folded = { text: "", reasoning: "", deltas: [], logprobs: [], calls: [] };
  for (const part of parts) {
    if (part.type === "usage") folded.usage = part.usage;
    if (!("choice" in part) || part.choice !== choice) continue;
    if (part.type === "text-delta") {
      folded.text += part.text;
      folded.deltas.push(part.text);
      folded.logprobs.push(...(part.logprobs ?? []));
    } else if (part.type === "reasoning-delta") folded.reasoning += part.text;
    else if (part.type === "tool-call") folded.calls.push(part);
    else if (part.type === "finish") folded.finish = part.reason;
  }
  return folded;
}

export async function ask(question: string | Message[], fields: Partial<Call> = {}): Promise<Folded> {
  return fold(await partsOf(callOf(question, fields)));
}

/** The error that a call fails with. */
export async function failureOf(call: Call): Promise<unknown> {
  return partsOf(call).then(
    () => undefined,
    (error: unknown) => error,
  );
}

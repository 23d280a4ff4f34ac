/** Output of a model's reply: its text and its tool calls, whatever the API format. */
import type { CellToolCall } from "#lib/contract/evaluation.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";

export type ModelOutput = {
  text: string;
  toolCalls: CellToolCall[];
  /** Reason why the response ended, such as `stop` or `length`. */
  finish: string | null;
};

/** @throws GatewayError 502 when it is not a reply of this API format */
export function readOutput(json: unknown, dialect: keyof typeof dialects): ModelOutput {
  const [choice] = dialects[dialect].readReply(json).choices;
  let text = "";
  const toolCalls: CellToolCall[] = [];
  for (const part of choice?.content ?? []) {
    if (part.type === "text" || part.type === "refusal") text += part.text;
    else if (part.type === "tool-call") toolCalls.push({ name: part.name, arguments: part.input });
  }
  return { text, toolCalls, finish: choice?.finish?.unified ?? null };
}

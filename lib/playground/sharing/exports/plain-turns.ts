/** A conversation as text and calls only, without files, reasoning or metrics, so that it fits into a link. */

import { createAssistantTurn } from "#lib/playground/chat/chat-state.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { getChosenChoice, type ToolResult, type Turn } from "#lib/playground/conversation/transcript.ts";
import { type Fields, fields, fieldsList, string } from "#lib/playground/dialects/json-fields.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import { readResults } from "../imports/read-turn.ts";

type PlainCall = { id: string; name: string; arguments: string; custom?: true };

export type PlainTurn =
  | { role: "user" | "system" | "developer"; text: string }
  | { role: "assistant"; text: string; model?: string; calls?: PlainCall[] }
  | { role: "tool"; results: ToolResult[] };

/** @returns the turns, and the number of files dropped */
export function toPlainTurns(turns: readonly Turn[]): { turns: PlainTurn[]; files: number } {
  let files = 0;
  const plain = turns.flatMap((turn): PlainTurn[] => {
    switch (turn.role) {
      case "user":
        files += turn.attachments.length;
        return [{ role: "user", text: turn.text }];
      case "system":
      case "developer":
        return [{ role: turn.role, text: turn.text }];
      case "tool":
        return [{ role: "tool", results: turn.results }];
      case "assistant": {
        const choice = getChosenChoice(turn);
        if (!choice) return [];
        files += choice.files?.length ?? 0;
        const calls = choice.toolCalls.map(
          ({ id, name, kind, arguments: written }): PlainCall => ({
            id,
            name,
            arguments: written,
            ...(kind === "custom" ? { custom: true } : {}),
          }),
        );
        const text = choice.text || choice.refusal;
        return [{ role: "assistant", text, model: turn.model, ...(calls.length > 0 ? { calls } : {}) }];
      }
      default:
        return turn satisfies never;
    }
  });
  return { turns: plain, files };
}

/** Returns the turns as a chain, each the child of the one before. */
export function fromPlainTurns(plain: readonly PlainTurn[], fallbackModel = ""): Turn[] {
  let parent: string | null = null;
  return plain.map((turn): Turn => {
    const made = fromPlainTurn(turn, parent, fallbackModel);
    parent = made.id;
    return made;
  });
}

function fromPlainTurn(turn: PlainTurn, parent: string | null, fallbackModel: string): Turn {
  const common = { id: newId(), parent, createdAt: Date.now() };
  switch (turn.role) {
    case "user":
      return { ...common, role: "user", text: turn.text, attachments: [] };
    case "system":
    case "developer":
      return { ...common, role: turn.role, text: turn.text };
    case "tool":
      return { ...common, role: "tool", results: turn.results };
    case "assistant": {
      const toolCalls = (turn.calls ?? []).map(({ custom, ...call }) => ({
        ...call,
        kind: custom ? ("custom" as const) : ("function" as const),
      }));
      const choice = { ...emptyChoice(), text: turn.text, toolCalls };
      const answer = { model: turn.model, choices: [choice] };
      return { ...createAssistantTurn(parent, turn.model ?? fallbackModel), state: "complete", accepted: true, answer };
    }
    default:
      return turn satisfies never;
  }
}

/** @throws Error, with a message for the screen, when the value is not such a list */
export function readPlainTurns(raw: unknown): PlainTurn[] {
  if (!Array.isArray(raw)) throw new Error("The conversation is not a list of turns.");
  return raw.map((entry, index) => {
    const turn = readPlainTurn(fields(entry) ?? {});
    if (!turn) throw new Error(`Turn ${index + 1} of the conversation cannot be read.`);
    return turn;
  });
}

function readPlainTurn(raw: Fields): PlainTurn | undefined {
  const { role, text } = raw;
  if (role === "tool") {
    const results = readResults(raw.results);
    return results.length > 0 ? { role, results } : undefined;
  }
  if (typeof text !== "string") return undefined;
  if (role === "user" || role === "system" || role === "developer") return { role, text };
  if (role !== "assistant") return undefined;
  const calls = fieldsList(raw.calls).map(
    ({ id, name, arguments: written, custom }): PlainCall => ({
      id: string(id),
      name: string(name),
      arguments: string(written),
      ...(custom === true ? { custom: true } : {}),
    }),
  );
  const model = string(raw.model);
  return { role, text, ...(model ? { model } : {}), ...(calls.length > 0 ? { calls } : {}) };
}

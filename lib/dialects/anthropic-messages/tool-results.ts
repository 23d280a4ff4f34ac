/** The rule that connects tool calls to their results (spec, POST /v1/messages, rule 3; wire-formats §3.3). */
import type { WireMessage } from "#lib/contract/anthropic-messages/wire.ts";
import type { ToolResultBlock, ToolUseBlock } from "#lib/contract/anthropic-messages/wire-blocks.ts";
import { errors } from "#lib/http/errors.ts";

/** Ids of calls without a result that an error names. */
const MOST_NAMED = 20;

/** Consecutive messages of one role are one turn. */
type Turn = { role: WireMessage["role"]; blocks: { block: { type: string }; path: string }[]; path: string };

/**
 * After a turn with `tool_use` the next turn must begin with the matching `tool_result` blocks, each id exactly once.
 * @throws GatewayError 400 that names the id and the path
 */
export function checkToolResults(messages: readonly WireMessage[]): void {
  const turns = toTurns(messages);
  turns.forEach((turn, index) => {
    if (turn.role === "user") checkResults(turn, turns[index - 1]);
    else if (turn.role === "assistant") checkAnswered(turn, turns[index + 1]);
  });
}

function toTurns(messages: readonly WireMessage[]): Turn[] {
  const turns: Turn[] = [];
  messages.forEach(({ role, content }, index) => {
    const path = `messages[${index}]`;
    let turn = turns.at(-1);
    if (turn?.role !== role) {
      turn = { role, blocks: [], path };
      turns.push(turn);
    }
    // Only the presence of content is checked here, so a string becomes a text block without its text.
    const blocks = typeof content === "string" ? [{ type: "text" }] : content;
    blocks.forEach((block, at) => {
      turn.blocks.push({ block, path: typeof content === "string" ? `${path}.content` : `${path}.content[${at}]` });
    });
  });
  return turns;
}

function listCalls(turn: Turn | undefined): Map<string, string> {
  const calls = new Map<string, string>();
  if (turn?.role !== "assistant") return calls;
  for (const { block, path } of turn.blocks) if (block.type === "tool_use") calls.set((block as ToolUseBlock).id, path);
  return calls;
}

function checkResults(turn: Turn, previous: Turn | undefined): void {
  const calls = listCalls(previous);
  const answered = new Set<string>();
  let other: string | undefined;
  for (const { block, path } of turn.blocks) {
    if (block.type !== "tool_result") {
      other ??= path;
      continue;
    }
    const { tool_use_id: id } = block as ToolResultBlock;
    const param = `${path}.tool_use_id`;
    if (!calls.has(id)) throw errors.toolUseNotFound({ param, id });
    if (answered.has(id)) throw errors.toolResultRepeated({ param, id });
    if (other !== undefined) {
      throw errors.toolResultNotFirst({ param, id, before: other });
    }
    answered.add(id);
  }
}

function checkAnswered(turn: Turn, next: Turn | undefined): void {
  const calls = new Set<string>();
  for (const { block, path } of turn.blocks) {
    if (block.type !== "tool_use") continue;
    const { id } = block as ToolUseBlock;
    if (calls.has(id)) throw errors.toolUseRepeated({ param: `${path}.id`, id });
    calls.add(id);
  }
  const blocks = next?.role === "user" ? next.blocks : [];
  const results = new Set(blocks.map(({ block }) => (block as ToolResultBlock).tool_use_id));
  const missing = [...calls.difference(results)];
  if (missing.length === 0) return;
  const rest = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
  const names = `${missing
    .slice(0, MOST_NAMED)
    .map((id) => `"${id}"`)
    .join(", ")}${rest}`;
  const param = next?.role === "user" ? `${next.path}.content` : (listCalls(turn).get(missing[0] as string) as string);
  throw errors.toolResultsMissing({ param, names });
}

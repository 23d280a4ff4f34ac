/** Merges two states of one conversation, which two tabs or devices have changed at the same time. */
import type { AssistantTurn, Transcript, Turn } from "../conversation/transcript.ts";
import { type Filing, mergeFilings, readFiling, toFields } from "./filing.ts";
import type { ChatSession } from "./history.ts";

/**
 * Returns a conversation with the turns of both; what one has deleted returns. Title, settings and the visible versions
 * are those of the first. A turn that both have with different texts becomes two versions of it.
 * @param base folder and tags that both began with, if known
 */
export function mergeSessions(first: ChatSession, second: ChatSession, base?: Filing): ChatSession {
  const { folder: _folder, tags: _tags, ...rest } = first;
  return {
    ...rest,
    ...toFields(mergeFilings(readFiling(first), readFiling(second), base)),
    ...(second.renamed && !first.renamed && { title: second.title, renamed: true }),
    createdAt: Math.min(first.createdAt, second.createdAt),
    updatedAt: Math.max(first.updatedAt, second.updatedAt),
    transcript: mergeTranscripts(first.transcript, second.transcript),
  };
}

function mergeTranscripts(first: Transcript, second: Transcript): Transcript {
  const turns: { [id: string]: Turn } = { ...second.turns, ...first.turns };
  const children: { [parent: string]: string[] } = {};
  for (const parent of new Set([...Object.keys(second.children), ...Object.keys(first.children)])) {
    const ids = new Set([...(second.children[parent] ?? []), ...(first.children[parent] ?? [])]);
    children[parent] = [...ids].sort((one, other) => (turns[one]?.createdAt ?? 0) - (turns[other]?.createdAt ?? 0));
  }
  for (const [id, own] of Object.entries(first.turns)) {
    const other = second.turns[id];
    if (!other || getWords(own) === getWords(other)) continue;
    if (isUnfinished(own) || isUnfinished(other)) {
      turns[id] = isUnfinished(own) ? other : own;
      continue;
    }
    // The id follows from the turn, so that both sides of a merge add the same version.
    const copy = { ...other, id: `${id}-2` };
    if (turns[copy.id]) continue;
    turns[copy.id] = copy;
    const siblings = children[own.parent ?? "root"] ?? [];
    children[own.parent ?? "root"] = [...siblings, copy.id];
  }
  return { turns, children, selected: selectVisible(children, first, second) };
}

/** Returns what is visible; without a choice it is the newest, which the merge may have changed. */
function selectVisible(
  children: Transcript["children"],
  first: Transcript,
  second: Transcript,
): Transcript["selected"] {
  const selected: { [parent: string]: string } = {};
  for (const parent of Object.keys(children)) {
    const id =
      first.selected[parent] ??
      first.children[parent]?.at(-1) ??
      second.selected[parent] ??
      second.children[parent]?.at(-1);
    if (id !== undefined) selected[parent] = id;
  }
  return selected;
}

function isUnfinished(turn: Turn): turn is AssistantTurn {
  return turn.role === "assistant" && (turn.state === "streaming" || turn.state === "interrupted");
}

/** Returns the part of a turn that people wrote or a model said. */
function getWords(turn: Turn): string {
  if (turn.role === "tool") return JSON.stringify(turn.results);
  if (turn.role !== "assistant") return JSON.stringify([turn.text, "attachments" in turn ? turn.attachments : []]);
  return JSON.stringify(
    turn.answer.choices.map(({ text, refusal, toolCalls }) => [text, refusal, toolCalls.map((call) => call.arguments)]),
  );
}

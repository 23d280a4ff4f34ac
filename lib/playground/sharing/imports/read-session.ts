/** Reads a conversation from a file, with a list of everything that is dropped. */

import {
  EMPTY_TRANSCRIPT,
  getConversationTitle,
  settleInterrupted,
  type Transcript,
  type Turn,
} from "#lib/playground/conversation/transcript.ts";
import { type Fields, fields, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { toFields, toLabel, toTags } from "#lib/playground/history/filing.ts";
import type { ChatSession } from "#lib/playground/history/history.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import { readSettings } from "./read-settings.ts";
import { readTurn } from "./read-turn.ts";

/** @throws Error, with a message for the screen, when it is not a conversation */
export function readSession(raw: Fields, dialect: TextDialect): { session: ChatSession; problems: string[] } {
  const given = fields(fields(raw.transcript)?.turns);
  if (!given) throw new Error("It has no turns.");
  const { settings, problems } = readSettings(raw.settings, dialect);
  const turns = readTurns(given, problems);
  const transcript = settleInterrupted(plantTree(turns, fields(raw.transcript) ?? {}));
  const now = Date.now();
  const session: ChatSession = {
    id: string(raw.id) || newId(),
    page: dialect.page,
    title: string(raw.title) || getConversationTitle(transcript),
    renamed: raw.renamed === true,
    createdAt: number(raw.createdAt) ?? now,
    updatedAt: number(raw.updatedAt) ?? now,
    ...toFields({ folder: toLabel(string(raw.folder)), tags: toTags(readTags(raw.tags)) }),
    settings,
    transcript,
  };
  return { session, problems };
}

const readTags = (raw: unknown): string[] => (Array.isArray(raw) ? raw.filter((tag) => typeof tag === "string") : []);

function readTurns(given: Fields, problems: string[]): Map<string, Turn> {
  const turns = new Map<string, Turn>();
  for (const [id, raw] of Object.entries(given)) {
    const turn = readTurn({ ...fields(raw), id });
    if (turn) turns.set(id, turn);
    else problems.push(`Turn ${id} cannot be read.`);
  }
  return turns;
}

/**
 * Builds the tree from the parents of the turns; the file's lists give only the order of siblings. Drops turns below a
 * missing turn or below themselves.
 */
function plantTree(turns: ReadonlyMap<string, Turn>, raw: Fields): Transcript {
  const order = fields(raw.children) ?? {};
  const selected = fields(raw.selected) ?? {};
  const byParent = Map.groupBy(turns.values(), ({ parent }) => parent ?? "root");
  const tree: Transcript = { turns: {}, children: {}, selected: {} };
  const pending = ["root"];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    const ids = (byParent.get(parent) ?? []).map(({ id }) => id);
    if (ids.length === 0) continue;
    tree.children[parent] = sortByWanted(ids, order[parent]);
    const chosen = selected[parent];
    if (typeof chosen === "string" && ids.includes(chosen)) tree.selected[parent] = chosen;
    for (const id of ids) {
      const turn = turns.get(id);
      if (turn) tree.turns[id] = turn;
      pending.push(id);
    }
  }
  return turns.size === 0 ? EMPTY_TRANSCRIPT : tree;
}

function sortByWanted(ids: string[], wanted: unknown): string[] {
  const places = Array.isArray(wanted) ? wanted : [];
  const findPlace = (id: string) => (places.includes(id) ? places.indexOf(id) : places.length);
  return ids.toSorted((one, other) => findPlace(one) - findPlace(other));
}

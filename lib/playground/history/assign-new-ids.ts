import type { Turn } from "../conversation/transcript.ts";
import type { ChatSession } from "./history.ts";
import { newId } from "./new-id.ts";

/** Returns the conversation with new ids, so that it can be stored beside the original. */
export function assignNewIds(session: ChatSession): ChatSession {
  const names = new Map(Object.keys(session.transcript.turns).map((id) => [id, newId()]));
  const renamed = (id: string) => names.get(id) ?? id;
  const { turns, children, selected } = session.transcript;
  return {
    ...session,
    id: newId(),
    transcript: {
      turns: Object.fromEntries(
        Object.values(turns).map((turn) => {
          const parent = turn.parent === null ? null : renamed(turn.parent);
          return [renamed(turn.id), { ...detach(turn), id: renamed(turn.id), parent }];
        }),
      ),
      children: Object.fromEntries(
        Object.entries(children).map(([parent, ids]) => [renamed(parent), ids.map(renamed)]),
      ),
      selected: Object.fromEntries(Object.entries(selected).map(([parent, id]) => [renamed(parent), renamed(id)])),
    },
  };
}

/** Detaches the copy of a response from the resumable one; a streaming copy becomes interrupted. */
function detach(turn: Turn): Turn {
  if (turn.role !== "assistant") return turn;
  const { exchangeId: _dropped, ...rest } = turn;
  return rest.state === "streaming" ? { ...rest, state: "interrupted" } : rest;
}

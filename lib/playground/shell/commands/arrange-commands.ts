/** Arranges the palette's commands for the typed text. */
import type { Command } from "./command.ts";
import { matchCommand } from "./match-command.ts";

export type CommandGroup = { title: string; commands: readonly Command[] };

/** Order of the groups on an empty field; other groups come after "This page". */
const ORDER = [
  "This page",
  "Conversation",
  "Model",
  "Home",
  "Playground",
  "Gateway",
  "Conversations",
  "Appearance",
  "Help",
  "Account",
];

const RECENT = "Recent";
/** Limit on listed conversations; older ones are found by typing. */
const MAXIMUM_CONVERSATIONS = 5;
/** Limit on results; nobody reads a longer list. */
const MAXIMUM_RESULTS = 60;

/**
 * Returns the recent commands, then all by group, while nothing is typed; otherwise the matches, best first, in one
 * list without a title.
 * @param inner commands behind others (models, chats), which only typing finds
 * @param recent ids, newest first
 */
export function arrangeCommands({
  commands,
  inner = [],
  query,
  recent,
}: {
  commands: readonly Command[];
  inner?: readonly Command[];
  query: string;
  recent: readonly string[];
}): CommandGroup[] {
  const all = withoutDoubles([...commands, ...inner].filter(({ enabled }) => enabled !== false));
  if (query.trim() !== "") return matching(all, query, recent);
  const shown = new Set(commands.map(({ id }) => id));
  const used = recent.flatMap((id) => all.find((command) => command.id === id) ?? []);
  const rest = all.filter((command) => shown.has(command.id) && !used.includes(command));
  const groups = [...Map.groupBy(rest, ({ group }) => group)]
    .map(([title, members]) => ({
      title,
      commands: title === "Conversations" ? members.slice(0, MAXIMUM_CONVERSATIONS) : members,
    }))
    .sort((a, b) => getGroupIndex(a.title) - getGroupIndex(b.title));
  return used.length > 0 ? [{ title: RECENT, commands: used }, ...groups] : groups;
}

function matching(all: readonly Command[], query: string, recent: readonly string[]): CommandGroup[] {
  const scored = all.flatMap((command) => {
    const score = matchCommand(command, query);
    return score > 0 ? [{ command, score: score + (recent.includes(command.id) ? 5 : 0) }] : [];
  });
  const best = scored.sort((a, b) => b.score - a.score).slice(0, MAXIMUM_RESULTS);
  return best.length > 0 ? [{ title: "", commands: best.map(({ command }) => command) }] : [];
}

function getGroupIndex(title: string): number {
  const place = ORDER.indexOf(title);
  return place >= 0 ? place : 0.5;
}

/** Removes duplicates: two places may offer one action, e.g. a button of the page and a menu item. */
function withoutDoubles(commands: readonly Command[]): Command[] {
  return [...new Map(commands.map((command) => [command.id, command])).values()];
}

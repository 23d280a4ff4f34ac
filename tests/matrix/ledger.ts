/** Writes the loss ledger, docs/losses.md: a table for each client's API, and the notes of its numbers. */
import type { Loss, Stage } from "./cells.ts";
import { allDialectIds, type AnyDialectId as DialectId, dialectIds } from "./dialects.ts";
import { reasonKey, reasons } from "./reasons.ts";

export type Row = {
  name: string;
  cells: { client: DialectId; upstream: DialectId; losses: Loss[]; isEmulated: boolean }[];
};

const PLACES: Record<Stage, string> = {
  ask: "in a client's request",
  request: "in the request to a provider",
  answer: "in a provider's response",
  show: "in the response to a client",
  return: "in a client's next turn",
};

const API_NAMES: Record<DialectId, string> = {
  "openai-chat": "Chat Completions",
  "openai-responses": "Responses",
  "anthropic-messages": "Messages",
  "google-generate": "Gemini",
  "google-interactions": "Interactions",
};

const HELD = "✓";

const HEAD = `# What translation loses

The tests write this page (\`UPDATE_LOSSES=1 vitest run tests/matrix\`); do not edit it.

Each table has the API of a client; its columns have the API of a provider. Every case runs as a stream and as a whole
response. A tick means that everything arrives as it was sent. A number refers to a note, which says what is lost, why, and which documentation shows it;
*s* after it means in streams only, *w* in whole responses only. When client and provider use the same API, requests pass
through unchanged, and the column says what a translation would lose.

A tick with *e* means that the provider's API cannot do it and the gateway does it instead: it makes a call for each choice,
watches for stop sequences, or passes the first tool call only. \`x-gateway-emulated\` names such fields. After a stop
sequence that the gateway found, the counts of tokens are its estimate.

Some providers and clients of an API say more than its reference: a Chat Completions client learns its stop sequence from
\`stop_reason\` beside \`finish_reason\`, as from vLLM's server, where a provider or the gateway knows it; a Gemini client may
name a file in \`displayName\`, as in Google's Cloud API. Messages gives each cited place a text of its own, so that its
sources have places.

The header \`x-gateway-dropped\` names the fields of a request that a provider cannot get; the notes give their names.
`;

/** @param later rows of the pairs with a later API, which have tables of their own */
export function writeLedger(rows: Row[], later: Row[]): string {
  const notes = createNotes();
  const tables = dialectIds.map((client) => table({ client, upstreams: dialectIds, rows, notes }));
  const count = `${countCells(rows)}; the others lose what their notes say, and nothing else.\n`;
  const laterTables = [
    `# With Interactions\n\n${countCells(later)}.\n`,
    table({ client: "google-interactions", upstreams: allDialectIds, rows: later, notes }),
    ...dialectIds.map((client) => table({ client, upstreams: ["google-interactions"], rows: later, notes })),
  ];
  return [HEAD, count, ...tables, ...laterTables, `## Notes\n\n${notes.text()}\n`].join("\n");
}

function countCells(rows: Row[]): string {
  const cells = rows.flatMap((row) => row.cells);
  const held = cells.filter(({ losses }) => losses.length === 0).length;
  const emulated = cells.filter(({ losses, isEmulated }) => losses.length === 0 && isEmulated).length;
  return `${held} of ${cells.length} cells lose nothing, ${emulated} of them by emulation`;
}

function table({
  client,
  upstreams,
  rows,
  notes,
}: {
  client: DialectId;
  upstreams: readonly DialectId[];
  rows: Row[];
  notes: Notes;
}): string {
  const head = [
    `## From ${API_NAMES[client]}${upstreams.length === 1 ? ` to ${API_NAMES[upstreams[0] as DialectId]}` : ""}\n`,
    `| Case | ${upstreams.map((upstream) => `to ${API_NAMES[upstream]}`).join(" | ")} |`,
    `|---|${upstreams.map(() => "---|").join("")}`,
  ];
  const lines = rows.map(({ name, cells }) => {
    const marks = upstreams.map((upstream) => {
      const cell = cells.find((one) => one.client === client && one.upstream === upstream);
      const mark = notes.mark(cell?.losses ?? []);
      return mark === HELD && cell?.isEmulated ? `${HELD}ᵉ` : mark;
    });
    return `| ${name} | ${marks.join(" | ")} |`;
  });
  return `${[...head, ...lines].join("\n")}\n`;
}

type Notes = { mark(losses: Loss[]): string; text(): string };

function createNotes(): Notes {
  /** By what is said of it; a set of the names under which it is dropped. */
  const notes = new Map<string, { number: number; dropped: Set<string> }>();
  return {
    mark(losses) {
      const modes = new Map<number, Set<string>>();
      for (const loss of losses) {
        const said = describe(loss);
        const note = notes.get(said) ?? { number: notes.size + 1, dropped: new Set<string>() };
        notes.set(said, note);
        for (const name of loss.dropped ?? []) note.dropped.add(name.replace(/\[\d+\]/g, "[]"));
        modes.set(note.number, (modes.get(note.number) ?? new Set()).add(loss.mode));
      }
      if (modes.size === 0) return HELD;
      const marks = [...modes].sort(([one], [other]) => one - other);
      return marks.map(([number, seenIn]) => `${number}${suffix(seenIn)}`).join(", ");
    },
    text: () => [...notes].map(([said, { number, dropped }]) => `${number}. ${said}${droppedNote(dropped)}`).join("\n"),
  };
}

function suffix(modes: Set<string>): string {
  if (modes.size > 1) return "";
  return modes.has("stream") ? "s" : "w";
}

function describe(loss: Loss): string {
  const reason = reasons[reasonKey(loss)];
  const source = reason ? ` ([source](${reason.source}))` : "";
  return `*${loss.feature}*, ${PLACES[loss.stage]}: ${API_NAMES[loss.dialect]} ${reason?.why ?? "loses it for an unknown reason"}${source}.`;
}

function droppedNote(dropped: Set<string>): string {
  if (dropped.size === 0) return "";
  return ` The header names ${[...dropped].map((name) => `\`${name}\``).join(", ")}.`;
}

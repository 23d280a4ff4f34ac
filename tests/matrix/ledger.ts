/** The loss ledger, docs/losses.md: one table for each client's dialect, and what its numbers mean. */
import type { Loss, Stage } from "./cells.ts";
import { type DialectId, dialectIds } from "./dialects.ts";
import { reasonKey, reasons } from "./reasons.ts";

export type Row = { name: string; cells: { client: DialectId; upstream: DialectId; losses: Loss[] }[] };

const PLACES: Record<Stage, string> = {
  ask: "asked by a client",
  request: "asked of an upstream",
  answer: "in an upstream's answer",
  show: "in the answer to a client",
  return: "in a client's next turn",
};

const HEAD = `# What is lost between dialects

Written by the tests (\`UPDATE_LOSSES=1 vitest run tests/matrix\`), not by hand.

Every client's dialect is translated to every upstream's, streamed and whole. Where both conventions have a word for
something, it arrives as it was: a tick. A number says what does not, and why; *s* after it: in streams only, *w*: in whole
answers only. Where the two dialects are one, a gateway's relay lane passes the bytes as they are, and the column says what
the translating codec would lose.

What an upstream cannot be asked is named in the answer's \`x-gateway-dropped\` header; the notes give the name.
`;

export function writeLedger(rows: Row[]): string {
  const notes = createNotes();
  const tables = dialectIds.map((client) => table(client, rows, notes));
  const cells = rows.flatMap((row) => row.cells);
  const held = cells.filter(({ losses }) => losses.length === 0).length;
  const sum = `${held} of ${cells.length} cells hold in full; the others lose what their notes say, and nothing else.\n`;
  return [HEAD, sum, ...tables, `## Notes\n\n${notes.text()}\n`].join("\n");
}

function table(client: DialectId, rows: Row[], notes: Notes): string {
  const head = [
    `## A client that speaks ${client}\n`,
    `| case | ${dialectIds.map((upstream) => `to ${upstream}`).join(" | ")} |`,
    `|---|${dialectIds.map(() => "---|").join("")}`,
  ];
  const lines = rows.map(({ name, cells }) => {
    const marks = dialectIds.map((upstream) => {
      const cell = cells.find((one) => one.client === client && one.upstream === upstream);
      return notes.mark(cell?.losses ?? []);
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
      if (modes.size === 0) return "✓";
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
  const open = reason?.open ? " **To be mended.**" : "";
  return `*${loss.feature}*, ${PLACES[loss.stage]}: ${loss.dialect} ${reason?.why ?? "loses it, for no known reason"}.${open}`;
}

function droppedNote(dropped: Set<string>): string {
  if (dropped.size === 0) return "";
  return ` Named as ${[...dropped].map((name) => `\`${name}\``).join(", ")}.`;
}

/**
 * Every client's dialect to every upstream's: each cell holds, or what it loses is in docs/losses.md with its reason.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type Case, cases } from "./cases.ts";
import {
  type Cell,
  isEmulated,
  type Loss,
  lossesOf,
  lostInEarlyError,
  lostInLateError,
  lostInTruncation,
} from "./cells.ts";
import { laterPairs, pairs } from "./dialects.ts";
import { type Row, writeLedger } from "./ledger.ts";
import { modes } from "./play.ts";
import { reasonKey, reasons } from "./reasons.ts";

/** Pages of the vendors of the APIs. */
const DOCUMENTATION = /^https:\/\/(?:developers\.openai\.com|platform\.claude\.com|ai\.google\.dev)\//;

const LEDGER = fileURLToPath(new URL("../../docs/losses.md", import.meta.url));

type RowCase = {
  name: string;
  losses: (cell: Cell) => Loss[];
  emulates?: (cell: Cell) => boolean;
  streamOnly?: true;
};

const rowCases: RowCase[] = [
  ...cases.map(
    (test: Case): RowCase => ({
      name: test.name,
      losses: (cell) => lossesOf(test, cell),
      emulates: (cell) => isEmulated(test, cell),
    }),
  ),
  { name: "error before the first byte", losses: lostInEarlyError },
  { name: "error after the first byte", losses: lostInLateError, streamOnly: true },
  { name: "truncation", losses: lostInTruncation, streamOnly: true },
];

const modesOf = ({ streamOnly }: RowCase) => (streamOnly ? modes.filter((mode) => mode === "stream") : modes);

describe.each(rowCases)("$name", (row) => {
  for (const mode of modesOf(row)) {
    it.each([...pairs, ...laterPairs])(`$client → $upstream, ${mode}`, (pair) => {
      const losses = row.losses({ ...pair, mode });
      const unexplained = losses.filter((loss) => reasons[reasonKey(loss)] === undefined);
      expect(unexplained, "losses without a reason in reasons.ts").toEqual([]);
      const unnamed = losses.filter((loss) => loss.dropped?.length === 0 && !reasons[reasonKey(loss)]?.silent);
      expect(unnamed, "losses that x-gateway-dropped does not name").toEqual([]);
    });
  }
});

describe("the ledger", () => {
  // Runs after the collection of tests: a codec that throws then fails its cells above, and not this whole file.
  let rows: Row[];
  let later: Row[];
  const toRows = (list: readonly Pick<Cell, "client" | "upstream">[]) =>
    rowCases.map((row) => ({
      name: row.name,
      cells: list.map((pair) => ({
        ...pair,
        losses: modesOf(row).flatMap((mode) => row.losses({ ...pair, mode })),
        isEmulated: row.emulates?.({ ...pair, mode: "stream" }) ?? false,
      })),
    }));
  beforeAll(() => {
    rows = toRows(pairs);
    later = toRows(laterPairs);
  });

  it("names documentation for each lossy cell", () => {
    const isLossy = [...rows, ...later].flatMap(({ cells }) => cells).filter(({ losses }) => losses.length > 0);
    expect(isLossy.length).toBeGreaterThan(0);
    for (const { losses } of isLossy) {
      for (const loss of losses) expect(reasons[reasonKey(loss)]?.source, reasonKey(loss)).toMatch(DOCUMENTATION);
    }
  });

  it("has at least 300 cells that lose nothing", () => {
    const whole = rows.flatMap(({ cells }) => cells).filter(({ losses }) => losses.length === 0);
    expect(whole.length).toBeGreaterThanOrEqual(300);
  });

  it("gives reasons for losses only", () => {
    const lost = new Set(
      [...rows, ...later].flatMap(({ cells }) => cells.flatMap(({ losses }) => losses.map(reasonKey))),
    );
    expect(Object.keys(reasons).filter((key) => !lost.has(key))).toEqual([]);
  });

  it("equals docs/losses.md", () => {
    const ledger = writeLedger(rows, later);
    if (process.env.UPDATE_LOSSES) writeFileSync(LEDGER, ledger);
    if (process.env.UPDATE_LOSSES || process.env.PRINT_LOSSES) process.stdout.write(ledger);
    expect(readFileSync(LEDGER, "utf8"), "run UPDATE_LOSSES=1 vitest run tests/matrix").toBe(ledger);
  });
});

/** Whole days of stored hours are remembered for each question, until one of their hours changes. */
import { beforeEach, describe, expect, test } from "vitest";
import { type Answerer, createAnswerer } from "#lib/store/usage/answer-questions.ts";
import { createBlockBuilder } from "#lib/store/usage/block-builder.ts";
import { type PackedSums, unpackSums } from "#lib/store/usage/packed-sums.ts";
import type { Part } from "#lib/store/usage/read-blocks.ts";
import { HOUR_MS, type RowBlock } from "#lib/store/usage/row-block.ts";
import type { UsageQuery, UsageQuestion, UsageSplit, UsageSums } from "#lib/store/usage/usage.ts";
import { requestLogRow } from "./request-log-row.ts";

const FIRST = 24 * 20_000;
const HOURS = Array.from({ length: 24 }, (_, index) => FIRST + index);
const DAY: UsageQuery = { from: FIRST * HOUR_MS, to: (FIRST + 24) * HOUR_MS };
const SUMS = { kind: "sums", limits: [] } as const satisfies UsageQuestion;

describe("a whole day of stored hours", () => {
  let parts: Part[];
  let read: Part[];
  let rowsOfHour: number;
  let answer: Answerer;

  function createHour(hour: number): RowBlock {
    const builder = createBlockBuilder(hour * HOUR_MS);
    for (let index = 0; index < rowsOfHour; index++) {
      const row = requestLogRow({ id: `req_${index}`, time: hour * HOUR_MS });
      builder.add({ ...row, model: `m-${hour % 3}`, route: null, tags: null });
    }
    return builder.finish();
  }

  beforeEach(() => {
    parts = [{ hours: HOURS.map((hour) => ({ hour, version: 1 })) }];
    read = [];
    rowsOfHour = 2;
    answer = createAnswerer({
      listParts: async () => parts,
      fetch: async () => [],
      async readPart(part, _, onBlock) {
        read.push(part);
        if ("hours" in part) for (const { hour } of part.hours) onBlock(createHour(hour));
      },
      readHour: async (hour) => createHour(hour),
    });
  });

  async function list(query: UsageQuery, group?: UsageSplit["group"]): Promise<UsageSums[]> {
    const [packed] = await answer(query, [{ ...SUMS, group }]);
    return unpackSums(packed as PackedSums, group);
  }

  async function count(query: UsageQuery): Promise<number[]> {
    const sums = await list(query);
    return sums.map(({ requests }) => requests).sort((one, other) => one - other);
  }

  test("is read once for a question with the same filters", async () => {
    expect(await count(DAY)).toEqual([16, 16, 16]);
    expect(read).toHaveLength(1);
    expect(await count(DAY)).toEqual([16, 16, 16]);
    expect(read).toHaveLength(1);
    expect(await count({ ...DAY, model: "m-1" })).toEqual([16]);
    expect(read).toHaveLength(2);
    const asOther = (name: string) => ({ by: "model" as const, names: ["m-1"], otherNames: new Map([[name, "m-1"]]) });
    const split = async (group: UsageSplit["group"]) => (await list(DAY, group)).filter(({ isOther }) => isOther);
    for (const name of ["m-0", "m-2", "m-0"]) expect(await split(asOther(name))).toHaveLength(1);
    expect(read).toHaveLength(4);
    expect(await split({ by: "model", names: ["m-1"] })).toHaveLength(2);
    expect(read).toHaveLength(5);
  });

  test("is read again when an hour has changed", async () => {
    await count(DAY);
    rowsOfHour = 3;
    parts = [{ hours: HOURS.map((hour) => ({ hour, version: hour === FIRST + 5 ? 2 : 1 })) }];
    expect(await count(DAY)).toEqual([24, 24, 24]);
    expect(read).toHaveLength(2);
  });

  test("counts beside the hours at its edges, which are read each time", async () => {
    const edge: Part = { hours: [{ hour: FIRST + 24, version: 1 }] };
    parts.push(edge);
    expect(await count(DAY)).toEqual([16, 16, 18]);
    expect(await count(DAY)).toEqual([16, 16, 18]);
    expect(read.filter((part) => part === edge)).toHaveLength(2);
    expect(read).toHaveLength(3);
  });

  test("is not remembered when reading fails", async () => {
    const failing = createAnswerer({
      listParts: async () => parts,
      fetch: () => Promise.reject(new Error("gone")),
      readPart: async () => {},
      readHour: async (hour) => createHour(hour),
    });
    for (let attempt = 0; attempt < 2; attempt++) await expect(failing(DAY, [SUMS])).rejects.toThrow("gone");
  });
});

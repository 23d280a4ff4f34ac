import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import { readTags } from "../tag-column.ts";
import { GROUP_COLUMNS } from "./place-rows.ts";
import { readPriced } from "./priced-models.ts";
import { FLAG } from "./row-block.ts";
import type { Tally } from "./tally.ts";
import { createLatencyTally } from "./tally-latencies.ts";
import { createSumsTally } from "./tally-sums.ts";
import type { UsageGroups, UsageQuestion, UsedModel } from "./usage.ts";

export function createTally(question: UsageQuestion): Tally {
  switch (question.kind) {
    case "models":
      return createModelTally();
    case "groups":
      return createGroupTally(question);
    case "sums":
      return createSumsTally(question);
    case "latencies":
      return createLatencyTally(question);
    default:
      return question satisfies never;
  }
}

/** Bytes of a name in memory, with what belongs to it. */
const NAME_BYTES = 100;

function createModelTally(): Tally<UsedModel[], (string | null)[]> {
  const used = new Set<string | null>();
  return {
    add({ names: { priced } }, { rows }) {
      const isUsed = new Uint8Array(priced.names.length);
      for (let at = 0; at < rows.length; at++) isUsed[priced.indexes[rows[at] as number] as number] = 1;
      priced.names.forEach((name, index) => {
        if (isUsed[index] === 1) used.add(name);
      });
    },
    toPart: () => ({ content: [...used], bytes: used.size * NAME_BYTES }),
    addPart(names) {
      for (const name of names) used.add(name);
    },
    finish: () => [...used].flatMap((name) => readPriced(name) ?? []),
  };
}

type GroupSum = { name: string | null; requests: number; isKnown: boolean };

/** @param limit number of groups in the result */
function createGroupTally({ by, limit }: { by: UsageGrouping; limit: number }): Tally<UsageGroups, GroupSum[]> {
  const groups = new Map<string | null, GroupSum>();

  function addSum({ name, requests, isKnown }: GroupSum): void {
    const sum = groups.get(name) ?? { name, requests: 0, isKnown: false };
    sum.requests += requests;
    sum.isKnown ||= isKnown;
    groups.set(name, sum);
  }

  return {
    add({ flags, names }, { rows }) {
      const { names: all, indexes } = names[GROUP_COLUMNS[by]];
      const rowsOf = new Uint32Array(all.length);
      const requestsOf = new Uint32Array(all.length);
      const knownOf = new Uint8Array(all.length);
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        const index = indexes[row] as number;
        const flag = flags[row] as number;
        rowsOf[index] = (rowsOf[index] as number) + 1;
        if (!(flag & FLAG.taskEnd)) requestsOf[index] = (requestsOf[index] as number) + 1;
        if (!(flag & FLAG.unknown)) knownOf[index] = 1;
      }
      all.forEach((stored, index) => {
        if (rowsOf[index] === 0) return;
        for (const name of by === "tag" && stored !== null ? new Set(readTags(stored)) : [stored]) {
          addSum({ name, requests: requestsOf[index] as number, isKnown: knownOf[index] === 1 });
        }
      });
    },
    toPart: () => ({ content: [...groups.values()], bytes: groups.size * NAME_BYTES }),
    addPart: (sums) => sums.forEach(addSum),
    finish() {
      const sorted = [...groups.values()].sort(
        (one, other) => other.requests - one.requests || compareNames(one.name, other.name),
      );
      const shown = sorted.slice(0, limit);
      return {
        names: shown.map(({ name }) => name),
        hasOthers: sorted.length > limit,
        unknownModels: by === "model" ? shown.filter(({ isKnown }) => !isKnown).map(({ name }) => name) : [],
      };
    },
  };
}

function compareNames(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return one === null || (other !== null && one < other) ? -1 : 1;
}

/**
 * Answers questions about usage. What whole days of stored hours say to a question is remembered, so that the next view
 * with the same groups and filters, such as a reload, reads only the hours at the edges of its period.
 */
import { LRUCache } from "lru-cache";
import { createTally } from "./create-tally.ts";
import { createSelection } from "./place-rows.ts";
import type { BlockReader, Hour, Part } from "./read-blocks.ts";
import { DAY_HOURS, type RowBlock } from "./row-block.ts";
import { selectRows } from "./select-rows.ts";
import type { Tally } from "./tally.ts";
import type { UsageQuery, UsageQuestion } from "./usage.ts";

/** Limit on remembered days: 30 days by key take about 6 MB with 20 keys of 50 models. */
const REMEMBERED_BYTES = 24 * 1024 * 1024;
/** Memory of an entry beside its content and its key. */
const ENTRY_BYTES = 1_000;

/** @property versions of the hours of the day: a changed hour has another one */
type Remembered = { versions: string; content: unknown; bytes: number };
/** @property name the question and the filters, the same for the same rows of a block */
type Asked = { question: UsageQuestion; tally: Tally; name: string };
/** Part of the range that is read, the tallies that get its rows, and what follows. */
type Step = { part: Part; tallies: Tally[]; end?: () => void };

export type Answerer = (query: UsageQuery, questions: readonly UsageQuestion[]) => Promise<unknown[]>;

export function createAnswerer(reader: BlockReader): Answerer {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ versions, bytes }, key) => ENTRY_BYTES + 2 * (key.length + versions.length) + bytes,
  });

  /** Adds what is remembered of a day; returns what is to be read for the other questions. */
  function planDay(hours: Hour[], asked: readonly Asked[]): Step[] {
    const versions = hours.map(({ version }) => version).join();
    const days: { tally: Tally; end: () => void }[] = [];
    for (const { question, tally, name } of asked) {
      const key = `${hours[0]?.hour} ${name}`;
      const known = remembered.get(key);
      if (known?.versions === versions) {
        tally.addPart(known.content);
        continue;
      }
      const day = createTally(question);
      const end = () => {
        const { content, bytes } = day.toPart();
        tally.addPart(content);
        remembered.set(key, { versions, content, bytes });
      };
      days.push({ tally: day, end });
    }
    if (days.length === 0) return [];
    const endAll = () => {
      for (const { end } of days) end();
    };
    return [{ part: { hours }, tallies: days.map(({ tally }) => tally), end: endAll }];
  }

  async function readSteps(query: UsageQuery, steps: readonly Step[]): Promise<void> {
    let next = steps[0] && reader.fetch(steps[0].part);
    for (const [index, { part, tallies, end }] of steps.entries()) {
      const fetched = (await next) ?? [];
      const following = steps[index + 1];
      next = following && reader.fetch(following.part);
      // Awaited in the next round, unless this one fails.
      next?.catch(() => {});
      await reader.readPart(part, fetched, createAdder(query, tallies));
      end?.();
    }
  }

  return async (query, questions) => {
    const asked = questions
      .filter((question) => findSource(question, questions) === question)
      .map((question) => ({ question, tally: createTally(question), name: nameOf(query, question) }));
    const all = asked.map(({ tally }) => tally);
    const steps = (await reader.listParts(query)).flatMap((part): Step[] => {
      const isDay = "hours" in part && part.hours.length === DAY_HOURS;
      return isDay ? planDay(part.hours, asked) : [{ part, tallies: all }];
    });
    await readSteps(query, steps);
    const tallies = new Map<UsageQuestion, Tally>(asked.map(({ question, tally }) => [question, tally]));
    return questions.map((question) => {
      const own = tallies.get(question);
      return own ? own.finish() : tallies.get(findSource(question, questions))?.finishWhole?.();
    });
  };
}

/** Returns what adds the rows of a block that match the filters to the tallies. */
function createAdder(query: UsageQuery, tallies: readonly Tally[]): (block: RowBlock) => void {
  return (block) => {
    const rows = selectRows(block, query, numberRows(block.count));
    if (rows.length === 0) return;
    const selection = createSelection(block, rows);
    for (const tally of tallies) tally.add(block, selection);
  };
}

let numbers = new Uint32Array(0);

/** Returns the numbers of so many rows, at least, which are the same for all blocks. */
function numberRows(count: number): Uint32Array {
  if (numbers.length < count) {
    numbers = new Uint32Array(count);
    for (let row = 0; row < count; row++) numbers[row] = row;
  }
  return numbers;
}

/** Latencies of all requests come from those of their groups or buckets; a request can be in several labels. */
function findSource(question: UsageQuestion, questions: readonly UsageQuestion[]): UsageQuestion {
  if (question.kind !== "latencies" || question.group || question.bucket) return question;
  const isSource = (other: UsageQuestion) =>
    other.kind === "latencies" &&
    other.of === question.of &&
    (other.group ?? other.bucket) &&
    other.group?.by !== "tag";
  return questions.find(isSource) ?? question;
}

function nameOf({ from: _, to: __, ...filters }: UsageQuery, question: UsageQuestion): string {
  return JSON.stringify([filters, question], (_key, value) => (value instanceof Map ? [...value] : value));
}

/** A run that was recorded from the sandbox, for a gateway without a model: a text page plays it where it cannot ask. */
import type { TextPage } from "#lib/playground/history/history.ts";
import type { WireExchange } from "#lib/playground/trace/wire-record.ts";

export type RecordedRun = {
  question: string;
  model: string;
  /** All that went over the wire, with the times at which it came. */
  exchange: WireExchange & { startedAt: number };
};

/** Where `scripts/record-runs.ts` lays it: a line of all but the events, and one for each event. */
export const recordingOf = (page: TextPage): string => `/recorded-runs/${page}.jsonl`;

export function writeRecordedRun({ exchange, ...asked }: RecordedRun): string {
  const { events, ...rest } = exchange;
  return [{ ...asked, exchange: rest }, ...events].map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function readRecordedRun(text: string): RecordedRun {
  const [head, ...events] = text.trimEnd().split("\n");
  const { exchange, ...asked } = JSON.parse(head ?? "");
  return { ...asked, exchange: { ...exchange, events: events.map((line) => JSON.parse(line)) } };
}

/** @throws Error, with words for the screen */
export async function loadRecordedRun(page: TextPage): Promise<RecordedRun> {
  const response = await fetch(recordingOf(page));
  if (!response.ok) throw new Error(`The recorded run could not be loaded: the server answered ${response.status}.`);
  return readRecordedRun(await response.text());
}

/** A demo run, recorded from the sandbox: a text page plays it on a gateway without a model. */
import type { TextPage } from "#lib/playground/history/history.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";

export type RecordedRun = {
  question: string;
  model: string;
  /** The recorded request and response, with the times of the events. */
  exchange: Trace & { startedAt: number };
};

/**
 * Path of a demo run, as `scripts/record-runs.ts` writes it: a line with all but the events, then one line per event.
 */
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

/** @throws Error, with a message for the screen */
export async function loadRecordedRun(page: TextPage): Promise<RecordedRun> {
  const response = await fetch(recordingOf(page));
  if (!response.ok) throw new Error(`The recorded run could not be loaded: the server answered ${response.status}.`);
  return readRecordedRun(await response.text());
}

/** A demo run, recorded from the sandbox: a text page plays it on a gateway without a model. */
import type { TextPage } from "#lib/playground/history/history.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";

export type DemoRun = {
  question: string;
  model: string;
  /** The recorded request and response, with the times of the events. */
  trace: Trace & { startedAt: number };
};

/**
 * Returns the path of a demo run in `public`. The file has a line with all but the events, then one line per event.
 */
export const getDemoRunPath = (page: TextPage): string => `/demo-runs/${page}.jsonl`;

export function writeDemoRun({ trace, ...rest }: DemoRun): string {
  const { events, ...head } = trace;
  return [{ ...rest, trace: head }, ...events].map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function readDemoRun(text: string): DemoRun {
  const [head, ...events] = text.trimEnd().split("\n");
  const { trace, ...rest } = JSON.parse(head ?? "");
  return { ...rest, trace: { ...trace, events: events.map((line) => JSON.parse(line)) } };
}

/** @throws Error, with a message for the screen */
export async function loadDemoRun(page: TextPage): Promise<DemoRun> {
  const response = await fetch(getDemoRunPath(page));
  if (!response.ok) throw new Error(`Couldn’t load the recorded run: the server returned ${response.status}.`);
  return readDemoRun(await response.text());
}

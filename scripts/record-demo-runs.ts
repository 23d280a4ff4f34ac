/**
 * Records a run of the sandbox in each text page's API, through the pages' own sender, into public/demo-runs:
 * `node scripts/record-demo-runs.ts`. A page plays them where its gateway has no model to ask.
 */
import { writeFileSync } from "node:fs";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { readRouteFacts } from "#lib/playground/models/route-facts.ts";
import { readEventStream } from "#lib/playground/streams/chat-stream.ts";
import { type DemoRun, getDemoRunPath, writeDemoRun } from "#lib/playground/streams/demo/demo-run.ts";
import type { TraceEvent } from "#lib/playground/streams/event-log.ts";
import { sendRequest } from "#lib/playground/streams/request-run.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "../tests/support/gateway.ts";

const QUESTION = "How do I connect Ollama?";
const MODEL = "sandbox/guide";
/** The sandbox's default. */
const TOKENS_PER_SECOND = 80;

const gateway = await startGateway({ mount: "node", config: { sandbox: { tokensPerSecond: TOKENS_PER_SECOND } } });
try {
  // The sandbox loads files for its first response, so that one is not recorded.
  await record(TEXT_DIALECTS.chat, gateway);
  for (const dialect of Object.values(TEXT_DIALECTS)) {
    const file = new URL(`../public${getDemoRunPath(dialect.page)}`, import.meta.url);
    const run = await record(dialect, gateway);
    writeFileSync(file, writeDemoRun(run));
    console.log(`${dialect.page}: ${run.trace.events.length} events in ${Math.round(run.trace.timings?.end ?? 0)} ms`);
  }
} finally {
  await gateway.close();
}

async function record(dialect: TextDialect, { url }: TestGateway): Promise<DemoRun> {
  const request = await dialect.buildRequest({
    model: MODEL,
    settings: EMPTY_SETTINGS,
    turns: [{ id: "question", parent: null, createdAt: 0, role: "user", text: QUESTION, attachments: [] }],
    readDataUrl: () => Promise.reject(new Error("nothing is attached")),
  });
  const source = sendRequest(request, {
    exchangeId: undefined,
    now: () => performance.now(),
    fetch: (path, init) => {
      const headers = new Headers(init?.headers);
      // Sends the key that a browser has in its session; the run does not record it.
      headers.set("authorization", `Bearer ${ADMIN_KEY}`);
      return fetch(new URL(String(path), url), { ...init, headers });
    },
  });
  const elapsed = () => round(performance.now() - source.startedAt);
  const opened = await source.open(new AbortController().signal, () => {});
  if (opened?.status !== 200 || !opened.body)
    throw new Error(`${dialect.page}: the sandbox answered ${opened?.status}`);
  const headers = elapsed();
  const events: TraceEvent[] = [];
  await readEventStream(opened.body, (event) => events.push({ at: elapsed(), ...event }));
  const { status } = opened;
  const responseHeaders = [...opened.headers];
  const { requestId } = readRouteFacts(opened.headers);
  const answered = {
    status,
    responseHeaders,
    requestId,
    events,
    droppedCount: 0,
    timings: { headers, end: elapsed() },
  };
  return { question: QUESTION, model: MODEL, trace: { startedAt: Date.now(), ...source.sent(), ...answered } };
}

/** To tenths of a millisecond: the clock knows no more. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

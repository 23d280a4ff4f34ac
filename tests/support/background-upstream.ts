/** An upstream of the Responses API that runs responses in the background, as OpenAI does: also without a reader. */
import { setTimeout as delay } from "node:timers/promises";
import type { Part } from "#lib/canonical/part.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "./stub-upstream.ts";

const dialect = dialects["openai-responses"];

type Run = {
  id: string;
  body: Record<string, unknown>;
  frames: string[];
  hasEnded: boolean;
  isCancelled: boolean;
  /** Times at which its events were asked for again. */
  followed: number;
};

export type BackgroundUpstream = StubUpstream & {
  runs: Run[];
  /** Milliseconds before each word of a response; silent: it takes new requests and answers none. */
  pace: { wordMs: number; isSilent: boolean };
};

export async function startBackgroundUpstream({ words = 20 } = {}): Promise<BackgroundUpstream> {
  const pace = { wordMs: 60, isSilent: false };
  const runs: Run[] = [];

  /** Makes the events of a response, whoever reads them. */
  async function work(run: Run): Promise<void> {
    const identity = { id: run.id, created: 1_700_000_000, model: "m", readTime: () => 1_700_000_001 };
    const writer = dialect.createStreamWriter(identity, { model: "m", stream: true });
    const write = (part: Part) => run.frames.push(writer.write(part));
    write({ type: "start", id: run.id, model: "m" });
    write({ type: "text-start", choice: 0, id: "text" });
    for (let word = 0; word < words; word++) {
      await delay(pace.wordMs);
      if (run.isCancelled) break;
      write({ type: "text-delta", choice: 0, id: "text", text: `${word} ` });
    }
    write({ type: "text-end", choice: 0, id: "text" });
    write({ type: "finish", choice: 0, reason: { unified: "stop", raw: "stop" } });
    write({ type: "usage", usage: { inputTokens: 3, outputTokens: words } });
    run.frames.push(writer.end());
    run.hasEnded = true;
  }

  const upstream = await startStubUpstream(async (request, response) => {
    const [, id, action = ""] = /^\/v1\/responses\/([^/?]+)(\/cancel)?/.exec(request.path) ?? [];
    if (request.method === "GET" && id === undefined) {
      return jsonReply({ object: "list", data: [{ id: "m" }] })(request, response);
    }
    let run = runs.find((known) => known.id === id);
    if (id === undefined) {
      const body = JSON.parse(request.body.toString("utf8"));
      if (body.stream !== true) {
        runs.push({ id: "resp_whole", body, frames: [], hasEnded: true, isCancelled: false, followed: 0 });
        const reply = { id: "resp_whole", object: "response", status: "completed", model: "m", output: [] };
        return jsonReply(reply)(request, response);
      }
      run = { id: `resp_up${runs.length}`, body, frames: [], hasEnded: false, isCancelled: false, followed: 0 };
      runs.push(run);
      if (pace.isSilent) return;
      void work(run);
    } else if (run && request.method === "GET") run.followed += 1;
    if (!run) return jsonReply({ error: { message: "No such response." } }, { status: 404 })(request, response);
    if (action !== "") {
      run.isCancelled = true;
      return jsonReply({ id: run.id, object: "response", status: "cancelled" })(request, response);
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let sent = 0; !response.destroyed; ) {
      for (const frame of run.frames.slice(sent)) response.write(frame);
      sent = run.frames.length;
      if (run.hasEnded && sent === run.frames.length) return void response.end();
      await delay(10);
    }
  });
  return Object.assign(upstream, { runs, pace });
}

/** An upstream of texts that counts the calls of each job, to show that none was paid for twice. */
import { setTimeout as delay } from "node:timers/promises";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

/** A prompt names its job: "job-7". */
const JOB = /job-[a-z]*-?\d+/;

export type CountingUpstream = StubUpstream & {
  /** Number of calls of each job. */
  calls: Map<string, number>;
  /** Returns the text that a job's response has. */
  textOf(job: string): string;
};

/** @param pieceMs pause before each of the `pieces` words of a stream */
export async function startCountingUpstream({
  pieces = 30,
  pieceMs = 100,
}: {
  pieces?: number;
  pieceMs?: number;
} = {}): Promise<CountingUpstream> {
  const calls = new Map<string, number>();
  const textOf = (job: string) => Array.from({ length: pieces }, (_, index) => `${job}:${index}`).join(" ");
  const upstream = await startStubUpstream(async (request, response) => {
    if (request.method === "GET") return jsonReply({ object: "list", data: [{ id: "m" }] })(request, response);
    const text = request.body.toString("utf8");
    const job = JOB.exec(text)?.[0] ?? "unknown";
    calls.set(job, (calls.get(job) ?? 0) + 1);
    const answer = { model: "m", text: textOf(job) };
    if (JSON.parse(text).stream !== true) return jsonReply(chatReply(answer))(request, response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const frame of chatFrames(answer)) {
      if (response.destroyed) return;
      response.write(frame);
      await delay(pieceMs);
    }
    response.end();
  });
  return Object.assign(upstream, { calls, textOf });
}

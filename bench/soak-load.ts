/** Clients of the soak, a process of its own: calls at a rate, some of which leave at a random point. */
import { setTimeout as delay } from "node:timers/promises";
import { type Dispatcher, Pool } from "undici";
import { CONNECT_TIMEOUT_MS } from "./protocol.ts";
import { createRandom } from "./random.ts";
import { hasProperEnd, type Outcome, pickCall, type SoakCall, type SoakJob, type SoakResult } from "./soak-mix.ts";

/** Fewer than a listen queue holds: calls that a held-up gateway does not take wait here. */
const CONNECTIONS = 400;
/** Text at the end of a stream that holds its proper end. */
const TAIL_LENGTH = 8192;

process.on("message", async (job: SoakJob) => {
  process.send?.(await run(job));
});

async function run({ origin, key, perSecond, seconds, seed }: SoakJob): Promise<SoakResult> {
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  const random = createRandom(seed);
  const result: SoakResult = { kinds: {}, unexpected: 0, firstUnexpected: undefined };
  const start = performance.now();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - start) / 1000) {
    for (; sent < elapsed * perSecond; sent += 1) {
      const call = pickCall(random);
      const ended = send(pool, call, key).then((end) => {
        underWay.delete(ended);
        count(result, call, end);
      });
      underWay.add(ended);
    }
    await delay(1);
  }
  await Promise.all(underWay);
  await pool.destroy();
  return result;
}

type End = { outcome: Outcome; words: string };

function count(result: SoakResult, call: SoakCall, { outcome, words }: End): void {
  result.kinds[call.kind] ??= { complete: 0, failed: 0, left: 0 };
  const outcomes = result.kinds[call.kind];
  if (outcomes) outcomes[outcome] += 1;
  if (outcome === "left" || outcome === call.expected) return;
  result.unexpected += 1;
  result.firstUnexpected ??= `${call.kind} ${call.path}: ${outcome}, ${words}`;
}

function send(pool: Pool, call: SoakCall, key: string): Promise<End> {
  const { wire, path, body, isStream, disconnectsAfterMs } = call;
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let left = false;
    let status = 0;
    let tail = "";
    const disconnecting =
      disconnectsAfterMs === undefined
        ? undefined
        : setTimeout(() => {
            left = true;
            controller?.abort(new Error("the client left"));
          }, disconnectsAfterMs);
    const finish = (end: End) => {
      clearTimeout(disconnecting);
      resolve(left ? { outcome: "left", words: "" } : end);
    };
    pool.dispatch(
      { path, method: "POST", headers: { "content-type": "application/json", ...wire.headers(key) }, body },
      {
        onRequestStart(given) {
          controller = given;
          if (left) given.abort(new Error("the client left"));
        },
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, data) {
          tail = (tail + data.toString("latin1")).slice(-TAIL_LENGTH);
        },
        onResponseEnd() {
          const isComplete = status === 200 && (!isStream || hasProperEnd(wire, tail));
          finish({ outcome: isComplete ? "complete" : "failed", words: `status ${status}, ${tail.slice(-300)}` });
        },
        onResponseError(_controller, error) {
          finish({ outcome: "failed", words: error.message });
        },
      },
    );
  });
}

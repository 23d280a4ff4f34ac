/**
 * Fuzz tests against a gateway in its own process. Each case is answered within two seconds, without a long stall of
 * the event loop or much memory, without a 500 of the gateway's own, and without a word of an exception in its output.
 *
 * FUZZ_SECONDS lets each test run longer, from a new seed each time; FUZZ_SEED sets the seed.
 */
import fc from "fast-check";
import { expect } from "vitest";
import { AUTHORIZED } from "./gateway.ts";
import { watchWithin } from "./watch-within.ts";
import type { WatchedGateway } from "./watched-gateway.ts";

const DEFAULT_SECONDS = 1;
const DEFAULT_SEED = 20_261_123;
/** A request without a response ends here. */
const GIVE_UP_MS = 5_000;
const EXCEPTION = /(?:Error|Exception|Rejection)\b.*\n?|\n\s+at .*\.[jt]s:\d+/;

const given = Number(process.env.FUZZ_SECONDS);
const seconds = given > 0 ? given : DEFAULT_SECONDS;
const seed = Number(process.env.FUZZ_SEED) || (given > 0 ? Date.now() % 2 ** 31 : DEFAULT_SEED);

/** Time limit of a test that fuzzes, with time to shrink a case that fails. */
export const FUZZ_TIMEOUT_MS = seconds * 2_000 + 60_000;

export type FuzzCase = { path: string; method: string; headers: Record<string, string>; body?: Uint8Array | string };

export type FuzzAnswer = { status: number; headers: Headers; text: string };

/**
 * Sends cases for some seconds and shrinks the first that fails; its seed and path are in the message.
 * @param send sends the case and reads the response to its end
 * @param check holds the response to more than what is true of all
 */
export async function fuzz<Case extends object, Answer extends FuzzAnswer = FuzzAnswer>({
  gateway,
  cases,
  send,
  check,
  inputBytes = () => 0,
  describe = printJson,
}: {
  gateway: WatchedGateway;
  cases: fc.Arbitrary<Case>;
  send: (of: Case) => Promise<Answer>;
  check?: (answer: Answer, of: Case) => void | Promise<void>;
  /** Bytes that the case gives to the gateway. */
  inputBytes?: (of: Case) => number;
  describe?: (one: Case) => string;
}): Promise<void> {
  let runs = 0;
  const named = cases.map((one) => Object.defineProperty(one, fc.toStringMethod, { value: () => describe(one) }));
  const property = fc.asyncProperty(named, async (one) => {
    runs += 1;
    const printed = gateway.output().length;
    const answer = await watchWithin(gateway, () => send(one), inputBytes(one));
    const output = () => gateway.output().slice(printed);
    const isFault = answer.status === 500 && answer.headers.get("x-gateway-error-source") !== "upstream";
    expect(isFault, `${answer.text}\n${output()}`).toBe(false);
    await check?.(answer, one);
    expect(output(), "the gateway's output").not.toMatch(EXCEPTION);
    expect(gateway.child.exitCode, "the gateway's exit status").toBeNull();
  });
  // The first call loads code, which must not count as the attack's cost.
  await sendCase(gateway.url, FIRST_CALL);
  const details = await fc.check(property, {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1_000,
  });
  if (details.counterexample !== null) throw new Error(await fc.asyncDefaultReportMessage(details));
  // On a busy machine a case may take a tenth of a second.
  expect(runs, "cases that were sent").toBeGreaterThan(0);
}

const FIRST_CALL: FuzzCase = {
  path: "/v1/chat/completions",
  method: "POST",
  headers: AUTHORIZED,
  body: '{"model":"sandbox/echo","messages":[{"role":"user","content":"Hi"}]}',
};

/** Longest description of a case in the message of a failure. */
const LONGEST_PRINTED = 8_000;

function printJson(one: object): string {
  const text = JSON.stringify(one, function (this: Record<string, unknown>, key, value: unknown) {
    const given = this[key];
    return given instanceof Uint8Array ? Buffer.from(given).toString("latin1") : value;
  });
  return text.slice(0, LONGEST_PRINTED);
}

/** Sends a case and reads its response. @throws where none comes within seconds */
export async function sendCase(url: string, { path, method, headers, body }: FuzzCase): Promise<FuzzAnswer> {
  const response = await fetch(url + path, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(GIVE_UP_MS),
    ...(body === undefined || method === "GET" ? {} : { body: body as BodyInit }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

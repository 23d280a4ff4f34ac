/** Gateways on both mounts over one stub upstream, for the official SDKs, and what their tests share. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ADMIN_KEY, type Mount, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { answerIn, type DialectId, STUB_TEXT, stubAnswers } from "./stub-answers.ts";

export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const citySchema = {
  type: "object" as const,
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

const dialects = Object.keys(stubAnswers) as DialectId[];

/** The API that a client's requests are translated to, and its responses from. */
const OTHER: Record<DialectId, DialectId> = {
  "openai-chat": "anthropic-messages",
  "openai-responses": "openai-chat",
  "anthropic-messages": "openai-chat",
  "google-generate": "openai-responses",
};

/** Models for a client of a dialect: each takes another path through the gateway. */
export function waysOf(dialect: DialectId) {
  const relayed = `${dialect}/some-model`;
  const translated = `${OTHER[dialect]}/some-model`;
  return {
    relayed,
    translated,
    lanes: [
      { lane: "sandbox", model: "sandbox/echo", text: "Hello" },
      { lane: "relay", model: relayed, text: STUB_TEXT },
      { lane: "translate", model: translated, text: STUB_TEXT },
    ],
    /** The sandbox, and another gateway's sandbox as an upstream of another dialect. */
    guides: ["sandbox/guide", `far-${OTHER[dialect]}/sandbox/guide`],
  };
}

/**
 * Starts them before the tests of a file and ends them after. The stub is four upstreams, one of each API; so is
 * the sandbox of a second gateway, `far-…`, which acts on tools, schemas and attachments.
 */
export function startSdkGateways(): { urlOf(mount: Mount): string; stub(): StubUpstream } {
  let stub: StubUpstream;
  const started: TestGateway[] = [];
  const urls = new Map<Mount, string>();
  beforeAll(async () => {
    const far = await startGateway({ mount: "node" });
    started.push(far);
    stub = await startStubUpstream();
    const upstreams = Object.fromEntries(
      dialects.flatMap((dialect) => {
        const farUrl = `${far.url}/${dialect === "google-generate" ? "v1beta" : "v1"}`;
        return [
          [dialect, { baseUrl: `${stub.url}/${dialect}`, dialects: [dialect], models: ["some-model"] }],
          [`far-${dialect}`, { baseUrl: farUrl, dialects: [dialect], models: ["sandbox/guide"], apiKeyEnv: "FAR_KEY" }],
        ];
      }),
    );
    const config = { retries: { attempts: 0 }, upstreams };
    await Promise.all(
      mounts.map(async (mount) => {
        const gateway = await startGateway({ mount, config, environment: { FAR_KEY: ADMIN_KEY } });
        started.push(gateway);
        urls.set(mount, gateway.url);
      }),
    );
  });
  afterAll(async () => {
    await Promise.all(started.map((gateway) => gateway.close()));
    await stub?.close();
  });
  beforeEach(() => {
    stub.reset();
    stub.respondWith((request, response) => {
      const dialect = dialects.find((id) => request.path.includes(`/${id}/`));
      if (dialect === undefined) throw new Error(`The stub has no upstream at ${request.path}`);
      return answerIn(dialect)(request, response);
    });
  });
  return { urlOf: (mount) => urls.get(mount) ?? "", stub: () => stub };
}

export async function itemsOf<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/**
 * Aborts before anything is answered: as soon as the stub has the request, which it leaves unanswered. Of the sandbox,
 * which shows nobody what it has, after a while.
 */
export function signalBeforeFirstByte(stub: StubUpstream, model: string): AbortSignal {
  const leaving = new AbortController();
  stub.respondWith(() => leaving.abort());
  return model.startsWith("sandbox/") ? AbortSignal.timeout(100) : leaving.signal;
}

/** The error with which a call fails. @throws when it does not */
export async function failureOf<Failure extends Error>(call: PromiseLike<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    return error as Failure;
  }
  throw new Error("The call did not fail");
}

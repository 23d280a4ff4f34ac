/** Gateways on both mounts over one stub upstream, for the official SDKs, and what their tests share. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { type Mount, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import {
  jsonReply,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const citySchema = {
  type: "object" as const,
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

/** What the stub says in chat, and should in every dialect. */
export const STUB_TEXT = "Hello from the stub upstream.";

/** The sandbox, an upstream of the SDK's own convention, and one of another. */
export const lanes = [
  { lane: "sandbox", model: "sandbox/echo", text: "Hello" },
  { lane: "relay", model: "own/some-model", text: STUB_TEXT },
  { lane: "translate", model: "chat/some-model", text: STUB_TEXT },
];

/**
 * Starts them before the tests of a file and ends them after.
 * @param dialect of the upstream `own`
 * @param answerOwn how the stub answers it; the upstream `chat` gets a chat completion
 */
export function startSdkGateways({ dialect, answerOwn }: { dialect: string; answerOwn: StubHandler }): {
  urlOf(mount: Mount): string;
  stub(): StubUpstream;
} {
  let stub: StubUpstream;
  const gateways = new Map<Mount, TestGateway>();
  beforeAll(async () => {
    stub = await startStubUpstream();
    const upstreams = {
      own: { baseUrl: `${stub.url}/own`, dialects: [dialect], models: ["some-model"] },
      chat: { baseUrl: stub.url, models: ["some-model"] },
    };
    await Promise.all(
      mounts.map(async (mount) => {
        gateways.set(mount, await startGateway({ mount, config: { retries: { attempts: 0 }, upstreams } }));
      }),
    );
  });
  afterAll(async () => {
    await Promise.all([...gateways.values()].map((gateway) => gateway.close()));
    await stub?.close();
  });
  beforeEach(() => {
    stub.reset();
    stub.respondWith((request, response) =>
      request.path.includes("/own/") ? answerOwn(request, response) : answerChat(request, response),
    );
  });
  return { urlOf: (mount) => gateways.get(mount)?.url ?? "", stub: () => stub };
}

const answerChat: StubHandler = (request, response) => {
  const { stream } = JSON.parse(request.body.toString("utf8"));
  const answer = { model: "some-model", text: STUB_TEXT };
  const handler = stream === true ? streamReply({ chunks: chatFrames(answer) }) : jsonReply(chatReply(answer));
  return handler(request, response);
};

export async function itemsOf<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
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

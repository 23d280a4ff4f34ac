/** Scripts the upstream for a test: its responses, and the page and model that call it. */
import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import type { Part } from "#lib/canonical/part.ts";
import type { WireRequest } from "#lib/dialects/dialect.ts";
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { type DialectId, dialect, identity } from "../matrix/dialects.ts";
import { sseFrame } from "../support/chat-fixtures.ts";
import { signIn } from "./chat-page.ts";
import type { ScriptedSocket, SocketRecord } from "./scripted-sockets.ts";
import type { ScriptedResponse, ScriptRecord, Step } from "./scripted-upstream.ts";
import { STUB_OF } from "./scripted-upstreams.ts";

export type Script = {
  /** As the last part of a model's name, after any of the scripted upstreams: `stub-chat/<id>`. */
  id: string;
  /** From the next request on, one response for each; the last one stays. */
  answer(...answers: ScriptedResponse[]): Promise<void>;
  /** Lets a response go on from where it is held. */
  release(): Promise<void>;
  requests(): Promise<ScriptRecord["requests"]>;
  aborts(): Promise<ScriptRecord["aborts"]>;
};

/** Writes a script of its own for a test. */
export async function scriptResponse(...answers: ScriptedResponse[]): Promise<Script> {
  const url = process.env.E2E_STUB_URL;
  test.skip(url === undefined, "the server under test was not started with the scripted upstream");
  const id = `s-${randomUUID().slice(0, 8)}`;
  const at = `${url}/scripts/${id}`;
  const read = async () => (await (await fetch(at)).json()) as ScriptRecord;
  const script: Script = {
    id,
    async answer(...next) {
      const response = await fetch(at, { method: "PUT", body: JSON.stringify(next) });
      expect(response.status, "writing the script").toBe(200);
    },
    async release() {
      const response = await fetch(`${at}/release`, { method: "POST" });
      expect(response.status, "releasing the answer").toBe(200);
    },
    requests: async () => (await read()).requests,
    aborts: async () => (await read()).aborts,
  };
  await script.answer(...answers);
  return script;
}

/** Writes a script for the WebSockets of a model, `stub-chat/<id>`. */
export async function scriptSocket(script: ScriptedSocket) {
  const url = process.env.E2E_STUB_URL;
  test.skip(url === undefined, "the server under test was not started with the scripted upstream");
  const id = `realtime-${randomUUID().slice(0, 8)}`;
  const at = `${url}/sockets/${id}`;
  const response = await fetch(at, { method: "PUT", body: JSON.stringify(script) });
  expect(response.status, "writing the script").toBe(200);
  return {
    model: `${STUB_OF["openai-chat"]}/${id}`,
    /** Lets a session go on from where it is held. */
    release: async () => void (await fetch(`${at}/release`, { method: "POST" })),
    sessions: async () => ((await (await fetch(at)).json()) as SocketRecord).sessions,
  };
}

/** Opens a text page with this model chosen, as a visitor who chose it, and these settings, before. */
export async function openWith(
  page: Page,
  { name, model, ...more }: { name: TextPage; model: string } & Partial<ChatSettings>,
): Promise<void> {
  await openSaved(page, `/${name}`, { key: `parlance.${name}.settings`, value: { model, ...more } });
}

/** Opens a page for whose model another visit left this in localStorage; what is there already stays. */
export async function openSaved(
  page: Page,
  path: string,
  { key, value }: { key: string; value: { model: string } },
): Promise<void> {
  await page.addInitScript(
    ({ key, text }) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
    },
    { key, text: JSON.stringify(value) },
  );
  await signIn(page, path, value.model);
}

/** The four text pages, each with its own dialect and a dialect that it is translated to. */
export const TEXT_PAGES: { name: TextPage; own: string; translated: string }[] = [
  { name: "chat", own: STUB_OF["openai-chat"], translated: STUB_OF["anthropic-messages"] },
  { name: "responses", own: STUB_OF["openai-responses"], translated: STUB_OF["openai-chat"] },
  { name: "messages", own: STUB_OF["anthropic-messages"], translated: STUB_OF["openai-chat"] },
  { name: "generate-content", own: STUB_OF["google-generate"], translated: STUB_OF["openai-chat"] },
];

/** Frames one after the other: the first `first` milliseconds after the request, the others `every` so many. */
export function paced(frames: readonly string[], { first = 0, every = 0 } = {}): Step[] {
  return frames.map((raw, index) => ({ raw, after: index === 0 ? first : every }));
}

/** A response in the upstream's own wire form, a frame for each Part that has one. */
export function framesOf(id: DialectId, parts: readonly Part[]): string[] {
  const writer = dialect(id).createStreamWriter(identity, { ...SMALLEST[id], stream: true });
  return [...parts.map((part) => writer.write(part)), writer.end()].filter((frame) => frame !== "");
}

/** Words as the dialect streams them, each a frame. */
export function saying(text: string): Part[] {
  const words = text.match(/\s*\S+/g) ?? [];
  return [
    { type: "start" },
    { type: "text-start", choice: 0, id: "1" },
    ...words.map((word): Part => ({ type: "text-delta", choice: 0, id: "1", text: word })),
    { type: "text-end", choice: 0, id: "1" },
    { type: "finish", choice: 0, reason: { unified: "stop" } },
    { type: "usage", usage: { inputTokens: 9, outputTokens: words.length } },
  ];
}

/** A refusal before the response, in OpenAI's envelope, which the stubs of all dialects may send. */
export function refusal(status: number, error: Record<string, unknown>, headers: Record<string, string> = {}) {
  const raw = JSON.stringify({ error: { type: "invalid_request_error", ...error } });
  return { status, headers: { "content-type": "application/json", ...headers }, steps: [{ raw }] };
}

/** Events with a name, as OpenAI's responses and Anthropic's messages are written by hand. */
export function namedFrames(events: { type: string; [field: string]: unknown }[]): string[] {
  return events.map((event) => `event: ${event.type}\n${sseFrame(event)}`);
}

const SMALLEST: Record<DialectId, WireRequest> = {
  "openai-chat": { model: "m", messages: [], stream_options: { include_usage: true } } as WireRequest,
  "openai-responses": { model: "m", input: "Hi" } as WireRequest,
  "anthropic-messages": { model: "m", max_tokens: 1, messages: [] } as WireRequest,
  "google-generate": { model: "m", contents: [] } as WireRequest,
};

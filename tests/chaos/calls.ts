/** Calls of the chaos run, by the official SDKs, and what each of them leaves with the gateway. */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI, { toFile } from "openai";
import { ADMIN_KEY, AUTHORIZED } from "../support/gateway.ts";
import { textOf } from "./upstream.ts";

export type CallContext = {
  /** Address of the gateway, without a trailing slash. */
  url: string;
  id: string;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  /** A number from 0 to 1 at each call. */
  random: () => number;
  /** Things that calls before have left, to be deleted. */
  things: Thing[];
};

/** Something that the gateway has confirmed to hold, or to have deleted. */
export type Thing = {
  kind: "file" | "response" | "background response" | "key" | "share" | "video";
  id: string;
  /** The file's contents, the response's text, the key's secret. */
  value: string;
  state: "held" | "deleting" | "deleted";
  /** Unix milliseconds of the last confirmation. */
  at: number;
};

export type Call = {
  kind: string;
  share: number;
  /** True where an upstream answers, and bills. */
  billed: boolean;
  /** @returns the thing that is held from now on. @throws when the call is not answered in full */
  run(context: CallContext): Promise<Thing | undefined>;
};

const openai = ({ url }: CallContext) => new OpenAI({ baseURL: `${url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
const anthropic = ({ url }: CallContext) => new Anthropic({ baseURL: url, apiKey: ADMIN_KEY, maxRetries: 0 });
const google = ({ url }: CallContext) => new GoogleGenAI({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: url } });

const headersOf = ({ id }: CallContext) => ({ "x-request-id": id });
const optionsOf = (context: CallContext) => ({ headers: headersOf(context), signal: context.signal });
const promptOf = ({ id }: CallContext) => `Say something about ${id}.`;

/** The gateway said that the response is whole, and it is not the right one. */
export class WrongAnswer extends Error {}

function expectText(text: string | null | undefined, { id }: CallContext): void {
  if (text !== textOf(id)) throw new WrongAnswer(`${id}: expected "${textOf(id)}", got "${text}"`);
}

function held(kind: Thing["kind"], id: string, value: string): Thing {
  return { kind, id, value, state: "held", at: Date.now() };
}

async function chat(context: CallContext, model: string): Promise<undefined> {
  const messages = [{ role: "user" as const, content: promptOf(context) }];
  const { choices } = await openai(context).chat.completions.create({ model, messages }, optionsOf(context));
  if (!model.startsWith("sandbox/")) expectText(choices[0]?.message.content, context);
}

async function chatStream(context: CallContext, model: string): Promise<undefined> {
  const messages = [{ role: "user" as const, content: promptOf(context) }];
  const stream = await openai(context).chat.completions.create({ model, messages, stream: true }, optionsOf(context));
  let text = "";
  let finish: string | null | undefined;
  for await (const { choices } of stream) {
    text += choices[0]?.delta.content ?? "";
    finish = choices[0]?.finish_reason ?? finish;
  }
  // The SDK ends quietly when the client leaves.
  context.signal.throwIfAborted();
  if (finish !== "stop") throw new WrongAnswer(`${context.id}: the stream has no end`);
  expectText(text, context);
}

async function messages(context: CallContext, model: string): Promise<undefined> {
  const content = promptOf(context);
  const body = { model, max_tokens: 500, messages: [{ role: "user" as const, content }] };
  const { content: blocks } = await anthropic(context).messages.create(body, optionsOf(context));
  expectText(blocks.map((block) => (block.type === "text" ? block.text : "")).join(""), context);
}

async function messagesStream(context: CallContext, model: string): Promise<undefined> {
  const body = { model, max_tokens: 500, messages: [{ role: "user" as const, content: promptOf(context) }] };
  const stream = anthropic(context).messages.stream(body, optionsOf(context));
  expectText(await stream.finalText(), context);
}

async function generate(context: CallContext, model: string): Promise<undefined> {
  const config = { abortSignal: context.signal, httpOptions: { headers: headersOf(context) } };
  const answer = await google(context).models.generateContent({ model, contents: promptOf(context), config });
  expectText(answer.text, context);
}

async function generateStream(context: CallContext, model: string): Promise<undefined> {
  const config = { abortSignal: context.signal, httpOptions: { headers: headersOf(context) } };
  const stream = await google(context).models.generateContentStream({ model, contents: promptOf(context), config });
  let text = "";
  for await (const event of stream) text += event.text ?? "";
  expectText(text, context);
}

async function respond(context: CallContext, model: string): Promise<Thing> {
  const response = await openai(context).responses.create({ model, input: promptOf(context) }, optionsOf(context));
  expectText(response.output_text, context);
  return held("response", response.id, textOf(context.id));
}

async function respondStream(context: CallContext, model: string): Promise<Thing> {
  const body = { model, input: promptOf(context), stream: true as const };
  const stream = await openai(context).responses.create(body, optionsOf(context));
  for await (const event of stream) {
    if (event.type === "response.failed") throw new Error(event.response.error?.message);
    if (event.type !== "response.completed") continue;
    return held("response", event.response.id, textOf(context.id));
  }
  context.signal.throwIfAborted();
  throw new WrongAnswer(`${context.id}: the stream has no end`);
}

async function respondInBackground(context: CallContext, model: string): Promise<Thing> {
  const body = { model, input: promptOf(context), background: true };
  const { id } = await openai(context).responses.create(body, optionsOf(context));
  return held("background response", id, textOf(context.id));
}

async function uploadFile(context: CallContext): Promise<Thing> {
  const text = `${context.id} `.repeat(1 + Math.floor(context.random() * 5_000));
  const file = await toFile(Buffer.from(text), `${context.id}.txt`, { type: "text/plain" });
  const { id } = await openai(context).files.create({ file, purpose: "user_data" }, optionsOf(context));
  return held("file", id, text);
}

async function createVideo(context: CallContext): Promise<Thing> {
  const body = { model: "clips/m", prompt: promptOf(context), seconds: "4" as const };
  const { id } = await openai(context).videos.create(body as never, optionsOf(context));
  return held("video", id, "");
}

/** The routes that are the gateway's own have no SDK. */
async function request(context: CallContext, path: string, init: RequestInit): Promise<Record<string, unknown>> {
  const headers = { ...AUTHORIZED, ...headersOf(context) };
  const response = await fetch(context.url + path, { ...init, headers, signal: context.signal });
  const text = await response.text();
  if (!response.ok) throw Object.assign(new Error(text), { status: response.status });
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function createKey(context: CallContext): Promise<Thing> {
  const body = JSON.stringify({ name: context.id });
  const { id, secret } = await request(context, "/api/keys", { method: "POST", body });
  return held("key", String(id), String(secret));
}

async function createShare(context: CallContext): Promise<Thing> {
  const payload = `1.${Buffer.from(context.id.repeat(50)).toString("base64url")}`;
  const { id } = await request(context, "/api/shares", { method: "POST", body: JSON.stringify({ payload }) });
  return held("share", String(id), payload);
}

const PATHS = { file: "/v1/files", response: "/v1/responses", key: "/api/keys", share: "/api/shares" } as const;

/** Deletes something older, or leaves a file. Whether a thing is there is unknown from the request to the response. */
async function deleteThing(context: CallContext): Promise<Thing | undefined> {
  const held = context.things.filter(({ kind, state }) => state === "held" && kind in PATHS);
  const thing = held[Math.floor(context.random() * held.length)];
  if (thing === undefined) return uploadFile(context);
  thing.state = "deleting";
  await request(context, `${PATHS[thing.kind as keyof typeof PATHS]}/${thing.id}`, { method: "DELETE" });
  thing.state = "deleted";
  thing.at = Date.now();
  return undefined;
}

type Run = Call["run"];
const of =
  (run: (context: CallContext, model: string) => ReturnType<Run>, model: string): Run =>
  (context) =>
    run(context, model);

export const CALLS: readonly Call[] = [
  { kind: "openai chat, relay", share: 8, billed: true, run: of(chat, "openai-chat/m") },
  { kind: "openai chat, relay, stream", share: 10, billed: true, run: of(chatStream, "openai-chat/m") },
  { kind: "openai chat, translate", share: 6, billed: true, run: of(chat, "anthropic-messages/m") },
  { kind: "openai chat, translate, stream", share: 8, billed: true, run: of(chatStream, "google-generate/m") },
  { kind: "openai chat, sandbox", share: 4, billed: false, run: of(chat, "sandbox/echo") },
  { kind: "openai responses, stored", share: 8, billed: true, run: of(respond, "openai-chat/m") },
  { kind: "openai responses, stored, stream", share: 8, billed: true, run: of(respondStream, "anthropic-messages/m") },
  { kind: "openai responses, background", share: 5, billed: true, run: of(respondInBackground, "openai-chat/m") },
  { kind: "anthropic messages, relay", share: 5, billed: true, run: of(messages, "anthropic-messages/m") },
  { kind: "anthropic messages, translate, stream", share: 8, billed: true, run: of(messagesStream, "openai-chat/m") },
  { kind: "google generate, relay, stream", share: 6, billed: true, run: of(generateStream, "google-generate/m") },
  { kind: "google generate, translate", share: 5, billed: true, run: of(generate, "openai-responses/m") },
  { kind: "files, upload", share: 6, billed: false, run: uploadFile },
  { kind: "keys, create", share: 3, billed: false, run: createKey },
  { kind: "shares, create", share: 3, billed: false, run: createShare },
  { kind: "videos, create", share: 2, billed: false, run: createVideo },
  { kind: "delete", share: 5, billed: false, run: deleteThing },
];

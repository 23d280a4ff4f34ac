/**
 * Reads conversations from an HTTP archive: one of ours, or a recording of the known routes by a browser's developer
 * tools.
 */
import { WireIndexError } from "#lib/contract/wire-index.ts";
import { createAssistantTurn } from "#lib/playground/chat/chat-state.ts";
import type { AssistantTurn, Turn } from "#lib/playground/conversation/transcript.ts";
import { type Fields, fields, fieldsList, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { ReadRequest } from "#lib/playground/dialects/request-reader.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { decodeBytes } from "#lib/playground/files/decode-base64.ts";
import { malformedStream, readErrorResponse } from "#lib/playground/gateway/errors.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { parseEventStream } from "#lib/playground/streams/chat-stream.ts";
import { toPlainTurns } from "../exports/plain-turns.ts";
import { settleFiles } from "../exports/settle-files.ts";
import type { Imported } from "./import-file.ts";
import { makeSession } from "./make-session.ts";
import { readBody } from "./read-body.ts";

export const isHar = (value: unknown): boolean => Array.isArray(fields(fields(value)?.log)?.entries);

type Exchange = ReadRequest & { page: TextPage; time: number };

/** Reads the archive. A request that a later one repeats is not a conversation of its own. */
export async function readHar(value: unknown): Promise<Imported> {
  const problems: string[] = [];
  const entries = fieldsList(fields(fields(value)?.log)?.entries);
  const exchanges: Exchange[] = [];
  for (const entry of entries) {
    const exchange = await readEntry(entry, problems);
    if (exchange) exchanges.push(exchange);
  }
  if (exchanges.length === 0) throw new Error("It has no request that a chat page can open.");
  const skipped = entries.length - exchanges.length;
  if (skipped > 0) problems.push(`${skipped} of ${entries.length} requests are to other routes.`);
  const imported: Imported = { conversations: [], presets: [], files: [], problems };
  for (const exchange of exchanges.filter((each) => !exchanges.some((other) => continues(each, other)))) {
    problems.push(...exchange.notes);
    const { turns, files } = await settleFiles(exchange);
    const session = makeSession({ page: exchange.page, settings: exchange.settings, turns });
    imported.conversations.push({ ...session, createdAt: exchange.time, updatedAt: exchange.time });
    imported.files.push(...files);
  }
  return { ...imported, problems: [...new Set(problems)] };
}

async function readEntry(entry: Fields, problems: string[]): Promise<Exchange | undefined> {
  const request = fields(entry.request) ?? {};
  const found = request.method === "POST" ? findRoute(string(request.url)) : undefined;
  if (!found) return undefined;
  const { page, model } = found;
  let read: ReadRequest;
  try {
    const body = fields(JSON.parse(string(fields(request.postData)?.text))) ?? {};
    read = await readBody(page, body, model);
  } catch {
    problems.push(`The body of a request to ${new URL(string(request.url)).pathname} cannot be read.`);
    return undefined;
  }
  const parent = read.turns.at(-1)?.id ?? null;
  const answer = await readResponse(entry, { page, parent, model: read.settings.model ?? "" });
  const time = Date.parse(string(entry.startedDateTime)) || Date.now();
  return { ...read, turns: [...read.turns, answer], page, time };
}

/** Returns the page of a route, on any host: the vendors' own servers have the same paths. */
function findRoute(url: string): { page: TextPage; model?: string } | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  if (pathname.endsWith("/chat/completions")) return { page: "chat" };
  if (pathname.endsWith("/v1/responses")) return { page: "responses" };
  if (pathname.endsWith("/v1/messages")) return { page: "messages" };
  const [, model] = /\/models\/(.+):(?:stream)?generateContent$/i.exec(pathname) ?? [];
  return model === undefined ? undefined : { page: "generate-content", model: decodeURIComponent(model) };
}

async function readResponse(
  entry: Fields,
  { page, parent, model }: { page: TextPage; parent: string | null; model: string },
): Promise<AssistantTurn> {
  const response = fields(entry.response) ?? {};
  const status = number(response.status) ?? 0;
  const text = decodeContent(fields(response.content) ?? {});
  const base = createAssistantTurn(parent, model);
  const [wait, end] = [number(fields(entry.timings)?.wait), number(entry.time)];
  const timings = { ...(wait === undefined ? {} : { headers: wait }), ...(end === undefined ? {} : { end }) };
  if (status < 200 || status >= 300) {
    const failure = readErrorResponse({ status, headers: new Headers(), body: text });
    return { ...base, state: "failed", timings, failure };
  }
  const reader = TEXT_DIALECTS[page].createResponseReader({ saveFile: async () => {} });
  try {
    for (const event of readEvents(text)) await reader.apply(event).pending;
  } catch (error) {
    if (!(error instanceof WireIndexError)) throw error;
    return {
      ...base,
      state: "failed",
      accepted: true,
      timings,
      answer: reader.snapshot(),
      failure: malformedStream(error),
    };
  }
  return { ...base, state: "complete", accepted: true, timings, answer: reader.snapshot() };
}

function decodeContent({ text, encoding }: Fields): string {
  return encoding === "base64" ? new TextDecoder().decode(decodeBytes(string(text))) : string(text);
}

/** Returns the events of a body; one that is not a stream is one event, or a list of them. */
function readEvents(text: string): unknown[] {
  const whole = parseJson(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  return parseEventStream(text).flatMap(({ data, form }) => (form ? [] : (parseJson(data) ?? [])));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns true when `later` repeats all turns of `exchange` and continues them. */
function continues(exchange: Exchange, later: Exchange): boolean {
  if (exchange.page !== later.page || exchange.turns.length >= later.turns.length) return false;
  const [mine, theirs] = [getWords(exchange.turns), getWords(later.turns)];
  return mine.every((words, index) => words === theirs[index]);
}

const getWords = (turns: readonly Turn[]): string[] =>
  toPlainTurns(turns).turns.map((turn) => JSON.stringify("text" in turn ? [turn.role, turn.text] : turn.results));

/** Probes of what a server does beside answering: errors, a client that leaves, embeddings. */
import type { EmbeddingsCall } from "#lib/canonical/embeddings-call.ts";
import { sentence } from "#lib/contract/errors/wording.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import type { EmbeddingsDialect } from "#lib/dialects/embeddings-dialect.ts";
import { googleBatchEmbeddings } from "#lib/dialects/google-embeddings/index.ts";
import { formatModelPath } from "#lib/dialects/google-generate/model-path.ts";
import { openAiEmbeddings } from "#lib/dialects/openai-embeddings/index.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import type { ServerResponse } from "./call-server.ts";
import {
  conclude,
  explain,
  hasReadableError,
  judgeFailure,
  type Outcome,
  openUpstream,
  post,
  prepareCall,
  type Target,
} from "./target.ts";

const UNKNOWN_MODEL = "no-such-model-4711";
const WRONG_KEY = "wrong-key-of-the-doctor-0123456789";
/** Field of the conversation in each API; a number is wrong in all of them. */
const CONVERSATION_FIELDS: Record<string, string> = {
  "openai-chat": "messages",
  "openai-responses": "input",
  "anthropic-messages": "messages",
  "google-generate": "contents",
  "google-interactions": "input",
};
const SHORT = { messages: [{ role: "user" as const, content: "Say hello." }] };
const LONG = {
  messages: [{ role: "user" as const, content: `Repeat exactly: ${"one two three four five ".repeat(200)}` }],
};
/** The least that OpenAI's Responses API accepts. */
const FEW_TOKENS = 16;

export type ServerProbe = {
  names: readonly string[];
  /** Tokens at most, for the price. */
  tokens: { input: number; output: number };
  requests: number;
  run: (target: Target) => Promise<Outcome[]>;
};

export const SERVER_PROBES: readonly ServerProbe[] = [
  { names: ["Error of a wrong request"], tokens: { input: 0, output: 0 }, requests: 1, run: sendWrongRequest },
  { names: ["Error of an unknown model"], tokens: { input: 10, output: 16 }, requests: 1, run: nameUnknownModel },
  { names: ["Error of a wrong key"], tokens: { input: 10, output: 16 }, requests: 1, run: sendWrongKey },
  { names: ["Cancelled stream"], tokens: { input: 1_100, output: 1_016 }, requests: 2, run: leaveStream },
  { names: ["Embeddings", "Base64 embeddings"], tokens: { input: 20, output: 0 }, requests: 2, run: embed },
];

async function sendWrongRequest(target: Target): Promise<Outcome[]> {
  const { path, body } = prepareCall({ ...target, maxOutputTokens: FEW_TOKENS }, SHORT, false);
  const wrong = { ...JSON.parse(body), [CONVERSATION_FIELDS[target.dialect.id] ?? "messages"]: 5 };
  const response = await post(target, { path, body: JSON.stringify(wrong) });
  return [judgeError(target, response, "Error of a wrong request", { accepted: "failed" })];
}

async function nameUnknownModel(target: Target): Promise<Outcome[]> {
  const asked = { ...target, model: UNKNOWN_MODEL, maxOutputTokens: FEW_TOKENS };
  const response = await post(target, prepareCall(asked, SHORT, false));
  return [judgeError(target, response, "Error of an unknown model", { accepted: "not offered" })];
}

async function sendWrongKey(target: Target): Promise<Outcome[]> {
  const name = "Error of a wrong key";
  const { upstream } = target;
  if (!upstream.apiKey) {
    return [{ name, status: "not offered", message: "The run has no key.", ms: 0, wire: null }];
  }
  const { apiKeys: _, ...settings } = upstream;
  const stranger = openUpstream({ ...settings, apiKey: WRONG_KEY });
  try {
    const asked = { ...target, upstream: stranger, maxOutputTokens: FEW_TOKENS };
    const response = await post(asked, prepareCall(asked, SHORT, false));
    return [judgeError(asked, response, name, { accepted: "not offered" })];
  } finally {
    stranger.pool.destroy().catch(() => undefined);
  }
}

/** @param accepted status of a server that does not refuse */
function judgeError(
  target: Target,
  response: ServerResponse,
  name: string,
  { accepted }: { accepted: "failed" | "not offered" },
): Outcome {
  const { status, end } = response;
  if (end !== "whole") {
    return judgeFailure(target, response, name) ?? conclude(response, name, "failed", response.fault ?? null);
  }
  if (status < 400) return conclude(response, name, accepted, `Status ${status}: the server accepts it.`);
  if (status >= 500)
    return conclude(response, name, "failed", `${sentence(explain(target, response))} Expected 400 to 499.`);
  if (hasReadableError(target, response)) return conclude(response, name, "passed");
  return conclude(response, name, "failed", `Status ${status}, but SDKs of this API cannot read the error's body.`);
}

/** Closes a stream at its first bytes; the next request must be answered as if nothing had been. */
async function leaveStream(target: Target): Promise<Outcome[]> {
  const name = "Cancelled stream";
  const long = prepareCall({ ...target, maxOutputTokens: 1_000 }, LONG, true);
  const left = await post(target, { ...long, stream: true, leaves: true });
  if (left.end !== "left") {
    const failure = judgeFailure(target, left, name);
    return [failure ?? conclude(left, name, "not offered", "The stream ended before it could be cancelled.")];
  }
  const next = await post(target, prepareCall({ ...target, maxOutputTokens: FEW_TOKENS }, SHORT, false));
  const failure = judgeFailure(target, next, name, { isRequired: true });
  if (!failure) return [conclude(next, name, "passed")];
  return [{ ...failure, message: `The request after a cancelled stream failed: ${failure.message}` }];
}

async function embed(target: Target): Promise<Outcome[]> {
  const names = ["Embeddings", "Base64 embeddings"];
  const format = EMBEDDINGS[target.dialect.id];
  const { embeddingModel: model } = target;
  const absent = (message: string): Outcome[] =>
    names.map((name) => ({ name, status: "not offered", message, ms: 0, wire: null }));
  if (!format) return absent("The API has no embeddings.");
  if (!model) return absent("The server lists no embedding model. Name one with --embedding-model.");
  const { dialect, path, encodings } = format;
  const call: EmbeddingsCall = {
    inputs: ["A first text", "A second text"].map((content, index) => ({ content, path: `input[${index}]` })),
    dropped: [],
  };
  const outcomes: Outcome[] = [];
  for (const [index, name] of names.entries()) {
    const encoding = encodings[index];
    if (encoding === undefined) {
      outcomes.push({ name, status: "not offered", message: "The API has no base64.", ms: 0, wire: null });
      continue;
    }
    const body = JSON.stringify({ ...dialect.writeRequest(call, model), ...encoding });
    const response = await post(target, { path: path(model), body });
    const failure = judgeFailure(target, response, name);
    const reason = failure ? null : judgeVectors(dialect, parseJson(response.body.toString("utf8")), index === 1);
    outcomes.push(failure ?? conclude(response, name, reason ? "failed" : "passed", reason));
  }
  return outcomes;
}

type EmbeddingsFormat = {
  dialect: EmbeddingsDialect;
  path: (model: string) => string;
  /** Fields for numbers, and for base64 where the API has it. */
  encodings: readonly Record<string, unknown>[];
};

const OPENAI: EmbeddingsFormat = {
  dialect: openAiEmbeddings as EmbeddingsDialect,
  path: () => "/embeddings",
  encodings: [{ encoding_format: "float" }, { encoding_format: "base64" }],
};
const EMBEDDINGS: Record<string, EmbeddingsFormat> = {
  "openai-chat": OPENAI,
  "google-generate": {
    dialect: googleBatchEmbeddings as EmbeddingsDialect,
    path: (model) => `${formatModelPath(model)}:batchEmbedContents`,
    encodings: [{}],
  },
};

function judgeVectors(dialect: EmbeddingsDialect, document: unknown, isBase64: boolean): string | null {
  try {
    const { vectors } = dialect.readReply(document);
    if (vectors.length !== 2) return `The response has ${vectors.length} vectors; expected 2.`;
    if (vectors[0]?.length !== vectors[1]?.length) return "The two vectors have different lengths.";
  } catch {
    return "The response has no readable vectors.";
  }
  const data = isRecord(document) && Array.isArray(document.data) ? document.data : [];
  if (!isBase64 || typeof data[0]?.embedding === "string") return null;
  return "The vectors are numbers, although base64 was asked for.";
}

/**
 * Why something is lost, by place, dialect and feature. A loss without a reason here fails the matrix, and so does a
 * reason without its loss.
 */
import type { Loss } from "./cells.ts";
import type { AnyDialectId as DialectId } from "./dialects.ts";
import { keepings } from "./echo.ts";

export type Reason = {
  why: string;
  /** Documentation of the API's vendor that shows it. */
  source: string;
  /** It asks for nothing that the response would lack, and is not named in `x-gateway-dropped`. */
  silent?: true;
};

export function reasonKey({ stage, dialect, feature }: Loss): string {
  return `${stage} ${dialect}: ${feature}`;
}

/** Documentation that lists all fields of an API's requests and responses. */
const REFERENCES = {
  "openai-chat": "https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create",
  "openai-responses": "https://developers.openai.com/api/reference/resources/responses/methods/create",
  "anthropic-messages": "https://platform.claude.com/docs/en/api/messages/create",
  "google-generate": "https://ai.google.dev/api/generate-content",
  "google-interactions": "https://ai.google.dev/api/interactions-api",
} satisfies Record<DialectId, string>;

const GEMINI = {
  candidate: "https://ai.google.dev/api/generate-content#v1beta.Candidate",
  usage: "https://ai.google.dev/api/generate-content#UsageMetadata",
  blob: "https://ai.google.dev/api/caching#Blob",
  callingConfig: "https://ai.google.dev/api/caching#FunctionCallingConfig",
  signatures: "https://ai.google.dev/gemini-api/docs/thought-signatures",
};

const CITATIONS = "https://platform.claude.com/docs/en/build-with-claude/citations";
const STOP_REASONS = "https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons";

const ONE_CHOICE = "has one choice per response: a client cannot request more, and gets the first of several";
const NO_WRITE_COUNT = "has no separate count of tokens written to a cache";
const NO_STOP_NAME = "does not say which stop sequence ended a response";
const NO_REFUSALS = "has no separate refusals: they come as text";
const NO_LOGPROBS = "has no log probabilities";
const NO_TEXT_SLOT =
  "has no field for a text's signature; Gemini wants it back for the quality of long conversations, but accepts turns without it";
const NO_FILES = "has no files in responses: a note in the text says that a file was left out";
const NO_FAILURE_FIELD = "has no field for the failure of a tool: the text says it";
const ONE_TEXT = "has one text and one list of calls: the order of text between calls is lost";

/** @param source the reference of the API when absent */
function lost(dialect: DialectId, why: string, source: string = REFERENCES[dialect]): Reason {
  return { why, source };
}

export const reasons: Record<string, Reason> = {
  ...Object.fromEntries(
    Object.entries({
      "ask n": ONE_CHOICE,
      "answer choices": ONE_CHOICE,
      "show choices": ONE_CHOICE,
      "ask logprobs": NO_LOGPROBS,
      "request logprobs": NO_LOGPROBS,
      "answer logprobs": NO_LOGPROBS,
      "show logprobs": NO_LOGPROBS,
      "answer stop sequence": NO_STOP_NAME,
      "show stop sequence": NO_STOP_NAME,
      "ask parallel tool calls": "cannot forbid several calls at once",
      "ask file names": "has no file names in requests",
      "request file names": "has no file names in requests",
      "answer refusal as such": NO_REFUSALS,
      "show refusal as such": NO_REFUSALS,
      "answer tokens written to the cache": NO_WRITE_COUNT,
      "show tokens written to the cache": NO_WRITE_COUNT,
    }).map(([place, why]) => [place.replace(" ", " google-interactions: "), lost("google-interactions", why)]),
  ),

  "ask openai-responses: n": lost("openai-responses", ONE_CHOICE),
  "ask anthropic-messages: n": lost("anthropic-messages", ONE_CHOICE),
  "answer openai-responses: choices": lost("openai-responses", ONE_CHOICE),
  "answer anthropic-messages: choices": lost("anthropic-messages", ONE_CHOICE),
  "show openai-responses: choices": lost("openai-responses", ONE_CHOICE),
  "show anthropic-messages: choices": lost("anthropic-messages", ONE_CHOICE),

  "ask anthropic-messages: logprobs": lost("anthropic-messages", NO_LOGPROBS),
  "request anthropic-messages: logprobs": lost("anthropic-messages", NO_LOGPROBS),
  "answer anthropic-messages: logprobs": lost("anthropic-messages", NO_LOGPROBS),
  "show anthropic-messages: logprobs": lost("anthropic-messages", NO_LOGPROBS),

  "ask openai-responses: stop": lost("openai-responses", "has no stop sequences"),
  "answer openai-chat: stop sequence": lost("openai-chat", NO_STOP_NAME),
  "answer openai-responses: stop sequence": lost("openai-responses", NO_STOP_NAME),
  "answer google-generate: stop sequence": lost("google-generate", NO_STOP_NAME, GEMINI.candidate),
  "show openai-responses: stop sequence": lost("openai-responses", NO_STOP_NAME),
  "show google-generate: stop sequence": lost("google-generate", NO_STOP_NAME, GEMINI.candidate),

  "ask google-generate: parallel tool calls": lost(
    "google-generate",
    "cannot forbid parallel calls",
    GEMINI.callingConfig,
  ),

  "request google-generate: file names": lost("google-generate", "has no file names in requests", GEMINI.blob),

  "answer google-generate: tokens written to the cache": lost("google-generate", NO_WRITE_COUNT, GEMINI.usage),
  "show google-generate: tokens written to the cache": lost("google-generate", NO_WRITE_COUNT, GEMINI.usage),

  "answer anthropic-messages: refusal as such": lost("anthropic-messages", NO_REFUSALS, STOP_REASONS),
  "answer google-generate: refusal as such": lost("google-generate", NO_REFUSALS, GEMINI.candidate),
  "show anthropic-messages: refusal as such": lost("anthropic-messages", NO_REFUSALS, STOP_REASONS),
  "show google-generate: refusal as such": lost("google-generate", NO_REFUSALS, GEMINI.candidate),

  "answer openai-chat: order of blocks": lost("openai-chat", ONE_TEXT),
  "show openai-chat: order of blocks": lost("openai-chat", ONE_TEXT),

  "answer anthropic-messages: files made": lost("anthropic-messages", NO_FILES),
  "show anthropic-messages: files made": lost("anthropic-messages", NO_FILES),
  "answer anthropic-messages: order of blocks": lost("anthropic-messages", NO_FILES),
  "show anthropic-messages: order of blocks": lost("anthropic-messages", NO_FILES),

  "ask openai-chat: failed tools": lost("openai-chat", NO_FAILURE_FIELD),
  "ask openai-responses: failed tools": lost("openai-responses", NO_FAILURE_FIELD),
  "request openai-chat: failed tools": lost("openai-chat", NO_FAILURE_FIELD),
  "request openai-responses: failed tools": lost("openai-responses", NO_FAILURE_FIELD),

  "show anthropic-messages: places of sources": lost(
    "anthropic-messages",
    "cites sources for a whole text, and other APIs name the place only after the text",
    CITATIONS,
  ),

  "return openai-chat: signed data, by a client that keeps known fields only": lost(
    "openai-chat",
    "has no signatures: a provider puts them beside a call (`extra_content`), and clients that ignore unknown fields lose them, with or without a gateway",
    GEMINI.signatures,
  ),
  ...Object.fromEntries(
    (["openai-chat", "anthropic-messages"] as const).flatMap((dialect) =>
      keepings.map((keeping) => [
        `return ${dialect}: signed text, by a client that keeps ${keeping}`,
        lost(dialect, NO_TEXT_SLOT, GEMINI.signatures),
      ]),
    ),
  ),
};

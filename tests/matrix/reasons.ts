/**
 * Why something is lost, by place, dialect and feature. A loss without a reason here fails the matrix, and so does a
 * reason without its loss.
 */
import type { Loss } from "./cells.ts";
import { keepings } from "./echo.ts";

export type Reason = {
  why: string;
  /** It asks for nothing that the response would lack, and is not named in `x-gateway-dropped`. */
  silent?: true;
  /** Not a property of the APIs: to be mended. */
  open?: true;
};

export function reasonKey({ stage, dialect, feature }: Loss): string {
  return `${stage} ${dialect}: ${feature}`;
}

const ONE_CHOICE = "has one choice per response: a client cannot request more, and gets the first of several";
const NO_WRITE_COUNT = "has no separate count of tokens written to a cache";
const NO_STOP_NAME = "does not say which stop sequence ended a response";
const NO_REFUSALS = "has no separate refusals: they come as text";
const REFUSAL_ENDS = "has a finish reason for refusals, which other APIs lack";

const NO_TEXT_SLOT =
  "has no field for a text's signature; Gemini wants it back for the quality of long conversations, but accepts turns without it";
const NO_FILES = "has no files in responses: a note in the text says that a file was left out";

const NO_FAILURE_FIELD = "has no field for the failure of a tool: the text says it";
const WHOLE_TEXTS = "cites sources for a whole text, not for a position in it";

export const reasons: Record<string, Reason> = {
  "ask openai-responses: n": { why: ONE_CHOICE },
  "ask anthropic-messages: n": { why: ONE_CHOICE },
  "answer openai-responses: choices": { why: ONE_CHOICE },
  "answer anthropic-messages: choices": { why: ONE_CHOICE },
  "show openai-responses: choices": { why: ONE_CHOICE },
  "show anthropic-messages: choices": { why: ONE_CHOICE },

  "ask anthropic-messages: logprobs": { why: "has no log probabilities" },
  "request anthropic-messages: logprobs": { why: "has no log probabilities" },
  "answer anthropic-messages: logprobs": { why: "has no log probabilities" },
  "show anthropic-messages: logprobs": { why: "has no log probabilities" },

  "ask openai-responses: stop": { why: "has no stop sequences" },
  "answer openai-chat: stop sequence": { why: NO_STOP_NAME },
  "answer openai-responses: stop sequence": { why: NO_STOP_NAME },
  "answer google-generate: stop sequence": { why: NO_STOP_NAME },
  "show openai-chat: stop sequence": { why: NO_STOP_NAME },
  "show openai-responses: stop sequence": { why: NO_STOP_NAME },
  "show google-generate: stop sequence": { why: NO_STOP_NAME },

  "ask google-generate: parallel tool calls": { why: "cannot forbid parallel calls" },

  "ask google-generate: file names": { why: "has no file names in requests" },
  "request google-generate: file names": { why: "has no file names in requests" },

  "ask google-generate: closed objects": {
    why: "does not support `additionalProperties: false`, but its models behave that way",
  },
  "request google-generate: closed objects": {
    why: "does not support `additionalProperties: false`, but its models behave that way",
    silent: true,
  },
  "request anthropic-messages: closed objects": {
    why: "requires closed objects: `additionalProperties: false` is added where a schema does not say",
    silent: true,
  },

  "answer google-generate: tokens written to the cache": { why: NO_WRITE_COUNT },
  "show google-generate: tokens written to the cache": { why: NO_WRITE_COUNT },

  "answer anthropic-messages: refusal as such": { why: NO_REFUSALS },
  "answer google-generate: refusal as such": { why: NO_REFUSALS },
  "show anthropic-messages: refusal as such": { why: NO_REFUSALS },
  "show google-generate: refusal as such": { why: NO_REFUSALS },
  "answer anthropic-messages: finish reason": { why: REFUSAL_ENDS },
  "answer openai-responses: finish reason": { why: REFUSAL_ENDS },
  "show anthropic-messages: finish reason": { why: REFUSAL_ENDS },
  "show openai-responses: finish reason": { why: REFUSAL_ENDS },

  "answer openai-chat: order of blocks": {
    why: "has one text and one list of calls: the order of text between calls is lost",
  },
  "show openai-chat: order of blocks": {
    why: "has one text and one list of calls: the order of text between calls is lost",
  },

  "answer anthropic-messages: files made": { why: NO_FILES },
  "show anthropic-messages: files made": { why: NO_FILES },
  "answer anthropic-messages: order of blocks": { why: NO_FILES },
  "show anthropic-messages: order of blocks": { why: NO_FILES },

  "ask openai-chat: failed tools": { why: NO_FAILURE_FIELD },
  "ask openai-responses: failed tools": { why: NO_FAILURE_FIELD },
  "request openai-chat: failed tools": { why: NO_FAILURE_FIELD },
  "request openai-responses: failed tools": { why: NO_FAILURE_FIELD },

  "answer anthropic-messages: places of sources": { why: WHOLE_TEXTS },
  "show anthropic-messages: places of sources": { why: WHOLE_TEXTS },

  "return openai-chat: signed data, by a client that keeps known fields only": {
    why: "has no signatures: a provider puts them beside a call (`extra_content`), and clients that ignore unknown fields lose them, with or without a gateway",
  },
  ...Object.fromEntries(
    (["openai-chat", "anthropic-messages"] as const).flatMap((dialect) =>
      keepings.map((keeping) => [
        `return ${dialect}: signed text, by a client that keeps ${keeping}`,
        { why: NO_TEXT_SLOT },
      ]),
    ),
  ),
};

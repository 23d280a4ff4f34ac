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

const ONE_ANSWER = "has one answer: a client cannot ask for more, and of an upstream's several gets the first";
const NO_WRITE_COUNT = "does not count tokens written to a cache apart";
const NO_STOP_NAME = "does not say which stop sequence ended an answer";
const TOLD_APART = "has no refusal apart from text: its words come as text";
const REFUSAL_ENDS = "ends a refusal with a finish of its own, where others end it as any answer";

const NO_TEXT_SLOT =
  "has no opaque slot for a text; its maker asks to get what it signs there back for the quality of long conversations, and refuses no turn without it";
const NO_FILES = "has no files in an answer: a note in the text says that one was left out";

const NO_FAILURE = "has no mark for the result of a tool that failed: the text says it";
const WHOLE_TEXTS = "cites for a whole text, not for a place in it";

export const reasons: Record<string, Reason> = {
  "ask openai-responses: n": { why: ONE_ANSWER },
  "ask anthropic-messages: n": { why: ONE_ANSWER },
  "request openai-responses: n": { why: ONE_ANSWER },
  "request anthropic-messages: n": { why: ONE_ANSWER },
  "answer openai-responses: choices": { why: ONE_ANSWER },
  "answer anthropic-messages: choices": { why: ONE_ANSWER },
  "show openai-responses: choices": { why: ONE_ANSWER },
  "show anthropic-messages: choices": { why: ONE_ANSWER },

  "ask anthropic-messages: logprobs": { why: "has no log probabilities" },
  "request anthropic-messages: logprobs": { why: "has no log probabilities" },
  "answer anthropic-messages: logprobs": { why: "has no log probabilities" },
  "show anthropic-messages: logprobs": { why: "has no log probabilities" },

  "ask openai-responses: stop": { why: "has no stop sequences" },
  "request openai-responses: stop": { why: "has no stop sequences" },
  "answer openai-chat: stop sequence": { why: NO_STOP_NAME },
  "answer openai-responses: stop sequence": { why: NO_STOP_NAME },
  "answer google-generate: stop sequence": { why: NO_STOP_NAME },
  "show openai-chat: stop sequence": { why: NO_STOP_NAME },
  "show openai-responses: stop sequence": { why: NO_STOP_NAME },
  "show google-generate: stop sequence": { why: NO_STOP_NAME },

  "ask google-generate: parallel tool calls": { why: "cannot forbid parallel calls" },
  "request google-generate: parallel tool calls": { why: "cannot forbid parallel calls" },

  "ask google-generate: file names": { why: "has no names for files in a request" },
  "request google-generate: file names": { why: "has no names for files in a request" },

  "ask google-generate: closed objects": {
    why: "does not take `additionalProperties: false`, which its models keep to anyway",
  },
  "request google-generate: closed objects": {
    why: "does not take `additionalProperties: false`, which its models keep to anyway",
    silent: true,
  },
  "request anthropic-messages: closed objects": {
    why: "wants every object closed: `additionalProperties: false` is added where a schema says nothing",
    silent: true,
  },

  "answer google-generate: tokens written to the cache": { why: NO_WRITE_COUNT },
  "show google-generate: tokens written to the cache": { why: NO_WRITE_COUNT },

  "answer anthropic-messages: refusal as such": { why: TOLD_APART },
  "answer google-generate: refusal as such": { why: TOLD_APART },
  "show anthropic-messages: refusal as such": { why: TOLD_APART },
  "show google-generate: refusal as such": { why: TOLD_APART },
  "answer anthropic-messages: finish reason": { why: REFUSAL_ENDS },
  "answer openai-responses: finish reason": { why: REFUSAL_ENDS },
  "show anthropic-messages: finish reason": { why: REFUSAL_ENDS },
  "show openai-responses: finish reason": { why: REFUSAL_ENDS },

  "answer openai-chat: order of blocks": {
    why: "has one text and one list of calls: what stood between calls is not kept",
  },
  "show openai-chat: order of blocks": {
    why: "has one text and one list of calls: what stood between calls is not kept",
  },

  "answer anthropic-messages: files made": { why: NO_FILES },
  "show anthropic-messages: files made": { why: NO_FILES },
  "answer anthropic-messages: order of blocks": { why: NO_FILES },
  "show anthropic-messages: order of blocks": { why: NO_FILES },

  "ask openai-chat: failed tools": { why: NO_FAILURE },
  "ask openai-responses: failed tools": { why: NO_FAILURE },
  "request openai-chat: failed tools": { why: NO_FAILURE },
  "request openai-responses: failed tools": { why: NO_FAILURE },

  "answer anthropic-messages: places of sources": { why: WHOLE_TEXTS },
  "show anthropic-messages: places of sources": { why: WHOLE_TEXTS },

  "return openai-chat: signed data, by a client that keeps known fields only": {
    why: "has no signatures: what an upstream of this convention puts beside a call (`extra_content`), its clients lose where they drop it, with a gateway or without",
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

/**
 * Responses of `POST /v1/chat/completions` (spec, Chat completion; wire-formats §1.5, §1.6), for the OpenAPI document.
 * Loose, since a relayed response may have more fields; the required fields are in every response the gateway writes.
 */
import { z } from "zod";

const tokenLogprob = z.looseObject({
  token: z.string(),
  logprob: z.number().describe("Natural logarithm of the token's probability."),
  bytes: z.array(z.int()).nullish().describe("The token's bytes in UTF-8."),
});
const tokenLogprobs = z.array(
  tokenLogprob.extend({
    top_logprobs: z.array(tokenLogprob).nullish().describe("The likeliest tokens at this place."),
  }),
);
const logprobs = z.looseObject({ content: tokenLogprobs.nullish(), refusal: tokenLogprobs.nullish() }).meta({
  id: "ChatLogprobs",
  description: "Log probabilities of the answer's tokens, when `logprobs` asked for them.",
});

const usage = z
  .looseObject({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    prompt_tokens_details: z
      .looseObject({ cached_tokens: z.int().nullish(), cache_write_tokens: z.int().nullish() })
      .nullish(),
    completion_tokens_details: z.looseObject({ reasoning_tokens: z.int().nullish() }).nullish(),
  })
  .meta({ id: "ChatUsage", description: "Tokens read and written." });

const annotation = z.looseObject({ type: z.string() }).describe("A citation, with `url_citation` where it is one.");
const content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string() }))])
  .nullish()
  .describe("The text; null when there are only tool calls. Some providers send a list of parts.");
const functionCall = z
  .looseObject({ name: z.string(), arguments: z.string() })
  .nullish()
  .describe("Deprecated: the call, for a request with `functions`.");

const toolCall = z
  .looseObject({
    id: z.string(),
    type: z.string().nullish().describe("`function` or `custom`."),
    function: z.looseObject({ name: z.string(), arguments: z.string().describe("JSON as text.") }).nullish(),
    custom: z.looseObject({ name: z.string(), input: z.string() }).nullish(),
  })
  .meta({
    id: "ChatToolCall",
    description: "A call of one of the request's tools; send it back with the tool's result.",
  });

const finishReason = z
  .string()
  .nullish()
  .describe("`stop`, `length`, `tool_calls`, `content_filter` or `function_call`; null until the choice is complete.");

const stopReason = z
  .string()
  .optional()
  .describe("The stop sequence that ended the choice, where it is known; the field of vLLM's server.");

export const replySchema = z
  .looseObject({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.int().describe("Unix time in seconds."),
    model: z.string().describe("As the request named it."),
    choices: z.array(
      z.looseObject({
        index: z.int(),
        message: z.looseObject({
          role: z.string().describe("`assistant`."),
          content,
          refusal: z.string().nullish().describe("Reason for which the model refused."),
          reasoning_content: z.string().nullish().describe("The model's reasoning, where it shows it."),
          tool_calls: z.array(toolCall).nullish(),
          function_call: functionCall,
          annotations: z.array(annotation).nullish(),
        }),
        logprobs: logprobs.nullish(),
        finish_reason: finishReason,
        stop_reason: stopReason,
      }),
    ),
    usage: usage.nullish(),
  })
  .meta({ id: "ChatCompletion", description: "A whole answer: read the text from `choices[0].message.content`." });

const toolCallDelta = z.looseObject({
  index: z.int().nullish().describe("Which call this is a piece of; some providers send calls whole, without it."),
  id: z.string().nullish().describe("In the first piece only."),
  type: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
  custom: z.looseObject({ name: z.string().nullish(), input: z.string().nullish() }).nullish(),
});

const chunk = z
  .looseObject({
    id: z.string(),
    object: z.literal("chat.completion.chunk"),
    created: z.int(),
    model: z.string(),
    choices: z
      .array(
        z.looseObject({
          index: z.int(),
          delta: z.looseObject({
            role: z.string().nullish(),
            content,
            refusal: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            tool_calls: z.array(toolCallDelta).nullish(),
            function_call: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
            annotations: z.array(annotation).nullish(),
          }),
          logprobs: logprobs.nullish(),
          finish_reason: finishReason,
          stop_reason: stopReason,
        }),
      )
      .describe("Empty in the last chunk, which has the usage, when `stream_options.include_usage` asked for it."),
    usage: usage.nullish(),
  })
  .meta({ id: "ChatCompletionChunk", description: "A piece of an answer; append each `delta` to what came before." });

const errorEvent = z
  .looseObject({ error: z.looseObject({ message: z.string() }) })
  .meta({ id: "ChatStreamError", description: "The last event of a stream that failed after it had begun." });

/** Schema of each event's data except the last, which is `[DONE]`. */
export const eventSchema = z.union([chunk, errorEvent]);

/** Log probabilities as each API's page reads them, and how a probability and a token are written. */
import { expect, test } from "vitest";
import { createResponseReader, type ResponseReader } from "#lib/playground/conversation/model-response.ts";
import { formatProbability, showToken } from "#lib/playground/conversation/token-logprobs.ts";
import { createGenerateContentReader } from "#lib/playground/dialects/generate-content/response-reader.ts";
import { createResponsesReader } from "#lib/playground/dialects/responses/response-reader.ts";

const saveFile = async () => {};
const openaiEntry = (token: string, logprob: number) => ({
  token,
  logprob,
  bytes: [],
  top_logprobs: [{ token: "Ho", logprob: -2, bytes: null }],
});
const HI = { token: "Hi", logprob: -0.1, top: [{ token: "Ho", logprob: -2 }] };
const TAIL = { token: "!", logprob: -3, top: [{ token: "Ho", logprob: -2 }] };

test.each<[string, ResponseReader, unknown[]]>([
  [
    "chat",
    createResponseReader(),
    [
      { choices: [{ index: 0, delta: { content: "Hi" }, logprobs: { content: [openaiEntry("Hi", -0.1)] } }] },
      {
        choices: [{ index: 0, delta: { content: "!" }, logprobs: { content: [openaiEntry("!", -3)], refusal: null } }],
      },
      { choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: "stop" }] },
    ],
  ],
  [
    "responses",
    createResponsesReader({ saveFile }),
    [
      { type: "response.output_item.added", output_index: 0, item: { type: "message", content: [] } },
      { type: "response.output_text.delta", output_index: 0, delta: "Hi", logprobs: [openaiEntry("Hi", -0.1)] },
      { type: "response.output_text.delta", output_index: 0, delta: "!", logprobs: [openaiEntry("!", -3)] },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: {
          type: "message",
          content: [{ type: "output_text", text: "Hi!", logprobs: [openaiEntry("Hi", -0.1), openaiEntry("!", -3)] }],
        },
      },
      { type: "response.completed", response: { id: "r", model: "m", status: "completed", output: [] } },
    ],
  ],
  [
    "a whole response",
    createResponsesReader({ saveFile }),
    [
      {
        object: "response",
        id: "r",
        status: "completed",
        output: [
          {
            type: "message",
            content: [{ type: "output_text", text: "Hi!", logprobs: [openaiEntry("Hi", -0.1), openaiEntry("!", -3)] }],
          },
        ],
      },
    ],
  ],
  [
    "generateContent",
    createGenerateContentReader({ saveFile }),
    [
      {
        candidates: [
          {
            content: { parts: [{ text: "Hi!" }] },
            logprobsResult: {
              chosenCandidates: [
                { token: "Hi", tokenId: 1, logProbability: -0.1 },
                { token: "!", logProbability: -3 },
              ],
              topCandidates: [
                { candidates: [{ token: "Ho", logProbability: -2 }] },
                { candidates: [{ token: "Ho", logProbability: -2 }, { tokenId: 4 }] },
              ],
            },
          },
        ],
      },
    ],
  ],
])("are read once from %s", (_, reader, events) => {
  for (const event of events) reader.apply(event);
  expect(reader.snapshot().choices.map(({ text, logprobs }) => ({ text, logprobs }))).toEqual([
    { text: "Hi!", logprobs: [HI, TAIL] },
  ]);
});

test("entries that are no log probabilities are skipped", () => {
  const reader = createResponseReader();
  for (const content of [null, 7, [null, {}, { token: 1, logprob: 0 }, { token: "a" }]])
    reader.apply({ choices: [{ index: 0, delta: { content: "a" }, logprobs: { content } }] });
  expect(reader.snapshot().choices[0]?.logprobs).toEqual([]);
});

test.each([
  [0, "> 99.9%"],
  [Math.log(0.996), "99.6%"],
  [Math.log(0.87), "87%"],
  [Math.log(0.004), "0.4%"],
  [-30, "< 0.1%"],
  [Number.NEGATIVE_INFINITY, "< 0.1%"],
])("a logarithm of %f is %s", (logprob, text) => {
  expect(formatProbability(logprob)).toBe(text);
});

test.each([
  [" the", "␣the"],
  ["  ", "␣␣"],
  ["a b ", "a b␣"],
  ["\n\t", "↵⇥"],
])("the token %j is drawn as %s", (token, text) => {
  expect(showToken(token)).toBe(text);
});

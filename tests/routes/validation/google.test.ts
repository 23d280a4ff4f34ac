/** Requests that the generateContent routes accept and refuse (spec; wire-formats §4.2 to §4.7). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";
import {
  generateRoute,
  googleCountRoute,
  type JsonRoute,
  PIXEL,
  streamGenerateRoute,
} from "#tests/support/json-routes.ts";
import { itRefuses, itTakes, type WrongBody } from "#tests/support/wrong-bodies.ts";

const QUESTION = { role: "user", parts: [{ text: "Hi" }] };
const BASE = { contents: [QUESTION] };
const FUNCTION = { name: "f", parameters: { type: "OBJECT", properties: {} } };

const withContents = (...contents: unknown[]) => ({ ...BASE, contents });
const withPart = (part: unknown) => withContents({ role: "user", parts: [part] });
const withBlob = (blob: unknown) => withPart({ inlineData: blob });
const withConfig = (generationConfig: unknown) => ({ ...BASE, generationConfig });
const withThinking = (thinkingConfig: unknown) => withConfig({ thinkingConfig });
const withFunction = (declaration: unknown) => ({ ...BASE, tools: [{ functionDeclarations: [declaration] }] });
const withCalling = (functionCallingConfig: unknown) => ({ ...BASE, toolConfig: { functionCallingConfig } });
const withSafety = (setting: unknown) => ({ ...BASE, safetySettings: [setting] });

const PART = "contents[0].parts[0]";
const CONFIG = "generationConfig";
const DECLARATION = "tools[0].functionDeclarations[0]";

const wrong: WrongBody[] = [
  ["an array", [], null, /must be an object; got an array of 0/],
  ["null", null, null, /must be an object; got null/],
  ["text", "hello", null, /must be an object/],
  ["a number", 42, null, /must be an object/],

  ["no contents", {}, "contents", /^Missing required parameter/],
  ["contents null", { contents: null }, "contents", /[Mm]issing/],
  ["contents text", { contents: "Hi" }, "contents", /got a string of 2 characters/],
  ["contents a number", { contents: 5 }, "contents"],
  ["no contents in the list", { contents: [] }, "contents", /must contain at least one item\./],
  ["messages instead of contents", { messages: [{ role: "user", content: "Hi" }] }, "contents"],
  ["a content that is text", withContents("Hi"), "contents[0]"],
  ["a content null", withContents(null), "contents[0]", /got null/],
  ["the role of chat", withContents({ role: "assistant", parts: [{ text: "a" }] }), "contents[0].role", /"model"/],
  ["the role of a system", withContents({ role: "system", parts: [{ text: "a" }] }), "contents[0].role"],
  ["a role of a number", withContents({ role: 1, parts: [{ text: "a" }] }), "contents[0].role"],
  ["no parts", withContents({ role: "user" }), "contents[0].parts", /[Mm]issing/],
  ["parts text", withContents({ role: "user", parts: "Hi" }), "contents[0].parts"],
  ["no parts in the list", withContents({ role: "user", parts: [] }), "contents[0].parts"],
  ["content in the form of chat", withContents({ role: "user", content: "Hi" }), "contents[0].parts", /[Mm]issing/],
  ["an error in the second content", withContents(QUESTION, { role: "model", parts: [] }), "contents[1].parts"],

  ["a part that is text", withPart("Hi"), PART],
  ["a part null", withPart(null), PART],
  ["a part of nothing", withPart({}), PART, /must have `text`, `inlineData`/],
  ["text of a number", withPart({ text: 5 }), `${PART}.text`, /must be a string; got 5/],
  ["text a list", withPart({ text: ["Hi"] }), `${PART}.text`],
  [
    "text and an image",
    withPart({ text: "a", inlineData: { mimeType: "image/png", data: PIXEL } }),
    PART,
    /must have at most one of `text`, `inlineData`/,
  ],
  [
    "text and code",
    withPart({ text: "a", executableCode: { language: "PYTHON", code: "1" } }),
    PART,
    /must have at most one of `text`, `inlineData`/,
  ],
  [
    "a call and its result",
    withPart({ functionCall: { name: "f" }, functionResponse: { name: "f", response: {} } }),
    PART,
  ],
  ["thought that is text", withPart({ text: "a", thought: "yes" }), `${PART}.thought`],
  ["a signature of a number", withPart({ text: "a", thoughtSignature: 1 }), `${PART}.thoughtSignature`],
  ["an image that is text", withBlob(PIXEL), `${PART}.inlineData`],
  ["an image without type", withBlob({ data: PIXEL }), `${PART}.inlineData.mimeType`, /[Mm]issing/],
  [
    "an image of no media type",
    withBlob({ mimeType: "png", data: PIXEL }),
    `${PART}.inlineData.mimeType`,
    /image\/png/,
  ],
  ["an image without data", withBlob({ mimeType: "image/png" }), `${PART}.inlineData.data`],
  ["an image of no bytes", withBlob({ mimeType: "image/png", data: "" }), `${PART}.inlineData.data`],
  ["bad base64", withBlob({ mimeType: "image/png", data: "a$b" }), `${PART}.inlineData.data`, /base64/],
  ["cut base64", withBlob({ mimeType: "image/png", data: "AAAAA" }), `${PART}.inlineData.data`],
  [
    "a data: URL for base64",
    withBlob({ mimeType: "image/png", data: `data:image/png;base64,${PIXEL}` }),
    `${PART}.inlineData.data`,
  ],
  ["snake_case at fault", withPart({ inline_data: { mime_type: "image/png", data: 5 } }), `${PART}.inlineData.data`],
  ["a file without URI", withPart({ fileData: { mimeType: "image/png" } }), `${PART}.fileData.fileUri`],
  ["a file of an empty URI", withPart({ fileData: { fileUri: "" } }), `${PART}.fileData.fileUri`],
  [
    "a file of no media type",
    withPart({ fileData: { mimeType: "?", fileUri: "https://x" } }),
    `${PART}.fileData.mimeType`,
  ],
  ["a call without name", withPart({ functionCall: { args: {} } }), `${PART}.functionCall.name`],
  ["arguments as text", withPart({ functionCall: { name: "f", args: "{}" } }), `${PART}.functionCall.args`],
  ["a call's id of a number", withPart({ functionCall: { name: "f", id: 1 } }), `${PART}.functionCall.id`],
  ["a result without name", withPart({ functionResponse: { response: {} } }), `${PART}.functionResponse.name`],
  ["a result without response", withPart({ functionResponse: { name: "f" } }), `${PART}.functionResponse.response`],
  [
    "a response of text",
    withPart({ functionResponse: { name: "f", response: "42" } }),
    `${PART}.functionResponse.response`,
  ],
  [
    "a result's part of text",
    withPart({ functionResponse: { name: "f", response: {}, parts: ["x"] } }),
    `${PART}.functionResponse.parts[0]`,
  ],
];

const wrongSettings: WrongBody[] = [
  ["system text", { ...BASE, systemInstruction: "Be brief." }, "systemInstruction"],
  ["system without parts", { ...BASE, systemInstruction: { role: "user" } }, "systemInstruction.parts"],
  ["system of a number", { ...BASE, systemInstruction: { parts: [{ text: 1 }] } }, "systemInstruction.parts[0].text"],

  ["the settings as a list", withConfig([]), CONFIG],
  ["temperature over 2", withConfig({ temperature: 2.1 }), `${CONFIG}.temperature`, /must be between 0 and 2;/],
  ["temperature text", withConfig({ temperature: "hot" }), `${CONFIG}.temperature`],
  ["topP over 1", withConfig({ topP: 1.5 }), `${CONFIG}.topP`],
  ["top_p in snake_case", { ...BASE, generation_config: { top_p: "1" } }, `${CONFIG}.topP`],
  ["topK negative", withConfig({ topK: -1 }), `${CONFIG}.topK`],
  ["no candidates", withConfig({ candidateCount: 0 }), `${CONFIG}.candidateCount`],
  ["nine candidates", withConfig({ candidateCount: 9 }), `${CONFIG}.candidateCount`, /must be between 1 and 8;/],
  ["maxOutputTokens of 0", withConfig({ maxOutputTokens: 0 }), `${CONFIG}.maxOutputTokens`],
  ["maxOutputTokens of a half", withConfig({ maxOutputTokens: 1.5 }), `${CONFIG}.maxOutputTokens`],
  ["maxOutputTokens text", withConfig({ maxOutputTokens: "10" }), `${CONFIG}.maxOutputTokens`],
  ["stopSequences text", withConfig({ stopSequences: "x" }), `${CONFIG}.stopSequences`],
  ["a stop sequence of a number", withConfig({ stopSequences: [1] }), `${CONFIG}.stopSequences[0]`],
  ["seed of a half", withConfig({ seed: 1.5 }), `${CONFIG}.seed`, /must be an integer/],
  ["presencePenalty over 2", withConfig({ presencePenalty: 3 }), `${CONFIG}.presencePenalty`],
  ["frequencyPenalty below -2", withConfig({ frequencyPenalty: -3 }), `${CONFIG}.frequencyPenalty`],
  ["responseLogprobs text", withConfig({ responseLogprobs: "yes" }), `${CONFIG}.responseLogprobs`],
  ["logprobs over 20", withConfig({ responseLogprobs: true, logprobs: 21 }), `${CONFIG}.logprobs`],
  ["logprobs unasked", withConfig({ logprobs: 2 }), `${CONFIG}.logprobs`, /requires `responseLogprobs` to be true/],
  [
    "an unknown type of answer",
    withConfig({ responseMimeType: "text/html" }),
    `${CONFIG}.responseMimeType`,
    /"application\/json"/,
  ],
  ["a schema without a type", withConfig({ responseSchema: {} }), `${CONFIG}.responseMimeType`, /"application\/json"/],
  [
    "a schema of plain text",
    withConfig({ responseMimeType: "text/plain", responseSchema: {} }),
    `${CONFIG}.responseMimeType`,
  ],
  [
    "a schema that is text",
    withConfig({ responseMimeType: "application/json", responseSchema: "{}" }),
    `${CONFIG}.responseSchema`,
  ],
  [
    "two schemas",
    withConfig({ responseMimeType: "application/json", responseSchema: {}, responseJsonSchema: {} }),
    `${CONFIG}.responseJsonSchema`,
    /absent/,
  ],
  ["an unknown modality", withConfig({ responseModalities: ["SMELL"] }), `${CONFIG}.responseModalities[0]`, /"TEXT"/],
  ["modalities text", withConfig({ responseModalities: "TEXT" }), `${CONFIG}.responseModalities`],
  ["thinking a boolean", withThinking(true), `${CONFIG}.thinkingConfig`],
  ["thoughts of text", withThinking({ includeThoughts: "yes" }), `${CONFIG}.thinkingConfig.includeThoughts`],
  [
    "a budget of -2",
    withThinking({ thinkingBudget: -2 }),
    `${CONFIG}.thinkingConfig.thinkingBudget`,
    /must be at least -1; got -2\./,
  ],
  ["an unknown level", withThinking({ thinkingLevel: "hard" }), `${CONFIG}.thinkingConfig.thinkingLevel`, /HIGH/],
  ["speech of text", withConfig({ speechConfig: "loud" }), `${CONFIG}.speechConfig`],

  ["safety an object", { ...BASE, safetySettings: { off: true } }, "safetySettings[0].category"],
  [
    "an unknown category",
    withSafety({ category: "HARASSMENT", threshold: "OFF" }),
    "safetySettings[0].category",
    /harm category/,
  ],
  [
    "an unknown threshold",
    withSafety({ category: "HARM_CATEGORY_HARASSMENT", threshold: "LOW" }),
    "safetySettings[0].threshold",
    /"BLOCK_NONE"/,
  ],
  ["no threshold", withSafety({ category: "HARM_CATEGORY_HARASSMENT" }), "safetySettings[0].threshold"],

  ["tools text", { ...BASE, tools: "f" }, "tools"],
  ["a tool null", { ...BASE, tools: [null] }, "tools[0]"],
  ["functions text", { ...BASE, tools: [{ functionDeclarations: "f" }] }, "tools[0].functionDeclarations"],
  ["a function without name", withFunction({ description: "F" }), `${DECLARATION}.name`],
  [
    "a name that begins with a digit",
    withFunction({ name: "1f" }),
    `${DECLARATION}.name`,
    /must be a letter or `_`, then/,
  ],
  ["a name with a space", withFunction({ name: "my f" }), `${DECLARATION}.name`],
  ["a name of 129 characters", withFunction({ name: "f".repeat(129) }), `${DECLARATION}.name`],
  ["parameters a list", withFunction({ name: "f", parameters: [] }), `${DECLARATION}.parameters`],
  [
    "parameters twice",
    withFunction({ name: "f", parameters: {}, parametersJsonSchema: {} }),
    `${DECLARATION}.parametersJsonSchema`,
  ],
  ["a description of a number", withFunction({ name: "f", description: 1 }), `${DECLARATION}.description`],
  ["search a boolean", { ...BASE, tools: [{ googleSearch: true }] }, "tools[0].googleSearch"],
  ["toolConfig text", { ...BASE, toolConfig: "AUTO" }, "toolConfig"],
  ["an unknown mode", withCalling({ mode: "SOMETIMES" }), "toolConfig.functionCallingConfig.mode", /"AUTO", "ANY"/],
  [
    "allowed names text",
    withCalling({ mode: "ANY", allowedFunctionNames: "f" }),
    "toolConfig.functionCallingConfig.allowedFunctionNames",
  ],
  [
    "an allowed name of nothing",
    withCalling({ mode: "ANY", allowedFunctionNames: [""] }),
    "toolConfig.functionCallingConfig.allowedFunctionNames[0]",
  ],
  ["cachedContent a number", { ...BASE, cachedContent: 5 }, "cachedContent"],
  ["labels of a number", { ...BASE, labels: { run: 1 } }, "labels.run"],
  ["store text", { ...BASE, store: "yes" }, "store"],
];

/** The file is looked for when the prompt is to be answered. */
const wrongFile: WrongBody = [
  "a file that nobody uploaded",
  withPart({ fileData: { fileUri: "files/000000000000000000000000" } }),
  "contents[0].parts[0].fileData.fileUri",
  /must be an uploaded file/,
];

/** Odd, but right. */
const right: [name: string, body: unknown][] = [
  ["fields that nobody knows", { ...BASE, n: 2, "x-vendor": [1, null] }],
  [
    "nulls for whatever is not set",
    { ...BASE, generationConfig: null, tools: null, toolConfig: null, systemInstruction: null, safetySettings: null },
  ],
  ["one content and one part without their lists", { contents: { parts: { text: "Hi" } } }],
  ["no role", withContents({ parts: [{ text: "Hi" }] })],
  ["the model first", withContents({ role: "model", parts: [{ text: "Hello" }] }, QUESTION)],
  ["the model last", withContents(QUESTION, { role: "model", parts: [{ text: "Hello" }] })],
  ["two questions in a row", withContents(QUESTION, QUESTION)],
  ["an empty text", withPart({ text: "" })],
  [
    "a result without its call",
    withContents(QUESTION, { role: "function", parts: [{ functionResponse: { name: "f", response: {} } }] }),
  ],
  [
    "a call without its result",
    withContents(QUESTION, { role: "model", parts: [{ functionCall: { name: "f" } }] }, QUESTION),
  ],
  ["a part that is newer than this gateway", withContents({ parts: [{ madeUpNextYear: 1 }, { text: "Hi" }] })],
  [
    "url-safe base64 with line ends",
    withBlob({
      mimeType: "image/png",
      data: `${PIXEL.replaceAll("+", "-").replaceAll("/", "_").slice(0, 40)}\n${PIXEL.replaceAll("+", "-").replaceAll("/", "_").slice(40)}`,
    }),
  ],
  [
    "snake_case",
    { ...BASE, system_instruction: { parts: [{ text: "x" }] }, generation_config: { max_output_tokens: 5 } },
  ],
  ["limits at their bounds", withConfig({ temperature: 2, topP: 0, topK: 0, maxOutputTokens: 1, presencePenalty: -2 })],
  ["a mode without functions", withCalling({ mode: "ANY" })],
  [
    "500 functions",
    {
      ...BASE,
      tools: [
        { functionDeclarations: Array.from({ length: 500 }, (_, index) => ({ ...FUNCTION, name: `f${index}` })) },
      ],
    },
  ],
];

/** The same body as `generateContentRequest`, the other form of `:countTokens` (§4.7). */
const asWhole = ([name, body, param, message]: WrongBody): WrongBody =>
  [
    `${name}, in a whole request`,
    { generateContentRequest: body },
    param === null ? "generateContentRequest" : `generateContentRequest.${param}`,
    message,
  ] as WrongBody;
const wrongCounts: WrongBody[] = [
  ...wrong.filter(([, body]) => typeof body === "object" && body !== null && "contents" in body && body.contents),
  ...[...wrong, ...wrongSettings].filter(([, body]) => typeof body === "object" && body !== null).map(asWhole),
  ["neither form", {}, "contents", /must be absent when `generateContentRequest` is set/],
  [
    "both forms",
    { ...BASE, generateContentRequest: BASE },
    "contents",
    /must be absent when `generateContentRequest` is set/,
  ],
];

describe("on the node mount", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node" });
  });
  afterAll(() => gateway?.close());
  const of = (route: JsonRoute) => ({ gateway: () => gateway, route });

  describe.each([generateRoute, streamGenerateRoute].map((route) => ({ name: route.name, route })))(
    "$name",
    ({ route }) => {
      describe("refuses", () => itRefuses({ ...of(route), table: [...wrong, ...wrongSettings, wrongFile] }));
      describe("accepts", () => itTakes({ ...of(route), table: right }));
    },
  );

  describe(googleCountRoute.name, () => {
    describe("refuses", () => itRefuses({ ...of(googleCountRoute), table: wrongCounts }));
    describe("accepts", () =>
      itTakes({
        ...of(googleCountRoute),
        table: [
          ["contents alone", BASE],
          ["a whole request", { generateContentRequest: BASE }],
        ],
      }));
  });

  describe("a path", () => {
    it.each([
      ["an unknown action", "/v1beta/models/sandbox/echo:fly", 404, /no action "fly"\. Use generateContent/],
      ["an action in capitals", "/v1beta/models/sandbox/echo:GENERATECONTENT", 404, /no action/],
      ["no action behind the colon", "/v1beta/models/sandbox/echo:", 404, /no action ""/],
      ["an action of 10,000 letters", `/v1beta/models/sandbox/echo:${"a".repeat(10_000)}`, 404, /no action "a{100}"/],
      ["no action", "/v1beta/models/sandbox/echo", 405, /Use GET\./],
      ["no model", "/v1beta/models/:generateContent", 400, /^`model` must not be empty/],
      ["an unknown model", "/v1beta/models/sandbox/nope:generateContent", 404, /no model "nope"/],
      ["a model of 5,000 characters", `/v1beta/models/${"m".repeat(5_000)}:generateContent`, 404, /./],
      ["dots in the model", "/v1beta/models/..%2f..%2fetc%2fpasswd:generateContent", 404, /./],
    ])("with %s is refused", async (_name, path, status, message) => {
      const body = JSON.stringify(BASE);
      const response = await fetch(gateway.url + path, { method: "POST", headers: generateRoute.headers, body });
      const json = await response.clone().json();
      expect([response.status, json.error], JSON.stringify(json)).toEqual([status, status]);
      expect(json.message).toMatch(message);
      expect(json.message.length).toBeLessThan(1_000);
    });

    it("with an invalidly encoded model is refused", async () => {
      const path = "/v1beta/models/%E0%A4%A:generateContent";
      const body = JSON.stringify(BASE);
      const response = await fetch(gateway.url + path, { method: "POST", headers: generateRoute.headers, body });
      const expected = {
        status: 404,
        message: /model "%E0%A4%A"/,
        type: "not_found_error",
        param: "model",
      };
      await expectError(response, expected);
    });
  });
});

/** Bodies that the routes refuse, and the field that the error names. */
import { describe, expect, it } from "vitest";
import { googleGenerate, parseCountTokens } from "#lib/dialects/google-generate/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

const user = { role: "user", parts: [{ text: "hi" }] };
const route = { model: "gemini-2.5-flash", stream: false };

function refusalOf(parse: () => unknown): GatewayError {
  try {
    parse();
  } catch (error) {
    if (GatewayError.isInstance(error)) {
      expect(error.status).toBe(400);
      return error;
    }
    throw error;
  }
  throw new Error("The body was not refused.");
}

describe("wrong bodies are refused with the field at fault", () => {
  const config = (generationConfig: object) => ({ contents: [user], generationConfig });
  const part = (fields: object) => ({ contents: [{ role: "user", parts: [fields] }] });
  const declare = (declaration: object) => ({ contents: [user], tools: [{ functionDeclarations: [declaration] }] });
  it.each<[string, unknown, string | undefined]>([
    ["no object", [], undefined],
    ["no contents", {}, "contents"],
    ["empty contents", { contents: [] }, "contents"],
    ["contents of text", { contents: "hi" }, "contents"],
    ["an unknown role", { contents: [{ role: "assistant", parts: [{ text: "a" }] }] }, "contents[0].role"],
    ["no parts", { contents: [{ role: "user" }] }, "contents[0].parts"],
    ["an empty part", part({}), "contents[0].parts[0]"],
    ["two payloads", part({ text: "a", inlineData: { mimeType: "a/b", data: "AAAA" } }), "contents[0].parts[0]"],
    ["text that is none", part({ text: 5 }), "contents[0].parts[0].text"],
    [
      "bad base64",
      part({ inlineData: { mimeType: "image/png", data: "a$b" } }),
      "contents[0].parts[0].inlineData.data",
    ],
    [
      "cut base64",
      part({ inlineData: { mimeType: "image/png", data: "AAAAA" } }),
      "contents[0].parts[0].inlineData.data",
    ],
    ["a bad type", part({ inlineData: { mimeType: "png", data: "AAAA" } }), "contents[0].parts[0].inlineData.mimeType"],
    ["no file", part({ fileData: {} }), "contents[0].parts[0].fileData.fileUri"],
    ["args of text", part({ functionCall: { name: "f", args: "{}" } }), "contents[0].parts[0].functionCall.args"],
    [
      "a response that is no object",
      part({ functionResponse: { name: "f", response: "12" } }),
      "contents[0].parts[0].functionResponse.response",
    ],
    ["hot", config({ temperature: 3 }), "generationConfig.temperature"],
    ["snake_case at fault", { contents: [user], generation_config: { top_p: "1" } }, "generationConfig.topP"],
    ["half a token", config({ maxOutputTokens: 1.5 }), "generationConfig.maxOutputTokens"],
    ["an unknown type", config({ responseMimeType: "text/html" }), "generationConfig.responseMimeType"],
    ["a schema without a type", config({ responseSchema: {} }), "generationConfig.responseMimeType"],
    [
      "two schemas",
      config({ responseMimeType: "application/json", responseSchema: {}, responseJsonSchema: {} }),
      "generationConfig.responseJsonSchema",
    ],
    ["alternatives unasked", config({ logprobs: 2 }), "generationConfig.logprobs"],
    [
      "an unknown level",
      config({ thinkingConfig: { thinkingLevel: "hard" } }),
      "generationConfig.thinkingConfig.thinkingLevel",
    ],
    ["an unknown modality", config({ responseModalities: ["SMELL"] }), "generationConfig.responseModalities[0]"],
    ["a bad name", declare({ name: "1 f" }), "tools[0].functionDeclarations[0].name"],
    [
      "two forms of parameters",
      declare({ name: "f", parameters: {}, parametersJsonSchema: {} }),
      "tools[0].functionDeclarations[0].parametersJsonSchema",
    ],
    [
      "an unknown mode",
      { contents: [user], toolConfig: { functionCallingConfig: { mode: "SOME" } } },
      "toolConfig.functionCallingConfig.mode",
    ],
    [
      "an unknown threshold",
      { contents: [user], safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "LOW" }] },
      "safetySettings[0].threshold",
    ],
  ])("%s", (_, body, param) => {
    const error = refusalOf(() => googleGenerate.parseRequest(body, route));
    expect(error.message).toContain(param ? `\`${param}\`` : "The request body must");
    expect(error.param).toBe(param);
  });
});

describe("counting tokens", () => {
  it.each([
    ["contents alone", { contents: [user] }],
    ["a whole request", { generate_content_request: { model: "models/m", contents: [user] } }],
  ])("reads %s", (_, body) => {
    const wire = parseCountTokens(body, { model: "m" });
    expect(wire.model).toBe("m");
    expect(wire.contents).toEqual([user]);
  });

  it("requires one of the two fields", () => {
    expect(refusalOf(() => parseCountTokens({}, { model: "m" })).param).toBe("contents");
  });
});

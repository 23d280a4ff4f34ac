import { describe, expect, it } from "vitest";
import { buildRequest } from "#app/(playground)/docs/_model/build-request.ts";
import { describeType, listFields, listVariants } from "#app/(playground)/docs/_model/describe-schema.ts";
import { listOperations, type OpenApiDocument, type Operation } from "#app/(playground)/docs/_model/openapi.ts";
import { endpoints } from "#lib/gateway/assembly/routes.ts";
import { buildDocument } from "#lib/openapi/build-document.ts";

const info = {
  title: "Parlance",
  version: "1",
  summary: "",
  description: "",
  license: { name: "MIT", identifier: "MIT" },
};
const document: OpenApiDocument = JSON.parse(JSON.stringify(buildDocument({ endpoints, info, tags: [] })));
const operations = listOperations(document).flatMap((group) => group.operations);

function find(method: string, path: string): Operation {
  const operation = operations.find((candidate) => candidate.method === method && candidate.path === path);
  if (!operation) throw new Error(`The document has no ${method} ${path}.`);
  return operation;
}

describe("operations", () => {
  it("are those of the document, each with an id of its own", () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(operations.length).toBe(described.length);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it("have their shared parameters and responses resolved", () => {
    for (const { parameters, replies } of operations) {
      for (const { name } of parameters) expect(name).toBeTruthy();
      for (const [, reply] of replies) expect(reply.description).toBeTruthy();
    }
  });
});

describe("schemas", () => {
  const chat = find("POST", "/v1/chat/completions").bodies[0]?.[1].schema ?? {};

  it("list their fields with types in words", () => {
    const fields = new Map(listFields(document, chat).map((field) => [field.name, field]));
    expect(fields.get("model")).toMatchObject({ type: "string", required: true });
    expect(fields.get("messages")).toMatchObject({ type: "array of ChatMessage", required: true });
    expect(fields.get("temperature")).toMatchObject({ type: "number, 0 to 2 | null", required: false });
    expect(fields.get("verbosity")?.type).toBe('"low" | "medium" | "high" | null');
  });

  it("list the variants of a message", () => {
    const messages = listFields(document, chat).find(({ name }) => name === "messages");
    expect(listVariants(document, messages?.schema ?? {}).length).toBeGreaterThan(1);
  });

  it("all have a type", () => {
    for (const schema of Object.values(document.components.schemas))
      expect(describeType(document, schema)).toBeTruthy();
  });
});

describe("requests", () => {
  it("fill path, query and headers", () => {
    const read = find("GET", "/v1/responses/{response_id}");
    const { path, init } = buildRequest(read, {
      values: { "path.response_id": "resp_1 2", "query.stream": "true", "header.x-request-id": "mine" },
    });
    expect(path).toBe("/v1/responses/resp_1%202?stream=true");
    expect(init.method).toBe("GET");
    expect(new Headers(init.headers).get("x-request-id")).toBe("mine");
  });

  it("keep the slash of a model in the path", () => {
    const generate = find("POST", "/v1beta/models/{model}:generateContent");
    const draft = { values: { "path.model": "sandbox/echo" }, mediaType: "application/json", body: "{}" };
    expect(buildRequest(generate, draft).path).toBe("/v1beta/models/sandbox/echo:generateContent");
  });

  it("name a required parameter without a value", () => {
    expect(() => buildRequest(find("GET", "/v1/responses/{response_id}"), { values: {} })).toThrow(
      "Enter a value for response_id.",
    );
  });

  it("refuse a body that is not JSON", () => {
    const draft = { values: {}, mediaType: "application/json", body: "{" };
    expect(() => buildRequest(find("POST", "/v1/chat/completions"), draft)).toThrow("The body is not valid JSON");
  });

  it("send a form without its empty fields", () => {
    const file = new File(["x"], "a.txt");
    const { init } = buildRequest(find("POST", "/v1/files"), {
      values: {},
      mediaType: "multipart/form-data",
      form: [
        ["purpose", ""],
        ["file", file],
      ],
    });
    expect([...(init.body as FormData).keys()]).toEqual(["file"]);
    expect(new Headers(init.headers).has("content-type")).toBe(false);
  });
});

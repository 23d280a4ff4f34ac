/** Bodies of the routes for embeddings: each wrong one is a 400 that names its field, and none is a 5xx. */
import { afterAll, beforeAll, describe, it } from "vitest";
import { mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { batchEmbedContentsRoute, embedContentRoute, embeddingsRoute } from "#tests/support/json-routes.ts";
import { itRefuses, neverFails, type WrongBody } from "#tests/support/wrong-bodies.ts";

const MODEL = "sandbox/embedding-model-a";
const content = { parts: [{ text: "Hi" }] };
const named = (value: unknown) => JSON.stringify(value) ?? "nothing";

/** The same wrong values in one field. */
const wrong = (
  field: string,
  values: readonly unknown[],
  { of, param = field }: { of: (value: unknown) => unknown; param?: string },
): WrongBody[] => values.map((value) => [`${field} ${named(value)}`, of(value), param]);

const bodies: WrongBody[] = [
  ["no object", [], null],
  ["text", "text", null],
  ["a number", 5, null],
  ["null", null, null],
];

const openAiTable: WrongBody[] = [
  ...bodies,
  ...wrong("model", [undefined, null, 5, "", [], {}, true], {
    of: (model) => ({ model, input: "Hi" }),
  }),
  ...wrong("input", [undefined, null, 5, true, {}, { text: "Hi" }, [], -1], { of: (input) => ({ input }) }),
  ...wrong("input", [[null], [{}], [true], [[]], [-1], [1.5], [1, "a"], [[1], "a"], [1, 2.5]], {
    of: (input) => ({ input }),
    param: "input[0]",
  }),
  ...wrong(
    "input",
    [
      ["a", 1],
      ["a", null],
      ["a", ["b"]],
      ["a", {}],
    ],
    {
      of: (input) => ({ input }),
      param: "input[1]",
    },
  ),
  ...wrong("input", [[["a"]], [[1.5]], [[-1]], [[null]], [[{}]]], { of: (input) => ({ input }), param: "input[0][0]" }),
  ...wrong("encoding_format", [5, true, "", "base32", "FLOAT", [], {}, "float16"], {
    of: (encoding_format) => ({ input: "Hi", encoding_format }),
  }),
  ...wrong("dimensions", [0, -1, 1.5, "8", true, [], {}, 1e308], { of: (dimensions) => ({ input: "Hi", dimensions }) }),
  ...wrong("user", [5, true, [], {}, 0, ["u1"]], { of: (user) => ({ input: "Hi", user }) }),
];

/** Wrong requests; the batch has each as its second. */
const googleRequests = (prefix: string, of: (request: unknown) => unknown): WrongBody[] => {
  const field = (name: string, values: readonly unknown[], param = name) =>
    wrong(name, values, { of: (value) => of({ content, [name]: value }), param: `${prefix}${param}` });
  const parts = (values: readonly unknown[], param: string) =>
    wrong("parts", values, { of: (value) => of({ content: { parts: value } }), param: `${prefix}content.${param}` });
  return [
    ...field("content", [undefined, null, 5, true, "Hi", []]),
    ...parts([undefined, null, 5, true, "Hi", []], "parts"),
    ...parts([[null], [5], ["Hi"], [[]], [true]], "parts[0]"),
    ...parts([[{ text: 5 }], [{ text: {} }], [{ text: [] }], [{ text: true }]], "parts[0].text"),
    ...field("taskType", [5, true, [], {}]),
    ...field("title", [5, true, [], {}]),
    ...field("model", [5, true, [], {}]),
    ...field("outputDimensionality", [0, -1, 1.5, "8", true, [], {}, 1e308]),
    ...field("output_dimensionality", [0, "8"], "outputDimensionality"),
    ...field("embedContentConfig", [5, true, "x", []]),
    ...field("embedContentConfig", [{ title: 5 }, { title: [] }], "embedContentConfig.title"),
    ...field("embedContentConfig", [{ taskType: 5 }, { task_type: {} }], "embedContentConfig.taskType"),
    ...field(
      "embedContentConfig",
      [{ outputDimensionality: 0 }, { outputDimensionality: "8" }, { output_dimensionality: 1.5 }],
      "embedContentConfig.outputDimensionality",
    ),
    ["role 5", of({ content: { role: 5, parts: [{ text: "Hi" }] } }), `${prefix}content.role`],
    ["role {}", of({ content: { role: {}, parts: [{ text: "Hi" }] } }), `${prefix}content.role`],
  ];
};

const batchTable: WrongBody[] = [
  ...bodies,
  ...wrong("requests", [undefined, null, 5, true, "Hi", {}, [], Array.from({ length: 101 }, () => ({ content }))], {
    of: (requests) => ({ requests }),
  }),
  ...wrong("requests[1]", [null, 5, true, "Hi", []], { of: (request) => ({ requests: [{ content }, request] }) }),
  ...googleRequests("requests[1].", (request) => ({ requests: [{ content }, request] })),
];

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
  });
  afterAll(() => gateway?.close());

  describe("POST /v1/embeddings refuses", () => {
    itRefuses({ gateway: () => gateway, route: embeddingsRoute, table: openAiTable });
  });
  describe(":embedContent refuses", () => {
    const table = [...bodies, ...googleRequests("", (request) => request)];
    itRefuses({ gateway: () => gateway, route: embedContentRoute, table });
  });
  describe(":batchEmbedContents refuses", () => {
    itRefuses({ gateway: () => gateway, route: batchEmbedContentsRoute, table: batchTable });
  });

  it.each([embeddingsRoute, embedContentRoute, batchEmbedContentsRoute])("$name never fails", async (route) => {
    await neverFails({ gateway, route, models: [MODEL, "nobody/x"], runs: mount === "node" ? 150 : 40 });
  });
});

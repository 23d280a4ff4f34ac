/** The spec's two tables, row by row: what each image model takes and refuses. */
import { describe, expect, it } from "vitest";
import { IMAGE_MODELS, type ImageModelName, type ImageOperation } from "#lib/contract/openai-images/model-rules.ts";
import type { ImageFields } from "#lib/contract/openai-images/wire.ts";
import { checkModelRules } from "#lib/dialects/openai-images/read-request.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

const A = "image-model-a";
const B = "image-model-b";
const C = "image-model-c";

function refusal(
  operation: ImageOperation,
  name: ImageModelName,
  fields: Partial<ImageFields>,
): GatewayError | undefined {
  try {
    checkModelRules({ prompt: "A cat", ...fields } as ImageFields, { model: IMAGE_MODELS[name], operation });
    return undefined;
  } catch (error) {
    if (GatewayError.isInstance(error)) return error;
    throw error;
  }
}

type Row = {
  field: keyof ImageFields;
  /** By model: every value that it accepts. */
  takes: Partial<Record<ImageModelName, unknown[]>>;
  /** Values that a model refuses unless `takes` lists them. */
  values: unknown[];
  /** Returns the other fields that a value requires. */
  beside?: (value: unknown) => Partial<ImageFields>;
};

const shared: Row[] = [
  {
    field: "background",
    takes: { [A]: ["transparent", "opaque", "auto"] },
    values: ["transparent", "opaque", "auto"],
  },
  {
    field: "output_compression",
    takes: { [A]: [0, 50, 99] },
    values: [0, 50, 99],
    beside: () => ({ output_format: "webp" }),
  },
  { field: "output_format", takes: { [A]: ["png", "jpeg", "webp"] }, values: ["png", "jpeg", "webp"] },
  {
    field: "partial_images",
    takes: { [A]: [1, 2, 3] },
    values: [1, 2, 3],
    beside: () => ({ stream: true }),
  },
];

const generations: Row[] = [
  ...shared,
  { field: "moderation", takes: { [A]: ["auto", "low"] }, values: ["auto", "low"] },
  { field: "n", takes: { [A]: [2, 10], [B]: [2, 10] }, values: [2, 10] },
  {
    field: "quality",
    takes: { [A]: ["auto", "low", "medium", "high"], [B]: ["auto", "standard"], [C]: ["auto", "standard", "hd"] },
    values: ["auto", "low", "medium", "high", "standard", "hd"],
  },
  { field: "response_format", takes: { [B]: ["url"], [C]: ["url"] }, values: ["url"] },
  {
    field: "size",
    takes: {
      [A]: ["auto", "1024x1024", "1536x1024", "1024x1536"],
      [B]: ["256x256", "512x512", "1024x1024"],
      [C]: ["1024x1024", "1792x1024", "1024x1792"],
    },
    values: ["auto", "256x256", "512x512", "1024x1024", "1536x1024", "1024x1536", "1792x1024", "1024x1792", "77x77"],
  },
  { field: "stream", takes: { [A]: [true] }, values: [true] },
  { field: "style", takes: { [C]: ["vivid", "natural"] }, values: ["vivid", "natural"] },
];

const edits: Row[] = [
  ...shared,
  { field: "input_fidelity", takes: { [A]: ["high", "low"] }, values: ["high", "low"] },
  { field: "n", takes: { [A]: [2, 10], [B]: [2, 10] }, values: [2, 10] },
  {
    field: "quality",
    takes: { [A]: ["auto", "low", "medium", "high"], [B]: ["auto", "standard"] },
    values: ["auto", "low", "medium", "high", "standard", "hd"],
  },
  { field: "response_format", takes: { [B]: ["url"] }, values: ["url"] },
  {
    field: "size",
    takes: {
      [A]: ["auto", "1024x1024", "1536x1024", "1024x1536"],
      [B]: ["256x256", "512x512", "1024x1024"],
    },
    values: ["auto", "256x256", "512x512", "1024x1024", "1536x1024", "1024x1536", "1792x1024"],
  },
  { field: "stream", takes: { [A]: [true] }, values: [true] },
];

describe.each([
  ["generate", generations, [A, B, C]],
  ["edit", edits, [A, B]],
] as [ImageOperation, Row[], ImageModelName[]][])("%s", (operation, rows, models) => {
  describe.each(rows)("$field", ({ field, takes, values, beside }) => {
    it.each(models.flatMap((model) => values.map((value) => ({ model, value }))))(
      "$value of $model",
      ({ model, value }) => {
        const others = takes[model] ? (beside?.(value) ?? {}) : {};
        const error = refusal(operation, model, { [field]: value, ...others });
        if (takes[model]?.includes(value)) {
          expect(error, error?.message).toBeUndefined();
          return;
        }
        expect(error, `${model} must refuse ${field} ${JSON.stringify(value)}`).toMatchObject({
          status: 400,
          param: field,
        });
        expect(error?.message).toContain(model);
      },
    );
  });
});

describe("for any model", () => {
  it.each([A, B, C] as ImageModelName[])("%s accepts values that equal the default", (model) => {
    const neutral: Partial<ImageFields> = {
      n: 1,
      stream: false,
      partial_images: 0,
      output_compression: 100,
      response_format: "b64_json",
      user: "somebody",
    };
    expect(refusal("generate", model, neutral)).toBeUndefined();
  });

  it.each([
    [A, 32_000],
    [B, 1_000],
    [C, 4_000],
  ] as [ImageModelName, number][])("%s accepts prompts of at most %d characters", (model, most) => {
    expect(refusal("generate", model, { prompt: "x".repeat(most) })).toBeUndefined();
    expect(refusal("generate", model, { prompt: "x".repeat(most + 1) })).toMatchObject({
      status: 400,
      param: "prompt",
    });
  });

  it("names the models that accept a field", () => {
    expect(refusal("generate", A, { style: "vivid" })?.message).toBe(
      "`style` is not supported by image-model-a. Use image-model-c.",
    );
  });
});

describe("fields that contradict each other", () => {
  it.each([
    ["background", { background: "transparent", output_format: "jpeg" }],
    ["output_compression", { output_compression: 50 }],
    ["output_compression", { output_compression: 50, output_format: "png" }],
    ["partial_images", { partial_images: 2 }],
  ] as [string, Partial<ImageFields>][])("%s in %j", (param, fields) => {
    expect(refusal("generate", A, fields)).toMatchObject({ status: 400, param });
  });

  it("image-model-c cannot edit, and the message names the models that can", () => {
    expect(refusal("edit", C, {})).toMatchObject({
      status: 400,
      param: "model",
      message: expect.stringContaining("image-model-a or image-model-b"),
    });
  });
});

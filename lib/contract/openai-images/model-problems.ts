/**
 * Messages for the fields of a request that break its model's rules (model-rules.ts): the routes refuse with them, and
 * the pages show them before sending.
 */
import {
  type FieldRule,
  IMAGE_MODELS,
  type ImageField,
  type ImageModelRules,
  type ImageOperation,
  type OperationRules,
} from "./model-rules.ts";
import type { ImageFields } from "./wire.ts";

/** `field` is the parameter to change; `why` names the model and the accepted values, without a full stop. */
export type ModelProblem = { field: string; why: string };

type CheckedField = Exclude<ImageField, "mask">;

const FIELDS: readonly CheckedField[] = [
  "background",
  "input_fidelity",
  "moderation",
  "n",
  "output_compression",
  "output_format",
  "partial_images",
  "quality",
  "response_format",
  "size",
  "stream",
  "style",
];

/** Values that mean the same as an absent field, allowed for every model: some clients always send them. */
const NEUTRAL: Partial<Record<ImageField, unknown>> = {
  n: 1,
  output_compression: 100,
  partial_images: 0,
  response_format: "b64_json",
  stream: false,
};

type RequestedOperation = { model: ImageModelRules; operation: ImageOperation };

/** Returns the first problem of the fields; undefined when the model accepts them. */
export function findModelProblem(wire: ImageFields, requested: RequestedOperation): ModelProblem | undefined {
  const { model, operation } = requested;
  if (!model.operations[operation]) return { field: "model", why: describeWrongOperation(requested) };
  if (wire.prompt.length > model.longestPrompt) {
    return {
      field: "prompt",
      why: `${model.name} takes prompts of at most ${model.longestPrompt} characters, got ${wire.prompt.length}`,
    };
  }
  for (const field of FIELDS) {
    const why = findFieldProblem(field, wire[field], requested);
    if (why) return { field, why };
  }
  return findContradiction(wire, model.name);
}

/** Returns why the model refuses this value, or the field itself when it has no value; undefined when it accepts it. */
export function findFieldProblem(
  field: ImageField,
  value: unknown,
  { model, operation }: RequestedOperation,
): string | undefined {
  if (value === undefined || value === null || value === NEUTRAL[field]) return undefined;
  const rule = model.operations[operation]?.fields[field];
  if (!rule) return describeMissingField(field, { model, operation });
  return isAccepted(value, rule)
    ? undefined
    : `${model.name} takes ${describeValues(rule)}, got ${JSON.stringify(value)}`;
}

/** Returns undefined when the model accepts the field, with any value. */
export function describeMissingField(field: ImageField, { model, operation }: RequestedOperation): string | undefined {
  const rules: OperationRules | undefined = model.operations[operation];
  if (rules?.fields[field]) return undefined;
  const other = operation === "edit" ? "generate" : "edit";
  if (model.operations[other]?.fields[field]) return `${model.name} takes it only to ${other} images`;
  return `${model.name} does not take it${describeModelsWith(field, operation)}`;
}

/** Finds two fields that contradict each other: they are refused. */
function findContradiction(wire: ImageFields, model: string): ModelProblem | undefined {
  const format = wire.output_format ?? "png";
  if (wire.background === "transparent" && format === "jpeg") {
    return { field: "background", why: 'jpeg has no transparency: use output_format "png" or "webp"' };
  }
  if (typeof wire.output_compression === "number" && wire.output_compression !== 100 && format === "png") {
    return {
      field: "output_compression",
      why: `png is not compressed by quality: ${model} takes it with "jpeg" and "webp"`,
    };
  }
  if (wire.partial_images && !wire.stream) {
    return { field: "partial_images", why: "previews come in a stream: set stream to true" };
  }
  return undefined;
}

function isAccepted(value: unknown, rule: FieldRule): boolean {
  if ("values" in rule) return rule.values.includes(String(value));
  if ("minimum" in rule) return typeof value === "number" && value >= rule.minimum && value <= rule.maximum;
  return true;
}

function describeValues(rule: FieldRule): string {
  if ("values" in rule) return rule.values.map((value) => JSON.stringify(value)).join(", ");
  if ("minimum" in rule) {
    return rule.minimum === rule.maximum ? `only ${rule.minimum}` : `${rule.minimum} to ${rule.maximum}`;
  }
  return "true or false";
}

/** Returns a phrase with the models that accept the field, so that the message says what to do. */
function describeModelsWith(field: ImageField, operation: ImageOperation): string {
  const takers = Object.values(IMAGE_MODELS).filter((model) => model.operations[operation]?.fields[field]);
  return takers.length > 0
    ? `, only ${takers.map(({ name }) => name).join(" and ")} ${takers.length > 1 ? "do" : "does"}`
    : "";
}

function describeWrongOperation({ model, operation }: RequestedOperation): string {
  const able = Object.values(IMAGE_MODELS).filter((other) => other.operations[operation]);
  const verb = operation === "edit" ? "edit" : "generate";
  return `${model.name} does not ${verb} images: use ${able.map(({ name }) => name).join(" or ")}`;
}

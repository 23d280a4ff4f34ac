/**
 * Messages for the fields of a request that break its model's rules (model-rules.ts): the routes refuse with them, and
 * the pages show them before sending.
 */
import { type DescribedError, describeError } from "../errors/define-errors.ts";
import { imageFieldErrors } from "../errors/image-fields.ts";
import { alternatives } from "../errors/wording.ts";
import {
  type FieldRule,
  IMAGE_MODELS,
  type ImageField,
  type ImageModelRules,
  type ImageOperation,
  type OperationRules,
} from "./model-rules.ts";
import type { ImageFields } from "./wire.ts";

/** Error of a request that its model refuses; `param` is the parameter to change. */
export type ModelProblem = DescribedError;

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
  if (!model.operations[operation]) return describeWrongOperation(requested);
  if (wire.prompt.length > model.longestPrompt) {
    const [limit, got] = [model.longestPrompt, wire.prompt.length];
    return describeError(imageFieldErrors.promptTooLong, { model: model.name, limit, got });
  }
  for (const field of FIELDS) {
    const problem = findFieldProblem(field, wire[field], requested);
    if (problem) return problem;
  }
  return findContradiction(wire);
}

/** Returns why the model refuses this value, or the field itself when it has no value; undefined when it accepts it. */
export function findFieldProblem(
  field: ImageField,
  value: unknown,
  { model, operation }: RequestedOperation,
): ModelProblem | undefined {
  if (value === undefined || value === null || value === NEUTRAL[field]) return undefined;
  const rule = model.operations[operation]?.fields[field];
  if (!rule) return describeMissingField(field, { model, operation });
  if (isAccepted(value, rule)) return undefined;
  const values = describeValues(rule);
  return describeError(imageFieldErrors.fieldValueNotTaken, { param: field, model: model.name, values, got: value });
}

/** Returns undefined when the model accepts the field, with any value. */
export function describeMissingField(
  field: ImageField,
  { model, operation }: RequestedOperation,
): ModelProblem | undefined {
  const rules: OperationRules | undefined = model.operations[operation];
  if (rules?.fields[field]) return undefined;
  const other = operation === "edit" ? "generate" : "edit";
  if (model.operations[other]?.fields[field]) {
    return describeError(imageFieldErrors.fieldTakenElsewhere, { param: field, model: model.name, verb: other });
  }
  const models = listModels((candidate) => candidate.operations[operation]?.fields[field] !== undefined);
  return describeError(imageFieldErrors.fieldNotTaken, { param: field, model: model.name, models });
}

/** Finds two fields that contradict each other: they are refused. */
function findContradiction(wire: ImageFields): ModelProblem | undefined {
  const format = wire.output_format ?? "png";
  if (wire.background === "transparent" && format === "jpeg")
    return describeError(imageFieldErrors.transparentJpeg, {});
  if (typeof wire.output_compression === "number" && wire.output_compression !== 100 && format === "png") {
    return describeError(imageFieldErrors.pngCompression, {});
  }
  if (wire.partial_images && !wire.stream) return describeError(imageFieldErrors.previewsWithoutStream, {});
  return undefined;
}

function isAccepted(value: unknown, rule: FieldRule): boolean {
  if ("values" in rule) return rule.values.includes(String(value));
  if ("minimum" in rule) return typeof value === "number" && value >= rule.minimum && value <= rule.maximum;
  return true;
}

function describeValues(rule: FieldRule): string {
  if ("values" in rule) return alternatives(rule.values.map((value) => JSON.stringify(value)));
  if (!("minimum" in rule)) return "true or false";
  const { minimum, maximum } = rule;
  return minimum === maximum ? String(minimum) : `between ${minimum} and ${maximum}`;
}

function describeWrongOperation({ model, operation }: RequestedOperation): ModelProblem {
  const models = listModels((candidate) => candidate.operations[operation] !== undefined);
  const verb = operation === "edit" ? "edit" : "generate";
  return describeError(imageFieldErrors.modelLacksOperation, { model: model.name, verb, models });
}

function listModels(isAble: (model: ImageModelRules) => boolean): string[] {
  return Object.values(IMAGE_MODELS)
    .filter(isAble)
    .map(({ name }) => name);
}

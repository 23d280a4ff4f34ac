/** Holds a request against what its model takes (model-rules.ts). */
import { GatewayError } from "#lib/http/gateway-error.ts";
import {
  type FieldRule,
  IMAGE_MODELS,
  type ImageField,
  type ImageModelRules,
  type ImageOperation,
  type OperationRules,
} from "./model-rules.ts";
import type { ImageFields } from "./wire.ts";

const FIELDS: readonly Exclude<ImageField, "mask">[] = [
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

/** What says no more than silence does, and so does no harm anywhere: some clients write it for every model. */
const NEUTRAL: Partial<Record<ImageField, unknown>> = {
  n: 1,
  output_compression: 100,
  partial_images: 0,
  response_format: "b64_json",
  stream: false,
};

/** @throws GatewayError 400 that names the field, the model and what it takes */
export function checkModelRules(
  wire: ImageFields,
  { model, operation }: { model: ImageModelRules; operation: ImageOperation },
): OperationRules {
  const rules = model.operations[operation];
  if (!rules) throw wrongModel(model, operation);
  if (wire.prompt.length > model.longestPrompt) {
    throw wrong(
      "prompt",
      `${model.name} takes prompts of at most ${model.longestPrompt} characters, got ${wire.prompt.length}`,
    );
  }
  for (const field of FIELDS) {
    const value = wire[field];
    if (value === undefined || value === null || value === NEUTRAL[field]) continue;
    const rule = rules.fields[field];
    if (!rule) throw wrong(field, `${model.name} does not take it${takersOf(field, operation)}`);
    if (!isTaken(value, rule)) throw wrong(field, `${model.name} takes ${takenBy(rule)}, got ${JSON.stringify(value)}`);
  }
  checkCombinations(wire, model);
  return rules;
}

/** Two fields that contradict each other are refused, not guessed at. */
function checkCombinations(wire: ImageFields, { name }: ImageModelRules): void {
  const format = wire.output_format ?? "png";
  if (wire.background === "transparent" && format === "jpeg") {
    throw wrong("background", 'jpeg has no transparency: use output_format "png" or "webp"');
  }
  if (typeof wire.output_compression === "number" && wire.output_compression !== 100 && format === "png") {
    throw wrong("output_compression", `png is not compressed by quality: ${name} takes it with "jpeg" and "webp"`);
  }
  if (wire.partial_images && !wire.stream) {
    throw wrong("partial_images", "previews come in a stream: set stream to true");
  }
}

function isTaken(value: unknown, rule: FieldRule): boolean {
  if ("values" in rule) return rule.values.includes(String(value));
  if ("minimum" in rule) return typeof value === "number" && value >= rule.minimum && value <= rule.maximum;
  return true;
}

function takenBy(rule: FieldRule): string {
  if ("values" in rule) return rule.values.map((value) => JSON.stringify(value)).join(", ");
  if ("minimum" in rule) {
    return rule.minimum === rule.maximum ? `only ${rule.minimum}` : `${rule.minimum} to ${rule.maximum}`;
  }
  return "true or false";
}

/** Who does take it, so that the message says what to do. */
function takersOf(field: ImageField, operation: ImageOperation): string {
  const takers = Object.values(IMAGE_MODELS).filter((model) => model.operations[operation]?.fields[field]);
  return takers.length > 0
    ? `, only ${takers.map(({ name }) => name).join(" and ")} ${takers.length > 1 ? "do" : "does"}`
    : "";
}

function wrongModel(model: ImageModelRules, operation: ImageOperation): GatewayError {
  const able = Object.values(IMAGE_MODELS).filter((other) => other.operations[operation]);
  const verb = operation === "edit" ? "edit" : "generate";
  return wrong("model", `${model.name} does not ${verb} images: use ${able.map(({ name }) => name).join(" or ")}`);
}

function wrong(param: string, why: string): GatewayError {
  return new GatewayError({
    status: 400,
    message: `Invalid value for ${param}: ${why}.`,
    param,
    code: "invalid_value",
  });
}

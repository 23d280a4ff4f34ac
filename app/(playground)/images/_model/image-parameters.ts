/**
 * Parameters of the images page, derived from the rules that the routes validate requests with.
 */
import {
  describeMissingField,
  findFieldProblem,
  findModelProblem,
  type ModelProblem,
} from "#lib/contract/openai-images/model-problems.ts";
import {
  type FieldRule,
  findImageModelRules,
  IMAGE_MODELS,
  type ImageField,
  type ImageModelRules,
} from "#lib/contract/openai-images/model-rules.ts";
import type { ImageFields } from "#lib/contract/openai-images/wire.ts";
import type { ImageOperation } from "#lib/playground/images/image-job.ts";
import type {
  ParameterDefinition,
  ParameterValue,
  ParameterValues,
} from "#lib/playground/parameters/parameter-definition.ts";

type Described = Pick<ParameterDefinition, "label" | "group" | "description" | "rank"> & {
  name: Exclude<ImageField, "mask">;
};

const FIELDS: readonly Described[] = [
  { name: "size", label: "Size", group: "Image", description: "Width and height in pixels.", rank: 1 },
  {
    name: "quality",
    label: "Quality",
    group: "Image",
    description: "More detail takes longer and costs more.",
    rank: 2,
  },
  { name: "n", label: "Images", group: "Image", description: "Number of images per request.", rank: 3 },
  { name: "background", label: "Background", group: "Image", description: "Transparent requires PNG or WebP." },
  { name: "style", label: "Style", group: "Image", description: "Vivid is dramatic, natural is calm." },
  {
    name: "input_fidelity",
    label: "Input fidelity",
    group: "Image",
    description: "How closely an edit follows its input image.",
  },
  { name: "output_format", label: "Format", group: "Output", description: "File type of the result.", rank: 4 },
  {
    name: "output_compression",
    label: "Compression",
    group: "Output",
    description: "JPEG or WebP quality, in percent.",
  },
  { name: "response_format", label: "Sent as", group: "Output", description: "A temporary URL or base64." },
  { name: "stream", label: "Stream", group: "Delivery", description: "Receive events during generation." },
  {
    name: "partial_images",
    label: "Previews",
    group: "Delivery",
    description: "Number of partial images to stream. Requires Stream.",
  },
  { name: "moderation", label: "Moderation", group: "Delivery", description: "How strictly the prompt is filtered." },
];

/** Values on a first visit: previews are the main attraction. They are set explicitly, so that they can be unset. */
export const FIRST_VALUES: ParameterValues = { stream: true, partial_images: 2 };

export type ImageParameter = {
  definition: ParameterDefinition;
  /** Sentence that explains why the model does not accept the parameter at all. */
  unavailable?: string;
};

type ImageTarget = { model: string; operation: ImageOperation };

/**
 * Lists every parameter as the model accepts it. The rules of upstreams' own models are unknown; their upstream
 * validates.
 */
export function listImageParameters({ model: name, operation }: ImageTarget): ImageParameter[] {
  const model = findImageModelRules(name);
  return FIELDS.map((field) => {
    const rules = listFieldRules(field.name);
    const own = model && findRules(model, operation)?.fields[field.name];
    const missing = model && describeMissingField(field.name, { model, operation: resolveOperation(model, operation) });
    return {
      definition: toDefinition({ field, rules, own, model }),
      ...(missing ? { unavailable: missing.message } : {}),
    };
  });
}

/**
 * Returns the operation whose rules apply. A model that cannot edit shows its generation parameters; the sources show
 * that it cannot edit.
 */
function resolveOperation(model: ImageModelRules, operation: ImageOperation): ImageOperation {
  return model.operations[operation] ? operation : "generate";
}

function findRules(model: ImageModelRules, operation: ImageOperation) {
  return model.operations[resolveOperation(model, operation)];
}

/** Returns the rules of all models, so that a parameter which the chosen model does not accept can be shown as such. */
function listFieldRules(field: ImageField): FieldRule[] {
  return Object.values(IMAGE_MODELS).flatMap(({ operations }) =>
    [operations.generate?.fields[field], operations.edit?.fields[field]].filter((rule) => rule !== undefined),
  );
}

function toDefinition({
  field,
  rules,
  own,
  model,
}: {
  field: Described;
  rules: FieldRule[];
  own: FieldRule | undefined;
  model: ImageModelRules | undefined;
}): ParameterDefinition {
  const sample = own ?? rules[0];
  if (sample && "minimum" in sample) {
    const { minimum, maximum, default: initial } = sample;
    const known = own ? { default: initial } : {};
    const slider = maximum > minimum;
    return { ...field, ...known, kind: "number", minimum, maximum, step: 1, integer: true, slider, initial };
  }
  if (sample && "values" in sample) {
    const options = [...new Set(rules.flatMap((rule) => ("values" in rule ? rule.values : [])))];
    const taken = own && "values" in own ? own.values : undefined;
    const refused = taken && model ? options.filter((option) => !taken.includes(option)) : [];
    const why = (option: string) => `${model?.name} does not take ${field.name} ${option}`;
    return {
      ...field,
      kind: "choice",
      options,
      // Unset already means the model's default, so setting starts with another option.
      initial: (taken ?? options).find((option) => option !== "auto") ?? "auto",
      ...(refused.length > 0
        ? { refused: Object.fromEntries(refused.map((option) => [option, `${why(option)}.`])) }
        : {}),
    };
  }
  return { ...field, kind: "switch", initial: true };
}

/** Returns the set values that the model accepts, by their field names in the request. */
export function listSentValues(values: ParameterValues, { model: name, operation }: ImageTarget): ParameterValues {
  const model = findImageModelRules(name);
  if (!model) return values;
  const asked = { model, operation: resolveOperation(model, operation) };
  const taken = (field: string, value: ParameterValue) =>
    model.operations[asked.operation]?.fields[field as ImageField] !== undefined &&
    findFieldProblem(field as ImageField, value, asked) === undefined;
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => taken(field, value)));
}

/** Returns the set values that are not sent, with the reason. Changing the model must not lose values in the panel. */
export function findUnsentProblems(
  values: ParameterValues,
  { model: name, operation }: ImageTarget,
): Record<string, string> {
  const model = findImageModelRules(name);
  if (!model) return {};
  const asked = { model, operation: resolveOperation(model, operation) };
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const problem = findFieldProblem(field as ImageField, value, asked);
      return problem ? [[field, `Not sent: ${problem.message}`]] : [];
    }),
  );
}

/**
 * Returns what the gateway would refuse in this request: a prompt that is too long, or two values that contradict each
 * other.
 */
export function findRequestProblem(
  request: { prompt: string; values: ParameterValues },
  { model: name, operation }: ImageTarget,
): ModelProblem | undefined {
  const model = findImageModelRules(name);
  if (!model) return undefined;
  const wire = { prompt: request.prompt, ...listSentValues(request.values, { model: name, operation }) } as ImageFields;
  return findModelProblem(wire, { model, operation });
}

/** Reads a checked request of either image route into an ImageCall (spec; wire-formats §5.1). */

import type { ImageCall } from "#lib/canonical/image-call.ts";
import { findModelProblem } from "#lib/contract/openai-images/model-problems.ts";
import type { ImageModelRules, ImageOperation, OperationRules } from "#lib/contract/openai-images/model-rules.ts";
import type { ImageFields } from "#lib/contract/openai-images/wire.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

/** Fields of a call except the model, which config resolves, and the files, which are read separately. */
export type ImageCallFields = Omit<ImageCall, "model" | "sources" | "mask">;

/** @param rules of the model, with the defaults for absent fields; none for an upstream's own model */
export function readImageRequest(
  wire: ImageFields,
  { operation, rules }: { operation: ImageCall["operation"]; rules: OperationRules | undefined },
): ImageCallFields {
  const size = parseSize(wire.size ?? getDefault(rules, "size"));
  const quality = wire.quality ?? undefined;
  const style = wire.style ?? getDefault(rules, "style");
  return {
    operation,
    prompt: wire.prompt,
    count: wire.n ?? 1,
    ...(size ? { size } : {}),
    ...(quality && quality !== "auto" ? { quality } : {}),
    ...(style === "vivid" || style === "natural" ? { style } : {}),
    ...(wire.background === "transparent" || wire.background === "opaque" ? { background: wire.background } : {}),
    outputFormat: wire.output_format ?? "png",
    outputCompression: wire.output_compression ?? 100,
    ...(wire.input_fidelity ? { inputFidelity: wire.input_fidelity } : {}),
    partialImages: wire.partial_images ?? 0,
    stream: wire.stream ?? false,
  };
}

/** Undefined for "auto" and for nothing. */
function parseSize(size: string | undefined): { width: number; height: number } | undefined {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? "") ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

function getDefault(rules: OperationRules | undefined, field: "size" | "style"): string | undefined {
  const rule = rules?.fields[field];
  return rule && "values" in rule ? rule.default : undefined;
}

/** @throws GatewayError 400 that names the field, the model and the accepted values */
export function checkModelRules(
  wire: ImageFields,
  { model, operation }: { model: ImageModelRules; operation: ImageOperation },
): OperationRules {
  const problem = findModelProblem(wire, { model, operation });
  if (problem) throw new GatewayError(problem);
  return model.operations[operation] ?? { fields: {} };
}

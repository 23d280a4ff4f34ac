/** Checks a request by its model's rules (model-rules.ts). */

import { findModelProblem } from "#lib/contract/openai-images/model-problems.ts";
import type { ImageModelRules, ImageOperation, OperationRules } from "#lib/contract/openai-images/model-rules.ts";
import type { ImageFields } from "#lib/contract/openai-images/wire.ts";
import { invalidValue } from "#lib/http/gateway-error.ts";

/** @throws GatewayError 400 that names the field, the model and the accepted values */
export function checkModelRules(
  wire: ImageFields,
  { model, operation }: { model: ImageModelRules; operation: ImageOperation },
): OperationRules {
  const problem = findModelProblem(wire, { model, operation });
  if (problem) throw invalidValue(problem.field, problem.why);
  return model.operations[operation] ?? { fields: {} };
}

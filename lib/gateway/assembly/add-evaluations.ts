/** Adds evaluations to the services of a process: their requests need all services, and they are one of them. */
import type { Instance } from "#lib/media/instance.ts";
import { createEvaluationService } from "../endpoints/evaluations/evaluation-service.ts";
import { handle } from "./handle.ts";
import type { AllServices } from "./services.ts";

/**
 * Begins to run the evaluations of the store that no other instance runs.
 * @param instance instance whose id is in the claims
 */
export function addEvaluations(
  services: Omit<AllServices, "evaluations">,
  instance: Pick<Instance, "id" | "hasEnded" | "knowsOthers">,
): AllServices {
  const evaluations = createEvaluationService({
    ...{ services, instance },
    // Through the core, as the request of a client: limits, hooks and the log apply.
    send: (request, own) => handle(request, all, own),
  });
  const all: AllServices = Object.assign(services, { evaluations });
  return all;
}

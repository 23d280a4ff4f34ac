/** Lets clients of an endpoint request a resumable response, and describes that in its operation. */
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import type { Services } from "./services.ts";

/** @param resumable writes the error event of the endpoint's dialect */
export function makeResumable<EndpointServices extends Services, Query>(
  endpoint: Endpoint<EndpointServices, Query>,
  resumable: NonNullable<Endpoint["resumable"]>,
): Endpoint<EndpointServices, Query> {
  const { operation } = endpoint;
  return {
    ...endpoint,
    operation: {
      ...operation,
      parameters: [
        ...(operation.parameters ?? []),
        {
          name: "x-gateway-keep",
          in: "header",
          description:
            "`events`: the response goes on when you leave, and `/api/exchanges/{exchange_id}` describes and plays it for five minutes after its end. Its id is the request's `x-request-id`.",
          schema: z.literal("events"),
        },
      ],
      errors: [...operation.errors, "headerNotEvents", "requestIdTaken", "resumableStopped"],
    },
    resumable,
  };
}

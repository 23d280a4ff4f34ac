/** An endpoint whose exchange is kept when the client asks for it: the dialect says how its stream tells an error. */
import { z } from "zod";
import type { Endpoint } from "../route.ts";

export function keepable({ handler, operation }: Endpoint, keeps: NonNullable<Endpoint["keeps"]>): Endpoint {
  return {
    handler,
    operation: {
      ...operation,
      parameters: [
        ...(operation.parameters ?? []),
        {
          name: "x-gateway-keep",
          in: "header",
          description:
            "`events`: the answer goes on when you leave, and `/api/exchanges/{exchange_id}` tells and plays it for five minutes after its end. Its id is the request's `x-request-id`.",
          schema: z.literal("events"),
        },
      ],
      errors: [...new Set([...operation.errors, 409 as const, 410 as const])],
    },
    keeps,
  };
}

/** An endpoint whose exchange is kept when the client asks for it. */
import { z } from "zod";
import type { Endpoint } from "../route.ts";

export function keepable({ handler, operation }: Endpoint): Endpoint {
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
    keepable: true,
  };
}

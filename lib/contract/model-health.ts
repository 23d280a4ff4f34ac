/** The response of `GET /api/models/health`. */
import { z } from "zod";

const duration = z.number().nullable().describe("Median of the successful requests in milliseconds; null without any.");

const modelHealth = z
  .object({
    model: z.string().describe("Id of the model. Requests that used an alias or a bare name count for their model."),
    requests: z.int(),
    errors: z.int().describe("Failed requests; a client that disconnected is none."),
    first_byte_p50_ms: duration,
    total_p50_ms: duration,
  })
  .meta({ id: "ModelHealth" });

export const modelHealthList = z
  .object({
    object: z.literal("list"),
    from: z.int().describe("Start of the hour in Unix milliseconds."),
    data: z.array(modelHealth),
  })
  .meta({ id: "ModelHealthList" });

export type ModelHealth = z.infer<typeof modelHealth>;
export type ModelHealthList = z.infer<typeof modelHealthList>;

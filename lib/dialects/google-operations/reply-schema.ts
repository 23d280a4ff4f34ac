/** Operations and lists of them, for the OpenAPI document (spec, Long-running operation; wire-formats §6.4). */
import { z } from "zod";

const time = z.string().describe("RFC 3339.");

export const operation = z
  .looseObject({
    name: z.string().describe("`operations/` and 32 characters of [0-9a-z]."),
    done: z.boolean(),
    metadata: z.looseObject({
      "@type": z.string(),
      model: z.string(),
      state: z.enum(["PENDING", "RUNNING", "SUCCEEDED", "FAILED", "CANCELLED"]),
      progressPercent: z.int().min(0).max(100).describe("It never falls."),
      createTime: time,
      startTime: time.optional(),
      endTime: time.optional(),
      expireTime: time.optional().describe("Until when the videos can be read."),
      videoId: z.string().describe("The same task in `/v1/videos`."),
    }),
    response: z
      .looseObject({
        "@type": z.string(),
        videoUri: z.string().describe("Of the first video. Takes the key as a header or as `key` in the query."),
        generateVideoResponse: z.looseObject({
          generatedSamples: z.array(z.looseObject({ video: z.looseObject({ uri: z.string() }) })),
        }),
      })
      .optional()
      .describe("When it has succeeded."),
    error: z
      .looseObject({ code: z.int().describe("gRPC's number."), message: z.string(), status: z.string() })
      .optional()
      .describe("When it has failed."),
  })
  .meta({ id: "VideoOperation" });

export const operationList = z
  .looseObject({ operations: z.array(operation), nextPageToken: z.string().optional() })
  .meta({ id: "VideoOperationList" });

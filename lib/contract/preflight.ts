/** Reply to a dry run: what a request would become, of which nothing was sent. */
import { z } from "zod";

const lane = z.enum(["relay", "translate", "bridge", "sandbox"]);

const target = z
  .object({
    model: z.string().describe("`<provider>/<model>`, or the name in the route."),
    state: z.enum(["ready", "open", "half-open", "busy"]).describe("Whether it may serve a request now."),
    lost: z.array(z.string()).describe("Fields with an effect on the response that it would not get."),
  })
  .meta({ id: "PreflightTarget" });

export const preflightReply = z
  .object({
    object: z.literal("preflight"),
    model: z.string().describe("As the client named it."),
    route: z.string().nullable().describe("Route of the config; null for one model."),
    targets: z.array(target).describe("Models that would be tried, in their order."),
    target: z.string().describe("Model that the request would be sent to first, `<provider>/<model>`."),
    reason: z.string().describe("Why this one."),
    lane: lane.describe("`relay`: passed through. `translate`: rewritten for another API. `bridge`: by a package."),
    upstream: z.string().describe("Provider."),
    dropped: z.array(z.string()).describe("Fields that the model would not get."),
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).describe("Secrets are hidden."),
        body: z.unknown().describe("JSON that would be sent; null when it is too long to show, or a form with files."),
        bytes: z.int(),
      })
      .nullable()
      .describe(
        "Request to the provider; null for the sandbox and packages, which send none of their own, and for a video from images.",
      ),
    input_tokens: z.int().describe("Tokens of the prompt."),
    input_tokens_by: z
      .enum(["count", "estimate"])
      .describe("`count` for the sandbox; `estimate`, by the gateway's tokenizer, for others."),
    max_output_tokens: z.int().nullable().describe("Limit of the request or of the model; null when neither is known."),
    images: z.int().nullable().describe("Images that were asked for; null for another request."),
    video_seconds: z
      .number()
      .nullable()
      .describe("Seconds of video that were asked for; null where the model decides."),
    worst_case_usd: z
      .number()
      .nullable()
      .describe(
        "US dollars for the prompt and the longest response, the images or the video; null when a price or the length is unknown.",
      ),
  })
  .meta({ id: "Preflight", description: "What a request would become. Nothing was sent." });

export type PreflightReply = z.infer<typeof preflightReply>;
